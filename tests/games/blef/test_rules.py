"""The round and the game, one named case per rule, "not yet" beside "now". Bids: test_ladder; leaving: test_leaving."""

import msgspec
import pytest

from games.blef import engine
from games.blef.engine import Bid, Check, Options
from games.blef.state import BidMade, Checked, Dealt, GameOver, Lot, MadeBid, MatchOver, Revealed
from games.core.chance import SecretChance
from games.core.errors import IllegalAction, IllegalOptions, NotInThisGame
from games.core.game import Due
from tests.games.blef.table import (
    ANY,
    FIVE,
    HIGHEST,
    REST,
    STOCK,
    THREE,
    Rigged,
    bid,
    check,
    checked,
    counted,
    is_open,
    lose,
    may_bid,
    play_out,
    position,
    refusal,
    started,
)


def kinds(events):
    return [type(event) for event in events]


# --- players and deal ------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.players")
@pytest.mark.parametrize(("seats", "fits"), [(0, False), (1, False), (2, True), (4, True), (5, True), (10, True), (11, False)])
def test_two_to_ten_seats(seats, fits):
    if fits:
        assert engine.start(seats, Options(), ANY).state.seats == seats
        return
    with pytest.raises(IllegalOptions) as caught:
        engine.start(seats, Options(), ANY)
    assert caught.value.rule == "blef.players"


@pytest.mark.rule("common.options.validate")
@pytest.mark.parametrize("seconds", [1, 4])
def test_options_that_no_table_may_have_are_refused(seconds):
    with pytest.raises(IllegalOptions) as caught:
        engine.check_table(3, Options(turn_seconds=seconds))
    assert caught.value.rule == "common.options.validate"


@pytest.mark.rule("blef.start.dealer")
@pytest.mark.rule("common.start.lot")
def test_the_first_dealer_is_drawn_by_lot():
    state, events = engine.start(5, Options(), chance := Rigged(dealer=3))
    assert chance.asked[0] == ("match / dealer", 5)
    assert events[0] == Lot(3)
    assert state.dealer == 3
    dealers = [engine.start(3, Options(), SecretChance(bytes(32), str(number), ())).state.dealer for number in range(300)]
    assert all(70 < dealers.count(seat) < 130 for seat in range(3))


@pytest.mark.rule("blef.deal")
def test_every_seat_starts_with_a_count_of_one():
    state, _ = started(4, [["9C"], ["KD"], ["AS"], ["10H"]], dealer=1)
    assert state.counts == (1, 1, 1, 1)
    assert state.hands == (("9C",), ("KD",), ("AS",), ("10H",))


@pytest.mark.rule("blef.deal")
def test_each_round_the_whole_pack_is_shuffled_and_each_active_seat_gets_its_count():
    state = check(position([["KH", "9D"], ["10S", "AC"], [], ["QD"]], (3, "high:K"), out=[2], dealer=1))
    assert (state.phase, state.counts, state.hands) == ("reveal", (3, 2, 0, 1), ((), (), (), ()))  # nothing is dealt yet
    chance = Rigged([["AS", "9C", "JD"], ["KH", "KC"], [], ["QD"]])
    dealt, events = engine.proceed(state, chance)
    assert chance.asked == [("game 1 / round 2 / deal", 24)]
    assert dealt.hands == (("9C", "JD", "AS"), ("KC", "KH"), (), ("QD",))  # sorted, low cards first
    assert events == (Dealt(1, 2, 0, False, 1, (3, 2, 0, 1), 18, dealt.hands),)
    assert (dealt.phase, dealt.bids, dealt.reveal) == ("open", (), None)


@pytest.mark.rule("common.random.server")
def test_every_card_comes_to_every_seat():
    hands = [engine.start(2, Options(), SecretChance(bytes(32), str(number), ())).state.hands for number in range(1200)]
    for seat in range(2):
        dealt = [of_seat[seat][0] for of_seat in hands]
        assert len(set(dealt)) == 24
        assert all(20 < dealt.count(card) < 90 for card in set(dealt))


@pytest.mark.rule("blef.start.left-of-dealer")
@pytest.mark.rule("common.seats.order")
def test_the_seat_left_of_the_dealer_bids_first_and_play_is_clockwise():
    state, _ = started(3, dealer=1)
    assert (state.starter, state.to_act) == (2, 2)
    state = bid(state, "high:9")
    assert state.to_act == 0
    assert bid(state, "high:10").to_act == 1


@pytest.mark.rule("common.seats.next")
@pytest.mark.rule("blef.start.left-of-dealer")
def test_seats_without_cards_are_skipped():
    state = position([["9C"], [], [], ["9D"]], out=[1, 2], dealer=0)
    assert state.to_act == 3
    state = position([["9C"], [], [], ["9D"]], (0, "high:9"), out=[1, 2])
    assert state.to_act == 3
    assert bid(state, "high:10").to_act == 0


# --- turns -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.turn.first-bid")
def test_the_first_seat_must_bid():
    state = position(THREE, to_act=1)
    assert is_open(state, 1, "bid")
    assert not is_open(state, 1, "check")
    assert refusal(state, 1, Check()) == "blef.turn.first-bid"
    assert is_open(bid(state, "high:9"), 2, "check")


@pytest.mark.rule("blef.turn.bid-or-check")
def test_after_that_the_seat_to_act_bids_or_checks_and_nobody_acts_out_of_turn():
    state = position(THREE, (0, "high:9"))
    assert [(is_open(state, seat, "bid"), is_open(state, seat, "check")) for seat in range(3)] == [
        (False, False),
        (True, True),
        (False, False),
    ]
    for seat in (0, 2):
        assert refusal(state, seat, "high:A") == "blef.turn.bid-or-check"
        assert refusal(state, seat, Check()) == "blef.turn.bid-or-check"
    assert engine.actors(state).waited == 1
    assert engine.actors(state).may_act == ()


@pytest.mark.rule("blef.turn.bid-or-check")
def test_a_bid_is_told_and_passes_the_turn():
    state, events = engine.apply(position(THREE, to_act=0), 0, Bid("pair:K"), ANY)
    assert events == (BidMade(0, "pair:K"),)
    assert (state.phase, state.bids, state.to_act) == ("respond", (MadeBid(0, "pair:K"),), 1)


@pytest.mark.rule("common.action.reject")
@pytest.mark.rule("common.reveal")
def test_while_hands_are_shown_and_after_the_end_nothing_is_accepted():
    state = check(position(THREE, (0, "high:9")))
    assert refusal(state, state.starter, "high:9") == refusal(state, state.starter, Check()) == "common.reveal"
    assert engine.due(state) == Due("deal", 2.5)
    over = check(position([["9C"] * 5, ["9D"]], (0, "four:A"), options={}))
    assert refusal(over, 1, "high:9") == "blef.end.last-seat"
    assert engine.due(over) is None
    for nothing_due in (over, position(THREE)):
        with pytest.raises(IllegalAction) as caught:
            engine.proceed(nothing_due, ANY)
        assert caught.value.rule == "common.reveal"


def test_what_is_no_action_of_the_game_cannot_be_read():
    with pytest.raises(NotInThisGame):
        engine.apply(position(THREE), 0, "check", ANY)


@pytest.mark.rule("common.action.binding")
def test_a_bid_cannot_be_taken_back():
    state = bid(position(THREE, to_act=0), "pair:K")
    assert refusal(state, 0, "high:9") == "blef.turn.bid-or-check"
    assert state.bids == (MadeBid(0, "pair:K"),)


# --- the check -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.check.reveal")
def test_a_check_shows_all_hands_to_everyone_and_not_before():
    before = position(THREE, (0, "pair:9"))
    assert all(engine.view(before, seat).reveal is None for seat in (None, 0, 1, 2))
    state, events = checked(before)
    assert kinds(events) == [Checked, Revealed]
    assert events[0] == Checked(1, 0)
    for reader in (None, 0, 1, 2):
        for shown in (engine.view(state, reader).reveal, engine.show(events[1], reader)):
            assert shown.hands == tuple(tuple(hand) for hand in THREE)
            assert (shown.bid, shown.checker, shown.bidder, shown.rest) == ("pair:9", 1, 0, None)


@pytest.mark.rule("blef.check.true")
@pytest.mark.rule("blef.lose.extra-card")
def test_a_true_bid_costs_the_checker_a_card():
    state = check(position(THREE, (0, "pair:9"), (1, "pair:K")))
    assert (state.reveal.bid_true, state.reveal.loser) == (True, 2)
    assert state.counts == state.reveal.counts == (2, 2, 2)


@pytest.mark.rule("blef.check.false")
@pytest.mark.rule("blef.lose.extra-card")
def test_a_false_bid_costs_the_last_bidder_a_card():
    state = check(position(THREE, (0, "pair:9"), (1, "pair:Q")))
    assert (state.reveal.bid_true, state.reveal.loser) == (False, 1)
    assert state.counts == (2, 3, 1)


@pytest.mark.rule("blef.truth.contain")
def test_all_hands_together_count_and_the_rest_does_not():
    split = ["JS"], ["QH"], ["9C", "10D"], ["KD"]
    assert check(position(split, (0, "straight:small"))).reveal.bid_true
    assert not check(position(split, (0, "pair:9"))).reveal.bid_true  # three nines are undealt


@pytest.mark.rule("blef.lose.deals")
def test_the_loser_deals_and_the_next_active_seat_bids_first():
    state = check(position([["9C"], ["9D"], [], ["KD"]], (0, "high:9"), (1, "pair:9"), out=[2], dealer=3))
    assert (state.dealer, state.starter, state.reveal.next_starter) == (3, 0, 0)  # seat 3 checked a true bid
    state = check(position([["9C"], ["9D"], [], ["KD"]], (0, "high:9"), (1, "pair:K"), out=[2], dealer=3))
    assert (state.dealer, state.starter) == (1, 3)
    assert engine.proceed(state, ANY).state.to_act == 3


# --- going out -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.eliminate.limit")
def test_who_loses_with_five_cards_is_out_and_with_four_is_not():
    four = check(counted([4, 1, 2], (0, "four:A")))
    assert (four.counts, four.reveal.eliminated) == ((5, 1, 2), None)
    five = check(counted([5, 1, 2], (0, "four:A")))
    assert (five.counts, five.reveal.eliminated) == ((0, 1, 2), 0)
    assert engine.view(five, 1).out == ((0,),)
    assert engine.choices(five, 0) == ()


@pytest.mark.rule("blef.eliminate.limit")
def test_without_a_limit_five_cards_are_not_the_end():
    state = check(counted([5, 1, 2], (0, "four:A"), options=STOCK))
    assert (state.counts, state.reveal.eliminated) == ((6, 1, 2), None)


@pytest.mark.rule("blef.eliminate.funeral")
def test_who_is_knocked_out_deals_one_last_time():
    """Seat 2 is out: it deals the funeral round; its neighbour to the left bids first. The round after is an ordinary one."""
    state = check(counted([1, 1, 5, 1], (2, "four:A")))
    assert (state.dealer, state.funeral, state.starter) == (2, True, 3)
    assert (state.reveal.funeral, state.reveal.next_starter) == (True, 3)
    assert engine.view(state, 0).funeral
    state, (dealt,) = engine.proceed(state, ANY)
    assert dealt == Dealt(1, 2, 2, True, 3, (1, 1, 0, 1), 21, state.hands)
    assert engine.view(state, 0).funeral
    assert state.hands[2] == ()
    state = check(bid(state, "four:A"))
    assert (state.dealer, state.funeral, state.reveal.funeral) == (3, False, False)
    state, (dealt,) = engine.proceed(state, ANY)
    assert not dealt.funeral


@pytest.mark.rule("blef.eliminate.funeral")
def test_a_seat_that_gets_one_card_more_has_no_funeral():
    state = check(counted([1, 1, 4, 1], (2, "four:A")))
    assert (state.dealer, state.funeral) == (2, False)


@pytest.mark.rule("blef.eliminate.funeral")
def test_after_the_last_elimination_there_is_no_funeral_round():
    state = check(counted([5, 1], (0, "four:A"), options={"games": 2}))
    assert (state.game_over, state.reveal.funeral, state.funeral) == (True, False, False)
    assert not engine.proceed(state, ANY).state.funeral


@pytest.mark.rule("blef.end.last-seat")
def test_the_last_seat_left_wins():
    state, events = checked(counted([5, 2, 0], (0, "four:A"), out=[2]))
    assert kinds(events) == [Checked, Revealed, GameOver, MatchOver]
    assert events[1].next_starter is None
    assert (state.phase, engine.result(state).reason, engine.result(state).places) == ("over", "played", (2, 1, 3))
    going_on = check(counted([5, 2, 1], (0, "four:A")))
    assert engine.result(going_on) is None


@pytest.mark.rule("blef.place")
@pytest.mark.rule("common.place.method")
def test_places_go_by_the_order_of_elimination_without_ties():
    state, _ = started(4)
    state = play_out(state, 2, 0, 3)
    assert engine.result(state).places == (3, 1, 4, 2)
    assert sorted(engine.result(state).places) == [1, 2, 3, 4]


@pytest.mark.rule("blef.points")
@pytest.mark.rule("common.points.placing")
@pytest.mark.rule("common.match.single")
def test_a_place_earns_as_many_points_as_there_are_seats_below():
    state, _ = started(4)
    state = play_out(state, 2, 0, 3)
    assert state.finished[0].points == engine.result(state).totals == (1.0, 3.0, 0.0, 2.0)


@pytest.mark.rule("blef.start.next-game")
def test_the_loser_of_the_last_round_deals_the_next_game_and_all_counts_are_one_again():
    state, _ = started(3, games=2)
    state = play_out(state, 1, 2)
    assert (state.game_over, engine.due(state)) == (True, Due("next_game", 2.5))
    assert (state.dealer, state.starter) == (2, 0)
    state, (dealt,) = engine.proceed(state, chance := Rigged())
    assert chance.asked == [("game 2 / round 1 / deal", 24)]
    assert (dealt.game, dealt.round, dealt.dealer, dealt.starter, dealt.counts, dealt.funeral) == (2, 1, 2, 0, (1, 1, 1), False)
    assert state.last_loss == (0, 0, 0)
    assert engine.view(state, 0).out == ()


@pytest.mark.rule("common.match.total")
def test_game_points_are_added_over_the_match():
    state, _ = started(3, games=2)
    state = play_out(engine.proceed(play_out(state, 1, 2), ANY).state, 0, 2)
    assert engine.result(state).games == ((1, 3, 2), (3, 1, 2))
    assert engine.result(state).totals == (2.0, 2.0, 2.0)
    assert engine.result(state).places == (2, 1, 3)  # one first place each for 0 and 1; the last game breaks the tie


# --- bids on the rest ------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.rest.truth")
def test_a_bid_on_the_rest_is_held_against_the_undealt_cards_and_they_are_shown():
    """In play are two nines and two kings; the other two of each are in the rest."""
    rest_true = position(THREE, (0, HIGHEST), (1, "rest/two_pair:A,9"), options=REST)
    state = check(rest_true)
    assert (state.reveal.bid_true, state.reveal.loser) == (True, 2)
    assert state.reveal.rest[:4] == ("9H", "9S", "10C", "10D")
    assert len(state.reveal.rest) == 19
    state = check(position(THREE, (0, HIGHEST), (1, "rest/three:9"), options=REST))
    assert (state.reveal.bid_true, state.reveal.loser) == (False, 1)
    assert state.reveal.hands == tuple(tuple(hand) for hand in THREE)


@pytest.mark.rule("blef.rest.truth")
def test_after_an_ordinary_bid_the_rest_stays_hidden():
    state, events = checked(position(THREE, (0, HIGHEST), options=REST))
    assert state.reveal.rest is None
    assert b"10C" not in msgspec.json.encode((state, events))  # a card of the rest


@pytest.mark.rule("blef.rest.max")
@pytest.mark.rule("blef.rest.when")
def test_bidding_goes_on_to_the_very_last_bid_on_the_rest():
    state = bid(position(THREE, options=REST), HIGHEST, "rest/high:9", f"rest/{HIGHEST}")
    assert not is_open(state, state.to_act, "bid")
    assert not check(state).reveal.bid_true  # the queen of spades was dealt


# --- elimination by the stock ----------------------------------------------------------------------------------------


@pytest.mark.rule("blef.stock.when")
def test_a_sum_equal_to_the_pack_is_still_dealt_and_one_more_is_not():
    state = check(counted([8, 8, 7], (2, "four:A"), options=STOCK))
    assert (state.counts, state.reveal.eliminated) == ((8, 8, 8), None)
    state = engine.proceed(state, ANY).state
    assert [len(hand) for hand in state.hands] == [8, 8, 8]
    assert engine.view(state, None).rest_count == 0
    state = check(bid(state, HIGHEST))
    assert state.reveal.bid_true  # every card is in play
    assert (sum(state.counts), state.reveal.eliminated is not None) == (16, True)


@pytest.mark.rule("blef.stock.when")
def test_with_52_cards_the_sum_may_grow_to_52():
    assert check(counted([12, 11, 10, 9, 9], (4, "sflush:A,S"), options=STOCK)).reveal.eliminated is None
    assert check(counted([12, 11, 10, 9, 10], (4, "sflush:A,S"), options=STOCK)).reveal.eliminated == 0


@pytest.mark.rule("blef.stock.most")
def test_the_seat_with_most_cards_goes_out_whether_or_not_it_lost_the_round():
    state = check(counted([10, 7, 7], (2, "sflush:small,C"), options=STOCK, to_act=1))
    lost = state.reveal.loser
    assert (lost, state.reveal.eliminated, state.counts) == (1, 0, (0, 8, 7))
    state = check(counted([8, 8, 8], (2, "sflush:small,C"), options=STOCK, to_act=1))
    assert (state.reveal.loser, state.reveal.eliminated, state.counts) == (1, 1, (8, 0, 8))


@pytest.mark.rule("blef.stock.tie")
@pytest.mark.parametrize(("last_loss", "out"), [([3, 5, 1], 1), ([5, 3, 1], 0), ([0, 1, 9], 1)])
def test_of_several_with_most_cards_the_latest_loser_goes_out(last_loss, out):
    state = check(counted([10, 10, 4], (1, "high:9"), options=STOCK, last_loss_round=last_loss))
    assert (state.reveal.loser, state.reveal.eliminated) == (2, out)
    assert state.counts == tuple(0 if seat == out else count for seat, count in enumerate((10, 10, 5)))


@pytest.mark.rule("blef.stock.tie")
def test_a_loser_that_draws_level_is_the_latest_loser():
    state = check(counted([9, 8, 7], (0, "high:9"), options=STOCK, last_loss_round=[7, 3, 2]))
    assert (state.reveal.loser, state.reveal.eliminated) == (1, 1)


@pytest.mark.rule("blef.stock.dealer")
def test_the_loser_deals_a_last_time_only_if_it_is_the_one_that_went_out():
    state = check(counted([8, 8, 8], (1, "high:9"), options=STOCK))
    assert (state.reveal.eliminated, state.dealer, state.funeral, state.starter) == (2, 2, True, 0)
    state = check(counted([10, 7, 7], (1, "high:9"), options=STOCK))
    assert (state.reveal.eliminated, state.dealer, state.funeral, state.starter) == (0, 2, False, 1)


@pytest.mark.rule("blef.stock.duel")
def test_a_duel_goes_up_to_twelve_cards_each_and_its_opener_is_then_safe():
    state = check(counted([11, 12], (0, "sflush:big,S"), options=STOCK, dealer=0))
    assert (state.counts, state.reveal.eliminated) == ((12, 12), None)
    state = engine.proceed(state, ANY).state
    assert may_bid(state, 1, HIGHEST)
    state = check(bid(state, HIGHEST))
    assert state.reveal.bid_true
    assert (state.reveal.eliminated, engine.result(state).places) == (0, (2, 1))


# --- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.view")
@pytest.mark.rule("common.view.own")
def test_each_seat_sees_its_own_cards_and_nobody_elses():
    state = position(THREE, (0, "high:9"))
    for reader, own in ((0, ("9C", "KH")), (1, ("9D", "QS")), (2, ("KD",)), (None, None)):
        view = engine.view(state, reader)
        assert view.own == own
        seen = msgspec.json.encode(view).decode()
        hidden = [card for seat, hand in enumerate(THREE) for card in hand if seat != reader]
        assert not any(card in seen for card in hidden)


@pytest.mark.rule("blef.view")
@pytest.mark.rule("common.view.public")
@pytest.mark.rule("common.view.out")
def test_everyone_sees_counts_dealer_bids_and_the_size_of_the_rest():
    state = position([["9C", "KH"], ["9D"], [], ["KD"]], (0, "high:9"), out=[2], dealer=3)
    for reader in (None, 0, 1, 2, 3):  # a seat that is out sees what a spectator sees
        view = engine.view(state, reader)
        assert (view.counts, view.hand_counts, view.rest_count, view.deck) == ((2, 1, 0, 1), (2, 1, 0, 1), 20, 24)
        assert (view.dealer, view.starter, view.to_act, view.bids) == (3, 0, 1, (MadeBid(0, "high:9"),))
    assert engine.view(state, 2).own is None
    assert engine.view(state, 2) == engine.view(state, None)


@pytest.mark.rule("blef.view")
def test_of_a_deal_each_seat_is_shown_its_own_cards():
    _, (dealt,) = engine.proceed(check(position(THREE, (0, "high:9"))), ANY)
    for reader in (None, 0, 1, 2):
        shown = engine.show(dealt, reader)
        assert [hand is not None for hand in shown.hands] == [seat == reader for seat in range(3)]
    assert engine.show(BidMade(0, "high:9"), 1) == BidMade(0, "high:9")


@pytest.mark.rule("common.view.record")
def test_what_was_turned_over_stays_in_the_events():
    _, events = checked(position(FIVE, (0, "pair:A")))
    assert events[1].hands == (("2C",), ("7D",), ("KH",), ("AS",), ("AD",))


# --- long games and saving -------------------------------------------------------------------------------------------


@pytest.mark.rule("common.long.agreed")
def test_no_game_is_long():
    state, _ = started(3)
    state = lose(lose(state, 0), 1)
    assert not engine.is_long(state)
    with pytest.raises(IllegalAction) as caught:
        engine.end_long(state)
    assert caught.value.rule == "common.long.agreed"


@pytest.mark.rule("common.options.fixed")
def test_options_stay_as_they_were():
    options = Options(games=2, bid_on_rest=True, elimination="stock")
    state = engine.start(2, options, ANY).state
    state = engine.proceed(play_out(state, 0), ANY).state
    assert (state.game, state.options) == (2, options)


@pytest.mark.parametrize(
    "change", [("rules_version", 2), ("counts", [1, 1]), ("hands", [[], []]), ("last_loss", [0]), ("timeouts", []), ("phase", "bid")]
)
def test_a_saved_match_that_is_not_whole_is_refused(change):
    saved = msgspec.json.decode(engine.dump(position(THREE)))
    key, value = change
    with pytest.raises(NotInThisGame):
        engine.load(msgspec.json.encode({**saved, key: value}))
