"""A season ends: places are written down, winners are named, and the next one can be planned.

LeagueError codes: not_member, no_right, not_running.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from bluffsite.accounts.models import User
from leagues import notices
from leagues.divisions import lines
from leagues.models import Division, Entry, Fixture, Membership, Round, Season, Standing
from leagues.services import log
from leagues.services.errors import LeagueError
from leagues.services.rights import acting, locked


class Final(NamedTuple):
    """A line of the final table. `goes`: `up`, `down` or empty, by the rules of the season."""

    entry: Entry
    place: int
    points: float
    goes: str


@transaction.atomic
def end_season(*, season: Season, user: User | None = None, reason: str = "") -> Season:
    """The season is over: its results stay as they are, and what was not played is not played any more.

    A match of a fixture that is being played still counts, and so does one whose result was late; the places follow.
    `user=None` is the site, after the last round or day. A second call changes nothing.
    """
    league = acting(season.league, user, "season").league if user is not None else locked(season.league_id)
    season = Season.objects.select_related("league").get(pk=season.pk)
    if season.state == Season.State.ENDED:
        return season
    if season.state != Season.State.RUNNING:
        raise LeagueError("not_running")
    now = timezone.now()
    open_ones = season.fixtures.filter(state=Fixture.State.OPEN)
    # before the season's row: as whoever settles one
    unplayed = open_ones.update(state=Fixture.State.NOT_PLAYED, why="season", done_at=now)
    Round.objects.filter(division__season=season, closed_at=None).update(closed_at=now)
    season.state, season.ended_at = Season.State.ENDED, now
    season.save(update_fields=["state", "ended_at"])
    facts = {log.PEOPLE: {"winners": write_places(season)}, "unplayed": unplayed}
    log.write(league, "season_ended", user=user, season=season, reason=reason, facts=facts)
    transaction.on_commit(partial(notices.ask_to_tell_season, season.pk))
    return season


def write_places(season: Season) -> list[int]:
    """Places and points of the final tables, from the standings as they are; again after a correction. Ids of the winners.

    Where nobody has a point, as nothing was played that counts, nobody has won.
    """
    lines = [line for _division, table in final_tables(season) for line in table]
    for line in lines:
        line.entry.place, line.entry.points = line.place, line.points
    Entry.objects.bulk_update([line.entry for line in lines], ["place", "points"], batch_size=500)
    return [line.entry.member.user_id for line in with_people([line for line in lines if line.place == 1 and line.points > 0])]


def final_tables(season: Season) -> list[tuple[Division, list[Final]]]:
    """Each division, highest first, with its table as it stands now, and who would go up and down: three queries.

    Who has withdrawn keeps the place that was earned. Members without a result share the last place. The entries come without
    their people: see `with_people`.
    """
    divisions = list(season.divisions.all())
    of_division: dict[int, list[Entry]] = {division.pk: [] for division in divisions}
    for entry in Entry.objects.filter(season=season, division__in=divisions):
        of_division[entry.division_id].append(entry)
    rows = Standing.objects.filter(season=season).values_list("entry", "place", "points")
    standings = {entry: (place, points) for entry, place, points in rows}
    tables = [of_division[division.pk] for division in divisions]
    moves = lines([len(table) for table in tables], season.up, season.down)
    return [(division, _ranked(table, standings, *move)) for division, table, move in zip(divisions, tables, moves, strict=True)]


def with_people(lines: Sequence[Final]) -> list[Final]:
    """The same lines, each with its member and person at hand: one query for all."""
    members = Membership.objects.select_related("user").in_bulk({line.entry.member_id for line in lines})
    for line in lines:
        line.entry.member = members[line.entry.member_id]
    return list(lines)


def _ranked(table: list[Entry], standings: Mapping[int, tuple[int, float]], up: int, down: int) -> list[Final]:
    last = (1 + sum(entry.pk in standings for entry in table), 0.0)
    placed = [(*standings.get(entry.pk, last), entry) for entry in table]
    placed.sort(key=lambda line: (line[0], line[2].seed, line[2].pk))
    size = len(placed)
    return [
        Final(entry, place, points, "up" if at < up else "down" if at >= size - down else "")
        for at, (place, points, entry) in enumerate(placed)
    ]
