"""What every registered game must hold, found by the registry: a sixth game is tested by being there.

A game's tests folder offers `twins.py` with `twin(state, viewer, rng)` and `tells_all(action)`, and `recorded.json`.
"""

import importlib
from itertools import product
from pathlib import Path
from random import Random

import msgspec
import pytest

from games.core.chance import SecretChance
from games.core.errors import IllegalAction
from games.core.game import LEVELS, Choice
from games.core.registry import all_games
from tests.games.core.walks import Walk, candidates, fits, may_leave, perform, random_action, read_action

GAMES = all_games()
LANGUAGES = ("nl", "de", "en", "ne")
FOLDER = Path(__file__).parent.parent
SAMPLE = [range(seed, seed + 1) for seed in range(12)]
LONG = [pytest.param(range(at, at + 100), marks=pytest.mark.long) for at in range(12, 312, 100)]

game_of_each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def with_seeds(test):
    """The test over a seeded sample of matches, and over many more in the long run."""

    @game_of_each
    @pytest.mark.parametrize("seeds", [*SAMPLE, *LONG], ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}")
    def over_seeds(game, seeds):
        for seed in seeds:
            test(game, seed)

    over_seeds.__doc__ = test.__doc__
    return over_seeds


def walk_of(game, seed, *, trouble=0.0, **fixed):
    """A random match with random seats and common options."""
    rng = Random(seed)
    options = {
        "leave_mode": rng.choice(["bot", "remove"]),
        "games": rng.choice([1, 2, 3]),
        "max_timeouts": rng.choice([0, 1, 2, 3]),
        **fixed,
    }
    most = min(game.seats[1], 6)
    return Walk(game, rng.randint(game.seats[0], most), game.options(**options), seed, trouble)


def twins_of(game):
    return importlib.import_module(f"tests.games.{game.slug}.twins")


# --- a match runs ----------------------------------------------------------------------------------------------------


@with_seeds
def test_random_play_ends_with_a_place_for_every_seat(game, seed):
    walk = walk_of(game, seed)
    result = game.engine.result(list(walk.states())[-1])
    assert len(result.places) == len(result.totals) == walk.seats
    assert min(result.places) == 1
    assert len(result.games) == walk.options.games
    assert {len(places) for places in result.games} == {walk.seats}


@with_seeds
def test_one_thing_at_a_time_is_waited_for(game, seed):
    """A seat, or the server, or nothing any more: never two, never none. A seat that is waited for may act."""
    for state in walk_of(game, seed, trouble=0.2).states():
        waited = game.engine.actors(state).waited
        assert [waited is not None, game.engine.due(state) is not None, game.engine.result(state) is not None].count(True) == 1
        if waited is not None:
            assert any(choice.open for choice in game.engine.choices(state, waited))


@with_seeds
def test_choices_and_actions_agree_exactly(game, seed):
    """What the choices name is accepted; everything near it is refused by a rule, and changes nothing.

    While calls are collected only a call is accepted of that, and the rest refused by the rule that says so.
    """
    engine, known = game.engine, {}
    walk = walk_of(game, seed, trouble=0.1)
    for number, state in enumerate(walk.states()):
        choices = {seat: engine.choices(state, seat) for seat in range(walk.seats)}
        for choice in (choice for of_seat in choices.values() for choice in of_seat):
            widest = known.setdefault(choice.type, choice)
            known[choice.type] = max(widest, choice, key=lambda each: len(each.patterns))
        if number % 4:
            continue
        before, drawn = engine.dump(state), len(walk.chance.draws)
        for seat, raw in product(range(walk.seats), candidates((*known.values(), *choices[engine.actors(state).waited or 0]))):
            if is_collecting(game, state) and raw["type"] not in game.calls and fits(raw, choices[seat]):
                assert _refusal(game, state, seat, raw) == "common.calls.block", (seat, raw)
            else:
                assert _accepted(game, state, seat, raw) == fits(raw, choices[seat]), (seat, raw)
        assert (engine.dump(state), len(walk.chance.draws)) == (before, drawn)


def _accepted(game, state, seat, raw):
    """Whether it is; if not, after a look that the game can say in every language why."""
    rule = _refusal(game, state, seat, raw)
    assert rule in (None, "unreadable") or all(game.words.reason(rule, language) for language in LANGUAGES)
    return rule is None


def _refusal(game, state, seat, raw):
    """The rule that refuses the action, `unreadable`, or None."""
    try:
        game.engine.apply(state, seat, read_action(game, raw), SecretChance(bytes(32), "tried", []))
    except IllegalAction as error:
        return error.rule
    except msgspec.ValidationError:
        return "unreadable"
    return None


@with_seeds
def test_a_type_that_is_off_says_why(game, seed):
    walk = walk_of(game, seed, trouble=0.2)
    for state in walk.states():
        for seat in range(walk.seats):
            for choice in game.engine.choices(state, seat):
                assert isinstance(choice, Choice)
                assert choice.open == (choice.rule is None)
                assert choice.open or not choice.patterns


# --- calls out of turn -----------------------------------------------------------------------------------------------


def is_collecting(game, state):
    """Whether calls on the newest play are being collected."""
    due = game.engine.due(state)
    return due is not None and due.what == "settle"


@pytest.mark.rule("common.clock.out-of-turn")
@with_seeds
def test_only_calls_are_made_out_of_turn(game, seed):
    """Whoever may act out of turn may call and nothing else; all others may do nothing while they are not waited for."""
    engine = game.engine
    for state in walk_of(game, seed, trouble=0.2).states():
        actors = engine.actors(state)
        collecting = is_collecting(game, state)
        assert actors.waited not in actors.may_act
        for seat in range(state.seats):
            types = {choice.type for choice in engine.choices(state, seat) if choice.open}
            if seat in actors.may_act:
                assert types & set(game.calls)
            if seat != actors.waited and not collecting:
                assert types <= (set(game.calls) if seat in actors.may_act else set())


@pytest.mark.rule("common.calls.block")
@pytest.mark.rule("common.view.no-leak")
@with_seeds
def test_a_call_that_waits_for_others_shows_to_its_caller_alone(game, seed):
    """Everybody else has the same view and choices as before it, is shown nothing, and is refused by the same rules."""
    engine = game.engine
    walk = walk_of(game, seed, trouble=0.1)
    open_table, before = None, None
    for moment in walk.moments():
        state = moment.state
        if not is_collecting(game, state):
            open_table = before = state
            continue
        name, *arguments = moment.call
        called = {seat for seat in range(walk.seats) if engine.view(state, seat).called}
        if name == "apply":
            assert arguments[0] in called
            assert msgspec.to_builtins(arguments[1])["type"] in game.calls
            assert [engine.show(event, arguments[0]) for event in moment.events] == list(moment.events)
            for viewer in {None, *range(walk.seats)} - {arguments[0]}:
                assert [engine.show(event, viewer) for event in moment.events] == [None] * len(moment.events)
                assert _bytes(engine.view(state, viewer)) == _bytes(engine.view(before, viewer))
        elif name in ("leave", "rejoin"):
            open_table = perform(game, open_table, moment.call, walk.chance).state
        for viewer in {None, *range(walk.seats)} - called:
            assert _bytes(engine.view(state, viewer)) == _bytes(engine.view(open_table, viewer))
        for seat in set(range(walk.seats)) - called:
            assert engine.choices(state, seat) == engine.choices(open_table, seat)
            for raw in candidates(engine.choices(state, seat)):
                if not fits(raw, engine.choices(state, seat)):
                    assert _refusal(game, state, seat, raw) == _refusal(game, open_table, seat, raw), (seat, raw)
        assert engine.due(state).pause == walk.options.call_grace_ms / 1000
        before = state


@with_seeds
def test_without_grace_a_call_is_settled_at_once(game, seed):
    walk = walk_of(game, seed, call_grace_ms=0)
    assert not any(is_collecting(game, state) for state in walk.states())


# --- long games ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.long.agreed")
@with_seeds
def test_a_game_is_ended_early_only_when_it_is_long(game, seed):
    """Then that game is over and placed, the match goes on or ends as after any game, and no card has moved."""
    engine = game.engine
    for moment in walk_of(game, seed).moments():
        if not engine.is_long(moment.state):
            with pytest.raises(IllegalAction) as refused:
                engine.end_long(moment.state)
            assert refused.value.rule == "common.long.agreed"
            continue
        ended = engine.end_long(moment.state).state
        assert not engine.is_long(ended)
        assert len(engine.view(ended, None).scores) == len(engine.view(moment.state, None).scores) + 1
        return


# --- time-outs, leaving, coming back ---------------------------------------------------------------------------------


@with_seeds
def test_time_out_leaving_and_return_work_in_every_state(game, seed):
    engine = game.engine
    walk = walk_of(game, seed, trouble=0.2)
    for state in walk.states():
        chance = SecretChance(bytes(32), "tried", [])
        running = engine.result(state) is None
        waited = engine.actors(state).waited
        for seat in range(walk.seats):
            if seat == waited:
                assert engine.timeout(state, seat, chance).events
            else:
                _refused(engine.timeout, state, seat, chance)
            if running and may_leave(game, state, seat):
                _check_leaving(game, state, seat, chance)
            else:
                assert not running or seat in engine.away(state) or walk.options.leave_mode == "remove"
        if running:
            assert engine.result(engine.abandon(state).state) is not None


def _check_leaving(game, state, seat, chance):
    left = game.engine.leave(state, seat, chance).state
    _refused(game.engine.leave, left, seat, chance)
    if state.options.leave_mode == "remove" or game.engine.result(left) is not None:
        _refused(game.engine.rejoin, left, seat)
        return
    assert seat in game.engine.away(left)
    assert seat not in game.engine.away(game.engine.rejoin(left, seat).state)


def _refused(move, *arguments):
    with pytest.raises(IllegalAction):
        move(*arguments)


@with_seeds
def test_leaving_to_a_computer_changes_nothing_on_the_table(game, seed):
    """Away or not, the seat may do the same, sees the same cards or dice, and the same seat is waited for."""
    engine = game.engine
    walk = walk_of(game, seed, trouble=0.1, leave_mode="bot", max_timeouts=0)
    for state in walk.states():
        for seat in range(walk.seats):
            if not may_leave(game, state, seat):
                continue
            left = engine.leave(state, seat, SecretChance(bytes(32), "tried", [])).state
            assert engine.choices(left, seat) == engine.choices(state, seat)
            assert engine.actors(left) == engine.actors(state)
            assert engine.due(left) == engine.due(state)


# --- nothing leaks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.view.no-leak")
@with_seeds
def test_twins_look_and_answer_alike(game, seed):
    """States that differ only in what a viewer may not know give it equal views, choices, events and errors."""
    engine, twins = game.engine, twins_of(game)
    walk = walk_of(game, seed, trouble=0.1)
    rng = Random(seed)
    for number, state in enumerate(walk.states()):
        if number % 2:
            continue
        for viewer in (None, *range(walk.seats)):
            other = twins.twin(state, viewer, rng)
            assert _bytes(engine.view(other, viewer)) == _bytes(engine.view(state, viewer))
            assert engine.actors(other) == engine.actors(state)
            assert engine.due(other) == engine.due(state)
            for seat in range(walk.seats):
                assert _open_types(game, other, seat) == _open_types(game, state, seat)
            if viewer is not None:
                assert engine.choices(other, viewer) == engine.choices(state, viewer)
            for call in _tries(game, state, walk, rng):
                shown = [_shown(game, each, call, viewer) for each in (state, other)]
                if call[0] == "apply" and call[1] != viewer:  # cards that it does not hold in both are no action of that seat
                    shown = [each for each in shown if not _is_refusal(each)]
                assert all(each == shown[0] for each in shown), (call, viewer)


def _bytes(value):
    return msgspec.json.encode(value)


def _open_types(game, state, seat):
    """What everyone may know of the choices of a seat: its hand may show in the patterns."""
    return [(choice.type, choice.open, choice.rule) for choice in game.engine.choices(state, seat)]


def _tries(game, state, walk, rng):
    """Calls that do not turn over what is hidden: some actions of every seat, leaving, coming back, an own time-out."""
    engine, waited = game.engine, game.engine.actors(state).waited
    asked = [raw for raw in candidates(engine.choices(state, waited or 0)) if not twins_of(game).tells_all(raw)]
    for seat in range(walk.seats):
        yield ("leave", seat)
        yield ("rejoin", seat)
        yield from (("apply", seat, raw) for raw in rng.sample(asked, min(4, len(asked))))


def _shown(game, state, call, viewer):
    """All that the viewer learns from a call of its own: the events it is shown and its view after, or the error.

    Of a call of another seat it learns nothing when that is refused. Who leaves can be the last that a waiting call waited
    for: then cards are turned over, and from there on twins may differ.
    """
    name, *arguments = call
    if name == "apply":
        try:
            arguments[1] = read_action(game, arguments[1])
        except msgspec.ValidationError:
            return "unreadable", ""
    try:
        after, events = perform(game, state, (name, *arguments), SecretChance(bytes(32), "tried", []))
    except IllegalAction as error:
        return error.rule, str(error)
    shown = [_bytes(game.engine.show(event, viewer)) for event in events]
    turned = next((at for at, event in enumerate(shown) if event.startswith(b'{"type":"turned_over"')), None)
    return (shown, _bytes(game.engine.view(after, viewer))) if turned is None else (shown[:turned], b"")


def _is_refusal(shown):
    return isinstance(shown[0], str)


# --- computers -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.bot.view")
@game_of_each
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(2))
def test_computers_play_a_match_from_what_they_are_shown(game, level, seed):
    """Every decision is legal, and a twin state gives the same one: it knows no more than its seat."""
    engine, rng = game.engine, Random(seed)
    for state, waited, memory in _decisions(game, level, seed):
        other = twins_of(game).twin(state, waited, rng)
        decided = game.bots.choose(engine.view(state, waited), memory, level, Random(seed))
        assert game.bots.choose(engine.view(other, waited), memory, level, Random(seed)) == decided
        assert fits(msgspec.to_builtins(decided), engine.choices(state, waited))


@pytest.mark.rule("common.bot.calls")
@pytest.mark.rule("common.bot.view")
@game_of_each
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(2))
def test_computers_call_from_what_they_are_shown(game, level, seed):
    """To let a play stand, or a legal call; a twin state gives the same decision."""
    engine, rng = game.engine, Random(seed)
    for state, seat, memory in _decisions(game, level, seed, calls=True):
        other = twins_of(game).twin(state, seat, rng)
        decided = game.bots.call(engine.view(state, seat), memory, level, Random(seed))
        assert game.bots.call(engine.view(other, seat), memory, level, Random(seed)) == decided
        if decided is not None:
            raw = msgspec.to_builtins(decided)
            assert raw["type"] in game.calls
            assert fits(raw, engine.choices(state, seat))


def _decisions(game, level, seed, *, calls=False):
    """A match of computers: each state in which one decides, its seat, and what that seat remembers.

    The decisions of seats that are waited for, or with `calls` of those that may call.
    """
    engine, rng = game.engine, Random(seed)
    seats = 3
    chance = SecretChance(rng.randbytes(32), "computers", [""] * seats)
    step = engine.start(seats, game.options(), chance)
    memories = [game.bots.new_memory(seats, seat) for seat in range(seats)]
    while engine.result(step.state) is None:
        for seat, event in product(range(seats), step.events):
            if (shown := engine.show(event, seat)) is not None:
                memories[seat] = game.bots.remember(memories[seat], shown)
        state, waited = step.state, engine.actors(step.state).waited
        if waited is None:
            step = engine.proceed(state, chance)
            continue
        if engine.is_long(state):
            step = engine.end_long(state)
            continue
        asked = [(seat, memories[seat]) for seat in engine.actors(state).may_act]
        yield from ((state, seat, memory) for seat, memory in (asked if calls else [(waited, memories[waited])]))
        called = [(seat, game.bots.call(engine.view(state, seat), memory, level, rng)) for seat, memory in asked]
        seat, action = next(((seat, call) for seat, call in called if call is not None), (waited, None))
        action = action or game.bots.choose(engine.view(state, waited), memories[waited], level, rng)
        step = engine.apply(state, seat, action, chance)


# --- the folder ------------------------------------------------------------------------------------------------------


@game_of_each
def test_a_game_says_what_it_is(game):
    assert game.engine.Options is game.options
    assert 2 <= game.seats[0] <= game.default_seats <= game.seats[1]
    for language in LANGUAGES:
        assert game.words.title(language)


@game_of_each
def test_random_actions_can_be_said(game):
    """Every action of a walk has words in every language."""
    walk = walk_of(game, 1)
    for state in walk.states():
        waited = game.engine.actors(state).waited
        if waited is not None:
            action = random_action(game, state, waited, walk.rng)
            assert all(game.words.action(action, language) for language in LANGUAGES)
            return
