"""Triggers that keep the audit trail as it was written, whoever writes to the database."""

from django.db import migrations

TABLE = "moderation_auditentry"

SQLITE = [
    f"CREATE TRIGGER audit_is_not_{word} BEFORE {verb} ON {TABLE} BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END"
    for word, verb in (("changed", "UPDATE"), ("deleted", "DELETE"))
]
POSTGRESQL = [
    "CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$",
    f"CREATE TRIGGER audit_is_not_changed BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()",
]
NO_SQLITE = ["DROP TRIGGER IF EXISTS audit_is_not_changed", "DROP TRIGGER IF EXISTS audit_is_not_deleted"]
NO_POSTGRESQL = [f"DROP TRIGGER IF EXISTS audit_is_not_changed ON {TABLE}", "DROP FUNCTION IF EXISTS audit_is_append_only()"]

def protect(apps, editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[editor.connection.vendor]:
        editor.execute(statement)


def unprotect(apps, editor):
    for statement in {"sqlite": NO_SQLITE, "postgresql": NO_POSTGRESQL}[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ("moderation", "0002_desk"),
    ]

    operations = [
        migrations.RunPython(protect, unprotect),
    ]
