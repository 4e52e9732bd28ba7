"""Who sees what in Blufpoker: the cup, what was looked at, and what is never shown. Rules: blufpoker.view."""

from random import Random

import msgspec
import pytest

from games.blufpoker import engine
from games.blufpoker.state import Accept, Accepted, AttemptThrown, Claim, Doubt, Revealed, Throw, Thrown
from games.core.registry import game_named
from tests.games.blufpoker.table import ANY, REMOVE, accept, blind, claim, done, doubt, position, throw
from tests.games.blufpoker.twins import twin
from tests.games.core.walks import Walk

ALL = (None, 0, 1, 2, 3)
EVERY_OPTION = {"sixes": True, "blind_pass": True, "three_throws": True, "choose_direction": True, "swap_seats": "round"}


def cups(state):
    """The cup as a spectator and each seat may know it."""
    return [engine.view(state, reader).cup for reader in ALL]


@pytest.mark.rule("blufpoker.view")
def test_the_dice_are_seen_by_thrower_then_acceptor_then_everyone():
    state = position(phase="start_throw", to_act=0)
    assert cups(state) == [None] * 5
    state = claim(throw(state, 4, 2, 1), 431)
    assert cups(state) == [None, (4, 2, 1), None, None, None]
    state = accept(state)
    assert cups(state) == [None, (4, 2, 1), (4, 2, 1), None, None]  # who saw them once may still see them
    state = claim(throw(state, 5, 5, 1), 552)
    assert cups(state) == [None, None, (5, 5, 1), None, None]  # until they are thrown again
    state = doubt(state)
    assert cups(state) == [None] * 5
    assert all(engine.view(state, reader).reveal.dice == (5, 5, 1) for reader in ALL)


@pytest.mark.rule("blufpoker.view")
def test_a_blind_passer_sees_nothing():
    state = blind(position((0, 421), dice=[4, 2, 1], seen_by=[0], options={"blind_pass": True}), 431)
    assert cups(state) == [None, (4, 2, 1), None, None, None]
    assert engine.view(state, None).seen_by == (0,)
    assert engine.view(accept(state), None).seen_by == (0, 2)


@pytest.mark.rule("blufpoker.view")
def test_the_true_value_of_an_accepted_throw_is_not_shown():
    """Whatever lay there, everyone else is shown the same from the claim to the next claim."""
    for reader in (None, 2, 3):
        shown = set()
        for dice in ([4, 2, 1], [1, 1, 1], [6, 6, 6]):
            state = position((0, 421), dice=dice, seen_by=[0])
            state, first = done(state, Accept())
            state, second = done(state, Throw(), [6, 1, 1])
            state, third = done(state, Claim(611))
            told = [engine.show(event, reader) for event in (*first, *second, *third)]
            shown.add((msgspec.json.encode(told), msgspec.json.encode(engine.view(state, reader))))
        assert len(shown) == 1


@pytest.mark.rule("blufpoker.view")
@pytest.mark.rule("common.view.public")
def test_everyone_sees_sixes_aside_throws_claims_acceptances_and_points():
    state = position((3, 611), (0, 621), dice=[4, 2], aside=1, phase="accepted", to_act=1, penalties=[1, 2, 3, 4])
    for reader in ALL:
        view = engine.view(state, reader)
        assert (view.aside, view.under_cup, view.throws, view.accepted_by) == (1, 2, 0, 1)
        assert [(made.seat, made.value) for made in view.claims] == [(3, 611), (0, 621)]
        assert (view.penalties, view.limit, view.direction, view.order) == ((1, 2, 3, 4), 6, "clockwise", (0, 1, 2, 3))
        assert (view.to_act, view.starter, view.phase) == (1, 3, "accepted")


@pytest.mark.rule("common.view.own")
def test_a_seat_that_may_look_is_the_only_one_that_is_told():
    thrown = Thrown(1, 2, 3, 0, 0, True, (4, 2, 1))
    assert [engine.show(thrown, reader).dice for reader in ALL] == [None, None, (4, 2, 1), None, None]
    accepted = Accepted(1, 0, 421, (4, 2, 1))
    assert [engine.show(accepted, reader).dice for reader in ALL] == [None, None, (4, 2, 1), None, None]
    for public in (AttemptThrown(1, 1, (6, 2, 1), 1), Revealed((4, 2, 1), 0, 421, 421, 0, 1, 1, (0, 1, 0, 0), 6, 2)):
        assert all(engine.show(public, reader) == public for reader in ALL)


@pytest.mark.rule("common.view.out")
def test_who_left_for_good_sees_what_everyone_sees():
    state = engine.leave(position((0, 421), dice=[4, 2, 1], seen_by=[0, 1], options=REMOVE), 1, ANY).state
    state = claim(throw(state, 5, 5, 1), 551)
    assert engine.view(state, 1) == engine.view(state, None)


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("seed", range(6))
def test_a_look_leaks_to_nobody_else(seed):
    """With all options: acceptances, throws and time-outs before a claim tell the others nothing of the dice."""
    walk = Walk(game_named("blufpoker"), 4, engine.Options(**EVERY_OPTION), seed)
    rng = Random(seed)
    for state in walk.states():
        actor = state.to_act
        if actor is None:
            continue
        actions = {"decide": [Accept()], "start_throw": [Throw()], "accepted": [Throw()], "six_attempt": [Throw()]}
        for viewer in (None, *[seat for seat in range(4) if seat != actor]):
            other = twin(state, viewer, rng)
            for action in actions.get(state.phase, []):
                if isinstance(action, Accept) and state.claims[-1].value == 666 and not state.options.sixes:
                    continue
                assert _told(state, actor, action, viewer) == _told(other, actor, action, viewer)


class Same:
    """Chance that throws the same whatever is asked."""

    def throws(self, purpose, *, sides, count):
        return (2,) * count


def _told(state, seat, action, viewer):
    after, events = engine.apply(state, seat, action, Same())
    return msgspec.json.encode([engine.show(event, viewer) for event in events]), msgspec.json.encode(engine.view(after, viewer))


def test_a_doubt_tells_the_same_whoever_looks_on():
    state, events = done(position((0, 421), dice=[4, 2, 1]), Doubt())
    assert len({msgspec.json.encode(engine.view(state, reader)) for reader in ALL}) == 1
    assert all(engine.show(event, None) == event for event in events)
