"""Bluffen on the table page: the controls of every option, and how long the largest hand takes."""

import msgspec
import pytest

from games.bluffen import engine
from games.bluffen.state import Challenge, State
from games.core.cards import lowest_first, pack
from games.core.game import Language
from games.play import render
from games.play.render import parts
from tests.games.bluffen.table import lay, position
from tests.play.elements import Page
from tests.play.shown_tables import shown_seat, shown_table
from tests.stopwatch import seconds

LANGUAGES: tuple[Language, ...] = ("nl", "de", "en", "ne")
HANDS = ("2H 3H KS", "4C 5C QD", "6D 7D 8S")


def own(state: State, seat: int, language: Language = "en") -> Page:
    return Page(render.own_html(shown_table("bluffen", state), shown_seat("bluffen", state, seat), language, language == "ne"))


def named(page: Page, name: str) -> dict[str, bool]:
    """What the picker of that name offers, and whether it may be chosen."""
    radios = [given for tag, given in page.elements if tag == "input" and given.get("name") == name]
    return {given["value"]: given.get("aria-disabled") != "true" for given in radios}


def is_on(page: Page, name: str) -> bool:
    return page.by_id[name][1].get("aria-disabled") != "true"


# --- the actions of each phase (rules 2.13) -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("state", "on"),
    [
        (position(HANDS), {"lay"}),
        (lay(position(("8C", *HANDS[1:])), 0, "8C", "H"), {"call", "let-go"}),
        (lay(position(HANDS), 0, "2H", "H"), {"call", "lay"}),
        (lay(position(HANDS, options={"open_start": True}), 0, "2H"), {"lay"}),
    ],
    ids=["open", "answer_last", "respond", "must_lay"],
)
def test_buttons_are_the_actions_of_the_phase_and_all_others_are_off_with_their_clause(state: State, on: set[str]) -> None:
    assert state.to_act is not None
    mine = own(state, state.to_act)
    for name in ("call", "let-go", "lay"):
        assert is_on(mine, name) is (name in on), name
        if name not in on:
            assert mine.text(mine.by_id[name][1]["aria-describedby"]).endswith("Rule")


@pytest.mark.parametrize("language", LANGUAGES)
def test_lay_button_says_suit_and_word_before_anything_is_chosen(language: Language) -> None:
    """UX-404."""
    mine = own(lay(position(HANDS), 0, "2H", "H"), 1, language)
    assert {"en": "hearts", "nl": "harten", "de": "Herz", "ne": "पान"}[language] in mine.text("lay")
    assert ("use", {"href": "#suit-H"}) in mine.elements


# --- the options --------------------------------------------------------------------------------------------------------------
def test_four_labelled_suits_open_a_round() -> None:
    mine = own(position(HANDS), 0)
    assert named(mine, "claim") == dict.fromkeys("SHDC", True)
    assert all(word in mine.text("picker") for word in ("spades", "hearts", "diamonds", "clubs"))


def test_a_sequence_offers_three_ranks_with_the_last_one_chosen() -> None:
    mine = own(lay(position(HANDS, options={"mode": "sequence"}), 0, "2H", "K"), 1)
    assert list(named(mine, "claim")) == ["Q", "K", "A"]
    assert "checked" in mine.by_id["claim-K"][1]


def test_same_rank_takes_one_to_four_cards() -> None:
    mine = own(position(HANDS, options={"mode": "same_rank"}), 0)
    assert len(named(mine, "claim")) == 13
    assert mine.by_id["hand-cards"][1]["data-most"] == "4"


def test_a_suit_that_may_not_come_again_is_off_in_the_picker() -> None:
    mine = own(position(HANDS, options={"repeat_suit": False}, previous_suit="S"), 0)
    assert named(mine, "claim") == {"S": False, "H": True, "D": True, "C": True}
    assert "Choose another" in mine.text("why-claim-S")


def test_an_open_start_has_a_picker_for_jokers_alone() -> None:
    options = {"open_start": True, "jokers": True}
    assert named(own(position(HANDS, options=options), 0), "joker_claim") == {}
    mine = own(position(("X 2H", *HANDS[1:]), options=options), 0)
    assert named(mine, "joker_claim") == dict.fromkeys("SHDC", True)
    assert "face up" in mine.text("lay")


def test_anyone_may_call_out_of_turn_and_see_for_how_long_a_computer_waits() -> None:
    state = lay(position(HANDS, options={"challengers": "anyone"}), 0, "2H", "H")
    places = shown_table("bluffen", state).seats
    computer = msgspec.structs.replace(places[1], kind="computer", level="normal")
    table = shown_table("bluffen", state, seats=(places[0], computer, places[2]))
    mine = Page(render.own_html(table, shown_seat("bluffen", state, 2), "en", False))
    assert is_on(mine, "call")
    assert mine.by_id["window"][1]["data-all"] == "3000"
    assert "data-let-go" in mine.by_id["let-go"][1]


def test_safe_last_cards_leave_nothing_to_doubt() -> None:
    state = lay(position(("8C", *HANDS[1:]), options={"last_card_safe": True, "finish": "play_on"}), 0, "8C", "H")
    mine = own(state, 1)
    assert not is_on(mine, "call")
    assert "cannot be doubted" in mine.text("why-call")
    assert is_on(mine, "lay")


def test_a_pile_that_was_taken_is_shown_at_its_takers_seat() -> None:
    state = engine.apply(lay(position(HANDS), 0, "2H", "H"), 1, Challenge(), None).state  # type: ignore[arg-type]
    everyone = Page(render.public_html(shown_table("bluffen", state), "en", False))
    assert "+1" in everyone.text("seat-1")
    assert "+1" not in everyone.text("seat-0")
    assert own(state, 2).by_id["reveal"][1]["data-wrong"] == "0"


# --- the largest hands ----------------------------------------------------------------------------------------------------------
LARGE = sorted(pack(packs=2, jokers=4), key=lowest_first)


def test_the_largest_hand_is_rendered_in_time() -> None:
    """106 of 108 cards in one hand, nothing of it made before: under 30 ms."""
    state = position((" ".join(LARGE[:106]), "X", "X"), options={"mode": "same_rank", "decks": 2, "jokers": True})
    table, seat = shown_table("bluffen", state), shown_seat("bluffen", state, 0)
    html = render.own_html(table, seat, "nl", False)
    assert html.count('class="c-slot"') == 106
    assert seconds(lambda: render.own_html(table, seat, "nl", False), before=parts.forget) < 0.030
