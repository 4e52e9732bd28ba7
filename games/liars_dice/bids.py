"""Which bids are higher than which, in the values of the engine. Rules: liars_dice.bid.*"""

from typing import TypeGuard

from games.liars_dice import ladder as numbered
from games.liars_dice.state import FACES, STAR, Bid, Face, MadeBid


def is_face(face: object) -> TypeGuard[Face]:
    """Rules: liars_dice.bid.form."""
    return face in FACES and not isinstance(face, bool)


def rank_of(count: int, face: Face) -> int:
    """The bid as a whole number: 6 * count + face, or 12 * count for stars; never the same for two bids.

    Rules: liars_dice.bid.order, liars_dice.bid.order-total.
    """
    return numbered.value((count, numbered.number(face)))


def least_count(face: Face, last: MadeBid | None) -> int:
    """The fewest dice of `face` that raise `last`; 1 for an opening bid. Knows nothing of the limit T.

    Rules: liars_dice.bid.raise, liars_dice.bid.from-stars, liars_dice.bid.to-stars.
    """
    if last is None:
        return 1
    rank = rank_of(last.count, last.face)
    return rank // 12 + 1 if face == STAR else (rank - face) // 6 + 1


def bid_ladder(in_play: int) -> tuple[Bid, ...]:
    """All 6 * in_play bids with that many dice, lowest first. Rules: liars_dice.bid.order-total."""
    return tuple(Bid(count, numbered.FACES[face]) for count, face in numbered.ladder(in_play))


def refusal(count: int, face: object, last: MadeBid | None, in_play: int) -> str | None:
    """The rule that forbids this bid after `last` with `in_play` dice, or None: the most telling one."""
    if not is_face(face):
        return "liars_dice.bid.form"
    if not 1 <= count <= in_play:
        return "liars_dice.bid.count-limit"
    if last is None or rank_of(count, face) > rank_of(last.count, last.face):
        return None
    if last.face == STAR:
        return "liars_dice.bid.maximum" if last.count >= in_play else "liars_dice.bid.from-stars"
    return "liars_dice.bid.to-stars" if face == STAR else "liars_dice.bid.raise"
