"""`python -m games.liars_dice.solve [difference] [one]`: solves every size of both ways to lose dice, some minutes each."""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: one core is enough, and others work here too

import numpy as np

from games.liars_dice import tables
from games.liars_dice.solve.cfr import Array, Payoff, Policy, Round
from games.liars_dice.solve.plan import Values, plan, round_payoff

LEVELS = 40
"""Shares are kept in so many steps."""
LEAST_SHARE = 0.02
"""Smaller shares are dropped."""
LEAST_REACH = 0.01
"""Rows are dropped where the seat's own play goes more rarely than this: only the *owner's* play may prune."""


class Solved(NamedTuple):
    game: Round
    policy: Policy
    value: float


def rounded(shares: Array) -> Array:
    """Shares as whole numbers of `LEVELS`; the greatest always stays."""
    kept = np.where(shares >= np.minimum(LEAST_SHARE, shares.max(-1, keepdims=True)), shares, 0)
    result: Array = np.rint(LEVELS * kept / kept.sum(-1, keepdims=True))
    return result


def compact(policy: Policy) -> Policy:
    """The policy as the tables will hold it."""
    sparse = [[rounded(shares) for shares in each] for each in policy]
    return [[shares / shares.sum(-1, keepdims=True) for shares in each] for each in sparse]


def rows(game: Round, policy: Policy, seat: int) -> Iterator[tables.Row]:
    """The rows of a seat in the order of the file, from a compact policy."""
    reach = game.reaches(policy)[seat][seat]
    where = {state: (at, row) for at, group in enumerate(game.groups) for row, state in enumerate(group.states)}
    for state in range(len(game.keys)):
        at, line = where[state]
        first = 1 - game.groups[at].doubt
        for hand in range(len(game.hands[seat])):
            if reach[state, hand] < LEAST_REACH:
                yield ()
                continue
            weights = np.rint(policy[seat][at][line, hand] * LEVELS).astype(int)
            yield [(int(action) + first, int(weights[action])) for action in np.flatnonzero(weights)]


def solve_size(dice: tuple[int, int], payoff: Payoff, speed: float) -> Solved:
    """Solve one round by the plan, in `speed` times fewer turns."""
    kind, rungs, turns = plan(dice)
    game = Round(dice, kind, rungs, payoff)
    policy = game.solve(max(2, round(turns / speed)))
    return Solved(game, policy, game.value(policy))


def build(loss: str, most: int, speed: float) -> list[tuple[tables.Size, bytes]]:
    """All sizes up to `most` dice in play, smallest first: each round is worth what it leads to."""
    values: Values = {}
    blocks = []
    sizes = [(opener, total - opener) for total in range(2, most + 1) for opener in range(max(1, total - 5), min(5, total - 1) + 1)]
    for dice in sizes:
        start = time.process_time()
        solved = solve_size(dice, round_payoff(dice, values, loss), speed)
        values[dice] = solved.value
        policy = compact(solved.policy)
        block = tables.pack([rows(solved.game, policy, seat) for seat in (0, 1)])
        game = solved.game
        blocks.append((tables.Size(dice, game.kind, game.rungs, round(solved.value, 5), len(block)), block))
        print(f"{loss} {dice}: opener wins {solved.value:.4f}, {len(block):,} bytes, {time.process_time() - start:.1f} s", flush=True)
    return blocks


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m games.liars_dice.solve")
    parser.add_argument("loss", nargs="*", choices=["difference", "one"], help="which tables")
    parser.add_argument("--most", type=int, default=10, help="most dice in play")
    parser.add_argument("--speed", type=float, default=1.0, help="so many times fewer turns than planned")
    chosen = parser.parse_args(arguments)
    for loss in chosen.loss or tables.LOSSES:
        tables.FOLDER.mkdir(exist_ok=True)
        tables.write(tables.FOLDER / f"{loss}.bin", loss, build(loss, chosen.most, chosen.speed))


if __name__ == "__main__":
    main()
