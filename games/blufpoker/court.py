"""Blufpoker in the casebook (rules 8): actions and questions into outcomes. Positions: `court_position`.

Readings taken where the notation leaves room:

- A position after a settled round is the one from which the next round starts: `to_act` is its starter and `phase` is
  `start_throw`; after a game both are null. The next game's starter is thrown for, so `next_game_starter` is null.
- `aside` and `value` then tell what lay there when the round was settled.
- `throws` are those of the running turn, or of the last claimant while the next seat decides; of an attempt, all of it.
- `dice_thrown` of an attempt are those of its first throw that is made now: later throws are of some of the same dice.
- `sees_dice` are the seats that an acceptance lets look. `looked` tells whether the seat saw dice by this action.
- `live` tells whether the last claim may still be doubted. `legal_types` is about the new position.
- `place_of_leaver` is the place as the table stands after the leaving.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.blufpoker import engine
from games.blufpoker.court_position import aside_named, dice_named, position
from games.blufpoker.endings import standing
from games.blufpoker.legality import closed, open_values, refusal
from games.blufpoker.rounds import SIX, begin_round, highest, real_value
from games.blufpoker.state import (
    DICE,
    Accept,
    Accepted,
    AttemptOver,
    AttemptThrown,
    Blind,
    Claim,
    Claimed,
    Doubt,
    Doubted,
    Event,
    GameOver,
    Options,
    Revealed,
    State,
    Throw,
    Thrown,
)
from games.blufpoker.values import VALUES, value_of, values_above
from games.core import casebook
from games.core.chance import SecretChance
from games.core.errors import IllegalAction, NotInThisGame
from games.core.events import Left, RoundVoid
from games.core.game import Step
from games.core.scoring import shared_places

__all__ = ["judge", "position"]

Case = Mapping[str, Any]
Outcome = dict[str, Any]


def judge(case: Case) -> Outcome:
    """The outcome of one case. Raises NotInThisGame or KeyError for one that cannot be judged."""
    kind = case["action"]["type"]
    if kind in _QUESTIONS:
        return _QUESTIONS[kind](case)
    if kind in _ACTIONS:
        return _carried_out(case, _ACTIONS[kind])
    raise NotInThisGame(f"Blufpoker has no action or question {kind!r}")


# --- actions ---------------------------------------------------------------------------------------------------------


class Laid(SecretChance):
    """Chance whose throws are the `rolls` of a case, one list of dice per throw; what no case lays out is drawn."""

    def __init__(self, rolls: Sequence[Sequence[Any]]) -> None:
        super().__init__(bytes(32), "casebook", ())
        self._rolls = [dice_named(roll) for roll in rolls]

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        if not self._rolls:
            return super().throws(purpose, sides=sides, count=count)
        roll = self._rolls.pop(0)
        if len(roll) != count:
            raise NotInThisGame(f"{count} dice are thrown, and `rolls` lays out {len(roll)}")
        return tuple(die - 1 for die in roll)


def _throw(state: State, action: Case, chance: Laid) -> Step:
    """One throw; in an attempt all that are left of it."""
    seat, keep = _actor(state, action), action.get("keep") or 0
    if isinstance(keep, bool) or not isinstance(keep, int):
        raise NotInThisGame(f"`keep` is {keep!r}")
    step = engine.apply(state, seat, Throw(keep), chance)
    while step.state.phase == "six_attempt":
        after, events = engine.apply(step.state, seat, Throw(), chance)
        step = Step(after, (*step.events, *events))
    return step


def _claim(state: State, action: Case, chance: Laid) -> Step:
    seat, value, direction = _actor(state, action), action["value"], action.get("direction")
    off = closed(state, seat, Claim)
    if off is not None:
        raise IllegalAction(off)
    if not _is_whole(value):
        raise IllegalAction("blufpoker.claim.values")
    if direction not in (None, "clockwise", "anticlockwise"):
        rule = refusal(state, seat, Claim(value)) or refusal(state, seat, Claim(value, "clockwise"))
        raise IllegalAction(rule or "blufpoker.direction.choose")
    return engine.apply(state, seat, Claim(value, direction), chance)


def _blind(state: State, action: Case, chance: Laid) -> Step:
    """A blind claim is never the opening one, so it can say no direction."""
    seat, value = _actor(state, action), action["value"]
    rule = closed(state, seat, Blind)
    if rule is None and not _is_whole(value):
        rule = "blufpoker.claim.values"
    if rule is None:
        rule = refusal(state, seat, Blind(value))
    if rule is None and action.get("direction") is not None:
        rule = "blufpoker.direction.fixed" if state.options.choose_direction else "blufpoker.direction.off"
    if rule is not None:
        raise IllegalAction(rule)
    return engine.apply(state, seat, Blind(value), chance)


def _timeout(state: State, action: Case, chance: Laid) -> Step:
    if state.phase in ("accepted", "own_throw") and not open_values(state):
        raise NotInThisGame("no turn goes on after 666: nothing higher can be claimed")
    return engine.timeout(state, _actor(state, action), chance)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _actor(state: State, action: Case) -> int:
    return casebook.seat_named(action.get("seat", state.to_act), state.seats)


_ACTIONS: dict[str, Callable[[State, Case, Laid], Step]] = {
    "throw": _throw,
    "claim": _claim,
    "blind": _blind,
    "doubt": lambda state, action, chance: engine.apply(state, _actor(state, action), Doubt(), chance),
    "accept": lambda state, action, chance: engine.apply(state, _actor(state, action), Accept(), chance),
    "timeout": _timeout,
    "leave": lambda state, action, chance: engine.leave(state, casebook.seat_named(action["seat"], state.seats), chance),
}


def _carried_out(case: Case, action: Callable[[State, Case, Laid], Step]) -> Outcome:
    """The outcome of an action, refused or accepted."""
    before, asked = position(case), case["action"]
    seat = _actor(before, asked)
    is_timeout = asked["type"] == "timeout"
    try:
        after, events = action(before, asked, Laid((case.get("given") or {}).get("rolls") or ()))
    except IllegalAction as error:
        return {**_outcome(before, seat, ()), **casebook.refused(error.rule), **({"made": []} if is_timeout else {})}
    return {**_outcome(after, seat, events), **casebook.ALLOWED, **({"made": _made(events)} if is_timeout else {})}


def _made(events: Sequence[Event]) -> list[Outcome]:
    """What a time-out did, as actions."""
    made: list[Outcome] = []
    for event in events:
        match event:
            case Thrown():
                made.append({"type": "throw", "keep": event.kept})
            case AttemptThrown() if not made:
                made.append({"type": "throw", "keep": 0})
            case Claimed():
                made.append({"type": "claim", "value": event.value})
            case Doubted():
                made.append({"type": "doubt"})
    return made


def _outcome(after: State, seat: int, events: Sequence[Event]) -> Outcome:
    """Every outcome key of an action of `seat` but `legal`, `unchanged`, `rule` and `made`."""
    over = casebook.first_of(events, GameOver)
    settled = casebook.first_of(events, Revealed) or casebook.first_of(events, AttemptOver)
    void = casebook.first_of(events, RoundVoid) is not None
    leaver = casebook.first_of(events, Left)
    playing = over is None and after.phase != "over"
    return {
        **_new_position(after if not playing or after.phase != "reveal" else begin_round(after).state, seat, playing),
        **(casebook.game_scored(over.places, over.points) if over else casebook.GAME_GOES_ON),
        **_dice(after, settled, events),
        "next_starter": after.starter if playing and (settled is not None or void) else None,
        "next_game_starter": None,
        "penalty_to": settled.penalty_to if settled else None,
        "penalties": list(after.penalties),
        "out": [],
        "left": [*after.removed, *after.away],
        "eliminated": [],
        "round_void": void,
        "place_of_leaver": None if leaver is None else _place_of(after, leaver.seat),
    }


def _new_position(state: State, seat: int, playing: bool) -> Outcome:
    types = _open_types(state, seat) if playing else []
    return {
        "to_act": state.to_act if playing else None,
        "phase": state.phase if playing else None,
        "live": playing and state.phase == "decide",
        "direction": state.direction,
        "starter": state.starter if playing else None,
        "order": list(state.order),
        "legal_types": types,
        "dice_to_throw_max": (len(state.dice) or DICE) if "throw" in types else 0,
    }


def _open_types(state: State, seat: int) -> list[str]:
    return sorted(choice.type for choice in engine.choices(state, seat) if choice.open)


def _dice(after: State, settled: Revealed | AttemptOver | None, events: Sequence[Event]) -> Outcome:
    """The outcome keys about the dice on the table, and about who threw and saw them."""
    thrown, accepted = casebook.first_of(events, Thrown), casebook.first_of(events, Accepted)
    attempt, tried = casebook.first_of(events, AttemptThrown), casebook.first_of(events, AttemptOver)
    seen = thrown.seen if thrown else True if attempt else None
    return {
        "value": settled.value if settled else real_value(after) if after.dice else None,
        "aside": settled.aside if settled else after.aside,
        "throws": tried.throws if tried else after.throws,
        "dice_thrown": thrown.count if thrown else len(attempt.dice) if attempt else 0,
        "seen_by_thrower": seen,
        "sees_dice": [accepted.seat] if accepted else [],
        "looked": accepted is not None or bool(seen),
        "success": tried.success if tried else None,
        "throws_used": tried.throws if tried else None,
    }


def _place_of(state: State, leaver: int) -> int:
    if state.game_over:
        return state.finished[-1].places[leaver]
    return shared_places(standing(state), state.seats)[leaver]


# --- questions -------------------------------------------------------------------------------------------------------


def _legal_types(case: Case) -> Outcome:
    state = position(case)
    return {"types": _open_types(state, _actor(state, case["action"]))}


def _may_claim(state: State, seat: int, value: Any) -> bool:
    """Whether that seat may claim this value now, after its throw or blind."""
    return _is_whole(value) and any(refusal(state, seat, kind(value)) is None for kind in (Claim, Blind))


def _each(case: Case) -> Outcome:
    state, asked = position(case), case["action"]
    seat = _actor(state, asked)
    return {"legal_each": [_may_claim(state, seat, value) for value in _values(asked)]}


def _values(asked: Case) -> Sequence[Any]:
    """The values that a question lists."""
    values: Sequence[Any] = asked["bids"] if "bids" in asked and "values" not in asked else asked["values"]
    return values


def _numbers(values: Sequence[Any]) -> Sequence[int]:
    """The values, all of them whole numbers. Raises NotInThisGame."""
    odd = [value for value in values if not _is_whole(value)] if isinstance(values, list | tuple) else [values]
    if odd:
        raise NotInThisGame(f"not a value: {odd[0]!r}")
    return values


def _list_bids(case: Case) -> Outcome:
    state = position(case)
    seat = _actor(state, case["action"])
    return _listed(case, [value for value in VALUES if _may_claim(state, seat, value)])


def _listed(case: Case, values: Sequence[int]) -> Outcome:
    """Values in rising order as an outcome; `positions` count from 1, null for a value that is not among them."""
    place = {value: number for number, value in enumerate(values, start=1)}
    return {
        "number": len(values),
        "lowest": values[0] if values else None,
        "highest": values[-1] if values else None,
        "bids": list(values) if case["action"].get("full") else None,
        "positions": [place.get(value) if _is_whole(value) else None for value in case["action"].get("positions_of") or ()],
    }


def _truth(case: Case) -> Outcome:
    """Which claims the dice that lie there make true. Rules: blufpoker.doubt.equal-or-higher."""
    real = real_value(position(case))
    return {"true_each": [real >= value for value in _numbers(_values(case["action"]))]}


def _value(case: Case) -> Outcome:
    """The value of `dice`, with sixes `aside` if some are. Rules: blufpoker.value."""
    asked = case["action"]
    dice = (*dice_named(asked["dice"]), *(SIX,) * aside_named(asked))
    if len(dice) != DICE:
        raise NotInThisGame(f"{len(dice)} dice have no value")
    return {"value": value_of(dice)}


def _next_value(case: Case) -> Outcome:
    """The next value above each number asked, null where there is none. Rules: blufpoker.claim.values."""
    above = [values_above(number) for number in _numbers(case["action"].get("above") or ())]
    return {"number_of_values": len(VALUES), "values": [values[0] if values else None for values in above]}


def _start_roll(case: Case) -> Outcome:
    """Who starts after these open dice, or who rolls again.

    A computer rolls for a leaver whose seat it plays, unless the case has no die of that seat.
    Rules: blufpoker.start.roll, blufpoker.start.tie, common.leave.bot.
    """
    seats, rolls = casebook.seats_of(case), case["action"]["rolls"]
    left = casebook.seats_named((case.get("given") or {}).get("left") or (), seats)
    if casebook.options_named(case, Options).leave_mode == "bot":
        left = tuple(seat for seat in left if rolls and str(seat) not in rolls[0])
    rolling = [seat for seat in range(seats) if seat not in left]
    for roll in rolls:
        if len(rolling) == 1:
            raise NotInThisGame("a roll after the last")
        if set(roll) != {str(seat) for seat in rolling}:
            raise NotInThisGame(f"it is seats {rolling} that roll, not {', '.join(roll)}")
        dice = dice_named([roll[str(seat)] for seat in rolling])
        rolling = highest([dict(zip(rolling, dice, strict=True)).get(seat) for seat in range(seats)])
    decided = len(rolling) == 1
    return {"starter": rolling[0] if decided else None, "roll_again": [] if decided else rolling}


def _view(case: Case) -> Outcome:
    """What that seat, or a spectator (null), may know. Rules: blufpoker.view."""
    state = position(case)
    seen = engine.view(state, casebook.viewer_named(case, state.seats, state.to_act))
    return {
        "cup_seen": None if seen.cup is None else list(seen.cup),
        "sees_public": {
            "claims": [claim.value for claim in seen.claims],
            "accepted_by": seen.accepted_by,
            "throws": seen.throws,
            "aside": seen.aside,
            "penalties": list(seen.penalties),
            "to_act": seen.to_act,
            "phase": seen.phase,
            "direction": seen.direction,
            "order": list(seen.order),
        },
    }


_QUESTIONS: dict[str, Callable[[Case], Outcome]] = {
    "create_table": lambda case: casebook.create_table(case, engine),
    "score_game": casebook.score_game,
    "score_match": lambda case: casebook.score_match(case, penalties=True),
    "legal_types": _legal_types,
    "each": _each,
    "list_bids": _list_bids,
    "ladder": lambda case: _listed(case, VALUES),
    "order": lambda case: {"order": sorted(_numbers(_values(case["action"])))},
    "truth": _truth,
    "value": _value,
    "next_value": _next_value,
    "start_roll": _start_roll,
    "view": _view,
}
