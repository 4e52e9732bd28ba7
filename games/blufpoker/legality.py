"""Which actions of Blufpoker are legal now, and which rule forbids the others (rules 4.11).

A refusal depends on hidden dice only where the seat that asks has seen them: when it has believed a claim and wants to lay
sixes aside.
"""

from typing import Any

from games.blufpoker.rounds import SIX
from games.blufpoker.state import (
    HIGHEST,
    LOWEST,
    MOST_ASIDE,
    MOST_THROWS,
    Accept,
    Action,
    Blind,
    Claim,
    Doubt,
    Phase,
    State,
    Throw,
)
from games.blufpoker.values import is_value, values_above
from games.core.errors import NotInThisGame

Kind = type[Throw | Claim | Doubt | Accept | Blind]

KINDS: tuple[Kind, ...] = (Throw, Claim, Accept, Doubt, Blind)


def refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this action of this seat now, or None. Raises NotInThisGame for something else."""
    if not isinstance(action, KINDS):
        raise NotInThisGame(f"not an action of Blufpoker: {type(action).__name__}")
    off = closed(state, seat, type(action))
    if off is not None:
        return off
    if isinstance(action, Throw):
        return _keep_refused(state, action.keep)
    if isinstance(action, Claim):
        return _value_refused(state, action.value, "blufpoker.claim.higher") or _direction_refused(state, action.direction)
    return _value_refused(state, action.value, "blufpoker.blind.pass") if isinstance(action, Blind) else None


def closed(state: State, seat: int, kind: Kind) -> str | None:
    """The rule that closes this whole type of action to the seat now, or None."""
    if state.phase == "over" or state.game_over:
        return "blufpoker.end.limit"
    if seat in state.removed:
        return "common.leave.remove"
    if state.phase == "reveal":
        return "common.reveal"
    if kind is Blind and not state.options.blind_pass:
        return "blufpoker.blind.pass"
    if seat != state.to_act:
        return _whose_turn(state)
    return None if kind in _open_kinds(state) else _why_closed(state, kind)


def _whose_turn(state: State) -> str:
    """The rule that gives the turn to the seat that has it."""
    if state.phase == "decide":
        return "blufpoker.decide"
    if state.phase == "six_attempt":
        return "blufpoker.sixes.666.accept"
    if state.claims:
        return "blufpoker.accept.must-throw" if state.phase == "accepted" else "blufpoker.claim.higher"
    return "blufpoker.throw.open" if state.phase == "start_throw" else "blufpoker.claim.open"


def _open_kinds(state: State) -> tuple[Kind, ...]:
    """The types of action that are open to the seat to act: the table of rules 4.11."""
    options = state.options
    if state.phase == "decide":
        highest = state.claims[-1].value == HIGHEST
        accept: tuple[Kind, ...] = (Accept,) if options.sixes or not highest else ()
        blind: tuple[Kind, ...] = (Blind,) if options.blind_pass and not highest else ()
        return (Doubt, *accept, *blind)
    if state.phase != "own_throw":
        return (Throw,)
    return (Claim, Throw) if options.three_throws and state.throws < MOST_THROWS else (Claim,)


_OPENING: dict[Kind, str] = {
    Throw: "blufpoker.three-throws.repeat",
    Accept: "blufpoker.claim.open",
    Doubt: "blufpoker.claim.open",
    Blind: "blufpoker.blind.starter",
}
"""Why a type is closed to the starter who has thrown."""

_WHY: dict[Phase, dict[Kind, str]] = {
    "start_throw": {
        Claim: "blufpoker.throw.open",
        Accept: "blufpoker.throw.open",
        Doubt: "blufpoker.throw.open",
        Blind: "blufpoker.blind.starter",
    },
    "own_throw": {
        Throw: "blufpoker.three-throws.repeat",
        Accept: "blufpoker.accept.must-throw",
        Doubt: "blufpoker.accept.must-throw",
        Blind: "blufpoker.blind.not-after-look",
    },
    "decide": {
        Throw: "blufpoker.decide",
        Claim: "blufpoker.decide",
        Accept: "blufpoker.max.must-doubt",
        Blind: "blufpoker.blind.max",
    },
    "accepted": {
        Claim: "blufpoker.accept.must-throw",
        Accept: "blufpoker.accept.must-throw",
        Doubt: "blufpoker.accept.must-throw",
        Blind: "blufpoker.blind.not-after-look",
    },
    "six_attempt": {
        Claim: "blufpoker.sixes.666.accept",
        Accept: "blufpoker.sixes.666.accept",
        Doubt: "blufpoker.sixes.666.accept",
        Blind: "blufpoker.blind.max",
    },
}
"""By phase: why a type is closed to the seat to act."""


def _why_closed(state: State, kind: Kind) -> str:
    opening = state.phase == "own_throw" and not state.claims
    return (_OPENING if opening else _WHY[state.phase])[kind]


# --- what a throw or claim may say -----------------------------------------------------------------------------------


def most_keep(state: State) -> int:
    """How many sixes may be newly laid aside with the next throw of the turn.

    Rules: blufpoker.sixes.keep, blufpoker.sixes.no-six, blufpoker.sixes.must-throw-one.
    """
    if state.phase != "accepted" or not state.options.sixes:
        return 0
    return max(0, min(state.dice.count(SIX), MOST_ASIDE - state.aside))


def _keep_refused(state: State, keep: int) -> str | None:
    if 0 <= keep <= most_keep(state):
        return None
    if state.phase == "six_attempt":
        return "blufpoker.sixes.666.open"
    if not state.claims:
        return "blufpoker.sixes.opener" if state.options.sixes else "blufpoker.throw.open"
    if state.phase == "own_throw":
        return "blufpoker.three-throws.all"
    if not state.options.sixes:
        return "blufpoker.accept.must-throw"
    if keep < 0:
        return "blufpoker.sixes.keep"
    return "blufpoker.sixes.no-six" if keep > state.dice.count(SIX) else "blufpoker.sixes.must-throw-one"


def open_values(state: State) -> tuple[int, ...]:
    """The values that a claim may name now, in rising order. Rules: blufpoker.claim.open, blufpoker.claim.higher."""
    return values_above(state.claims[-1].value if state.claims else LOWEST - 1)


def _value_refused(state: State, value: int, too_low: str) -> str | None:
    if not is_value(value):
        return "blufpoker.claim.values"
    return too_low if state.claims and value <= state.claims[-1].value else None


def may_choose_direction(state: State) -> bool:
    """Whether the claim that is due may say a direction.

    It is whoever starts a later round that may, also when a void round begins again or the seat with the point has left.
    Rules: blufpoker.direction.choose, blufpoker.leave.
    """
    return _direction_refused(state, "clockwise") is None


def _direction_refused(state: State, direction: Any) -> str | None:
    if direction is None:
        return None
    if not state.options.choose_direction:
        return "blufpoker.direction.off"
    if state.claims:
        return "blufpoker.direction.fixed"
    return "blufpoker.direction.first-round" if state.first_round else None
