"""The numbers that shape the hard level of Bluffen. They were set by hand and compared in short runs of the arena."""

from typing import NamedTuple


class Style(NamedTuple):
    """Values are in cards: what one card less in a hand is worth."""

    gain: float = 0.9
    """The part of a pile that it is worth when one of two others takes it; less at larger tables."""
    tempo: float = 0.3
    """What a challenge costs in time."""
    win: float = 30.0
    plan: float = 3.0
    """What a true card kept for the very end is worth."""
    keep: float = 0.4
    """What having a card that fits is worth, before the end; by suit `store` counts instead."""
    store: float = 2.0
    """By suit: what the first card kept that fits is worth."""
    fades: float = 0.7
    """And each further one beside the one before it."""
    variety: float = 0.05
    """What a false card from a long suit is better than one from a short suit, for each card."""
    tells_true: float = 0.9
    """How often a seat that has a fitting card lays it, before it is known."""
    pile_true: float = 0.6
    """How many of the hidden cards in the pile are taken to be what was claimed."""
    lie_trust: float = 6.0
    """How many lays of a seat must have been turned up to count as much as what is taken of all."""
    calls: float = 0.2
    """How often a seat challenges a claim, before it is known."""
    call_trust: float = 10.0
    shy: float = 4.0
    """How much better than letting be a challenge out of turn must look."""
    each_card: float = 0.5
    """By how much likelier a lay is challenged for each card of it beyond the first."""
    group: float = 0.5
    """What a rank in the hand costs beside its cards in the mode `same_rank`: it takes a lay to get rid of it."""
    mix: float = 0.1
    """The temperature of the choice between near equals."""


HARD = Style()
