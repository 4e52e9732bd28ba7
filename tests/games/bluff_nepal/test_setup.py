"""Tables, the pack, the dealer, the deal, and the direction of play."""

from itertools import product

import msgspec
import pytest

from games.bluff_nepal import engine
from games.bluff_nepal.engine import Options
from games.bluff_nepal.rounds import deck
from games.bluff_nepal.state import Dealt, Lay, Lot, RoundBegan
from games.core.chance import SecretChance
from games.core.errors import IllegalOptions, NotInThisGame
from tests.games.bluff_nepal.table import (
    ANY,
    FOUR,
    JOKERS,
    NEXT,
    REMOVE,
    Rigged,
    call,
    counts,
    lay,
    leave,
    let_go,
    position,
    refusal,
    started,
)


def refused_table(seats, **options):
    with pytest.raises(IllegalOptions) as caught:
        engine.check_table(seats, Options(**options))
    return caught.value.rule


@pytest.mark.rule("bluff_nepal.players")
def test_two_to_six_seats():
    for seats in range(2, 7):
        assert started(seats).seats == seats
    assert refused_table(1) == refused_table(7) == "bluff_nepal.players"


@pytest.mark.rule("bluff_nepal.deck")
@pytest.mark.parametrize("seats", range(2, 7))
def test_one_pack_at_every_size_of_table(seats):
    cards = [card for hand in started(seats).hands for card in hand]
    assert len(cards) == len(set(cards)) == 52
    assert "X" not in cards
    with_jokers = [card for hand in started(seats, jokers=True).hands for card in hand]
    assert len(with_jokers) == 54
    assert with_jokers.count("X") == 2
    assert set(with_jokers) == {*cards, "X"}


@pytest.mark.rule("bluff_nepal.deck")
def test_suits_do_not_matter():
    for suit in "CDHS":
        assert call(position(FOUR, (2, f"7{suit}"), to_act=1), 1).reveal.claim_true


@pytest.mark.rule("bluff_nepal.options.conflicts")
@pytest.mark.rule("bluff_nepal.one-phone")
@pytest.mark.parametrize("seats", range(2, 7))
def test_on_one_phone_only_the_seat_to_act_can_call(seats):
    assert refused_table(seats, one_phone=True) == "bluff_nepal.options.conflicts"
    assert refused_table(seats, one_phone=True, callers="anyone", jokers=True) == "bluff_nepal.options.conflicts"
    state = started(seats, one_phone=True, callers="next")
    state = lay(state, state.to_act, state.hands[state.to_act][0], "A")
    assert engine.actors(state).may_act == ()


@pytest.mark.rule("bluff_nepal.one-phone")
@pytest.mark.rule("common.one-phone")
def test_at_any_moment_the_device_shows_the_cards_of_one_seat_only():
    """What a page may show is the view of one seat, and in that view no other hand is open."""
    state = position(FOUR, (2, "8C"), options={"one_phone": True, **NEXT})
    told = msgspec.json.encode(engine.view(state, 1)).decode()
    assert '"2D"' in told and '"7D"' in told
    assert not any(f'"{card}"' in told for card in ["2C", "7C", "2H", "7H", "AC", "5S", "9S", "2S", "7S", "8C"])


@pytest.mark.rule("common.options.validate")
def test_all_other_options_go_together():
    for callers, jokers, leave_mode, grace, games in product(("anyone", "next"), (False, True), ("bot", "remove"), (0, 1000), (1, 20)):
        engine.check_table(4, Options(callers=callers, jokers=jokers, leave_mode=leave_mode, call_grace_ms=grace, games=games))
    assert refused_table(4, turn_seconds=4) == "common.options.validate"


@pytest.mark.rule("bluff_nepal.not-offered")
@pytest.mark.parametrize("name", ["decks", "fixed_order", "reveal", "max_cards"])
def test_what_is_not_offered_is_no_option(name):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({name: 2}, Options)
    assert set(Options.__struct_fields__) - set(Options.__mro__[1].__struct_fields__) == {"callers", "jokers"}


@pytest.mark.rule("bluff_nepal.not-offered")
def test_five_cards_are_never_laid_at_once_and_a_call_never_turns_over_the_whole_pile():
    state = position(FOUR, (3, "9C 9D"), (2, "7S"), to_act=1)
    assert call(state, 1).reveal.cards == ("7S",)
    lead = position(FOUR, to_act=2)
    assert refusal(lead, 2, Lay(("2H", "7H", "AC", "5S", "9S"), "7")) == "bluff_nepal.lay.count"


# --- the dealer and the deal -----------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.dealer")
@pytest.mark.rule("common.start.lot")
def test_the_first_dealer_is_drawn_by_lot():
    chance = Rigged(dealer=3)
    state, events = engine.start(5, Options(), chance)
    assert chance.asked == [("match / dealer", 5), ("game 1 / deal", 52)]
    assert events[0] == Lot(3)
    assert state.dealer == 3


@pytest.mark.rule("common.start.lot")
def test_every_seat_is_drawn_now_and_then():
    dealers = [engine.start(3, Options(), SecretChance(bytes(32), str(number), ())).state.dealer for number in range(300)]
    assert all(70 < dealers.count(seat) < 130 for seat in range(3))


@pytest.mark.rule("bluff_nepal.dealer")
def test_the_deal_moves_to_the_right_neighbour_whoever_won():
    for winner in (0, 1, 2):
        hands = ["2C", "2D", "2S"]
        hands[winner] = ""
        state = position(hands, (winner, "7C"), phase="answer_last", dealer=0, options={"games": 3})
        ended = let_go(state, state.to_act)
        assert (ended.dealer, ended.game) == (0, 1)  # not yet: it moves with the next deal
        state, events = engine.proceed(ended, ANY)
        assert (state.dealer, state.game, state.to_act) == (2, 2, 1)
        assert kinds_of(events) == [Dealt, RoundBegan]


def kinds_of(events):
    return [type(event) for event in events]


@pytest.mark.rule("bluff_nepal.dealer")
@pytest.mark.rule("common.leave.match")
def test_a_seat_that_left_for_good_neither_deals_nor_leads_nor_gets_cards():
    state = position(["2C", "2D", "", "2S"], (2, "7C"), phase="answer_last", to_act=1, dealer=0, options={"games": 2, **REMOVE})
    state = leave(let_go(state, 1), 3)
    state = engine.proceed(state, ANY).state
    assert (state.dealer, state.to_act) == (2, 1)
    assert counts(state) == [17, 18, 17, 0]
    assert leave(state, 1).to_act == 0


@pytest.mark.rule("bluff_nepal.direction")
@pytest.mark.rule("common.seats.order")
def test_play_goes_to_the_right_neighbour():
    state = started(4, dealer=2)
    order = []
    for _ in range(5):
        order.append(state.to_act)
        state = lay(state, state.to_act, state.hands[state.to_act][0], state.rank or "A")
    assert order == [1, 0, 3, 2, 1]


@pytest.mark.rule("bluff_nepal.deal")
def test_all_cards_are_dealt_one_at_a_time_to_the_right_from_the_dealers_right_neighbour():
    state = started(4, "AS KS QS JS 2S", dealer=2)
    assert [state.hands[seat][0] for seat in (1, 0, 3, 2)] == ["AS", "KS", "QS", "JS"]
    assert state.hands[1][1] == "2S"


@pytest.mark.rule("bluff_nepal.deal")
@pytest.mark.parametrize(
    ("seats", "jokers", "dealer", "held"),
    [
        (3, False, 0, [17, 17, 18]),
        (3, False, 2, [17, 18, 17]),
        (5, False, 1, [11, 10, 10, 10, 11]),
        (6, False, 2, [9, 9, 8, 8, 9, 9]),
        (4, True, 0, [13, 13, 14, 14]),
        (6, True, 5, [9] * 6),
    ],
)
def test_the_first_seats_get_the_odd_cards(seats, jokers, dealer, held):
    assert counts(started(seats, dealer=dealer, jokers=jokers)) == held


@pytest.mark.rule("bluff_nepal.start")
def test_the_dealers_right_neighbour_leads_the_first_round():
    state, events = engine.start(4, Options(**JOKERS), Rigged(dealer=0))
    assert (state.phase, state.to_act, state.leader) == ("lead", 3, 3)
    assert events[1] == Dealt(1, 0, (13, 13, 14, 14), state.hands)
    assert events[2] == RoundBegan(1, 1, 3)


@pytest.mark.rule("common.random.server")
def test_a_deal_is_a_shuffle_of_the_server_and_nothing_else():
    first, again, other = (engine.start(4, Options(), SecretChance(bytes(32), name, ())).state.hands for name in ("a", "a", "b"))
    assert first == again != other


def test_the_pack_keeps_its_order_because_saved_draws_count_in_it():
    assert deck(jokers=True)[:3] == ("AC", "2C", "3C")
    assert deck(jokers=True)[51:] == ("KS", "X", "X")
    assert deck(jokers=False) == deck(jokers=True)[:52]


# --- saving ----------------------------------------------------------------------------------------------------------


def test_a_saved_match_of_other_rules_or_with_lists_of_the_wrong_length_is_refused():
    saved = msgspec.json.decode(engine.dump(started(3)))
    assert engine.load(msgspec.json.encode(saved)).seats == 3
    for change in ({"rules_version": 99}, {"timeouts": [0, 0]}, {"hands": []}):
        with pytest.raises(NotInThisGame):
            engine.load(msgspec.json.encode({**saved, **change}))


def test_something_else_than_an_action_is_refused():
    with pytest.raises(NotInThisGame):
        engine.apply(started(3), 2, "lay", ANY)
