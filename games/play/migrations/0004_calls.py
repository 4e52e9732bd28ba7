from django.db import migrations, models
from django.db.models import F


def number_versions(apps, schema_editor):
    """Until now every change had a version of its own."""
    apps.get_model("play", "LogEntry").objects.update(version=F("number"))


class Migration(migrations.Migration):
    dependencies = [("play", "0003_one_phone")]

    operations = [
        migrations.AddField("match", "quiet", models.PositiveIntegerField(default=0)),
        migrations.AddField("logentry", "version", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AddField("logentry", "is_quiet", models.BooleanField(default=False)),
        migrations.RunPython(number_versions, migrations.RunPython.noop, elidable=True),
    ]
