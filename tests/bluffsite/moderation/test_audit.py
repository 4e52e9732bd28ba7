"""The audit trail is never changed and never deleted: not through the model, and not past it."""

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction

from bluffsite.accounts.models import User
from bluffsite.moderation.desk import audit
from bluffsite.moderation.desk.models import AppendOnlyError, AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def vera() -> User:
    return User.objects.create(username="vera", display_name="Vera")


@pytest.fixture
def entry(vera) -> AuditEntry:
    return audit.write(actor=vera, act="claim", thing="report:abc", reports=1)


def test_an_entry_says_who_did_what_to_whom(vera):
    tom = User.objects.create(username="tom", display_name="Tom")
    written = audit.write(actor=vera, act="sanction", target=tom, thing="sanction:k", rule="respect", note="Why", days=3)
    kept = AuditEntry.objects.get()
    assert kept == written
    assert (kept.actor, kept.act, kept.target, kept.thing, kept.rule) == (vera, "sanction", tom, "sanction:k", "respect")
    assert (kept.note, kept.details) == ("Why", {"days": 3})


def test_the_model_refuses_to_change_or_delete_one(entry):
    entry.note = "Nothing happened"
    with pytest.raises(AppendOnlyError):
        entry.save()
    with pytest.raises(AppendOnlyError):
        entry.delete()
    for refused in (
        lambda: AuditEntry.objects.update(note=""),
        lambda: AuditEntry.objects.filter(pk=entry.pk).delete(),
        lambda: AuditEntry.objects.bulk_update([entry], ["note"]),
    ):
        with pytest.raises(AppendOnlyError):
            refused()


STATEMENTS = ["UPDATE moderation_auditentry SET note = ''", "DELETE FROM moderation_auditentry"]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_database_refuses_too(entry, statement):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.get().thing == "report:abc"


def test_the_database_does_not_empty_or_replace_either(entry):
    """What is no UPDATE and no DELETE: each database has its own way past those."""
    columns = "id, at, actor_id, act, thing, rule, note, details"
    values = f"{entry.pk}, '2026-01-01', {entry.actor_id}, 'claim', '', '', '', '{{}}'"
    statement = "TRUNCATE moderation_auditentry"
    if connection.vendor == "sqlite":
        statement = f"INSERT OR REPLACE INTO moderation_auditentry ({columns}) VALUES ({values})"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.get().thing == "report:abc"


def test_an_unknown_act_is_refused(vera):
    with pytest.raises(ValueError, match="wink"):
        audit.write(actor=vera, act="wink")


def test_the_trail_stays_when_its_people_go(entry, vera):
    vera.delete()
    assert AuditEntry.objects.get().actor_id == entry.actor_id


def test_moderators_are_a_group_with_one_right():
    group = Group.objects.get(name="moderators")
    assert [right.codename for right in group.permissions.all()] == ["moderate"]


@pytest.mark.django_db(transaction=True)
class TestTransactions:
    def test_an_entry_without_a_transaction_is_refused(self, vera):
        with pytest.raises(RuntimeError, match="transaction"):
            audit.write(actor=vera, act="claim")

    def test_an_act_that_fails_leaves_no_entry(self, vera):
        def act() -> None:
            with transaction.atomic():
                audit.write(actor=vera, act="claim")
                raise KeyError

        with pytest.raises(KeyError):
            act()
        assert not AuditEntry.objects.exists()
