"""The numbers that shape the hard level away from its tables. They were found by play against a population of bots."""

from typing import NamedTuple


class Style(NamedTuple):
    """Logits where nothing else is said."""

    tilt: float = 0.75
    """How far a bid tilts the odds of each of the bidder's dice, before habits are known."""
    tilt_trust: float = 20.0
    """How many dice of a seat must have been seen for its habits to count as much as the prior."""
    fade: float = 0.7
    """How much each later bid of a seat tells, beside the one before."""
    most: float = 1.6
    """No tilt goes further."""
    others: float = 0.3
    """The share by which other numbers lose when one is bid."""
    star_helps: float = 0.3
    helps_star: float = 0.3
    """The share that a bid on stars lends to every number, and a bid on a number to stars."""
    power: float = 1.8
    """A seat with d dice stands as d to this power."""
    doubt_trust: float = 2.0
    """How many doubts of a plain player stand for the prior of a seat's readiness to doubt."""
    mood: float = 0.02
    mood_trust: float = 3.0
    """The prior chance that a seat doubts a safe bid, and how many safe bids it counts for."""
    step: int = 1
    """By how many half dice a bid usually rises."""
    credit: float = 0.5
    """How many dice more than chance a bid by others is usually backed by."""
    mix: float = 0.1
    """The temperature of the choice between near equals, as a part of what one own die is worth."""


HARD = Style()
