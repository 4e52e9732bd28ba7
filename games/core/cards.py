"""Playing cards as short codes: rank, then suit. `AS`, `10H`, `QD`, `9C`; a joker is `X`. Rules 8.2.

With two packs a code occurs twice; cards of the same code cannot be told apart, so hands and piles are bags of codes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

Card = str
Rank = str
Suit = str

SUITS: tuple[Suit, ...] = ("C", "D", "H", "S")
"""Low to high where suits are ranked: clubs, diamonds, hearts, spades."""
RANKS: tuple[Rank, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ace low, as in the games in which hands are got rid of."""
JOKER: Card = "X"


def rank_of(card: Card) -> Rank | None:
    """None for a joker."""
    return None if card == JOKER else card[:-1]


def suit_of(card: Card) -> Suit | None:
    """None for a joker."""
    return None if card == JOKER else card[-1]


def pack(ranks: Sequence[Rank] = RANKS, *, packs: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """All cards of so many packs in a fixed order, the jokers (in all) last. The numbers of chance count in this order."""
    return tuple(rank + suit for _ in range(packs) for suit in SUITS for rank in ranks) + (JOKER,) * jokers


def lowest_first(card: Card) -> tuple[int, int]:
    """Sorts cards by rank with the ace low, equal ranks by suit, jokers last of all."""
    return (len(RANKS), 0) if card == JOKER else (RANKS.index(card[:-1]), SUITS.index(card[-1]))


def ace_highest(card: Card) -> tuple[int, int]:
    """As `lowest_first`, with the ace above the king."""
    rank, suit = lowest_first(card)
    return (len(RANKS) - 1, suit) if rank == 0 else (rank - 1 if card != JOKER else rank, suit)


def holds(hand: Iterable[Card], cards: Iterable[Card]) -> bool:
    """Whether all these cards are in the hand, each as often as it is named."""
    return not Counter(cards) - Counter(hand)


def without(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand in its order without these cards. Raises ValueError if it does not hold them."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def dealt(deck: Sequence[Card], order: Sequence[int], seats: Sequence[int], first: int) -> dict[int, tuple[Card, ...]]:
    """Hands by seat when the deck, shuffled into `order`, is dealt out one card at a time.

    `seats` are those that get cards, in the order of dealing; `first` of them gets the first card.
    """
    at = seats.index(first)
    turn = [*seats[at:], *seats[:at]]
    return {seat: tuple(deck[number] for number in order[place :: len(turn)]) for place, seat in enumerate(turn)}
