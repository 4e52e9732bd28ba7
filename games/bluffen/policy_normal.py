"""The normal level: counts its own suits and ranks, tells the truth where it can, and has no memory. Rules: common.bot.level."""

from random import Random

from games.bluffen.position import Position
from games.bluffen.state import Accept, Action, Challenge, Lay

_DOUBTFUL = 0.45
"""A claim less likely than this to be possible is challenged when it is its turn."""
_FAR_FETCHED = 0.15
"""And out of turn, where others may do it."""
_DOUBTS_LAST = 0.8


def choose(at: Position, rng: Random) -> Action:
    """A true card where it has one, else a lie; a challenge where the odds are against the claim."""
    if at.live and not at.proves_true and _doubts(at, _DOUBTS_LAST if at.answers_last else _DOUBTFUL, rng):
        return Challenge()
    if at.answers_last:
        return Accept()
    if at.is_open_start:
        best = at.best_claims()
        return rng.choice([lay for lay in at.open_lays() if lay.claim in best] or at.open_lays())
    if true := at.true_lays():
        best = at.best_claims()
        lays = [lay for lay in true if lay.claim in best or (at.opens and at.most > 1 and len(lay.cards) > 1)]
        return rng.choice([lay for lay in true if len(lay.cards) == len(at.own)] or lays or true)
    claim = rng.choice(at.claims)
    false = [card for card in at.own if not at.fits(card, claim)]
    return Lay((rng.choice(false or at.own),), claim)


def calls(at: Position, rng: Random) -> bool:
    """Whether it challenges out of turn."""
    return not at.proves_true and _doubts(at, _DOUBTS_LAST if at.answers_last else _FAR_FETCHED, rng)


def _doubts(at: Position, bound: float, rng: Random) -> bool:
    return at.proves_false or (at.plain_chance() < bound and not at.lets_stand(rng))
