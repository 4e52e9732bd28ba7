"""The table of a season, computed from all its results and kept in rows for the pages. Doing it twice changes nothing."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from leagues import ledger
from leagues.models import Division, Entry, Round, Season, Standing
from leagues.standings import Earned, Line, Outcome, collected, ranked, standings

FIELDS = ["season", "division", "place", "before", "points", "firsts", "game_points", "played", "byes", "forfeits", "dropped", "tallies"]


@transaction.atomic
def recompute(*, season_id: int) -> None:
    """Every division's table anew. Two at the same time wait for each other, so the last one has seen all results.

    Rules: common.league.*
    """
    season = Season.objects.select_for_update(no_key=True).get(pk=season_id)
    for division in season.divisions.all():
        _store(season, division)


def add(entry: Entry) -> None:
    """The line of one who enters while the season runs: the place that `recompute` gives to whoever has nothing yet."""
    rows = Standing.objects.filter(division=entry.division_id)
    last = rows.filter(points=0, firsts=0, game_points=0).values_list("place", flat=True).first()
    values = {"season_id": entry.season_id, "division_id": entry.division_id, "place": last or rows.count() + 1}
    Standing.objects.get_or_create(entry=entry, defaults=values)


def members_of(division: Division) -> list[int]:
    """The entries that have a line: all who play or played, also those who have withdrawn."""
    return list(division.entries.exclude(state=Entry.State.RESERVE).values_list("pk", flat=True))


def table(season: Season, outcomes: Sequence[Outcome], members: Sequence[int]) -> list[Line]:
    """Standings by the rules of this season. Rules: common.league.best."""
    return standings(outcomes, members, season.best or None)


def _store(season: Season, division: Division) -> None:
    found, members = ledger.numbered(division), members_of(division)
    earned = collected(outcome for outcome, _ in found)
    lines = ranked(earned, members, season.best or None)
    before = _places_before(season, earned, _earlier(division, found), members)
    rows = [
        Standing(
            entry_id=line.member,
            season=season,
            division=division,
            place=line.place,
            before=before.get(line.member),
            points=line.points,
            firsts=line.firsts,
            game_points=line.game_points,
            played=line.played,
            byes=line.byes,
            forfeits=line.forfeits,
            dropped=line.dropped,
            tallies=dict(line.tallies),
        )
        for line in lines
    ]
    Standing.objects.filter(division=division).exclude(entry__in=division.entries.exclude(state=Entry.State.RESERVE)).delete()
    Standing.objects.bulk_create(rows, update_conflicts=True, unique_fields=["entry"], update_fields=FIELDS, batch_size=500)


def _earlier(division: Division, found: Sequence[tuple[Outcome, int | None]]) -> set[int]:
    """The results of the rounds before the newest; empty in free play and in the first round."""
    newest = Round.objects.filter(division=division).order_by("-number").values_list("number", flat=True).first()
    return {outcome.key for outcome, number in found if newest is not None and number is not None and number < newest}


def _places_before(season: Season, earned: Mapping[int, Sequence[Earned]], earlier: set[int], members: Sequence[int]) -> dict[int, int]:
    """Places when the newest round had not begun yet, from the results that there were then."""
    if not earlier:
        return {}
    then = {member: [one for one in all_earned if one.key in earlier] for member, all_earned in earned.items()}
    return {line.member: line.place for line in ranked(then, members, season.best or None)}
