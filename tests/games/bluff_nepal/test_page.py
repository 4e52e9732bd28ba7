"""The table page of Bluff (Nepal): what it shows to whom, which controls are there, and that truth and bluff look the same."""

from typing import Any

import msgspec
import pytest

from games.bluff_nepal import engine, page, page_words, words
from games.bluff_nepal.engine import State
from games.bluff_nepal.state import Call
from games.core.cards import pack
from games.core.game import Language
from games.play import render
from games.play.shown import ShownPlace, ShownSeat, ShownTable
from tests.games.bluff_nepal.table import ANY, FOUR, JOKERS, NEXT, REMOVE, call, lay, pass_, position
from tests.play.elements import Page
from tests.stopwatch import seconds

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla", "Deepa", "Emil", "Fenna")


def table(state: State, *, computers: tuple[int, ...] = ()) -> ShownTable:
    view = engine.view(state, None)
    places = tuple(
        ShownPlace(
            index=seat,
            kind="computer" if seat in computers else "person",
            level="normal" if seat in computers else "",
            name=NAMES[seat],
            is_connected=True,
        )
        for seat in range(view.seats)
    )
    result, waited = engine.result(state), engine.actors(state).waited
    return ShownTable(
        key="staged-table-key-00000", code=None, game="bluff_nepal", options=msgspec.to_builtins(view.options), size=view.seats,
        phase="finished" if result else "playing", is_public=False, is_calm=False, rated=False, is_quick=False,
        starts_at_ms=None, host=0, seats=places, version=1, revision=1,
        commitment="c" * 64, view=view, result=result, waited=waited, remaining_ms=None if waited is None else 24_000,
        turn_ms=None if waited is None else 45_000,
    )  # fmt: skip


def own_html(state: State, seat: int | None, language: Language = "en", **of: Any) -> str:
    shown = None if seat is None else ShownSeat(
        index=seat, view=engine.view(state, seat), choices=engine.choices(state, seat), controller="", is_host=seat == 0,
        is_ready=False, is_handed_over=False, has_voted=False, more_time_in_ms=None,
    )  # fmt: skip
    return render.own_html(table(state, **of), shown, language, False)


def own(state: State, seat: int | None, language: Language = "en", **of: Any) -> Page:
    return Page(own_html(state, seat, language, **of))


def public(state: State, language: Language = "en") -> Page:
    return Page(render.public_html(table(state), language, False))


def is_off(mine: Page, name: str) -> bool:
    return mine.by_id[name][1].get("aria-disabled") == "true"


def led() -> State:
    """Seat 3 has laid two cards as sevens; seat 2 is next."""
    return position(FOUR, (3, "7S QS"), to_act=2)


# --- what I may do ----------------------------------------------------------------------------------------------------


def test_a_leader_names_any_rank_and_cannot_pass() -> None:
    """UX-401, bluff_nepal.lead.any-rank."""
    mine = own(position(FOUR, to_act=0, leader=0, phase="lead"), 0)
    offered = [attributes["value"] for _, attributes in mine.elements if attributes.get("name") == "rank"]
    assert offered == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert is_off(mine, "pass")
    assert mine.text("why-pass").startswith(words.reason("bluff_nepal.lead.any-rank", "en"))
    assert not is_off(mine, "lay")
    assert mine.by_id["hand-cards"][1]["data-most"] == "4"


def test_in_a_running_round_the_rank_is_fixed() -> None:
    """UX-401, bluff_nepal.follow.same-rank."""
    mine = own(led(), 2)
    assert "picker" not in mine.by_id
    assert mine.by_id["fixed"][1]["data-rank"] == "7"
    assert mine.text("fixed") == "This round: sevens"
    assert not is_off(mine, "pass")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_play_button_repeats_the_words(language: Language) -> None:
    labels = page.labels(language)
    assert labels["times"]["7"][1] == "2 × 7"
    assert page_words.ranks("7", language) in labels["said"]["7"][1]
    assert all(len(said) == 4 for said in labels["said"].values())
    assert len(labels["cards"]) == 4


def test_the_call_names_the_play() -> None:
    """UX-305."""
    mine = own(led(), 2)
    assert mine.text("call") == "Call bluff on Deepa: two sevens"
    assert own(led(), 2, "ne").text("call") == "Deepaलाई ब्लफ: दुईवटा सात"


def test_the_layer_and_those_too_late_read_why_they_cannot_call() -> None:
    """UX-412, bluff_nepal.call.who, bluff_nepal.call.window."""
    mine = own(led(), 3)
    assert is_off(mine, "call")
    assert mine.text("why-call").startswith(words.reason("bluff_nepal.call.who", "en"))
    late = own(pass_(led(), 2), 0)
    assert is_off(late, "call")
    assert "Too late to call bluff." in late.text("claim")


def test_anyone_may_call_but_only_the_next_where_the_table_says_so() -> None:
    assert not is_off(own(led(), 0), "call")
    mine = own(position(FOUR, (3, "7S QS"), to_act=2, options=NEXT), 0)
    assert is_off(mine, "call")
    assert mine.text("why-call").startswith(words.reason("bluff_nepal.call.next-only", "en"))


def test_letting_go_is_an_action_only_for_who_must_answer() -> None:
    """UX-307, bluff_nepal.let-go.who."""
    state = position((*FOUR[:3], ""), (3, "7S QS"), to_act=2, phase="answer_last")
    assert own(state, 2).by_id["let-go"][1]["data-act"] == '{"type":"let_go"}'
    for hidden in (own(state, 0), own(led(), 2)):
        assert "data-act" not in hidden.by_id["let-go"][1]
        assert "data-let-go" in hidden.by_id["let-go"][1]
    assert "let-go" not in own(led(), 3).by_id


def test_a_call_that_waits_is_locked_for_its_caller_and_seen_by_nobody_else() -> None:
    """UX-305, common.calls.simultaneous."""
    state = led()
    waiting = engine.apply(state, 0, Call(), ANY).state
    assert waiting.calls == (0,)
    mine = own(waiting, 0)
    assert mine.text("call") == "Called"
    assert is_off(mine, "call")
    assert is_off(mine, "lay")
    others: tuple[int | None, ...] = (1, 2, 3, None)
    for seat in others:
        view, same = engine.view(waiting, seat), engine.view(state, seat)
        arguments = ("en", NAMES[:4], seat)
        before = page.own(same, () if seat is None else engine.choices(state, seat), *arguments)
        assert page.own(view, () if seat is None else engine.choices(waiting, seat), *arguments) == before


def test_the_window_of_a_computer_is_drawn_for_those_who_may_call() -> None:
    """UX-307, common.bot.pace: three seconds, five on last cards."""
    assert own(led(), 0, computers=(2,)).by_id["window"][1]["data-all"] == "3000"
    last = position((*FOUR[:3], ""), (3, "7S QS"), to_act=2, phase="answer_last")
    assert own(last, 0, computers=(2,)).by_id["window"][1]["data-all"] == "5000"
    assert "window" not in own(led(), 3, computers=(2,)).by_id
    assert "window" not in own(led(), 0).by_id


# --- what everyone sees -----------------------------------------------------------------------------------------------


def test_passed_seats_are_marked_and_what_is_set_aside_is_counted() -> None:
    """UX-402."""
    state = position(FOUR, (3, "7S QS"), to_act=1, passed=[2], live=False, set_aside=["AD", "AS", "KD"])
    everyone = public(state)
    assert "passed" in everyone.text("seat-2")
    assert "passed" not in everyone.text("seat-0")
    assert everyone.text("middle") == "Play goes to the right. Round 1 · sevens Pile 2 Set aside 3"


def test_play_goes_to_the_right_and_the_next_one_is_marked() -> None:
    """UX-303, bluff_nepal.direction."""
    everyone = public(led())
    assert "next" in everyone.text("seat-1")
    assert page.around(engine.view(led(), None), "en").direction == "anticlockwise"
    assert page.around(engine.view(pass_(led(), 2), None), "en").next == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_last_cards_are_told_to_all(language: Language) -> None:
    """UX-403."""
    state = position((*FOUR[:3], ""), (3, "7S QS"), to_act=2, phase="answer_last")
    for seat in (0, 2, 3, None):
        assert page_words.text("last", language) in own(state, seat, language).text("claim")
    assert page_words.text("last", language) in public(state, language).text("seat-3")
    assert "Deepa" in own(state, None, language).text("banner")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reveal_says_what_was_claimed_what_lay_there_who_takes_and_who_goes_on(language: Language) -> None:
    """UX-309."""
    state = call(led(), 1)
    for seat in (0, 1, 3, None):
        mine = own(state, seat, language)
        told = mine.text("reveal")
        assert words.turned_over(state.reveal, language, NAMES, seat) in told.replace(" ,", ",")
        assert page_words.goes_on(3, 1, language, NAMES, seat) in told
        assert mine.by_id["reveal"][1]["data-wrong"] == "1"
        hits = [attributes["class"] for _, attributes in mine.elements if attributes.get("class", "").startswith("c-card large")]
        assert [(" hit" in one, " miss" in one) for one in hits[:2]] == [(True, False), (False, True)]
    assert "+2" in public(state).text("seat-3")


def test_a_reveal_is_gone_as_soon_as_somebody_leads() -> None:
    state = call(led(), 1)
    after = engine.proceed(state, ANY).state
    assert page.public(engine.view(after, None), "en", NAMES)["reveal"] is None
    assert "reveal" not in own(lay(after, 1, "2D", "K"), 1).by_id


def test_who_opens_next_is_told_anew_when_whoever_was_right_leaves() -> None:
    """bluff_nepal.leave: the next seat to the right leads; a game that ended by it is led by nobody."""
    state = call(position(FOUR[:3], (2, "7S QS"), to_act=1, options=REMOVE), 1)
    assert page_words.goes_on(2, 1, "en", NAMES, None) in own(state, 0).text("reveal")
    state = engine.leave(state, 1, ANY).state
    assert page_words.goes_on(2, 0, "en", NAMES, 2) in own(state, 2).text("reveal")
    told = own(engine.leave(state, 0, ANY).state, 2).text("reveal")
    assert not any(page_words.goes_on(2, seat, "en", NAMES, 2) in told for seat in (0, 1, 2, None))


def test_last_cards_that_were_true_win() -> None:
    state = call(position((*FOUR[:3], ""), (3, "7S 7C"), to_act=2, phase="answer_last"), 2)
    assert page_words.goes_on(3, None, "en", NAMES, None) in own(state, 0).text("reveal")
    assert page_words.goes_on(3, None, "en", NAMES, 3) in own(state, 3).text("reveal")


def test_jokers_count_as_what_was_said() -> None:
    state = call(position(FOUR, (3, "7S X"), to_act=2, options=JOKERS), 2)
    shown = page.revealed(engine.view(state, None).reveal, "en", NAMES, None)
    assert [card["hit"] for card in shown["cards"]] == [True, True]
    assert not shown["wrong"]


def test_whoever_takes_the_pile_unfolds_all_of_it_and_others_only_what_was_shown() -> None:
    """bluff_nepal.view."""
    state = position(FOUR, (0, "9H 8H"), (3, "7S QS"), to_act=2)
    step = engine.proceed(engine.apply(state, 1, Call(), ANY).state, ANY)
    told = next(event for event in step.events if type(event).__name__ == "TurnedOver")
    for seat, piles in ((3, 4), (1, None), (None, None)):
        shown = page.replay(engine.show(told, seat), "en", NAMES)
        assert shown is not None
        assert len(shown["cards"]) == 2
        assert (None if shown["pile"] is None else len(shown["pile"])) == piles
    assert page.calls(step.events[0]) == (1, 3)
    assert page.calls(told) is None


# --- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_truth_and_bluff_are_the_same_bytes_for_all_others(language: Language) -> None:
    """UX-401, common.view.no-leak."""
    honest, bluff = (position(FOUR, (3, cards), to_act=2) for cards in ("7S 7C", "KS QS"))
    assert render.public_html(table(honest), language, False) == render.public_html(table(bluff), language, False)
    for seat in (0, 1, 2, None):
        assert own_html(honest, seat, language) == own_html(bluff, seat, language)
    assert own_html(honest, 3, language) != own_html(bluff, 3, language)
    assert "♠7" in own(honest, 3, language).text("claim")


def test_no_ring_comes_from_the_server() -> None:
    """The true rank is ringed by the script on the page of the one who holds the cards."""
    html = own_html(position(FOUR, to_act=0, leader=0, phase="lead"), 0)
    assert "c-choice true" not in html
    assert " checked" not in html


def test_a_spectator_has_neither_hand_nor_controls() -> None:
    mine = own(led(), None)
    assert not {"hand", "hand-cards", "call", "lay", "pass", "picker"} & mine.by_id.keys()
    assert page.own(engine.view(led(), None), (), "en", NAMES, None)["spoken"] == ""


# --- the rest ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_counts_what_i_hold_and_laid(language: Language) -> None:
    view = engine.view(position(FOUR, (1, "7D"), (3, "7S QS"), to_act=2), 2)
    told = page.own(view, engine.choices(position(FOUR, (1, "7D"), (3, "7S QS"), to_act=2), 2), language, NAMES, 2)["hint"]
    assert told == page_words.hint("7", 1, language, jokers=False)
    assert page_words.text("hint_jokers", language) in page_words.hint("7", 1, language, jokers=True)


def test_plain_form_becomes_an_action() -> None:
    fields = {"type": "lay", "rank": "7", "cards": "7S"}
    assert page.action_from(fields, {"cards": ["7S", "QS"]}) == {"type": "lay", "cards": ["7S", "QS"], "rank": "7"}
    assert page.action_from({"type": "lay"}, {"cards": ["7S"]}) == {"type": "lay", "cards": ["7S"]}
    assert page.action_from({"type": "lay"}, {}) == {"type": "lay", "cards": []}
    assert page.action_from({"type": "pass", "rank": "7"}, {}) == {"type": "pass"}


def test_the_largest_hand_is_made_in_thirty_milliseconds() -> None:
    """Fifty-one cards of one seat, never made before: the quickest of several, by the time of this process."""
    cards = list(pack(jokers=2))
    hands = iter([cards[turn:] + cards[:turn] for turn in range(6)])

    def deal() -> None:
        nonlocal state
        hand = next(hands)
        state = position((" ".join(hand[:51]), hand[51], hand[52]), to_act=0, leader=0, phase="lead", options=JOKERS, set_aside=[hand[53]])

    state: State | None = None
    deal()
    own_html(state, 0)
    assert seconds(lambda: own_html(state, 0), before=deal) < 0.03
