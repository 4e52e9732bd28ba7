"""Every figure that the rule pages give, computed exactly: whole-number counts, rounded once.

`CHANCES` holds the chances that may stand in the text of a game, `TABLES` the rows of its number tables in order.
"""

from collections.abc import Iterable
from fractions import Fraction
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


CHANCES: dict[str, dict[str, Fraction]] = {"liars_dice": LIARS_DICE}
TABLES: dict[str, dict[str, list[list[str]]]] = {"liars_dice": LIARS_DICE_TABLES}
