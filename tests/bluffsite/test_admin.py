"""Staff see people and tables, never what is secret; everybody else sees a door."""

import pytest

from bluffsite.accounts.models import User
from games.play.models import Secret, Table
from games.play.services import tables

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
