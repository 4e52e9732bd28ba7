"""One's own data: looked at, downloaded, deleted after a time to think; and guests who cannot come back."""

import io
import json
import re
import zipfile
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bluffsite.accounts import leaving, marks, notices, refused_names, registry
from bluffsite.accounts.models import Mark, User
from games.core.registry import game_named
from games.play.leaving.models import Ending
from games.play.models import Seat
from tests.bluffsite.accounts.mailbox import newest
from tests.bluffsite.accounts.unsaid import unsaid
from tests.play.people import finished, lobby, running

pytestmark = pytest.mark.django_db

PASSWORD = "plain tables 44"
GOOD = {"username": "Anna", "password": PASSWORD}


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user("Anna", password=PASSWORD, display_name="Anna K.")
    EmailAddress.objects.create(user=user, email="anna@example.org", verified=True, primary=True)
    return user


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("Bob", password=PASSWORD, display_name="Bob")


def signed_in() -> Client:
    client = Client()
    client.post("/en/sign-in/", GOOD)
    return client


def guest(client: Client) -> User:
    client.post("/en/settings/", {"more_time": "on"})
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_the_file_holds_a_page_and_json_with_the_parts_of_all_apps(anna: User, bob: User) -> None:
    table = finished(anna, bob)
    response = signed_in().post("/en/account/data/file/")
    archive = zipfile.ZipFile(io.BytesIO(response.content))
    data = json.loads(archive.read("my-data.json"))
    assert {exporter.key for exporter in registry.exporters} <= data.keys()
    assert data["account"]["email"] == "anna@example.org"
    assert [seat["table"] for seat in data["matches"]["seats"]] == [table.key]
    page = archive.read("my-data.html").decode()
    assert "Anna K." in page
    assert "Name at the table" in page


def test_long_lists_are_cut_on_the_page_and_whole_in_the_json(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "exporters", [registry.Exporter("long", "Long", lambda user: [f"row {number}" for number in range(150)])])
    client = signed_in()
    page = client.get("/en/account/data/").content.decode()
    assert "row 99" in page
    assert "row 100" not in page
    assert "and 50 more" in page
    whole = client.post("/en/account/data/file/").content
    assert "row 149" in zipfile.ZipFile(io.BytesIO(whole)).read("my-data.json").decode()


def test_the_page_says_times_choices_and_games_in_words(anna: User) -> None:
    at = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Kathmandu", last_game="liars_dice", member_since=at, language="nl")
    page = unescape(signed_in().get("/nl/account/data/").content.decode())
    for said in ("1 december 2026 01:45", "Alleen ik", game_named("liars_dice").words.title("nl"), "Nederlands"):
        assert said in page
    assert "liars_dice" not in page.split("<main")[1]


def test_the_page_speaks_no_word_of_the_code(anna: User, bob: User) -> None:
    User.objects.filter(pk=anna.pk).update(known_games={"blef": "teach"})
    anna.refresh_from_db()
    table = finished(anna, bob)
    Ending.objects.create(match=table.match, user=anna, how="stayed", ended_at=timezone.now())
    for kind in (Mark.Kind.COOL_DOWN, Mark.Kind.MUTED):
        marks.put(user=anna, kind=kind, ref="left:1", until=timezone.now() + timedelta(minutes=5))
    anna.networks.create(digest="0" * 32, day=timezone.now().date())
    refused_names.refuse(user=anna, name="Bad")
    client = signed_in()
    assert {one.key: found for one in registry.exporters if (found := unsaid(one.key, one.export(anna)))} == {}
    page = unescape(client.get("/nl/account/data/").content.decode()).split("<main")[1].split("</main")[0]
    for code in ("stayed", "teach", "hears", "muted_and_blocked", "seats", "what", "blef"):
        assert code not in re.sub(r"<[^>]+>", " ", page).split()


def test_looking_takes_as_many_queries_for_many_matches_as_for_few(anna: User, bob: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get("/en/account/data/")
        return len(asked)

    client = signed_in()
    finished(anna, bob)
    before = queries()
    for _number in range(3):
        finished(anna, bob)
    assert queries() == before


def test_nothing_of_others_and_no_secret_is_in_the_file(anna: User, bob: User) -> None:
    running(anna, bob)
    whole = signed_in().post("/en/account/data/file/").content
    text = zipfile.ZipFile(io.BytesIO(whole)).read("my-data.json").decode()
    assert "Bob" not in text
    assert anna.password not in text


def test_deleting_needs_the_password_and_gives_time_to_think(anna: User) -> None:
    client, device = signed_in(), signed_in()
    assert "A league that is yours gets another owner" in client.get("/en/account/delete/").content.decode()
    assert client.post("/en/account/delete/", {"password": "wrong"}).status_code == 422
    assert User.objects.get(pk=anna.pk).delete_after is None
    client.post("/en/account/delete/", {"password": PASSWORD})
    anna.refresh_from_db()
    assert timedelta(days=13) < anna.delete_after - timezone.now() <= leaving.GRACE
    assert device.get("/en/account/").status_code == 302
    assert newest("anna@example.org").subject == "Your account will be deleted"
    assert leaving.erase_due() == 0
    client.post("/en/account/keep/")
    assert User.objects.get(pk=anna.pk).delete_after is None


def test_signing_in_again_in_that_time_is_enough_to_take_it_back(anna: User) -> None:
    signed_in().post("/en/account/delete/", {"password": PASSWORD})
    later = Client()
    assert "Keep my account" in later.post("/en/sign-in/", {**GOOD, "next": "/en/settings/"}, follow=True).content.decode()
    later.post("/en/account/keep/")
    assert User.objects.get(pk=anna.pk).delete_after is None


def test_after_that_time_nothing_says_who_it_was_and_histories_stay_whole(anna: User, bob: User) -> None:
    table = finished(anna, bob)
    mine = table.seats.get(user=anna)
    notices.Notice.objects.create(user=anna, kind="x", text_id="x")
    User.objects.filter(pk=anna.pk).update(delete_after=timezone.now() - timedelta(seconds=1))
    assert leaving.erase_due() == 1
    gone = User.objects.get(pk=anna.pk)
    assert (gone.email, gone.is_active, gone.notices.count(), gone.emailaddress_set.count()) == ("", False, 0, 0)
    assert "Anna" not in f"{gone.username} {gone.display_name} {gone.skeleton} {gone.profile_key}"
    seat = Seat.objects.get(pk=mine.pk)
    assert (seat.user_id, seat.name.split()[0]) == (anna.pk, "Guest")
    assert table.seats.get(user=bob).name == "Bob"
    assert Client().post("/en/sign-in/", GOOD).status_code == 422
    assert leaving.erase_due() == 0


def test_in_a_running_match_the_computer_plays_on_for_who_was_deleted(anna: User, bob: User) -> None:
    table = running(anna, bob)
    leaving.erase(anna.pk)
    assert "Anna" not in " ".join(table.seats.values_list("name", flat=True))
    assert "Anna" not in Client().get(f"/tables/{table.key}/").content.decode()


def test_an_open_table_is_left_and_its_host_is_nobody_who_was_deleted(anna: User, bob: User) -> None:
    table = lobby(anna, bob)
    leaving.erase(anna.pk)
    table.refresh_from_db()
    assert not table.seats.filter(user=anna).exists()
    assert table.host_id == bob.pk


@pytest.mark.parametrize("again", ["Anna", "anna", "Ann4", "АnnА"])
def test_the_username_of_a_deleted_account_is_not_given_again(anna: User, client: Client, again: str) -> None:
    leaving.erase(anna.pk)
    response = client.post("/en/register/", {"username": again, "password": "other tables 55"})
    if again == "Ann4":
        assert response.status_code == 302
    else:
        assert "Somebody has this username already" in response.content.decode()


@pytest.mark.parametrize("path", ["/en/account/data/", "/en/account/delete/", "/en/account/"])
def test_a_banned_person_still_gets_and_deletes_the_data(anna: User, path: str) -> None:
    marks.put(user=anna, kind=Mark.Kind.BANNED, until=None, rule="x", reason="x", ref="x")
    client = signed_in()
    assert client.get(path).status_code == 200
    assert client.post("/en/account/data/file/").status_code == 200
    client.post("/en/account/delete/", {"password": PASSWORD})
    assert User.objects.get(pk=anna.pk).delete_after is not None


@pytest.mark.parametrize("page", ["data", "delete", "notices"])
def test_a_guest_is_led_nowhere_that_only_members_can_open(client: Client, page: str) -> None:
    guest(client)
    main = client.get(f"/en/account/{page}/").content.decode().split("<main")[1].split("</main")[0]
    assert 'href="/en/account/"' not in main
    assert 'href="/en/account/email/"' not in main


def test_clearing_a_device_clears_what_scripts_keep_there_too(client: Client) -> None:
    assert "data-clears" in client.get("/en/settings/clear/").content.decode()


def test_a_guest_deletes_at_once_and_only_after_a_yes(client: Client) -> None:
    user = guest(client)
    assert client.post("/en/account/delete/").status_code == 422
    client.post("/en/account/delete/", {"sure": "on"})
    assert "_auth_user_id" not in client.session
    assert User.objects.get(pk=user.pk).erased_at is not None


def test_guests_whose_session_is_over_lose_their_name_but_not_their_place(client: Client, bob: User) -> None:
    stale, fresh, idle = guest(client), guest(Client()), guest(Client())
    table = finished(stale, bob)
    long_ago = timezone.now() - timedelta(days=91)
    User.objects.filter(pk__in=[stale.pk, idle.pk]).update(last_login=long_ago, date_joined=long_ago)
    assert leaving.clear_guests() == 2
    assert not User.objects.filter(pk=idle.pk).exists()
    assert User.objects.get(pk=stale.pk).erased_at is not None
    assert User.objects.get(pk=fresh.pk).erased_at is None
    assert table.seats.filter(user=stale).exists()
    assert leaving.clear_guests() == 0


def test_a_guest_who_plays_on_is_not_stale_ninety_days_after_the_first_game(client: Client) -> None:
    user = guest(client)
    long_ago = timezone.now() - timedelta(days=89)
    User.objects.filter(pk=user.pk).update(last_login=long_ago, date_joined=long_ago)
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
    client.post("/en/settings/", {"more_time": "on"})
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=100))
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=89)
    assert leaving.clear_guests() == 0
    assert client.get("/en/account/data/").status_code == 200


def test_an_app_that_cannot_let_go_of_one_person_does_not_keep_the_others(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def stubborn(user: User) -> None:
        if user.pk == anna.pk:
            raise RuntimeError

    monkeypatch.setattr(registry, "erasers", [*registry.erasers, registry.Eraser("stubborn", stubborn)])
    User.objects.update(delete_after=timezone.now())
    assert leaving.erase_due() == 1
    assert User.objects.get(pk=anna.pk).erased_at is None
    assert User.objects.get(pk=anna.pk).display_name == "Anna K."
