"""The table of a season as files: one with its lines, one with every result, from which the table can be computed again.

Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers are numbers. Heads are the same in all
languages, so that programs can read them.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from leagues import ledger
from leagues.models import Division, Entry, Result, Season, Standing
from leagues.standings import Earned, Outcome, Part, account, earnings

MARK = "\ufeff"
"""At the beginning of a file, so that spreadsheets read it as UTF-8."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")

TABLE_HEAD = ["division", "place", "member", "name", "points", "firsts", "game_points", "played", "byes", "forfeits", "not_counted"]
RESULTS_HEAD = [
    "result",
    "division",
    "round",
    "table",
    "played_at",
    "kind",
    "void",
    "size",
    "member",
    "name",
    "place",
    "absent",
    "withdrawn",
    "points",
    "counts",
]


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def text(value: str) -> str:
    """A cell that is only ever text."""
    plain = value.replace("\r", " ").replace("\n", " ")
    return f"'{plain}" if plain.startswith(_FORMULA) else plain


def _lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield MARK
    for row in rows:
        yield writer.writerow(row)


def table(season: Season, tallies: Sequence[str]) -> Iterator[str]:
    """The lines of every division, best first."""
    return _lines(_table_rows(season, tallies))


def _table_rows(season: Season, tallies: Sequence[str]) -> Iterator[Sequence[Any]]:
    yield [*TABLE_HEAD, *tallies]
    found = Standing.objects.filter(season=season).select_related("entry__member__user", "division")
    for one in found.order_by("division__level", "place", "entry").iterator(chunk_size=2000):
        name = text(one.entry.member.user.display_name)
        counts = (one.points, one.firsts, one.game_points, one.played, one.byes, one.forfeits, one.dropped)
        yield [one.division.level, one.place, one.entry_id, name, *counts, *(one.tallies.get(tally, 0) for tally in tallies)]


def results(season: Season, tallies: Sequence[str]) -> Iterator[str]:
    """One line per member and result: the table follows from these by `leagues.standings.standings`, see `read_results`.

    `absent` are those who were not there and are placed so, `withdrawn` those among them who had withdrawn before. `counts` says
    whether the line is in the sums of the table: no for what is void, or not among the best that count.
    """
    return _lines(_result_rows(season, tallies))


def _result_rows(season: Season, tallies: Sequence[str]) -> Iterator[Sequence[Any]]:
    yield [*RESULTS_HEAD, "first", "game_points", *tallies]
    known = Entry.objects.filter(season=season).values_list("pk", "member__user__display_name")
    names = {entry: text(name) for entry, name in known}
    levels = dict(Division.objects.filter(season=season).values_list("pk", "level"))
    found = Result.objects.filter(season=season)
    outcomes = ledger.read(found)
    counted = account((outcome for outcome, _ in outcomes), season.best or None)
    counting = {(member, earned.key) for member, all_earned in counted.items() for earned in all_earned if earned.counts}
    rest = {pk: more for pk, *more in found.values_list("pk", "division", "fixture__number", "made_at", "kind")}
    for outcome, number in outcomes:
        division, table, made_at, kind = rest[outcome.key]
        about = (outcome.key, levels[division], "" if number is None else number, table or "", made_at.isoformat(timespec="seconds"))
        for member, earned in earnings(outcome):
            part = _part(earned, (member, outcome.key) in counting, tallies)
            yield [*about, kind, _yes(outcome.is_void), outcome.size, member, names.get(member, ""), *part]


def _part(earned: Earned, counts: bool, tallies: Sequence[str]) -> Sequence[Any]:
    own = [earned.tallies.get(tally, 0) for tally in tallies]
    sums = [earned.points, _yes(counts), _yes(earned.is_first), earned.game_points]
    return [earned.place or "", _yes(earned.is_absent), _yes(earned.has_withdrawn), *sums, *own]


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def read_results(lines: Iterable[str], tallies: Sequence[str] = ()) -> list[Outcome]:
    """The outcomes in a file of results: what anybody would do to check the table."""
    found: dict[int, tuple[dict[str, str], list[Part]]] = {}
    for row in csv.DictReader(line.removeprefix(MARK) for line in lines):
        counts = {tally: int(row[tally]) for tally in tallies if int(row[tally])}
        missing = (row["absent"] == "yes", row.get("withdrawn") == "yes")
        part = Part(int(row["member"]), int(row["place"] or 0), float(row["game_points"]), counts, *missing)
        found.setdefault(int(row["result"]), (row, []))[1].append(part)
    return [
        Outcome(key, int(row["size"]), tuple(parts), "bye" if row["kind"] == "bye" else "match", row["void"] == "yes")
        for key, (row, parts) in found.items()
    ]
