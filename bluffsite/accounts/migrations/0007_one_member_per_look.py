"""Two members whose usernames look alike cannot arise at the same moment either."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_accounts_by_allauth")]

    operations = [
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=Q(("is_guest", False), Q(("skeleton", ""), _negated=True)), fields=("skeleton",), name="one_member_per_look"
            ),
        ),
    ]
