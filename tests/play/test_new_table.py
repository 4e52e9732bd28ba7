"""The sheet that makes a table, and the doors of the home page, as a browser without scripts uses them."""

from typing import Literal

import msgspec
import pytest
from django.test import Client
from django.utils import translation

from bluffsite.accounts.models import User
from games.core.options import CommonOptions
from games.core.registry import all_games, game_named
from games.play import new_table_form as sheet
from games.play.models import Table
from games.play.views.new_table import differences
from tests.play.people import guest, lobby, member, running

pytestmark = pytest.mark.django_db

SHEET = "/en/play/liars_dice/"
PLAIN = {"size": "4", "open": "link", "name": "Anna"}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- the sheet as data ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("language", ["nl", "de", "en", "ne"])
def test_every_option_is_offered_with_its_meaning_and_its_rule(game, language) -> None:
    """UX-205: each value has a one-line consequence; the standard one is chosen at first."""
    offered = sheet.options_of(game, language, {})
    names = {field.name for field in msgspec.structs.fields(game.options)}
    unused = set() if game.calls else {"call_grace_ms"}
    assert {option.name for option in offered} == names - set(sheet.NOT_OFFERED) - unused
    for option in offered:
        assert option.label
        assert option.clause
        assert all(value.meaning for value in option.values)
        assert [value.value for value in option.values if value.is_chosen] == [option.standard]
        assert not option.differs


class OpenCalls(CommonOptions, frozen=True, kw_only=True):
    """The options of a game in which anyone may call."""

    callers: Literal["anyone", "next"] = "anyone"


def test_one_phone_leaves_no_choice_of_who_may_call() -> None:
    """Rules: common.one-phone. A game in which only the next seat can call has nothing to fix."""
    game = game_named("liars_dice")
    assert sheet.fixed_by_one_phone(game) == {}
    assert sheet.fixed_by_one_phone(msgspec.structs.replace(game, options=OpenCalls)) == {"callers": "next"}


def test_time_to_collect_calls_is_asked_only_where_several_may_call() -> None:
    game = game_named("liars_dice")
    assert not sheet.means_something(game, "call_grace_ms")
    assert sheet.means_something(msgspec.structs.replace(game, calls=("call",)), "call_grace_ms")
    assert not sheet.means_something(game, "one_phone")
    assert sheet.means_something(game, "games")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_no_size_is_offered_that_the_game_never_has(game) -> None:
    counts = [size.count for size in sheet.sizes(game, 4, "en")]
    assert counts == list(range(game.seats[0], game.seats[1] + 1))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_what_the_sheet_offers_can_be_read_back(game) -> None:
    for option in sheet.options_of(game, "en", {}):
        for value in option.values:
            read = sheet.read_options(game, {option.name: value.value})
            assert msgspec.convert(read, game.options)


def test_more_seats_than_the_plain_game_has_say_what_they_need() -> None:
    needs = {size.count: size.needs for size in sheet.sizes(game_named("liars_dice"), 4, "en")}
    assert [count for count, text in needs.items() if not text] == [2, 3, 4, 5, 6]
    assert "second set" in needs[7]


@pytest.mark.parametrize(("count", "text"), [(0, "standard rules."), (1, "in 1 point."), (2, "in 2 points.")])
def test_the_sentence_counts_the_differences(count: int, text: str) -> None:
    with translation.override("en"):
        assert differences(count).endswith(text)


# --- making -----------------------------------------------------------------------------------------------------------
def test_a_stranger_makes_a_table_and_sits_at_it(client: Client) -> None:
    response = client.post(SHEET, {**PLAIN, "loss": "one", "turn_seconds": "90", "level_1": "hard", "level_2": "easy", "level_9": "hard"})
    table = Table.objects.get()
    assert response["Location"] == f"/tables/{table.key}/"
    assert (table.size, table.is_public, table.phase) == (4, False, "lobby")
    assert (table.options["loss"], table.options["turn_seconds"]) == ("one", 90)
    assert [(seat.name, seat.bot_level) for seat in table.seats.all()] == [("Anna", ""), ("", "hard"), ("", "easy"), ("", "normal")]
    assert table.host is not None
    assert table.host.is_guest
    assert table.host.display_name == "Anna"


def test_a_public_table_is_on_the_home_page_with_its_house_rules() -> None:
    Client().post(SHEET, {**PLAIN, "open": "public", "loss": "one", "turn_seconds": "0"})
    page = Client().get("/en/").content.decode()
    assert Table.objects.get().key in page
    assert "A mistake always costs one die" in page
    assert "No clock" in page


def test_a_table_by_link_only_is_on_no_list() -> None:
    Client().post(SHEET, PLAIN)
    page = Client().get("/en/").content.decode()
    assert Table.objects.get().key not in page
    assert "Nobody is waiting right now." in page


def test_a_conflict_names_the_rule_and_keeps_what_was_typed(client: Client) -> None:
    """Seven seats need the second set. Rules: liars_dice.players, common.options.validate."""
    response = client.post(SHEET, {**PLAIN, "size": "7", "loss": "one", "turn_seconds": "90", "level_3": "hard", "open": "public"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "with the second set up to 12" in page
    assert 'href="/en/rules/liars_dice/#liars_dice.players"' in page
    for kept in ('value="7" checked', 'value="one" checked', 'value="90" checked', 'value="public" checked', 'value="Anna"'):
        assert kept in page, kept
    assert page.count('value="hard" selected') == 1
    assert "This table differs from the standard rules in 1 point." in page
    assert not Table.objects.exists()
    assert not User.objects.exists()


def test_seven_seats_with_the_second_set_are_fine(client: Client) -> None:
    assert client.post(SHEET, {**PLAIN, "size": "7", "extra_set": "yes"}).status_code == 302


@pytest.mark.parametrize(
    "changes",
    [
        {"size": "0"},
        {"size": "13", "extra_set": "yes"},
        {"size": "four"},
        {"size": "9" * 5000},
        {"loss": "everything"},
        {"extra_set": "maybe"},
        {"turn_seconds": "3"},
        {"turn_seconds": "-1"},
        {"turn_seconds": "9" * 40},
        {"games": "21"},
        {"level_1": "cheating"},
        {"part": "not hexadecimal"},
        {"name": "Moderator"},
        {"name": "\u202eanna"},
        {"name": "<b>" * 4000},
    ],
)
def test_forged_values_make_no_table(client: Client, changes: dict[str, str]) -> None:
    response = client.post(SHEET, {**PLAIN, **changes})
    assert response.status_code == 422, changes
    assert not Table.objects.exists()
    assert "<b><b>" not in response.content.decode()


def test_a_number_that_is_legal_but_not_usual_is_kept(client: Client) -> None:
    client.post(SHEET, {**PLAIN, "turn_seconds": "77"})
    assert Table.objects.get().options["turn_seconds"] == 77


def test_one_phone_is_a_door_of_its_own_and_no_row_of_the_sheet(client: Client) -> None:
    assert "one_phone" not in client.get(SHEET).content.decode()
    assert client.post(SHEET, {**PLAIN, "one_phone": "yes"}).status_code == 422, "it needs names"
    client.post(SHEET, {**PLAIN, "one_phone": "no"})
    assert Table.objects.get().options["one_phone"] is False


def test_a_member_keeps_the_account_name_whatever_the_table_shows() -> None:
    anna = member("Anna")
    signed_in(anna).post(SHEET, {**PLAIN, "name": "Queen of Doubt"})
    anna.refresh_from_db()
    assert anna.display_name == "Anna"
    assert Table.objects.get().seats.get(index=0).name == "Queen of Doubt"


def test_an_unknown_game_has_no_sheet(client: Client) -> None:
    assert client.get("/en/play/chess/").status_code == 404
    assert client.post("/en/play/chess/", PLAIN).status_code == 404


# --- play now ---------------------------------------------------------------------------------------------------------
def test_play_now_is_one_tap_to_a_running_match(client: Client) -> None:
    response = client.post("/en/play/now/", {"game": "liars_dice"})
    table = Table.objects.get()
    assert response["Location"] == f"/tables/{table.key}/"
    assert (table.phase, table.size, table.is_public) == ("playing", 4, False)
    assert [seat.bot_level for seat in table.seats.all()] == ["", "easy", "easy", "easy"]


def test_a_double_tap_makes_one_table_and_one_guest() -> None:
    """Both taps carry the same CSRF cookie and no session yet."""
    first = Client()
    first.get("/en/")
    second = Client()
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    places = [client.post("/en/play/now/", {"game": "liars_dice"})["Location"] for client in (first, second)]
    assert places[0] == places[1]
    assert User.objects.count() == Table.objects.count() == 1


def test_play_now_is_never_done_by_looking(client: Client) -> None:
    assert client.get("/en/play/now/").status_code == 405
    assert not User.objects.exists()


def test_play_now_for_an_unknown_game_says_so(client: Client) -> None:
    response = client.post("/en/play/now/", {"game": "chess"})
    assert response.status_code == 404
    assert "There is no such game." in response.content.decode()


# --- codes ------------------------------------------------------------------------------------------------------------
def test_a_spoken_code_leads_to_the_lobby_however_it_is_written() -> None:
    table = lobby(guest("Host"))
    code = table.code
    for spelled in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:2]} {code[2:]} "):
        assert Client().post("/en/play/code/", {"code": spelled})["Location"] == f"/tables/{table.key}/"
    assert Client().get(f"/t/{code}")["Location"] == f"/tables/{table.key}/"


@pytest.mark.parametrize("code", ["ZZZZZZ", "", "AAA", "<script>", "x" * 5000, "\x00"])
def test_a_wrong_code_is_answered_in_words_and_kept_in_the_field(code: str) -> None:
    response = Client().post("/en/play/code/", {"code": code})
    page = response.content.decode()
    assert response.status_code == 404
    assert "There is no open table with this code." in page
    assert "<script>" not in page.split("<main")[1]


def test_a_code_ends_when_the_match_begins() -> None:
    table = lobby(guest("Host"))
    code = table.code
    running(guest("Other"))
    from games.play.services import tables

    tables.start(table=table, user=table.host)
    assert Client().post("/en/play/code/", {"code": code}).status_code == 404


def test_codes_cannot_be_tried_out(client: Client) -> None:
    answers = [client.post("/en/play/code/", {"code": "ACDEFG"}).status_code for _ in range(22)]
    assert answers[0] == 404
    assert 429 in answers


# --- the banner of running matches ------------------------------------------------------------------------------------
def test_a_running_match_is_on_every_page_and_says_whose_turn(client: Client) -> None:
    """UX-207."""
    client.post("/en/play/now/", {"game": "liars_dice"})
    table = Table.objects.get()
    for path in ("/en/", "/en/settings/", "/en/about/terms/"):
        page = client.get(path).content.decode()
        assert f'href="/tables/{table.key}/"' in page
        assert "it is your turn" in page or "your match is running" in page


def test_nobody_elses_match_is_in_the_banner(client: Client) -> None:
    running(guest("Other"))
    assert "running-in" not in client.get("/en/").content.decode()
    assert "running-in" not in signed_in(guest("Me")).get("/en/").content.decode()
