"""The hard level: beliefs from bids and habits, the value of dice and positions, and a mixed choice. Rules: common.bot.level."""

from collections.abc import Sequence
from math import exp
from random import Random

from games.liars_dice.beliefs import support_of, tilts
from games.liars_dice.ladder import STAR, Bid
from games.liars_dice.lap import lap, level_of
from games.liars_dice.memory import Habits, plain_doubts
from games.liars_dice.odds import at_least
from games.liars_dice.position import Position
from games.liars_dice.stakes import Stakes, settled, stakes_of
from games.liars_dice.style import HARD, Style

_LEAST_CHANCE = 0.04
"""Bids less likely than this are not thought about, unless nothing else is left."""
_SURE = 0.985
"""Nor are openings surer than this, unless the own dice prove them."""


def choose(position: Position, habits: Sequence[Habits], rng: Random, style: Style = HARD) -> Bid | None:
    """A bid, or None for a doubt."""
    weights = shares(position, habits, style)
    return rng.choices(list(weights), list(weights.values()))[0]


def shares(position: Position, habits: Sequence[Habits], style: Style = HARD) -> dict[Bid | None, float]:
    """The moves worth making, as weights: of near equals the better, the likelier. None is a doubt."""
    if position.must_doubt():
        return {None: 1.0}
    thought = Thought(position, habits, style)
    worth: dict[Bid | None, float] = {bid: thought.worth_of(bid) for bid in thought.candidates()}
    last = position.last
    if last is not None and not position.proves(last):
        worth[None] = thought.worth_of_doubt()
    best, width = max(worth.values()), style.mix * thought.stakes.own_die
    return {move: exp((value - best) / width) for move, value in worth.items() if value > best - 3 * width}


class Thought:
    """One position being thought about."""

    def __init__(self, position: Position, habits: Sequence[Habits], style: Style) -> None:
        self._at, self._habits, self._style = position, habits, style
        self._tilts = tilts(position, habits, style)
        self.stakes: Stakes = stakes_of(position, style.power)
        self._next, self._rest = position.after[0], position.after[1:]
        gain = sum(self.stakes.theirs[seat][1] - self.stakes.now for seat in position.after) / len(position.after)
        ratio = round(gain / self.stakes.own_die * 20) / 20
        self._lap = lap(position.total, 1 + len(position.after), style, ratio)
        self._mood, self._ready = _readiness(habits[self._next], style)

    def candidates(self) -> list[Bid]:
        """The raises worth thinking about, never none."""
        at, unknown = self._at, self._at.unknown
        chances = [(bid, at_least(unknown, at.need(bid), bid[1] == STAR)) for bid in at.raises()]
        kept = [bid for bid, chance in chances if chance >= _LEAST_CHANCE and (chance <= _SURE or at.bids or at.proves(bid))]
        return kept or [max(chances, key=lambda pair: pair[1])[0]]

    def worth_of_doubt(self) -> float:
        """The chance to win the game after a doubt of the last bid."""
        bidder, bid = self._at.bids[-1]
        spread = support_of(self._at.after, self._at, self._tilts, bid[1])
        return settled(spread, self._at.need(bid), self.stakes.theirs[bidder], self.stakes.exact[bidder], self.stakes.mine)

    def worth_of(self, bid: Bid) -> float:
        """The chance to win the game after this bid: the next seat doubts it, or raises and the lap goes on."""
        at, stakes = self._at, self.stakes
        rest = support_of(self._rest, at, self._tilts, bid[1])
        backing = support_of((self._next,), at, self._tilts, bid[1])
        goes_on = stakes.now - stakes.own_die * self._to_come(bid)
        doubts = plain_doubts(at.total, at.dice[self._next], bid)
        need, total = at.need(bid), 0.0
        for have, chance in enumerate(backing.exactly):
            doubted = self._doubted(doubts[have])
            total += chance * (1 - doubted) * goes_on
            if doubted:
                counted = settled(rest, need - have, stakes.mine, stakes.exact[at.seat], stakes.theirs[self._next])
                total += chance * doubted * counted
        return total

    def _doubted(self, plain: float) -> float:
        """How likely the next seat doubts where a plain player does so with this chance."""
        if not plain:
            return 0.0
        ready = plain * self._ready
        return self._mood + (1 - self._mood) * ready / (1 - plain + ready)

    def _to_come(self, bid: Bid) -> float:
        level = level_of(bid) + self._style.step
        costs = self._lap[len(self._rest)]
        return costs[min(level, len(costs) - 1 - self._style.step)]


def _readiness(habits: Habits, style: Style) -> tuple[float, float]:
    """The chance that a seat doubts by mood, and the factor on a plain player's odds to doubt."""
    mood = (habits.safe_doubted + style.mood * style.mood_trust) / (habits.safe_faced + style.mood_trust)
    bold, trust = habits.doubted - habits.safe_doubted, style.doubt_trust
    ready = (bold + trust) / (max(0.0, habits.plain) + trust)
    return mood, ready
