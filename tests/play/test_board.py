"""The big screen over HTTP: who may put it up, and that it shows what a spectator sees and not one thing more (UX-605)."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from bluffsite.accounts.models import User
from games.play import board
from games.play.models import Table
from games.play.services import record as records
from tests.play import people
from tests.play.test_table_page import anna, client_of, text_of

__all__ = ["anna", "client_of"]
pytestmark = pytest.mark.django_db

Browser = Callable[..., Client]


def url(table: Table, *, signed: bool = False) -> str:
    return board.address(table, signed=signed)


def plain(page: str) -> str:
    """A page without what is drawn anew at each loading."""
    return re.sub(r'nonce="[^"]*"|value="[^"]*"|"remaining": \d+|data-(left|all)="\d+"|<b id="clock-number">[^<]*', "", page)


def test_private_match_is_shown_by_the_link_of_those_who_sit_and_not_without(anna, client_of: Browser) -> None:
    table = people.running(anna)
    stranger = client_of(None)
    assert stranger.get(url(table)).status_code == 404
    assert stranger.get(url(table) + "?link=" + "A" * 43).status_code == 404
    assert stranger.get(url(people.running(people.guest("Eve"))) + f"?link={board.signature(table.key)}").status_code == 404
    assert stranger.get(url(table, signed=True)).status_code == 200


def test_sitting_at_the_table_is_no_link_either(anna, client_of: Browser) -> None:
    assert client_of(anna).get(url(people.running(anna))).status_code == 404


def test_unknown_table_and_one_not_to_be_seen_are_answered_alike(anna, client_of: Browser) -> None:
    stranger, private = client_of(None), people.running(anna)
    answers = [text_of(stranger.get(f"/board/{key}/")).replace(key, "KEY") for key in (private.key, "A" * len(private.key))]
    assert plain(answers[0]) == plain(answers[1])


def test_open_match_is_shown_to_anybody(anna, client_of: Browser) -> None:
    assert client_of(None).get(url(people.running(anna, is_public=True))).status_code == 200


@pytest.mark.rule("common.view.no-leak")
def test_it_is_the_same_bytes_whoever_has_signed_in_there(anna, client_of: Browser) -> None:
    table = people.running(anna, people.guest("Bob"), options={"turn_seconds": 0}, is_public=True)
    pages = [plain(text_of(client_of(who).get(url(table)))) for who in (anna, None, people.guest("Eve"))]
    assert pages[0] == pages[1] == pages[2]


@pytest.mark.rule("common.view.no-leak")
def test_it_has_no_hand_no_control_and_no_choice(anna, client_of: Browser) -> None:
    table = people.running(anna, people.guest("Bob"))
    page = text_of(client_of(anna).get(url(table, signed=True)))
    assert records.read(table.pk).state.dice
    assert 'id="hand"' not in page
    assert 'id="moves"' not in page
    assert 'id="actions"' not in page
    assert 'data-seat=""' in page


def test_waiting_room_has_a_code_to_sit_down(anna, client_of: Browser) -> None:
    table = people.lobby(anna)
    page = text_of(client_of(None).get(url(table)))
    assert 'class="b-qr"' in page
    assert table.code in page
    assert 'id="seat-name"' not in page


@pytest.mark.parametrize("language", ["nl", "de", "ne"])
def test_it_speaks_the_language_of_its_browser(anna, client_of: Browser, language: str) -> None:
    assert f'<html lang="{language}"' in text_of(client_of(None, language).get(url(people.lobby(anna))))


def test_those_who_sit_find_their_link_in_the_menu(anna, client_of: Browser) -> None:
    table = people.running(anna)
    assert url(table, signed=True) in text_of(client_of(anna).get(f"/tables/{table.key}/"))


def test_spectator_finds_the_plain_one(anna, client_of: Browser) -> None:
    table = people.running(anna, is_public=True)
    page = text_of(client_of(None).get(f"/tables/{table.key}/"))
    assert url(table) in page
    assert "?link=" not in page


@pytest.mark.parametrize("signed", ["", "%00", "A" * 4000, "é"])
def test_nonsense_for_a_link_opens_nothing(anna: User, client_of: Browser, signed: str) -> None:
    assert client_of(None).get(f"{url(people.running(anna))}?link={signed}").status_code == 404
