"""What holds in every reachable position: no card is lost, and a plain second reading of the rules agrees.

The second reading plays with sets and lists of its own and shares no code with the engine but the words for cards.
"""

from collections import Counter
from itertools import islice
from random import Random

import msgspec
import pytest

from games.bluff_nepal import GAME, engine
from games.bluff_nepal.state import Call, CallCounts, CardsLaid, Dealt, GameOver, Lay, Left, Options, Passed, SetAside, TurnedOver
from games.core.replay import Entry, replay
from tests.games.core.walks import Walk

SAMPLE = [range(seed, seed + 1) for seed in range(40)]
LONG = [pytest.param(range(at, at + 250), marks=pytest.mark.long) for at in range(40, 1040, 250)]
over_seeds = pytest.mark.parametrize("seeds", [*SAMPLE, *LONG], ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}")


def walk_of(seed, trouble=0.05):
    rng = Random(seed)
    options = Options(
        callers=rng.choice(["anyone", "next"]),
        jokers=rng.random() < 0.5,
        leave_mode=rng.choice(["bot", "remove"]),
        call_grace_ms=rng.choice([0, 300]),
        games=rng.choice([1, 2]),
        max_timeouts=rng.choice([0, 1, 3]),
    )
    return Walk(GAME, rng.randint(2, 6), options, seed, trouble)


@over_seeds
def test_cards_are_conserved(seeds):
    for seed in seeds:
        walk = walk_of(seed)
        pack = Counter(card for hand in engine.start(2, walk.options, walk.chance).state.hands for card in hand)
        for state in walk.states():
            held = [card for hand in state.hands for card in hand]
            held += [card for lay in state.pile for card in lay.cards]
            assert Counter([*held, *state.set_aside, *state.taken_out]) == pack


@over_seeds
def test_what_the_law_says_of_a_position_holds(seeds):
    for seed in seeds:
        for state in walk_of(seed).states():
            _check(state)


def _check(state):
    playing = state.phase in ("lead", "follow", "answer_last")
    assert (state.to_act is not None) == playing
    assert not state.calls or state.live
    assert not state.live or state.phase in ("follow", "answer_last")
    assert (state.rank is None) == (not state.pile)
    if not playing:
        return
    assert state.to_act not in (*state.removed, *state.passed)
    assert state.hands[state.to_act]
    layer = state.pile[-1].seat if state.pile else None
    assert state.to_act != layer
    empty = [seat for seat in range(state.seats) if not state.hands[seat] and seat not in state.removed]
    assert empty == ([layer] if state.phase == "answer_last" else [])
    assert state.phase != "lead" or (state.leader == state.to_act and not state.pile and not state.passed)


# --- a second reading of the rules -----------------------------------------------------------------------------------


class Reading:
    """The rules once more, by event: whose turn it is, whether a claim is true, who takes what, who won."""

    def __init__(self, state):
        self.seats = state.seats
        self.hands = [Counter(hand) for hand in state.hands]
        self.gone, self.passed, self.pile = set(state.removed), [], []
        self.rank, self.turn, self.live = None, state.to_act, False

    def rightwards(self, start):
        return [(start - step) % self.seats for step in range(1, self.seats)]

    def here(self):
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def free(self):
        return [seat for seat in self.here() if seat not in self.passed]

    def after(self, seat):
        """Who is to act after that seat has played or left; None when the round is over."""
        layer = self.pile[-1][0]
        others = [other for other in self.free() if other != layer]
        if not others or (layer in self.gone and len(others) == 1):
            return None
        return next(other for other in self.rightwards(seat) if other in others)

    def lay(self, event):
        self.rank = self.rank or event.rank
        assert event.rank == self.rank
        assert event.seat == self.turn
        self.hands[event.seat] -= Counter(event.cards)
        self.pile.append((event.seat, event.cards))
        self.turn, self.live = self.after(event.seat), True

    def pass_(self, event):
        assert event.seat == self.turn
        self.passed.append(event.seat)
        self.turn, self.live = self.after(event.seat), False

    def left(self, event):
        if event.mode == "bot":
            return
        self.gone.add(event.seat)
        self.hands[event.seat].clear()
        if not self.pile:
            if self.turn == event.seat:
                self.turn = next((seat for seat in self.rightwards(event.seat) if seat in self.here()), None)
            return
        self.live = self.live and self.pile[-1][0] != event.seat
        if self.turn == event.seat or self.after(event.seat) is None:
            self.turn = self.after(event.seat)

    def set_aside(self, event):
        assert self.turn is None
        assert event.count == sum(len(cards) for _, cards in self.pile)
        layer = self.pile[-1][0]
        self.turn = layer if layer not in self.gone else next(iter(self.free()), None)
        assert self.turn is not None
        self.clear()

    def call(self, event):
        assert self.live
        assert event.layer == self.pile[-1][0] != event.caller

    def turned_over(self, event):
        layer, cards = self.pile[-1]
        bluff = [card for card in cards if card != "X" and card[:-1] != self.rank]
        told = event.reveal
        assert (told.cards, told.claim_true, told.layer) == (cards, not bluff, layer)
        assert told.pile_to == (layer if bluff else told.caller)
        for _, laid in self.pile:
            self.hands[told.pile_to] += Counter(laid)
        won = not bluff and not self.hands[layer].total()
        self.turn = None if won else told.caller if bluff else layer
        assert told.next_leader == self.turn
        self.clear()

    def clear(self):
        self.rank, self.live, self.passed, self.pile = None, False, [], []

    def over(self, event, away):
        """The winner has no cards or is alone, and those who stayed follow by cards, then by distance to the right."""
        assert not self.hands[event.winner] or self.here() == [event.winner]
        stayed = [seat for seat in self.here() if seat not in away]
        order = sorted(stayed, key=lambda seat: (seat != event.winner, self.hands[seat].total(), (event.winner - seat) % self.seats))
        return [event.places[seat] for seat in order]


@over_seeds
@pytest.mark.parametrize("trouble", [0.0, 0.03])
def test_a_second_reading_of_the_rules_agrees_on_every_turn_and_every_call(seeds, trouble):
    for seed in seeds:
        reading = None
        for moment in walk_of(seed, trouble).moments():
            state = moment.state
            for event in moment.events:
                if type(event) in _READ:
                    _READ[type(event)](reading, event)
                elif isinstance(event, Dealt):
                    reading = Reading(state)
                elif isinstance(event, GameOver):
                    places = reading.over(event, state.away)
                    assert places == list(range(1, len(places) + 1))
            if state.game_over:
                continue
            assert reading.turn == (state.leader if state.phase == "reveal" else state.to_act)
            assert (reading.rank, reading.live, tuple(reading.passed)) == (state.rank, state.live, state.passed)
            assert reading.hands == [Counter(hand) for hand in state.hands]


_READ = {
    CardsLaid: Reading.lay,
    Passed: Reading.pass_,
    SetAside: Reading.set_aside,
    CallCounts: Reading.call,
    TurnedOver: Reading.turned_over,
    Left: Reading.left,
}


@over_seeds
def test_of_calls_that_arrive_together_the_nearest_to_the_right_counts(seeds):
    for seed in seeds:
        before = None
        for moment in walk_of(seed).moments():
            counted = next((event for event in moment.events if isinstance(event, CallCounts)), None)
            if counted and before.calls:
                callers = [seat for seat in before.calls if seat not in moment.state.removed]
                walked = [(counted.layer - step) % before.seats for step in range(1, before.seats)]
                assert counted.caller == next(seat for seat in walked if seat in callers)
            before = moment.state


# --- every kind of play ends -----------------------------------------------------------------------------------------


TABLES = [
    (seats, callers, jokers, grace)
    for seats in range(2, 7)
    for callers in ("anyone", "next")
    for jokers in (False, True)
    for grace in (0, 300)
]


@pytest.mark.parametrize(("seats", "callers", "jokers", "grace"), TABLES)
@pytest.mark.parametrize("trouble", [0.0, 0.9])
def test_random_play_and_play_by_time_outs_end_at_every_table(seats, callers, jokers, grace, trouble):
    options = Options(callers=callers, jokers=jokers, call_grace_ms=grace, max_timeouts=0, leave_mode="bot" if trouble else "remove")
    last = list(Walk(GAME, seats, options, seats, trouble).states())[-1]
    assert sorted(engine.result(last).places)[0] == 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_play_by_time_outs_alone_ends(seats):
    """Everyone leads its lowest card and all others pass, so that one hand empties."""
    walk = Walk(GAME, seats, Options(max_timeouts=0), seats)
    state, steps = engine.start(seats, walk.options, walk.chance).state, 0
    while engine.result(state) is None:
        waited = engine.actors(state).waited
        state = (engine.proceed(state, walk.chance) if waited is None else engine.timeout(state, waited, walk.chance)).state
        steps += 1
    assert steps < 400


@pytest.mark.parametrize("seats", range(2, 7))
def test_play_that_goes_round_in_circles_may_be_ended(seats):
    """Whoever is to act calls every claim and else lays one card."""
    walk = Walk(GAME, seats, Options(call_grace_ms=0), seats)
    state = engine.start(seats, walk.options, walk.chance).state
    while engine.result(state) is None and not engine.is_long(state):
        waited = engine.actors(state).waited
        if waited is None:
            state = engine.proceed(state, walk.chance).state
        else:
            action = Call() if state.live else Lay(state.hands[waited][:1], "A")
            state = engine.apply(state, waited, action, walk.chance).state
    assert engine.result(state) is not None or engine.result(engine.end_long(state).state) is not None


def test_a_log_with_calls_and_server_moves_is_played_again_to_the_same_end():
    walk = Walk(GAME, 4, Options(games=2), 11, 0.05)
    moments = list(walk.moments())
    entries = [
        Entry(
            number=number,
            seat=moment.call[1] if moment.call[0] in ("apply", "timeout", "leave", "rejoin") else None,
            by="test",
            action=msgspec.to_builtins(moment.call[2]) if moment.call[0] == "apply" else {"type": moment.call[0]},
            draws=moment.draws,
            events=[],
        )
        for number, moment in enumerate(moments, start=1)
    ]
    played = replay("bluff_nepal", 4, {"games": 2}, entries)
    assert played.state == moments[-1].state
    assert played.events == [moment.events for moment in moments]


def test_walks_reach_what_they_are_meant_to_reach():
    """Calls that wait, last cards, everyone passing and leavers all occur in the sample."""
    seen = Counter()
    for seed in range(40):
        for state in islice(walk_of(seed).states(), 400):
            seen["waiting"] += bool(state.calls)
            seen["last"] += state.phase == "answer_last"
            seen["aside"] += bool(state.set_aside)
            seen["gone"] += bool(state.removed)
            seen["away"] += bool(state.away)
    assert min(seen.values()) > 50
