"""Exact chances in Bluff (Nepal): the deal, and whether a hand can have what its holder claimed. Rules: bluff_nepal.deck.

Suits do not matter: a card fits a claim if it is of its rank or a joker. Rules: bluff_nepal.jokers.wild.
"""

from collections.abc import Iterable

from games.bluff_nepal.state import View
from games.core.card_memory import Seen
from games.core.card_odds import at_least, can_have
from games.core.cards import JOKER, Card, Rank, rank_of

OF_A_RANK = 4
JOKERS = 2
PACK = 52


def fits(card: Card, rank: Rank) -> bool:
    """Whether the card makes a claim of that rank true."""
    return card == JOKER or rank_of(card) == rank


def fitting(cards: Iterable[Card], rank: Rank) -> int:
    """How many of the cards make a claim of that rank true."""
    return sum([fits(card, rank) for card in cards])


def cards_in(*, jokers: bool) -> int:
    """All cards of the game."""
    return PACK + JOKERS * jokers


def most_fitting(*, jokers: bool) -> int:
    """How many cards fit any one claim: a longer claim is false for certain."""
    return OF_A_RANK + JOKERS * jokers


def deal(seats: int, *, jokers: bool = False) -> tuple[int, int]:
    """How many cards each seat gets, and how many are over for the first ones. Rules: bluff_nepal.deal."""
    return divmod(cards_in(jokers=jokers), seats)


def has(count: int, hand: int, known: int, known_fitting: int, *, jokers: bool = False) -> float:
    """The chance that a hand of so many cards has `count` that fit one rank.

    By one who knows `known` other cards, `known_fitting` of which fit: the hand is like any of the rest.
    """
    pool = cards_in(jokers=jokers) - known
    return at_least(pool, most_fitting(jokers=jokers) - known_fitting, min(hand, pool), count)


def claim(view: View, seen: Seen | None = None) -> float:
    """The chance that whoever laid last had the cards to say so, by what the reader of the view sees now, and `seen` before.

    A seat knows its own hand and what it laid in this pile; a spectator's view gives what all may know. Raises ValueError
    where nobody has laid.
    """
    if view.claim is None:
        raise ValueError("nothing has been claimed")
    claim, jokers = view.claim, view.options.jokers
    return can_have(
        claim.count,
        view.hand_counts[claim.seat] + claim.count,
        claim.seat,
        own=view.own or (),
        pile=[card for lay in view.pile for card in lay.cards or ()],
        seen=seen or Seen(view.seats),
        fits=lambda card: fits(card, claim.rank),
        cards=cards_in(jokers=jokers),
        most=most_fitting(jokers=jokers),
    )
