"""`python -m games.liars_dice.solve [difference] [one]`: solves every size of both ways to lose dice, some minutes each."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from games.liars_dice import tables
from games.liars_dice.solve.cfr import Array, Payoff, Policy, Round
from games.liars_dice.solve.plan import Plan, Values, plan, round_payoff

MOST = {"difference": 10, "one": 5}
"""The most dice in play that are solved for each way to lose dice; above, the tables of `difference` serve both."""


class Solved(NamedTuple):
    game: Round
    plan: Plan
    policy: Policy
    value: float


def rounded(shares: Array, plan: Plan) -> Array:
    """Shares as whole numbers, `plan.levels` in all but for rounding; the greatest always stays."""
    kept = np.where(shares >= np.minimum(plan.least_share, shares.max(-1, keepdims=True)), shares, 0)
    result: Array = np.rint(plan.levels * kept / kept.sum(-1, keepdims=True))
    return result


def rows(solved: Solved, seat: int) -> Iterator[tables.Row]:
    """The rows of a seat in the order of the file."""
    game, plan = solved.game, solved.plan
    weights = [[rounded(shares, plan) for shares in each] for each in solved.policy]
    reach = game.reaches([[each / each.sum(-1, keepdims=True) for each in of] for of in weights])[seat][seat]
    where = {state: (at, line) for at, group in enumerate(game.groups) for line, state in enumerate(group.states)}
    for state in range(len(game.keys)):
        at, line = where[state]
        first = 1 - game.groups[at].doubt
        for hand in range(len(game.hands[seat])):
            own = weights[seat][at][line, hand]
            kept = np.flatnonzero(own) if reach[state, hand] >= plan.least_reach else ()
            yield [(int(action) + first, int(own[action])) for action in kept]


def solve_size(dice: tuple[int, int], payoff: Payoff, speed: float) -> Solved:
    """Solve one round by its plan, in `speed` times fewer turns."""
    how = plan(dice)
    game = Round(dice, how.kind, how.rungs, payoff)
    policy = game.solve(max(2, round(how.turns / speed)))
    return Solved(game, how, policy, game.value(policy))


def block_of(solved: Solved) -> tuple[tables.Size, bytes]:
    """What the file holds of a solved round."""
    block = tables.pack([rows(solved, seat) for seat in (0, 1)])
    game = solved.game
    return tables.Size(game.dice, game.kind, game.rungs, round(solved.value, 5), len(block)), block


def build(loss: str, most: int, speed: float) -> list[tuple[tables.Size, bytes]]:
    """All sizes up to `most` dice in play, smallest first: each round is worth what it leads to."""
    values: Values = {}
    blocks = []
    sizes = [(opener, total - opener) for total in range(2, most + 1) for opener in range(max(1, total - 5), min(5, total - 1) + 1)]
    for dice in sizes:
        start = time.process_time()
        solved = solve_size(dice, round_payoff(dice, values, loss), speed)
        values[dice] = solved.value
        blocks.append(block_of(solved))
        took = time.process_time() - start
        sys.stdout.write(f"{loss} {dice}: opener wins {solved.value:.4f}, {blocks[-1][0].length:,} bytes, {took:.1f} s\n")
        sys.stdout.flush()
    return blocks


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m games.liars_dice.solve")
    parser.add_argument("loss", nargs="*", choices=["difference", "one"], help="which tables")
    parser.add_argument("--most", type=int, default=10, help="most dice in play, where it is less than planned")
    parser.add_argument("--speed", type=float, default=1.0, help="so many times fewer turns than planned")
    chosen = parser.parse_args(arguments)
    for loss in chosen.loss or tables.LOSSES:
        tables.FOLDER.mkdir(exist_ok=True)
        tables.write(tables.FOLDER / f"{loss}.bin", loss, build(loss, min(chosen.most, MOST[loss]), chosen.speed))


if __name__ == "__main__":
    main()
