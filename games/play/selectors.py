"""The readers for people: which tables they may see, and what of them. A stranger gets the same answer for unknown and hidden.

Nothing here grows in queries with the number of seats or tables.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from bluffsite.accounts.models import User
from games.core.chance import Draw
from games.core.fairness import FORMAT, seal
from games.core.game import Engine
from games.core.registry import all_games
from games.core.replay import END_LONG, TABLE_ACTIONS, Entry
from games.play.board import is_signed
from games.play.models import LogEntry, Match, Seat, Secret, Share, StaffLook, Table
from games.play.ratings.selectors import receipts_of
from games.play.services import record as records
from games.play.services.record import News, Record
from games.play.shown import Facts, Sight, person_names

Reader = User | AnonymousUser

TOLD = TABLE_ACTIONS | {END_LONG}
"""Kinds of log entries that say something of the table."""

_PLAYED = (Table.Phase.PLAYING, Table.Phase.FINISHED)


# --- one table ------------------------------------------------------------------------------------------------------
def table_for(user: Reader, key: str) -> Table | None:
    """The table with this key, if this person may see it; None for an unknown one and for one that is not theirs to see.

    A lobby's link is its invitation. A match is seen by those who sit and, at a public table, by anyone.
    """
    if len(key) > 22 or not key.isprintable():  # PostgreSQL refuses to look for a NUL
        return None
    table = Table.objects.filter(key=key).first()
    return table if table is not None and may_see(user, table) else None


def may_see(user: Reader, table: Table) -> bool:
    """Whether the table and its spectators' view are open to this person. What a seat sees is a matter of `seat_of`."""
    return seat_of(user, table) is not None or is_open(table, has_match=Match.objects.filter(pk=table.pk).exists())


def is_open(table: Table, *, has_match: bool) -> bool:
    """Whether people without a seat may see the table."""
    if table.phase in _PLAYED:
        return table.is_public
    if table.options.get("one_phone"):  # nobody joins where one phone goes round
        return False
    if table.rematch_of_id is not None:  # made for an offer; nobody is invited by its link
        return False
    return table.phase == Table.Phase.LOBBY or table.is_public or not has_match


def board_table(key: str, link: str) -> Table | None:
    """The table for a big screen, which is nobody: one that is open to all, or any by the link of those who sit there."""
    if is_signed(key, link) and len(key) <= 22:
        return Table.objects.filter(key=key).first()
    return table_for(AnonymousUser(), key)


def seat_of(user: Reader, table: Table) -> Seat | None:
    """The seat of this person at this table."""
    return Seat.objects.filter(table=table, user=user.pk).first() if user.pk is not None else None


def seats_of(user: Reader, table: Table) -> list[Seat]:
    """All seats of this person: more than one where one phone goes round."""
    return list(Seat.objects.filter(table=table, user=user.pk)) if user.pk is not None else []


def facts(table_id: int) -> Facts:
    """The rows of a table in two queries, after a rated match in four, as new as their revision. Raises Table.DoesNotExist."""
    table = Table.objects.select_related("match", "rematch").defer("match__saved").get(pk=table_id)
    seats = tuple(Seat.objects.filter(table_id=table_id))
    receipts = receipts_of(table_id) if table.rated and table.phase == Table.Phase.FINISHED else None
    return Facts(table, seats, timezone.now(), receipts)


def sight(table_id: int, *, now: datetime | None = None) -> Sight:
    """The table now, for everybody's part and for the own part of each seat."""
    found = facts(table_id)
    record = records.read(table_id) if getattr(found.table, "match", None) is not None else None
    return Sight(found, record, now or timezone.now())


def shown(found: Facts, record: Record | None, *, now: datetime) -> Sight:
    """The same from rows and a record that the caller has already: no query."""
    return Sight(found, record, now)


def lobby_snapshot(table: Table, user: Reader) -> tuple[Sight, int | None]:
    """A table before its match, and the seat of this person."""
    found = facts(table.pk)
    return Sight(found, None, timezone.now()), found.index_of(user.pk)


# --- lists ----------------------------------------------------------------------------------------------------------
class RunningTable(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the banner (UX-207). `is_handed_over` is known on the table's page only."""

    key: str
    game: str
    phase: str
    is_my_turn: bool


def running_tables_of(user: Reader) -> list[RunningTable]:
    """Lobbies and matches where this person sits, newest first: one query."""
    if user.pk is None:
        return []
    mine = (
        Seat.objects.filter(user=user.pk, table__phase__in=(Table.Phase.LOBBY, Table.Phase.PLAYING))
        .order_by("-table_id")
        .values_list("table__key", "table__game", "table__phase", "table__match__waits_for", "index")
    )
    found: dict[str, RunningTable] = {}
    for key, game, phase, waited, index in mine[:60]:  # with one phone a person has several seats
        is_my_turn = waited == index or (key in found and found[key].is_my_turn)
        found[key] = RunningTable(key=key, game=game, phase=phase, is_my_turn=is_my_turn)
    return list(found.values())[:20]


def history_of(user: Reader) -> QuerySet[Table]:
    """The tables where this person has played to the end, newest first, each with its match and its seats."""
    sat = Exists(Seat.objects.filter(table=OuterRef("pk"), user=user.pk))
    mine = Table.objects.none() if user.pk is None else Table.objects.filter(sat, phase=Table.Phase.FINISHED, match__isnull=False)
    seats = Prefetch("seats", Seat.objects.order_by("index"))
    return mine.select_related("match").defer("match__saved").prefetch_related(seats).order_by("-pk")


def has_finished_a_match(user: Reader) -> bool:
    """Whether it is time for the quiet offer to sign up (UX-107)."""
    return user.pk is not None and Seat.objects.filter(user=user.pk, table__phase=Table.Phase.FINISHED).exists()


_HOME_GAME = {"nl": "bluffen", "de": "blef", "en": "bluff_nepal", "ne": "bluff_nepal"}


def first_game(user: Reader, language: str) -> str:
    """What "Play now" plays: the last game played, else that of the language, else the first there is (UX-101)."""
    slugs = [game.slug for game in all_games()]
    wanted = [getattr(user, "last_game", ""), _HOME_GAME.get(language[:2], "")]
    return next((slug for slug in wanted if slug in slugs), slugs[0])


# --- the log and the record -----------------------------------------------------------------------------------------
class ShownEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log as a reader was shown it: `number` is the version that it led to, or, `is_quiet`, at which it came.

    `table_action`: one that concerns the table, or the table as well as the game, else None.
    """

    number: int
    seat: int | None
    by: str
    at: str
    table_action: str | None
    events: tuple[Any, ...]
    is_quiet: bool = False


def log_for(record: Record, seat: int | None, *, since: int = 0, most: int | None = None) -> list[ShownEntry]:
    """The entries after version `since`, up to that of the record, as that seat (None: a spectator) was shown them, oldest first.

    `most`: the newest ones only. Entries that showed the seat nothing are left out. Rules: common.view.no-leak.
    """
    entries = _log_of(record, since=since).filter(Q(is_quiet=False) | Q(seat=seat))
    entries = entries.defer("draws", "token").order_by("-number")
    newest = list(entries if most is None else entries[:most])
    engine = record.engine
    lines = [_shown_entry(engine, entry, seat) for entry in reversed(newest)]
    return [line for line in lines if line.events or line.table_action]


def news_of(record: Record, *, since: int = 0, after: int = 0) -> tuple[News, ...]:
    """The changes of a match after version `since` and entry `after`, up to the record's, whole: for whoever shows them by seat."""
    entries = _log_of(record, since=since).filter(number__gt=after).order_by("number")
    return tuple([_news(record.engine, row) for row in entries.values_list(*_NEWS)])


def news_of_all(known: Sequence[tuple[Record, int]]) -> dict[int, tuple[News, ...]]:
    """For each of these matches, by its id, the changes after that entry, as `news_of` gives them: in one query."""
    if not known:
        return {}
    each = [Q(match_id=record.match_id, number__gt=after, number__lte=record.number) for record, after in known]
    engines = {record.match_id: record.engine for record, _ in known}
    found: dict[int, list[News]] = {match_id: [] for match_id in engines}
    for match_id, *row in LogEntry.objects.filter(reduce(or_, each)).order_by("number").values_list("match_id", *_NEWS):
        found[match_id].append(_news(engines[match_id], row))
    return {match_id: tuple(news) for match_id, news in found.items()}


_NEWS = ("number", "version", "seat", "by", "action", "events", "is_quiet")


def _news(engine: Engine, row: Sequence[Any]) -> News:
    """A change from the columns _NEWS of its entry."""
    number, version, seat, by, action, events, is_quiet = row
    told = msgspec.json.decode(events, type=list[engine.Event])
    return News(number, version, seat, by, msgspec.json.decode(action)["type"], tuple(told), is_quiet)


def _log_of(record: Record, *, since: int) -> QuerySet[LogEntry]:
    """The entries after version `since`, up to the record's own; no entry's number is smaller than its version."""
    return LogEntry.objects.filter(match_id=record.match_id, number__gt=since, version__gt=since, number__lte=record.number)


def _shown_entry(engine: Engine, entry: LogEntry, seat: int | None) -> ShownEntry:
    events = msgspec.json.decode(entry.events, type=list[engine.Event])
    kind = msgspec.json.decode(entry.action).get("type")
    return ShownEntry(
        number=entry.version,
        seat=entry.seat,
        by=entry.by,
        at=entry.at.isoformat(),
        table_action=kind if kind in TOLD else None,
        events=tuple(shown for event in events if (shown := engine.show(event, seat)) is not None),
        is_quiet=entry.is_quiet,
    )


def record_file(match: Match, user: Reader) -> bytes | None:
    """The whole record of an ended match for those who played it, secret and hidden hands included; None for anyone else and before.

    Rules: common.view.record. The format is that of `games.core.fairness`.
    """
    table = Table.objects.get(pk=match.pk)
    if match.ended_at is None or seat_of(user, table) is None:
        return None
    seats = list(Seat.objects.filter(table=table))
    return seal(
        {
            "format": FORMAT,
            "table": table.key,
            "game": match.game,
            "rules_version": match.rules_version,
            "seats": len(seats),
            "options": table.options,
            "commitment": table.commitment,
            "secret": bytes(Secret.objects.get(table=table).value).hex(),
            "parts": match.parts,
            "names": person_names(seats),
            "log": [_whole_entry(entry) for entry in LogEntry.objects.filter(match_id=match.pk).order_by("number")],
            "result": match.result,
        }
    )


def _whole_entry(entry: LogEntry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "seat": entry.seat,
        "by": entry.by,
        "action": msgspec.Raw(entry.action.encode()),
        "draws": msgspec.Raw(entry.draws.encode()),
        "events": msgspec.Raw(entry.events.encode()),
        "at": entry.at.isoformat(),
    }


# --- looking back ---------------------------------------------------------------------------------------------------
def reviewed_by(user: Reader, key: str) -> Table | None:
    """The table with this key, if its match has ended and this person played it; else None. Rules: common.view.record."""
    table = table_for(user, key)
    return table if table is not None and seat_of(user, table) is not None and _has_ended(table) else None


def shared(key: str) -> Table | None:
    """The table whose match a player shares by this link; None for an unknown link and one that was taken back."""
    if len(key) > 32 or not key.isprintable():
        return None
    share = Share.objects.select_related("table").filter(key=key, revoked_at=None).first()
    return share.table if share is not None and _has_ended(share.table) else None


def share_of(user: Reader, table: Table) -> Share | None:
    """The live link that this person has made for the table."""
    return Share.objects.filter(table=table, user=user.pk, revoked_at=None).first() if user.pk is not None else None


def _has_ended(table: Table) -> bool:
    return Match.objects.filter(pk=table.pk, ended_at__isnull=False).exists()


def staff_looks(table: Table) -> list[StaffLook]:
    """When staff looked into this table, for its own people: known once the match is over."""
    return list(StaffLook.objects.filter(table=table, table__match__ended_at__isnull=False).order_by("at"))


def whole_log(match_id: int) -> list[Entry]:
    """Every entry of a match with its draws, hidden hands included: only for those who may open its record."""
    rows = (
        LogEntry.objects.filter(match_id=match_id).order_by("number").values_list("number", "seat", "by", "action", "draws", "events", "at")
    )
    decode = msgspec.json.decode
    return [
        Entry(
            number=number,
            seat=seat,
            by=by,
            action=decode(action),
            draws=decode(draws, type=tuple[Draw, ...]),
            events=decode(events),
            at=at.isoformat(),
        )
        for number, seat, by, action, draws, events, at in rows
    ]
