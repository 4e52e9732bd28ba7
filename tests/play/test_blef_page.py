"""Blef in the frame of the table page: what each reader gets, what nobody else may get, and how long it takes."""

import re
from functools import partial
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.blef import engine, page, words
from games.blef.engine import Bid, Check, Options, State
from games.core.game import Language
from games.play import render
from tests.games.blef.table import ANY, FIVE, HIGHEST, REST, STOCK, THREE, counted, position
from tests.games.blef.twins import twin
from tests.play.elements import Page
from tests.play.shown_tables import shown_seat, shown_table
from tests.stopwatch import seconds

LANGUAGES: tuple[Language, ...] = ("nl", "de", "en", "ne")
NAMES = ("Anna", "Bob", "Carla", "Deepa", "Emil", "Fenna", "Gita", "Hari", "Ines", "Jonas")


def own_html(state: State, seat: int | None, language: Language = "en", digits: bool = False) -> str:
    shown = None if seat is None else shown_seat("blef", state, seat)
    return render.own_html(shown_table("blef", state, NAMES), shown, language, digits)


def public_html(state: State, language: Language = "en", digits: bool = False) -> str:
    return render.public_html(shown_table("blef", state, NAMES), language, digits)


def after(state: State, action: Any) -> State:
    return engine.apply(state, state.to_act, action, ANY).state


def bidding() -> State:
    return position(THREE, (1, "pair:9"), (2, "two_pair:Q,9"), to_act=0)


PHASES = {
    "opening": lambda: position(THREE),
    "bidding": bidding,
    "bidding with 52 cards": lambda: position(FIVE, (3, "full:K,2"), to_act=4),
    "highest": lambda: position(THREE, (0, HIGHEST)),
    "on the rest": lambda: position(THREE, (0, HIGHEST), (1, "rest/two_pair:K,Q"), options=REST),
    "true": lambda: after(position(THREE, (0, "two_pair:K,9")), Check()),
    "false": lambda: after(position(THREE, (0, "sflush:small,D")), Check()),
    "rest open": lambda: after(position(THREE, (0, HIGHEST), (1, "rest/pair:K"), options=REST), Check()),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
def test_banner_is_the_games_own_sentence_for_every_reader(phase: str, language: Language) -> None:
    state = PHASES[phase]()
    names = shown_table("blef", state, NAMES).names(language)
    for seat in (*range(state.seats), None):
        assert Page(own_html(state, seat, language)).text("banner") == words.turn(engine.view(state, seat), language, names, seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_needed_for_a_decision_is_in_words(language: Language) -> None:
    state = bidding()
    mine, everyone = Page(own_html(state, 0, language)), Page(public_html(state, language))
    assert words.claim(Bid("two_pair:Q,9"), language) in mine.text("claim")
    assert words.claim(Bid("two_pair:Q,9"), language) in mine.text("call")
    assert "24" in mine.text("clock")
    assert mine.text("at-zero") == words.timeout(engine.view(state, 0), language)
    assert page.public(engine.view(state, None), language, NAMES)["in_play"] in everyone.text("middle")
    assert [re.findall(r"\d", everyone.text(f"seat-{seat}"))[0] for seat in range(3)] == ["2", "2", "1"]


def test_snapshot_of_my_turn_in_english() -> None:
    mine = Page(own_html(bidding(), 0))
    assert mine.text("banner") == "Your turn: bid higher or check."
    assert mine.text("claim") == "Carla said QQ99 two pairs, queens and nines"
    assert mine.text("call") == "Check Carla: two pairs, queens and nines"
    assert mine.text("why-low") == "You must bid higher than this: two pairs, queens and nines. Rule"
    assert Page(public_html(bidding())).text("middle").startswith("Play goes clockwise. Round 1 · Cards in play: 5 of 24")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
def test_every_control_that_is_off_has_a_reason_with_its_clause(phase: str, language: Language) -> None:
    state = PHASES[phase]()
    for seat in range(state.seats):
        html = own_html(state, seat, language)
        mine = Page(html)
        for _, attributes in mine.elements:
            assert "disabled" not in attributes
            if attributes.get("aria-disabled") == "true":
                reason = attributes["aria-describedby"]
                assert mine.text(reason)
                assert re.search(rf'id="{reason}"[^>]*>[^<]+<a href="/{language}/rules/(?:blef|common)/#[a-z_.-]+"', html)


OPTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "poker_ranking": ({"poker_ranking": True}, "kind-straight-small"),
    "ace_low": ({"ace_low": False}, "top-6"),
    "bid_on_rest": (REST, "on-rest"),
    "elimination": (STOCK, "hand-cards"),
}


def test_every_option_of_the_game_has_a_test_of_its_controls() -> None:
    common = set(Options.__struct_fields__) - set(OPTIONS)
    assert common == {"turn_seconds", "max_timeouts", "leave_mode", "call_grace_ms", "games", "bot_speed", "one_phone"}


def test_poker_ranking_puts_three_of_a_kind_below_the_straights() -> None:
    usual, poker = (Page(own_html(position(THREE, (0, "three:A"), options={"poker_ranking": on}), 1)).by_id for on in (False, True))
    assert usual["kind-straight-small"][1].get("aria-disabled") == "true"
    assert "aria-disabled" not in poker["kind-straight-small"][1]


def test_without_a_low_ace_no_straight_to_the_five_is_offered() -> None:
    low, high = (Page(own_html(position(FIVE, options={"ace_low": on}), 0)).by_id for on in (True, False))
    assert "top-5" in low
    assert "top-5" not in high
    assert "top-6" in high


def test_bids_on_the_rest_are_named_and_sent_as_such() -> None:
    with_rest, without = (Page(own_html(position(THREE, (0, HIGHEST), options=options), 1)) for options in (REST, {}))
    assert with_rest.text("on-rest") == "Among the undealt cards (19)"
    assert [attributes["value"] for _, attributes in with_rest.elements if attributes.get("name") == "where"] == ["rest"]
    assert "picker" not in without.by_id
    assert without.text("why-bid") == words.reason("blef.max.must-check", "en")


def test_a_hand_of_the_stock_is_shown_whole() -> None:
    state = counted([12, 12], (0, "pair:9"), options=STOCK, to_act=1)
    assert len([1 for _, attributes in Page(own_html(state, 1)).elements if "c-slot" in attributes.get("class", "").split()]) == 12


def test_cards_that_make_the_hand_are_lifted_for_everyone() -> None:
    state = after(position(THREE, (0, "two_pair:K,9")), Check())
    html = public_html(state)
    assert html.count("bf-mini") - html.count(" hit") == 1
    assert html.count(" hit") == 4
    assert "one card more" in Page(html).text("seat-1")
    mine = Page(own_html(state, 1)).text("reveal")
    assert "The hand is there. You play on with 3 cards. Carla bids first." in mine


def test_missing_cards_are_gaps_and_words() -> None:
    html = own_html(after(position(THREE, (0, "full:K,9")), Check()), 2)
    assert html.count("bf-named missing") == 1
    assert "Missing: one king. Anna plays on with 3 cards." in Page(html).text("reveal")
    assert Page(html).by_id["reveal"][1]["data-wrong"] == "1"


# --- secrets (common.view.no-leak) -----------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["opening", "bidding", "bidding with 52 cards", "on the rest"])
def test_other_hands_and_the_rest_change_nothing_of_what_a_reader_gets(phase: str, language: Language) -> None:
    """Whether a bid is true or a bluff: the page of everyone else is the same, to the last byte."""
    state, rng = PHASES[phase](), Random(5)
    for seat in (*range(state.seats), None):
        other = twin(state, seat, rng)
        assert own_html(state, seat, language) == own_html(other, seat, language)
        assert public_html(state, language) == public_html(other, language)


def test_own_cards_are_marked_in_the_own_picker_alone() -> None:
    state = bidding()
    assert own_html(state, 0).count("(you hold 1)") == 6
    assert "(you hold" not in own_html(state, 1)
    assert "(you hold" not in public_html(state)


def test_names_are_data() -> None:
    table = shown_table("blef", bidding(), ("<img src=x>", "\u202eevil", "<b>"))
    html = render.public_html(table, "en", False) + render.own_html(table, shown_seat("blef", bidding(), 0), "en", False)
    assert "<img" not in html
    assert "<b>said" not in html


def test_devanagari_digits_are_for_the_eye_only() -> None:
    html = own_html(position(FIVE, (3, "pair:9"), to_act=4), 4, "ne", True) + public_html(
        position(FIVE, (3, "pair:9"), to_act=4), "ne", True
    )
    assert "५२" in html
    assert not re.search(r'(?:id|name|value|class|href|data-[a-z-]+)="[^"]*[०-९]', html)


def _made(state: State, language: Language) -> None:
    own_html(state, 0, language)
    public_html(state, language)


def test_largest_hand_is_rendered_fast() -> None:
    """Far above the aim, so that only a real slip fails: 24 cards in one hand, and ten hands of five that lie open."""
    stock = position([None] * 5, (1, "pair:9"), to_act=0, counts=[24, 2, 2, 2, 2], options=STOCK)
    opened = after(position([None] * 10, (0, "pair:9"), counts=[5] * 10, to_act=1), Check())
    for state in (stock, opened):
        for language in ("ne", "de"):
            make = partial(_made, state, language)
            assert seconds(make, times=1) < 1.0
            assert seconds(make) < 0.030


# --- pages around the table -------------------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_home_sheet_and_lesson_know_the_game(client: Client, language: Language) -> None:
    home = client.get(f"/{language}/").content.decode()
    assert f"/{language}/play/blef/" in home
    assert f"/{language}/rules/blef/" in home
    sheet = client.get(f"/{language}/play/blef/").content.decode()
    assert all(f'name="{name}"' in sheet for name in OPTIONS)
    for step, answer in ((1, ""), (1, "pair:K"), (2, "pair:J"), (3, "check"), (3, "full:A,9"), (4, "check")):
        lesson = client.get(f"/{language}/play/blef/lesson/", {"step": step, "answer": answer}).content.decode()
        assert 'class="bf-lesson felt"' in lesson


@pytest.mark.django_db
def test_german_home_page_begins_with_blef(client: Client) -> None:
    """UX-101."""
    home = client.get("/de/").content.decode()
    assert home.index('name="game" value="blef"') < home.index('name="game" value="liars_dice"')
