"""What members hear of their matches, by `leagues.notices`. A round is told by a task; the rest to the few it concerns."""

from collections.abc import Collection

import structlog
from celery import current_app
from django.urls import reverse
from django.utils import timezone

from bluffsite.accounts.models import User
from leagues import notices
from leagues.ledger import parts_of
from leagues.models import Fixture, Membership, Result, Round, Seating
from leagues.services.seated import is_gone, player, seatings_of

ROUND_TASK = "leagues.tell_round"
log = structlog.get_logger(__name__)


def ask_round(season_id: int, number: int) -> None:
    """After commit: everybody in the round is told. Where the broker does not answer, the sweep tells."""
    try:
        current_app.send_task(ROUND_TASK, (season_id, number), retry=False, ignore_result=True)
    except Exception as error:  # whatever the broker's client raises
        log.warning("a round was not told", season=season_id, round=number, error=type(error).__name__)


def players(fixture: Fixture, *, but: User | None = None) -> list[User]:
    """Who plays this fixture: stand-ins instead of those they play for, without those who will not come any more."""
    people = [player(seating) for seating in seatings_of(fixture) if not is_gone(seating)]
    return [person for person in people if but is None or person.pk != but.pk]


def members(fixture: Fixture) -> list[tuple[int, User]]:
    """Whose match it is, by entry. Who is not in the league any more hears nothing of it."""
    found = [seating.entry for seating in seatings_of(fixture)]
    return [(entry.pk, entry.member.user) for entry in found if entry.member.state == Membership.State.IN]


def address(fixture: Fixture) -> str:
    return reverse("leagues:fixture", args=[fixture.season.league.key, fixture.key])


def _number(fixture: Fixture) -> int:
    return fixture.round.number if fixture.round is not None else 0


def tell_round(season_id: int, number: int) -> None:
    """Everybody who plays in this round, or has a bye. Told once each, however often it is asked for."""
    for opened in Round.objects.filter(division__season=season_id, number=number).select_related("division__season__league"):
        league = opened.division.season.league
        seatings = Seating.objects.filter(fixture__round=opened, entry__member__state=Membership.State.IN)
        seatings = seatings.select_related("fixture", "entry__member__user")
        for seating in seatings:
            text = "bye" if seating.fixture.is_bye else "opened"
            notices.tell(
                league,
                "league_round",
                text,
                [seating.entry.member.user],
                to=reverse("leagues:fixture", args=[league.key, seating.fixture.key]),
                once=f"round:{opened.pk}",
                round=number,
                deadline_at=opened.deadline.isoformat(),
            )
        Round.objects.filter(pk=opened.pk).update(told_at=timezone.now())


def proposed(fixture: Fixture, who: User, at: str) -> None:
    people = players(fixture, but=who)
    params = {"who": who.display_name, "time_at": at, "round": _number(fixture)}
    notices.tell(fixture.season.league, "league_time", "proposed", people, to=address(fixture), **params)


def agreed(fixture: Fixture) -> None:
    at = fixture.planned_at.isoformat() if fixture.planned_at else ""
    params = {"time_at": at, "round": _number(fixture)}
    notices.tell(fixture.season.league, "league_time", "agreed", players(fixture), to=address(fixture), **params)


def unplanned(fixture: Fixture, who: User, at: str) -> None:
    people = players(fixture, but=who)
    params = {"who": who.display_name, "time_at": at, "round": _number(fixture)}
    notices.tell(fixture.season.league, "league_time", "cancelled", people, to=address(fixture), **params)


def soon(fixture: Fixture) -> None:
    """Some time before the agreed time."""
    at = fixture.planned_at.isoformat() if fixture.planned_at else ""
    once = f"soon:{fixture.pk}:{at}"
    notices.tell(fixture.season.league, "league_start", "soon", players(fixture), to=address(fixture), once=once, time_at=at)


def begun(fixture: Fixture, table_key: str) -> None:
    people, to = players(fixture), reverse("play:table", args=[table_key])
    notices.tell(fixture.season.league, "league_start", "now", people, to=to, once=f"begun:{fixture.pk}")


def near(fixture: Fixture) -> None:
    """The deadline is near and the match has not been played."""
    at = fixture.deadline.isoformat() if fixture.deadline else ""
    params = {"deadline_at": at, "round": _number(fixture)}
    notices.tell(
        fixture.season.league, "league_deadline", "near", players(fixture), to=address(fixture), once=f"near:{fixture.pk}:{at}", **params
    )


def moved(fixture: Fixture, reason: str) -> None:
    at = fixture.deadline.isoformat() if fixture.deadline else ""
    params = {"deadline_at": at, "round": _number(fixture), "reason": reason}
    notices.tell(fixture.season.league, "league_round", "moved", players(fixture), to=address(fixture), **params)


def substitute(fixture: Fixture, stand_in: User, whom: User) -> None:
    at = fixture.deadline.isoformat() if fixture.deadline else ""
    params = {"deadline_at": at, "round": _number(fixture), "whom": whom.display_name}
    text = "substitute"
    if fixture.planned_at is not None:
        text, params = "substitute_at", {**params, "time_at": fixture.planned_at.isoformat()}
    notices.tell(fixture.season.league, "league_round", text, [stand_in], to=address(fixture), **params)


def plays_after_all(fixture: Fixture, whom: User, by: User | None) -> None:
    """Nobody stands in for a member any more, who hears it unless they said so themselves."""
    at = fixture.deadline.isoformat() if fixture.deadline else ""
    people = [person for _, person in members(fixture) if person.pk == whom.pk and (by is None or by.pk != whom.pk)]
    notices.tell(
        fixture.season.league, "league_round", "no_substitute", people, to=address(fixture), round=_number(fixture), deadline_at=at
    )


def result(made: Result) -> None:
    """Each member of the match hears the place; told once per result."""
    fixture = Fixture.objects.select_related("season__league", "round").get(pk=made.fixture_id)
    place = {part.member: part.place for part in parts_of(made.parts)}
    text = "void" if made.is_void else "free" if fixture.round is None else "result"
    for entry, person in members(fixture):
        if entry in place:
            params = {"place": place[entry], "round": _number(fixture)}
            notices.tell(fixture.season.league, "league_result", text, [person], to=address(fixture), once=f"result:{made.pk}", **params)


def settled(fixture: Fixture) -> None:
    """Decided without a match: by who appeared, or by an organiser, who said why."""
    people = [person for _, person in members(fixture)]
    text = fixture.why if fixture.why in ("alone", "nobody") else "forfeit"
    params = {"reason": fixture.reason, "round": _number(fixture)}
    notices.tell(fixture.season.league, "league_result", text, people, to=address(fixture), once=f"forfeit:{fixture.pk}", **params)


def corrected(made: Result, reason: str, heard: Collection[int] = ()) -> None:
    """`heard` are the ids of people who are told otherwise: it answers their dispute."""
    fixture = Fixture.objects.select_related("season__league", "round").get(pk=made.fixture_id)
    people = [person for _, person in members(fixture) if person.pk not in heard]
    text = "void" if made.is_void else "corrected"
    notices.tell(fixture.season.league, "league_correction", text, people, to=address(fixture), reason=reason)
