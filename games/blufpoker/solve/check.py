"""How far a perfect opponent beats what the hard level really plays, with two players and without `sixes` or `three_throws`."""

from functools import cache

from games.blufpoker.memory import new_memory
from games.blufpoker.odds import spread
from games.blufpoker.policy_hard import answers, claims
from games.blufpoker.position import TOP, position_of
from games.blufpoker.state import Doubt, Options, Phase, View
from games.blufpoker.tables import Node, Rules, solution

START = 0.8
"""As the tables were made: what starting is worth counts for so much."""


def fair_view(phase: Phase, loser_starts: bool) -> View:
    """Seats 0 and 1 of three, the third having left; seat 0 is to act."""
    return View(
        game=1, games=1, round=2, phase=phase, seats=3, order=(0, 1, 2), direction="clockwise", first_round=False, starter=0,
        to_act=0, cup=None, under_cup=3, aside=0, throws=1, seen_by=(), claims=(), accepted_by=None, penalties=(0, 0, 0), limit=6,
        start_rolls=(), out=(), left=(2,), away=(), timeouts=(0, 0, 0), reveal=None, scores=(), totals=(0.0,) * 3, result=None,
        options=Options(choose_direction=loser_starts),
    )  # fmt: skip


class Played:
    """The decisions of the hard level against a stranger, as shares."""

    def __init__(self, loser_starts: bool) -> None:
        self._own = position_of(fair_view("own_throw", loser_starts))._replace(may_turn=False)
        self._habits = new_memory(3, 0).habits
        self.claims, self.doubts = cache(self._claims), cache(self._doubts)

    def _claims(self, floor: int, throw: int) -> dict[int, float]:
        """What is claimed after a throw."""
        return _shares(claims(self._own._replace(floor=floor, known=throw, last=floor - 1 if floor else None), self._habits))

    def _doubts(self, floor: int, claim: int) -> float:
        """How often a claim is doubted that was made when `floor` was the lowest allowed."""
        at = self._own._replace(
            phase="decide", floor=min(claim + 1, TOP), last=claim, first=claim, claimant=1, thrower=1, thrown=Node(floor, 0, 1)
        )
        return _shares(answers(at, self._habits)).get(Doubt(), 0.0)


def _shares[T](weights: dict[T, float]) -> dict[T, float]:
    whole = sum(weights.values())
    return {move: weight / whole for move, weight in weights.items()}


class Perfect:
    """The best anybody can do against that; a point is worth 1 to the other, and starting what the tables say."""

    def __init__(self, loser_starts: bool) -> None:
        self._played, self._loser_starts = Played(loser_starts), loser_starts
        worth = solution(Rules(False, False), 2, loser_starts).outcome(Node(0, 0, 1)).worth
        self.throws, self.answers = cache(self._throws), cache(self._answers)
        self._start = START * (worth[0] - worth[1]) / 2

    def _end(self, *, wins: bool, doubts: bool) -> float:
        """A doubt was settled, to the perfect player."""
        starts = not wins if self._loser_starts else not doubts
        return (1 if wins else -1) + (self._start if starts else -self._start)

    def _throws(self, floor: int) -> float:
        """The perfect player throws and claims."""
        total = 0.0
        for throw, chance in enumerate(spread()):
            ways = []
            for claim in range(floor, TOP + 1):
                doubts = self._played.doubts(floor, claim)
                doubted = self._end(wins=throw >= claim, doubts=False)
                ways.append(doubts * doubted + ((1 - doubts) * self.answers(claim + 1) if doubts < 1 else 0.0))
            total += chance * max(ways)
        return total

    def _answers(self, floor: int) -> float:
        """The hard level throws and claims; the perfect player answers."""
        lies, truths = [0.0] * (TOP + 1), [0.0] * (TOP + 1)
        for throw, chance in enumerate(spread()):
            for claim, share in self._played.claims(floor, throw).items():
                (truths if throw >= claim else lies)[claim] += chance * share
        total = 0.0
        for claim in range(floor, TOP + 1):
            doubt = lies[claim] * self._end(wins=True, doubts=True) + truths[claim] * self._end(wins=False, doubts=True)
            total += doubt if claim == TOP else max(doubt, (lies[claim] + truths[claim]) * self.throws(claim + 1))
        return total


def beaten_by(loser_starts: bool) -> float:
    """The mean over both seats of what a perfect opponent wins above nothing, in points of one round."""
    perfect = Perfect(loser_starts)
    return (perfect.throws(0) + perfect.answers(0)) / 2
