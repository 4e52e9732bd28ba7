"""The computer players of Blufpoker: always legal, never foolish, blind to what their seat may not see, and quick."""

from functools import partial
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from games.blufpoker import bot, engine
from games.blufpoker.odds import PLACES, at_least, surely
from games.blufpoker.position import position_of
from games.blufpoker.state import Accept, Accepted, Blind, Claim, Claimed, Doubt, MadeClaim, Options, State, Throw, Thrown
from games.blufpoker.values import value_of
from games.core.game import LEVELS
from tests.games.blufpoker.twins import twin
from tests.games.blufpoker.walk import Walk, chance
from tests.stopwatch import decides_in_time, timed, undisturbed

SEEDS = [*range(8), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(8, 80)]]
"""Of tables and matches at random: a few in every run, many in a long one."""


@pytest.fixture(scope="module", autouse=True)
def _tables_are_read():
    bot.preload()


def decide(state, seat, memory, level, seed=0):
    return bot.choose(engine.view(state, seat), memory, level, Random(seed))


def fresh(state, level, seed=0):
    """A decision of the seat to act without anything remembered."""
    return decide(state, state.to_act, bot.new_memory(state.seats, state.to_act), level, seed)


def position(dice, *claims, phase="decide", to_act=None, seen_by=None, seats=4, aside=0, throws=1, first_round=True, **options):
    """Seats 0, 1, 2, ... made these claims one after the other; the next one is to act."""
    made = tuple(MadeClaim(seat, claim) if isinstance(claim, int) else claim for seat, claim in enumerate(claims))
    actor = len(made) % seats if to_act is None else to_act
    return State(
        options=Options(**options),
        seats=seats,
        game=1,
        round=1,
        phase=phase,
        order=tuple(range(seats)),
        direction="clockwise",
        first_round=first_round,
        starter=0,
        to_act=actor,
        penalties=(0,) * seats,
        timeouts=(0,) * seats,
        dice=dice,
        aside=aside,
        throws=throws,
        seen_by=((made[-1].seat,) if made and phase == "decide" else (actor,)) if seen_by is None else seen_by,
        claims=made,
    )


# --- legal -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.bot.view")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_level_acts_legally_in_every_position_it_may_meet(seed):
    for state, seat, memory in Walk(seed).decisions():
        for level in LEVELS:
            engine.apply(state, seat, decide(state, seat, memory, level, seed), chance(seed))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("sixes", [False, True])
@pytest.mark.parametrize("blind_pass", [False, True])
def test_every_claim_that_can_be_met_is_answered_legally(level, sixes, blind_pass):
    for value in PLACES:
        for aside in range(3 if sixes else 1):
            state = position((2,) * (3 - aside), value, aside=aside, sixes=sixes, blind_pass=blind_pass)
            engine.apply(state, 1, fresh(state, level), chance(1))


@pytest.mark.parametrize("level", LEVELS)
def test_after_666_there_is_only_the_doubt(level):
    assert {type(fresh(position((6, 6, 6), 666, blind_pass=True), level, seed)) for seed in range(20)} == {Doubt}


def test_a_view_of_a_seat_that_is_not_to_act_is_refused():
    state = position((1, 2, 3), 321, phase="accepted")
    with pytest.raises(ValueError, match="not the view"):
        bot.choose(engine.view(state, None), bot.new_memory(4, 0), "hard", Random(1))


# --- the two nevers --------------------------------------------------------------------------------------------------


def sure(state, seat):
    """True or False where the seat knows of the last claim, else None."""
    claim = state.claims[-1].value
    if seat in state.seen_by:
        return value_of((*state.dice, *(6,) * state.aside)) >= claim
    return True if claim <= surely(state.aside) else None


@pytest.mark.parametrize("seed", SEEDS)
def test_no_level_doubts_what_is_sure_nor_lets_stand_what_it_has_seen_to_be_false(seed):
    for state, seat, memory in Walk(seed + 1000, wild=0.5).decisions():
        if state.phase != "decide" or (state.claims[-1].value == 666 and not state.options.sixes):
            continue
        for level in LEVELS:
            action = decide(state, seat, memory, level, seed)
            if sure(state, seat) is not None:
                assert isinstance(action, Doubt) != sure(state, seat), f"{level} answers {state.claims[-1]} with {action}"


@pytest.mark.parametrize("level", LEVELS)
def test_a_cup_that_comes_back_unseen_is_known_to_who_threw_it(level):
    """Seat 0 threw 543; the others passed it on blind."""
    chain = [543, MadeClaim(1, 551, 0, blind=True), MadeClaim(2, 552, 0, blind=True)]
    false = position((5, 4, 3), *chain, to_act=0, seen_by=(0,), seats=3, blind_pass=True)
    assert all(fresh(false, level, seed) == Doubt() for seed in range(40))
    true = replace(false, dice=(6, 5, 3))
    assert not any(fresh(true, level, seed) == Doubt() for seed in range(40))


@pytest.mark.parametrize("level", LEVELS)
def test_a_blind_claim_of_one_who_knows_the_cup_is_true(level):
    chain = [543, MadeClaim(1, 551, 0, blind=True), MadeClaim(2, 552, 0, blind=True)]
    state = position((6, 5, 3), *chain, to_act=0, seen_by=(0,), seats=3, blind_pass=True)
    blind = [action for seed in range(60) if isinstance(action := fresh(state, level, seed), Blind)]
    assert all(action.value <= 653 for action in blind)


@pytest.mark.parametrize("level", LEVELS)
def test_what_open_sixes_guarantee_is_never_doubted(level):
    state = position((1,), 661, aside=2, sixes=True)
    assert all(fresh(state, level, seed) == Accept() for seed in range(40))
    assert any(fresh(replace(state, claims=(MadeClaim(0, 662),)), "easy", seed) == Doubt() for seed in range(40))


# --- character -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.bot.level")
@pytest.mark.parametrize("value", [321, 665])
def test_easy_doubts_half_the_time_whatever_the_odds(value):
    doubts = sum(fresh(position((1, 2, 3), value), "easy", seed) == Doubt() for seed in range(600))
    assert 240 <= doubts <= 360


def test_easy_claims_at_random_above():
    claims = {fresh(position((6, 6, 5), 321, phase="own_throw"), "easy", seed).value for seed in range(300)}
    assert len(claims) > 10
    assert min(claims) > 321
    assert 665 not in claims


def test_normal_tells_the_truth_where_it_beats_and_else_a_small_bluff():
    assert {fresh(position((6, 4, 1), 543, phase="own_throw"), "normal", seed).value for seed in range(20)} == {641}
    bluffs = {fresh(position((2, 2, 1), 543, phase="own_throw"), "normal", seed).value for seed in range(40)}
    assert bluffs == {544, 551, 552}


def test_normal_doubts_by_the_odds_of_the_throw():
    assert {fresh(position((1, 2, 3), 431), "normal", seed) for seed in range(20)} == {Accept()}
    assert {fresh(position((1, 2, 3), 664), "normal", seed) for seed in range(20)} == {Doubt()}
    assert at_least(664) < 0.1 < 0.8 < at_least(431)


def test_normal_forgets_who_was_caught():
    state = position((1, 2, 3), 632)
    liar = with_habits(bot.new_memory(4, 1), 0, shown=(9,) * 5, false=(9,) * 5)
    assert [decide(state, 1, liar, "normal", seed) for seed in range(20)] == [fresh(state, "normal", seed) for seed in range(20)]


def with_habits(memory, seat, **habits):
    changed = replace(memory.habits[seat], **habits)
    return replace(memory, habits=(*memory.habits[:seat], changed, *memory.habits[seat + 1 :]))


def test_hard_doubts_a_seat_that_was_often_caught_sooner_than_one_that_never_was():
    state, memory = position((1, 2, 3), 621), bot.new_memory(4, 1)
    liar = with_habits(memory, 0, shown=(20,) * 5, false=(19,) * 5)
    honest = with_habits(memory, 0, shown=(20,) * 5)

    def doubts(memory):
        return sum(decide(state, 1, memory, "hard", seed) == Doubt() for seed in range(60))

    assert doubts(liar) > doubts(honest) + 40


def test_hard_bluffs_before_a_seat_that_believes_and_not_before_one_that_doubts():
    """With a worthless throw: the claim that a credulous neighbour gets is far above the one that a doubter gets."""
    state, memory = position((2, 1, 1), phase="own_throw"), bot.new_memory(4, 0)
    believer = with_habits(memory, 1, faced=(20,) * 5)
    doubter = with_habits(memory, 1, faced=(20,) * 5, doubted=(20,) * 5)

    def lies(memory):
        return sum(decide(state, 0, memory, "hard", seed).value > 211 for seed in range(60))

    assert lies(believer) > 50
    assert lies(doubter) < 10


def test_hard_lays_sixes_aside_and_throws_the_rest():
    state = position((6, 6, 2), 543, phase="accepted", sixes=True)
    assert fresh(state, "hard") == Throw(2)
    assert fresh(replace(state, options=Options()), "hard") == Throw()


def test_hard_throws_again_what_does_not_beat():
    poor = position((2, 1, 1), 543, phase="own_throw", three_throws=True)
    assert sum(fresh(poor, "hard", seed) == Throw() for seed in range(40)) > 20
    good = replace(poor, dice=(6, 6, 5))
    assert all(isinstance(fresh(good, "hard", seed), Claim) for seed in range(40))


def test_hard_turns_the_cup_towards_the_neighbour_against_whom_it_stands_better():
    """With the truth to tell, that is the one who doubts everything."""
    state, memory = position((6, 6, 1), phase="own_throw", first_round=False, choose_direction=True), bot.new_memory(4, 0)
    right, left = (with_habits(memory, seat, faced=(20,) * 5, doubted=(20,) * 5) for seat in (3, 1))
    assert {decide(state, 0, right, "hard", seed).direction for seed in range(20)} == {"anticlockwise"}
    assert {decide(state, 0, left, "hard", seed).direction for seed in range(20)} == {None}
    assert fresh(replace(state, first_round=True), "hard").direction is None


def test_hard_mixes_its_bluffs_before_one_opponent():
    state = replace(position((2, 1, 1), phase="own_throw"), removed=(2, 3))
    assert len({fresh(state, "hard", seed).value for seed in range(60)}) > 5


# --- blind to what is hidden -----------------------------------------------------------------------------------------


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("seed", SEEDS)
def test_shuffling_what_the_seat_cannot_see_changes_no_decision(seed):
    rng = Random(seed)
    for state, seat, memory in Walk(seed + 2000).decisions():
        other = twin(state, seat, rng)
        for level in LEVELS:
            assert decide(other, seat, memory, level, seed) == decide(state, seat, memory, level, seed)


# --- memory ----------------------------------------------------------------------------------------------------------


def test_memory_is_a_fold_that_survives_being_saved_at_any_moment():
    walk = Walk(11, seats=4, options=Options(games=2, sixes=True, blind_pass=True))
    for _ in walk.decisions():
        pass
    for seat in range(4):
        memory = bot.new_memory(4, seat)
        for event in walk.shown[seat]:
            kept = msgspec.json.encode(memory)
            after = bot.remember(memory, event)
            assert msgspec.json.encode(memory) == kept
            memory = msgspec.json.decode(msgspec.json.encode(after), type=bot.Memory)
        assert memory == walk.memories[seat]


def test_memory_stays_small_however_long_the_match():
    walk = Walk(13, seats=6, options=Options(games=6))
    sizes = [len(msgspec.json.encode(walk.memories[0])) for _ in walk.decisions()]
    assert len(walk.shown[0]) > 500
    assert max(sizes) < 1500


def test_memory_counts_lies_only_where_the_dice_were_seen():
    memory = bot.new_memory(3, 0)
    for event in (Thrown(1, 1, 3, 0, 0, True, None), Claimed(1, 632, 1, None)):
        memory = bot.remember(memory, event)
    looked = bot.remember(memory, Accepted(0, 1, 632, (5, 4, 1)))
    unseen = bot.remember(memory, Accepted(2, 1, 632, None))
    assert looked.habits[1].false == (0, 0, 1, 0, 0)
    assert looked.habits[0].faced == unseen.habits[2].faced == (0, 0, 1, 0, 0)
    assert unseen.habits[1].shown == (0, 0, 0, 0, 0)


def test_a_third_throw_that_nobody_saw_makes_no_liar():
    memory = bot.new_memory(3, 0)
    for event in (Thrown(1, 3, 3, 0, 0, False, None), Claimed(1, 632, 3, None), Accepted(0, 1, 632, (5, 4, 1))):
        memory = bot.remember(memory, event)
    assert memory.habits[1].shown == (0, 0, 0, 0, 0)


# --- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"sixes": True, "blind_pass": True, "three_throws": True, "choose_direction": True}])
def test_a_decision_of_hard_takes_few_milliseconds(options):
    """CPU time of each first thought about a position: at most 50 ms, and 10 ms for 99 of 100."""
    times = []
    with undisturbed():
        for state, seat, memory in Walk(21, seats=6, options=Options(penalty_limit=8, games=2, **options), wild=0.1).decisions():
            view, rng = engine.view(state, seat), Random(1)
            times.append(timed(partial(bot.choose, view, memory, "hard", rng)))
    assert len(times) > 50
    assert decides_in_time(times)


def test_a_position_is_read_from_the_view():
    state = position((6, 4), 543, MadeClaim(1, 611), phase="accepted", aside=1, sixes=True)
    at = position_of(engine.view(state, 2))
    assert at.ring == (2, 3, 0, 1)
    assert (at.floor, at.known, at.sixes, at.most_keep) == (PLACES[611] + 1, PLACES[664], 1, 1)
