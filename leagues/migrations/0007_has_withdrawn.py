from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Coalesce


def tell_apart(apps, schema_editor):
    """Who had withdrawn when a match was decided without them, or had begun, was kept as somebody who did not appear."""
    seatings = apps.get_model("leagues", "Seating").objects.filter(is_absent=True, stand_in=None, entry__state="withdrawn")
    decided = Coalesce("fixture__table__match__started_at", "fixture__done_at")
    found = seatings.annotate(decided=decided).filter(Q(decided=None) | Q(entry__withdrawn_at__lte=F("decided")))
    for seating in list(found):
        seating.has_withdrawn = True
        seating.save(update_fields=["has_withdrawn"])
        _in_result(apps, seating)


def _in_result(apps, seating):
    result = apps.get_model("leagues", "Result").objects.filter(fixture=seating.fixture_id).first()
    parts = result.parts if result is not None else []
    mine = [part for part in parts if part["member"] == seating.entry_id and part.get("is_absent")]
    if not mine:
        return
    for part in mine:
        part["has_withdrawn"] = True
    result.save(update_fields=["parts"])
    if not result.is_void:
        standings = apps.get_model("leagues", "Standing").objects.filter(entry=seating.entry_id, forfeits__gt=0)
        standings.update(forfeits=F("forfeits") - 1)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0006_moves"), ("play", "0001_initial")]

    operations = [
        migrations.AddField("seating", "has_withdrawn", models.BooleanField(default=False)),
        migrations.RunPython(tell_apart, migrations.RunPython.noop, elidable=True),
    ]
