"""The hard level: what others hold by what they have bid, who checks what, what a round is worth, and a mixed choice.

Rules: common.bot.level.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random

from games.blef.lap import lap, plain_check, step_of
from games.blef.memory import Habits, band_of
from games.blef.odds import for_all
from games.blef.position import Position, forced
from games.blef.stakes import losses
from games.blef.state import BidCode
from games.blef.style import HARD, Style
from games.blef.worlds import Worlds

_LEAST = 0.03
"""Bids less likely than this are not thought about, unless nothing else is left."""
_FEW = 24
"""In so small a pack all chances of an opening are made exactly."""


def choose(at: Position, habits: Sequence[Habits], rng: Random, style: Style = HARD) -> BidCode | None:
    """A bid, or None for a check."""
    sure = forced(at)
    if sure is not None:
        return sure[0]
    if at.chances[highest := at.ladder.bids[-1]] >= 1:
        return highest  # surely true, and the next seat can only check it
    weights = shares(at, habits, rng, style)
    return rng.choices(list(weights), list(weights.values()))[0]


def shares(at: Position, habits: Sequence[Habits], rng: Random, style: Style = HARD) -> dict[BidCode | None, float]:
    """The moves worth making, as weights: of near equals the better, the likelier. None is a check."""
    thought = Thought(at, habits, rng, style)
    worth = thought.bids()
    if at.last is not None and not at.proved():
        worth[None] = thought.check(at.last)
    best, width = max(worth.values()), style.mix * thought.scale
    return {move: exp((value - best) / width) for move, value in worth.items() if value > best - 4 * width}


class Thought:
    """One position being thought about."""

    def __init__(self, at: Position, habits: Sequence[Habits], rng: Random, style: Style) -> None:
        self._at, self._habits, self._style = at, habits, style
        self._stakes = losses(at.held, at.deck, stock=at.stock, seat=at.seat, power=style.power)
        mine, others = self._stakes[at.seat], [self._stakes[seat] for seat in at.after]
        self.scale = max(1e-6, sum(others) / len(others) - mine)
        self._cost = max(1e-6, -mine)
        told = any(bid.seat != at.seat for bid in at.bids)
        self._true = Worlds(at, habits, style, rng) if told or at.deck > _FEW else at.chances
        gain = round(sum(others) / len(others) / self._cost * 4) / 4
        ladder, legal = at.ladder, at.legal()
        on_rest = ladder.places[legal[0]] > ladder.ordinary
        scope = ladder.bids[ladder.ordinary :] if on_rest else ladder.bids[: ladder.ordinary]
        self._before = ladder.ordinary + 1 if on_rest else 1
        self._public = public(scope, at.total, at.deck, style)
        self._step = step_of(ladder, style)
        self._lap = lap(scope, at.total, at.deck, 1 + len(at.after), gain, style, self._step)

    def check(self, last: BidCode) -> float:
        """The chance to win the game after a check of the last bid, beside what it is now."""
        true = self._true[last]
        return true * self._stakes[self._at.seat] + (1 - true) * self._stakes[self._at.bids[-1].seat]

    def bids(self) -> dict[BidCode | None, float]:
        """What each bid worth thinking about is worth."""
        true = self._true
        kept = {bid: chance for bid in self._at.legal() if (chance := true[bid]) >= _LEAST}
        if not kept:
            best = max(self._at.possible(), key=lambda bid: self._at.chances[bid])
            kept = {best: true[best]}
        return {bid: self._worth(bid, chance) for bid, chance in kept.items()}

    def _worth(self, bid: BidCode, true: float) -> float:
        """The next seat checks the bid, or bids higher and the lap goes on."""
        at, following = self._at, self._at.after[0]
        checks = self._checked(bid)
        settled = true * self._stakes[following] + (1 - true) * self._stakes[at.seat]
        if checks >= 1:
            return settled
        laps = self._lap[len(at.after) - 1]
        place = min(at.ladder.places[bid] - self._before + self._step, len(self._public) - 1)
        goes_on = self._cost * laps[place]
        return checks * settled + (1 - checks) * goes_on

    def _checked(self, bid: BidCode) -> float:
        """How likely the next seat checks a bid: as a stranger would, and by its record."""
        at, style = self._at, self._style
        if at.ladder.is_highest(bid):
            return 1.0
        plain, band = self._public[bid]
        habits = self._habits[at.after[0]]
        return (habits.checked[band] + style.check_trust * plain) / (habits.faced[band] + style.check_trust)


@lru_cache(maxsize=256)
def public(bids: tuple[BidCode, ...], total: int, deck: int, style: Style) -> dict[BidCode, tuple[float, int]]:
    """For each bid how likely a stranger checks it, and its band."""
    chances = for_all(total, deck)
    return {bid: (plain_check(chances[bid], style), band_of(bid, total, deck)) for bid in bids}
