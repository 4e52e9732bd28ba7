"""Exact chances in Bluffen: whether a hand can have what its holder claimed. Rules: bluffen.deck, bluffen.resolve.compare.

A card fits a claim by its suit or rank, as the mode has it, or as a joker. Rules: bluffen.joker.wild.
"""

from collections.abc import Iterable

from games.bluffen.claims import fits
from games.bluffen.state import Options, View
from games.core.card_memory import Seen
from games.core.card_odds import at_least, can_have
from games.core.cards import Card

PACK = 52
JOKERS = 2
"""For each pack."""
OF_A_SUIT = 13
OF_A_RANK = 4


def cards_in(options: Options) -> int:
    """All cards of the table."""
    return options.decks * (PACK + JOKERS * options.jokers)


def most_fitting(options: Options) -> int:
    """How many cards fit any one claim, jokers included."""
    return options.decks * ((OF_A_SUIT if options.mode == "suit" else OF_A_RANK) + JOKERS * options.jokers)


def fitting(cards: Iterable[Card], claim: str, options: Options) -> int:
    """How many of the cards make that claim true."""
    return sum([fits(card, claim, options) for card in cards])


def has(count: int, hand: int, known: int, known_fitting: int, options: Options) -> float:
    """The chance that a hand of so many cards has `count` that fit one claim.

    By one who knows `known` other cards, `known_fitting` of which fit: the hand is like any of the rest.
    """
    pool = cards_in(options) - known
    return at_least(pool, most_fitting(options) - known_fitting, min(hand, pool), count)


def claim(view: View, seen: Seen | None = None) -> float:
    """The chance that whoever laid last had the cards to say so, by what the reader of the view sees now, and `seen` before.

    A seat knows its own hand and what it laid in this pile, and all know cards that lie face up: the view of a spectator
    gives what all may know. Raises ValueError where nobody has laid.
    """
    if not view.pile:
        raise ValueError("nothing has been claimed")
    newest, options = view.pile[-1], view.options
    pile = [card for play in view.pile for card in play.cards or ()]
    if newest.cards is not None:  # an open card speaks for itself, as one's own do to oneself
        return float(all(fits(card, newest.claim, options) for card in newest.cards))
    hand = view.hand_counts[newest.seat] + newest.count
    return can_have(
        newest.count,
        hand,
        newest.seat,
        own=view.own or (),
        pile=pile,
        seen=seen or Seen(view.seats),
        fits=lambda card: fits(card, newest.claim, options),
        cards=cards_in(options),
        most=most_fitting(options),
    )
