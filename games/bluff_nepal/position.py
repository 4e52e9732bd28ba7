"""What a computer player of Bluff (Nepal) knows of a position, by its view alone. Rules: common.bot.view."""

from collections.abc import Sequence
from typing import NamedTuple

from games.bluff_nepal.odds import fits, fitting, has, most_fitting
from games.bluff_nepal.state import Lay, View
from games.core.cards import JOKER, RANKS, Card, Rank, rank_of

MOST = 4
"""Cards in one lay. Rules: bluff_nepal.lay.count."""


class Position(NamedTuple):
    """`rank` is the round's, None to its leader; `known` are the own cards in hand and in the pile; `held` cards by seat.

    `others` are the other seats that have not left. `claimed` (cards) and `layer` tell of the newest lay, which may be called if
    `live`; `before` is how many cards its layer had. `proves_false` is certain by the own cards alone, as nothing else is.
    """

    seat: int
    own: tuple[Card, ...]
    rank: Rank | None
    known: tuple[Card, ...]
    held: tuple[int, ...]
    others: tuple[int, ...]
    pile: int
    hidden_claims: int
    layer: int | None
    claimed: int
    is_lead: bool
    live: bool
    answers_last: bool
    waiting: int
    jokers: bool
    proves_false: bool
    proves_true: bool

    @property
    def before(self) -> int:
        """The cards of the layer before its newest lay."""
        return self.held[self.layer] + self.claimed if self.layer is not None else 0

    def plain_chance(self) -> float:
        """The chance that the layer had what it claimed, by the own cards alone."""
        assert self.rank is not None  # there is a newest lay
        return has(self.claimed, self.before, len(self.known), fitting(self.known, self.rank), jokers=self.jokers)


def position_of(view: View, seat: int) -> Position:
    """Raises ValueError for a view that is not that of a seat in the game."""
    if view.own is None:
        raise ValueError("not the view of a seat in the game")
    known = (*view.own, *[card for lay in view.pile for card in lay.cards or ()])
    newest = view.pile[-1] if view.pile else None
    others = tuple([other for other in range(view.seats) if other != seat and other not in view.left])
    mine = [lay.count for lay in view.pile if lay.seat == seat]
    count = newest.count if newest else 0
    fit = fitting(known, view.rank) if view.rank else 0
    most = most_fitting(jokers=view.options.jokers)
    all_cards = 52 + 2 * view.options.jokers
    left_to_fit = most - fit if view.rank else 0
    return Position(
        seat=seat,
        own=view.own,
        rank=view.rank,
        known=known,
        held=view.hand_counts,
        others=others,
        pile=view.pile_count,
        hidden_claims=view.pile_count - sum(mine) - (count if newest and newest.seat != seat else 0),
        layer=newest.seat if newest else None,
        claimed=count,
        is_lead=len(view.pile) == 1,
        live=view.live,
        answers_last=view.phase == "answer_last",
        waiting=len([other for other in others if other not in view.passed]),
        jokers=view.options.jokers,
        proves_false=view.rank is not None and count > left_to_fit,
        proves_true=view.rank is not None and all_cards - len(known) <= left_to_fit,
    )


def true_parts(own: Sequence[Card], rank: Rank, any_rank: bool) -> list[Lay]:
    """The true lays of all cards of a rank, the largest first; the jokers join only where that empties the hand.

    Under the round's rank, or under any with `any_rank`.
    """
    jokers = [card for card in own if card == JOKER]
    lays = []
    for name in RANKS if any_rank else (rank,):
        cards = [card for card in own if rank_of(card) == name][:MOST]
        if len(cards) + len(jokers) == len(own) <= MOST:
            cards = list(own)
        if cards:
            lays.append(Lay(tuple(cards), name))
    if not lays and jokers:
        lays = [Lay(tuple(jokers[:1]), rank)]
    return sorted(lays, key=lambda lay: -len(lay.cards))


def false_cards(own: Sequence[Card], rank: Rank) -> list[Card]:
    """The cards that make a claim of that rank false, lone ones first."""
    counts = {name: sum([rank_of(card) == name for card in own]) for name in RANKS}
    return sorted([card for card in own if not fits(card, rank)], key=lambda card: counts[card[:-1]])
