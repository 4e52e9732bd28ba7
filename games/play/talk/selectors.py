"""What readers hear of the talk at a table: phrases in their own language, nothing of people whom they do not hear."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from games.play.models import Match, Seat, Table
from games.play.talk import avoiding
from games.play.talk.avoiding import avoided_by as avoided_by
from games.play.talk.avoiding import avoiding_each_other as avoiding_each_other
from games.play.talk.avoiding import avoids as avoids
from games.play.talk.avoiding import hears as hears
from games.play.talk.marks import mark_of, marked
from games.play.talk.models import Ear, Line
from games.play.talk.phrases import phrase

LINES_SHOWN = 60
"""Lines that come with a page or a first message; the log page has them all."""


class Said(NamedTuple):
    """A line as it is stored. `phrase` is None for a text; of a removed line only who said it is known."""

    number: int
    user_id: int | None
    seat: int
    name: str
    phrase: int | None
    text: str
    language: str
    at: datetime
    is_removed: bool

    def in_words(self, language: str) -> str:
        """What a reader of this language reads."""
        return self.text if self.phrase is None else phrase(self.phrase, language)


class Hearing(NamedTuple):
    """What some readers hear: by user id, the speakers whom they do not, and what kinds of lines they want (`Ear.Hears`)."""

    unheard: Mapping[int, Collection[int]]
    ears: Mapping[int, str]

    def reaches(self, line: Said, reader: int | None) -> bool:
        """Whether the reader hears the line. Everybody hears themselves."""
        if reader is None or line.user_id == reader:
            return True
        wanted = self.ears.get(reader, Ear.Hears.ALL)
        if wanted == Ear.Hears.NOTHING or (wanted == Ear.Hears.PHRASES and line.phrase is None):
            return False
        return line.user_id is None or line.user_id not in self.unheard.get(reader, ())


def hearing(readers: Collection[int], speakers: Iterable[int | None]) -> Hearing:
    """Two queries for all readers together; none where nobody who is known reads."""
    if not readers:
        return Hearing({}, {})
    known = {speaker for speaker in speakers if speaker is not None}
    return Hearing(
        avoiding.unheard(readers, known) if known else {}, dict(Ear.objects.filter(user__in=readers).values_list("user", "hears"))
    )


def ear_of(user: User) -> str:
    """What this person wants to hear."""
    return Ear.objects.filter(user=user).values_list("hears", flat=True).first() or Ear.Hears.ALL


def lines(table_id: int, *, since: int = 0, most: int | None = None, removed_after: datetime | None = None) -> list[Said]:
    """The lines after number `since`, oldest first, or the newest `most` of them; with those removed after that time."""
    wanted = Q(number__gt=since)
    if removed_after is not None:
        wanted |= Q(removed_at__gt=removed_after)
    found = Line.objects.filter(wanted, table_id=table_id).order_by("-number")
    return [_said(row) for row in reversed(found if most is None else found[:most])]


def _said(row: Line) -> Said:
    gone = row.removed_at is not None
    return Said(
        row.number, row.user_id, row.seat, row.name, None if gone else row.phrase, "" if gone else row.text, row.language, row.at, gone
    )


def lines_for(reader: int | None, table_id: int, *, since: int = 0, most: int | None = None) -> list[Said]:
    """The lines that a reader hears; the caller has checked that they may see the table."""
    found = lines(table_id, since=since, most=most)
    heard = hearing([] if reader is None or not found else [reader], {line.user_id for line in found})
    return [line for line in found if heard.reaches(line, reader)]


def last_number(table_id: int) -> int:
    return Line.objects.filter(table_id=table_id).order_by("-number").values_list("number", flat=True).first() or 0


def newest(table_ids: Collection[int], after: int) -> tuple[int, dict[int, int]]:
    """For the slow poll: the last row there is, and of these tables the newest number among the rows after `after`."""
    last, numbers = after, dict[int, int]()
    for pk, table_id, number in Line.objects.filter(pk__gt=after).order_by("pk").values_list("pk", "table_id", "number")[:2000]:
        last = pk
        if table_id in table_ids:
            numbers[table_id] = number
    return last, numbers


def last_row() -> int:
    return Line.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


# --- who may talk ---------------------------------------------------------------------------------------------------
def has_talk(table: Table, persons: int) -> bool:
    """Whether people talk at this table: there is more than one, and not around one phone. In the waiting room others may come."""
    is_lobby = table.phase == Table.Phase.LOBBY
    if table.options.get("one_phone") or table.phase == Table.Phase.CLOSED or (is_lobby and table.rematch_of_id is not None):
        return False
    return persons > 1 or is_lobby


class Speaker(NamedTuple):
    """A person whom a reader can mute, block or report at a table, by their `mark` there (`marks.py`)."""

    mark: str
    user: User
    name: str
    avoided: str


def people_at(table: Table, reader: int | None) -> list[Speaker]:
    """Everybody else who sits or has spoken at this table, with what the reader has done about them: `mute`, `block` or nothing."""
    found: dict[int, tuple[User, str]] = {}
    for seat in Seat.objects.filter(table=table, user__isnull=False).select_related("user"):
        if seat.user is not None and seat.user_id != reader:
            found.setdefault(seat.user.pk, (seat.user, seat.name))
    gone = Line.objects.filter(table=table, user__isnull=False).exclude(user__in=[*found, *([reader] if reader else [])])
    for line in gone.select_related("user").order_by("-number")[:200]:
        if line.user is not None:
            found.setdefault(line.user.pk, (line.user, line.name))
    done = avoiding.silenced(reader, found)
    return [Speaker(mark_of(table, user), user, name, done.get(pk, "")) for pk, (user, name) in found.items()]


def speaker_of(table: Table, *, line: int | None = None, seat: int | None = None, mark: str | None = None) -> tuple[User, str] | None:
    """Whom a line, seat or mark of this table belongs to, and their name there; "" where nothing there has it any more."""
    if mark is not None:
        person = marked(table, mark)
        return None if person is None else (person, _name_at(table, person))
    if line is not None:
        row = Line.objects.filter(table=table, number=line).select_related("user").first()
        return None if row is None or row.user is None else (row.user, row.name)
    row_of = Seat.objects.filter(table=table, index=seat, user__isnull=False).select_related("user").first()
    return None if row_of is None or row_of.user is None else (row_of.user, row_of.name)


def _name_at(table: Table, person: User) -> str:
    """What the person is called where they sit, else in the newest line of theirs."""
    seats = Seat.objects.filter(table=table, user=person).values_list("name", flat=True)
    lines = Line.objects.filter(table=table, user=person).order_by("-number").values_list("name", flat=True)
    return seats.first() or lines.first() or ""


def has_match(table: Table) -> bool:
    return Match.objects.filter(pk=table.pk).exists()


def is_barred(user: User, *, text: bool) -> marks.Mark | None:
    """The mark that keeps this person from writing at all, or with `text` from writing freely."""
    return marks.bars(user, marks.Kind.MUTED, *([marks.Kind.NO_TEXT] if text else []))


def seats_taken(table: Table) -> int:
    return Seat.objects.filter(table=table, user__isnull=False).values("user").distinct().count()


def names_of(found: Sequence[Said]) -> dict[int, str]:
    """User id -> name as shown in the newest of these lines."""
    return {line.user_id: line.name for line in found if line.user_id is not None}
