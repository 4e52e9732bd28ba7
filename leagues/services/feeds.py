"""A person's calendar file: their matches in all leagues, under a secret address that they can renew."""

import secrets
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from bluffsite.accounts.models import User
from games.core.registry import game_named
from leagues.models import CalendarFeed, Fixture
from leagues.readers.matches import Shown, calendar_of
from leagues.sentences import state

KEPT = timedelta(days=60)
"""How long a match that is over stays in the file."""


def feed_of(user: User) -> CalendarFeed:
    """The person's address, made when it is first asked for."""
    found, _made = CalendarFeed.objects.get_or_create(user=user, defaults={"key": _key()})
    return found


@transaction.atomic
def renew(*, user: User) -> CalendarFeed:
    """Another address; the old one is worth nothing from now on."""
    found, _made = CalendarFeed.objects.update_or_create(user=user, defaults={"key": _key()})
    return found


def _key() -> str:
    return secrets.token_urlsafe(24)


def owner_of(key: str) -> User | None:
    """Whose file this is; None for an unknown address and for people who are gone."""
    if len(key) > 32 or not key.isprintable():
        return None
    found = CalendarFeed.objects.select_related("user").filter(key=key, user__is_active=True).first()
    return found.user if found is not None else None


def calendar_file(user: User) -> bytes:
    """The file in the person's language. Times are moments (UTC), so that every calendar shows them in its own zone."""
    since = timezone.now() - KEPT
    with translation.override(user.language or settings.LANGUAGE_CODE):
        calendar = Calendar()
        calendar.add("prodid", "-//bluffsite//leagues//EN")
        calendar.add("version", "2.0")
        calendar.add("method", "PUBLISH")
        calendar.add("x-wr-calname", _("League matches"))
        calendar.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
        for found in calendar_of(user, since=since, most=200):
            calendar.add_component(_event(found))
        return calendar.to_ical()


def _event(found: Shown) -> Event:
    """An agreed match lasts as long as its game; one without a time stands as a free hour before its deadline, and once it is
    over where it ended.

    The same `uid` as long as there is the match, and a greater `sequence` each time that it moves, so that calendars move it too.
    """
    fixture, league = found.fixture, found.fixture.season.league
    event = Event()
    event.add("uid", f"{fixture.key}@{settings.SITE_URL.split('//')[-1]}")
    event.add("dtstamp", _utc(timezone.now()))
    event.add("sequence", fixture.moves + (fixture.done_at is not None))
    names = ", ".join(place.stand_in or place.name for place in found.places)
    is_agreed, is_played = fixture.planned_at is not None, fixture.state == Fixture.State.FINISHED
    begins, ends = _span(fixture, game_named(league.game).minutes)
    before_then = _("%(league)s: play before then – %(names)s") % {"league": league.name, "names": names}
    event.add("summary", f"{league.name}: {names}" if is_agreed or is_played else before_then)
    event.add("dtstart", _utc(begins))
    event.add("dtend", _utc(ends))
    if not is_agreed:
        event.add("transp", "TRANSPARENT")
    event.add("status", "CANCELLED" if fixture.state == Fixture.State.NOT_PLAYED else "CONFIRMED")
    event.add("description", state(found))
    event.add("url", settings.SITE_URL + reverse("leagues:fixture", args=[league.key, fixture.key]))
    return event


def _span(fixture: Fixture, minutes: int) -> tuple[datetime, datetime]:
    """From when to when it stands in the calendar; `minutes` is how long a game takes."""
    if fixture.planned_at is not None:
        return fixture.planned_at, fixture.planned_at + timedelta(minutes=max(30, minutes * 2))
    is_played = fixture.state == Fixture.State.FINISHED and fixture.done_at is not None
    ends = (fixture.done_at if is_played else fixture.deadline) or fixture.created_at
    return ends - timedelta(hours=1), ends


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=0)
