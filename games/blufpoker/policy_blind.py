"""Passing the cup on blind, as the hard level weighs it. Rules: blufpoker.blind.pass, blufpoker.blind.responsibility."""

from math import exp

from games.blufpoker.memory import band_of
from games.blufpoker.position import TOP
from games.blufpoker.thought import Thought
from games.blufpoker.values import VALUES


def best_blind(thought: Thought) -> tuple[int | None, float]:
    """The best blind claim and what it is worth; none where no higher claim is true."""
    at = thought.at
    highest = TOP if at.known is None else at.known
    worths = {claim: _worth(thought, claim) for claim in range(at.floor, highest + 1)}
    if not worths:
        return None, 0.0
    best = max(worths, key=lambda claim: worths[claim])
    return best, worths[best]


def _worth(thought: Thought, claim: int) -> float:
    """The next seat doubts or believes; to pass blind as well is to believe, for this seat."""
    at, cup, following = thought.at, thought.cup, thought.ring[1]
    true = sum(cup[claim:])
    fails, holds = thought.end(at.seat, following), thought.end(following, following)
    if following in at.seers:
        return (1 - true) * fails + true * (thought.believed(claim, at.seat, following, at.aside, cup) if true else 0.0)
    doubts = _doubted(thought, claim, true)
    believed = thought.believed(claim, at.seat, following, at.aside, cup) if doubts < 1 else 0.0
    return doubts * (true * holds + (1 - true) * fails) + (1 - doubts) * believed


def _doubted(thought: Thought, claim: int, true: float) -> float:
    """The less likely the claim, the more; and by the record of the seat."""
    if claim == TOP and not thought.at.rules.sixes:
        return 1.0
    plain = 1 / (1 + exp((true - thought.style.even) / thought.style.haste))
    return thought.by_record(thought.ring[1], band_of(VALUES[claim], thought.at.aside), plain)
