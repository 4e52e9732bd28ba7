"""The rules of Liar's Dice, one named case per rule, "not yet" beside "now". Time-outs and leaving: test_leaving."""

from itertools import pairwise

import pytest

from games.core.chance import SecretChance
from games.core.errors import IllegalOptions
from games.core.game import Due
from games.liars_dice import engine
from games.liars_dice.bids import bid_ladder, least_count, rank_of
from games.liars_dice.engine import Bid, Challenge, Options
from games.liars_dice.state import FACES, BidMade, Challenged, GameOver, Lot, MadeBid, MatchOver, Rolled
from tests.games.liars_dice.table import ANY, FOUR, Rigged, bid, challenge, challenged, is_open, may_bid, position, refusal, started

# --- players and equipment -------------------------------------------------------------------------------------------


@pytest.mark.rule("liars_dice.players")
@pytest.mark.parametrize(("seats", "extra_set", "fits"), [(1, False, False), (2, False, True), (6, False, True), (7, False, False)])
def test_two_to_six_seats(seats, extra_set, fits):
    _check_seats(seats, extra_set, fits)


@pytest.mark.rule("liars_dice.players")
@pytest.mark.parametrize(
    ("seats", "extra_set", "fits"), [(1, True, False), (2, True, True), (7, True, True), (12, True, True), (13, True, False)]
)
def test_two_to_twelve_seats_with_an_extra_set(seats, extra_set, fits):
    _check_seats(seats, extra_set, fits)


def _check_seats(seats, extra_set, fits):
    options = Options(extra_set=extra_set)
    if fits:
        assert engine.start(seats, options, ANY).state.seats == seats
        return
    with pytest.raises(IllegalOptions) as caught:
        engine.start(seats, options, ANY)
    assert caught.value.rule == "liars_dice.players"


@pytest.mark.rule("liars_dice.dice")
def test_every_seat_has_five_dice_with_numbers_and_stars():
    state = engine.start(6, Options(), SecretChance(bytes(32), "dice", ())).state
    assert state.counts == (5,) * 6
    assert [len(hand) for hand in state.dice] == [5] * 6
    assert FACES == (1, 2, 3, 4, 5, "*")
    many = [engine.start(6, Options(), SecretChance(bytes(32), str(number), ())).state.dice for number in range(20)]
    assert {die for dice in many for hand in dice for die in hand} == set(FACES)


@pytest.mark.rule("liars_dice.direction")
@pytest.mark.rule("common.seats.order")
def test_play_goes_to_the_left_neighbour():
    state, _ = started(3, opener=1)
    state = bid(state, 1, 1, 1)
    assert state.to_act == 2
    assert bid(state, 2, 1, 2).to_act == 0


@pytest.mark.rule("common.seats.next")
def test_seats_without_dice_are_skipped():
    state = position([[1], [], [], [2]], (0, 1, 1), out=[1, 2])
    assert state.to_act == 3
    assert bid(state, 3, 2, 2).to_act == 0


# --- the round -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("liars_dice.roll")
def test_a_round_begins_with_a_roll_of_all_dice_of_active_seats():
    state = challenge(position([[1, 1], [2, 2], [], [3, 3]], (0, 1, 3), out=[2]))
    assert state.phase == "reveal"
    assert state.dice == ((), (), (), ())
    chance = Rigged([[4, 5], ["*"], [], [3, 3]])
    rolled, events = engine.proceed(state, chance)
    assert chance.asked == [("game 1 / round 2 / roll", 5)]
    assert rolled.dice == ((4, 5), ("*",), (), (3, 3))
    assert events == (Rolled(1, 2, 1, (2, 1, 0, 2), rolled.dice),)
    assert (rolled.phase, rolled.bids, rolled.to_act) == ("bid", (), 1)


@pytest.mark.rule("liars_dice.start.first")
@pytest.mark.rule("common.start.lot")
def test_the_first_opener_is_drawn_by_lot():
    state, events = engine.start(5, Options(), chance := Rigged(opener=3))
    assert chance.asked[0] == ("match / opener", 5)
    assert events[0] == Lot(3)
    assert (state.starter, state.to_act) == (3, 3)


@pytest.mark.rule("common.start.lot")
def test_every_seat_is_drawn_now_and_then():
    chance = [SecretChance(bytes(32), str(number), ()) for number in range(300)]
    openers = [engine.start(3, Options(), each).state.starter for each in chance]
    assert all(70 < openers.count(seat) < 130 for seat in range(3))


@pytest.mark.rule("liars_dice.turn")
def test_the_opener_must_bid_then_the_next_seat_bids_or_challenges_and_nobody_else_acts():
    state = position(FOUR, to_act=2, starter=2)
    assert [(seat, is_open(state, seat, "bid"), is_open(state, seat, "challenge")) for seat in range(4)] == [
        (0, False, False),
        (1, False, False),
        (2, True, False),
        (3, False, False),
    ]
    state = bid(state, 2, 2, 2)
    assert [is_open(state, seat, "bid") for seat in range(4)] == [False, False, False, True]
    assert [is_open(state, seat, "challenge") for seat in range(4)] == [False, False, False, True]
    assert refusal(state, 0, Bid(3, 3)) == "liars_dice.turn"
    assert refusal(state, 2, Bid(3, 3)) == "liars_dice.turn"
    assert engine.actors(state).waited == 3
    assert engine.actors(state).may_act == ()


# --- bids ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("liars_dice.bid.form")
@pytest.mark.parametrize("face", [0, 6, -1, "6", "star", "", "1"])
def test_a_bid_names_a_face_of_the_dice(face):
    assert refusal(position(FOUR), 0, Bid(2, face)) == "liars_dice.bid.form"


@pytest.mark.rule("liars_dice.bid.form")
@pytest.mark.parametrize("face", FACES)
def test_a_bid_is_a_count_and_a_face(face):
    state, events = engine.apply(position(FOUR), 0, Bid(2, face), ANY)
    assert state.bids == (MadeBid(0, 2, face),)
    assert events == (BidMade(0, 2, face),)


@pytest.mark.rule("liars_dice.bid.count-limit")
@pytest.mark.parametrize("face", [1, 5, "*"])
def test_the_count_is_at_least_one_and_at_most_the_dice_in_play(face):
    state = position([[1, 2], [3], [], ["*"]], out=[2])
    assert may_bid(state, 0, 1, face)
    assert may_bid(state, 0, 4, face)
    assert refusal(state, 0, Bid(0, face)) == "liars_dice.bid.count-limit"
    assert refusal(state, 0, Bid(5, face)) == "liars_dice.bid.count-limit"


@pytest.mark.rule("liars_dice.bid.free")
def test_the_opening_bid_may_be_any_bid_and_need_not_fit_ones_own_dice():
    state = position([[1, 1], [2, 2]])
    assert all(may_bid(state, 0, each.count, each.face) for each in bid_ladder(4))
    assert may_bid(state, 0, 4, "*")


@pytest.mark.rule("liars_dice.bid.order")
@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ((5, 4), (5, 5)),  # the same count, a higher face
        ((5, 5), (6, 1)),  # a higher count, whatever the face
        ((5, 5), (3, "*")),  # stars count double
        ((3, "*"), (6, 1)),  # at equal doubled count the number is higher
        ((2, "*"), (3, "*")),
    ],
)
def test_bids_are_ordered_by_count_then_face_with_stars_counted_double(lower, higher):
    assert may_bid(position(FOUR, (0, *lower)), 1, *higher)
    assert not may_bid(position(FOUR, (0, *higher)), 1, *lower)
    assert not may_bid(position(FOUR, (0, *lower)), 1, *lower)


@pytest.mark.rule("liars_dice.bid.order-total")
@pytest.mark.parametrize("dice", [1, 2, 3, 10, 30, 60])
def test_the_order_is_total(dice):
    """6T bids, no two alike, from one 1 to T stars; each is higher than all before it in the ladder."""
    ladder = bid_ladder(dice)
    ranks = [rank_of(each.count, each.face) for each in ladder]
    assert len(set(ladder)) == 6 * dice
    assert all(low < high for low, high in pairwise(ranks))
    assert (ladder[0], ladder[-1]) == (Bid(1, 1), Bid(dice, "*"))
    assert (ranks[-1], rank_of(dice, 5)) == (12 * dice, 6 * dice + 5)
    pairs = [(2 * each.count, 0) if each.face == "*" else (each.count, each.face) for each in ladder]
    assert pairs == sorted(pairs)


@pytest.mark.rule("liars_dice.bid.raise")
def test_a_bid_must_be_higher_than_the_last():
    state = position(FOUR, (0, 5, 3))
    assert may_bid(state, 1, 5, 4)
    assert may_bid(state, 1, 6, 1)
    assert may_bid(state, 1, 3, "*")
    assert refusal(state, 1, Bid(4, 5)) == "liars_dice.bid.raise"  # a lower count of a higher face
    assert refusal(state, 1, Bid(5, 3)) == "liars_dice.bid.raise"
    assert refusal(state, 1, Bid(5, 2)) == "liars_dice.bid.raise"


@pytest.mark.rule("liars_dice.bid.from-stars")
def test_after_stars_a_number_needs_twice_as_many_and_exactly_twice_is_enough():
    state = position(FOUR, (0, 3, "*"))
    assert refusal(state, 1, Bid(5, 5)) == "liars_dice.bid.from-stars"
    assert may_bid(state, 1, 6, 1)
    assert refusal(state, 1, Bid(3, "*")) == "liars_dice.bid.from-stars"
    assert may_bid(state, 1, 4, "*")


@pytest.mark.rule("liars_dice.bid.to-stars")
@pytest.mark.parametrize(("count", "fewest"), [(1, 1), (2, 2), (5, 3), (6, 4), (19, 10)])
@pytest.mark.parametrize("face", [1, 5])
def test_the_fewest_stars_that_raise_are_half_the_count_and_one(count, face, fewest):
    state = position(FOUR, (0, count, face))
    assert least_count("*", state.bids[-1]) == fewest
    assert may_bid(state, 1, fewest, "*")
    if fewest > 1:
        assert refusal(state, 1, Bid(fewest - 1, "*")) == "liars_dice.bid.to-stars"


@pytest.mark.rule("liars_dice.bid.maximum")
def test_after_all_dice_as_stars_only_a_challenge_is_left():
    state = position([[1], ["*"]], (0, 2, 5))
    assert is_open(state, 1, "bid")
    state = position([[1], ["*"]], (0, 2, "*"))
    assert not is_open(state, 1, "bid")
    assert is_open(state, 1, "challenge")
    assert refusal(state, 1, Bid(2, "*")) == "liars_dice.bid.maximum"
    assert engine.choices(state, 1)[0].rule == "liars_dice.bid.maximum"


# --- challenge and count ---------------------------------------------------------------------------------------------


@pytest.mark.rule("liars_dice.challenge.who")
def test_only_the_seat_to_act_challenges_and_only_after_a_bid():
    assert refusal(position(FOUR), 0, Challenge()) == "liars_dice.challenge.who"
    state = position(FOUR, (0, 2, 2), (1, 9, 2))
    assert refusal(state, 3, Challenge()) == "liars_dice.challenge.who"
    assert refusal(state, 0, Challenge()) == "liars_dice.challenge.who"
    _, events = challenged(state, 2)
    assert events[0] == Challenged(2, 1)  # the last bid, not the first
    assert events[1].bid == Bid(9, 2)


@pytest.mark.rule("liars_dice.challenge.reveal")
def test_a_challenge_shows_all_dice_to_everyone_and_not_before():
    state = position([[1, "*"], [2], [], [3]], (0, 2, 3), out=[2])
    assert all(engine.view(state, seat).reveal is None for seat in (None, 0, 1, 2, 3))
    state, events = challenged(state)
    for reader in (None, 0, 1, 2, 3):
        assert engine.view(state, reader).reveal.dice == ((1, "*"), (2,), (), (3,))
        assert engine.show(events[1], reader).dice == ((1, "*"), (2,), (), (3,))


@pytest.mark.rule("liars_dice.count.number")
def test_stars_count_for_a_number_bid():
    reveal = challenge(position(FOUR, (0, 6, 2))).reveal
    assert (reveal.count, reveal.stars, reveal.case) == (6, 2, "exact")  # four 2s and two stars


@pytest.mark.rule("liars_dice.count.stars")
def test_only_stars_count_for_a_star_bid_and_each_once():
    reveal = challenge(position(FOUR, (0, 2, "*"))).reveal
    assert (reveal.count, reveal.stars, reveal.case) == (2, 2, "exact")


@pytest.mark.rule("liars_dice.resolve.exact")
@pytest.mark.parametrize("loss", ["difference", "one"])
def test_an_exact_count_costs_everyone_but_the_bidder_one_die(loss):
    state = position([[5, 5], [2, 5], [], [1, 2, 3]], (1, 3, 5), out=[2], options={"loss": loss})
    state = challenge(state)
    assert state.reveal.case == "exact"
    assert state.reveal.losses == (1, 0, 0, 1)
    assert state.counts == (1, 2, 0, 2)


@pytest.mark.rule("liars_dice.resolve.less")
def test_too_few_dice_cost_the_bidder_the_difference():
    state = challenge(position(FOUR, (0, 5, 1), (1, 9, 1)))
    assert (state.reveal.count, state.reveal.case, state.reveal.losses) == (6, "less", (0, 3, 0, 0))
    assert state.counts == (5, 2, 5, 5)


@pytest.mark.rule("liars_dice.resolve.more")
def test_too_many_dice_cost_the_challenger_the_difference():
    state = challenge(position(FOUR, (1, 2, 1)))
    assert (state.reveal.count, state.reveal.case, state.reveal.losses) == (6, "more", (0, 0, 4, 0))
    assert state.counts == (5, 5, 1, 5)


@pytest.mark.rule("liars_dice.resolve.cap")
def test_nobody_loses_more_dice_than_it_has():
    state = challenge(position([[1, 1], [2, 1, 1], [3, 3, 3]], (0, 8, 2)))
    assert state.reveal.losses == (2, 0, 0)
    assert state.counts == (0, 3, 3)
    less = challenge(position([[1, 1], [2, 1, 1], [3, 3, 3]], (0, 2, 2)))
    assert less.reveal.losses == (1, 0, 0)


@pytest.mark.rule("liars_dice.resolve.mild")
def test_with_loss_one_a_mistake_costs_one_die():
    mild = {"loss": "one"}
    assert challenge(position(FOUR, (1, 9, 1), options=mild)).reveal.losses == (0, 1, 0, 0)
    assert challenge(position(FOUR, (1, 2, 1), options=mild)).reveal.losses == (0, 0, 1, 0)
    assert challenge(position(FOUR, (1, 9, 1))).reveal.losses == (0, 3, 0, 0)


# --- the next round, elimination, end --------------------------------------------------------------------------------


@pytest.mark.rule("liars_dice.eliminate")
def test_a_seat_without_dice_is_out_and_one_with_a_die_is_not():
    state = challenge(position([[1], [2, 2], [3, 3]], (0, 2, 4)))
    assert state.reveal.eliminated == (0,)
    assert engine.view(state, None).out == ((0,),)
    assert engine.choices(engine.proceed(state, ANY).state, 0) == ()
    state = challenge(position([[1, 1], [2, 2], [3, 3]], (0, 1, 4)))
    assert state.reveal.eliminated == ()
    assert engine.view(state, None).out == ()


@pytest.mark.rule("liars_dice.start.loser")
def test_who_lost_dice_opens_the_next_round():
    less = challenge(position(FOUR, (1, 9, 1)))
    assert engine.proceed(less, ANY).state.to_act == 1
    more = challenge(position(FOUR, (1, 2, 1)))
    assert engine.proceed(more, ANY).state.to_act == 2


@pytest.mark.rule("liars_dice.start.exact")
def test_after_an_exact_count_the_challenger_opens():
    state = challenge(position(FOUR, (1, 6, 1)))
    assert (state.reveal.case, state.reveal.next_starter) == ("exact", 2)
    assert engine.proceed(state, ANY).state.to_act == 2


@pytest.mark.rule("liars_dice.start.loser-out")
def test_if_the_opener_is_out_the_next_active_seat_opens():
    state = challenge(position([[2, 2], [], [2], [3, 3]], (0, 1, 2), out=[1]))
    assert state.reveal.eliminated == (2,)
    assert state.reveal.next_starter == 3
    assert engine.proceed(state, ANY).state.to_act == 3
    exact = challenge(position([[2], ["*", 4], [3], [5, 5]], (1, 2, 2)))
    assert exact.reveal.eliminated == (0, 2)
    assert exact.reveal.next_starter == 3


@pytest.mark.rule("liars_dice.end.winner")
def test_the_game_ends_when_one_seat_has_dice():
    state, events = challenged(position([[2, 2], [1], [5, 5]], (0, 1, 2)))
    assert not any(isinstance(event, GameOver) for event in events)
    assert engine.due(state) == Due("deal", 2.5)
    state, events = challenged(position([[1], [2]], (0, 1, 2)))
    assert events[2] == GameOver(1, (1, 2), (1.0, 0.0))
    assert isinstance(events[3], MatchOver)
    assert engine.result(state).places == (1, 2)
    assert engine.due(state) is None
    assert refusal(state, 0, Bid(1, 1)) == "liars_dice.end.winner"


@pytest.mark.rule("liars_dice.end.winner")
def test_an_exact_count_may_knock_out_all_others_together():
    state = challenge(position([["*"], [4], [], [4, 2]], (3, 3, 4), out=[2]))
    assert state.reveal.eliminated == (0, 1)
    assert engine.result(state).places == (2, 2, 4, 1)


@pytest.mark.rule("liars_dice.place")
def test_places_follow_the_order_of_elimination_and_are_shared_by_one_count():
    hands = [[], [1], [2, 2], []]
    in_turn = challenge(position(hands, (1, 3, 5), out=[3, 0]))
    assert engine.result(in_turn).places == (3, 2, 1, 4)
    together = challenge(position(hands, (1, 3, 5), out=[[3, 0]]))
    assert engine.result(together).places == (3, 2, 1, 3)


@pytest.mark.rule("liars_dice.points")
def test_a_place_earns_the_seats_behind_it():
    state = challenge(position([["*"], [4], [], [4, 2]], (3, 3, 4), out=[2]))
    assert engine.result(state).totals == (1.5, 1.5, 0.0, 3.0)


@pytest.mark.rule("liars_dice.start.next-game")
def test_the_last_loser_opens_the_next_game():
    state = challenge(position([[5], [2], []], (1, 2, 2), out=[2], options={"games": 2}))
    assert engine.due(state) == Due("next_game", 2.5)
    state, events = engine.proceed(state, Rigged())
    assert (state.game, state.round, state.to_act) == (2, 1, 1)
    assert state.counts == (5, 5, 5)
    assert isinstance(events[0], Rolled)


@pytest.mark.rule("liars_dice.start.next-game")
def test_after_an_exact_count_the_last_challenger_opens_the_next_game():
    state = challenge(position([[5], [], [5]], (0, 2, 5), out=[1], options={"games": 2}))
    assert state.reveal.case == "exact"
    assert engine.proceed(state, ANY).state.to_act == 2
