"""The computer players of Bluffen: always legal, never foolish, blind to what their seat may not see, and quick."""

from functools import partial
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from games.bluffen import bot, engine
from games.bluffen.claims import is_true
from games.bluffen.odds import fitting, most_fitting
from games.bluffen.state import Accept, Challenge, Dealt, Laid, Lay, Options, Revealed, Taken
from games.core.arena import random_action
from games.core.chance import SecretChance
from games.core.game import LEVELS
from tests.games.bluffen.table import position
from tests.games.bluffen.twins import twin
from tests.games.bluffen.walks import ALLOWED
from tests.stopwatch import decides_in_time, timed

SEEDS = [*range(8), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(8, 80)]]
MOST_ACTIONS = 60
"""Of one match in a test; hands and memories are full of seen cards by then."""


def decisions(seed, options=None, seats=None, most=MOST_ACTIONS):
    """(state, seat, memory, whether it is waited for) of the decisions of a match by all levels, some of it at random."""
    rng, chance = Random(seed), SecretChance(seed.to_bytes(32, "big"), "test", [])
    table = options or replace(rng.choice(ALLOWED), leave_mode=rng.choice(["bot", "remove"]))
    seats = seats or rng.randint(3, 7)
    step = engine.start(seats, table, chance)
    memories = [bot.new_memory(seats, seat) for seat in range(seats)]
    while engine.result(step.state) is None and step.state.acted < most:
        for seat in range(seats):
            for event in step.events:
                if (shown := engine.show(event, seat)) is not None:
                    memories[seat] = bot.remember(memories[seat], shown)
        state, actors = step.state, engine.actors(step.state)
        if actors.waited is None:
            step = engine.proceed(state, chance)
            continue
        for seat in actors.may_act:
            yield state, seat, memories[seat], False
        yield state, actors.waited, memories[actors.waited], True
        caller = next((seat for seat in actors.may_act if called(state, seat, memories[seat], rng.choice(LEVELS), rng)), None)
        if rng.random() < 0.003 and state.seats - len(state.removed) - len(state.away) > 2:
            step = engine.leave(state, next(seat for seat in range(seats) if seat not in (*state.removed, *state.away)), chance)
        elif caller is not None:
            step = engine.apply(state, caller, Challenge(), chance)
        elif rng.random() < 0.25:
            action = msgspec.convert(random_action(engine.choices(state, actors.waited), rng), engine.Action)
            step = engine.apply(state, actors.waited, action, chance)
        else:
            step = engine.apply(
                state, actors.waited, decided(state, actors.waited, memories[actors.waited], rng.choice(LEVELS), rng), chance
            )


def decided(state, seat, memory, level, rng):
    return bot.choose(engine.view(state, seat), memory, level, rng)


def called(state, seat, memory, level, rng):
    return bot.call(engine.view(state, seat), memory, level, rng)


def fresh(state, seat, level, seed=0):
    """A decision without anything remembered."""
    return decided(state, seat, bot.new_memory(state.seats, seat), level, Random(seed))


@pytest.mark.rule("common.bot.level")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_level_is_legal_blind_and_never_foolish(seed):
    """At any table, in every position: the same whatever is hidden; no sure lie stands, no last lie is told for nothing."""
    rng = Random(seed)
    for state, seat, memory, is_waited in decisions(seed):
        other, view = twin(state, seat, rng), engine.view(state, seat)
        for level in LEVELS:
            does = decided if is_waited else called
            action = does(state, seat, memory, level, Random(seed))
            assert does(other, seat, memory, level, Random(seed)) == action
            if action is not None:
                engine.apply(state, seat, action, SecretChance(bytes(32), "tried", []))
            if isinstance(action, Lay):
                assert not _needless_last_lie(action, view)
            elif _sure_lie(view):
                assert action == Challenge(), f"{level} passes over {view.pile[-1]} with {view.own}"
            if level == "hard" and action == Challenge():
                assert not _certain(view, memory)


def _needless_last_lie(lay, view):
    """A false lay of last cards that could have been laid truly under the same claim, where it can be challenged."""
    if len(lay.cards) < len(view.own) or view.options.last_card_safe or (view.phase == "open" and view.options.open_start):
        return False
    return not is_true(lay.cards, lay.claim, view.options) and is_true(view.own, lay.claim, view.options)


def _sure_lie(view):
    if not view.live:
        return False
    newest, options = view.pile[-1], view.options
    known = [*view.own, *[card for play in view.pile for card in play.cards or ()]]
    return newest.count > most_fitting(options) - fitting(known, newest.claim, options)


def _certain(view, memory):
    """The claimant's whole hand before its lay was known, and all of it fits."""
    newest = view.pile[-1]
    held = [spot.card for spot in memory.seen.spots if spot.at[newest.seat] >= 1]
    return len(held) == view.hand_counts[newest.seat] + newest.count and is_true(held, newest.claim, view.options)


@pytest.mark.parametrize("level", LEVELS)
def test_a_claim_that_the_own_cards_disprove_is_challenged_by_every_level(level):
    state = position(["7C 7D 7H 7S 2C", "3C", "4C 5C"], (2, "8C", "7"), options={"mode": "same_rank"})
    assert all(fresh(state, 0, level, seed) == Challenge() for seed in range(20))


@pytest.mark.parametrize("level", LEVELS)
def test_a_last_card_is_opened_as_what_it_is(level):
    state = position(["9C", "2C 3C", "2H 3H"])
    lays = [fresh(state, 0, level, seed) for seed in range(20)]
    assert {lay.claim for lay in lays} == {"C"}


def test_hard_never_lets_last_cards_go_that_may_be_a_lie_where_the_game_would_end():
    state = position(["2C 3C", "4D 5D", ""], (2, "7H", "H"))
    assert all(fresh(state, 0, "hard", seed) == Challenge() for seed in range(20))


def remembered(*events, seats=3):
    memory = bot.new_memory(seats, 0)
    for event in events:
        memory = bot.remember(memory, event)
    return memory


def taken_sevens(taker, count_left):
    """Seat 0 laid three sevens, seat 1 doubted them wrongly in words of the engine, and `taker` took them."""
    cards = ("7C", "7D", "7H")
    return remembered(
        Dealt(1, 0, count_left, (("7C", "7D", "7H", "7S", "2C"), None, None)),
        Laid(0, 3, "7", True, False, False, cards),
        Revealed(1, 0, "7", cards, True, False, taker, 3, taker),
        Taken(taker, 3, None),
    )


def test_hard_remembers_who_took_a_card_and_challenges_what_that_makes_impossible():
    state = position(["7S 2C", "7C 7D 7H 8C", "2D 3D"], (2, "KH", "7"), options={"mode": "same_rank"})
    memory = taken_sevens(1, (5, 1, 3))
    assert all(decided(state, 0, memory, "hard", Random(seed)) == Challenge() for seed in range(20))
    assert any(fresh(state, 0, "easy", seed) != Challenge() for seed in range(20))


def test_hard_does_not_challenge_what_it_knows_to_be_true():
    state = position(["7S 2C", "4C 5C", "7D 7H"], (2, "7C", "7"), options={"mode": "same_rank"})
    memory = taken_sevens(2, (5, 2, 0))
    assert not any(decided(state, 0, memory, "hard", Random(seed)) == Challenge() for seed in range(20))
    last = position(["7S 2C", "4C 5C", ""], (2, "7C 7D 7H", "7"), options={"mode": "same_rank"})
    assert decided(last, 0, memory, "hard", Random(1)) == Accept()


def test_a_spectators_view_is_refused():
    with pytest.raises(ValueError, match="not the view"):
        bot.choose(engine.view(position(["9C", "2C", "3C"]), None), bot.new_memory(3, 0), "hard", Random(1))


def test_memory_is_a_fold_that_survives_being_saved_and_stays_small():
    for _, _, memory, _ in decisions(5, most=150):
        saved = msgspec.json.encode(memory)
        assert msgspec.json.decode(saved, type=bot.Memory) == memory
        assert len(saved) < 12000


@pytest.mark.parametrize("options", [Options(), Options(mode="same_rank", decks=2), Options(mode="sequence", decks=2, jokers=True)])
def test_a_decision_takes_no_longer_than_it_may(options):
    times = []
    for state, seat, memory, is_waited in decisions(6, options, 7, most=150):
        thought = partial(decided if is_waited else called, state, seat, memory, "hard", Random(1))
        times.append(min(timed(thought) for _ in range(3)))
    assert decides_in_time(times)
