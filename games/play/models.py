"""Tables, seats, matches and their log. `Table` is what a link points to; `Match` is the one hot row of a running table.

Only `services/journal.py` writes `Match` and `LogEntry`.
"""

from django.conf import settings
from django.db import models

from games.play.leaving.models import Ending as Ending
from games.play.talk.models import Avoidance as Avoidance
from games.play.talk.models import Ear as Ear
from games.play.talk.models import Line as Line


class Table(models.Model):
    """A lobby and, once started, its match. `key` is the address, impossible to guess; `code` is for speaking aloud."""

    class Phase(models.TextChoices):
        LOBBY = "lobby"
        PLAYING = "playing"
        FINISHED = "finished"
        CLOSED = "closed"  # given up before it began, or ended by staff

    key = models.CharField(max_length=22, unique=True)
    code = models.CharField(max_length=6, unique=True, null=True)  # None once it can no longer be joined
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)  # of the game's Options struct, every field
    size = models.PositiveSmallIntegerField()
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted_tables")
    is_public = models.BooleanField(default=False)
    is_calm = models.BooleanField(default=False)  # Rules: common.clock.calm
    allows_text = models.BooleanField(default=False)  # free text besides the quick phrases; without it the table is child-safe
    ends_by = models.DateTimeField(null=True)  # of a league match: no pause, and a deserted table waits until then
    rated = models.BooleanField(default=False)  # members only; who sits at it is in `games.play.ratings`
    has_house_rules = models.BooleanField(default=False)  # differs from the plain game in more than its pace
    is_quick = models.BooleanField(default=False)  # of quick match: begins by itself, at the latest when all seats are taken
    starts_at = models.DateTimeField(null=True)  # when it then begins with computers; None: with people only
    phase = models.CharField(max_length=8, choices=Phase, default=Phase.LOBBY)
    revision = models.PositiveIntegerField(default=0)  # counts changes of the lobby, so that pages can see a gap
    commitment = models.CharField(max_length=64)  # SHA-256 of the match's secret, shown before the start
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    rematch_by = models.SmallIntegerField(null=True)  # seat that offers a rematch; None: no offer stands
    rematch_until = models.DateTimeField(null=True)  # when the offer starts with those who agreed
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [
            models.Index(fields=["phase", "is_public", "-created_at"], name="open_tables"),
            models.Index(fields=["rematch_until"], name="open_offers", condition=models.Q(rematch_by__isnull=False)),
            models.Index(fields=["starts_at"], name="quick_tables", condition=models.Q(is_quick=True, phase="lobby")),
        ]


class Seat(models.Model):
    """One place at a table: a person, a computer (`bot_level`), or free. `index` is the seat number of the rules.

    Where one phone goes round, `user` is the one whose phone it is, at every seat of the people around it (`is_held`).
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats")
    name = models.CharField(max_length=96, blank=True)  # as shown at this table: 24 visible signs, see accounts.names
    language = models.CharField(max_length=2, blank=True)  # in which the person sat down: what is spoken at the table
    bot_level = models.CharField(max_length=6, blank=True)  # of the computer that sits here, or would fill the seat
    is_ready = models.BooleanField(default=False)
    part = models.CharField(max_length=64, blank=True)  # the random text of this seat's browser (fair deals)
    controller = models.CharField(max_length=32, blank=True)  # the one connection that may act
    sat_at = models.DateTimeField(null=True)  # when this person sat down: the host's badge goes to the longest sitting
    last_seen = models.DateTimeField(null=True)
    is_connected = models.BooleanField(default=False)
    rematch_answer = models.BooleanField(null=True)
    is_held = models.BooleanField(default=False)  # Rules: common.one-phone
    looks_until = models.DateTimeField(null=True)  # came by quick match, and until then would rather play with people

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_per_index"),
            models.UniqueConstraint(fields=["table", "user"], name="one_person_one_seat", condition=models.Q(is_held=False)),
        ]
        ordering = ["index"]


class Secret(models.Model):
    """The 256-bit secret of a table's chance; read only to deal, and opened when the match has ended."""

    table = models.OneToOneField(Table, primary_key=True, on_delete=models.CASCADE, related_name="secret")
    value = models.BinaryField()


class Match(models.Model):
    """The running or ended match of a table. `saved` is `services.saved.Saved` as JSON.

    `version` counts the changes that everybody is told of. `quiet` counts those since then that are nobody else's business:
    calls that are collected, and computers that let a play stand. Rules: common.calls.*, common.bot.calls.
    `seating` counts changes of who sits or controls where: a write from memory that knows an older one does not count.
    No index has a column that an action changes, so that PostgreSQL rewrites a row in place.
    """

    table = models.OneToOneField(Table, primary_key=True, on_delete=models.PROTECT, related_name="match")
    game = models.CharField(max_length=32)
    rules_version = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=0)
    quiet = models.PositiveIntegerField(default=0)
    saved = models.TextField()
    due_at = models.DateTimeField(null=True)  # when the server acts next, whatever it then does; None: nothing is due
    armed_until = models.DateTimeField(null=True)  # when the one pending countdown task fires
    waits_for = models.SmallIntegerField(null=True)  # seat of the person the table waits for
    seating = models.PositiveIntegerField(default=0)
    parts = models.JSONField(default=list)  # random texts by seat, as logged at the start
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)  # games.core.game.Result, in the transaction that ended it
    leavers_noted = models.BooleanField(default=False)  # who stayed and who left is in `endings`

    class Meta:
        indexes = [
            models.Index(fields=["table"], name="running_matches", condition=models.Q(ended_at=None)),
            models.Index(fields=["ended_at"], name="ended_matches", condition=models.Q(ended_at__isnull=False)),
            models.Index(fields=["table"], name="unnoted_matches", condition=models.Q(ended_at__isnull=False, leavers_noted=False)),
        ]


class LogEntry(models.Model):
    """One accepted change, `number` 1, 2, ... of its match. Never changed, never deleted alone.

    `version` is the one it led to. A call that had to wait for others leads to none of its own (`is_quiet`): it has the
    version at which it came, and only its seat may know of it.
    """

    pk = models.CompositePrimaryKey("match_id", "number")

    class By(models.TextChoices):
        PERSON = "person"
        BOT = "bot"
        CLOCK = "clock"
        SERVER = "server"
        STAFF = "staff"

    # The one statement that inserts an entry has just updated its match, so the database need not look for it again.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="log", db_constraint=False, db_index=False)
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    is_quiet = models.BooleanField(default=False)
    seat = models.SmallIntegerField(null=True)
    by = models.CharField(max_length=6, choices=By)
    token = models.CharField(max_length=36, null=True)
    action = models.TextField()  # JSON; what was asked
    draws = models.TextField()  # JSON list of games.core.chance.Draw; private until the match has ended
    events = models.TextField()  # JSON list of the game's events, whole; shown only through Engine.show
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat", "token"], name="one_answer_per_token", condition=models.Q(token__isnull=False)
            ),
        ]
        ordering = ["number"]


class Share(models.Model):
    """A link by which a player of an ended match lets others open its review, hidden hands included; `key` is the address.

    Whoever made it may take it back at any time; a new one then has another key. Rules: common.view.record.
    """

    key = models.CharField(max_length=32, unique=True)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shares")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shares")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="one_live_link", condition=models.Q(revoked_at=None)),
        ]


class Void(models.Model):
    """Staff have declared a match void: it counts for nothing. No row: it counts. Rules: common.league.void."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="void")
    at = models.DateTimeField(auto_now_add=True)


class StaffLook(models.Model):
    """Staff have looked into a table that is not open to all, at this version of its match; its people are told afterwards."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="staff_looks")
    version = models.PositiveIntegerField(null=True)  # None: before the match
    at = models.DateTimeField(auto_now_add=True)


class Heartbeat(models.Model):
    """When each part of the site last showed life, so that an outage can be credited. Rules: common.clock.outage."""

    part = models.CharField(max_length=8, primary_key=True)  # web | clock
    at = models.DateTimeField()


class Outage(models.Model):
    """A time in which no web process answered. `is_credited`: every running match has been given it back."""

    began = models.DateTimeField()
    ended = models.DateTimeField()
    is_credited = models.BooleanField(default=False)
