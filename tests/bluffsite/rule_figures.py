"""Every figure that the rule pages give, computed exactly: whole-number counts, rounded once.

`CHANCES` holds the chances that may stand in the text of a game, `TABLES` the rows of its number tables in order.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb


def percent(chance: Fraction) -> str:
    """With one decimal, halves away from zero; `100` and `0` only for what is certain."""
    tenths = int(chance * 1000 + Fraction(1, 2))
    if chance in (0, 1):
        return "0" if chance == 0 else "100"
    return f"{tenths // 10}.{tenths % 10}"


# --- Liar's Dice ---------------------------------------------------------------------------------------------------


def exactly(dice: int, count: int, star: bool = False) -> Fraction:
    """That exactly `count` of so many unknown dice fit a number, or are stars."""
    fit = Fraction(1, 6) if star else Fraction(1, 3)
    return comb(dice, count) * fit**count * (1 - fit) ** (dice - count)


def fitting(dice: int, need: int, star: bool = False) -> Fraction:
    return sum((exactly(dice, count, star) for count in range(need, dice + 1)), Fraction())


def mean_loss(dice: int, need: int) -> Fraction:
    """Dice that the bidder loses on average by a doubt that is right."""
    lost = sum(((need - count) * exactly(dice, count) for count in range(need)), Fraction())
    return lost / (1 - fitting(dice, need))


def _dice_rows(counts: Iterable[int], most: int, star: bool) -> list[list[str]]:
    return [[str(dice), *(percent(fitting(dice, need, star)) if need <= dice else "–" for need in range(1, most + 1))] for dice in counts]


LIARS_DICE = {
    "Owen, one star, five 4s of 15": fitting(10, 4),
    "Nora, one star, three stars of 15": fitting(10, 2, star=True),
    "Ruby, one star, eight 3s of 17": fitting(14, 7),
    "Theo, one 4, three 4s of 4": fitting(2, 2),
    "four needed of ten: the bid is false": 1 - fitting(10, 4),
}
LIARS_DICE_TABLES = {"number": _dice_rows((1, 2, 3, 5, 10, 15, 20), 8, star=False), "stars": _dice_rows((5, 10, 15, 20), 5, star=True)}


# --- hands of cards ------------------------------------------------------------------------------------------------


def holds(hand: int, kind: int, pack: int, least: int) -> Fraction:
    """That a hand drawn from `pack` cards has at least `least` of the `kind` cards of one kind."""
    ways = sum(comb(kind, count) * comb(pack - kind, hand - count) for count in range(least, min(kind, hand) + 1))
    return Fraction(ways, comb(pack, hand))


def ways_to_draw(groups: Iterable[Mapping[int, int]]) -> Counter[int]:
    """Ways to draw so many cards in all, where each group says in how many ways each number of its own can be drawn."""
    ways = Counter({0: 1})
    for group in groups:
        after: Counter[int] = Counter()
        for used, count in ways.items():
            for own, choices in group.items():
                after[used + own] += count * choices
        ways = after
    return ways


def all_hold(hands: Sequence[int], least: int) -> Fraction:
    """That each of these hands, together a pack of 52, has at least `least` of the 13 cards of one suit."""
    places = ways_to_draw({own: comb(hand, own) for own in range(least, 14)} for hand in hands)
    return Fraction(places[13], comb(52, 13))


@cache
def longest_suit(hand: int) -> Counter[int]:
    """How many hands of so many cards have a longest suit of each length."""
    found: Counter[int] = Counter()
    for suits in product(range(min(hand, 13) + 1), repeat=3):
        last = hand - sum(suits)
        if 0 <= last <= 13:
            found[max(*suits, last)] += comb(13, suits[0]) * comb(13, suits[1]) * comb(13, suits[2]) * comb(13, last)
    return found


def misses_a_suit(hand: int) -> Fraction:
    return Fraction(4 * comb(39, hand) - 6 * comb(26, hand) + 4 * comb(13, hand), comb(52, hand))


def mean_longest(hand: int) -> Fraction:
    return Fraction(sum(length * count for length, count in longest_suit(hand).items()), comb(52, hand))


def has_of_some_rank(hand: int, least: int) -> Fraction:
    """That a hand from a pack of 52 has at least `least` of some rank."""
    fewer = ways_to_draw([{own: comb(4, own) for own in range(least)}] * 13)
    return 1 - Fraction(fewer[hand], comb(52, hand))


BLUFFEN = {
    "four players hold two of a suit each": all_hold((13,) * 4, 2),
    "four players hold three of a suit each": all_hold((13,) * 4, 3),
    "an opponent of three holds none, own none": 1 - holds(13, 13, 39, 1),
    "an opponent of three holds none, own four": 1 - holds(13, 9, 39, 1),
    "an opponent of three holds none, own seven": 1 - holds(13, 6, 39, 1),
    "a card at random is of the suit, own five": Fraction(8, 39),
    "a hand of 13 has none of three ranks": 1 - holds(13, 12, 52, 1),
    "a hand of 13 lacks a rank": 1 - holds(13, 4, 52, 1),
}
BLUFFEN_TABLES = {
    "hands": [
        [str(hand), percent(1 - holds(hand, 13, 52, 1)), percent(misses_a_suit(hand)), f"{float(mean_longest(hand)):.1f}"]
        for hand in (7, 8, 10, 13, 17)
    ]
}

BLUFF_NEPAL = {
    "three or more of some rank in 13": has_of_some_rank(13, 3),
    "all four of some rank in 13": has_of_some_rank(13, 4),
    "three or more of some rank in 9": has_of_some_rank(9, 3),
    "four players, own two, one opponent has both others": holds(13, 2, 39, 2),
    "a hand of 13 lacks a rank": 1 - holds(13, 4, 52, 1),
    "a hand of two has one of a rank": holds(2, 4, 52, 1),
}
BLUFF_NEPAL_TABLES = {
    "opponent": [
        [str(own), *(percent(holds(13, 4 - own, 39, least)) if own + least <= 4 else "–" for least in range(1, 5))] for own in range(4)
    ]
}


# --- Blufpoker -----------------------------------------------------------------------------------------------------


def value(dice: Iterable[int]) -> int:
    return int("".join(map(str, sorted(dice, reverse=True))))


@cache
def throws(aside: int = 0) -> Counter[int]:
    """The values of all throws, with so many sixes lying aside."""
    return Counter(value((*dice, *(6,) * aside)) for dice in product(range(1, 7), repeat=3 - aside))


def reach(claim: int, aside: int = 0) -> Fraction:
    """That one throw is worth at least so much."""
    return Fraction(sum(count for worth, count in throws(aside).items() if worth >= claim), 6 ** (3 - aside))


def beat(claim: int, aside: int = 0) -> Fraction:
    return reach(claim + 1, aside)


def sixes_in(dice: int, times: int) -> Fraction:
    """That so many dice all become sixes within so many throws, sixes laid aside after each."""
    return (1 - Fraction(5, 6) ** times) ** dice


VALUES = sorted(throws())

BLUFPOKER = {
    "beat 542": beat(542),
    "beat 641": beat(641),
    "beat 651 with a six aside": beat(651, 1),
    "beat 651": beat(651),
    "beat 662 with two aside": beat(662, 2),
    "beat 654": beat(654),
    "beat 654 with a six aside": beat(654, 1),
    "666 in three throws": sixes_in(3, 3),
    "666 not in three throws": 1 - sixes_in(3, 3),
    "two sixes in two throws": sixes_in(2, 2),
    "a six in one throw": sixes_in(1, 1),
    "reach 621": reach(621),
    "a throw begins with 6": reach(611),
    "a throw begins with 5": reach(511) - reach(611),
    "beat 543 in two throws": 1 - (1 - beat(543)) ** 2,
    "beat 654 in two throws": 1 - (1 - beat(654)) ** 2,
}
BLUFPOKER_TABLES = {
    "values": [
        [text for claim in (VALUES[at], VALUES[at + 28]) for text in (str(claim), percent(reach(claim)), percent(beat(claim)))]
        for at in range(28)
    ],
    "aside": [
        [str(claim), percent(beat(claim)), percent(beat(claim, 1)), percent(beat(claim, 2)) if claim >= 661 else "–"]
        for claim in (621, 632, 641, 643, 651, 654, 661, 662, 663, 664, 665)
    ],
}


# --- Blef ----------------------------------------------------------------------------------------------------------


def in_play(cards: int, pack: int, groups: Sequence[tuple[int, int]]) -> Fraction:
    """That among so many cards of a pack there are at least `least` of each group `(size, least)` of different cards."""
    needed = [{own: comb(size, own) for own in range(least, size + 1)} for size, least in groups]
    rest = pack - sum(size for size, _ in groups)
    others = {own: comb(rest, own) for own in range(rest + 1)}
    return Fraction(ways_to_draw([*needed, others])[cards], comb(pack, cards))


def bid_chance(kind: str, cards: int, pack: int = 24) -> Fraction:
    """That one named hand is among so many cards in play, nothing known."""
    suit = pack // 4
    groups = {
        "one": [(4, 1)],
        "pair": [(4, 2)],
        "two pairs": [(4, 2), (4, 2)],
        "straight": [(4, 1)] * 5,
        "three": [(4, 3)],
        "full house": [(4, 3), (4, 2)],
        "flush": [(suit, 5)],
        "four": [(4, 4)],
        "straight flush": [(1, 1)] * 5,
    }[kind]
    return in_play(cards, pack, groups)


KINDS_24 = ("one", "pair", "two pairs", "straight", "three", "full house", "flush", "four", "straight flush")
KINDS_52 = ("one", "pair", "two pairs", "three", "straight", "flush", "full house", "four")
LEAST_CARDS = {"one": 1, "pair": 2, "two pairs": 4, "three": 3, "four": 4}


def _bid_rows(kinds: Sequence[str], counts: Iterable[int], pack: int) -> list[list[str]]:
    return [
        [str(cards), *(percent(bid_chance(kind, cards, pack)) if cards >= LEAST_CARDS.get(kind, 5) else "–" for kind in kinds)]
        for cards in counts
    ]


def aces(own: int, cards_own: int, cards: int) -> Fraction:
    """That two aces are in play for somebody who holds `own` of them among `cards_own` cards."""
    return holds(cards - cards_own, 4 - own, 24 - cards_own, 2 - own)


BLEF = {
    "Jonas, one queen, a second among 3 of 23": holds(3, 3, 23, 1),
    "Mira, no queen, two among 3 of 23": holds(3, 4, 23, 2),
    "Lena, two queens and a ten, one more of each among 6 of 21": in_play(6, 21, [(2, 1), (3, 1)]),
    "Lena, three spades, two more among 5 of 19": holds(5, 3, 19, 2),
    "Jonas, one spade, four more among 7 of 21": holds(7, 5, 21, 4),
    "two aces among 3": bid_chance("pair", 3),
    "two aces among 9": bid_chance("pair", 9),
    "two aces among 15": bid_chance("pair", 15),
    "two aces among 9, own one of three": aces(1, 3, 9),
    "two aces among 9, own none of three": aces(0, 3, 9),
    "a flush among 15": bid_chance("flush", 15),
    "a flush among 15, own three of five": holds(10, 3, 19, 2),
    "a flush among 15, own one of five": holds(10, 5, 19, 4),
}
BLEF_TABLES = {
    "small": _bid_rows(KINDS_24, (3, 4, 5, 6, 8, 9, 10, 12, 15, 18, 20), 24),
    "full": _bid_rows(KINDS_52, (5, 10, 15, 20, 25, 30), 52),
}


CHANCES: dict[str, dict[str, Fraction]] = {
    "bluffen": BLUFFEN,
    "liars_dice": LIARS_DICE,
    "blufpoker": BLUFPOKER,
    "blef": BLEF,
    "bluff_nepal": BLUFF_NEPAL,
}
TABLES: dict[str, dict[str, list[list[str]]]] = {
    "bluffen": BLUFFEN_TABLES,
    "liars_dice": LIARS_DICE_TABLES,
    "blufpoker": BLUFPOKER_TABLES,
    "blef": BLEF_TABLES,
    "bluff_nepal": BLUFF_NEPAL_TABLES,
}
