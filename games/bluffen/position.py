"""What a computer player of Bluffen knows of a position, by its view alone. Rules: common.bot.view."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from games.bluffen.claims import MOST_AT_ONCE, conditions, fits, is_true, nature, steps
from games.bluffen.odds import cards_in, fitting, has, most_fitting
from games.bluffen.state import Lay, Options, View
from games.core.cards import JOKER, Card

_FRESH, _TIRES = 120, 280
"""After so many actions of a game computers begin to let unproven claims stand, and as many later they are as weary as they get.

With every lie challenged the cards only go round, and no hand gets empty.
"""
_LETS_STAND, _LETS_LAST_STAND = 0.8, 0.25
"""How often the weariest let a claim, or somebody's last cards, stand."""
_LETS_RANK_STAND, _LETS_LAST_RANK_STAND = 0.95, 0.6
"""And in the mode `same_rank`, where hands become whole sets and hardly anybody can follow truly."""


class Position(NamedTuple):
    """`claims` may be laid as now; `known` are the own cards in hand and in the pile, and what lies there face up.

    `others` are the seats in the game besides `seat`, in order of play. `claim` and `claimed` (cards) tell of the newest lay, by
    `claimant`, which may be challenged if `live`; `earlier` are the hidden claims of others before it in this round.
    `proves_false` and `proves_true` are certain by the known cards alone. `weary` grows from 0 to 1 as the game gets long.
    """

    seat: int
    own: tuple[Card, ...]
    claims: tuple[str, ...]
    known: tuple[Card, ...]
    held: tuple[int, ...]
    others: tuple[int, ...]
    pile: int
    claimant: int | None
    claim: str
    claimed: int
    earlier: tuple[tuple[str, int], ...]
    opens: bool
    live: bool
    answers_last: bool
    proves_false: bool
    proves_true: bool
    weary: float
    options: Options

    @property
    def before(self) -> int:
        """The cards of the claimant before its newest lay."""
        return self.held[self.claimant] + self.claimed if self.claimant is not None else 0

    def lets_stand(self, rng: Random) -> bool:
        """Whether it is too weary to challenge what it cannot disprove."""
        if self.options.mode == "same_rank":
            most, most_last = _LETS_RANK_STAND, _LETS_LAST_RANK_STAND
        else:
            most, most_last = _LETS_STAND, _LETS_LAST_STAND
        return rng.random() < self.weary * (most_last if self.answers_last else most)

    @property
    def most(self) -> int:
        """How many cards a lay may have."""
        return MOST_AT_ONCE if self.options.mode == "same_rank" and not self.is_open_start else 1

    @property
    def is_open_start(self) -> bool:
        """Whether the lay would be face up."""
        return self.opens and self.options.open_start

    def fits(self, card: Card, claim: str) -> bool:
        """Whether the card makes the claim true."""
        return fits(card, claim, self.options)

    def is_true(self, lay: Lay) -> bool:
        """Whether a lay with its claim named is true."""
        assert lay.claim is not None
        return is_true(lay.cards, lay.claim, self.options)

    def plain_chance(self) -> float:
        """The chance that the claimant had what it claimed, by the known cards alone."""
        return has(self.claimed, self.before, len(self.known), fitting(self.known, self.claim, self.options), self.options)

    def fitting(self, claim: str, cards: Iterable[Card] | None = None) -> list[Card]:
        """The own cards (or these) that make a claim true, jokers last."""
        own = self.own if cards is None else cards
        return sorted([card for card in own if self.fits(card, claim)], key=lambda card: card == JOKER)

    def best_claims(self) -> list[str]:
        """The claims that most of the own cards make true."""
        counts = {claim: len(self.fitting(claim)) for claim in self.claims}
        most = max(counts.values())
        return [claim for claim, count in counts.items() if count == most]

    def true_lays(self) -> list[Lay]:
        """The true lays of as many cards of each claim as may be; a joker joins only where there is nothing else to lay."""
        lays = []
        for claim in self.claims:
            cards = self.fitting(claim)
            plain = [card for card in cards if card != JOKER]
            if len(cards) == len(self.own) <= self.most:
                plain = cards
            if plain or cards:
                lays.append(Lay(tuple((plain or cards[:1])[: self.most]), claim))
        return lays

    def open_lays(self) -> list[Lay]:
        """Every lay of one face-up card; a joker may be named anything. Rules: bluffen.open-start.*"""
        named = [(card, nature(card, self.options)) for card in dict.fromkeys(self.own)]
        lays = [Lay((card,), name) for card, name in named if name in self.claims]
        return lays + [Lay((card,), claim) for card, name in named if name is None for claim in self.claims]


def position_of(view: View, seat: int) -> Position:
    """Raises ValueError for a view that is not that of a seat in the game."""
    if view.own is None:
        raise ValueError("not the view of a seat in the game")
    options, own = view.options, view.own
    out = {*view.left, *[one for group in view.out for one in group]}
    others = tuple([other for step in range(1, view.seats) if (other := (seat + step) % view.seats) not in out])
    known = (*own, *[card for play in view.pile for card in play.cards or ()])
    newest = view.pile[-1] if view.pile else None
    claim, count = (newest.claim, newest.count) if newest else ("", 0)
    left_to_fit = most_fitting(options) - fitting(known, claim, options) if newest else 0
    return Position(
        seat=seat,
        own=own,
        claims=_claims(view),
        known=known,
        held=view.hand_counts,
        others=others,
        pile=view.pile_count,
        claimant=newest.seat if newest else None,
        claim=claim,
        claimed=count,
        earlier=tuple([(play.claim, play.count) for play in view.pile[:-1] if play.cards is None]),
        opens=view.phase == "open",
        live=view.live,
        answers_last=view.phase == "answer_last",
        proves_false=view.live and count > left_to_fit,
        proves_true=view.live and cards_in(options) - len(known) <= left_to_fit,
        weary=min(1.0, max(0.0, (view.acted - _FRESH) / _TIRES)),
        options=options,
    )


def _claims(view: View) -> tuple[str, ...]:
    """What a lay may claim. Rules: bluffen.open.free, bluffen.open.repeat-suit, bluffen.sequence.step."""
    if view.condition is None:
        barred = None if view.options.repeat_suit else view.previous_suit
        return tuple([name for name in conditions(view.options) if name != barred])
    return steps(view.condition) if view.options.mode == "sequence" else (view.condition,)
