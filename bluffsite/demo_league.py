"""The league of `serve --demo`: mid-season, with real results, and a match that its admin can play now.

Its members come when the admin is here, and play as the other people of the demo do. Import it where Django is set up.
"""

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bluffsite.accounts import notices
from bluffsite.accounts.models import User
from games.core.registry import all_games
from games.play.models import Seat, Table
from games.play.services import bots, clock, presence
from games.play.services import record as records
from games.play.services.actions import Actor, submit_action
from leagues.models import Fixture, League, Round, Season, Seating
from leagues.services import fixtures, joining, making, results, rounds, seasons, telling, times
from leagues.services.errors import LeagueError
from leagues.services.plans import Plan

NAME = "Tuesday league"
PEOPLE = (("Bram", "nl"), ("Lena", "de"), ("Sita", "ne"), ("Noor", "nl"), ("Emil", "de"), ("Kiran", "ne"), ("Alice", "en"))
PLAYED_ROUNDS = 2
LOOKS_EVERY = 2.0
"""Seconds after which a member of the demo looks again whether somebody waits for them."""
MOST_STEPS = 3000


def person(name: str, language: str) -> User:
    """A member of that name, who cannot be signed in: made once, found again at the next start."""
    found, is_new = User.objects.get_or_create(
        username=f"demo-league-{name.lower()}", defaults={"display_name": name, "language": language}
    )
    if is_new:
        found.set_unusable_password()
        found.save(update_fields=["password"])
    return found


def make_league(owner: User) -> League:
    """Found it, play the first rounds, and open the one of now. A second start finds it as it stands."""
    known = League.objects.filter(name=NAME, memberships__user=owner).first()
    if known is not None:
        return known
    game = all_games()[0]
    plan = Plan(format="round_robin", starts_at=timezone.now(), options={}, seats=4, rounds=5, round_days=7)
    with transaction.atomic():
        league = making.create_league(owner=owner, name=NAME, game=game.slug, plan=plan, joining=League.Joining.OPEN)
        for name, language in PEOPLE:
            joining.join(league=league, user=person(name, language))
        season = seasons.start_season(season=league.seasons.get(), user=owner)
    rounds.open_due(season_id=season.pk)
    for number in range(1, PLAYED_ROUNDS + 1):
        for fixture in Fixture.objects.filter(season=season, round__number=number, is_bye=False):
            play_out(fixture)
        rounds.close_decided()
        rounds.open_next(season=season, user=owner)
    _shift(season, timedelta(days=7 * PLAYED_ROUNDS))
    _heard(season, owner)
    for fixture in Fixture.objects.filter(season=season, round__number=PLAYED_ROUNDS + 1):
        _propose(fixture, owner)
    return league


def _heard(season: Season, owner: User) -> None:
    """What the owner was told of matches that are over is no news: only the round of now is."""
    for number in range(1, PLAYED_ROUNDS + 1):
        telling.tell_round(season.pk, number)
    notices.mark_read(user=owner)


@transaction.atomic
def _shift(season: Season, by: timedelta) -> None:
    """All that has been since the start was so much earlier."""
    Season.objects.filter(pk=season.pk).update(starts_at=F("starts_at") - by)
    Round.objects.filter(division__season=season).update(deadline=F("deadline") - by)
    Fixture.objects.filter(season=season).update(deadline=F("deadline") - by)


def play_out(fixture: Fixture) -> None:
    """All members come, and the match is played to its end at once, each by what their seat was shown."""
    table = None
    for seating in fixtures.seatings_of(fixture):
        table = fixtures.come(fixture=fixture, user=fixtures.player(seating))
    if table is None:
        return
    users, now = dict(Seat.objects.filter(table=table).values_list("index", "user_id")), time.time()
    for _ in range(MOST_STEPS):
        record = records.read(table.pk)
        if record.ended_at is not None:
            break
        seat = record.engine.actors(record.state).waited
        if record.engine.due(record.state) is not None or seat is None:
            now = max(now, record.due_at or now)
            clock.ring(table.pk, now)
            continue
        action = bots.as_sent(bots.decide(record, seat))
        submit_action(match_id=table.pk, seat=seat, action=action, version=record.version, actor=Actor.person(users[seat] or 0), now=now)
    results.take(match_id=table.pk)


def _propose(fixture: Fixture, owner: User) -> None:
    """Where the owner plays somebody proposes tomorrow evening; the others have agreed on it."""
    people = [fixtures.player(seating) for seating in fixtures.seatings_of(fixture)]
    tomorrow = (timezone.now() + timedelta(days=1)).replace(hour=18, minute=30)
    for user in people if owner not in people else [one for one in people if one != owner][:1]:
        times.propose(fixture=fixture, user=user, at=tomorrow)


@dataclass
class Member:
    """One member of the league at work: comes when a real person is here, and plays."""

    user: User
    player: Any  # bluffsite.demo.Player, whose seat it plays
    looked_at: float = float("-inf")

    @property
    def name(self) -> str:
        return self.user.display_name

    def tick(self, now: float) -> None:
        """Does what is due; `now` in monotonic seconds."""
        if self.player.table is None and now - self.looked_at < LOOKS_EVERY:
            return
        self.looked_at = now
        seat = Seat.objects.filter(user=self.user, table__phase=Table.Phase.PLAYING).select_related("table").first()
        if seat is None:
            self.player.table = None
            self._maybe_come()
            return
        self.player.table = seat.table
        if now - self.player.beat_at > presence.BEAT / 2:
            presence.beat(seat_ids=[seat.pk])
            self.player.beat_at = now
        self.player.play(seat.index, now)

    def _maybe_come(self) -> None:
        mine = Seating.objects.filter(entry__member__user=self.user, stand_in=None).values("fixture")
        now = timezone.now()
        waiting = Seating.objects.filter(fixture__in=mine, fixture__state=Fixture.State.OPEN, here_at__gt=now - fixtures.HERE_FOR)
        real = waiting.exclude(entry__member__user__username__startswith="demo-league-").select_related("fixture__season__league")
        for seating in real[:1]:
            try:
                fixtures.come(fixture=seating.fixture, user=self.user)
            except LeagueError:
                return


def members(new_player: Any) -> list[Member]:
    """All of them, each with a player made by `new_player(name, language)`."""
    made = []
    for name, language in PEOPLE:
        user, player = person(name, language), new_player(name, language)
        player.user = user
        made.append(Member(user, player))
    return made
