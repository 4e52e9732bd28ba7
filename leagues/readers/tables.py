"""Readers of standings: pages of the table, why somebody stands there, the cross table. Nothing grows in queries with members."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from games.core.game import Language
from games.core.registry import game_named
from leagues import ledger
from leagues.divisions import lines as moves_of
from leagues.models import Division, Entry, Fixture, Result, Season, Seating, Standing
from leagues.standings import Decider, Earned, Line, Outcome, account, decider, earnings

PER_PAGE = 50
CROSS_PER_PAGE = 25
ORDER = ("place", "entry__seed", "entry")
"""Of lines that share a place the one with the better seed stands first: it is the one that goes up where only one does."""


class Row(NamedTuple):
    """A line of the table. `goes`: `up` or `down`, if the season ended now; `moved`: places up (positive) or down since the round."""

    standing: Standing
    name: str
    member_id: int
    is_me: bool
    goes: str
    moved: int | None

    @property
    def down(self) -> int:
        """How many places down since the round before."""
        return -(self.moved or 0)

    @property
    def has_withdrawn(self) -> bool:
        return self.standing.entry.state == Entry.State.WITHDRAWN


class Column(NamedTuple):
    """A count of the game's own: its name in `Standing.tallies`, and the head of the column."""

    name: str
    label: str


class Page(NamedTuple):
    """One page of one division's table; `number` counts from 1."""

    division: Division
    rows: list[Row]
    count: int
    number: int
    before: int | None
    after: int | None
    my_page: int | None


def division_of(divisions: Sequence[Division], asked: str, entry: Entry | None) -> Division | None:
    """Of a season's divisions the one that was asked for by its level, else the reader's own, else the highest."""
    by_level = {str(division.level): division for division in divisions}
    own = entry.division if entry is not None else None
    return by_level.get(asked) or own or next(iter(divisions), None)


def columns(season: Season, language: Language) -> list[Column]:
    game = game_named(season.league.game)
    return [] if game.tally is None else [Column(name, game.tally.label(name, language)) for name in game.tally.NAMES]


def table_page(season: Season, division: Division, *, divisions: Sequence[Division], page: str, entry: Entry | None) -> Page:
    """Best first; `page` as typed in the address. Four queries."""
    sizes = dict(Standing.objects.filter(season=season).values_list("division").annotate(lines=Count("pk")))
    found, count = _standings(division), sizes.get(division.pk, 0)
    pages = max(1, -(-count // PER_PAGE))
    number = min(int(page), pages) if page.isdecimal() and 0 < len(page) < 6 and int(page) else 1
    goes = _goes(season, division, [sizes.get(one.pk, 0) for one in divisions], divisions)
    start = (number - 1) * PER_PAGE
    rows = [_row(one, entry, goes(at)) for at, one in enumerate(found[start : start + PER_PAGE], start)]
    return Page(division, rows, count, number, number - 1 or None, number + 1 if number < pages else None, _page_of(found, division, entry))


def _page_of(found: QuerySet[Standing], division: Division, entry: Entry | None) -> int | None:
    """The page with the reader's own line."""
    mine = Standing.objects.filter(division=division, entry=entry).first() if entry is not None else None
    if mine is None or entry is None:
        return None
    before = Q(place=mine.place) & (Q(entry__seed__lt=entry.seed) | Q(entry__seed=entry.seed, entry__lt=entry.pk))
    ahead = found.filter(Q(place__lt=mine.place) | before).count()
    return ahead // PER_PAGE + 1


def top(division: Division, entry: Entry | None, *, most: int = 5) -> list[Row]:
    """The first lines, and the reader's own where it is not among them: one query."""
    found = _standings(division)
    first = Standing.objects.filter(division=division).order_by(*ORDER).values("pk")[:most]
    wanted = Q(pk__in=first) if entry is None else Q(pk__in=first) | Q(entry=entry)
    return [_row(one, entry, "") for one in found.filter(wanted)]


_ON_A_LINE = ("entry__state", "entry__member__user__display_name")
_OF_A_LINE = tuple(field.name for field in Standing._meta.concrete_fields)


def _standings(division: Division | int | None) -> QuerySet[Standing]:
    """With no more of each member than a line shows."""
    found = Standing.objects.filter(division=division).select_related("entry__member__user").only(*_OF_A_LINE, *_ON_A_LINE)
    return found.order_by(*ORDER)


def _goes(season: Season, division: Division, sizes: Sequence[int], divisions: Sequence[Division]) -> Callable[[int], str]:
    """Who would go up or down, by the number of the line, from 0."""
    if len(divisions) < 2:
        return lambda _: ""
    moves = dict(zip([one.pk for one in divisions], moves_of(list(sizes), season.up, season.down), strict=True))
    size = dict(zip([one.pk for one in divisions], sizes, strict=True))[division.pk]
    up, down = moves[division.pk]
    return lambda at: "up" if at < up else "down" if at >= size - down else ""


def _row(one: Standing, entry: Entry | None, goes: str) -> Row:
    moved = None if one.before is None else one.before - one.place
    name = one.entry.member.user.display_name
    return Row(one, name, one.entry.member_id, entry is not None and one.entry_id == entry.pk, goes, moved)


# --- why ------------------------------------------------------------------------------------------------------------
class Counted(NamedTuple):
    """One result of a member in words' reach: what it earned, with whom, in which round."""

    earned: Earned
    fixture: Fixture
    is_void: bool
    others: list[str]


class Neighbour(NamedTuple):
    """Who stands next to a member, and what decides between the two (None: they share the place)."""

    line: Standing
    by: Decider | None


class Why(NamedTuple):
    """The calculation of one line of the table."""

    line: Standing
    results: list[Counted]
    neighbours: list[Neighbour]


def why(season: Season, entry: Entry) -> Why | None:
    """How a member's place comes about: every result, and what decides between them and their neighbours."""
    found = Standing.objects.filter(entry=entry).select_related("entry__member__user").first()
    if found is None or entry.division_id is None:
        return None
    return Why(found, results_of(season, entry), _neighbours(found))


def results_of(season: Season, entry: Entry) -> list[Counted]:
    """All results of one member, by round; those that the season does not count are marked, void ones too."""
    seated = Seating.objects.filter(entry=entry, fixture__season=season).values("fixture")
    rows = list(Result.objects.filter(fixture__in=seated).select_related("fixture__round").order_by("made_at", "pk"))
    outcomes = [ledger.outcome(row) for row in rows]
    counts = {earned.key: earned for earned in account(outcomes, season.best or None).get(entry.pk, [])}
    names = _names({part.member for outcome in outcomes for part in outcome.parts})
    found = [_counted(row, outcome, counts, entry.pk, names) for row, outcome in zip(rows, outcomes, strict=True)]
    return sorted(
        [one for one in found if one is not None], key=lambda one: (one.fixture.done_at is None, one.fixture.done_at, one.earned.key)
    )


def _counted(row: Result, outcome: Outcome, counts: Mapping[int, Earned], entry: int, names: Mapping[int, str]) -> Counted | None:
    earned = counts.get(row.pk) or next((one for member, one in earnings(outcome) if member == entry), None)
    if earned is None:
        return None
    others = [names.get(part.member, "–") for part in sorted(outcome.parts, key=lambda part: part.place) if part.member != entry]
    return Counted(earned, row.fixture, row.is_void, others)


def _names(entries: set[int]) -> dict[int, str]:
    return dict(Entry.objects.filter(pk__in=entries).values_list("pk", "member__user__display_name"))


def _neighbours(found: Standing) -> list[Neighbour]:
    """The nearest lines with a better and with a worse place, and between them some of those who share the place."""
    same = _standings(found.division_id).exclude(pk=found.pk)
    better = same.filter(place__lt=found.place).order_by("-place", "-entry__seed", "-entry")[:2]
    equal = same.filter(place=found.place).order_by(*ORDER)[:2]
    worse = same.filter(place__gt=found.place).order_by(*ORDER)[:2]
    mine = _line(found)
    above = [Neighbour(one, decider(_line(one), mine)) for one in [*reversed(better), *equal]]
    return above + [Neighbour(one, decider(mine, _line(one))) for one in worse]


def _line(one: Standing) -> Line:
    return Line(one.place, one.entry_id, one.points, one.firsts, one.game_points, one.played, one.byes, one.forfeits, one.dropped, {})


# --- who met whom ---------------------------------------------------------------------------------------------------
class Met(NamedTuple):
    """One match of two members: the fixture, and the places of the one in the line and the one in the column."""

    fixture_key: str
    place: int
    other: int
    is_void: bool


class Cross(NamedTuple):
    """A piece of the cross table. `lines`: each with its cells in the order of `columns`, None where both are the same member.

    `pages` are the numbers of the pieces, downwards and to the right.
    """

    columns: list[Standing]
    lines: list[tuple[Standing, list[list[Met] | None]]]
    pages: Sequence[int]


def cross(division: Division, *, row_page: int, column_page: int) -> Cross:
    """Who met whom with which places. At most CROSS_PER_PAGE lines and columns at a time, whatever the number of members."""
    count = Standing.objects.filter(division=division).count()
    pages = max(1, -(-count // CROSS_PER_PAGE))
    down, right = (min(max(page, 1), pages) for page in (row_page, column_page))
    rows = _piece(division, down)
    columns = rows if right == down else _piece(division, right)
    wanted, beside = {one.entry_id for one in rows}, {one.entry_id for one in columns}
    met: dict[tuple[int, int], list[Met]] = {}
    keys = _of_both(wanted, beside)
    for outcome, _ in ledger.read(Result.objects.filter(pk__in=keys)):
        parts = [part for part in outcome.parts if not part.is_absent]
        for one in parts:
            for other in parts:
                if one.member != other.member and one.member in wanted and other.member in beside:
                    cell = Met(keys[outcome.key], one.place, other.place, outcome.is_void)
                    met.setdefault((one.member, other.member), []).append(cell)
    lines = [(row, [None if row.pk == one.pk else met.get((row.entry_id, one.entry_id), []) for one in columns]) for row in rows]
    return Cross(columns, lines, range(1, pages + 1))


def _of_both(wanted: set[int], beside: set[int]) -> dict[int, str]:
    """Results of matches of one of `wanted` and another of `beside`, each with the key of its fixture: usually few of all that
    they played. One query.
    """
    at: dict[tuple[int, str], list[int]] = {}
    seated = Seating.objects.filter(entry__in=wanted | beside, fixture__result__isnull=False)
    for result, key, entry in seated.values_list("fixture__result", "fixture__key", "entry"):
        at.setdefault((result, key), []).append(entry)
    return {
        result: key
        for (result, key), entries in at.items()
        if len(entries) > 1 and any(entry in wanted for entry in entries) and any(entry in beside for entry in entries)
    }


def _piece(division: Division, page: int) -> list[Standing]:
    return list(_standings(division)[(page - 1) * CROSS_PER_PAGE : page * CROSS_PER_PAGE])
