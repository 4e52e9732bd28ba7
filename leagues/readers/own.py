"""What is kept of a person's own matches, for the download of their data."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.models import User
from leagues import ledger
from leagues.models import Fixture, Result, Seating, TimeProposal
from leagues.standings import earnings

WORDS = {
    "league": _("League"),
    "season": _("Season"),
    "round": _("Round"),
    "state": _("State"),
    "as_substitute": _("As a substitute"),
    "planned": _("Planned"),
    "done": _("Ended"),
    "proposed_times": _("Times that I proposed"),
    "points": _("Points"),
    "did_not_appear": _("Did not come"),
    "had_withdrawn": _("Had withdrawn before"),
}
STATES = {
    Fixture.State.OPEN: _("to be played"),
    Fixture.State.RUNNING: _("running"),
    Fixture.State.FINISHED: _("finished"),
    Fixture.State.NOT_PLAYED: _("not played"),
}
SAID: dict[str, Callable[[Any], Any]] = {"state": lambda state: STATES[Fixture.State(state)]}


def export_matches(user: User) -> list[dict[str, Any]]:
    """Each match that the person plays or played, also for others, with what it earned. Nothing of the others."""
    mine = Seating.objects.filter(Q(entry__member__user=user) | Q(stand_in=user))
    rows = list(mine.select_related("fixture__season__league", "fixture__round", "entry__member").order_by("fixture__pk"))
    results = {row.fixture_id: row for row in Result.objects.filter(fixture__in=[row.fixture_id for row in rows])}
    proposed: dict[int, list[str]] = {}
    for fixture, at in TimeProposal.objects.filter(entry__member__user=user).values_list("fixture", "at"):
        proposed.setdefault(fixture, []).append(at.isoformat())
    return [_match(user, row, results.get(row.fixture_id), proposed.get(row.fixture_id, [])) for row in rows]


def _match(user: User, seating: Seating, result: Result | None, proposed: list[str]) -> dict[str, Any]:
    fixture = seating.fixture
    earned = dict(earnings(ledger.outcome(result))).get(seating.entry_id) if result is not None else None
    return {
        "league": fixture.season.league.name,
        "season": fixture.season.number,
        "round": fixture.round.number if fixture.round is not None else None,
        "state": fixture.state,
        "as_substitute": seating.entry.member.user_id != user.pk,
        "planned": fixture.planned_at.isoformat() if fixture.planned_at else None,
        "done": fixture.done_at.isoformat() if fixture.done_at else None,
        "proposed_times": proposed,
        "place": earned.place if earned is not None else None,
        "points": earned.points if earned is not None else None,
        "did_not_appear": seating.is_absent and not seating.has_withdrawn,
        "had_withdrawn": seating.has_withdrawn,
    }
