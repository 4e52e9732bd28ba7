"""Positions of the casebook (rules 8.3) as states of Blufpoker. They need not be reachable.

Readings taken where the notation leaves room:

- Without `phase` nothing has been claimed: `start_throw` without dice, `own_throw` with them; after a claim it is `decide`.
- Without `to_act` it is the starter before the first claim, else the next active seat after the last claimant.
- `seen_by` is as given. The seat that has believed a claim has seen the dice in any case; where `seen_by` is not given, so
  has a thrower after its first and second throw of a turn, until somebody throws again. With `blind_pass` a claim may have
  been made unseen: there nobody is taken to have looked who is not named.
- An attempt at 666 in which nothing has been thrown has all three dice under the cup, whatever lay aside.
- Seats named in `left` are played by a computer with `leave_mode=bot`, and are out of the game with `leave_mode=remove`.
- `first_round` is false unless it is given. A claim may say `blind` and how many `throws` came before it.
- Dice that are not given are ones.
"""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from games.blufpoker.rounds import SIX, next_seat
from games.blufpoker.state import DICE, MOST_ASIDE, MOST_THROWS, Direction, MadeClaim, Options, Phase, State
from games.blufpoker.values import is_value
from games.core import casebook
from games.core.errors import NotInThisGame

Case = Mapping[str, Any]

_AFTER_A_CLAIM: tuple[Phase, ...] = ("decide", "accepted", "six_attempt")
_PHASES: tuple[Phase, ...] = ("start_throw", "own_throw", *_AFTER_A_CLAIM)


def position(case: Case) -> State:
    """The state that a case's `given` and `options` describe. Raises NotInThisGame."""
    given = case.get("given") or {}
    seats, options = casebook.seats_of(case), casebook.options_named(case, Options)
    left = casebook.seats_named(given.get("left") or (), seats)
    removed = left if options.leave_mode == "remove" else ()
    order = _order(given, seats, left)
    direction = _one_of(given.get("direction") or "clockwise", get_args(Direction), "direction")
    claims = tuple(_made_claim(raw, seats) for raw in given.get("claims") or ())
    phase = _phase(given, claims)
    claims = () if phase == "start_throw" else claims
    to_act = _to_act(given, seats, claims, order, direction, removed)
    throws = _count(given.get("throws", 1 if phase == "own_throw" else 0), "throws", MOST_THROWS)
    dice, aside = _table(given, phase, throws)
    return State(
        options=options,
        seats=seats,
        game=1,
        round=1,
        phase=phase,
        order=order,
        direction=direction,
        first_round=bool(given.get("first_round", False)),
        starter=casebook.seat_named(given.get("starter", claims[0].seat if claims else to_act), seats),
        to_act=to_act,
        penalties=casebook.numbers_by_seat(given, "penalties", seats),
        timeouts=casebook.numbers_by_seat(given, "timeouts", seats),
        dice=dice,
        aside=aside,
        throws=throws,
        seen_by=tuple(seat for seat in _seen_by(given, options, seats, phase, throws, to_act, claims) if seat not in removed),
        claims=claims,
        removed=removed,
        away=left if options.leave_mode == "bot" else (),
    )


def dice_named(dice: Any) -> tuple[int, ...]:
    """Dice as listed. Raises NotInThisGame for anything but 1 to 6."""
    if not isinstance(dice, list | tuple):
        raise NotInThisGame("`dice` is no list")
    if any(isinstance(die, bool) or die not in (1, 2, 3, 4, 5, 6) for die in dice):
        raise NotInThisGame("a die shows something else than 1 to 6")
    return tuple(dice)


def aside_named(holder: Case) -> int:
    """The number of sixes laid aside. Raises NotInThisGame."""
    return _count(holder.get("aside") or 0, "aside", MOST_ASIDE)


def _one_of(value: Any, allowed: Sequence[Any], name: str) -> Any:
    if value not in allowed:
        raise NotInThisGame(f"`{name}` is {value!r}")
    return value


def _count(value: Any, name: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise NotInThisGame(f"`{name}` is {value!r}")
    return value


def _order(given: Case, seats: int, left: Sequence[int]) -> tuple[int, ...]:
    """All seats clockwise; seats that have left may be missing."""
    order = casebook.seats_named(given.get("order") or range(seats), seats)
    order += tuple(seat for seat in left if seat not in order)
    if sorted(order) != list(range(seats)):
        raise NotInThisGame("`order` does not name every seat once")
    return order


def _made_claim(raw: Any, seats: int) -> MadeClaim:
    try:
        made = msgspec.convert(raw, MadeClaim)
    except msgspec.ValidationError as error:
        raise NotInThisGame(f"not a claim that was made: {error}") from None
    casebook.seat_named(made.seat, seats)
    if not is_value(made.value):
        raise NotInThisGame(f"nobody can have claimed {made.value}")
    return made


def _phase(given: Case, claims: Sequence[MadeClaim]) -> Phase:
    likely = "decide" if claims else "own_throw" if given.get("dice") else "start_throw"
    phase: Phase = _one_of(given.get("phase") or likely, _PHASES, "phase")
    if phase in _AFTER_A_CLAIM and not claims:
        raise NotInThisGame(f"nothing has been claimed in {phase}")
    return phase


def _to_act(
    given: Case, seats: int, claims: Sequence[MadeClaim], order: Sequence[int], direction: Direction, removed: Sequence[int]
) -> int:
    if len(removed) > seats - 2:
        raise NotInThisGame("fewer than two seats have not left")
    named = given.get("to_act")
    if named is None:
        named = next_seat(order, direction, removed, claims[-1].seat) if claims else given.get("starter", order[0])
    seat = casebook.seat_named(named, seats)
    if seat in removed:
        raise NotInThisGame(f"seat {seat} is to act and has left")
    return seat


def _table(given: Case, phase: Phase, throws: int) -> tuple[tuple[int, ...], int]:
    """The dice under the cup, and the number of sixes aside."""
    if phase == "start_throw":
        return (), 0
    aside = aside_named(given)
    dice = dice_named(given.get("dice") or (1,) * (DICE - aside))
    if phase == "six_attempt" and not throws:
        dice, aside = (*dice, *(SIX,) * aside)[:DICE], 0
    if len(dice) != DICE - aside:
        raise NotInThisGame(f"{len(dice)} dice lie under the cup and {aside} beside it")
    return dice, aside


def _seen_by(
    given: Case, options: Options, seats: int, phase: Phase, throws: int, to_act: int, claims: Sequence[MadeClaim]
) -> tuple[int, ...]:
    """The seats that have seen the dice under the cup. Rules: blufpoker.view, blufpoker.three-throws.third-blind."""
    seen = casebook.seats_named(given.get("seen_by") or (), seats)
    if given.get("seen_by") is None:
        if phase == "own_throw":
            seen = (to_act,) if throws < MOST_THROWS else ()
        elif claims and (len(claims) == 1 or not options.blind_pass):
            made = given.get("throws", claims[-1].throws) if phase == "decide" else claims[-1].throws
            seen = (claims[-1].seat,) if made < MOST_THROWS else ()
    has_looked = phase in ("accepted", "six_attempt")
    return (*seen, to_act) if has_looked and to_act not in seen else seen
