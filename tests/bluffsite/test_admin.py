"""Staff see people and tables, never what is secret; everybody else sees a door."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.test import Client
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from bluffsite.moderation.desk import audit
from bluffsite.moderation.desk.admin_site import Audited
from bluffsite.moderation.models import AuditEntry, Report, Sanction
from games.play.models import Secret, Table
from games.play.services import tables
from games.play.talk.models import Line

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    host = User.objects.create(username="host", display_name="Host", is_guest=True)
    return tables.create_table(host=host, game="liars_dice")


def test_strangers_and_members_stand_before_a_door(client, table):
    assert client.get("/admin/play/table/").status_code == 302
    client.force_login(table.host)
    assert client.get("/admin/play/table/").status_code == 302


@pytest.mark.parametrize("path", ["", "accounts/user/", "accounts/user/{user}/change/", "play/table/", "play/table/{table}/change/"])
def test_admin_sees_no_secret_key_code_or_address(admin_client, table, path):
    response = admin_client.get("/admin/" + path.format(user=table.host_id, table=table.pk))
    assert response.status_code == 200
    page = response.content.decode()
    secret = bytes(Secret.objects.get(table=table).value)
    for hidden in (table.key, table.code, secret.hex(), str(secret)):
        assert hidden not in page


@pytest.mark.parametrize("path", ["add/", "{table}/delete/"])
def test_tables_are_changed_only_through_the_services(admin_client, table, path):
    assert admin_client.post("/admin/play/table/" + path.format(table=table.pk)).status_code == 403


@pytest.mark.parametrize("name", ["secret", "match", "logentry", "seat"])
def test_what_a_match_holds_has_no_page(admin_client, name):
    assert admin_client.get(f"/admin/play/{name}/").status_code == 404


LOGS = ("play/line/", "accounts/mark/", "moderation/report/", "moderation/sanction/", "moderation/appeal/", "moderation/auditentry/")


@pytest.mark.parametrize("path", LOGS)
def test_logs_and_decisions_are_there_to_read_and_to_search_and_nothing_else(admin_client, admin_user, path):
    tom = User.objects.create(username="tom", display_name="Tom")
    report = Report.objects.create(key="k", kind="table", about="a-secret-key", label="x", reason="abuse", words="Rude.", target=tom)
    sanction = Sanction.objects.create(key="s", person=tom, act="mute", rule="respect", reason="Why.", language="en", report=report)
    marks.put(user=tom, kind="muted", ref="sanction:s")
    with transaction.atomic():
        audit.write(actor=admin_user, act="claim", target=tom, thing="report:k")
    assert admin_client.get(f"/admin/{path}").status_code == 200
    assert admin_client.get(f"/admin/{path}?q=tom").status_code == 200
    assert admin_client.get(f"/admin/{path}add/").status_code == 403
    rows = {"mark": tom.marks.get(), "report": report, "sanction": sanction, "auditentry": AuditEntry.objects.first()}
    row = rows.get(path.split("/")[1])
    if row is not None:
        page = admin_client.get(f"/admin/{path}{row.pk}/change/")
        assert page.status_code == 200
        assert "a-secret-key" not in page.content.decode()
        assert admin_client.post(f"/admin/{path}{row.pk}/change/", {"note": "x"}).status_code == 403
        assert admin_client.post(f"/admin/{path}{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_people_are_not_deleted_here(admin_client, table):
    assert admin_client.post(f"/admin/accounts/user/{table.host_id}/delete/", {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=table.host_id).exists()


def test_every_class_of_the_admin_is_audited():
    assert all(isinstance(one, Audited) for one in admin.site._registry.values())


def test_each_write_is_in_the_trail_with_its_fields_and_no_values(admin_client, admin_user):
    admin_client.post("/admin/auth/group/add/", {"name": "helpers"})
    group = Group.objects.get(name="helpers")
    admin_client.post(f"/admin/auth/group/{group.pk}/change/", {"name": "hidden name"})
    admin_client.post("/admin/auth/group/", {"action": "delete_selected", "_selected_action": [group.pk], "post": "yes"})
    assert not Group.objects.filter(pk=group.pk).exists()
    entries = AuditEntry.objects.order_by("pk")
    assert [(entry.act, entry.thing) for entry in entries] == [
        ("admin_add", f"auth.group:{group.pk}"),
        ("admin_change", f"auth.group:{group.pk}"),
        ("admin_delete", f"auth.group:{group.pk}"),
    ]
    assert {entry.actor for entry in entries} == {admin_user}
    assert "Name" in str(entries[1].details)
    assert "hidden name" not in str([entry.details for entry in entries])


def test_making_somebody_a_moderator_is_in_the_trail(admin_client, table):
    host = table.host
    group = Group.objects.get_or_create(name="moderators")[0]
    form = admin_client.get(f"/admin/accounts/user/{host.pk}/change/").context["adminform"].form
    data = {name: value for name, value in form.initial.items() if value is not None and not isinstance(value, list)}
    data |= {"username": "host", "display_name": "Host", "groups": [group.pk]}
    data |= {f"marks-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}
    for name in ("date_joined", "last_login"):
        data.pop(name, None)
    answer = admin_client.post(f"/admin/accounts/user/{host.pk}/change/", data)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    assert group in host.groups.all()
    entry = AuditEntry.objects.get(act="admin_change")
    assert entry.target == host


def staff_with(client: Client, *rights: str) -> User:
    """A member of the staff of the admin, who is no superuser, signed in."""
    user = User.objects.create(username="clerk", display_name="Clerk", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(user)
    return user


def test_who_may_edit_people_gives_nobody_rights_and_touches_no_colleague(client, admin_user, table):
    clerk, host = staff_with(client, "change_user", "view_user"), table.host
    for colleague in (clerk, admin_user):
        assert client.get(f"/admin/accounts/user/{colleague.pk}/change/").status_code == 200
        assert client.post(f"/admin/accounts/user/{colleague.pk}/change/", {"is_superuser": "on"}).status_code == 403
        assert client.post(f"/admin/accounts/user/{colleague.pk}/password/", {"password1": "x", "password2": "x"}).status_code == 403
    data = {"username": "host", "display_name": "Harald", "is_superuser": "on", "is_staff": "on", "is_active": "on", "language": "en"}
    data |= {"groups": [Group.objects.get_or_create(name="moderators")[0].pk]}
    data |= {f"marks-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}
    answer = client.post(f"/admin/accounts/user/{host.pk}/change/", data)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    host.refresh_from_db()
    assert (host.display_name, host.is_superuser, host.is_staff, host.groups.count()) == ("Harald", False, False, 0)


def test_what_was_said_at_a_private_table_is_not_read_past_the_desk(admin_client, table):
    seat = table.seats.get(user=table.host)
    values = {"user": table.host, "seat": seat.index, "name": "Host", "language": "en", "at": timezone.now()}
    hidden = Line.objects.create(table=table, number=1, text="between us", **values)
    assert "between us" not in admin_client.get("/admin/play/line/").content.decode()
    assert admin_client.get(f"/admin/play/line/{hidden.pk}/change/").status_code == 302
    Table.objects.update(is_public=True)
    assert "between us" in admin_client.get("/admin/play/line/?q=between").content.decode()


def test_a_reported_member_of_the_staff_reads_nothing_of_it(admin_client, admin_user):
    report = Report.objects.create(key="k", kind="table", about="a", label="x", reason="abuse", words="Rude chief.", target=admin_user)
    Sanction.objects.create(key="s", person=admin_user, act="ban", rule="fair", reason="A proposal.", language="en", state="waiting")
    with transaction.atomic():
        audit.write(actor=admin_user, act="claim", target=admin_user, thing="report:the-key")
    for path, hidden in (("report", "Rude chief."), ("sanction", "waiting"), ("auditentry", "report:the-key")):
        assert hidden not in admin_client.get(f"/admin/moderation/{path}/").content.decode().partition('id="result_list"')[2]
    assert admin_client.get(f"/admin/moderation/report/{report.pk}/change/").status_code == 302


def test_no_key_of_a_session_or_second_step_is_shown_and_no_address_is_given_away(admin_client, table):
    """Who had the key of a session would be that person, with their hand."""
    host = table.host
    session = UserSession.objects.create(user=host, ip="203.0.113.7", session_key="the-key-of-the-session", user_agent="A browser")
    step = Authenticator.objects.create(user=host, type="totp", data={"secret": "the-secret-of-the-app"})
    mail = EmailAddress.objects.create(user=host, email="host@example.org")
    for row, name in ((session, "usersessions/usersession"), (step, "mfa/authenticator"), (mail, "account/emailaddress")):
        for path in (f"/admin/{name}/", f"/admin/{name}/?q=host", f"/admin/{name}/{row.pk}/change/"):
            page = admin_client.get(path)
            assert page.status_code == (403 if row is session and "change" in path else 200)
            for hidden in ("the-key-of-the-session", "203.0.113.7", "the-secret-of-the-app"):
                assert hidden not in page.content.decode(), path
        assert admin_client.post(f"/admin/{name}/add/", {"user": host.pk}).status_code == 403
        assert admin_client.post(f"/admin/{name}/{row.pk}/change/", {"verified": "on", "email": "x@example.org"}).status_code == 403
    admin_client.post("/admin/account/emailaddress/", {"action": "make_verified", "_selected_action": [mail.pk]})
    mail.refresh_from_db()
    assert not mail.verified
    assert admin_client.post(f"/admin/mfa/authenticator/{step.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.exists()
    assert AuditEntry.objects.filter(act="admin_delete", thing=f"mfa.authenticator:{step.pk}").exists()


def test_groups_are_for_superusers(client):
    group = Group.objects.get_or_create(name="moderators")[0]
    staff_with(client, "change_group", "view_group", "add_group", "delete_group", "delete_authenticator")
    assert client.get("/admin/auth/group/").status_code == 200
    assert client.post(f"/admin/auth/group/{group.pk}/change/", {"name": "moderators"}).status_code == 403
    assert client.post("/admin/auth/group/add/", {"name": "helpers"}).status_code == 403
    assert client.post(f"/admin/auth/group/{group.pk}/delete/", {"post": "yes"}).status_code == 403
