"""Dice are conserved, and hidden ones stay hidden, over random matches with time-outs and leaving."""

from itertools import pairwise

import msgspec
import pytest

from games.core.registry import game_named
from games.liars_dice import engine
from games.liars_dice.state import DICE_EACH, Left, Revealed, Rolled
from tests.games.core.walks import Walk

SEEDS = [*range(10), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(10, 60))]


def walk(seed):
    options = engine.Options(games=2, leave_mode="remove" if seed % 2 else "bot", loss="one" if seed % 3 else "difference")
    return Walk(game_named("liars_dice"), 2 + seed % 5, options, seed, 0.15)


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_go_out_only_by_counts_and_leavers(seed):
    """Each seat's dice are what it had before, less what the events say; a new game gives five to all that are there."""
    for before, after in pairwise(walk(seed).moments()):
        counts = list(before.state.counts)
        for event in after.events:
            if isinstance(event, Revealed):
                counts = [had - lost for had, lost in zip(counts, event.losses, strict=True)]
                assert [len(hand) for hand in event.dice] == list(before.state.counts)
            if isinstance(event, Left) and event.mode == "remove" and not before.state.game_over:
                counts[event.seat] = 0
            if isinstance(event, Rolled) and event.round == 1:
                counts = [0 if seat in after.state.removed else DICE_EACH for seat in range(len(counts))]
        assert list(after.state.counts) == counts
        assert min(counts) >= 0


@pytest.mark.parametrize("seed", SEEDS)
def test_what_lies_under_the_cups_is_what_was_counted_out(seed):
    for moment in walk(seed).moments():
        state = moment.state
        hidden = state.phase in ("bid", "respond")
        assert [len(hand) for hand in state.dice] == (list(state.counts) if hidden else [0] * state.seats)
        rolled = [event for event in moment.events if isinstance(event, Rolled)]
        assert all(event.dice == state.dice for event in rolled)


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_seats_view_adds_nothing_but_its_own_dice_to_the_public_one(seed):
    for state in walk(seed).states():
        public = msgspec.to_builtins(engine.view(state, None))
        assert public["own"] is None
        for seat in range(state.seats):
            view = msgspec.to_builtins(engine.view(state, seat))
            assert {**view, "own": None} == public
            assert (view["own"] or ()) == state.dice[seat]


@pytest.mark.parametrize("seed", SEEDS)
def test_points_of_a_game_without_leavers_add_up(seed):
    quiet = Walk(game_named("liars_dice"), 2 + seed % 5, engine.Options(games=3), seed)
    *_, last = quiet.states()
    seats = quiet.seats
    assert sum(engine.result(last).totals) == 3 * seats * (seats - 1) / 2


@pytest.mark.rule("common.calls.simultaneous")
@pytest.mark.rule("common.calls.block")
@pytest.mark.rule("common.bot.calls")
@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_calls_out_of_turn_so_calls_never_meet(seed):
    """No seat but the one to act may do anything, and nothing is ever collected and settled."""
    for state in walk(seed).states():
        assert engine.actors(state).may_act == ()
        assert engine.due(state) is None or engine.due(state).what in ("deal", "next_game")
        for seat in range(state.seats):
            assert seat == state.to_act or not any(choice.open for choice in engine.choices(state, seat))
