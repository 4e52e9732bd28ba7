"""The table page over HTTP: looking makes nothing, plain forms play the match, and every no is a sentence."""

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from bluffsite.accounts.models import User
from games.liars_dice import words
from games.play.models import LogEntry, Table
from games.play.services import tables
from games.play.services.actions import STAFF, submit_action
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return people.guest("Anna")


@pytest.fixture
def client_of() -> Callable[..., Client]:
    """A browser of this person."""

    def make(user: User | None, language: str = "en") -> Client:
        client = Client(headers={"accept-language": language})
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return make


def url(table: Table, rest: str = "") -> str:
    return f"/tables/{table.key}/{rest}"


def text_of(response: object) -> str:
    return response.content.decode()  # type: ignore[attr-defined]


# --- looking ---------------------------------------------------------------------------------------------------------
def test_looking_makes_nobody_and_nothing(anna, client_of) -> None:
    """UX-103, also for link previews."""
    table = people.lobby(anna)
    client, before = client_of(None), User.objects.count()
    for _ in range(2):
        response = client.get(url(table))
        assert response.status_code == 200
    assert client.head(url(table)).status_code == 200
    assert User.objects.count() == before
    assert "sessionid" not in client.cookies
    assert "Anna invites you to Liar&#x27;s Dice" in text_of(response)


def test_page_is_never_kept_and_never_indexed(anna, client_of) -> None:
    response = client_of(anna).get(url(people.running(anna)))
    assert "no-store" in response["Cache-Control"]
    assert '<meta name="robots" content="noindex">' in text_of(response)


@pytest.mark.parametrize("language", ["nl", "de", "en", "ne"])
def test_page_speaks_the_browsers_language(anna, client_of, language: str) -> None:
    page = text_of(client_of(anna, language).get(url(people.running(anna))))
    assert f'<html lang="{language}"' in page


def test_persons_own_language_comes_before_the_browsers(anna, client_of) -> None:
    """As at the socket: otherwise a page would begin in one language and go on in another."""
    anna.language = "de"
    anna.save()
    assert '<html lang="de"' in text_of(client_of(anna, "nl").get(url(people.running(anna))))


def test_link_only_match_is_not_there_for_strangers(anna, client_of) -> None:
    table = people.running(anna)
    stranger = client_of(people.guest("Bob"))
    assert [stranger.get(url(table, rest)).status_code for rest in ("", "log/", "record.json")] == [404, 404, 404]
    assert stranger.post(url(table, "act/"), {"do": "challenge"}).status_code == 404


def test_public_match_is_watched_without_any_hand(anna, client_of) -> None:
    table = people.running(anna, is_public=True)
    page = text_of(client_of(None).get(url(table)))
    assert 'data-seat=""' in page
    assert 'id="hand"' not in page
    assert 'class="die own"' not in page


def test_closed_table_says_so_and_offers_another(anna, client_of) -> None:
    """UX-1502."""
    table = people.lobby(anna)
    tables.close_table(table=table)
    response = client_of(None).get(url(table))
    assert response.status_code == 410
    assert "/en/play/liars_dice/" in text_of(response)


def test_only_my_dice_are_on_my_page(anna, client_of) -> None:
    bob = people.guest("Bob")
    table = people.running(anna, bob, size=2)
    mine, theirs = (text_of(client_of(user).get(url(table))) for user in (anna, bob))
    assert mine.count('class="die own"') == theirs.count('class="die own"') == 5


# --- playing by form ---------------------------------------------------------------------------------------------------
def turn_of(table: Table) -> tuple[int, int]:
    """The seat that is waited for, and the version."""
    from games.play.services.record import read

    record = read(table.pk)
    waited = record.engine.actors(record.state).waited
    assert waited is not None
    return waited, record.version


def test_bid_and_doubt_by_form(anna, client_of) -> None:
    bob = people.guest("Bob")
    table = people.running(anna, bob, size=2)
    clients = [client_of(anna), client_of(bob)]
    seat, version = turn_of(table)
    response = clients[seat].post(url(table, "act/"), {"do": "bid", "count": "3", "face": "*", "version": version, "token": "t1"})
    assert response.status_code == 302
    assert response["Location"] == url(table)
    assert "three stars" in text_of(clients[1 - seat].get(url(table)))
    clients[1 - seat].post(url(table, "act/"), {"do": "challenge", "version": version + 1, "token": "t2"})
    assert 'id="reveal"' in text_of(clients[seat].get(url(table)))


def test_form_sent_twice_counts_once(anna, client_of) -> None:
    bob = people.guest("Bob")
    table = people.running(anna, bob, size=2)
    seat, version = turn_of(table)
    client = [client_of(anna), client_of(bob)][seat]
    for _ in range(2):
        client.post(url(table, "act/"), {"do": "bid", "count": "3", "face": "2", "version": version, "token": "same"})
    assert turn_of(table) == (1 - seat, version + 1)


def test_refusal_is_a_sentence_on_the_page(anna, client_of) -> None:
    bob = people.guest("Bob")
    table = people.running(anna, bob, size=2)
    seat, version = turn_of(table)
    client = [client_of(anna, "de"), client_of(bob, "de")][seat]
    page = text_of(client.post(url(table, "act/"), {"do": "bid", "count": "99", "face": "2", "version": version}, follow=True))
    assert words.reason("liars_dice.bid.count-limit", "de") in page, re.findall(r"class=.banner[^<]*<.*", page)
    assert turn_of(table) == (seat, version)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "bid"},
        {"do": "bid", "count": "x", "face": "y"},
        {"do": "steal"},
        {"do": "bid", "count": "9" * 400, "face": "2"},
        {"do": "timeout"},
    ],
)
def test_nonsense_by_form_changes_nothing(anna, client_of, fields: dict[str, str]) -> None:
    bob = people.guest("Bob")
    table = people.running(anna, bob, size=2)
    seat, version = turn_of(table)
    client = [client_of(anna), client_of(bob)][seat]
    assert client.post(url(table, "act/"), {**fields, "version": str(version)}).status_code == 302
    assert turn_of(table) == (seat, version)


def test_forms_want_the_csrf_token(anna) -> None:
    table = people.running(anna)
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(url(table, "act/"), {"do": "challenge"}).status_code == 403


# --- waiting room --------------------------------------------------------------------------------------------------------
def test_sitting_down_makes_the_guest_of_this_browser(anna, client_of) -> None:
    table, client, before = people.lobby(anna), client_of(None), User.objects.count()
    client.post(url(table, "sit/"), {"name": "Ruby", "part": "ab" * 16})
    assert User.objects.count() == before + 1
    seat = table.seats.get(index=1)
    assert (seat.name, seat.part) == ("Ruby", "ab" * 16)
    assert seat.user is not None
    assert seat.user.display_name == "Ruby"


def test_refused_name_is_told_and_nobody_sits(anna, client_of) -> None:
    table, client = people.lobby(anna), client_of(people.guest("Bob"))
    page = text_of(client.post(url(table, "sit/"), {"name": "Anna"}, follow=True))
    assert table.seats.filter(user__isnull=False).count() == 1
    assert 'role="alert"' in page or 'class="banner' in page


def test_script_gets_bare_answers(anna, client_of) -> None:
    table = people.lobby(anna)
    headers = {"X-Requested-With": "table"}
    good = client_of(people.guest("Bob")).post(url(table, "sit/"), headers=headers)
    assert (good.status_code, good["X-Table"]) == (204, table.key)
    bad = client_of(people.guest("Carla")).post(url(table, "start/"), headers=headers)
    assert (bad.status_code, text_of(bad)) == (422, "Only the host can do that.")


def test_ready_stand_and_start(anna, client_of) -> None:
    bob = people.guest("Bob")
    table = people.lobby(anna, bob)
    client_of(bob).post(url(table, "ready/"), {"ready": "1"})
    assert table.seats.get(user=bob).is_ready
    client_of(bob).post(url(table, "ready/"), {"ready": "0"})
    assert not table.seats.get(user=bob).is_ready
    client_of(bob).post(url(table, "stand/"))
    assert not table.seats.filter(user=bob).exists()
    client_of(anna).post(url(table, "start/"))
    table.refresh_from_db()
    assert table.phase == Table.Phase.PLAYING


def test_host_sets_up_by_one_form(anna, client_of) -> None:
    table = people.lobby(anna)
    fields = {"loss": "one", "games": "3", "turn_seconds": "30", "size": "3", "open": "public", "level_2": "hard"}
    client_of(anna).post(url(table, "setup/"), fields)
    table.refresh_from_db()
    assert (table.options["loss"], table.options["games"], table.options["turn_seconds"]) == ("one", 3, 30)
    assert (table.size, table.is_public, table.seats.get(index=2).bot_level) == (3, True, "hard")


def test_options_that_no_table_may_have_are_refused_by_their_rule(anna, client_of) -> None:
    table = people.lobby(anna)
    page = text_of(client_of(anna).post(url(table, "setup/"), {"size": "9"}, follow=True))
    table.refresh_from_db()
    assert table.size == 4
    assert "2 to 6 players; with the second set up to 12." in page


def test_strangers_cannot_change_a_lobby(anna, client_of) -> None:
    table = people.lobby(anna)
    for name in ("stand", "ready", "start", "setup"):
        client_of(None).post(url(table, f"{name}/"), {"size": "2"})
    table.refresh_from_db()
    assert (table.phase, table.size) == (Table.Phase.LOBBY, 4)


# --- after the match, and the rest -----------------------------------------------------------------------------------------
def test_record_comes_after_the_match_and_for_players_only(anna, client_of) -> None:
    table = people.running(anna, is_public=True)
    assert client_of(anna).get(url(table, "record.json")).status_code == 404
    _, version = turn_of(table)
    submit_action(match_id=table.pk, seat=None, action={"type": "close"}, version=version, actor=STAFF)
    assert client_of(anna).get(url(table)).status_code == 200
    response = client_of(anna).get(url(table, "record.json"))
    assert response["Content-Disposition"].startswith("attachment")
    assert json.loads(response.content)["table"] == table.key
    assert client_of(people.guest("Bob")).get(url(table, "record.json")).status_code == 404


def test_log_page_tells_every_line(anna, client_of) -> None:
    bob = people.guest("Bob")
    table = people.running(anna, bob, size=2)
    seat, version = turn_of(table)
    [client_of(anna), client_of(bob)][seat].post(url(table, "act/"), {"do": "bid", "count": "2", "face": "4", "version": version})
    page = text_of(client_of(anna).get(url(table, "log/")))
    assert "two fours" in page
    assert LogEntry.objects.filter(match_id=table.pk).count() == version + 1


def test_first_question_is_kept_with_the_person(anna, client_of) -> None:
    """UX-106."""
    table, client = people.running(anna), client_of(anna)
    assert 'id="question"' in text_of(client.get(url(table)))
    client.post(url(table, "known/"), {"known": "hints"})
    anna.refresh_from_db()
    assert anna.known_games == {"liars_dice": "hints"}
    page = text_of(client.get(url(table)))
    assert 'id="question"' not in page
    assert "hints" in page.split("<body", 1)[1][:80]
    assert client.post(url(table, "known/"), {"known": "teach"})["Location"].endswith("/play/liars_dice/lesson/")
    client.post(url(table, "known/"), {"known": "nonsense"})
    anna.refresh_from_db()
    assert anna.known_games == {"liars_dice": "teach"}


def test_lesson_by_address_leads_back_to_the_table_it_came_from(anna, client_of) -> None:
    table = people.running(anna)
    page = text_of(client_of(anna).get(f"/en/play/liars_dice/lesson/?step=4&answer=doubt&table={table.key}"))
    assert f'href="{url(table)}"' in page
    stranger = text_of(client_of(None).get(f"/en/play/liars_dice/lesson/?step=4&answer=doubt&table={table.key}"))
    assert url(table) not in stranger
    assert client_of(None).get("/en/play/chess/lesson/").status_code == 404


def test_text_mode_has_no_pictures_and_a_command_box(anna, client_of) -> None:
    page = text_of(client_of(anna).get(url(people.running(anna)) + "?text=1"))
    assert "css/text.css" in page
    assert "css/table.css" not in page
    assert 'id="command"' in page
