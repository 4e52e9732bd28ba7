"""The options of Blufpoker: sixes, blind passing, three throws, direction and seats, "not yet" beside "now"."""

import pytest

from games.blufpoker import engine
from games.blufpoker.state import (
    Accept,
    AttemptOver,
    AttemptThrown,
    Blind,
    Claim,
    Claimed,
    Doubt,
    GameOver,
    MadeClaim,
    MatchOver,
    PassedBlind,
    RoundBegan,
    StartRolled,
    Swapped,
    Throw,
    Thrown,
)
from games.blufpoker.values import VALUES
from tests.games.blufpoker.table import (
    ANY,
    REMOVE,
    Rigged,
    accept,
    act,
    blind,
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

SIXES = {"sixes": True}
BLIND = {"blind_pass": True}
THREE = {"three_throws": True}
CHOOSE = {"choose_direction": True}


def keeps(state):
    """How many sixes the seat to act may lay aside: the most that its choices name."""
    choice = next(choice for choice in engine.choices(state, state.to_act) if choice.type == "throw" and choice.open)
    assert choice.patterns[0] == {}  # laying nothing aside need not be said
    return choice.patterns[1]["keep"]["max"]


# --- sixes -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.sixes.keep")
@pytest.mark.parametrize(("keep", "rolled"), [(0, [6, 4, 1]), (1, [6, 4]), (2, [4])])
def test_after_accepting_some_or_all_sixes_may_be_laid_aside(keep, rolled):
    state = accept(position((0, 661), dice=[6, 1, 6], options=SIXES))
    assert keeps(state) == 2
    state, events = done(state, Throw(keep), rolled)
    assert events == (Thrown(1, 1, 3 - keep, keep, keep, True, tuple(rolled)),)
    assert (state.aside, state.dice) == (keep, tuple(rolled))
    assert engine.view(state, None).aside == keep


@pytest.mark.rule("blufpoker.sixes.keep")
def test_nothing_is_laid_aside_before_the_look_nor_less_than_nothing():
    state = position((0, 661), dice=[6, 1, 6], options=SIXES)
    assert refusal(state, Throw(1)) == "blufpoker.decide"
    assert refusal(accept(state), Throw(-1)) == "blufpoker.sixes.keep"


@pytest.mark.rule("blufpoker.sixes.no-six")
@pytest.mark.parametrize(("dice", "most"), [([5, 5, 1], 0), ([6, 5, 1], 1), ([6, 6, 1], 2)])
def test_the_real_dice_count_and_not_the_claim(dice, most):
    state = accept(position((0, 665), dice=dice, options=SIXES))
    assert keeps(state) == most
    assert refusal(state, Throw(most + 1)) == "blufpoker.sixes.no-six"


@pytest.mark.rule("blufpoker.sixes.persist")
def test_sixes_aside_stay_for_the_round_and_are_part_of_the_value():
    state = accept(position((0, 621), dice=[6, 2, 1], options={**SIXES, **BLIND}))
    state = claim(throw(state, 5, 2, keep=1), 652)
    state = blind(state, 653)
    assert state.aside == 1
    state = accept(state)
    assert (state.aside, keeps(state)) == (1, 0)
    state = claim(throw(state, 3, 1), 654)
    state = doubt(state)
    assert (state.reveal.dice, state.reveal.aside, state.reveal.value) == ((3, 1), 1, 631)
    assert engine.proceed(state, ANY).state.aside == 0  # the next round begins with three dice


@pytest.mark.rule("blufpoker.sixes.must-throw-one")
def test_at_least_one_die_is_thrown():
    state = accept(position((0, 665), dice=[6, 6, 6], options=SIXES))
    assert keeps(state) == 2
    assert refusal(state, Throw(3)) == "blufpoker.sixes.must-throw-one"
    state = accept(position((0, 621), (1, 661), dice=[6], aside=2, options=SIXES))
    assert keeps(state) == 0
    assert refusal(state, Throw(1)) == "blufpoker.sixes.must-throw-one"
    state, events = done(state, Throw(), [4])
    assert (events[0].count, state.aside) == (1, 2)


@pytest.mark.rule("blufpoker.sixes.opener")
def test_the_starter_lays_nothing_aside_before_or_between_its_throws():
    state, _ = started(3, sixes=True, three_throws=True)
    assert keeps(state) == 0
    assert refusal(state, Throw(1)) == "blufpoker.sixes.opener"
    state = throw(state, 6, 6, 1)
    assert keeps(state) == 0
    assert refusal(state, Throw(1)) == "blufpoker.sixes.opener"


@pytest.mark.rule("blufpoker.sixes.claim-range")
def test_a_claim_may_be_lower_than_the_open_sixes_guarantee():
    state = position((0, 211), phase="own_throw", dice=[2], aside=2, to_act=1, options=SIXES)
    assert legal_values(state) == list(VALUES[2:])
    assert claim(state, 221).to_act == 2


@pytest.mark.rule("blufpoker.sixes.666.accept")
def test_a_666_may_be_accepted_and_starts_an_attempt_without_a_claim():
    state = position((0, 666), dice=[6, 6, 6], options=SIXES)
    assert open_types(state) == ["accept", "doubt"]
    state = accept(state)
    assert (state.phase, open_types(state)) == ("six_attempt", ["throw"])
    for action in (Claim(666), Doubt(), Accept()):
        assert refusal(state, action) == "blufpoker.sixes.666.accept"
    assert refusal(state, Throw(), seat=0) == "blufpoker.sixes.666.accept"
    assert doubt(position((0, 666), dice=[6, 6, 6], options=SIXES)).reveal.penalty_to == 1  # or it is doubted


@pytest.mark.rule("blufpoker.sixes.666.fresh")
def test_the_attempt_is_made_with_all_three_dice():
    state = position((0, 621), (1, 666), dice=[6], aside=2, options=SIXES)
    state, events = done(state, Accept())
    assert (state.dice, state.aside) == ((6, 6, 6), 0)
    assert events[0].dice == (6, 6, 6)
    assert engine.view(state, None).under_cup == 3
    assert done(state, Throw(), [1, 1, 1]).events[0].dice == (1, 1, 1)


@pytest.mark.rule("blufpoker.sixes.666.open")
def test_the_attempt_is_thrown_openly_and_sixes_stay_by_themselves():
    state = accept(position((0, 666), dice=[6, 6, 5], seen_by=[0], options=SIXES))
    assert [engine.view(state, reader).cup for reader in (None, 1, 2)] == [None, (6, 6, 5), None]  # before the first throw
    assert refusal(state, Throw(1)) == "blufpoker.sixes.666.open"
    state, events = done(state, Throw(), [6, 2, 1])
    assert events == (AttemptThrown(1, 1, (6, 2, 1), 1),)
    assert [engine.view(state, reader).cup for reader in (None, 1, 2)] == [(2, 1)] * 3
    assert (state.phase, state.to_act, engine.view(state, None).throws) == ("six_attempt", 1, 1)
    assert refusal(state, Throw(1)) == "blufpoker.sixes.666.open"
    state, events = done(state, Throw(), [6, 5])
    assert (state.aside, state.dice) == (2, (5,))


@pytest.mark.rule("blufpoker.sixes.666.success")
@pytest.mark.parametrize("rolls", [[[6, 6, 6]], [[6, 1, 2], [6, 6]], [[1, 1, 1], [6, 6, 2], [6]]])
def test_a_666_within_three_throws_costs_the_claimant_a_point_even_if_it_was_true(rolls):
    state = accept(position((0, 666), dice=[6, 6, 6], options=SIXES))
    for roll in rolls:
        assert state.phase == "six_attempt"
        state = throw(state, *roll)
    assert (state.reveal.success, state.reveal.throws, state.reveal.value) == (True, len(rolls), 666)
    assert state.penalties == (1, 0, 0, 0)


@pytest.mark.rule("blufpoker.sixes.666.fail")
def test_no_666_within_three_throws_costs_the_acceptor_a_point():
    state = accept(position((0, 666), dice=[1, 1, 1], options=SIXES))
    state = throw(throw(state, 6, 6, 5), 5)
    assert state.phase == "six_attempt"
    state, events = done(state, Throw(), [5])
    assert kinds(events) == [AttemptThrown, AttemptOver]
    assert (state.reveal.success, state.reveal.value, state.reveal.penalty_to) == (False, 665, 1)
    assert state.penalties == (0, 1, 0, 0)


@pytest.mark.rule("blufpoker.sixes.666.next")
@pytest.mark.parametrize("dice", [[6, 6, 6], [1, 1, 1]])
def test_after_an_attempt_the_seat_after_the_acceptor_starts(dice):
    state = accept(position((0, 666), options=SIXES))
    while state.phase == "six_attempt":
        state = throw(state, *dice)
    assert state.reveal.next_starter == 2
    assert engine.proceed(state, ANY).state.to_act == 2


@pytest.mark.rule("blufpoker.end.limit")
def test_an_attempt_may_end_the_game():
    state = accept(position((0, 666), penalties=[5, 0, 0, 0], options=SIXES))
    state, events = done(state, Throw(), [6, 6, 6])
    assert kinds(events) == [AttemptThrown, AttemptOver, GameOver, MatchOver]
    assert engine.result(state).places == (4, 1, 1, 1)


# --- blind passing ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.blind.pass")
def test_the_cup_goes_on_unseen_under_a_higher_claim():
    state = position((0, 421), dice=[4, 2, 1], seen_by=[0], options=BLIND)
    assert open_types(state) == ["accept", "blind", "doubt"]
    assert legal_values(state) == list(VALUES[VALUES.index(421) + 1 :])
    assert refusal(state, Blind(421)) == "blufpoker.blind.pass"
    assert refusal(state, Blind(480)) == "blufpoker.claim.values"
    state, events = done(state, Blind(431))
    assert events == (PassedBlind(1, 431),)
    assert (state.phase, state.to_act, state.dice, state.seen_by) == ("decide", 2, (4, 2, 1), (0,))
    assert state.claims[-1] == MadeClaim(1, 431, 0, blind=True)
    assert engine.view(state, 1).cup is None
    assert engine.view(state, None).throws == 0


@pytest.mark.rule("blufpoker.blind.responsibility")
@pytest.mark.parametrize(("dice", "loser"), [([4, 2, 1], 1), ([4, 3, 1], 2)])
def test_a_blind_claim_is_the_passers_own(dice, loser):
    state = doubt(blind(position((0, 421), dice=dice, options=BLIND), 431))
    assert state.reveal.penalty_to == loser


@pytest.mark.rule("blufpoker.blind.not-after-look")
def test_after_the_look_blind_passing_is_gone():
    state = accept(position((0, 421), options=BLIND))
    assert refusal(state, Blind(431)) == "blufpoker.blind.not-after-look"
    assert refusal(throw(state, 1, 1, 1), Blind(431)) == "blufpoker.blind.not-after-look"


@pytest.mark.rule("blufpoker.blind.starter")
def test_the_starter_cannot_pass_blind():
    state, _ = started(3, blind_pass=True)
    assert refusal(state, Blind(431)) == "blufpoker.blind.starter"
    assert refusal(throw(state, 1, 1, 1), Blind(431)) == "blufpoker.blind.starter"


@pytest.mark.rule("blufpoker.blind.max")
def test_666_cannot_be_passed_on_but_665_can():
    assert blind(position((0, 665), options=BLIND), 666).to_act == 2
    state = position((0, 666), options={**BLIND, **SIXES})
    assert open_types(state) == ["accept", "doubt"]
    assert refusal(state, Blind(666)) == "blufpoker.blind.max"
    assert refusal(accept(state), Blind(666)) == "blufpoker.blind.max"


# --- three throws ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.three-throws.repeat")
def test_up_to_three_throws_in_a_turn():
    state, _ = started(3, three_throws=True)
    for number in (1, 2):
        state = throw(state, 2, 1, number)
        assert open_types(state) == ["claim", "throw"]
    state = throw(state, 2, 1, 3)
    assert open_types(state) == ["claim"]
    assert refusal(state, Throw()) == "blufpoker.three-throws.repeat"
    state = throw(accept(claim(state, 321)), 1, 1, 1)
    assert open_types(state) == ["claim", "throw"]  # the next seat has its own three


@pytest.mark.rule("blufpoker.three-throws.repeat")
def test_without_the_option_one_throw():
    state, _ = started(3)
    assert refusal(throw(state, 2, 1, 1), Throw()) == "blufpoker.three-throws.repeat"


@pytest.mark.rule("blufpoker.three-throws.third-blind")
def test_the_third_throw_is_seen_by_nobody():
    state, _ = started(3, three_throws=True)
    state = throw(throw(state, 2, 1, 1), 2, 2, 1)
    assert engine.view(state, 0).cup == (2, 2, 1)
    state, events = done(state, Throw(), [6, 6, 5])
    assert [engine.view(state, reader).cup for reader in (None, 0, 1, 2)] == [None] * 4
    assert [engine.show(events[0], reader).dice for reader in (None, 0, 1, 2)] == [None] * 4
    assert engine.view(claim(state, 111), 0).cup is None
    assert engine.view(accept(claim(state, 111)), 1).cup == (6, 6, 5)


@pytest.mark.rule("blufpoker.three-throws.all")
def test_each_repeat_throws_all_dice_under_the_cup_and_lays_none_aside():
    state = accept(position((0, 621), dice=[6, 2, 1], options={**THREE, **SIXES}))
    state = throw(state, 6, 1, keep=1)
    assert refusal(state, Throw(1)) == "blufpoker.three-throws.all"
    assert keeps(state) == 0
    state, events = done(state, Throw(), [3, 2])
    assert (events[0].number, events[0].count, events[0].aside) == (2, 2, 1)
    state, events = done(state, Throw(), [6, 6])
    assert (events[0].number, events[0].count, state.aside) == (3, 2, 1)
    assert doubt(claim(state, 666)).reveal.value == 666


@pytest.mark.rule("blufpoker.three-throws.public-count")
def test_everyone_can_tell_how_often_was_thrown():
    state, _ = started(3, three_throws=True)
    for number in (1, 2, 3):
        state, events = done(state, Throw(), [2, 1, 1])
        for reader in (None, 0, 1, 2):
            assert engine.view(state, reader).throws == number
            assert engine.show(events[0], reader).number == number
    state, events = done(state, Claim(421))
    assert events == (Claimed(0, 421, 3, None),)
    view = engine.view(state, 1)
    assert (view.throws, view.claims[0].throws) == (3, 3)
    assert engine.view(accept(state), 2).throws == 0


@pytest.mark.rule("blufpoker.three-throws.attempt")
@pytest.mark.parametrize("three", [False, True])
def test_an_attempt_has_three_throws_with_and_without_the_option(three):
    state = accept(position((0, 666), options={**SIXES, "three_throws": three}))
    for _ in range(3):
        assert open_types(state) == ["throw"]
        state = throw(state, 1, 1, 1)
    assert state.reveal.throws == 3


# --- direction -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.direction.choose")
@pytest.mark.parametrize(("dice", "loser"), [([4, 2, 1], 1), ([4, 1, 1], 0)])
def test_the_penalised_seat_starts_and_may_say_the_direction(dice, loser):
    state = doubt(position((0, 421), dice=dice, options=CHOOSE))
    state = engine.proceed(state, ANY).state
    assert state.to_act == loser
    state, events = done(throw(state, 2, 1, 1), Claim(211, "anticlockwise"))
    assert events[0].direction == "anticlockwise"
    assert (state.direction, state.to_act) == ("anticlockwise", (loser - 1) % 4)


@pytest.mark.rule("blufpoker.direction.choose")
@pytest.mark.parametrize(("before", "after"), [("clockwise", 3), ("anticlockwise", 1)])
def test_who_says_nothing_keeps_the_direction_of_the_round_before(before, after):
    state = position(phase="own_throw", dice=[4, 2, 1], direction=before, to_act=2, options=CHOOSE)
    state = claim(state, 421)
    assert (state.direction, state.to_act) == (before, after)


@pytest.mark.rule("blufpoker.direction.fixed")
def test_the_direction_holds_for_the_whole_round():
    state = position(phase="own_throw", dice=[4, 2, 1], to_act=2, options=CHOOSE)
    state = claim(state, 421, "anticlockwise")
    state = throw(accept(state), 5, 1, 1)
    assert refusal(state, Claim(511, "clockwise")) == "blufpoker.direction.fixed"
    state = claim(state, 511)
    assert (state.to_act, state.direction) == (0, "anticlockwise")
    assert doubt(state).direction == "anticlockwise"


@pytest.mark.rule("blufpoker.direction.first-round")
def test_the_first_round_of_a_game_goes_clockwise():
    state, _ = started(3, choose_direction=True, penalty_limit=1, games=2)
    state = throw(state, 2, 1, 1)
    assert refusal(state, Claim(211, "clockwise")) == "blufpoker.direction.first-round"
    assert claim(state, 211).to_act == 1


@pytest.mark.rule("blufpoker.direction.first-round")
def test_the_next_game_goes_clockwise_again():
    state = doubt(position((0, 421), penalties=[5, 5, 5, 5], direction="anticlockwise", options={**CHOOSE, "games": 2}))
    assert state.direction == "anticlockwise"
    state = engine.proceed(state, ANY).state
    assert (state.direction, state.first_round) == ("clockwise", True)
    assert refusal(throw(state, 2, 1, 1), Claim(211, "anticlockwise")) == "blufpoker.direction.first-round"


@pytest.mark.rule("blufpoker.direction.first-round")
def test_a_void_first_round_is_still_the_first():
    state, _ = started(4, choose_direction=True, leave_mode="remove")
    state = engine.leave(claim(throw(state, 2, 1, 1), 211), 3, ANY).state
    assert refusal(throw(state, 2, 1, 1), Claim(211, "anticlockwise")) == "blufpoker.direction.first-round"


@pytest.mark.rule("blufpoker.direction.choose")
def test_who_starts_for_a_leaver_keeps_the_direction_or_says_another():
    state = position((0, 421), direction="anticlockwise", penalties=[1, 0, 0, 0], options={**CHOOSE, **REMOVE})
    state = throw(engine.leave(state, 0, ANY).state, 2, 1, 1)
    assert (state.to_act, state.direction) == (3, "anticlockwise")
    assert claim(state, 211).to_act == 2
    assert claim(state, 211, "clockwise").to_act == 1


@pytest.mark.rule("blufpoker.direction.off")
def test_without_the_option_no_direction_is_said():
    state = position(phase="own_throw", dice=[4, 2, 1], to_act=2)
    assert refusal(state, Claim(421, "clockwise")) == "blufpoker.direction.off"
    choice = next(choice for choice in engine.choices(state, 2) if choice.type == "claim")
    assert [set(pattern) for pattern in choice.patterns] == [{"value"}]


# --- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.swap.when")
def test_seats_are_shuffled_after_every_round_that_does_not_end_the_game():
    options = {"swap_seats": "round", "games": 2}
    state = doubt(position((0, 421), dice=[4, 2, 1], options=options))
    chance = Rigged(order=[2, 0, 3, 1])
    state, events = engine.proceed(state, chance)
    assert events == (Swapped((2, 0, 3, 1)), RoundBegan(1, 2, 2, "clockwise", (2, 0, 3, 1)))
    assert engine.view(state, None).order == (2, 0, 3, 1)
    state = doubt(position((0, 421), dice=[4, 2, 1], penalties=[5, 5, 5, 5], options=options))
    assert kinds(engine.proceed(state, ANY).events) == [StartRolled, RoundBegan]  # not after the last round


@pytest.mark.rule("blufpoker.swap.when")
def test_seats_are_shuffled_between_games():
    options = {"swap_seats": "game", "games": 2}
    state = doubt(position((0, 421), dice=[4, 2, 1], options=options))
    assert kinds(engine.proceed(state, ANY).events) == [RoundBegan]
    state = doubt(position((0, 421), dice=[4, 2, 1], penalties=[5, 5, 5, 5], options=options))
    state, events = engine.proceed(state, Rigged(order=[3, 2, 1, 0]))
    assert kinds(events) == [Swapped, StartRolled, RoundBegan]
    assert state.order == (3, 2, 1, 0)
    assert kinds(engine.start(4, engine.Options(**options), ANY).events) == [StartRolled, RoundBegan]  # nor before the first


@pytest.mark.rule("blufpoker.swap.when")
def test_a_void_round_moves_nobody():
    state = position((0, 421), options={"swap_seats": "round", **REMOVE})
    assert engine.leave(state, 2, ANY).state.order == (0, 1, 2, 3)


@pytest.mark.rule("blufpoker.swap.effect")
def test_points_and_the_right_to_start_go_with_the_player():
    state = doubt(position((0, 421), dice=[4, 1, 1], penalties=[3, 1, 2, 0], options={"swap_seats": "round"}))
    assert state.reveal.next_starter == 2  # settled before the swap: it sat after the doubter
    state = engine.proceed(state, Rigged(order=[1, 3, 0, 2])).state
    assert (state.to_act, state.penalties) == (2, (4, 1, 2, 0))
    state = claim(throw(state, 2, 1, 1), 211)
    assert state.to_act == 1  # its new neighbour, clockwise
    state = claim(throw(accept(state), 2, 2, 1), 221)
    assert state.to_act == 3


@pytest.mark.rule("blufpoker.swap.effect")
def test_anticlockwise_goes_the_other_way_round_the_new_order():
    options = {"swap_seats": "round", **CHOOSE}
    state = position(phase="own_throw", dice=[4, 2, 1], order=[1, 3, 0, 2], to_act=3, options=options)
    state = claim(state, 421, "anticlockwise")
    assert state.to_act == 1
    assert act(state, Doubt()).reveal.next_starter == 1
