"""The readers of leagues: which ones a person may see, and who is in them. Unknown and hidden leagues give the same answer.

Nothing here grows in queries with the number of members.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, QuerySet, Sum, When

from bluffsite.accounts.models import NoticeChoice, User
from leagues import ledger, notices
from leagues.models import Dispute, Division, Entry, Fixture, League, LogLine, Membership, Result, Round, Season, Seating, Standing
from leagues.services.ending import final_tables
from leagues.services.errors import LeagueError
from leagues.services.joining import obstacle
from leagues.services.rights import RIGHTS, may, membership

Reader = User | AnonymousUser


class Seen(NamedTuple):
    """A league as one reader has it before them. `member` is None for all who are not in it now."""

    league: League
    member: Membership | None

    def may(self, right: str) -> bool:
        return may(self.member, right)


def seen(user: Reader, key: str) -> Seen | None:
    """The league at this address if the person may see it: a public one anybody, another its members alone."""
    if len(key) > 12 or not key.isprintable():  # PostgreSQL refuses to look for a NUL
        return None
    league = League.objects.filter(key=key).first()
    if league is None:
        return None
    member = membership(league, user)
    if member is not None and member.state != Membership.State.IN:
        member = None
    return Seen(league, member) if member is not None or league.is_public else None


def invited(invite_key: str) -> League | None:
    """The league that an invitation link opens."""
    if len(invite_key) > 22 or not invite_key.isprintable():
        return None
    return League.objects.filter(invite_key=invite_key, closed_at=None).first()


def asked_in(user: Reader, key: str) -> Membership | None:
    """The person's request to join the league at this address, if one is waiting."""
    if user.pk is None or len(key) > 12 or not key.isprintable():
        return None
    waiting = Membership.objects.filter(league__key=key, user=user.pk, state=Membership.State.ASKED)
    return waiting.select_related("league", "user").first()


def members_of(league: League) -> QuerySet[Membership]:
    """Everybody who is in, with their person."""
    return Membership.objects.filter(league=league, state=Membership.State.IN).select_related("user")


def season_now(league: League) -> Season | None:
    """The season that the pages of the league are about: the running one, else the planned one, else the newest."""
    return current(list(league.seasons.exclude(state=Season.State.CALLED_OFF).order_by("-number")[:3]))


def current(seasons: Sequence[Season]) -> Season | None:
    """The same among seasons that are at hand, newest first."""
    seasons = [season for season in seasons if season.state != Season.State.CALLED_OFF][:3]
    for state in (Season.State.RUNNING, Season.State.PLANNED):
        for season in seasons:
            if season.state == state:
                return season
    return seasons[0] if seasons else None


def last_begun(league: League) -> Season | None:
    """The newest season in which something may have been played."""
    return league.seasons.exclude(state=Season.State.CALLED_OFF).exclude(started_at=None).order_by("-number").first()


def leagues_of(user: Reader) -> QuerySet[League]:
    """The leagues that the person is in."""
    mine = Q(memberships__user=user.pk, memberships__state=Membership.State.IN)
    return League.objects.filter(mine) if user.pk is not None else League.objects.none()


# --- the list -------------------------------------------------------------------------------------------------------
PER_PAGE = 24
MOST_MINE = 60


class Row(NamedTuple):
    """A line of the list of leagues; `season` is the one that the league is about now, `deadline` that of its open round.

    `membership`: the reader's, if any. `no_way`: why the reader cannot join it, a code of LeagueError; empty where they can,
    be it after registering.
    """

    league: League
    season: Season | None
    membership: Membership | None
    deadline: datetime | None = None
    no_way: str = ""

    @property
    def is_in(self) -> bool:
        return self.membership is not None and self.membership.state == Membership.State.IN

    @property
    def has_asked(self) -> bool:
        return self.membership is not None and self.membership.state == Membership.State.ASKED

    @property
    def why_not(self) -> str:
        """`no_way` in a sentence."""
        return LeagueError(self.no_way).sentence if self.no_way else ""


class ListPage(NamedTuple):
    """One page of the list, `number` 1, 2, ...; `before` and `after` are numbers of pages that exist."""

    rows: list[Row]
    number: int
    before: int | None
    after: int | None


def league_list(user: Reader, *, q: str = "", game: str = "", joining: str = "", language: str = "", page: str = "") -> ListPage:
    """Public leagues that are not closed, the ones with most members first: four queries. One's own stand above the whole list,
    so they are in it only where something is looked for."""
    found = League.objects.filter(is_public=True, closed_at=None).order_by("-members", "-pk")
    if user.pk is not None and not (q or game or joining or language):
        mine = Membership.objects.filter(league=OuterRef("pk"), user=user.pk, state=Membership.State.IN)
        found = found.exclude(Exists(mine))
    if q:
        found = found.filter(name__icontains=q)
    if game:
        found = found.filter(game=game)
    if joining:
        found = found.filter(joining=joining)
    if language:
        found = found.filter(languages__contains=language)
    number = int(page) if page.isdecimal() and len(page) < 5 and int(page) else 1
    rows = list(found[(number - 1) * PER_PAGE : number * PER_PAGE + 1])
    return ListPage(_rows(user, rows[:PER_PAGE]), number, number - 1 or None, number + 1 if len(rows) > PER_PAGE else None)


def rows_of(user: Reader) -> list[Row]:
    """The person's own leagues, those that are closed last, and those that were asked to join."""
    if user.pk is None:
        return []
    states = (Membership.State.IN, Membership.State.ASKED)
    mine = League.objects.filter(memberships__user=user.pk, memberships__state__in=states)
    return _rows(user, list(mine.order_by(F("closed_at").desc(nulls_first=True), "-pk")[:MOST_MINE]))


def _rows(user: Reader, leagues: list[League]) -> list[Row]:
    ids = [league.pk for league in leagues]
    seasons: dict[int, Season] = {}
    for season in Season.objects.filter(league__in=ids).exclude(state=Season.State.CALLED_OFF).order_by("number"):
        known = seasons.get(season.league_id)
        if known is None or known.state != Season.State.RUNNING:
            seasons[season.league_id] = season
    own = Membership.objects.filter(league__in=ids, user=user.pk) if user.pk is not None else []
    memberships = {member.league_id: member for member in own}
    open_rounds = Round.objects.filter(division__season__in=[season.pk for season in seasons.values()], closed_at=None)
    deadlines = dict(open_rounds.values_list("division__season").annotate(first=Min("deadline")))
    return [
        Row(league, season, member, deadlines.get(season.pk) if season else None, _no_way(user, league, member))
        for league in leagues
        for season, member in [(seasons.get(league.pk), memberships.get(league.pk))]
    ]


def _no_way(user: Reader, league: League, member: Membership | None) -> str:
    code = obstacle(league, user, member)
    return "" if code == "members_only" else code


# --- people in a league ---------------------------------------------------------------------------------------------
MEMBERS_PER_PAGE = 50


class Members(NamedTuple):
    """A page of members: rows of Membership with their person."""

    rows: list[Membership]
    number: int
    before: int | None
    after: int | None


def member_page(league: League, *, q: str = "", page: str = "", state: str = Membership.State.IN) -> Members:
    """Organisers first, then by name."""
    found = Membership.objects.filter(league=league, state=state).select_related("user")
    if q:
        found = found.filter(user__display_name__icontains=q)
    number = int(page) if page.isdecimal() and len(page) < 5 and int(page) else 1
    start = (number - 1) * MEMBERS_PER_PAGE
    first = Case(When(role=Membership.Role.OWNER, then=0), When(role=Membership.Role.ORGANISER, then=1), default=2)
    rows = list(found.order_by(first, "user__display_name", "pk")[start : start + MEMBERS_PER_PAGE + 1])
    return Members(rows[:MEMBERS_PER_PAGE], number, number - 1 or None, number + 1 if len(rows) > MEMBERS_PER_PAGE else None)


def member_of(league: League, member_id: int) -> Membership | None:
    """Anybody who is or was in the league, for the page of that member; who only asked has none."""
    found = Membership.objects.filter(league=league, pk=member_id).exclude(state=Membership.State.ASKED)
    return found.select_related("user", "league").first()


def entries_of(member: Membership) -> list[Entry]:
    """The seasons of a member, newest first."""
    return list(member.entries.select_related("season", "division").order_by("-season__number"))


class Attendance(NamedTuple):
    """Of one member in all seasons: matches played, those that the member did not appear for (also where nobody did), those that
    came after a withdrawal, and those played for others."""

    played: int
    missed: int
    withdrawn: int
    stood_in: int


class PlayedMatch(NamedTuple):
    """A match of a member that is decided. `place` is 0 where it has none: it was not played. `is_forfeit`: decided without a match."""

    fixture: Fixture
    at: datetime
    seating: Seating
    place: int
    of: int
    is_void: bool
    is_forfeit: bool


def attendance_of(member: Membership) -> Attendance:
    """Three queries."""
    played = Standing.objects.filter(entry__member=member).aggregate(played=Sum("played"))["played"]
    missing = Seating.objects.filter(entry__member=member, is_absent=True).exclude(fixture__result__is_void=True)
    missing = missing.exclude(fixture__state=Fixture.State.RUNNING)
    gone = Q(has_withdrawn=True)
    counts = missing.aggregate(missed=Count("pk", filter=~gone), withdrawn=Count("pk", filter=gone))
    seats = Seating.objects.filter(stand_in=member.user_id, fixture__season__league=member.league_id, fixture__state=Fixture.State.FINISHED)
    seats = seats.filter(is_absent=False)
    return Attendance(played or 0, counts["missed"], counts["withdrawn"], seats.aggregate(count=Count("pk"))["count"])


def matches_of(member: Membership, *, most: int = 12) -> list[PlayedMatch]:
    """The newest ones that are decided, played or not: one query."""
    found = Seating.objects.filter(entry__member=member, fixture__is_bye=False)
    found = found.filter(fixture__state__in=(Fixture.State.FINISHED, Fixture.State.NOT_PLAYED))
    newest = found.order_by(F("fixture__done_at").desc(nulls_last=True), "-pk")[:most]
    rows = newest.select_related("fixture__round", "fixture__season", "fixture__result")
    return [_played_match(row) for row in rows]


def _played_match(seating: Seating) -> PlayedMatch:
    fixture, result = seating.fixture, getattr(seating.fixture, "result", None)
    at = fixture.done_at or fixture.created_at
    if result is None:
        return PlayedMatch(fixture, at, seating, 0, 0, is_void=False, is_forfeit=False)
    place = next((part.place for part in ledger.parts_of(result.parts) if part.member == seating.entry_id), 0)
    is_forfeit = result.kind == Result.Kind.FORFEIT
    return PlayedMatch(fixture, at, seating, place, len(result.parts), is_void=result.is_void, is_forfeit=is_forfeit)


def entry_of(season: Season | None, member: Membership | None) -> Entry | None:
    if season is None or member is None:
        return None
    return Entry.objects.filter(season=season, member=member).select_related("division").first()


def seasons_of(league: League) -> list[Season]:
    """All seasons, newest first."""
    return list(league.seasons.order_by("-number")[:200])


def log_lines(league: League, *, before: int | None = None, most: int = 50) -> list[LogLine]:
    """The public log, newest first; `before` is the id of the last line of the page before."""
    lines = LogLine.objects.filter(league=league).select_related("user", "about", "season", "league").order_by("-pk")
    return list((lines if before is None else lines.filter(pk__lt=before))[:most])


def waiting_count(league: League) -> int:
    """How many ask to join."""
    return Membership.objects.filter(league=league, state=Membership.State.ASKED).count()


def notice_choices(user: User, league: League) -> dict[str, NoticeChoice]:
    """How the person hears of each kind of notice of this league: chosen for it, else everywhere, else by default. One query."""
    here, kinds = notices.about(league), notices.KINDS
    rows = NoticeChoice.objects.filter(user=user, kind__in=kinds, about__in={here, ""})
    found = {(row.kind, row.about): row for row in rows}
    return {kind: found.get((kind, here)) or found.get((kind, "")) or default_choice(user, kind) for kind in kinds}


def default_choice(user: User, kind: str) -> NoticeChoice:
    """What holds until a person chooses; not stored."""
    channels = notices.KINDS[kind][1]
    mail = NoticeChoice.Mail.NOW if "mail" in channels else NoticeChoice.Mail.OFF
    return NoticeChoice(user=user, kind=kind, on_page="page" in channels, mail=mail)


# --- a season -------------------------------------------------------------------------------------------------------
ENTRIES_PER_PAGE = 100


class Line(NamedTuple):
    """A member on the page of a season. `goes`: `up`, `down` or empty, once the season runs."""

    entry: Entry
    goes: str


class Table(NamedTuple):
    """Divisions with their members, best first (before the start: one list by name, `division` None)."""

    divisions: list[tuple[Division | None, list[Line]]]
    count: int
    number: int
    before: int | None
    after: int | None


def season_numbered(league: League, number: int) -> Season | None:
    return Season.objects.filter(league=league, number=number).first() if number < 32768 else None


def season_table(season: Season, *, page: str = "") -> Table:
    """A page of those who take part: at most four queries. Places are those of the end; while it runs the standings have them."""
    found = Entry.objects.filter(season=season).exclude(state=Entry.State.RESERVE).select_related("division", "member__user")
    if season.state != Season.State.ENDED:
        found = found.exclude(state=Entry.State.WITHDRAWN)
    order = ("division__level", "place", "seed") if season.started_at else ("member__user__display_name",)
    count = found.count()
    number = int(page) if page.isdecimal() and len(page) < 5 and int(page) else 1
    start = (number - 1) * ENTRIES_PER_PAGE
    rows = list(found.order_by(*order, "pk")[start : start + ENTRIES_PER_PAGE])
    goes = _goes(season)
    divisions: list[tuple[Division | None, list[Line]]] = []
    for entry in rows:
        if not divisions or divisions[-1][0] != entry.division:
            divisions.append((entry.division, []))
        divisions[-1][1].append(Line(entry, goes.get(entry.pk, "")))
    return Table(divisions, count, number, number - 1 or None, number + 1 if start + len(rows) < count else None)


def winners_of(season: Season) -> list[Entry]:
    """Who came first in each division, the highest first; empty until the season has ended. Nobody wins without a point."""
    first = season.entries.filter(place=1, points__gt=0).select_related("member__user", "division").order_by("division__level", "seed")
    return list(first[:50]) if season.state == Season.State.ENDED else []


class Record(NamedTuple):
    """Who did something most often in a season: `what` is `firsts`, `played` or `points`."""

    what: str
    value: float
    entries: Sequence[Entry]


MOST_HOLDERS = 5


def records_of(season: Season) -> list[Record]:
    """Most matches won, most played, most points; left out where nobody has any, or more than a few share it."""
    return [record for what in ("firsts", "played", "points") if (record := _record(season, what)) is not None]


def _record(season: Season, what: str) -> Record | None:
    if what == "played":
        return _most_played(season)
    rows = Standing.objects.filter(season=season, **{f"{what}__gt": 0}).select_related("entry__member__user")
    best = list(rows.order_by(f"-{what}", "entry")[: MOST_HOLDERS + 1])
    holders = [row.entry for row in best if getattr(row, what) == getattr(best[0], what)]
    return Record(what, getattr(best[0], what), holders) if best and len(holders) <= MOST_HOLDERS else None


def _most_played(season: Season) -> Record | None:
    """Matches at a table: neither byes nor those that were decided without one, and no void ones. Two queries."""
    played = Q(fixture__result__kind=Result.Kind.MATCH, fixture__result__is_void=False, is_absent=False)
    counts = Seating.objects.filter(played, fixture__season=season).values_list("entry").annotate(matches=Count("pk"))
    best = list(counts.order_by("-matches", "entry")[: MOST_HOLDERS + 1])
    holders = [entry for entry, matches in best if matches == best[0][1]]
    if not holders or len(holders) > MOST_HOLDERS:
        return None
    entries = Entry.objects.filter(pk__in=holders).select_related("member__user").order_by("pk")
    return Record("played", best[0][1], list(entries))


def _goes(season: Season) -> dict[int, str]:
    """Who goes up and down after a season that has ended, by entry."""
    if season.state != Season.State.ENDED or season.split < 2:
        return {}
    return {line.entry.pk: line.goes for _division, table in final_tables(season) for line in table if line.goes}


# --- the organisers' desk -------------------------------------------------------------------------------------------
MOST_ASKING = 100


def may_organise(member: Membership | None) -> bool:
    """Whether the person has the desk at all."""
    return member is not None and any(may(member, right) for right in RIGHTS)


def season_in(league: League, state: str) -> Season | None:
    """The newest season in this state; of planned and running ones there is one at most."""
    return league.seasons.filter(state=state).select_related("league").order_by("-number").first()


def asking(league: League) -> list[Membership]:
    """Those who ask to join, the longest waiting first."""
    waiting = Membership.objects.filter(league=league, state=Membership.State.ASKED).select_related("user")
    return list(waiting.order_by("changed_at", "pk")[:MOST_ASKING])


def any_member(league: League, member_id: int) -> Membership | None:
    """Anybody who is, was or asks to be in the league: for organisers."""
    return Membership.objects.filter(league=league, pk=member_id).select_related("user", "league").first()


def open_entries(member: Membership) -> list[Entry]:
    """In seasons that are not over."""
    states = (Season.State.PLANNED, Season.State.RUNNING)
    return list(member.entries.filter(season__state__in=states).select_related("season__league").order_by("season__number"))


def open_disputes(league: League) -> list[Dispute]:
    """The longest waiting first."""
    waiting = Dispute.objects.filter(result__season__league=league, state=Dispute.State.OPEN)
    return list(waiting.select_related("member__user", "result__fixture__round", "result__season").order_by("pk")[:MOST_ASKING])


def dispute_in(league: League, dispute_id: int) -> Dispute | None:
    found = Dispute.objects.filter(result__season__league=league, pk=dispute_id)
    return found.select_related("member__user", "result__fixture__round", "result__season__league").first()


def dispute_of(result: Result, member: Membership | None) -> Dispute | None:
    """This member's own dispute of the result."""
    return Dispute.objects.filter(result=result, member=member).first() if member is not None else None


def fixture_in(league: League, key: str) -> Fixture | None:
    """The fixture at this address, if it is of this league."""
    if len(key) > 12 or not key.isprintable():
        return None
    return Fixture.objects.select_related("season__league", "round").filter(season__league=league, key=key).first()


def played_in(fixture: Fixture, member: Membership | None) -> bool:
    """Whether this was the member's match, perhaps played by a substitute."""
    return member is not None and fixture.seatings.filter(entry__member=member).exists()
