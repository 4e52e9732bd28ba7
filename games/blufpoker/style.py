"""The numbers that shape the hard level away from its tables. They were found by play against a population of bots."""

from typing import NamedTuple


class Style(NamedTuple):
    """Trusts are in cases seen: so many stand for what is believed before."""

    people: float = 0.9
    """The share of seats that are taken to claim and doubt as people do, with three seats or more."""
    duel: float = 0.05
    """The same with two, where the tables are nearly unbeatable."""
    lie_trust: float = 3.0
    doubt_trust: float = 3.0
    mix: float = 0.02
    """The temperature of the choice between near equals, as a part of what lies between a point and none."""
    shift: float = 0.1
    """The same for how far two players leave the tables, where a record of the other makes it worth while."""
    stray: float = 0.02
    """The share of choices that the tables never make, before they are weighed."""
    even: float = 0.55
    haste: float = 0.1
    """A blind claim that is true with the chance `even` is doubted half the time; so much less likely, far more often."""


HARD = Style()
"""The hard level."""
