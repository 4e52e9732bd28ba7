"""The table, the deal, openings and lays of Bluffen, one named case per rule, "not yet" beside "now"."""

import msgspec
import pytest

from games.bluffen import engine
from games.bluffen.claims import steps
from games.bluffen.engine import Accept, Challenge, Lay, Options
from games.bluffen.rounds import deck
from games.bluffen.state import Dealt, Laid, Lot
from games.core.cards import RANKS, SUITS, lowest_first
from games.core.errors import IllegalOptions, NotInThisGame
from tests.games.bluffen.table import (
    ANY,
    Rigged,
    accept,
    challenge,
    counts,
    hand,
    laid,
    lay,
    lay_refusal,
    may,
    may_lay,
    open_types,
    position,
    refusal,
    seen_and_resumed,
    started,
)

THREE = ("5H 6C 7S", "2H 4D 9S", "3H 8C KD")

# --- players and equipment -------------------------------------------------------------------------------------------


def conflict(seats, **options):
    """The rule by which the table is refused, or None."""
    try:
        engine.check_table(seats, Options(**options))
    except IllegalOptions as error:
        return error.rule
    return None


@pytest.mark.rule("bluffen.players")
@pytest.mark.parametrize(("seats", "rule"), [(2, "bluffen.players"), (3, None), (7, None), (8, "bluffen.players")])
def test_three_to_seven_seats(seats, rule):
    assert conflict(seats) == rule


@pytest.mark.rule("bluffen.deck")
@pytest.mark.parametrize(("decks", "jokers", "size"), [(1, False, 52), (1, True, 54), (2, False, 104), (2, True, 108)])
def test_a_pack_has_52_cards_and_two_jokers_if_wished(decks, jokers, size):
    cards = deck(Options(mode="sequence", decks=decks, jokers=jokers))
    assert len(cards) == size
    assert cards.count("X") == (2 * decks if jokers else 0)
    assert cards.count("QD") == decks
    assert len(set(cards) - {"X"}) == 52


@pytest.mark.rule("bluffen.rank.order")
def test_ranks_run_round_and_the_lowest_card_has_the_lowest_rank_then_suit():
    assert sorted(["X", "KC", "AS", "AC", "10D", "2H", "AD", "AH"], key=lowest_first) == ["AC", "AD", "AH", "AS", "2H", "10D", "KC", "X"]
    assert steps("K") == ("Q", "K", "A")
    assert steps("A") == ("K", "A", "2")


@pytest.mark.rule("bluffen.options.conflicts")
@pytest.mark.rule("common.options.validate")
@pytest.mark.parametrize(
    ("broken", "mended"),
    [
        ({"joker_reveal": "void"}, {"jokers": True}),
        ({"repeat_suit": False, "mode": "sequence"}, {"mode": "suit"}),
        ({"repeat_suit": False, "mode": "same_rank"}, {"mode": "suit"}),
        ({"repeat_suit": False, "open_start": True}, {"open_start": False}),
        ({"decks": 2}, {"mode": "sequence"}),
        ({"decks": 2, "mode": "suit"}, {"mode": "same_rank"}),
        ({"points": "placing"}, {"finish": "play_on"}),
    ],
)
def test_options_that_contradict_each_other_are_refused(broken, mended):
    assert conflict(4, **broken) == "bluffen.options.conflicts"
    assert conflict(4, **{**broken, **mended}) is None


@pytest.mark.rule("bluffen.mode.exclusive")
def test_a_table_has_one_of_three_modes():
    for mode in ("suit", "sequence", "same_rank"):
        assert conflict(4, mode=mode) is None
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"mode": "suit and sequence"}, Options)


@pytest.mark.rule("common.one-phone")
def test_one_phone_goes_round_only_where_the_next_seat_alone_may_challenge():
    assert conflict(4, one_phone=True, challengers="anyone") == "common.one-phone"
    assert conflict(4, one_phone=True) is None


# --- setup -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.deal")
@pytest.mark.parametrize(("seats", "starter", "dealt"), [(3, 0, [18, 17, 17]), (5, 4, [11, 10, 10, 10, 11]), (7, 6, [8, 8, 7, 7, 7, 7, 8])])
def test_all_cards_are_dealt_and_the_starter_and_those_after_it_hold_the_odd_ones(seats, starter, dealt):
    assert counts(started(seats, starter=starter)) == dealt


@pytest.mark.rule("bluffen.deal")
def test_cards_are_dealt_one_at_a_time_clockwise_from_the_starter():
    state = started(4, starter=2)
    assert hand(state, 2) == "AC 2S 3H 4D 5C 6S 7H 8D 9C 10S JH QD KC"
    assert hand(state, 3).startswith("AD 2C")
    assert {card for cards in state.hands for card in cards} == {rank + suit for rank in RANKS for suit in SUITS}


@pytest.mark.rule("bluffen.start.first")
@pytest.mark.rule("common.start.lot")
def test_a_lot_among_all_seats_draws_the_first_starter():
    chance = Rigged(starter=3)
    state, events = engine.start(5, Options(), chance)
    assert chance.asked == [("match / starter", 5), ("game 1 / deal", 52)]
    assert (state.to_act, state.phase) == (3, "open")
    assert events[0] == Lot(3)
    assert isinstance(events[1], Dealt)


@pytest.mark.rule("bluffen.start.next-game")
def test_the_loser_of_a_game_starts_the_next():
    state = position(("7S", "2H 4D", "3H 8C KD"), (2, "9S", "S"), options={"games": 2}, to_act=0)
    over = accept(lay(state, 0, "7S", "S"))
    assert over.game_over
    following, events = engine.proceed(over, Rigged())
    assert (following.game, following.to_act, following.phase) == (2, 2, "open")
    assert events[0].starter == 2


@pytest.mark.rule("bluffen.start.next-game")
def test_when_the_loser_has_left_the_next_seat_starts():
    state = position(("7S", "2H 4D", "3H 8C KD"), (2, "9S", "S"), options={"games": 2, "leave_mode": "remove"}, to_act=0)
    over = accept(lay(state, 0, "7S", "S"))
    gone = engine.leave(over, 2, ANY).state
    following = engine.proceed(gone, Rigged()).state
    assert following.to_act == 0
    assert counts(following) == [26, 26, 0]


@pytest.mark.rule("bluffen.direction")
@pytest.mark.rule("common.seats.order")
def test_play_is_clockwise():
    state = lay(position(THREE, to_act=1), 1, "2H", "H")
    assert state.to_act == 2
    assert lay(state, 2, "8C").to_act == 0


@pytest.mark.rule("common.seats.next")
def test_seats_out_of_cards_are_skipped():
    state = position(("5H 6C", "2H 4D", "", "3H"), (0, "KD", "S"), options={"finish": "play_on"}, to_act=1, out=[2])
    assert lay(state, 1, "2H").to_act == 3


# --- opening ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.open.condition")
@pytest.mark.parametrize(("mode", "claim", "wrong"), [("suit", "S", "7"), ("sequence", "7", "S"), ("same_rank", "7", "S")])
def test_the_opener_names_a_suit_or_a_rank(mode, claim, wrong):
    state = position(THREE, options={"mode": mode})
    assert lay_refusal(state, 0, "7S", wrong) == "bluffen.open.condition"
    opened, events = laid(state, 0, "7S", claim)
    assert (opened.condition, opened.live, opened.phase, opened.round) == (claim, True, "respond", 1)
    assert events == (Laid(0, 1, claim, opening=True, last=False, open=False, cards=("7S",)),)


@pytest.mark.rule("bluffen.open.condition")
def test_the_suit_stays_in_force_until_a_challenge_is_settled():
    state = lay(position(THREE), 0, "5H", "H")
    for seat, card in ((1, "9S"), (2, "KD"), (0, "6C"), (1, "2H")):
        assert lay_refusal(state, seat, card, "S") == "bluffen.open.condition"
        state = lay(state, seat, card, "H")
    assert state.condition == "H"
    assert challenge(state).condition is None


@pytest.mark.rule("bluffen.open.free")
def test_any_condition_may_be_named_whatever_the_opener_holds():
    state = position(("5H", "2H 4D", "3H"))
    assert all(may_lay(state, 0, "5H", suit) for suit in SUITS)
    ranks = position(("5H", "2H 4D", "3H"), options={"mode": "sequence"})
    assert all(may_lay(ranks, 0, "5H", rank) for rank in RANKS)


@pytest.mark.rule("bluffen.open.repeat-suit")
def test_the_suit_before_may_not_be_named_again_where_that_is_barred():
    barred = position(THREE, (2, "QS", "H"), options={"repeat_suit": False}, to_act=0)
    after = seen_and_resumed(challenge(barred))
    assert after.to_act == 2
    assert lay_refusal(after, 2, "3H", "H") == "bluffen.open.repeat-suit"
    assert may_lay(after, 2, "3H", "S")
    free = position(THREE, (2, "QS", "H"), to_act=0)
    assert may_lay(seen_and_resumed(challenge(free)), 2, "3H", "H")


@pytest.mark.rule("bluffen.open.repeat-suit")
def test_the_first_opening_of_each_game_is_free():
    state = position(("7S", "2H 4D", "3H 8C KD"), (2, "9S", "S"), options={"games": 2, "repeat_suit": False}, to_act=0, previous_suit="D")
    following = engine.proceed(accept(lay(state, 0, "7S", "S")), Rigged()).state
    assert all(may_lay(following, following.to_act, following.hands[following.to_act][0], suit) for suit in SUITS)


@pytest.mark.rule("bluffen.open.forced")
def test_an_opening_is_a_lay():
    state = position(THREE)
    assert open_types(state, 0) == ["lay"]
    assert refusal(state, 0, Accept()) == "bluffen.open.forced"
    assert refusal(state, 0, Challenge()) == "bluffen.challenge.needs-claim"
    assert open_types(lay(state, 0, "5H", "H"), 1) == ["lay", "challenge"]


@pytest.mark.rule("bluffen.open.forced")
def test_an_opener_always_holds_a_card():
    state = position(("7S", "2H", "3H"), (0, "QD", "S"), to_act=1)
    assert len(challenge(state).hands[0]) == 2


# --- laying ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluffen.turn.options")
def test_the_seat_to_act_lays_or_challenges():
    state = position(THREE, (0, "QS", "H"), to_act=1)
    assert open_types(state, 1) == ["lay", "challenge"]
    assert open_types(state, 2) == open_types(state, 0) == []
    assert refusal(state, 2, Lay(("3H",), "H")) == "bluffen.turn.options"


@pytest.mark.rule("bluffen.turn.no-pass")
def test_nobody_passes():
    state = position(THREE, (0, "QS", "H"), to_act=1)
    assert refusal(state, 1, Accept()) == "bluffen.turn.no-pass"
    with pytest.raises(NotInThisGame):
        engine.apply(state, 1, "pass", ANY)


@pytest.mark.rule("bluffen.lay.count")
@pytest.mark.rule("bluffen.penalty.not-online")
@pytest.mark.parametrize("mode", ["suit", "sequence"])
def test_one_card_is_laid_and_two_by_mistake_cost_nothing(mode):
    state = position(THREE, (0, "QS", "H" if mode == "suit" else "4"), options={"mode": mode}, to_act=1)
    assert lay_refusal(state, 1, "2H 4D") == "bluffen.lay.count"
    assert lay_refusal(state, 1, "") == "bluffen.lay.count"
    assert counts(lay(state, 1, "4D")) == [3, 2, 3]


@pytest.mark.rule("bluffen.lay.count")
def test_one_to_four_cards_are_laid_where_the_rank_stays_and_their_number_is_public():
    state = position(("5H", "2H 2D 2S 2C 9S", "3H"), (0, "QS", "2"), options={"mode": "same_rank"}, to_act=1)
    assert lay_refusal(state, 1, "") == "bluffen.lay.count"
    for cards in ("2H", "2H 2D", "2H 2D 9S", "2H 2D 2S 9S"):
        after = lay(state, 1, cards)
        assert engine.view(after, 2).pile[-1].count == len(cards.split())
        assert engine.view(after, None).hand_counts[1] == 5 - len(cards.split())


@pytest.mark.rule("bluffen.lay.claim")
def test_the_claim_is_free_of_the_cards_but_not_of_the_condition():
    state = position(THREE, (0, "QS", "H"), to_act=1)
    assert lay_refusal(state, 1, "9S", "S") == "bluffen.open.condition"
    assert lay_refusal(state, 1, "9S", "9") == "bluffen.lay.claim"
    assert lay(state, 1, "9S", "H").pile[-1].claim == "H"


@pytest.mark.rule("common.action.reject")
def test_cards_that_are_not_in_the_hand_are_refused():
    state = position(("5H", "2H 4D", "3H"), (0, "QS", "2"), options={"mode": "same_rank"}, to_act=1)
    assert lay_refusal(state, 1, "3H", "2") == "common.action.reject"
    assert lay_refusal(state, 1, "2H 2H", "2") == "common.action.reject"
    assert may_lay(state, 1, "2H 4D", "2")


@pytest.mark.rule("bluffen.lay.claim-missing")
@pytest.mark.parametrize(("mode", "condition"), [("suit", "H"), ("sequence", "7"), ("same_rank", "7")])
def test_a_lay_without_a_claim_means_the_condition_in_force(mode, condition):
    options = {"mode": mode}
    assert lay_refusal(position(THREE, options=options), 0, "5H") == "bluffen.lay.claim-missing"
    state = position(THREE, (0, "QS", condition), options=options, to_act=1)
    assert lay(state, 1, "9S").pile[-1].claim == condition


@pytest.mark.rule("bluffen.lay.only-claim")
def test_nothing_but_cards_and_a_claim_goes_with_a_lay():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "lay", "cards": ["5H"], "claim": "H", "text": "believe me"}, engine.Action)
    event = laid(position(THREE), 0, "5H", "H").events[0]
    assert set(msgspec.to_builtins(engine.show(event, 1))) == {"type", "seat", "count", "claim", "opening", "last", "open", "cards"}
    assert engine.show(event, 1).cards is None


@pytest.mark.rule("common.action.binding")
def test_no_action_takes_a_lay_back():
    state = lay(position(THREE), 0, "5H", "H")
    assert open_types(state, 0) == []
    assert not may(state, 0, Lay(("6C",), "H"))


def test_an_action_of_another_game_is_no_action():
    with pytest.raises(NotInThisGame):
        engine.apply(position(THREE), 0, object(), ANY)
