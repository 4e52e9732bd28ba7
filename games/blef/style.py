"""The numbers that shape the hard level. They were found by play against a population of bots."""

from typing import NamedTuple


class Style(NamedTuple):
    """Trusts are in cases seen: so many stand for what is believed before."""

    backed: float = 2.5
    """How much oftener than by chance a bid names cards that its bidder holds, before the seat is known."""
    backed_trust: float = 3.0
    """How many such cards expected by chance stand for that."""
    fade: float = 0.8
    """How much each later bid of a seat tells, beside the one before."""
    even: float = 0.4
    width: float = 0.12
    """A bid that is true with the chance `even` for one who sees no card is checked half the time; so much more, far less."""
    check_trust: float = 4.0
    credit: float = 0.6
    """What others bid is true oftener than by chance: with the chance to this power."""
    step: float = 0.035
    """By which part of the ladder a bid usually rises."""
    power: float = 1.5
    """A seat stands as the cards it may still get to this power."""
    mix: float = 0.04
    """The temperature of the choice between near equals, as a part of what lies between losing and winning a round."""


HARD = Style()
"""The hard level."""
