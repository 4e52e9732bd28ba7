"""Readers of rounds and fixtures: what the pages show of them, each in a number of queries that does not grow."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, F, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from bluffsite.accounts.models import User
from leagues import ledger
from leagues.models import Division, Entry, Fixture, League, Membership, Result, Round, Season, Seating, TimeProposal
from leagues.readers.seats import Seat, seats_of
from leagues.services import fixtures
from leagues.standings import earnings

Reader = User | AnonymousUser
PER_PAGE = 40
CLOSE = timedelta(hours=2)
"""Two matches nearer than this to each other cannot both be played."""
State = Fixture.State


class Place(NamedTuple):
    """A member of a fixture as its page and its round show them. `place` and `points` once there is a result.

    `is_gone`: nobody will come for this member, and nobody has to wait.
    """

    seat: Seat
    name: str
    stand_in: str
    is_here: bool
    is_me: bool
    place: int | None
    points: float | None
    tallies: dict[str, int]
    is_gone: bool


class Shown(NamedTuple):
    """A fixture with its members; `result` where there is one."""

    fixture: Fixture
    places: list[Place]
    result: Result | None

    @property
    def is_mine(self) -> bool:
        return any(place.is_me for place in self.places)

    @property
    def names(self) -> list[str]:
        return [place.name for place in self.places]


def _whole(found: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """All that the page of a fixture needs."""
    return found.select_related("round", "table", "result", "season__league", "division")


def _shown_all(found: Sequence[Fixture], user: Reader) -> list[Shown]:
    """One query for all of their members."""
    seats, now = seats_of(found), timezone.now()
    return [shown(fixture, seats[fixture.pk], user, now=now) for fixture in found]


def shown(fixture: Fixture, seats: Sequence[Seat], user: Reader, *, now: datetime) -> Shown:
    """From a fixture that was read with its `result`, and its seats: no query."""
    result = getattr(fixture, "result", None)
    parts = {part.member: part for part in ledger.parts_of(result.parts)} if result is not None else {}
    points = {member: earned.points for member, earned in earnings(ledger.outcome(result))} if result is not None else {}
    is_open, me = fixture.state == State.OPEN, user.pk
    places = []
    for seat in seats:
        part = parts.get(seat.entry_id)
        is_gone = is_open and seat.has_left
        places.append(
            Place(
                seat,
                seat.name,
                seat.stand_in,
                fixtures.is_here(seat.here_at, now),
                me is not None and seat.player_id == me and not is_gone,
                part.place if part is not None and not fixture.is_bye else None,
                points.get(seat.entry_id),
                part.tallies if part is not None else {},
                is_gone,
            )
        )
    if result is not None:
        places.sort(key=lambda place: (place.place or 0, place.seat.index))
    return Shown(fixture, places, result)


def fixture_in(league: League, key: str, user: Reader) -> Shown | None:
    """The fixture with this key, if it is one of this league."""
    if len(key) > 12 or not key.isprintable():
        return None
    found = _whole(Fixture.objects.filter(season__league=league, key=key))[:1]
    return next(iter(_shown_all(found, user)), None)


def free_times(found: Shown) -> list[tuple[Place, Membership]]:
    """Who will play a fixture, stand-ins in their members' places, each with what they said of their time. One query."""
    places = [place for place in found.places if not place.is_gone]
    players = [place.seat.player_id for place in places]
    members = Membership.objects.filter(league=found.fixture.season.league_id, user__in=players).select_related("user")
    by_user = {member.user_id: member for member in members}
    return [(place, by_user[player]) for place, player in zip(places, players, strict=True) if player in by_user]


class RoundPage(NamedTuple):
    """Fixtures of one round of one division, a page at a time; those of the reader first of all."""

    round: Round
    fixtures: list[Shown]
    sitting_out: list[str]
    number: int
    before: int | None
    after: int | None


def rounds_of(division: Division) -> list[Round]:
    """All rounds that were opened, each with how many matches it has (`matches`), how many are decided (`decided`), and
    whether that is all of them (`is_decided`): the sweep closes it a moment later.
    """
    played = Q(fixtures__is_bye=False)
    done = played & Q(fixtures__state__in=(State.FINISHED, State.NOT_PLAYED))
    counted = Round.objects.filter(division=division).annotate(
        matches=Count("fixtures", filter=played), decided=Count("fixtures", filter=done)
    )
    found = list(counted.order_by("number"))
    for one in found:
        one.is_decided = one.closed_at is not None or one.decided >= one.matches  # type: ignore[attr-defined]
    return found


def round_page(found: Round, user: Reader, *, page: str) -> RoundPage:
    number = int(page) if page.isdecimal() and 0 < len(page) < 6 and int(page) else 1
    start = (number - 1) * PER_PAGE
    mine = Seating.objects.filter(Q(entry__member__user=user.pk) | Q(stand_in=user.pk), fixture__round=found).values("fixture")
    own_first = [] if user.pk is None else [Case(When(pk__in=mine, then=0), default=1)]
    fixtures_here = Fixture.objects.filter(round=found).select_related("result").order_by(*own_first, "number")
    rows = list(fixtures_here[start : start + PER_PAGE + 1])
    fixtures_shown = _shown_all(rows[:PER_PAGE], user)
    seated = Seating.objects.filter(fixture__round=found).values("entry")
    out = Entry.objects.filter(division=found.division_id, state=Entry.State.IN, from_round__lte=found.number).exclude(pk__in=seated)
    names = list(out.order_by("member__user__display_name").values_list("member__user__display_name", flat=True)[:50])
    return RoundPage(found, fixtures_shown, names, number, number - 1 or None, number + 1 if len(rows) > PER_PAGE else None)


def free_matches(season: Season, user: Reader, *, page: str) -> tuple[list[Shown], int, int | None, int | None]:
    """Matches of free play, newest first: (rows, page, page before, page after)."""
    number = int(page) if page.isdecimal() and 0 < len(page) < 6 and int(page) else 1
    start = (number - 1) * PER_PAGE
    found = Fixture.objects.filter(season=season, round=None).select_related("result")
    rows = list(found.order_by("-done_at", "-pk")[start : start + PER_PAGE + 1])
    return _shown_all(rows[:PER_PAGE], user), number, number - 1 or None, number + 1 if len(rows) > PER_PAGE else None


# --- one person's fixtures ------------------------------------------------------------------------------------------
def mine(user: Reader, *, season: Season | None = None) -> QuerySet[Fixture]:
    """Fixtures that this person plays or played, also as a stand-in, in leagues where they are."""
    if user.pk is None:
        return Fixture.objects.none()
    plays = Q(entry__member__user=user.pk) & ~Q(entry__state=Entry.State.WITHDRAWN, fixture__state=State.OPEN)
    # Neither with OR nor by `stand_in=None`, or every seat there ever was is read: SQLite takes the index of the stand-ins.
    own = Seating.objects.alias(other=Coalesce("stand_in", 0)).filter(plays, other=0).values("fixture")
    seated = own.union(Seating.objects.filter(stand_in=user.pk).values("fixture"))
    where = Membership.objects.filter(user=user.pk, state=Membership.State.IN).values("league")
    found = Fixture.objects.filter(pk__in=seated, season__league__in=where, is_bye=False)
    return found if season is None else found.filter(season=season)


def next_of(user: Reader, season: Season | None = None) -> Shown | None:
    """The next match to play: a running one first, then by agreed time, then by deadline."""
    found = mine(user, season=season).filter(state__in=(State.OPEN, State.RUNNING), season__state=Season.State.RUNNING)
    rows = sorted(_whole(found)[:50], key=lambda one: (one.state != State.RUNNING, one.planned_at or one.deadline, one.pk))
    return next(iter(_shown_all(rows[:1], user)), None)


def calendar_of(user: Reader, season: Season | None = None, *, since: datetime | None = None, most: int = 40) -> list[Shown]:
    """Fixtures of a person with a day: those to come, then the last ones that are over (not before `since`), the newest first."""
    found = mine(user, season=season).filter(deadline__isnull=False)
    if since is not None:
        found = found.filter(Q(done_at=None) | Q(done_at__gt=since))
    rows = found.select_related("result", "season__league").order_by(F("done_at").desc(nulls_first=True), "-pk")[:most]
    return _shown_all(rows, user)


def clashing(user: Reader, fixture: Fixture) -> list[Fixture]:
    """Other fixtures of this person planned within two hours of this one."""
    if fixture.planned_at is None:
        return []
    near = (fixture.planned_at - CLOSE, fixture.planned_at + CLOSE)
    others = mine(user).filter(state=State.OPEN, planned_at__range=near).exclude(pk=fixture.pk)
    return list(others.select_related("season__league")[:5])


# --- times ----------------------------------------------------------------------------------------------------------
class Proposal(NamedTuple):
    """A proposed time, with the names of who can and who cannot; `mine`: what the reader answered."""

    proposal: TimeProposal
    can: list[str]
    cannot: list[str]
    mine: bool | None
    is_own: bool


def proposals(found: Shown) -> list[Proposal]:
    """Open proposals that are still to come, earliest first: two queries."""
    rows = TimeProposal.objects.filter(fixture=found.fixture, state=TimeProposal.State.OPEN, at__gt=timezone.now())
    names = {place.seat.entry_id: place.stand_in or place.name for place in found.places}
    me = next((place.seat.entry_id for place in found.places if place.is_me), None)
    result = []
    for one in rows.prefetch_related("answers").order_by("at"):
        answers = {answer.entry_id: answer.can for answer in one.answers.all()}
        can = [names[entry] for entry, yes in answers.items() if yes and entry in names]
        cannot = [names[entry] for entry, yes in answers.items() if not yes and entry in names]
        result.append(Proposal(one, can, cannot, answers.get(me) if me is not None else None, me == one.entry_id))
    return result


def possible_stand_ins(found: Shown) -> list[tuple[int, str]]:
    """Members of the league who are not at this fixture, by name: (membership, name)."""
    at_table = {place.seat.member_id for place in found.places}
    playing = {place.seat.stand_in_id for place in found.places if place.seat.stand_in_id}
    members = Membership.objects.filter(league=found.fixture.season.league_id, state=Membership.State.IN)
    rows = members.exclude(pk__in=at_table).exclude(user__in=playing).order_by("user__display_name", "pk")
    return list(rows.values_list("pk", "user__display_name"))


def names_of(division: Division) -> dict[int, str]:
    """Names by entry."""
    return dict(Entry.objects.filter(division=division).values_list("pk", "member__user__display_name"))
