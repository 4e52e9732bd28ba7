"""What one result does to the table: its lines before and after, for whoever decides about it and for the public log."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from leagues.models import Division, Entry, Season
from leagues.services import standing
from leagues.standings import Line, Outcome


class Shift(NamedTuple):
    """A member whose line of the table changes."""

    entry: int
    before: Line
    after: Line


def shifts(season: Season, division: Division, before: Sequence[Outcome], after: Sequence[Outcome]) -> list[Shift]:
    """The lines that differ between these results of a division and those, by the place they lead to."""
    members = standing.members_of(division)
    old, new = ({line.member: line for line in standing.table(season, outcomes, members)} for outcomes in (before, after))
    found = [Shift(entry, old[entry], new[entry]) for entry in old if old[entry] != new[entry]]
    return sorted(found, key=lambda shift: (shift.after.place, shift.entry))


def in_log(found: Sequence[Shift], entries: Collection[int]) -> tuple[dict[str, str], dict[str, str]]:
    """Place and points of these members before and after, by the id of the person, as a line of the log keeps them."""
    person = users([shift.entry for shift in found if shift.entry in entries])
    mine = [(str(person[shift.entry]), shift) for shift in found if shift.entry in person]
    before = {pk: f"{shift.before.place} – {shift.before.points:g}" for pk, shift in mine}
    return before, {pk: f"{shift.after.place} – {shift.after.points:g}" for pk, shift in mine}


def users(entries: Collection[int]) -> dict[int, int]:
    """The id of each entry's person, in the order of entries."""
    return dict(Entry.objects.filter(pk__in=entries).order_by("pk").values_list("pk", "member__user"))
