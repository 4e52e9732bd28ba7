"""The plain rules of Blufpoker, one named case per rule, "not yet" beside "now". Options: test_options."""

from itertools import permutations, product

import pytest
from msgspec.structs import replace

from games.blufpoker import engine
from games.blufpoker.engine import Options
from games.blufpoker.state import (
    Accept,
    Accepted,
    Blind,
    Claim,
    Claimed,
    Doubt,
    Doubted,
    GameOver,
    GameScore,
    MatchOver,
    Revealed,
    RoundBegan,
    StartRolled,
    Throw,
    Thrown,
)
from games.blufpoker.values import VALUES, is_value, value_of, values_above
from games.core.chance import SecretChance
from games.core.errors import IllegalAction, IllegalOptions, NotInThisGame
from games.core.game import Due
from tests.games.blufpoker.table import (
    ANY,
    REMOVE,
    Rigged,
    accept,
    act,
    claim,
    done,
    doubt,
    kinds,
    legal_values,
    open_types,
    position,
    refusal,
    started,
    throw,
)

# --- players, dice, values -------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.players")
@pytest.mark.parametrize(("seats", "fits"), [(2, False), (3, True), (6, True), (7, False)])
def test_three_to_six_seats(seats, fits):
    if fits:
        assert engine.start(seats, Options(), ANY).state.seats == seats
        return
    with pytest.raises(IllegalOptions) as caught:
        engine.start(seats, Options(), ANY)
    assert caught.value.rule == "blufpoker.players"


@pytest.mark.rule("blufpoker.equipment")
def test_three_ordinary_dice_lie_under_one_cup():
    seen = set()
    for number in range(60):
        chance = SecretChance(bytes(32), str(number), ())
        state = engine.start(3, Options(), chance).state
        state = engine.apply(state, state.to_act, Throw(), chance).state
        assert len(state.dice) == 3
        seen |= set(state.dice)
    assert seen == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("blufpoker.value")
def test_the_value_is_the_greatest_number_the_dice_can_form():
    for dice in product(range(1, 7), repeat=3):
        assert value_of(dice) == max(100 * a + 10 * b + c for a, b, c in permutations(dice))
    assert value_of((5, 1, 5)) == 551
    assert value_of((1, 1, 1)) < value_of((2, 1, 1)) < value_of((5, 5, 5)) < value_of((6, 1, 1)) < value_of((6, 6, 6))


@pytest.mark.rule("blufpoker.claim.values")
def test_fifty_six_values_can_be_claimed_and_nothing_else():
    state = position(phase="own_throw", dice=[4, 2, 1], to_act=0)
    assert len(VALUES) == 56
    for number in range(-1, 1000):
        digits = [int(digit) for digit in f"{max(number, 0):03}"]
        shows = number > 0 and all(1 <= digit <= 6 for digit in digits) and digits == sorted(digits, reverse=True)
        assert is_value(number) is shows
        if not shows:
            assert refusal(state, Claim(number)) == "blufpoker.claim.values"
    assert legal_values(state) == list(VALUES)
    assert values_above(665) == (666,)
    assert values_above(666) == ()


@pytest.mark.rule("blufpoker.options.conflicts")
@pytest.mark.parametrize("flags", list(product([False, True], repeat=4)))
@pytest.mark.parametrize("swap", ["off", "round", "game"])
def test_no_options_conflict(flags, swap):
    sixes, blind, three, direction = flags
    options = Options(sixes=sixes, blind_pass=blind, three_throws=three, choose_direction=direction, swap_seats=swap, one_phone=True)
    engine.check_table(3, options)


@pytest.mark.rule("blufpoker.options.conflicts")
def test_values_outside_their_range_are_refused():
    with pytest.raises(IllegalOptions) as caught:
        engine.check_table(3, Options(turn_seconds=4))
    assert caught.value.rule == "common.options.validate"


# --- the start -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.start.roll")
def test_every_seat_rolls_one_open_die_and_the_highest_starts():
    chance = Rigged([2, 5, 4, 1])
    state, events = engine.start(4, Options(), chance)
    assert chance.asked == [("game 1 / start / roll 1", 4)]
    assert events == (StartRolled(1, ((2, 5, 4, 1),), 1), RoundBegan(1, 1, 1, "clockwise", (0, 1, 2, 3)))
    assert (state.phase, state.to_act, state.starter) == ("start_throw", 1, 1)
    assert all(engine.show(events[0], reader) == events[0] for reader in (None, 0, 1, 2, 3))


@pytest.mark.rule("blufpoker.start.roll")
def test_the_next_game_of_a_match_is_rolled_for_as_well():
    state = doubt(position((0, 421), dice=[4, 1, 1], penalties=[5, 0, 0, 0], options={"games": 2}))
    assert engine.due(state) == Due("next_game", 2.5)
    state, events = engine.proceed(state, Rigged([1, 2, 6, 5]))
    assert events == (StartRolled(2, ((1, 2, 6, 5),), 2), RoundBegan(2, 1, 2, "clockwise", (0, 1, 2, 3)))
    assert (state.game, state.to_act, state.penalties) == (2, 2, (0, 0, 0, 0))


@pytest.mark.rule("blufpoker.start.tie")
def test_only_those_that_tie_for_highest_roll_again():
    chance = Rigged([6, 3, 6, 6], [2, 5, 5], [1, 4])
    state, events = engine.start(4, Options(), chance)
    assert [count for _, count in chance.asked] == [4, 3, 2]
    assert events[0].rolls == ((6, 3, 6, 6), (2, None, 5, 5), (None, None, 1, 4))
    assert state.starter == 3


@pytest.mark.rule("blufpoker.direction.base")
def test_the_cup_goes_to_the_left_neighbour():
    state = position(phase="own_throw", dice=[4, 2, 1], to_act=3, starter=3)
    state = claim(state, 421)
    assert state.to_act == 0
    state = claim(throw(accept(state), 2, 1, 1), 431)
    assert (state.to_act, state.direction) == (1, "clockwise")


@pytest.mark.rule("common.seats.order")
@pytest.mark.rule("common.seats.next")
def test_seats_that_left_are_skipped():
    assert position((1, 421), left=[2], options=REMOVE).to_act == 3
    assert position((1, 421), left=[2], direction="anticlockwise", options=REMOVE).to_act == 0
    assert position((1, 421), left=[2]).to_act == 2  # a computer plays on


# --- the opening -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.throw.open")
def test_the_starter_throws_three_dice_and_alone_looks():
    state, _ = started(4, [1, 1, 6, 2])
    assert open_types(state) == ["throw"]
    assert [open_types(state, seat) for seat in (0, 1, 3)] == [[], [], []]
    assert refusal(state, Claim(111)) == "blufpoker.throw.open"
    assert refusal(state, Throw(), seat=0) == "blufpoker.throw.open"
    state, events = done(state, Throw(), [2, 6, 3])
    assert events == (Thrown(seat=2, number=1, count=3, kept=0, aside=0, seen=True, dice=(2, 6, 3)),)
    assert [engine.view(state, reader).cup for reader in (None, 0, 1, 2, 3)] == [None, None, None, (2, 6, 3), None]
    assert [engine.show(events[0], reader).dice for reader in (None, 0, 1, 2, 3)] == [None, None, None, (2, 6, 3), None]


@pytest.mark.rule("blufpoker.claim.open")
@pytest.mark.parametrize("value", [111, 421, 666])
def test_the_opening_claim_may_be_anything_true_or_not(value):
    state = position(phase="own_throw", dice=[4, 2, 1], to_act=1, starter=1)
    state, events = done(state, Claim(value))
    assert events == (Claimed(1, value, 1, None),)
    assert (state.phase, state.to_act) == ("decide", 2)
    assert engine.view(state, None).claims[0].value == value


@pytest.mark.rule("blufpoker.claim.open")
def test_before_the_opening_claim_nobody_else_acts():
    state = position(phase="own_throw", dice=[4, 2, 1], to_act=1, starter=1)
    assert refusal(state, Claim(421), seat=2) == "blufpoker.claim.open"
    assert refusal(state, Doubt(), seat=2) == "blufpoker.claim.open"
    assert refusal(state, Accept()) == "blufpoker.claim.open"


# --- deciding --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.decide")
def test_the_next_seat_and_only_that_seat_decides_without_having_seen_the_dice():
    state = position((0, 421), dice=[4, 2, 1], seen_by=[0])
    assert open_types(state) == ["accept", "doubt"]
    for seat in (0, 2, 3):
        assert open_types(state, seat) == []
        assert refusal(state, Doubt(), seat) == refusal(state, Accept(), seat) == "blufpoker.decide"
    assert refusal(state, Claim(431)) == refusal(state, Throw()) == "blufpoker.decide"
    assert engine.view(state, 1).cup is None
    assert (engine.actors(state).waited, engine.actors(state).may_act) == (1, ())


@pytest.mark.rule("blufpoker.accept.look")
def test_who_accepts_sees_the_dice_alone_and_a_lie_has_no_consequence():
    state = position((0, 621), dice=[2, 1, 1], seen_by=[0])
    state, events = done(state, Accept())
    assert events == (Accepted(1, 0, 621, (2, 1, 1)),)
    assert [engine.show(events[0], reader).dice for reader in (None, 0, 1, 2)] == [None, None, (2, 1, 1), None]
    assert [engine.view(state, reader).cup for reader in (None, 0, 1, 2)] == [None, (2, 1, 1), (2, 1, 1), None]
    assert engine.view(state, None).accepted_by == 1
    assert state.penalties == (0, 0, 0, 0)


@pytest.mark.rule("blufpoker.accept.must-throw")
def test_who_accepted_must_throw_and_can_neither_claim_nor_doubt():
    state = accept(position((0, 421), dice=[4, 2, 1]))
    assert open_types(state) == ["throw"]
    for action in (Claim(431), Doubt(), Accept()):
        assert refusal(state, action) == "blufpoker.accept.must-throw"
    assert refusal(state, Throw(), seat=2) == "blufpoker.accept.must-throw"
    state, events = done(state, Throw(), [6, 5, 1])
    assert events[0].count == 3
    assert open_types(state) == ["claim"]
    assert refusal(state, Doubt()) == "blufpoker.accept.must-throw"
    assert [engine.view(state, reader).cup for reader in (None, 0, 1, 2)] == [None, None, (6, 5, 1), None]


@pytest.mark.rule("blufpoker.accept.must-throw")
def test_all_three_dice_are_thrown():
    state = accept(position((0, 661), dice=[6, 6, 1]))
    assert refusal(state, Throw(1)) == "blufpoker.accept.must-throw"
    assert done(state, Throw(0), [1, 2, 3]).events[0].count == 3


@pytest.mark.rule("blufpoker.claim.higher")
def test_the_next_claim_is_strictly_higher_than_the_last_true_or_not():
    state = position((0, 211), (1, 653), phase="own_throw", dice=[1, 1, 1], to_act=2)
    assert legal_values(state) == [654, 655, 661, 662, 663, 664, 665, 666]
    assert refusal(state, Claim(652)) == refusal(state, Claim(653)) == "blufpoker.claim.higher"
    assert refusal(state, Claim(654), seat=3) == "blufpoker.claim.higher"
    state = claim(state, 654)
    assert (state.to_act, state.phase) == (3, "decide")
    assert [made.value for made in state.claims] == [211, 653, 654]


@pytest.mark.rule("blufpoker.max.must-doubt")
def test_after_666_only_a_doubt_is_left_and_not_after_665():
    assert open_types(position((0, 665))) == ["accept", "doubt"]
    state = position((0, 666))
    assert open_types(state) == ["doubt"]
    assert refusal(state, Accept()) == "blufpoker.max.must-doubt"


# --- doubting --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.doubt.reveal")
def test_a_doubt_shows_all_dice_to_everyone_and_not_before():
    state = position((0, 421), dice=[1, 2, 4])
    assert all(engine.view(state, reader).reveal is None and engine.view(state, reader).cup is None for reader in (None, 1, 2, 3))
    state, events = done(state, Doubt())
    assert events[0] == Doubted(1, 0)
    for reader in (None, 0, 1, 2, 3):
        shown = engine.view(state, reader).reveal
        assert (shown.dice, shown.value, shown.claim) == ((1, 2, 4), 421, 421)
        assert engine.show(events[1], reader) == shown


@pytest.mark.rule("blufpoker.doubt.lower")
def test_a_claim_that_was_too_high_costs_the_last_claimant_a_point():
    state = doubt(position((0, 421), (1, 533), dice=[5, 3, 2], penalties=[1, 2, 3, 4]))
    assert (state.reveal.value, state.reveal.penalty_to) == (532, 1)
    assert state.penalties == (1, 3, 3, 4)


@pytest.mark.rule("blufpoker.doubt.equal-or-higher")
@pytest.mark.parametrize("dice", [[5, 3, 3], [5, 4, 1], [6, 6, 6]])
def test_a_claim_that_is_met_costs_the_doubter_a_point(dice):
    state = doubt(position((0, 421), (1, 533), dice=dice))
    assert state.reveal.penalty_to == 2
    assert state.penalties == (0, 0, 1, 0)


@pytest.mark.rule("blufpoker.round.next-starter")
@pytest.mark.parametrize("dice", [[4, 2, 1], [1, 1, 1]])
def test_the_seat_after_the_doubter_starts_whoever_got_the_point(dice):
    state = doubt(position((0, 421), dice=dice))
    assert (state.reveal.next_starter, state.starter, state.to_act) == (2, 2, None)
    assert engine.due(state) == Due("deal", 2.5)
    state, events = engine.proceed(state, ANY)
    assert events == (RoundBegan(1, 2, 2, "clockwise", (0, 1, 2, 3)),)
    assert (state.phase, state.to_act, state.claims, state.reveal) == ("start_throw", 2, (), None)


@pytest.mark.rule("common.reveal")
def test_nobody_acts_between_two_rounds():
    state = doubt(position((0, 421)))
    assert [open_types(state, seat) for seat in range(4)] == [[], [], [], []]
    assert refusal(state, Throw(), seat=2) == "common.reveal"
    with pytest.raises(IllegalAction) as caught:
        engine.proceed(position((0, 421)), ANY)
    assert caught.value.rule == "common.reveal"


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.end.limit")
@pytest.mark.parametrize(("limit", "over"), [(3, True), (4, False)])
def test_the_game_ends_when_one_seat_reaches_the_limit(limit, over):
    state, events = done(position((0, 421), dice=[1, 1, 1], penalties=[2, 2, 0, 1], options={"penalty_limit": limit}), Doubt())
    assert state.penalties == (3, 2, 0, 1)
    assert kinds(events) == [Doubted, Revealed, *([GameOver, MatchOver] if over else [])]
    assert (engine.result(state) is not None) is over
    assert (state.reveal.next_starter is None) is over
    assert state.reveal.limit == limit


@pytest.mark.rule("blufpoker.end.limit")
def test_after_the_end_nothing_is_legal():
    state = doubt(position((0, 421), dice=[1, 1, 1], penalties=[5, 0, 0, 0]))
    assert [engine.choices(state, seat) for seat in range(4)] == [()] * 4
    assert refusal(state, Throw(), seat=2) == "blufpoker.end.limit"
    assert (engine.due(state), engine.actors(state).waited) == (None, None)


@pytest.mark.rule("blufpoker.penalty.count")
def test_everyone_starts_at_zero_and_each_round_gives_one_point_to_one_seat():
    state, _ = started(5)
    assert state.penalties == (0,) * 5
    for rounds in range(1, 6):
        state = doubt(claim(throw(state, 2, 1, 1), 331))
        assert sum(state.penalties) == rounds
        state = engine.proceed(state, ANY).state


@pytest.mark.rule("blufpoker.place")
@pytest.mark.rule("common.place.method")
def test_fewest_points_come_first_and_equal_points_share():
    state, events = done(position((0, 632), dice=[6, 3, 2], penalties=[2, 5, 2, 4]), Doubt())
    assert events[2] == GameOver(1, (1, 4, 1, 3), (2.5, 0.0, 2.5, 1.0), (2, 6, 2, 4))
    state = doubt(position((0, 632), dice=[6, 3, 2], penalties=[4, 5, 1, 0]))
    assert engine.result(state).places == (3, 4, 2, 1)


@pytest.mark.rule("blufpoker.points")
@pytest.mark.rule("common.points.placing")
def test_a_place_earns_what_it_leaves_behind():
    state = doubt(position((0, 632), dice=[6, 3, 2], penalties=[4, 5, 1, 0]))
    assert engine.result(state).totals == (1.0, 0.0, 2.0, 3.0)
    assert engine.view(state, None).scores == (GameScore((3, 4, 2, 1), (1.0, 0.0, 2.0, 3.0), (4, 6, 1, 0)),)


def second_game_over(first, penalties, options=None):
    """A match of two games after the first was scored so, ending now: seat 1 doubts a true claim and reaches the limit."""
    state = position((0, 421), dice=[4, 2, 1], seats=3, penalties=penalties, options={"games": 2, **(options or {})})
    return doubt(replace(state, game=2, finished=(first,)))


@pytest.mark.rule("common.match.tiebreak")
def test_penalty_points_break_a_tie_of_the_match():
    first = GameScore((2, 3, 1), (1.0, 0.0, 2.0), (3, 6, 2))
    state = second_game_over(first, [1, 5, 4])  # seat 0 first, seat 2 second: 3 points and one win each
    assert engine.result(state).totals == (3.0, 0.0, 3.0)
    assert engine.result(state).places == (1, 3, 2)  # 4 penalty points against 6
    state = second_game_over(GameScore((2, 3, 1), (1.0, 0.0, 2.0), (5, 6, 0)), [1, 5, 4])
    assert engine.result(state).places == (2, 3, 1)  # 6 against 4


@pytest.mark.rule("common.match.tiebreak")
def test_with_equal_penalty_points_the_last_game_decides():
    state = second_game_over(GameScore((2, 3, 1), (1.0, 0.0, 2.0), (4, 6, 1)), [1, 5, 4])
    assert engine.result(state).places == (1, 3, 2)


# --- the contract's edges --------------------------------------------------------------------------------------------


def test_no_game_is_long():
    state, _ = started(3)
    assert not engine.is_long(state)
    with pytest.raises(IllegalAction) as caught:
        engine.end_long(state)
    assert caught.value.rule == "common.long.agreed"


def test_an_action_of_another_game_is_not_read():
    with pytest.raises(NotInThisGame):
        engine.apply(position((0, 421)), 1, object(), ANY)


def test_a_spoiled_or_unknown_save_is_refused():
    state, _ = started(3)
    data = engine.dump(state)
    assert engine.load(data) == state
    for spoiled in (b"{}", data.replace(b'"rules_version":1', b'"rules_version":2'), data.replace(b'"order":[0,1,2]', b'"order":[0,1]')):
        with pytest.raises(NotInThisGame):
            engine.load(spoiled)


@pytest.mark.rule("blufpoker.blind.pass")
def test_without_the_option_the_cup_is_not_passed_on_blind():
    assert refusal(position((0, 421)), Blind(431)) == "blufpoker.blind.pass"


@pytest.mark.rule("common.action.binding")
def test_a_claim_cannot_be_taken_back():
    state = claim(position(phase="own_throw", dice=[4, 2, 1], to_act=0), 421)
    assert refusal(state, Claim(431), seat=0) == "blufpoker.decide"
    assert refusal(act(state, Accept()), Claim(431), seat=0) == "blufpoker.accept.must-throw"
