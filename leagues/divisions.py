"""Who plays in which division: pure, from the final tables of the season before. Promotion and relegation.

Members are named by any hashable id. Nothing here asks the database or the clock.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

Member = Hashable


class Placed(NamedTuple):
    """A member's place in the coming season: `level` 1 is the highest division; `came` as in `leagues.models.Entry.Came`."""

    member: Member
    level: int
    came: str


def moves(size: int, level: int, levels: int, up: int, down: int) -> tuple[int, int]:
    """How many of a division of `size` go up and how many go down at the end of a season.

    Nobody goes up from the highest division or down from the lowest. At least one stays wherever there are two or more, and
    the two groups never overlap: where there is not room for both, fewer go.
    """
    wanted_up = up if level > 1 else 0
    wanted_down = down if level < levels else 0
    room = max(size - 1, 0)
    if wanted_up + wanted_down <= room:
        return wanted_up, wanted_down
    if not wanted_up or not wanted_down:
        return min(wanted_up, room), min(wanted_down, room)
    fewer_up = min(wanted_up, (room + 1) // 2)
    return fewer_up, min(wanted_down, room - fewer_up)


def boundary(above: int, below: int, level: int, levels: int, up: int, down: int) -> tuple[int, int]:
    """How many change over the line below division `level`: (down from it, up from the next). Sizes of the two are given.

    As many go up as come down, so that divisions keep their size, unless the rules of the season say otherwise.
    """
    goes_down = moves(above, level, levels, up, down)[1]
    goes_up = moves(below, level + 1, levels, up, down)[0]
    if up == down:
        goes_down = goes_up = min(goes_down, goes_up)
    return goes_down, goes_up


def lines(sizes: Sequence[int], up: int, down: int) -> list[tuple[int, int]]:
    """(go up, go down) for each division, highest first: what standings draw and write, and what `allot` does."""
    levels = len(sizes)
    if not levels:
        return []
    changes = [boundary(sizes[at], sizes[at + 1], at + 1, levels, up, down) for at in range(levels - 1)]
    ups = [0, *(goes_up for _, goes_up in changes)]
    downs = [*(goes_down for goes_down, _ in changes), 0]
    return list(zip(ups, downs, strict=True))


def allot(
    before: Sequence[Sequence[Member]], signed_up: Sequence[Member], *, up: int, down: int, split: int = 1, least: int = 0
) -> list[Placed]:
    """The divisions of a new season, highest first and in order of strength within each.

    `before` holds the final tables of the season before, best first; `signed_up` who plays now, newcomers in the order
    in which they are to be placed. Where the number of divisions stays: who is promoted or relegated moves, a gap that
    somebody left is filled from the division below, and newcomers begin in the lowest. Where it changes, or a division would
    have fewer than `least` members, who could not play, all are dealt out anew in the order of the tables, newcomers last,
    into divisions of sizes that differ by one at most.
    """
    playing = set(signed_up)
    known = {member for table in before for member in table}
    newcomers = [member for member in signed_up if member not in known]
    levels = max(1, min(split, len(signed_up)))
    moved = _moved(before, up, down)
    ranked = [(member, came) for table in moved for member, came in table if member in playing]
    if len(before) != levels:
        return _dealt(ranked, newcomers, levels)
    tables = [[(member, came) for member, came in table if member in playing] for table in moved]
    _fill(tables, [len(table) for table in before])
    tables[-1] += [(member, "new") for member in newcomers]
    if any(len(table) < least for table in tables):
        return _dealt(ranked, newcomers, levels)
    return [Placed(member, level, came) for level, table in enumerate(tables, 1) for member, came in table]


def _moved(before: Sequence[Sequence[Member]], up: int, down: int) -> list[list[tuple[Member, str]]]:
    """The tables after promotion and relegation: those who came down stand first, those who came up last."""
    changes = lines([len(table) for table in before], up, down)
    stays = [table[goes_up : len(table) - goes_down] for table, (goes_up, goes_down) in zip(before, changes, strict=True)]
    result: list[list[tuple[Member, str]]] = []
    for at, kept in enumerate(stays):
        from_above = before[at - 1][len(before[at - 1]) - changes[at - 1][1] :] if at else []
        from_below = before[at + 1][: changes[at + 1][0]] if at + 1 < len(before) else []
        result.append(
            [
                *((member, "relegated") for member in from_above),
                *((member, "stayed") for member in kept),
                *((member, "promoted") for member in from_below),
            ]
        )
    return result


def _fill(tables: list[list[tuple[Member, str]]], sizes: Sequence[int]) -> None:
    """A division that lost members takes the best of the one below; who was relegated into that one comes last of all."""
    for at in range(len(tables) - 1):
        while len(tables[at]) < sizes[at]:
            below = next((table for table in tables[at + 1 :] if table), None)
            if below is None:
                break
            best = min(below, key=lambda entry: entry[1] == "relegated")
            below.remove(best)
            tables[at].append((best[0], "stayed" if best[1] == "relegated" else "filled"))


def _dealt(ranked: Sequence[tuple[Member, str]], newcomers: Sequence[Member], levels: int) -> list[Placed]:
    everyone = [(member, "drawn") for member, _ in ranked] + [(member, "new") for member in newcomers]
    least, more = divmod(len(everyone), levels)
    placed: list[Placed] = []
    for level in range(1, levels + 1):
        size = least + (level <= more)
        placed += [Placed(member, level, came) for member, came in everyone[len(placed) : len(placed) + size]]
    return placed
