"""The numbers that shape the hard level of Bluff (Nepal). They were set by hand and compared in short runs of the arena."""

from typing import NamedTuple


class Style(NamedTuple):
    """Values are in cards: what one card less in a hand is worth."""

    group: float = 1.0
    """What a rank in the hand costs beside its cards: it takes a lay to get rid of it."""
    card: float = 0.6
    """What each card in the hand costs."""
    gain: float = 0.9
    """The part of a pile's cost that it is worth when one of two seats takes it; less at larger tables."""
    lead: float = 1.2
    """What leading the next round is worth."""
    win: float = 30.0
    lead_true: float = 0.85
    """How often a leader is taken to tell the truth, before it is known."""
    follow_true: float = 0.9
    """How often a follower who has the cards lays them."""
    follow_lies: float = 0.3
    """How often a follower without the cards lies, before it is known."""
    pile_true: float = 0.7
    """How many of the hidden cards in the pile are taken to be what was claimed."""
    lie_trust: float = 4.0
    """How many lays of a seat must have been turned over to count as much as what is taken of all."""
    calls: float = 0.08
    """How often a seat calls a lay, before it is known."""
    call_trust: float = 12.0
    bold: float = 0.0
    """How much better than letting be a call must look, in cards."""
    shy: float = 1.0
    """And more out of turn."""
    each_card: float = 0.5
    """By how much likelier a lie is called for each card of it beyond the first."""
    mix: float = 0.15
    """The temperature of the choice between near equals."""


HARD = Style()
