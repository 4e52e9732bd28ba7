"""What the page of Blef says as plain data: the picker, what makes a hand, places, the plain form, words for typing."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from games.blef import engine, page, page_words, words
from games.blef.engine import Check, Options, State
from games.blef.ladder import ladder_of
from games.core.game import Language
from tests.games.blef.table import ANY, FIVE, HIGHEST, HIGHEST_52, REMOVE, REST, STOCK, THREE, counted, play_out, position, started

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla", "Deepa", "Emil")


def picker(state: State, language: Language = "en") -> dict[str, Any]:
    """The picker of the seat to act."""
    seat = state.to_act
    assert seat is not None
    key = page.moves_key(engine.view(state, seat), engine.choices(state, seat))
    assert key is not None
    hash(key)
    return page.moves(key, language)


def offered(state: State) -> set[str]:
    """All bids that the picker has on, as its script reads them."""
    made, every = picker(state)["picker"], page.every_bid(state.seats)
    before = "rest/" if made["rest"] else ""
    return {before + bid for rung in made["rungs"] for bid in every[rung["code"]][rung["from"] :]}


def legal(state: State) -> set[str]:
    assert state.to_act is not None
    return {bid for choice in engine.choices(state, state.to_act) if choice.type == "bid" for bid in choice.patterns[0]["bid"]}


# --- the picker ----------------------------------------------------------------------------------------------------
LASTS = ["high:9", "pair:A", "two_pair:A,K", "straight:small", "straight:big", "three:Q", "full:A,9", "flush:S", "four:A", "sflush:small,H"]


@pytest.mark.parametrize("poker", [False, True])
@pytest.mark.parametrize("last", LASTS)
def test_exactly_the_bids_above_the_last_one_are_on(last: str, poker: bool) -> None:
    state = position(THREE, (0, last), options={"poker_ranking": poker})
    assert offered(state) == legal(state)
    assert last not in offered(state)


@pytest.mark.parametrize("ace_low", [False, True])
@pytest.mark.parametrize("last", ["high:2", "two_pair:3,2", "straight:6", "full:A,K", "sflush:6,C", "sflush:A,H"])
def test_exactly_the_bids_above_the_last_one_are_on_with_52_cards(last: str, ace_low: bool) -> None:
    state = position(FIVE, (0, last), options={"ace_low": ace_low})
    assert offered(state) == legal(state)


@pytest.mark.parametrize("hands", [THREE, FIVE], ids=["24", "52"])
def test_all_bids_are_on_for_who_opens(hands: Sequence[Any]) -> None:
    state = position(hands)
    ladder = ladder_of(state.seats, state.options)
    assert offered(state) == set(ladder.bids[: ladder.ordinary])


def test_kinds_stand_in_the_order_of_the_table() -> None:
    usual, poker, many = (
        picker(position(hands, options=options))["picker"]["rungs"]
        for hands, options in ((THREE, {}), (THREE, {"poker_ranking": True}), (FIVE, {}))
    )
    assert [rung["name"] for rung in usual] == [
        *("high card", "pair", "two pairs", "small straight", "big straight", "three of a kind", "full house", "flush"),
        *("four of a kind", "small straight flush", "big straight flush"),
    ]  # fmt: skip
    assert [rung["code"] for rung in poker][3:8] == ["three", "straight:small", "straight:big", "flush", "full"]
    assert [rung["code"] for rung in many] == list(page.every_bid(5))
    assert len(many) == 9


def test_kinds_that_are_too_low_are_off_and_the_reason_names_the_last_bid() -> None:
    made = picker(position(THREE, (0, "straight:big")))["picker"]
    assert [rung["code"] for rung in made["rungs"] if rung["off"]] == ["high", "pair", "two_pair", "straight:small", "straight:big"]
    assert made["low"] == {"rule": "blef.bid.higher", "text": "You must bid higher than this: big straight (10 to A)."}
    assert [rung["code"] for rung in made["rungs"] if rung["start"]] == ["three"]
    assert [rung["code"] for rung in made["rungs"] if rung["now"]] == ["straight:big"]


def test_my_cards_are_marked_and_nobody_elses() -> None:
    made = picker(position(THREE, (1, "pair:9"), (2, "pair:10"), to_act=0))["picker"]
    assert {rank["code"]: rank["mine"] for rank in made["ranks"] if rank["mine"]} == {"9": 1, "K": 1}
    assert {suit["code"]: suit["mine"] for suit in made["suits"] if suit["mine"]} == {"C": 1, "H": 1}
    tops = picker(position([["2C", "3C", "3D"], *FIVE[1:]], to_act=0, phase="open"))["picker"]["tops"]
    assert {top["code"]: top["mine"] for top in tops}["5"] == 2
    assert {top["code"]: top["mine"] for top in tops}["7"] == 1


@pytest.mark.rule("blef.rest.when")
def test_second_ladder_opens_only_when_it_may_be_used() -> None:
    """UX-414."""
    for bids, options in (((), REST), (((0, "four:A"),), REST)):
        assert not picker(position(THREE, *bids, options=options))["picker"]["rest"]
    assert picker(position(THREE, (0, HIGHEST)))["picker"] is None
    first = picker(position(THREE, (0, HIGHEST), options=REST))["picker"]
    assert first["rest"] == "Among the undealt cards (19)"
    assert first["action"] == "Bid in the rest: a nine"
    assert not any(rung["off"] for rung in first["rungs"])
    later = position(THREE, (0, HIGHEST), (1, "rest/pair:K"), options=REST)
    assert offered(later) == legal(later)
    assert [rung["code"] for rung in picker(later)["picker"]["rungs"] if rung["off"]] == ["high"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_nothing_may_be_bid_that_is_said(language: Language) -> None:
    after_highest = picker(position(FIVE, (0, HIGHEST_52)), language)
    assert after_highest == {
        "picker": None,
        "bid_off": {"rule": "blef.max.must-check", "text": words.reason("blef.max.must-check", language)},
    }
    state = position(THREE, (0, "pair:9"), to_act=1)
    other = page.moves_key(engine.view(state, 2), engine.choices(state, 2))
    assert other == ("off", "blef.turn.bid-or-check")
    assert page.moves_key(engine.view(state, None), ()) is None


@pytest.mark.parametrize("hands", [THREE, FIVE], ids=["24", "52"])
def test_every_bid_comes_out_of_the_plain_form_as_it_went_in(hands: Sequence[Any]) -> None:
    state = position(hands, options=REST)
    for bid in ladder_of(state.seats, state.options).bids:
        where = {"where": "rest"} if bid.startswith("rest/") else {}
        assert page.action_from({"type": "bid", **page._fields(bid), **where}, {}) == {"type": "bid", "bid": bid}


def test_plain_form_hands_on_what_is_no_bid() -> None:
    assert page.action_from({"type": "check", "kind": "pair"}, {}) == {"type": "check"}
    assert page.action_from({"type": "bid", "kind": "pair"}, {}) == {"type": "bid", "bid": "pair:"}
    assert page.action_from({"type": "bid", "kind": "<b>", "first": "K"}, {}) == {"type": "bid", "bid": "<b>:"}
    assert page.action_from({}, {}) == {"type": ""}


# --- what lies open ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("bid", "made"),
    [
        ("pair:K", ["KH", "KD"]),
        ("pair:Q", ["QS", None]),
        ("two_pair:K,9", ["KH", "KD", "9C", "9D"]),
        ("full:9,K", ["9C", "9D", None, "KH", "KD"]),
        ("straight:small", ["9C", None, None, "QS", "KH"]),
        ("flush:D", ["9D", "KD", None, None, None]),
        ("sflush:small,D", ["9D", None, None, None, "KD"]),
        ("four:A", [None] * 4),
    ],
)
@pytest.mark.rule("blef.truth.contain")
def test_cards_that_make_the_hand_and_gaps_for_those_that_do_not(bid: str, made: list[str | None]) -> None:
    assert page.making(bid, [card for hand in THREE for card in hand]) == made


def test_of_more_than_needed_only_so_many_are_lifted() -> None:
    assert page.making("pair:K", ["KC", "9D", "KD", "KH"]) == ["KC", "KD"]
    assert page.making("flush:S", [f"{rank}S" for rank in ("9", "10", "J", "Q", "K", "A")]) == ["9S", "10S", "JS", "QS", "KS"]


def checked(hands: Sequence[Any], *bids: tuple[int, str], **given: Any) -> State:
    state = position(hands, *bids, **given)
    return engine.apply(state, state.to_act, Check(), ANY).state


def test_reveal_lifts_what_makes_the_hand_in_every_hand() -> None:
    shown = page.revealed(engine.view(checked(THREE, (0, "two_pair:K,9")), None).reveal, "en", NAMES, None)
    lifted = {seat: [card["code"] for card in hand if card["hit"]] for seat, hand in shown["hands"].items()}
    assert lifted == {0: ["9C", "KH"], 1: ["9D"], 2: ["KD"]}
    assert (shown["wrong"], shown["more"], shown["rest"]) == (False, 1, None)
    assert shown["found"] == "The hand is there."
    assert shown["next"] == "Carla bids first."


def test_reveal_of_a_false_bid_says_what_is_missing() -> None:
    shown = page.revealed(engine.view(checked(THREE, (0, "full:K,9")), 0).reveal, "en", NAMES, 0)
    assert [slot["card"] and slot["card"]["code"] for slot in shown["slots"]] == ["KH", "KD", None, "9C", "9D"]
    assert shown["slots"][2]["index"] == "K"
    assert shown["found"] == "Missing: one king."
    assert shown["cost"] == "You play on with 3 cards."
    assert (shown["wrong"], shown["more"]) == (True, 0)


@pytest.mark.rule("blef.rest.truth")
def test_bid_on_the_rest_lifts_undealt_cards_alone() -> None:
    shown = page.revealed(engine.view(checked(THREE, (0, HIGHEST), (1, "rest/pair:K"), options=REST), None).reveal, "en", NAMES, None)
    assert not any(card["hit"] for hand in shown["hands"].values() for card in hand)
    assert [card["code"] for card in shown["rest"] if card["hit"]] == ["KC", "KS"]
    assert len(shown["rest"]) == 19


@pytest.mark.rule("blef.eliminate.funeral")
@pytest.mark.parametrize("language", LANGUAGES)
def test_funeral_round_is_named_before_and_during_it(language: Language) -> None:
    state = checked([["9C", "9H", "9S", "KH", "KC"], ["9D", "QS"], ["KD"]], (0, "four:A"))
    assert state.funeral
    shown = page.revealed(state.reveal, language, NAMES, None)
    assert NAMES[0] in shown["next"]
    assert shown["more"] is None
    dealt = engine.proceed(state, started()[1]).state
    during = page.public(engine.view(dealt, None), language, NAMES)
    assert "Pogrzebówka" in during["funeral"]
    assert NAMES[0] in during["last_deal"]
    assert not page.public(engine.view(state, None), language, NAMES)["funeral"]


@pytest.mark.rule("blef.stock.most")
def test_who_goes_out_by_the_stock_gets_no_card_more() -> None:
    pack = ladder_of(3, Options()).pack
    state = checked([pack[:5], pack[5:17], pack[17:]], (1, "sflush:big,S"), options=STOCK)
    shown = page.revealed(state.reveal, "en", NAMES, None)
    assert state.reveal is not None
    assert (state.reveal.loser, state.reveal.eliminated) == (2, 1)
    assert shown["more"] == 2
    assert not shown["next"].startswith("The funeral round")


def test_log_unfolds_every_hand_once_more() -> None:
    state = checked(THREE, (0, HIGHEST), (1, "rest/pair:K"), options=REST)
    more = page.replay(state.reveal, "en", NAMES)
    assert more is not None
    assert [one["name"] for one in more["hands"]] == ["Anna", "Bob", "Carla", "The rest"]
    assert page.replay(engine.start(3, Options(), started()[1]).events[0], "en", NAMES) is None


# --- around the table ---------------------------------------------------------------------------------------------
def test_seats_that_are_out_keep_their_place_and_the_next_one_is_skipped_to() -> None:
    state, chance = started(4)
    state = play_out(state, 1, chance=chance)
    view = engine.view(state, None)
    around = page.around(view, "en")
    assert (around.seats[1].gone, around.seats[1].place, around.seats[1].mark) == (True, 4, "knocked out")
    assert around.next not in (1, view.to_act)
    assert [count.value for count in around.seats[0].counts] == [1]


def test_no_place_is_told_once_somebody_has_left() -> None:
    state, chance = started(4, **REMOVE)
    state = engine.leave(state, 0, chance).state
    state = play_out(state, 1, chance=chance)
    assert page.around(engine.view(state, None), "en").seats[1].place is None


def test_cards_in_play_are_told_before_and_while_hands_are_open() -> None:
    state = position(THREE, (0, "four:A"))
    assert page.public(engine.view(state, None), "de", NAMES)["in_play"] == "Karten im Spiel: 5 von 24"
    assert page.public(engine.view(checked(THREE, (0, "four:A")), None), "de", NAMES)["in_play"] == "Karten im Spiel: 5 von 24"


def test_order_of_bids_marks_the_kind_of_the_last_one() -> None:
    board = page.board(page.board_key(engine.view(position(THREE, (0, "flush:S")), None)))
    assert [rung["names"]["de"] for rung in board["rungs"] if rung["now"]] == ["Flush"]
    assert len(board["rungs"]) == 11


@pytest.mark.parametrize(("bid", "hint"), [("two_pair:K,9", "needs 4 cards, and you hold 2"), ("high:A", "needs one card, and you hold 0")])
def test_hint_counts_own_cards_of_the_bid(bid: str, hint: str) -> None:
    state = position(THREE, (2, bid), to_act=0)
    mine = page.own(engine.view(state, 0), engine.choices(state, 0), "en", NAMES, 0)
    assert hint in mine["hint"]
    assert "3 cards lie with the others" in mine["hint"]
    assert page.own(engine.view(state, None), (), "en", NAMES, None)["hint"] == ""


def test_ace_is_the_highest_of_my_hand() -> None:
    state = position([["AS", "9C", "KH"], ["QS"]])
    mine = page.own(engine.view(state, 0), engine.choices(state, 0), "en", NAMES, 0)
    assert [card["code"] for card in mine["cards"]] == ["9C", "KH", "AS"]
    assert mine["spoken"] == "3 cards: nine of clubs, king of hearts, ace of spades"


def test_position_changes_with_what_may_be_done() -> None:
    states = (position(THREE), position(THREE, (0, "pair:9")), checked(THREE, (0, "pair:9")))
    told = [page.own(engine.view(state, 1), engine.choices(state, 1), "en", NAMES, 1)["position"] for state in states]
    assert len(set(told)) == 3


# --- the script -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [4, 5])
def test_button_of_every_bid_in_words(seats: int, language: Language) -> None:
    labels = page.script(language, seats)["labels"]
    for bid, said in labels["claims"].items():
        assert labels["bid"].replace("{claim}", said) == words.action(engine.Bid(bid), language)
        assert labels["rest"].replace("{claim}", said) == words.action(engine.Bid(f"rest/{bid}"), language)
    assert set(labels["claims"]) == set(ladder_of(seats, Options()).bids)


def test_script_of_the_largest_table_stays_small() -> None:
    assert len(json.dumps(page.script("ne", 10))) < 60_000
    assert len(json.dumps(page.script("de", 4))) < 12_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_words_for_its_rows(language: Language) -> None:
    for seats in (4, 5):
        for rung in page.every_bid(seats):
            assert page_words.kind(rung, language)
            assert all(page_words.line(name, language) for _, name, _ in page_words.ROWS[rung])
            assert page_words.kind(rung, language).lower() in page_words.typed_kinds(tuple(page.every_bid(seats)))


def test_position_with_many_cards_is_plain_data() -> None:
    state = counted([5, 5, 5, 5], (0, "pair:9"))
    assert json.dumps(page.public(engine.view(state, None), "ne", NAMES))
