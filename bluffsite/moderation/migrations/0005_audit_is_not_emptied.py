"""The rest of what could take away an entry of the trail: TRUNCATE, and on SQLite an INSERT that replaces one."""

from django.db import migrations

TABLE = "moderation_auditentry"

SQLITE = [
    f"CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON {TABLE} WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id) "
    "BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END"
]
POSTGRESQL = [
    f"CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON {TABLE} FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()"
]
NO_SQLITE = ["DROP TRIGGER IF EXISTS audit_is_not_replaced"]
NO_POSTGRESQL = [f"DROP TRIGGER IF EXISTS audit_is_not_emptied ON {TABLE}"]


def protect(apps, editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[editor.connection.vendor]:
        editor.execute(statement)


def unprotect(apps, editor):
    for statement in {"sqlite": NO_SQLITE, "postgresql": NO_POSTGRESQL}[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ("moderation", "0004_waiting_cases"),
    ]

    operations = [
        migrations.RunPython(protect, unprotect),
    ]
