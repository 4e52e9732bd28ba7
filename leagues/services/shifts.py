"""What one result does to the table: its lines before and after, for whoever decides about it and for the public log."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from leagues.models import Division, Entry, Season
from leagues.services import standing
from leagues.standings import Line, Outcome

COUNTS = ("firsts", "game_points", "played", "byes", "forfeits")
"""What may change in a line while its place and points do not."""
MOST = 60
"""So many lines are shown and kept in the log. Those of the match are always among them, the best of the others follow."""


class Shift(NamedTuple):
    """A member whose line of the table changes."""

    entry: int
    before: Line
    after: Line

    @property
    def told(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Place and points before and after; where both stay as they are, also what does not."""
        names: list[str] = ["place", "points"]
        if all(getattr(self.before, name) == getattr(self.after, name) for name in names):
            names += [name for name in COUNTS if getattr(self.before, name) != getattr(self.after, name)]
        before, after = ({name: getattr(line, name) for name in names} for line in (self.before, self.after))
        return before, after


def shifts(season: Season, division: Division, before: Sequence[Outcome], after: Sequence[Outcome]) -> list[Shift]:
    """The lines that differ between these results of a division and those, by the place they lead to."""
    members = standing.members_of(division)
    old, new = ({line.member: line for line in standing.table(season, outcomes, members)} for outcomes in (before, after))
    found = [Shift(entry, old[entry], new[entry]) for entry in old if _values(old[entry]) != _values(new[entry])]
    return sorted(found, key=_by_place)


def _values(line: Line) -> list[Any]:
    return [getattr(line, name) for name in ("place", "points", *COUNTS)]


def _by_place(shift: Shift) -> tuple[int, int]:
    return shift.after.place, shift.entry


def shortened(found: Sequence[Shift], entries: Collection[int]) -> tuple[list[Shift], int]:
    """At most `MOST` of these lines, those of `entries` before all others, by place; and how many are left out."""
    mine, others = ([shift for shift in found if (shift.entry in entries) == is_mine] for is_mine in (True, False))
    kept = sorted([*mine, *others[: max(0, MOST - len(mine))]], key=_by_place)
    return kept, len(found) - len(kept)


def in_log(found: Sequence[Shift], entries: Collection[int]) -> tuple[dict[str, Any], dict[str, Any], dict[str, int]]:
    """These lines before and after, by the id of the person, as a line of the log keeps them; and how many `more` there are."""
    kept, more = shortened(found, entries)
    person = users([shift.entry for shift in kept])
    told = {str(person[shift.entry]): shift.told for shift in kept}
    before, after = ({pk: values[at] for pk, values in told.items()} for at in (0, 1))
    return before, after, {"more": more} if more else {}


def users(entries: Collection[int]) -> dict[int, int]:
    """The id of each entry's person, in the order of entries."""
    return dict(Entry.objects.filter(pk__in=entries).order_by("pk").values_list("pk", "member__user"))
