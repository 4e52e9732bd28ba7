"""The hard level with one opponent left: the solved tables. Rules: common.bot.level."""

from random import Random

from games.liars_dice import tables
from games.liars_dice.ladder import Bid, ladder, places
from games.liars_dice.position import Position

_NONE = -1
"""A doubt, where a place on the ladder is expected."""


def shares(position: Position) -> dict[int, float] | None:
    """What the tables play, as weights by place on the ladder, -1 for a doubt; None where they are silent.

    What the own dice decide for certain is taken out: a sure doubt stands alone, and a proven bid is never doubted.
    """
    if position.must_doubt():
        return {_NONE: 1.0}
    opens = position.starter == position.seat
    other = position.dice[position.after[0]]
    dice = (len(position.hand), other) if opens else (other, len(position.hand))
    table = tables.table_for("one" if position.one else "difference", dice)
    if table is None:
        return None
    rungs = places(position.total)
    bids = [rungs[bid] for _, bid in position.bids]
    last = bids[-1] if bids else _NONE
    row = tables.row(table, 0 if opens else 1, bids, position.hand)
    moves = {_NONE if action == tables.DOUBT else last + action: float(weight) for action, weight in row}
    steps = ladder(position.total)
    kept = {move: weight for move, weight in moves.items() if not _blunder(position, None if move == _NONE else steps[move])}
    return kept or None


def _blunder(position: Position, bid: Bid | None) -> bool:
    if bid is None:
        return position.last is not None and position.proves(position.last)
    return position.refutes(bid)


def choose(position: Position, rng: Random) -> tuple[Bid | None] | None:
    """What to do, as a tuple of a bid or of None for a doubt; None alone where the tables are silent."""
    weights = shares(position)
    if weights is None:
        return None
    move = rng.choices(list(weights), list(weights.values()))[0]
    return (None,) if move == _NONE else (ladder(position.total)[move],)
