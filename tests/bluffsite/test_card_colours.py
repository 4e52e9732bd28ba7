"""The four colours of the suits, reckoned: contrast on paper, and how far apart they are for eyes that see fewer colours (UX-901).

Contrast as WCAG defines it. Colour blindness of full strength by Machado, Oliveira and Fernandes (2009), in linear light;
distances as CIE 1976 in Lab under D65.
"""

import re
from itertools import combinations
from pathlib import Path

import pytest

CSS = (Path(__file__).parents[2] / "bluffsite" / "static" / "css" / "cards.css").read_text()
Vector = tuple[float, float, float]
IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
EYES = {
    "normal": IDENTITY,
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def colour(name: str) -> str:
    """A custom property of the kit as it is first set."""
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}})", CSS)
    assert found
    return found[1]


def linear(code: str) -> Vector:
    parts = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def times(matrix: tuple[Vector, ...], vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def contrast(one: str, other: str) -> float:
    light = sorted(times(TO_XYZ, linear(code))[1] for code in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


def lab(code: str, eyes: tuple[Vector, ...]) -> Vector:
    seen = tuple(min(1.0, max(0.0, part)) for part in times(eyes, linear(code)))
    x, y, z = (part / white for part, white in zip(times(TO_XYZ, (seen[0], seen[1], seen[2])), WHITE, strict=True))
    fx, fy, fz = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def nearest(codes: list[str]) -> float:
    """The smallest distance between two of the colours, for any eyes."""

    def distance(one: str, other: str, eyes: tuple[Vector, ...]) -> float:
        return float(sum((a - b) ** 2 for a, b in zip(lab(one, eyes), lab(other, eyes), strict=True)) ** 0.5)

    return min(distance(one, other, eyes) for one, other in combinations(codes, 2) for eyes in EYES.values())


SUITS = [colour(f"suit-{suit}") for suit in "shdc"]


@pytest.mark.parametrize(("suit", "least"), [("s", 20.6), ("h", 7.9), ("d", 11.1), ("c", 4.5)])
def test_every_suit_stands_out_from_the_paper(suit: str, least: float) -> None:
    assert contrast(colour(f"suit-{suit}"), colour("card-paper")) >= least


def test_no_two_suits_come_near_each_other_for_any_eyes() -> None:
    assert nearest(SUITS) == pytest.approx(33.8, abs=0.1)


def test_the_usual_four_colours_would_come_near() -> None:
    """So the reckoning can tell good from bad."""
    assert nearest(["#111111", "#c8102e", "#0057b8", "#00703c"]) == pytest.approx(12.9, abs=0.1)
