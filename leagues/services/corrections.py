"""Results are corrected, declared void, restored or changed by a sanction: a mark with a reason, and all is computed anew.

LeagueError codes: no_right, not_member, reason, places, unchanged, void_by_staff.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db import transaction

from bluffsite.accounts.models import User
from games.core.scoring import places_by
from games.play.models import Void
from leagues import ledger
from leagues.models import Correction, Result, Season, Seating
from leagues.services import disputes, ending, shifts, standing, telling
from leagues.services import log as public_log
from leagues.services.errors import LeagueError
from leagues.services.names import clean_reason
from leagues.services.rights import acting
from leagues.standings import Outcome, Part, forfeited

Kind = Correction.Kind


class Change(NamedTuple):
    """What is asked for: `places` by entry (1 the best, equal ones share), or the entries to be placed last."""

    kind: str
    places: Mapping[int, int] = {}
    last: Collection[int] = ()


class Preview(NamedTuple):
    """What the change would do: parts of the result, and lines of the table whose place or points change."""

    before: tuple[Part, ...]
    after: tuple[Part, ...]
    is_void: bool
    shifts: list[shifts.Shift]


def preview(*, result: Result, change: Change) -> Preview:
    """Nothing is stored. Raises LeagueError: places, unchanged."""
    before = ledger.outcome(result)
    parts, is_void = _changed(result, change)
    after = Outcome(before.key, before.size, parts, before.kind, is_void)
    others = [outcome for outcome in ledger.outcomes(result.division_id) if outcome.key != result.pk]
    found = shifts.shifts(result.season, result.division, [*others, before], [*others, after])
    return Preview(before.parts, parts, is_void, found)


def _changed(result: Result, change: Change) -> tuple[tuple[Part, ...], bool]:
    parts = ledger.parts_of(result.parts)
    if change.kind == Kind.VOID:
        made: tuple[tuple[Part, ...], bool] = (parts, True)
    elif change.kind == Kind.RESTORE:
        if Void.objects.filter(match=result.match_id).exists():
            raise LeagueError("void_by_staff")
        made = (parts, False)
    elif change.kind == Kind.SANCTION:
        made = (_placed_last(parts, change.last), result.is_void)
    elif change.kind == Kind.PLACES:
        made = (_placed(parts, change.places), result.is_void)
    else:
        raise LeagueError("bad_value")
    if made == (parts, result.is_void):
        raise LeagueError("unchanged")
    return made


def _placed(parts: tuple[Part, ...], places: Mapping[int, int]) -> tuple[Part, ...]:
    """Every member of the match has a place of its size; equal places are shared.

    Who did not appear still has not while their place is as it was, and below all others. Rules: common.place.method.
    """
    if {part.member for part in parts} != set(places) or not all(1 <= place <= len(parts) for place in places.values()):
        raise LeagueError("places")
    ranked = dict(zip(places, places_by(list(places.values())), strict=True))
    same = {part.member for part in parts if part.is_absent and places[part.member] == part.place}
    absent = {one for one in same if all(places[one] > place for other, place in places.items() if other not in same)}
    return tuple(_with(part, ranked[part.member], is_absent=part.member in absent) for part in parts)


def _placed_last(parts: tuple[Part, ...], last: Collection[int]) -> tuple[Part, ...]:
    """They are last, as if they had not appeared; the others move up. Rules: common.league.forfeit."""
    if not last or not set(last) <= {part.member for part in parts}:
        raise LeagueError("places")
    out = {*last, *(part.member for part in parts if part.is_absent)}
    ranked = forfeited({part.member: part.place for part in parts if part.member not in out}, out)
    if not ranked:
        raise LeagueError("places")  # of a match that is all wrong: declare it void
    return tuple(_with(part, ranked[part.member], is_absent=part.member in out) for part in parts)


def _with(part: Part, place: int, *, is_absent: bool) -> Part:
    return Part(part.member, place, part.game_points, part.tallies, is_absent, is_absent and part.has_withdrawn)


@transaction.atomic
def correct(*, result: Result, user: User, change: Change, reason: str) -> Correction:
    """An organiser changes a result. Before and after stand in the public log, and its members are told."""
    acting(result.season.league, user, "results")
    return _apply(result, change, clean_reason(reason), by=user)


@transaction.atomic
def sanction(*, result: Result, entries: Collection[int], reason: str, staff: User | None = None) -> Correction:
    """Staff of the site place members of a match last for what they did; the reason is public."""
    return _apply(result, Change(Kind.SANCTION, last=tuple(entries)), clean_reason(reason), by=staff)


@transaction.atomic
def heed_void(*, match_id: int, is_void: bool, reason: str, staff: User | None = None) -> int:
    """Staff of the site have declared a match void, or let it count again: so do all leagues in which it counts.

    What organisers had declared void before stays so. The reason is public. Returns how many results changed; a second time
    none. Rules: common.league.void.
    """
    kind = Kind.VOID if is_void else Kind.RESTORE
    found = Result.objects.filter(match=match_id, is_void=not is_void).order_by("pk")
    results = [result for result in found if is_void or not _is_void_by_organisers(result)]
    for result in results:
        _apply(result, Change(kind), clean_reason(reason), by=staff)
    return len(results)


def _is_void_by_organisers(result: Result) -> bool:
    last = result.corrections.filter(kind__in=(Kind.VOID, Kind.RESTORE)).last()
    return last is not None and last.kind == Kind.VOID and last.user_id is not None


def _apply(result: Result, change: Change, reason: str, *, by: User | None) -> Correction:
    fresh = Result.objects.select_for_update(of=("self",)).select_related("season__league", "division").get(pk=result.pk)
    if fresh.kind == Result.Kind.BYE and change.kind in (Kind.PLACES, Kind.SANCTION):
        raise LeagueError("places")
    seen = preview(result=fresh, change=change)
    made = Correction.objects.create(
        result=fresh,
        user=by,
        kind=change.kind,
        reason=reason,
        before=_stored(seen.before, fresh.is_void),
        after=_stored(seen.after, seen.is_void),
    )
    fresh.parts, fresh.is_void = ledger.stored(seen.after), seen.is_void
    fresh.save(update_fields=["parts", "is_void"])
    there = [part.member for part in seen.after if not part.is_absent]
    Seating.objects.filter(fixture=fresh.fixture_id, entry__in=there, is_absent=True).update(is_absent=False, has_withdrawn=False)
    standing.recompute(season_id=fresh.season_id)
    if fresh.season.state == Season.State.ENDED:
        ending.write_places(fresh.season)
    _log(fresh, seen, change.kind, reason, by)
    telling.corrected(fresh, reason, heard=disputes.settle(fresh, by, reason))
    return made


def _stored(parts: tuple[Part, ...], is_void: bool) -> dict[str, Any]:
    return {"parts": ledger.stored(parts), "is_void": is_void}


def _log(result: Result, seen: Preview, kind: str, reason: str, by: User | None) -> None:
    """The members of the match, and places and points before and after of all whom it moves."""
    mine = {part.member for part in seen.after}
    before, after, more = shifts.in_log(seen.shifts, mine)
    people = {"members": [*shifts.users(mine).values()]}
    facts = {**public_log.match(result.fixture), public_log.PEOPLE: people, **more}
    kinds = {Kind.VOID: "void", Kind.RESTORE: "restored", Kind.PLACES: "corrected", Kind.SANCTION: "sanctioned"}
    public_log.write(
        result.season.league,
        kinds[Kind(kind)],
        user=by,
        season=result.season,
        reason=reason,
        facts=facts,
        before=before,
        after=after,
    )
