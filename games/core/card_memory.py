"""What a seat knows of where cards lie that it has seen, in games where hands are got rid of on a face-down pile.

A card is tracked from the moment the seat has seen it leave its own hand or be turned over. Where it lies is a chance for
each place; a chance of 0 is certain knowledge: the card cannot be there. Positive chances are estimates.
"""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from games.core.cards import Card

_LEAST = 0.001
"""A place that is possible keeps at least this chance, so that 0 stays knowledge."""


class Spot(msgspec.Struct, frozen=True, array_like=True):
    """One tracked card: the chance that it is in each seat's hand, then in the pile, then out of the game."""

    card: Card
    at: tuple[float, ...]


class Seen(msgspec.Struct, frozen=True):
    """The tracked cards. The seat's own hand is not among them: it sees that."""

    seats: int
    spots: tuple[Spot, ...] = ()

    @property
    def pile(self) -> int:
        """The place of the pile."""
        return self.seats

    @property
    def gone(self) -> int:
        """The place of what is out of the game."""
        return self.seats + 1


def laid_open(seen: Seen, cards: Iterable[Card]) -> Seen:
    """Cards that the seat itself laid, or saw laid face up by a seat of which nothing was known, are in the pile."""
    at = _only(seen, seen.pile)
    return replace(seen, spots=(*seen.spots, *[Spot(card, at) for card in cards]))


def laid_hidden(seen: Seen, seat: int, count: int, held: int, fits: Callable[[Card], bool], honesty: float) -> Seen:
    """Another seat laid `count` of its `held` cards face down: fitting ones more likely, by its honesty."""
    if count >= held:
        return replace(seen, spots=tuple([_moved(spot, seat, seen.pile, 1.0) for spot in seen.spots]))
    false = (1 - honesty) * count / held
    shares = {True: min(0.95, max(0.02, honesty)), False: min(0.95, max(0.02, false))}
    return replace(
        seen,
        spots=tuple([_moved(spot, seat, seen.pile, shares[fits(spot.card)]) if spot.at[seat] else spot for spot in seen.spots]),
    )


def turned_up(seen: Seen, seat: int, cards: Iterable[Card]) -> Seen:
    """Cards that `seat` laid just now, a lay not yet told to `laid_hidden`, were turned over and lie in the pile."""
    cards = list(cards)
    return laid_open(_without(seen, seat, cards), cards)


def pile_to(seen: Seen, place: int) -> Seen:
    """The whole pile goes to a seat's hand, or out of the game."""
    return replace(seen, spots=tuple([_moved(spot, seen.pile, place, 1.0) for spot in seen.spots]))


def pile_to_own(seen: Seen, cards: Iterable[Card]) -> Seen:
    """The seat itself takes the pile and sees these cards: no other tracked card was in it."""
    left = _without(seen, seen.pile, cards)
    return replace(left, spots=tuple([_not_at(spot, seen.pile) for spot in left.spots]))


def hand_to(seen: Seen, seat: int, place: int) -> Seen:
    """A whole hand goes somewhere, such as out of the game with a leaver."""
    return replace(seen, spots=tuple([_moved(spot, seat, place, 1.0) for spot in seen.spots]))


def in_hand(seen: Seen, seat: int) -> list[tuple[Card, float]]:
    """The tracked cards that a seat may hold, each with its chance."""
    return [(spot.card, spot.at[seat]) for spot in seen.spots if spot.at[seat]]


def _without(seen: Seen, place: int, cards: Iterable[Card]) -> Seen:
    """These cards, which were in that place, are not tracked any more.

    Of two that look alike and may both have been there nobody knows which one it was: the other may be where either may.
    """
    spots = list(seen.spots)
    for card in cards:
        same = sorted([spot for spot in spots if spot.card == card and spot.at[place]], key=lambda spot: spot.at[place])
        if not same:
            continue
        found = same.pop()
        spots.remove(found)
        for other in same:
            spots[spots.index(other)] = Spot(card, tuple([max(pair) for pair in zip(found.at, other.at, strict=True)]))
    return replace(seen, spots=tuple(spots))


def _only(seen: Seen, place: int) -> tuple[float, ...]:
    return tuple([1.0 if at == place else 0.0 for at in range(seen.seats + 2)])


def _moved(spot: Spot, one: int, other: int, share: float) -> Spot:
    """This share of the chance of one place goes to another."""
    here = spot.at[one]
    if not here or one == other:
        return spot
    at = list(spot.at)
    if share >= 1:
        at[one], at[other] = 0.0, min(1.0, at[other] + here)
    else:
        at[one] = max(_LEAST, round(here * (1 - share), 4))
        at[other] = min(1.0, max(_LEAST, round(at[other] + here * share, 4)))
    return Spot(spot.card, tuple(at))


def _not_at(spot: Spot, place: int) -> Spot:
    """The card turned out not to be in this place."""
    if not spot.at[place]:
        return spot
    rest = sum(spot.at) - spot.at[place]
    at = [0.0 if where == place else min(1.0, round(chance / rest, 4)) if rest else 0.0 for where, chance in enumerate(spot.at)]
    return Spot(spot.card, tuple(at))
