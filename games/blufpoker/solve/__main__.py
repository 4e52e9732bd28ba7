"""`python -m games.blufpoker.solve [plain] [sixes] [three_throws] [both]`: solves all rounds, some minutes in all."""

import argparse
import os
import sys
import time
from collections.abc import Sequence

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from games.blufpoker import tables
from games.blufpoker.odds import spread
from games.blufpoker.solve.round import PLACES, Round, Table
from games.blufpoker.state import MOST_THROWS

RULES = {tables.file_name(rules)[:-4]: rules for rules in (tables.Rules(a, b) for a in (False, True) for b in (False, True))}
SEATS = range(2, 7)
"""A table of three or more may come down to two. Rules: blufpoker.players, blufpoker.leave."""
PEOPLE = {2: 0.02}
MANY = 0.7
"""The share of people's play that is mixed in: little where the solution is nearly unbeatable, more where nothing is."""
PASSES = (40, 40, 40, 40, 60, 60)
"""Turns of the passes before the last one, which counts."""
TURNS = 800
LEAST_SHARE = {2: 0.0005}
SMALL = 0.005
"""Rarer claims are left out, but for those of two players: there every bluff counts."""


def all_tables() -> tuple[Table, ...]:
    """Every kind of table."""
    return tuple([Table(seats, loser_starts, PEOPLE.get(seats, MANY)) for seats in SEATS for loser_starts in (False, True)])


def row_of(shares: Sequence[float], least: float) -> tables.Row:
    """The shares but for small ones; the greatest stays. The last share is that of another throw."""
    least = min(least, max(shares))
    kept = {claim: share for claim, share in enumerate(shares) if share >= least}
    whole = sum(kept.values())
    return {claim: share / whole for claim, share in kept.items()}


def block_of(solved: Round, at: int) -> bytes:
    """What the file holds of one kind of table."""
    pages, least = [], LEAST_SHARE.get(solved.tables[at].seats, SMALL)
    for node in tables.nodes(solved.rules):
        claims, doubts = solved.nodes[node].of(at)
        possible = np.array(spread(node.aside)) > 0
        rows: list[tables.Row] = []
        for throw in range(PLACES):
            known = throw == 0 if node.throw == MOST_THROWS else possible[throw]
            rows.append({claim + node.floor: weight for claim, weight in row_of(claims[throw].tolist(), least).items()} if known else {})
        outcome = solved.values[node][at]
        kept = tables.Outcome(tuple(outcome.worth.tolist()), tuple(outcome.loses.tolist()))
        pages.append((doubts.tolist(), rows, kept))
    return tables.pack(pages)


def build(rules: tables.Rules, turns: int) -> list[tuple[int, bool, bytes]]:
    """All tables of one pair of options: passes until it is known what starting is worth, then one of so many turns."""
    start, solved = time.process_time(), Round(rules, all_tables())
    for each in PASSES:
        solved.run(min(each, turns))
    solved.run(turns)
    blocks = [(table.seats, table.loser_starts, block_of(solved, at)) for at, table in enumerate(solved.tables)]
    for at, (table, (_, _, block)) in enumerate(zip(solved.tables, blocks, strict=True)):
        first = solved.values[tables.Node(0, 0, 1)][at]
        loses = " ".join(f"{chance:.3f}" for chance in first.loses)
        sys.stdout.write(f"{tables.file_name(rules)} {table.seats} {table.loser_starts}: {loses}, {len(block):,} bytes\n")
    sys.stdout.write(f"{time.process_time() - start:.0f} s\n")
    sys.stdout.flush()
    return blocks


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m games.blufpoker.solve")
    parser.add_argument("files", nargs="*", help=f"which tables, of {', '.join(RULES)}")
    parser.add_argument("--turns", type=int, default=TURNS)
    chosen = parser.parse_args(arguments)
    tables.FOLDER.mkdir(exist_ok=True)
    for name in chosen.files or RULES:
        tables.write(tables.FOLDER, RULES[name], build(RULES[name], chosen.turns))


if __name__ == "__main__":
    main()
