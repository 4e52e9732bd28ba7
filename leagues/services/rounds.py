"""Rounds are opened and closed: who sits with whom is drawn from what has been played, nobody can choose it.

LeagueError codes: not_running, no_right, not_member, too_few, already, past, far, reason, no_round.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import combinations, count
from secrets import token_hex

import structlog
from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from bluffsite.accounts.models import User
from bluffsite.accounts.zones import zone_of
from games.core.errors import IllegalOptions
from games.core.game import Game
from games.core.registry import game_named
from games.play.services.errors import TableError
from games.play.services.making import read_options
from games.play.talk.selectors import avoiding_each_other
from leagues import ledger, notices
from leagues.models import Division, Entry, Fixture, League, Membership, Result, Round, Season, Seating
from leagues.pairing.rounds import Drawn, Met, Player, round_robin, swiss
from leagues.pairing.sizes import allows_duels, best_size, full_length, table_sizes
from leagues.services import log as public_log
from leagues.services import standing, telling
from leagues.services.days import A_MINUTE, deadline
from leagues.services.errors import LeagueError
from leagues.services.keys import new_key
from leagues.services.rights import acting, locked
from leagues.standings import Part

log = structlog.get_logger(__name__)
Format = Season.Format
LEAST_ROUNDS = 3
"""A season has no fewer, unless its organisers want that: four friends at one table have all met after the first."""


SHORTEST = timedelta(hours=1)
"""No round begins nearer to the planned end of its season."""


# --- what is to come ------------------------------------------------------------------------------------------------
def has_rounds(season: Season) -> bool:
    return season.format != Format.FREE


def sizes(season: Season) -> list[int]:
    """How many take part in each division: one query. Who leaves the league takes part no more."""
    counts = season.entries.filter(state=Entry.State.IN).values("division").annotate(members=Count("pk"))
    return [row["members"] for row in counts]


def length(season: Season, counts: Sequence[int] | None = None) -> int:
    """How many rounds the season has: as planned, else as many as its format needs for its greatest division, and had once it is over.

    `counts`: its `sizes`, where they are known.
    """
    if season.rounds or not has_rounds(season):
        return season.rounds
    if season.state == Season.State.ENDED:
        return season.round
    return max(season.round, _needed(season, counts))


def _needed(season: Season, counts: Sequence[int] | None) -> int:
    """Who has left meanwhile needs none: fewer than were played already, perhaps."""
    members = max(sizes(season) if counts is None else counts, default=0)
    size = size_of(season, members)
    if season.format == Format.SWISS:
        return max(LEAST_ROUNDS, members.bit_length() + (1 if size == 2 else -1))
    return max(LEAST_ROUNDS, full_length(members, size))


def size_of(season: Season, members: int) -> int:
    """The seats of every table of a round: those with fewest byes near what the organisers want, by the game's rules."""
    game = game_named(season.league.game)
    if season.format == Format.DUELS or (season.seats == 2 and allows_duels(game)):
        return 2
    sizes = [size for size in table_sizes(game) if _is_legal(game, size, season)]
    return best_size(members, range(sizes[0], sizes[-1] + 1), season.seats) if sizes else season.seats


def _is_legal(game: Game, size: int, season: Season) -> bool:
    try:
        read_options(game, size, season.options)
    except (TableError, IllegalOptions):
        return False
    return True


def newest(season: Season) -> int:
    """The number of the last round that was opened, 0 before the first."""
    return Round.objects.filter(division__season=season).order_by("-number").values_list("number", flat=True).first() or 0


def is_over(season: Season) -> bool:
    """Whether all rounds have been opened and everything in them is decided."""
    if not has_rounds(season) or newest(season) < length(season):
        return False
    return not Round.objects.filter(division__season=season, closed_at=None).exists()


def too_few(season: Season, counts: Sequence[int] | None = None) -> bool:
    """Whether no division has enough members left for one table; those who are away come back and count. `counts`: `sizes`."""
    counts = sizes(season) if counts is None else counts
    return has_rounds(season) and all(members < size_of(season, members) for members in counts)


def stops_at(season: Season, number: int, end: datetime) -> datetime:
    """When a season with too few for another round than `number`, which ends at `end`, is over: at the end of that other one."""
    return max(end, deadline(season, number + 1))


# --- opening --------------------------------------------------------------------------------------------------------
def open_next(*, season: Season, user: User) -> int:
    """An organiser opens the next round before its day, when nothing of the last one is undecided. Returns its number."""
    with transaction.atomic():
        act = acting(season.league, user, "rounds")
        season = Season.objects.select_related("league").get(pk=season.pk)
        if season.state != Season.State.RUNNING or not has_rounds(season):
            raise LeagueError("not_running")
        if Round.objects.filter(division__season=season, closed_at=None).exists():
            raise LeagueError("round_open")
        if newest(season) >= length(season) or not has_time_left(season, timezone.now()):
            raise LeagueError("no_round")
        return _open(act.league, season, newest(season) + 1, timezone.now(), by=user)


def open_due(*, season_id: int, now: datetime | None = None) -> int | None:
    """Open the next round if its day has come: the first with the season, the others when the one before has ended.

    Returns its number, or None: nothing is due. What is done twice changes nothing. Raises LeagueError(too_few): not enough
    members for one table now; whoever may open rounds has been told.
    """
    try:
        return _open_due(season_id, now or timezone.now())
    except LeagueError as error:
        if error.code == "too_few":
            tell_that_it_waits(season_id)
        raise


@transaction.atomic
def tell_that_it_waits(season_id: int) -> None:
    """The organisers hear, once for each round, that the next one has too few members: it waits for them or for an end."""
    season = Season.objects.select_related("league").get(pk=season_id)
    number = newest(season) + 1
    told = {"once": f"waits:{season.pk}:{number}", "season": season.number, "round": number}
    notices.tell_organisers(season.league, "rounds", "league_season", "waits", **told)


def _open_due(season_id: int, now: datetime) -> int | None:
    with transaction.atomic():
        season = Season.objects.select_related("league").get(pk=season_id)
        league = locked(season.league_id)
        season.refresh_from_db()
        number = newest(season) + 1
        if season.state != Season.State.RUNNING or not has_rounds(season) or number > length(season):
            return None
        if not has_time_left(season, now):
            return None
        if now < (season.starts_at if number == 1 else end_of(season, number - 1)):
            return None
        return _open(league, season, number, now, by=None)


def has_time_left(season: Season, now: datetime) -> bool:
    """Whether a round can still be played before the planned end of the season."""
    return season.ends_at is None or season.ends_at - now > SHORTEST


def end_of(season: Season, number: int) -> datetime:
    rounds = Round.objects.filter(division__season=season, number=number)
    return max(rounds.values_list("deadline", flat=True), default=deadline(season, number))


def due(now: datetime) -> list[int]:
    """Running seasons that may have a round to open: without any yet, or with all of them past their end."""
    running = Season.objects.filter(state=Season.State.RUNNING, starts_at__lte=now).exclude(format=Format.FREE)
    last = running.annotate(last=Max("divisions__rounds__deadline"))
    return list(last.filter(Q(last=None) | Q(last__lte=now)).values_list("pk", flat=True))


def _open(league: League, season: Season, number: int, now: datetime, *, by: User | None) -> int:
    season.league = league
    until = _until(season, number, now)
    opened = [made for division in season.divisions.all() if (made := _open_division(season, division, number, now, until)) is not None]
    if not opened:
        raise LeagueError("too_few")
    season.round = number
    season.save(update_fields=["round"])
    standing.recompute(season_id=season.pk)
    public_log.write(league, "round_opened", user=by, season=season, facts={"round": number})
    transaction.on_commit(partial(telling.ask_round, season.pk, number))
    return number


def _until(season: Season, number: int, now: datetime) -> datetime:
    """The planned end of this round; where less than half of its time is left, that of the first round with more.

    Before the planned end of the season: what is not played by then is not played any more.
    """
    whole = deadline(season, number + 1) - deadline(season, number)
    until = next(end for at in count(number) if (end := deadline(season, at)) - now >= whole / 2)
    return min(until, season.ends_at - A_MINUTE) if season.ends_at is not None else until


def _open_division(season: Season, division: Division, number: int, now: datetime, until: datetime) -> Round | None:
    """None where too few can play for one table."""
    entries = available(division, number, until)
    size = size_of(season, len(entries))
    drawn = draw(season, division, entries, size, number)
    if not drawn.tables:
        return None
    made = Round.objects.create(division=division, number=number, size=size, opened_at=now, deadline=until)
    fixtures = [
        Fixture(key=new_key(), season=season, division=division, round=made, number=at, deadline=until)
        for at in range(1, len(drawn.tables) + 1)
    ]
    fixtures += [
        Fixture(
            key=new_key(),
            season=season,
            division=division,
            round=made,
            number=len(drawn.tables) + at,
            is_bye=True,
            state=Fixture.State.FINISHED,
            done_at=now,
        )
        for at in range(1, len(drawn.byes) + 1)
    ]
    Fixture.objects.bulk_create(fixtures)
    tables = [*drawn.tables, *((member,) for member in drawn.byes)]
    Seating.objects.bulk_create(
        Seating(fixture=fixture, entry_id=entry, index=index)
        for fixture, members in zip(fixtures, tables, strict=True)
        for index, entry in enumerate(members)
    )
    Result.objects.bulk_create(
        Result(
            fixture=fixture,
            season=season,
            division=division,
            kind=Result.Kind.BYE,
            size=size,
            parts=ledger.stored([Part(member, 0)]),
            made_at=now,
        )
        for fixture, member in zip(fixtures[len(drawn.tables) :], drawn.byes, strict=True)
    )
    return made


def available(division: Division, number: int, until: datetime) -> list[Entry]:
    """Who is paired in this round: not those who come later, have withdrawn, are away until after it, or are shut out."""
    entries = division.entries.select_related("member__user").filter(state=Entry.State.IN, from_round__lte=number)
    entries = entries.filter(member__state=Membership.State.IN).order_by("seed", "pk")
    found = []
    for entry in entries:
        away, out = entry.member.away_until, entry.member.user.shut_out_until
        last_day = until.astimezone(zone_of(entry.member.user)).date()
        if (away is None or away < last_day) and (out is None or out < until):
            found.append(entry)
    return found


def draw(season: Season, division: Division, entries: Sequence[Entry], size: int, number: int) -> Drawn:
    """The tables of the round by the season's format; the lot is drawn anew for each."""
    met, byes, points = history(division)
    least = min((byes[entry.pk] for entry in entries if entry.from_round == 1), default=0)
    players = [
        Player(entry.pk, points.get(entry.pk, 0.0), max(byes[entry.pk], least if entry.from_round > 1 else 0), entry.seed)
        for entry in entries
    ]
    pair = swiss if season.format == Format.SWISS else round_robin
    return pair(players, met, size, token_hex(8), apart(entries))


def apart(entries: Sequence[Entry]) -> set[frozenset[int]]:
    """Pairs of entries of whom one has blocked the other: docs/decisions/0011. One query."""
    entry_of = {entry.member.user_id: entry.pk for entry in entries}
    return {frozenset((entry_of[one], entry_of[other])) for one, other in avoiding_each_other(entry_of)}


def history(division: Division) -> tuple[Met, Counter[int], dict[int, float]]:
    """Who has sat with whom, how often, in matches that took place or still may; byes had; points by the table of now."""
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    at: dict[int, list[int]] = {}
    seatings = Seating.objects.filter(fixture__division=division, fixture__round__isnull=False)
    seatings = seatings.exclude(fixture__state=Fixture.State.NOT_PLAYED)
    for fixture, entry, is_bye in seatings.values_list("fixture", "entry", "fixture__is_bye"):
        if is_bye:
            byes[entry] += 1
        else:
            at.setdefault(fixture, []).append(entry)
    for members in at.values():
        met.update(frozenset(pair) for pair in combinations(sorted(members), 2))
    lines = standing.table(division.season, ledger.outcomes(division), standing.members_of(division))
    return met, byes, {line.member: line.points for line in lines}


# --- closing --------------------------------------------------------------------------------------------------------
def close_decided(*, now: datetime | None = None) -> int:
    """Rounds in which everything is decided are over. Returns how many were closed now."""
    undecided = Fixture.objects.filter(state__in=(Fixture.State.OPEN, Fixture.State.RUNNING), round__isnull=False)
    rounds = Round.objects.filter(closed_at=None, division__season__state=Season.State.RUNNING)
    return Round.objects.filter(pk__in=rounds.exclude(pk__in=undecided.values("round"))).update(closed_at=now or timezone.now())
