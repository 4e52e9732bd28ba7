"""Whole matches of Blufpoker with every set of options: they end, keep their dice, replay, and agree with a slow reference."""

from itertools import permutations, product
from random import Random

import pytest

from games.blufpoker import court, engine
from games.blufpoker.state import Accept, Blind, Claim, Doubt, Throw
from games.blufpoker.values import VALUES
from games.core.chance import RecordedChance, SecretChance
from games.core.registry import game_named
from tests.games.core.walks import Walk, perform

GAME = game_named("blufpoker")
FLAGS = ("sixes", "blind_pass", "three_throws", "choose_direction")
EVERY_SET = [
    {**dict(zip(FLAGS, flags, strict=True)), "swap_seats": swap}
    for flags, swap in product(product([False, True], repeat=4), ["off", "round", "game"])
]
NAMES = ["+".join([name for name in FLAGS if options[name]] + [str(options["swap_seats"])]) for options in EVERY_SET]
MOST_STEPS = 56 * 5 + 5
"""Of a round: 56 claims with accepting, three throws and claiming, then an attempt at 666, and the next round."""

every_set = pytest.mark.parametrize("options", EVERY_SET, ids=NAMES)


def walks_of(options, seed, trouble):
    """One match for each number of seats."""
    rng = Random(seed)
    for seats in range(3, 7):
        limit, games = rng.choice([1, 2, 6]), rng.choice([1, 2])
        mode = rng.choice(["bot", "remove"])
        yield Walk(GAME, seats, engine.Options(**options, penalty_limit=limit, games=games, leave_mode=mode), seed, trouble)


def check(state):
    """What holds in every state of a match."""
    on_table = len(state.dice) + state.aside
    playing = state.phase not in ("reveal", "over")
    assert on_table == (0 if not playing or state.phase == "start_throw" else 3)
    assert 0 <= state.aside <= (2 if state.phase != "six_attempt" or state.throws else 0)
    assert set(state.dice) <= {1, 2, 3, 4, 5, 6}
    assert sorted(state.order) == list(range(state.seats))
    assert max(state.penalties) <= state.options.penalty_limit
    values = [claim.value for claim in state.claims]
    assert values == sorted(set(values))
    assert state.to_act not in state.removed
    assert (state.to_act is not None) is playing
    assert state.throws <= (3 if state.options.three_throws or state.phase == "six_attempt" else 1)
    assert engine.load(engine.dump(state)) == state


@every_set
@pytest.mark.parametrize("trouble", [0.0, 0.25], ids=["calm", "with trouble"])
def test_random_matches_end_keep_their_dice_and_replay(options, trouble):
    for walk in walks_of(options, 7, trouble):
        moments = list(walk.moments())
        for moment in moments:
            check(moment.state)
        assert engine.result(moments[-1].state) is not None
        chance = RecordedChance([draw for moment in moments for draw in moment.draws])
        state = None
        for moment in moments:
            state, events = perform(GAME, state, moment.call, chance)
            assert (state, tuple(events)) == (moment.state, moment.events)


def play_out(options, seats, decide):
    """A match in which `decide(state)` names each action, None for a time-out; the number of its steps."""
    chance = SecretChance(bytes(32), "play", ())
    state = engine.start(seats, engine.Options(**options), chance).state
    for step in range(2000):
        if engine.result(state) is not None:
            return step
        if engine.due(state) is not None:
            state = engine.proceed(state, chance).state
            continue
        action = decide(state)
        if action is None:
            state = engine.timeout(state, state.to_act, chance).state
        else:
            state = engine.apply(state, state.to_act, action, chance).state
        check(state)
    raise AssertionError("the match does not end")


def slow(state):
    """As long as can be: the lowest claim, all throws, never a doubt before it must be."""
    last = state.claims[-1].value if state.claims else 110
    if state.phase == "decide":
        return Accept() if last < 666 or state.options.sixes else Doubt()
    if state.phase == "own_throw" and not (state.options.three_throws and state.throws < 3):
        return Claim(next(value for value in VALUES if value > last))
    return Throw()


def blind_always(state):
    if state.phase == "decide" and state.options.blind_pass and state.claims[-1].value < 666:
        return Blind(next(value for value in VALUES if value > state.claims[-1].value))
    return slow(state)


def bold(state):
    """Only 666 is ever claimed; believed where that is allowed."""
    return Claim(666) if state.phase == "own_throw" else slow(state)


def never(state):
    """Every clock runs out."""


@every_set
@pytest.mark.parametrize("decide", [slow, blind_always, bold, never])
def test_the_longest_and_oddest_play_ends(options, decide):
    """Four rounds with three seats and a limit of 2."""
    assert play_out({**options, "penalty_limit": 2}, 3, decide) <= 4 * MOST_STEPS


@pytest.mark.parametrize("decide", [slow, blind_always, bold, never])
def test_the_longest_play_at_the_largest_table_ends(decide):
    assert play_out({**EVERY_SET[-1], "penalty_limit": 1, "games": 2}, 6, decide) <= 2 * MOST_STEPS


@every_set
def test_time_outs_end_a_match_of_seats_that_never_leave(options):
    assert play_out({**options, "max_timeouts": 0, "games": 2}, 3, never)


@pytest.mark.parametrize("seats", [3, 6])
def test_time_outs_end_a_match_of_seats_that_leave_for_good(seats):
    assert play_out({"max_timeouts": 1, "leave_mode": "remove"}, seats, never)


# --- a slow reference ------------------------------------------------------------------------------------------------

SAMPLE = [3000, pytest.param(100_000, marks=pytest.mark.long)]


def random_given(rng):
    """Any position with a claim to decide on: seats, order, leavers, direction, claims, dice and sixes aside."""
    seats = rng.randint(3, 6)
    left = rng.sample(range(seats), rng.randint(0, seats - 2))
    here = [seat for seat in range(seats) if seat not in left]
    value = rng.choice(VALUES)
    aside = rng.choice([0, 0, 1, 2])
    given = {
        "seats": seats,
        "order": rng.sample(range(seats), seats),
        "left": left,
        "direction": rng.choice(["clockwise", "anticlockwise"]),
        "claims": [{"seat": rng.choice(here), "value": value}],
        "dice": [rng.randint(1, 6) for _ in range(3 - aside)],
        "aside": aside,
        "penalties": [rng.randint(0, 3) for _ in range(seats)],
        "phase": "decide",
    }
    return given, {"leave_mode": rng.choice(["bot", "remove"]), "choose_direction": rng.random() < 0.5, "sixes": True}


def seat_after(given, options, seat):
    """The reference: walk round the table, one chair at a time, past those that are gone."""
    chairs = given["order"] if given["direction"] == "clockwise" else given["order"][::-1]
    gone = given["left"] if options["leave_mode"] == "remove" else []
    at = chairs.index(seat)
    while True:
        at = (at + 1) % len(chairs)
        if chairs[at] not in gone:
            return chairs[at]


def is_true(given, claimed):
    """The reference: some order of the three dice reads as the claim or more."""
    dice = given["dice"] + [6] * given["aside"]
    return any(int("".join(map(str, order))) >= claimed for order in permutations(dice))


@pytest.mark.parametrize("number", SAMPLE)
def test_turn_truth_point_and_starter_agree_with_a_slow_reference(number):
    rng = Random(number)
    for _ in range(number):
        given, options = random_given(rng)
        made = given["claims"][-1]
        doubter = seat_after(given, options, made["seat"])
        loser = doubter if is_true(given, made["value"]) else made["seat"]
        starter = loser if options["choose_direction"] else seat_after(given, options, doubter)
        found = court.judge({"options": options, "given": given, "action": {"type": "doubt", "seat": doubter}})
        assert found["legal"], given
        assert (found["penalty_to"], found["next_starter"], found["to_act"]) == (loser, starter, starter), given
        assert found["penalties"] == [had + (seat == loser) for seat, had in enumerate(given["penalties"])]
