"""A view of the seat that is to act, in the small numbers that the bots reckon with, and what it knows for certain.

Claims and throws are places among the 56 values, 0 to 55.
"""

from typing import NamedTuple

from games.blufpoker.odds import PLACES, at_least, surely
from games.blufpoker.rounds import SIX, next_seat
from games.blufpoker.state import DICE, MOST_ASIDE, MOST_THROWS, Direction, Phase, View
from games.blufpoker.tables import Node, Rules
from games.blufpoker.values import VALUES, value_of

TOP = len(VALUES) - 1


class Position(NamedTuple):
    """`ring`: the active seats in the direction of play, the seat itself first; `behind`: the same the other way round.

    `floor` is the lowest claim allowed, `last` the claim to be answered, by `claimant`. `thrown` is the throw that made what
    lies in the cup, and `first` the claim on it, after which the cup was perhaps passed on blind; `own_throw`: it is the
    seat's own. `known` is the value in the cup for who saw it, with `sixes` among its dice under the cup; `throws` were made
    in this turn. `seers` have seen what is in the cup. `may_turn`: the opening claim may name a direction.
    """

    seat: int
    phase: Phase
    ring: tuple[int, ...]
    behind: tuple[int, ...]
    floor: int
    last: int | None
    claimant: int
    thrown: Node
    first: int
    thrower: int
    seers: tuple[int, ...]
    aside: int
    known: int | None
    sixes: int
    throws: int
    may_turn: bool
    blind: bool
    rules: Rules
    loser_starts: bool
    swaps: bool
    penalties: tuple[int, ...]
    limit: int

    @property
    def sure_truth(self) -> bool:
        """The last claim is true whatever the others have."""
        if self.last is None:
            return False
        if self.known is not None:
            return self.known >= self.last
        return VALUES[self.last] <= surely(self.aside)

    @property
    def sure_lie(self) -> bool:
        """The last claim is known to be false."""
        return self.last is not None and self.known is not None and self.known < self.last

    @property
    def must_doubt(self) -> bool:
        """Rules: blufpoker.max.must-doubt."""
        return self.last == TOP and not self.rules.sixes

    @property
    def most_keep(self) -> int:
        """How many sixes may be laid aside now. Rules: blufpoker.sixes.*"""
        return min(self.sixes, MOST_ASIDE - self.aside) if self.rules.sixes and self.phase == "accepted" else 0

    @property
    def may_throw(self) -> bool:
        """Another throw may be made before the claim. Rules: blufpoker.three-throws.repeat."""
        return self.phase == "own_throw" and self.throws < self.rules.throws

    def holds(self, claim: int) -> float:
        """The chance that a claim is true for one who goes by the dice alone."""
        if self.known is not None:
            return float(self.known >= claim)
        return at_least(VALUES[claim], self.aside)


def position_of(view: View) -> Position:
    """The position of the seat that is to act. Raises ValueError for a view of anybody else.

    A view does not tell whose it is; that it is the right one shows where the dice are to be seen and are not.
    """
    seat = view.to_act
    if seat is None or (view.cup is None and (view.phase == "accepted" or seat in view.seen_by)):
        raise ValueError("this is not the view of the seat that is to act")
    claims, rules = view.claims, Rules(view.options.sixes, view.options.three_throws)
    last = PLACES[claims[-1].value] if claims else None
    aside = min(view.aside, rules.most_aside)
    at = next((number for number in range(len(claims) - 1, -1, -1) if not claims[number].blind), 0)
    before = PLACES[claims[at - 1].value] if at else None
    thrown_floor = 0 if before is None else before + 1
    throws = claims[at].throws if claims else 1
    ring, behind = _rings(view, seat)
    dice = view.cup
    whole = None if dice is None else (*dice, *(SIX,) * (DICE - len(dice)))
    return Position(
        seat=seat,
        phase=view.phase,
        ring=ring,
        behind=behind,
        floor=0 if last is None else min(last + 1, TOP),
        last=last,
        claimant=claims[-1].seat if claims else seat,
        thrown=Node(min(thrown_floor, TOP), aside, max(1, min(throws, rules.throws, MOST_THROWS))),
        first=PLACES[claims[at].value] if claims else 0,
        thrower=claims[at].seat if claims else seat,
        seers=view.seen_by,
        aside=aside,
        known=None if whole is None else PLACES[value_of(whole)],
        sixes=0 if dice is None else dice.count(SIX),
        throws=view.throws,
        may_turn=view.options.choose_direction and not view.first_round and not claims,
        blind=view.options.blind_pass and view.phase == "decide" and last != TOP,
        rules=rules,
        loser_starts=view.options.choose_direction,
        swaps=view.options.swap_seats == "round",
        penalties=view.penalties,
        limit=view.limit,
    )


def _rings(view: View, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All active seats from this one on, in the direction of play and against it."""
    other: Direction = "anticlockwise" if view.direction == "clockwise" else "clockwise"
    return _ring(view, seat, view.direction), _ring(view, seat, other)


def _ring(view: View, seat: int, direction: Direction) -> tuple[int, ...]:
    ring = [seat]
    while (following := next_seat(view.order, direction, view.left, ring[-1])) != seat:
        ring.append(following)
    return tuple(ring)
