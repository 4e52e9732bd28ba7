"""What other seats may hold: many deals at once, drawn by what each seat has bid, and bids counted over all of them.

A set of deals is a whole number, one bit for each deal; so a bid is counted by a few `and`s and `or`s.
"""

from collections.abc import Sequence
from random import Random

from games.blef.ladder import REST
from games.blef.memory import Habits, names, share_named
from games.blef.odds import need
from games.blef.position import Position
from games.blef.state import BidCode
from games.blef.style import Style
from games.core.cards import Card

_MOST = 5
"""Nothing asks for more cards of a kind."""
_DRAWS = 4000
"""Cards shuffled in all."""
_WEIGHT = 12.0
"""No card is so much likelier than another in a hand."""


class Worlds:
    """Deals that the thinking seat holds possible: `worlds[bid]` is the share of those in which a bid is true."""

    def __init__(self, at: Position, habits: Sequence[Habits], style: Style, rng: Random) -> None:
        self._at = at
        self.deals = _DRAWS // at.deck
        self._all = (1 << self.deals) - 1
        own = frozenset(at.own)
        self._unseen = [card for card in at.ladder.pack if card not in own]
        self._held = self._drawn(self._weights(habits, style), rng)
        self._levels: dict[tuple[str, bool], list[int]] = {}

    def __getitem__(self, bid: BidCode) -> float:
        return self.true(bid).bit_count() / self.deals

    def true(self, bid: BidCode) -> int:
        """The deals in which a bid is true."""
        rest, asked, deals = bid.startswith(REST), need(bid), self._all
        for card in asked.cards:
            deals &= self._where(card, rest)
        for kind, count in asked.of:
            deals &= self._at_least(kind, rest)[count]
        return deals

    def _where(self, card: Card, rest: bool) -> int:
        """The deals in which a card is in any hand, or in the rest."""
        held = self._held.get(card)
        if held is None:
            return 0 if rest else self._all
        return self._all & ~held if rest else held

    def _at_least(self, kind: str, rest: bool) -> list[int]:
        """By number of cards the deals that hold so many of a rank or suit."""
        known = self._levels.get((kind, rest))
        if known is None:
            known = self._levels[kind, rest] = [self._all] + [0] * _MOST
            for card in self._at.ladder.pack:
                if kind in (card[:-1], card[-1]):
                    where = self._where(card, rest)
                    for count in range(_MOST, 0, -1):
                        known[count] |= known[count - 1] & where
        return known

    # --- drawing -----------------------------------------------------------------------------------------------------

    def _weights(self, habits: Sequence[Habits], style: Style) -> list[float]:
        """How likely each unseen card is in any other hand, beside one of which no bid tells anything."""
        at, told = self._at, [0] * len(self._at.held)
        by_seat: dict[int, list[float]] = {}
        for seat, bid in [(each.seat, each.bid) for each in at.bids]:
            if seat == at.seat or bid.startswith(REST) or not at.held[seat]:
                continue
            weight = self._weight(bid, habits[seat], style) ** (style.fade ** told[seat])
            told[seat] += 1
            old = by_seat.get(seat) or [1.0] * len(self._unseen)
            by_seat[seat] = [each * weight if names(bid, card) else each for card, each in zip(self._unseen, old, strict=True)]
        silent = at.others - sum([at.held[seat] for seat in by_seat])
        total = [float(silent)] * len(self._unseen)
        for seat, weights in by_seat.items():
            count = at.held[seat]
            total = [old + count * min(_WEIGHT, each) for old, each in zip(total, weights, strict=True)]
        return [max(each, 1e-3) for each in total]

    def _weight(self, bid: BidCode, habits: Habits, style: Style) -> float:
        """How much likelier a card that is named by a bid is in the hand of its bidder."""
        ratio = (habits.named + style.backed_trust * style.backed) / (habits.chance + style.backed_trust)
        plain = share_named(bid, self._at.deck)
        share = min(0.9, plain * ratio)
        return share / (1 - share) / (plain / (1 - plain))

    def _drawn(self, weights: Sequence[float], rng: Random) -> dict[Card, int]:
        """For each unseen card the deals in which another hand holds it: the heavier, the earlier it is drawn."""
        unseen, count, luck = self._unseen, self._at.others, rng.random
        where, numbers = [0] * len(unseen), range(len(unseen))
        least = min(weights)
        slow = [least / weight for weight in weights]
        for deal in range(self.deals):
            bit = 1 << deal
            keys = [luck() ** each for each in slow]
            for card in sorted(numbers, key=keys.__getitem__)[len(unseen) - count :]:
                where[card] |= bit
        return dict(zip(unseen, where, strict=True))
