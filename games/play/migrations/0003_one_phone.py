"""Several seats of one person: those that one phone goes round for. Rules: common.one-phone."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0002_room_in_pages"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.AddField(model_name="seat", name="is_held", field=models.BooleanField(default=False)),
        migrations.RemoveConstraint(model_name="seat", name="one_person_one_seat"),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=["table", "user"], name="one_person_one_seat", condition=models.Q(is_held=False)),
        ),
    ]
