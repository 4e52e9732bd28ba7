"""What `serve --demo` adds: people of its own who play at public tables against computers, a league mid-season, and an admin.

`python -m bluffsite.demo play` is supervised like every other child: whatever it finds at its start it takes up again.
It goes through the same services as everybody, and decides from what its seat was shown.
"""

import os
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bluffsite.settings")
django.setup()

import structlog
from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from bluffsite import demo_league
from bluffsite.accounts import guests
from bluffsite.accounts.models import User
from bluffsite.demo_league import Member
from games.core.registry import all_games
from games.play.models import Seat, Table
from games.play.services import bots, presence, tables
from games.play.services import record as records
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import Refused, TableError
from games.play.services.waits import is_computer

ADMIN = "demo-admin"
THINKS = 2.5
"""Seconds that a person of the demo takes for a decision."""
BREAK = 20.0
"""Seconds from the end of a match to the next table of the same person."""
TICK = 0.5
LEVELS = ("easy", "normal", "hard", "normal", "hard")
log = structlog.get_logger("bluffsite.demo")


# --- the admin ----------------------------------------------------------------------------------------------------------
def new_admin_password() -> str:
    """Makes the admin, or gives the one of an earlier start a new password: the old one is worth nothing any more."""
    password = secrets.token_urlsafe(12)
    admin = admin_user()
    admin.is_staff = admin.is_superuser = True
    admin.set_password(password)
    admin.save()
    return password


def admin_user() -> User:
    """The row of the admin, who also owns the demo's league."""
    admin, _ = User.objects.get_or_create(username=ADMIN, defaults={"display_name": "Demo admin"})
    return admin


# --- people who play ----------------------------------------------------------------------------------------------------
@dataclass
class Player:
    """One person of the demo. `waits` opens a lobby and starts when a visitor is ready; others begin at once."""

    name: str
    language: str
    waits: bool = False
    user: User | None = None
    table: Table | None = None
    asked_at: tuple[int, float] = (-1, 0.0)  # the version that asked for a decision, and when that was seen
    ended_at: float | None = None
    beat_at: float = field(default=float("-inf"))

    def tick(self, now: float) -> None:
        """Does what is due; `now` in monotonic seconds. Raises what the services raise."""
        self.user = self.user or person(self.name, self.language)
        self.table = self.table or self._found() or self._opened()
        seat = Seat.objects.get(table=self.table, user=self.user)
        if now - self.beat_at > presence.BEAT / 2:
            presence.beat(seat_ids=[seat.pk])
            self.beat_at = now
        self.table.refresh_from_db()
        if self.table.phase == Table.Phase.LOBBY:
            self._maybe_start()
        elif self.table.phase == Table.Phase.PLAYING:
            self.play(seat.index, now)
        else:
            self._rest(now)

    def _found(self) -> Table | None:
        going_on = Table.objects.filter(host=self.user, phase__in=[Table.Phase.LOBBY, Table.Phase.PLAYING], seats__user=self.user)
        return going_on.order_by("-created_at").first()

    def _opened(self) -> Table:
        assert self.user
        game = all_games()[0]
        levels = dict(zip(range(1, game.default_seats), LEVELS, strict=False))
        table = tables.create_table(host=self.user, game=game.slug, bot_levels=levels, is_public=True)
        return table if self.waits else tables.start(table=table, user=self.user)

    def _maybe_start(self) -> None:
        assert self.table
        assert self.user
        visitors = Seat.objects.filter(table=self.table, user__isnull=False).exclude(user=self.user)
        ready = visitors.filter(is_ready=True)
        if not self.waits or (ready.exists() and not visitors.filter(is_ready=False).exists()):
            tables.start(table=self.table, user=self.user)

    def play(self, seat: int, now: float) -> None:
        """Takes the seat back if a computer has it; decides after some thought when the table waits for it."""
        assert self.table
        assert self.user
        record = records.read(self.table.pk)
        actor = Actor.person(self.user.pk)
        if is_computer(record, record.state, seat):
            submit_action(match_id=record.match_id, seat=seat, action={"type": "rejoin"}, version=record.version, actor=actor)
            return
        if record.engine.actors(record.state).waited != seat or record.engine.due(record.state) is not None:
            return
        if self.asked_at[0] != record.version:
            self.asked_at = (record.version, now)
        elif now - self.asked_at[1] >= THINKS:
            action = bots.as_sent(bots.decide(record, seat))
            submit_action(match_id=record.match_id, seat=seat, action=action, version=record.version, actor=actor)

    def _rest(self, now: float) -> None:
        self.ended_at = self.ended_at or now
        if now - self.ended_at > BREAK:
            self.table = self.ended_at = None


def person(name: str, language: str) -> User:
    """The guest of that name: made once, found again at the next start."""
    username = f"demo-{name.lower()}"
    known = User.objects.filter(username=username).first()
    return known or guests.create_guest(language=language, name=name, username=username)


def play_for_ever(players: list[Player | Member], then: Callable[[], list[Member]]) -> None:
    """`then` brings more people after the first ones have begun."""
    more: Callable[[], list[Member]] | None = then
    while True:
        for player in players:
            try:
                player.tick(time.monotonic())
            except (Refused, TableError, Seat.DoesNotExist) as error:
                log.info("demo", player=player.name, problem=str(error))
                if isinstance(player, Player) and not isinstance(error, Refused):
                    player.table = None
            except DatabaseError as error:
                log.warning("demo", problem=type(error).__name__)
                connections.close_all()
        if more is not None:
            players, more = [*players, *_brought(more)], None
        time.sleep(TICK)


def _brought(more: Callable[[], list[Member]]) -> list[Member]:
    """A demo without its league is better than none."""
    try:
        return more()
    except Exception:
        log.exception("the league of the demo was not made")
        return []


def main(what: str) -> None:
    if what == "admin":
        print(f"Admin: {settings.SITE_URL}/admin/  name {ADMIN}, password {new_admin_password()}  (new at each start)")
        print(f"League: {settings.SITE_URL}/en/leagues/  signed in by that name, the admin has a match to play there")
        return
    log.info("demo begins", at=timezone.now().isoformat())
    players: list[Player | Member] = [Player("Mila", "nl"), Player("Jonas", "de"), Player("Asha", "ne", waits=True)]
    play_for_ever(players, then=league_people)


def league_people() -> list[Member]:
    """The league is made while the others play already."""
    demo_league.make_league(admin_user())
    return demo_league.members(Player)


if __name__ == "__main__":
    main(sys.argv[1])
