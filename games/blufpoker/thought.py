"""One position as the hard level thinks about it: what lies in the cup, how others answer, what the ends are worth.

A worth is the seat's chance to win the game, beside what it is now. Rules: common.bot.level.
"""

from collections.abc import Sequence
from functools import cached_property

from games.blufpoker.memory import Habits, band_of
from games.blufpoker.odds import attempt
from games.blufpoker.people import doubted
from games.blufpoker.position import TOP, Position
from games.blufpoker.stakes import points
from games.blufpoker.state import MOST_ASIDE, MOST_THROWS
from games.blufpoker.style import Style
from games.blufpoker.tables import Node, Outcome, solution
from games.blufpoker.values import VALUES

SIXES = tuple([str(value).count("6") for value in VALUES])
_AHEAD = 0.8
"""How much of the worth of starting the next round counts, as the tables were made."""


class Thought:
    """`ring` may be another order of the seats than that of the position: the seat itself first, then who answers it."""

    def __init__(self, at: Position, habits: Sequence[Habits], style: Style, ring: tuple[int, ...] | None = None) -> None:
        self.at, self.style, self._habits = at, style, habits
        self.ring = at.ring if ring is None else ring
        self.seats = len(self.ring)
        self.table = solution(at.rules, self.seats, at.loser_starts)
        self.people = style.duel if self.seats == 2 else style.people
        others = tuple([at.penalties[seat] for seat in self.ring[1:]])
        own, theirs = points(at.penalties[at.seat], others, at.limit)
        self._points = dict(zip(self.ring, (own, *theirs), strict=True))
        self.scale = max(1e-6, (sum(theirs) / len(theirs) - own) * (self.seats - 1) / self.seats)
        """What a whole point is worth in the coin of the tables."""
        starts = self.table.outcome(Node(0, 0, 1)).worth
        mean = sum(starts) / len(starts)
        self._starts = [_AHEAD * (each - mean) for each in starts]

    def of_strangers(self) -> "Thought":
        """The same among seats of which nothing is known."""
        return Thought(self.at, (Habits(),) * len(self._habits), self.style, self.ring)

    # --- ends --------------------------------------------------------------------------------------------------------

    def end(self, loser: int, doubter: int) -> float:
        """The round ends with a point for `loser` after a doubt, or an attempt, of `doubter`."""
        ring, seats = self.ring, self.seats
        starter = ring.index(loser) if self.at.loser_starts else (ring.index(doubter) + 1) % seats
        mine = -starter % seats
        if self.at.swaps and mine:
            return self._points[loser] + self.scale * sum(self._starts[1:]) / (seats - 1)
        return self._points[loser] + self.scale * self._starts[mine]

    def worth(self, outcome: Outcome, first: int) -> float:
        """A node of the tables with `first` as its thrower."""
        ring, seats = self.ring, self.seats
        start = ring.index(first)
        points = sum([chance * self._points[ring[(start + step) % seats]] for step, chance in enumerate(outcome.loses)])
        mine = -start % seats
        plain = outcome.loses[mine]
        return points + self.scale * (outcome.worth[mine] + plain - (1 - plain) / (seats - 1))

    # --- cups and doubts ---------------------------------------------------------------------------------------------

    @cached_property
    def cup(self) -> tuple[float, ...]:
        """What lies in the cup of the claim to be answered: after the tables, people, and the claimant's record of lies."""
        at = self.at
        if at.known is not None:
            return tuple([float(throw == at.known) for throw in range(TOP + 1)])
        plain = self.table.cup(at.thrown, at.first, self.people)
        if at.thrown.throw == MOST_THROWS or at.thrower == at.seat:
            return plain
        habits, band = self._habits[at.thrower], band_of(VALUES[at.first], at.aside)
        lies = sum(plain[: at.first])
        if not 0 < lies < 1:
            return plain
        trust = self.style.lie_trust
        seen = (habits.false[band] + trust * lies) / (habits.shown[band] + trust)
        down, up = seen / lies, (1 - seen) / (1 - lies)
        return tuple([chance * (down if throw < at.first else up) for throw, chance in enumerate(plain)])

    def doubts(self, seat: int, node: Node, claim: int) -> float:
        """How likely a seat doubts a claim made at this node."""
        if claim == TOP and not self.at.rules.sixes:
            return 1.0
        plain = (1 - self.people) * self.table.doubt(node, claim) + self.people * doubted(claim, node.aside)
        if claim == TOP:
            return plain
        return self.by_record(seat, band_of(VALUES[claim], node.aside), plain)

    def by_record(self, seat: int, band: int, plain: float) -> float:
        """How likely a seat doubts where a stranger would do so with the chance `plain`."""
        habits, trust = self._habits[seat], self.style.doubt_trust
        return (habits.doubted[band] + trust * plain) / (habits.faced[band] + trust)

    # --- believing ---------------------------------------------------------------------------------------------------

    def keeps(self, claim: int, seat: int, aside: int, sixes: int) -> list[tuple[int, float, float]]:
        """The seat believes a claim and sees so many sixes under the cup: how many it may keep, what that is worth to it in
        the coin of the tables, and to the thinking seat.
        """
        result = []
        for kept in range(min(sixes, MOST_ASIDE - aside) + 1 if self.at.rules.sixes else 1):
            outcome = self.table.outcome(Node(claim + 1, aside + kept, 1))
            result.append((kept, outcome.worth[0], self.worth(outcome, seat)))
        return result

    def believed(self, claim: int, claimant: int, seat: int, aside: int, cup: Sequence[float]) -> float:
        """What it is worth that `seat` believes a claim."""
        if claim == TOP:
            return attempt() * self.end(claimant, seat) + (1 - attempt()) * self.end(seat, seat)
        if not self.at.rules.sixes:
            return self.keeps(claim, seat, aside, 0)[0][2]
        chances = [0.0] * (MOST_ASIDE + 2)
        for throw, chance in enumerate(cup):
            chances[SIXES[throw]] += chance
        return sum([chance * self._best_keep(claim, seat, aside, max(0, count - aside)) for count, chance in enumerate(chances) if chance])

    def _best_keep(self, claim: int, seat: int, aside: int, sixes: int) -> float:
        mine = seat == self.at.seat
        return max(self.keeps(claim, seat, aside, sixes), key=lambda way: way[2] if mine else way[1])[2]
