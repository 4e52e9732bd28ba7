"""What can be reported, and what is kept of it as evidence. Whatever a reader may not see, they cannot report either.

Kinds and keys: `table`, `log`, `result`: the key of a table. `seat`: key of the table, ".", mark of the person there
(`games.play.talk.marks`), or a seat: then whoever has it now. `line`: key of the table,
".", number of the line. `profile`: the key of a profile. `league`: a league's key.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from bluffsite.accounts.models import User
from bluffsite.accounts.selectors import profile_for
from bluffsite.moderation.models import Report
from games.core.game import Language
from games.core.registry import game_named
from games.play import selectors
from games.play.models import LogEntry, Match, Seat, Table
from games.play.services import record as records
from games.play.talk import selectors as talks
from games.play.talk.marks import mark_of, marked
from games.play.talk.models import Line
from leagues.models import League, Membership

Reader = User | AnonymousUser
Kind = Report.Kind

PROVED = timedelta(days=1)
"""How long a form may lie open."""
_SALT = "bluffsite.moderation.targets"

LINES_AROUND = 25
"""Lines of talk before and after the one in question, or the newest of a table."""
EVENTS_KEPT = 60
"""Entries of the log as a spectator was shown them: half of them before the line in question, or the newest."""


class Target(NamedTuple):
    """Something that was pointed at. `person` is who it is about, None where it is nobody in particular; then `people` are
    those that one may choose from, by their mark. `path`: where it is, without a language where it has none.
    """

    kind: str
    about: str
    label: str
    person: User | None
    table: Table | None
    people: dict[str, tuple[User, str]]
    path: str
    line: int | None = None


def target_of(reader: Reader, kind: str, key: str, *, proof: str = "") -> Target | None:
    """What the reader means; None for an unknown thing and for one that is not theirs to see.

    With the `proof` that it was shown to them when the form was opened (`proof_of`) they need not see it still: a table may
    have begun, a league have sent them away. It is called what it was called then.
    """
    find = _FINDERS.get(kind)
    if find is None or not key or len(key) > 80 or not key.isprintable():
        return None
    label = _label_of(reader, kind, key, proof)
    found = find(reader, kind, key) or (None if label is None else find(Seen(reader.pk), kind, key))
    return found if found is None or label is None else found._replace(label=label)


class Seen(NamedTuple):
    """A reader to whom the thing in question was shown before."""

    pk: int | None


def proof_of(reader: Reader, target: Target) -> str:
    """Goes along with the form, for this reader and this thing alone."""
    return signing.dumps([reader.pk, target.kind, target.about, target.label], salt=_SALT)


def _label_of(reader: Reader, kind: str, key: str, proof: str) -> str | None:
    """What the thing was called when it was shown to this reader; None where nothing proves that it was."""
    try:
        *shown, label = signing.loads(proof, salt=_SALT, max_age=PROVED)
    except signing.BadSignature:
        return None
    return str(label) if shown == [reader.pk, kind, key] else None


def _table(reader: Reader | Seen, key: str) -> Table | None:
    return Table.objects.filter(key=key).first() if isinstance(reader, Seen) else selectors.table_for(reader, key)


def _of_table(reader: Reader | Seen, kind: str, key: str) -> Target | None:
    table = _table(reader, key)
    if table is None:
        return None
    return Target(kind, key, _table_label(table), None, table, _people(table, reader.pk), f"/tables/{key}/")


def _of_seat(reader: Reader | Seen, kind: str, key: str) -> Target | None:
    table_key, _dot, who = key.rpartition(".")
    table = _table(reader, table_key)
    if table is None:
        return None
    found = talks.speaker_of(table, mark=who) or talks.speaker_of(table, seat=_number(who))
    if found is None:
        return None
    person, name = found
    return Target(
        kind, f"{table_key}.{mark_of(table, person)}", f"{name or '—'} – {_table_label(table)}", person, table, {}, f"/tables/{table.key}/"
    )


def _of_line(reader: Reader | Seen, kind: str, key: str) -> Target | None:
    table, number = _table_and_number(reader, key)
    line = None if table is None else Line.objects.filter(table=table, number=number).select_related("user").first()
    if table is None or line is None or line.user is None:
        return None
    return Target(kind, key, f"{line.name} – {_table_label(table)}", line.user, table, {}, f"/tables/{table.key}/", line.number)


def _of_profile(reader: Reader | Seen, kind: str, key: str) -> Target | None:
    is_shown_no_more = isinstance(reader, Seen)
    person = User.objects.filter(profile_key=key, erased_at=None).first() if is_shown_no_more else profile_for(reader, key)
    return None if person is None else Target(kind, key, person.display_name, person, None, {}, reverse("accounts:profile", args=[key]))


def _of_league(reader: Reader | Seen, kind: str, key: str) -> Target | None:
    mine = Exists(Membership.objects.filter(league=OuterRef("pk"), user=reader.pk, state=Membership.State.IN))
    shown = Q() if isinstance(reader, Seen) else Q(is_public=True) | mine
    league = League.objects.filter(shown, key=key).first()
    return None if league is None else Target(kind, key, league.name, None, None, {}, reverse("leagues:home", args=[key]))


_OF_ALL = (Kind.TABLE, Kind.LOG, Kind.RESULT)

_FINDERS: dict[str, Callable[[Reader | Seen, str, str], Target | None]] = {
    Kind.TABLE: _of_table,
    Kind.LOG: _of_table,
    Kind.RESULT: _of_table,
    Kind.SEAT: _of_seat,
    Kind.LINE: _of_line,
    Kind.PROFILE: _of_profile,
    Kind.LEAGUE: _of_league,
}


def _table_and_number(reader: Reader | Seen, key: str) -> tuple[Table | None, int | None]:
    name, _dot, typed = key.rpartition(".")
    number = _number(typed)
    return (None, None) if number is None else (_table(reader, name), number)


def _number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None


def _table_label(table: Table) -> str:
    """The game and the day, in no language in particular: a label is kept."""
    return f"{game_named(table.game).words.title('en')}, {table.created_at:%Y-%m-%d}"


class Called(NamedTuple):
    """What a report is about, for its reporter: a name, then the game's title in the active language and the day of its table."""

    name: str
    title: str = ""
    day: datetime | None = None


def called(report: Report) -> Called:
    table = report.table
    if table is None or not report.label.endswith(_table_label(table)):
        return Called(report.label)
    title = game_named(table.game).words.title(cast(Language, get_language()))
    return Called(report.label.removesuffix(_table_label(table)), title, table.created_at)


def _people(table: Table, reader: int | None) -> dict[str, tuple[User, str]]:
    """Also those who have spoken there and sit no more."""
    return {one.mark: (one.user, one.name) for one in talks.people_at(table, reader)}


def person_of(target: Target, who: str) -> User | None:
    """Who was chosen from `people`, also if they have left the table since; else who the target is about anyway."""
    if who in target.people:
        return target.people[who][0]
    chosen = marked(target.table, who) if target.table is not None and target.kind in _OF_ALL else None
    return target.person if chosen is None else chosen


# --- evidence -------------------------------------------------------------------------------------------------------
def evidence_of(target: Target) -> dict[str, Any]:
    """What stood there and around it, as it is now: lines of talk, and events as spectators were shown them. No hidden card.

    `{"at", "lines": [{"number", "user", "name", "text", "language", "phrase", "at", "meant"}], "version", "events":
    [{"number", "seat", "by", "at", "events"}], "names": by seat}`; without a table the name that was shown.
    """
    kept: dict[str, Any] = {"at": timezone.now().isoformat(), "label": target.label}
    if target.person is not None:
        kept["name"] = target.person.display_name
    if target.kind == Kind.LEAGUE:
        kept["about"] = League.objects.filter(key=target.about).values_list("about", flat=True).first() or ""
    if target.table is None:
        return kept
    kept["names"] = {seat.index: seat.name for seat in Seat.objects.filter(table=target.table, user__isnull=False)}
    kept["lines"] = _lines(target.table, target.line)
    meant = next((line["at"] for line in kept["lines"] if line["meant"]), None)
    return kept | _events(target.table, None if meant is None else datetime.fromisoformat(meant))


def _lines(table: Table, meant: int | None) -> list[dict[str, Any]]:
    found = talks.lines(table.pk, most=LINES_AROUND) if meant is None else _around(table, meant)
    return [
        {
            "number": line.number,
            "user": line.user_id,
            "seat": line.seat,
            "name": line.name,
            "text": line.in_words(line.language),
            "language": line.language,
            "phrase": line.phrase,
            "at": line.at.isoformat(),
            "meant": line.number == meant,
        }
        for line in found
    ]


def _around(table: Table, meant: int) -> list[talks.Said]:
    found = talks.lines(table.pk)
    at = next((place for place, line in enumerate(found) if line.number == meant), 0)
    return found[max(0, at - LINES_AROUND) : at + LINES_AROUND + 1]


def _events(table: Table, at: datetime | None) -> dict[str, Any]:
    """The events around the version that the match had at that moment; without one the newest."""
    if not Match.objects.filter(pk=table.pk).exists():
        return {}
    record = records.read(table.pk)
    version, entries = record.version, selectors.log_for(record, None, most=EVENTS_KEPT)
    if at is not None:
        before = LogEntry.objects.filter(match_id=table.pk, at__lte=at, is_quiet=False).order_by("-number")
        version = before.values_list("version", flat=True).first() or 1
        around = selectors.log_for(record, None, since=max(0, version - EVENTS_KEPT // 2))
        entries = [entry for entry in around if entry.number <= version + EVENTS_KEPT // 2]
    return {
        "version": version,
        "events": [
            {
                "number": entry.number,
                "seat": entry.seat,
                "by": entry.by,
                "at": entry.at,
                "table_action": entry.table_action,
                "events": msgspec.to_builtins(entry.events),
            }
            for entry in entries
        ],
    }


def sentence_about(target: Target) -> str:
    """What the form says it is about, in the active language."""
    game = "" if target.table is None else game_named(target.table.game).words.title(cast(Language, get_language()))
    if target.kind == Kind.LINE:
        return _("A line of %(name)s") % {"name": target.label.rpartition(" – ")[0]}
    if target.kind == Kind.SEAT:
        return _("%(name)s at a table of %(game)s") % {"name": target.label.rpartition(" – ")[0], "game": game}
    if target.kind == Kind.PROFILE:
        return _("%(name)s and their profile") % {"name": target.label}
    if target.kind == Kind.LEAGUE:
        return _("The league %(name)s") % {"name": target.label}
    if target.kind == Kind.RESULT:
        return _("A result of %(game)s") % {"game": game}
    if target.kind == Kind.LOG:
        return _("The log of a match of %(game)s") % {"game": game}
    return _("A table of %(game)s") % {"game": game}
