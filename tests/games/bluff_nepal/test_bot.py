"""The computer players of Bluff (Nepal): always legal, never foolish, blind to what their seat may not see, and quick."""

from functools import partial
from random import Random

import msgspec
import pytest

from games.bluff_nepal import GAME, bot, engine
from games.bluff_nepal.odds import fits, fitting, most_fitting
from games.bluff_nepal.state import Call, Dealt, Lay, LetGo, Options, Reveal, TurnedOver
from games.core.arena import random_action
from games.core.chance import SecretChance
from games.core.game import LEVELS
from tests.games.bluff_nepal.table import position
from tests.games.bluff_nepal.twins import twin
from tests.stopwatch import decides_in_time, timed

SEEDS = [*range(3), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 40)]]


def decisions(seed, wild=0.25, **options):
    """(state, seat, memory, whether it is waited for) of each decision of a match by all levels, some of it at random."""
    rng, chance = Random(seed), SecretChance(seed.to_bytes(32, "big"), "test", [])
    table = Options(jokers=rng.random() < 0.4, callers=rng.choice(["anyone", "next"]), leave_mode=rng.choice(["bot", "remove"]), **options)
    seats = rng.randint(2, 6)
    step = engine.start(seats, table, chance)
    memories = [bot.new_memory(seats, seat) for seat in range(seats)]
    while engine.result(step.state) is None and not engine.is_long(step.state):
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
        if rng.random() < 0.002 and state.seats - len(state.removed) > 2:
            step = engine.leave(state, next(seat for seat in range(seats) if seat not in (*state.removed, *state.away)), chance)
        elif caller is not None:
            step = engine.apply(state, caller, Call(), chance)
        elif rng.random() < wild:
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
    """In every position of a match: the same whatever is hidden; no sure lie stands, no last lie is told for nothing."""
    rng = Random(seed)
    for state, seat, memory, is_waited in decisions(seed):
        other = twin(state, seat, rng)
        view = engine.view(state, seat)
        known = [*view.own, *[card for lay in view.pile for card in lay.cards or ()]]
        sure_lie = view.live and view.claim.count > most_fitting(jokers=view.options.jokers) - fitting(known, view.rank)
        for level in LEVELS:
            does = decided if is_waited else called
            action = does(state, seat, memory, level, Random(seed))
            assert does(other, seat, memory, level, Random(seed)) == action
            if action is not None:
                engine.apply(state, seat, action, SecretChance(bytes(32), "tried", []))
            if isinstance(action, Lay) and len(action.cards) == len(view.own) and not _true(action):
                assert not any(_true(Lay(view.own, rank)) for rank in [view.rank or action.rank])
            elif sure_lie and not isinstance(action, Lay):
                assert action == Call(), f"{level} passes over {view.claim} with {known}"
            if level == "hard" and action == Call():
                assert not _certain(state, seat, memory)


def _true(lay):
    return all(fits(card, lay.rank) for card in lay.cards)


def _certain(state, seat, memory):
    """The layer's whole hand before its lay was known, and all of it fits."""
    view = engine.view(state, seat)
    held = [spot.card for spot in memory.seen.spots if spot.at[view.claim.seat] >= 1]
    return len(held) == view.hand_counts[view.claim.seat] + view.claim.count and all(fits(card, view.rank) for card in held)


@pytest.mark.parametrize("level", LEVELS)
def test_four_claimed_of_a_rank_of_which_one_is_held_are_called_by_every_level(level):
    state = position(["7C 2D", "2C 3C", "2H 3H"], (1, "7D 7H 7S 8C"), to_act=0)
    assert all(fresh(state, 0, level, seed) == Call() for seed in range(30))
    possible = position(["6C 2D", "2C 3C", "2H 3H"], (1, "7D 7H 7S 7C"), to_act=0)
    assert level != "easy" or any(fresh(possible, 0, level, seed) != Call() for seed in range(30))


@pytest.mark.parametrize("level", LEVELS)
def test_last_cards_of_one_rank_are_led_as_what_they_are(level):
    state = position(["9C 9D", "2C 3C 4C", "2H 3H"], to_act=0)
    lay = fresh(state, 0, level)
    assert _true(lay)


def test_hard_calls_last_cards_unless_they_cannot_be_a_lie():
    state = position(["2C 3C", "", "2H 3H"], (1, "7C"), to_act=0)
    assert fresh(state, 0, "hard") == Call()
    memory = bot.new_memory(3, 0)
    memory = bot.remember(memory, Dealt(1, 0, (3, 1, 2), (("2C", "3C", "7C"), None, None)))
    shown = Reveal(0, 1, "7", ("7C",), True, 1, 1, 0)
    memory = bot.remember(memory, engine_event("laid", seat=0, count=1, rank="7", cards=("7C",)))
    memory = bot.remember(memory, TurnedOver(shown, None))
    known = msgspec.structs.replace(memory, held=(2, 1, 2))
    assert decided(state, 0, known, "hard", Random(1)) in (Call(), LetGo())
    whole = msgspec.structs.replace(state)
    assert decided(whole, 0, known, "hard", Random(1)) == LetGo()


def engine_event(kind, *, seat, count, rank, cards):
    return msgspec.convert(
        {"type": kind, "seat": seat, "count": count, "rank": rank, "lead": True, "last": False, "cards": cards}, engine.Event
    )


def test_hard_remembers_who_took_a_card_and_calls_a_claim_that_it_makes_impossible():
    """Seat 2 took three sevens, the fourth is in the own hand: what seat 1 says is false."""
    state = position(["7S 2C", "2D 3D", "7C 7D 7H 8C"], (1, "KH"), to_act=0)
    memory = bot.new_memory(3, 0)
    memory = bot.remember(memory, Dealt(1, 0, (5, 3, 1), (("7C", "7D", "7H", "7S", "2C"), None, None)))
    memory = bot.remember(memory, engine_event("laid", seat=0, count=3, rank="7", cards=("7C", "7D", "7H")))
    memory = bot.remember(memory, TurnedOver(Reveal(0, 2, "7", ("7C", "7D", "7H"), True, 2, 3, 0), None))
    assert all(decided(state, 0, memory, "hard", Random(seed)) == Call() for seed in range(20))
    assert all(called(state, 0, memory, "hard", Random(seed)) == Call() for seed in range(20))
    assert any(fresh(state, 0, "normal", seed) != Call() for seed in range(20))


def test_a_spectators_view_is_refused():
    state = position(["7C 2D", "2C 3C"], (1, "7D"), to_act=0, left=[])
    with pytest.raises(ValueError, match="not the view"):
        bot.choose(engine.view(state, None), bot.new_memory(2, 0), "hard", Random(1))


def test_memory_is_a_fold_that_survives_being_saved_and_stays_small():
    for _, _, memory, _ in decisions(5, games=2):
        saved = msgspec.json.encode(memory)
        assert msgspec.json.decode(saved, type=bot.Memory) == memory
        assert len(saved) < 6000


def test_a_decision_takes_no_longer_than_it_may():
    times = []
    for state, seat, memory, is_waited in decisions(6):
        thought = partial(decided if is_waited else called, state, seat, memory, "hard", Random(1))
        times.append(min(timed(thought) for _ in range(3)))
    assert decides_in_time(times)
    assert GAME.bots.preload() is None
