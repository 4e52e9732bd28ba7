"""Blef told once more, slowly and from the words of the rules alone: what the engine says is held against this.

Nothing here is taken from `games.blef`: cards, counts and seats come in as plain values.
"""

from functools import cache
from itertools import combinations, product

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@cache
def hands_named(bid):
    """Every set of cards that is the hand of this bid, worked out from the words of the rules alone."""
    kind, names = bid.split(":")
    first, *more = names.split(",")
    of = {rank: [rank + suit for suit in "CDHS"] for rank in RANKS}
    alike = {"high": 1, "pair": 2, "three": 3, "four": 4}
    if kind in alike:
        return [set(cards) for cards in combinations(of[first], alike[kind])]
    if kind in ("two_pair", "full"):
        firsts = combinations(of[first], 3 if kind == "full" else 2)
        return [{*high, *low} for high, low in product(firsts, combinations(of[more[0]], 2))]
    if kind == "flush":
        return None
    round_the_circle = ["A", *RANKS]
    top = {"small": "K", "big": "A"}.get(first, first)
    end = len(round_the_circle) - round_the_circle[::-1].index(top)
    five = round_the_circle[end - 5 : end]
    if kind == "sflush":
        return [{rank + more[0] for rank in five}]
    return [set(cards) for cards in product(*(of[rank] for rank in five))]


def held(bid, cards):
    """Whether one of those sets lies inside the cards; five of a suit are simply counted."""
    named = hands_named(bid)
    if named is None:
        return len([card for card in cards if card.endswith(bid[-1])]) >= 5
    return any(hand <= cards for hand in named)


def next_with_cards(counts, seat):
    """Round the table to the left, one chair at a time, until somebody holds cards."""
    chair = seat
    while True:
        chair = 0 if chair == len(counts) - 1 else chair + 1
        if counts[chair] > 0:
            return chair


def paid(counts, loser, losers_so_far, *, pack, stock):
    """Counts after a lost round, and who went out by it; `losers_so_far` names the losers of earlier rounds in order."""
    after = list(counts)
    if not stock:
        if after[loser] == 5:
            after[loser] = 0
            return after, loser
        after[loser] += 1
        return after, None
    after[loser] += 1
    if sum(after) <= pack:
        return after, None
    most = [seat for seat, count in enumerate(after) if count == max(after)]
    newest = next(seat for seat in [loser, *reversed(losers_so_far)] if seat in most)
    after[newest] = 0
    return after, newest
