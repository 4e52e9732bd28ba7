"""Whole rounds solved from the highest claim down: the standing claim and the open sixes are all that an acceptor inherits.

Seats are counted from the thrower, in the direction of play; seat 1 answers. A point is worth -1 to the seat that gets it
and is shared out among the others as their gain, and starting the next round is worth what it turns out to be.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.blufpoker.odds import attempt, spread
from games.blufpoker.people import claimed, doubted
from games.blufpoker.solve.local import Array, Local, People, Worth, solve
from games.blufpoker.state import MOST_ASIDE, MOST_THROWS
from games.blufpoker.tables import Node, Rules
from games.blufpoker.values import VALUES

PLACES = len(VALUES)
TOP = PLACES - 1
_FORESIGHT = 0.8
"""What lies another round ahead counts for so much less: with three seats or more a good start can last for ever."""
KINDS = MOST_ASIDE + 1
SIXES = np.array([str(value).count("6") for value in VALUES])
_TRUE = np.arange(PLACES)[:, None] >= np.arange(PLACES)[None, :]
"""[throw, claim]"""


class Table(NamedTuple):
    """One kind of round: how many seats play, whether the seat with the point starts next or the one after the doubter, and
    which share of all play is as people play.
    """

    seats: int
    loser_starts: bool
    people: float = 0.0


@cache
def kinds_of(aside: int) -> NDArray[np.int64]:
    """For each throw, how many sixes may lie open after it."""
    return np.array([min(max(int(count), aside), MOST_ASIDE) for count in SIXES])


@cache
def claims_of_people(floor: int) -> Array:
    """As [throw, claim]."""
    return np.array([[claimed(floor, throw, claim) for claim in range(floor, PLACES)] for throw in range(PLACES)])


@cache
def doubts_of_people(floor: int, aside: int) -> Array:
    """As [claim]."""
    return np.array([doubted(claim, aside) for claim in range(floor, PLACES)])


class Outcome(NamedTuple):
    """By seats from the thrower: `worth`, and `loses`, the chance to get the point."""

    worth: Array
    loses: Array

    def turned(self, by: int) -> "Outcome":
        """The same seen from `by` seats before."""
        return Outcome(np.roll(self.worth, by), np.roll(self.loses, by))


class Round:
    """All rounds of `tables` under the same rules, solved together."""

    def __init__(self, rules: Rules, tables: tuple[Table, ...]) -> None:
        self.rules, self.tables = rules, tables
        self.starts = [np.zeros(table.seats) for table in tables]
        self.nodes: dict[Node, Local] = {}
        self.values: dict[Node, list[Outcome]] = {}

    def run(self, turns: int) -> None:
        """One pass over all claims, and then what starting is worth: half way to it, or it might swing to and fro."""
        self.nodes, self.values = {}, {}
        self._ends = [[self._end(at, loser) for loser in (0, 1)] for at in range(len(self.tables))]
        asides = range(self.rules.most_aside + 1)
        self._after = [[Outcome(*[np.zeros((PLACES, KINDS, table.seats)) for _ in range(2)]) for _ in asides] for table in self.tables]
        for floor in range(TOP, -1, -1):
            self._believe(floor)
            for throw in range(self.rules.throws, 0, -1):
                self._solve(floor, throw, turns)
        for at, outcome in enumerate(self.values[Node(0, 0, 1)]):
            self.starts[at] = (self.starts[at] + _FORESIGHT * (outcome.worth - outcome.worth.mean())) / 2

    def _end(self, at: int, loser: int) -> Outcome:
        """The round ends by the answer of seat 1 with a point for `loser`. Rules: blufpoker.round.next-starter."""
        seats, loser_starts, _ = self.tables[at]
        loses = np.zeros(seats)
        loses[loser] = 1
        points = np.full(seats, 1 / (seats - 1))
        points[loser] = -1
        return Outcome(points + np.roll(self.starts[at], loser if loser_starts else 2 % seats), loses)

    def accepted(self, at: int, claim: int, aside: int, sixes: int) -> Outcome:
        """Seat 1 accepts a claim and may lay sixes aside until `sixes` lie there. Seats from the claimant."""
        if claim == TOP:
            made = attempt()
            fails, succeeds = self._ends[at][1], self._ends[at][0]
            if not self.rules.sixes:
                return self._ends[at][1]  # not allowed; never better than a doubt
            return Outcome(*(made * good + (1 - made) * bad for good, bad in zip(succeeds, fails, strict=True)))
        ways = [self.values[Node(claim + 1, kept, 1)][at] for kept in range(aside, min(sixes, self.rules.most_aside) + 1)]
        return max(ways, key=lambda way: float(way.worth[0])).turned(1)

    def _believe(self, claim: int) -> None:
        """What it leads to that this claim is believed, for each table, open sixes, and sixes that may lie there."""
        for at, by_aside in enumerate(self._after):
            for aside, after in enumerate(by_aside):
                for kind in range(aside, KINDS):
                    after.worth[claim, kind], after.loses[claim, kind] = self.accepted(at, claim, aside, kind)

    def _solve(self, floor: int, throw: int, turns: int) -> None:
        asides = range(self.rules.most_aside + 1)
        games = [(at, aside) for aside in asides for at in range(len(self.tables))]
        chances = np.array([spread(aside) for _, aside in games])
        kinds = np.array([kinds_of(aside) for _, aside in games])
        doubted, accepted = [], []
        for seat in (0, 1):
            ends = np.array([[self._ends[at][loser].worth[seat] for loser in (0, 1)] for at, _ in games])
            doubted.append(np.where(_TRUE[None, :, floor:], ends[:, 1, None, None], ends[:, 0, None, None]))
            after = np.array([self._after[at][aside].worth[floor:, :, seat].T for at, aside in games])
            accepted.append(after[np.arange(len(games))[:, None], kinds])
        worth = Worth((doubted[0], doubted[1]), (accepted[0], accepted[1]))
        share = np.array([self.tables[at].people for at, _ in games])
        people = People(claims_of_people(floor), np.array([doubts_of_people(floor, aside) for _, aside in games]), share)
        again = None
        if throw < self.rules.throws:
            again = np.array([self.values[Node(floor, aside, throw + 1)][at].worth[0] for at, aside in games])
        if throw == MOST_THROWS:
            mean = [np.einsum("gt,gtv->gv", chances, each)[:, None, :] for each in (*worth.doubted, *worth.accepted)]
            unseen = Worth((mean[0], mean[1]), (mean[2], mean[3]))
            people = people._replace(claims=people.claims.mean(0, keepdims=True))
            found = solve(np.ones((len(games), 1)), unseen, None, people, turns)
            found = Local(np.repeat(found.claims, PLACES, axis=1), found.doubts)
        else:
            found = solve(chances, worth, again, people, turns)
        for aside in asides:
            rows = slice(aside * len(self.tables), (aside + 1) * len(self.tables))
            node = Node(floor, aside, throw)
            self.nodes[node] = Local(found.claims[rows], found.doubts[rows])
            self.values[node] = [self._value(node, at) for at in range(len(self.tables))]

    def _value(self, node: Node, at: int) -> Outcome:
        """What a node is worth to every seat when all play by the solution, and now and then as people do."""
        (claims, doubts), share = self.nodes[node].of(at), self.tables[at].people
        usual = claims_of_people(node.floor)
        if node.throw == MOST_THROWS:
            usual = np.tile(usual.mean(0), (PLACES, 1))
        claims = (1 - share) * claims
        claims[:, :-1] += share * usual
        doubts = (1 - share) * doubts + share * doubts_of_people(node.floor, node.aside)
        made = np.array(spread(node.aside))[:, None] * claims
        true, caught, let = _TRUE[:, node.floor :], made[:, :-1] * doubts, made[:, :-1] * (1 - doubts)
        ends, after = self._ends[at], self._after[at][node.aside]
        again = self.values[node._replace(throw=node.throw + 1)][at] if node.throw < self.rules.throws else ends[0]
        kinds = kinds_of(node.aside)
        believed = np.array([let[kinds == kind].sum(0) for kind in range(KINDS)])
        chances = (caught[~true].sum(), caught[true].sum(), made[:, -1].sum())
        worth, loses = [
            sum(chance * end for chance, end in zip(chances, others, strict=True)) + np.einsum("kv,vks->s", believed, held)
            for others, held in (
                ((ends[0].worth, ends[1].worth, again.worth), after.worth[node.floor :]),
                ((ends[0].loses, ends[1].loses, again.loses), after.loses[node.floor :]),
            )
        ]
        return Outcome(worth, loses)
