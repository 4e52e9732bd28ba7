"""Saying something at a table. A line is stored first and told after commit; it never touches a match.

TalkError codes: see errors.py.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import limits, marks
from bluffsite.accounts.limits import TooFast, Who
from bluffsite.accounts.models import User
from bluffsite.accounts.services import Merged
from games.play import announce
from games.play.models import Seat, Table
from games.play.services.errors import TableError
from games.play.talk import avoiding, selectors, texts
from games.play.talk import filter as words
from games.play.talk.errors import TalkError
from games.play.talk.models import Ear, Line
from games.play.talk.phrases import COUNT, PHRASES

LINES, SECONDS = 5, 10
"""So many lines in so many seconds (UX-1405)."""

_LAST_TICK = 2**31 - 10**7  # from then on they are counted
_LOCK = 7_201_969  # of the talk, among the advisory locks of the database

NEW = timedelta(days=7)
"""A membership shorter than this has no free text at open tables, and elsewhere no links or other contacts."""


def say(
    *,
    table: Table,
    user: User,
    phrase: int | None = None,
    text: str = "",
    language: str,
    token: str | None = None,
    now: datetime | None = None,
) -> Line:
    """One line of a person who sits at the table: a quick phrase, or a text. The same token gives the same line again.

    A new member's links and contacts are left out of the text. Raises TalkError.
    """
    at = timezone.now() if now is None else now
    seat = Seat.objects.filter(table=table, user=user).first()
    if seat is None:
        raise TalkError("not_seated")
    if not selectors.has_talk(table, selectors.seats_taken(table)):
        raise TalkError("talk_off")
    try:
        limits.spend("talk", Who(user.pk, ""))  # refused ones count: the filter is not there to be tried out
    except TooFast:
        raise TalkError("talk_too_fast") from None
    _require_voice(user, is_text=phrase is None)
    if phrase is None:
        text = _checked(table, user, text, language)
    elif not 1 <= phrase <= COUNT:
        raise TalkError("no_such_phrase")
    line = Line(table=table, user=user, seat=seat.index, name=seat.name, phrase=phrase, language=language[:2], token=token, at=at)
    line.text = text if phrase is None else ""
    return _store(line, at)


def text_refusal(table: Table, user: User) -> str | None:
    """Why this person cannot write freely at this table, as a code; None: they can. Marks apart."""
    if not table.allows_text or settings.CHILD_SAFE:
        return "phrases_only"
    if not user.is_member:
        return "members_only"
    if table.is_public and user.membership < NEW:
        return "seven_days"
    return "child_safe" if selectors.ear_of(user) == Ear.Hears.PHRASES else None


def _require_voice(user: User, *, is_text: bool) -> None:
    if marks.is_shut_out(user):
        raise TalkError("shut_out")
    mark = selectors.is_barred(user, text=is_text)
    if mark is not None:
        raise TalkError("talk_barred", user=user, until=mark.until)


def _checked(table: Table, user: User, typed: str, language: str) -> str:
    """The text as it is printed. Raises TalkError."""
    refusal = text_refusal(table, user)
    if refusal is not None:
        raise TalkError(refusal)
    try:
        text = texts.clean_text(typed)
    except texts.TooLong:
        raise TalkError("long_line") from None
    if not text:
        raise TalkError("empty")
    word = words.bad_word(text, language[:2])
    if word is not None:
        raise TalkError("bad_word", word=word)
    if user.membership < NEW:
        text = texts.without_contacts(text)
        if texts.is_empty_without(text):
            raise TalkError("empty")
    return text


def _store(line: Line, at: datetime) -> Line:
    """Give the line its number and keep it. Raises TalkError(talk_too_fast)."""
    for _try in range(20):
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=line.user_id)  # a person's lines come one after another
            if line.token is not None and (known := Line.objects.filter(user=line.user_id, token=line.token).first()) is not None:
                return known
            if Line.objects.filter(user=line.user_id, at__gt=at - timedelta(seconds=SECONDS)).count() >= LINES:
                raise TalkError("talk_too_fast")
            _one_by_one(line.table_id)
            line.number = _next_number(line)
            try:
                with transaction.atomic():
                    line.save(force_insert=True)
            except IntegrityError:  # somebody else's line got this number
                line.pk = None
                continue
            transaction.on_commit(partial(announce.said, line.table_id, line.number))
            return line
    raise RuntimeError("no number found for a line")


def _next_number(line: Line) -> int:
    """By the clock and not by counting: who does not hear somebody must not see from a gap that something was said."""
    last = Line.objects.filter(table_id=line.table_id).aggregate(last=Max("number"))["last"] or 0
    ticks = (timezone.now() - line.table.created_at) // settings.TALK_TICK
    return max(last + 1, min(ticks, _LAST_TICK))


def _one_by_one(table_id: int) -> None:
    """Until the transaction ends nobody else's line gets a number at this table. (SQLite has one writer anyway.)"""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, table_id % 2**31])


def avoid_speaker(*, table: Table, user: User, how: str, line: int | None = None, seat: int | None = None, mark: str | None = None) -> str:
    """Mute or block whoever said that line, has that seat or is named by that mark, or take it back (`none`). Returns their
    name there, "" where they are gone.

    Raises TableError: nobody_there, yourself.
    """
    found = selectors.speaker_of(table, line=line, seat=seat, mark=mark)
    if found is None:
        raise TableError("nobody_there")
    other, name = found
    avoid_person(user=user, other=other, name=name, how=how)
    return name


def avoid_person(*, user: User, other: User, name: str, how: str) -> None:
    """Mute or block this person, who is called `name` where that is done, or take it back (`none`). Raises TableError(yourself)."""
    if how == "none":
        avoiding.forgive(user=user, other=other.pk)
    else:
        avoiding.avoid(user=user, other=other, name=name, is_block=how == "block")


def remove(*, line: Line) -> None:
    """Staff take a line away: readers see that something stood here. Doing it again changes nothing."""
    with transaction.atomic():
        if Line.objects.filter(pk=line.pk, removed_at=None).update(removed_at=timezone.now()):
            transaction.on_commit(partial(announce.said, line.table_id, line.number))


def put_back(*, line: Line) -> None:
    """The line is there again: the decision to take it away was taken back."""
    with transaction.atomic():
        if Line.objects.filter(pk=line.pk, removed_at__isnull=False).update(removed_at=None):
            transaction.on_commit(partial(announce.said, line.table_id, line.number))


def set_ear(*, user: User, hears: str) -> None:
    """What the person wants to hear from now on. ValueError for an unknown choice."""
    Ear.objects.update_or_create(user=user, defaults={"hears": Ear.Hears(hears)})


KEPT_DAYS = 180


def forget_old(then: datetime) -> int:
    """Lines that were said before `then`. What was reported of them is kept with the report."""
    return Line.objects.filter(at__lt=then).delete()[0]


def forget(user: User) -> None:
    """Take a person out of the talk for good: lines stay without their maker's name and words, mutes and blocks go."""
    Line.objects.filter(user=user).update(name="", text="", language="", token=None, removed_at=timezone.now(), user=None)
    user.avoidances.all().delete()  # type: ignore[attr-defined]
    user.avoided_by.all().delete()  # type: ignore[attr-defined]
    Ear.objects.filter(user=user).delete()


def move_lines(guest: User, member: User) -> Merged:
    """What a guest said and wanted to hear goes along to the account that the guest signs in to."""
    Line.objects.filter(user=guest).update(user=member, token=None)
    if not Ear.objects.filter(user=member).exists():
        Ear.objects.filter(user=guest).update(user=member)
    return Merged()


WORDS = {
    "hears": _("What I want to hear"),
    "lines": _("Lines"),
    "phrase": _("Quick phrase"),
    "muted_and_blocked": _("Muted and blocked"),
    "blocked": _("Blocked"),
}
HEARS = {Ear.Hears.ALL: _("Everything"), Ear.Hears.PHRASES: _("Quick phrases only"), Ear.Hears.NOTHING: _("Nothing")}
SAID: dict[str, Callable[[Any], Any]] = {
    "hears": lambda hears: HEARS[Ear.Hears(hears)],
    "phrase": lambda number: PHRASES[number - 1] if number else None,
}


def export(user: User) -> dict[str, Any]:
    """What the site keeps of a person's talk, for *Download my data*."""
    return {
        "hears": selectors.ear_of(user),
        "lines": [
            {"at": line.at.isoformat(), "phrase": line.phrase, "text": line.text, "name": line.name}
            for line in Line.objects.filter(user=user).order_by("at")
        ],
        "muted_and_blocked": [
            {"name": one.name, "blocked": one.is_block, "since": one.made_at.isoformat()} for one in avoiding.list_of(user)
        ],
    }
