"""A league, who is in it with which rights, what the organisers did, and what they tell everyone."""

from datetime import date

from django.conf import settings
from django.db import models
from django.utils import timezone


def today() -> date:
    """The day in UTC."""
    return timezone.now().date()


class League(models.Model):
    """A group that plays one game, season after season. `key` is its address; `invite_key` opens it to who has the link.

    A league that `is_public` is listed and read by anyone; another one is there for its members alone. `most_members`
    holds for those who are in (`Membership.State.IN`), under any number of joins at the same moment.
    """

    class Joining(models.TextChoices):
        OPEN = "open"
        REQUEST = "request"
        LINK = "link"

    key = models.CharField(max_length=12, unique=True)
    invite_key = models.CharField(max_length=22, unique=True)
    name = models.CharField(max_length=160)  # 40 visible signs
    about = models.TextField(blank=True)  # plain text of the organisers
    game = models.CharField(max_length=32)
    joining = models.CharField(max_length=8, choices=Joining, default=Joining.LINK)
    is_public = models.BooleanField(default=False)
    languages = models.CharField(max_length=32, blank=True)  # codes of the site's languages spoken here: "nl de"
    time_zone = models.CharField(max_length=64, default="UTC")  # IANA: days of rounds are days here
    most_members = models.PositiveIntegerField(default=1000)
    members = models.PositiveIntegerField(default=0)  # how many are in; kept under the lock of this row
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)  # nobody joins and nothing begins any more; it stays readable

    class Meta:
        indexes = [models.Index(fields=["is_public", "closed_at", "-created_at"], name="listed_leagues")]


class Membership(models.Model):
    """What one person is in one league, also when they are no longer in it. One league has one owner.

    `rights` are those of an organiser, from `leagues.services.rights.RIGHTS`; the owner has all of them, a member none.
    `free_times` lists weekday and part of the day in the person's own time zone, `"0e"` = Monday evening.
    """

    class Role(models.TextChoices):
        OWNER = "owner"
        ORGANISER = "organiser"
        MEMBER = "member"

    class State(models.TextChoices):
        ASKED = "asked"
        IN = "in"
        LEFT = "left"
        REMOVED = "removed"  # may come back
        BANNED = "banned"  # may not

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=9, choices=Role, default=Role.MEMBER)
    rights = models.JSONField(default=list)
    state = models.CharField(max_length=7, choices=State, default=State.IN)
    words = models.CharField(max_length=300, blank=True)  # what the person wrote when asking to join
    free_times = models.JSONField(default=list)
    away_until = models.DateField(null=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    seen_on = models.DateField(default=today)  # when they last looked at a page of the league or played in it; by the day, in UTC

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_membership"),
            models.UniqueConstraint(fields=["league"], name="one_owner", condition=models.Q(role="owner")),
        ]
        indexes = [models.Index(fields=["league", "state"], name="members_by_state")]


class LogLine(models.Model):
    """One line of the league's public log: `kind` (`services.log.KINDS`) with `facts`, who did it, to whom, and why.

    `before` and `after` are what the act changed, e.g. `{"place": 3, "points": 7.5}` by member; both empty where nothing
    is compared. `user=None` is the site itself. Never changed and never deleted alone.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="log")
    season = models.ForeignKey("leagues.Season", null=True, on_delete=models.SET_NULL, related_name="log")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=24)
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["league", "-id"], name="newest_log_lines")]


class Message(models.Model):
    """What an organiser tells all members; the newest stands on the home of the league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField()
    told_at = models.DateTimeField(null=True)  # when all members had been told
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["league", "-id"], name="newest_messages"),
            models.Index(fields=["at"], name="untold_messages", condition=models.Q(told_at=None)),
        ]
