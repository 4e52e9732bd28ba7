"""What holds in every match of Bluffen, whatever the table and however it is played."""

from collections import Counter
from random import Random

import pytest

from games.bluffen import GAME, engine
from games.bluffen.engine import Challenge, Lay, Options
from games.bluffen.rounds import deck
from games.core.cards import JOKER
from games.core.chance import RecordedChance, SecretChance
from tests.games.bluffen.walks import ALLOWED, SEATS, any_walk
from tests.games.core.walks import perform

PLAIN = [range(at, at + 2) for at in range(100, 116, 2)]
LONG = [pytest.param(range(at, at + 40), marks=pytest.mark.long) for at in range(2000, 2200, 40)]
seeds_of_each = pytest.mark.parametrize("seeds", [*PLAIN, *LONG], ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}")

EVERY_TABLE = [(options, seats) for options in ALLOWED for seats in SEATS]
SOME_TABLES = [table for number, table in enumerate(EVERY_TABLE) if number % 11 == 0]
tables = pytest.mark.parametrize("tables", [SOME_TABLES, pytest.param(EVERY_TABLE, marks=pytest.mark.long)], ids=["some", "every"])


@seeds_of_each
def test_no_card_is_lost_or_made(seeds):
    for seed in seeds:
        walk = any_walk(seed, trouble=0.1)
        whole = Counter(deck(walk.options))
        for state in walk.states():
            lying = [card for play in state.pile for card in play.cards]
            held = [card for hand in state.hands for card in hand]
            assert Counter([*held, *lying, *state.gone]) == whole


@seeds_of_each
def test_a_match_is_saved_and_played_again_as_it_was(seeds):
    for seed in seeds:
        moments = list(any_walk(seed, trouble=0.1).moments())
        chance = RecordedChance([draw for moment in moments for draw in moment.draws])
        state = None
        for moment in moments:
            state = perform(GAME, state, moment.call, chance).state
            assert state == moment.state
            assert engine.load(engine.dump(state)) == state


@seeds_of_each
def test_one_seat_or_the_server_is_waited_for_and_whoever_is_waited_for_may_act(seeds):
    for seed in seeds:
        for state in any_walk(seed, trouble=0.15).states():
            actors, due, over = engine.actors(state), engine.due(state), engine.result(state)
            assert [actors.waited is not None, due is not None, over is not None].count(True) == 1
            if actors.waited is not None:
                assert state.hands[actors.waited]
                assert any(choice.open for choice in engine.choices(state, actors.waited))
            for seat in actors.may_act:
                assert engine.apply(state, seat, Challenge(), SecretChance(bytes(32), "tried", ())).events


def test_there_are_as_many_tables_as_the_conflicts_leave():
    """suit: 2 challengers x 2 x 3 jokers x 3 starts x 3 finishes; each rank mode: 2 x 2 x 3 x 2 x 3 x 2 packs."""
    assert len(ALLOWED) == 2 * 2 * 3 * 3 * 3 + 2 * (2 * 2 * 3 * 2 * 3 * 2)
    assert len(set(map(str, ALLOWED))) == len(ALLOWED)


# --- every way of playing ends ---------------------------------------------------------------------------------------


def played(seats: int, options: Options, policy) -> int:
    """The number of steps until the match is over; a long game is ended. Fails if that does not come."""
    chance = SecretChance(bytes(32), f"{options} {seats}", ())
    rng = Random(seats)
    state = engine.start(seats, options, chance).state
    for steps in range(4000):
        if engine.result(state) is not None:
            return steps
        if engine.is_long(state):
            state = engine.end_long(state).state
        elif engine.due(state) is not None:
            state = engine.proceed(state, chance).state
        else:
            state = policy(state, chance, rng)
    raise AssertionError("the match did not end")


def always_time_out(state, chance, rng):
    return engine.timeout(state, state.to_act, chance).state


def always_doubt_and_lie(state, chance, rng):
    """The worst table there is: everybody doubts everything and lies where it can."""
    if state.live:
        return engine.apply(state, state.to_act, Challenge(), chance).state
    patterns = [pattern for pattern in engine.choices(state, state.to_act)[0].patterns if "claim" in pattern]
    for _ in range(6):
        pattern = rng.choice(patterns)
        card, claim = rng.choice(pattern["cards"]["of"]), rng.choice(pattern["claim"])
        if card != JOKER and claim not in (card[:-1], card[-1]):
            break
    return engine.apply(state, state.to_act, Lay((card,), claim), chance).state


@tables
def test_play_by_time_outs_ends(tables):
    for options, seats in tables:
        assert played(seats, options, always_time_out) < 1000


@tables
def test_play_of_liars_who_doubt_everything_ends(tables):
    """In the long run every set of options, each with another number of seats."""
    every = len(tables) > len(SOME_TABLES)
    chosen = [table for at, table in enumerate(tables) if (at % 5 == at // 5 % 5 if every else at % 10 == 0)]
    most = max(played(seats, options, always_doubt_and_lie) for options, seats in chosen)
    assert most <= 2200


@pytest.mark.rule("common.long.computers")
def test_a_game_that_goes_round_in_circles_is_ended():
    """Without the end of long games these four would play on for ever."""
    assert played(4, Options(), always_doubt_and_lie) > 1000


@pytest.mark.parametrize("seeds", [range(300, 312), pytest.param(range(3000, 3400), marks=pytest.mark.long)], ids=["some", "many"])
def test_random_play_with_trouble_ends(seeds):
    for seed in seeds:
        walk = any_walk(seed, trouble=0.25)
        result = engine.result(list(walk.states())[-1])
        assert len(result.places) == walk.seats
