"""Triggers that keep the log of every match as it was written, whoever writes to the database."""

from django.db import migrations

TABLE = "play_logentry"

SQLITE = [
    f"CREATE TRIGGER log_is_not_{word} BEFORE {verb} ON {TABLE} BEGIN SELECT RAISE(ABORT, 'the log of a match is append-only'); END"
    for word, verb in (("changed", "UPDATE"), ("deleted", "DELETE"))
]
POSTGRESQL = [
    "CREATE FUNCTION log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the log of a match is append-only'; END $$",
    f"CREATE TRIGGER log_is_not_changed BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION log_is_append_only()",
    f"CREATE TRIGGER log_is_not_emptied BEFORE TRUNCATE ON {TABLE} FOR EACH STATEMENT EXECUTE FUNCTION log_is_append_only()",
]
NO_SQLITE = ["DROP TRIGGER IF EXISTS log_is_not_changed", "DROP TRIGGER IF EXISTS log_is_not_deleted"]
NO_POSTGRESQL = [
    f"DROP TRIGGER IF EXISTS log_is_not_emptied ON {TABLE}",
    f"DROP TRIGGER IF EXISTS log_is_not_changed ON {TABLE}",
    "DROP FUNCTION IF EXISTS log_is_append_only()",
]


def protect(apps, editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[editor.connection.vendor]:
        editor.execute(statement)


def unprotect(apps, editor):
    for statement in {"sqlite": NO_SQLITE, "postgresql": NO_POSTGRESQL}[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ("play", "0010_ended_matches"),
    ]

    operations = [
        migrations.RunPython(protect, unprotect),
    ]
