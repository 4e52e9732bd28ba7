"""PostgreSQL: leave room in the pages of the hot rows, so that an action rewrites its row in place (a HOT update)."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def leave_room(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE play_match SET (fillfactor = 50)")


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial")]
    operations = [migrations.RunPython(leave_room, migrations.RunPython.noop)]
