"""What staff decide about people, what these say to it, and the trail of it all.

`sanctions.py` and `appeals.py` write the first two; `audit.py` alone writes the trail.
"""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone

_PERSON: dict[str, Any] = {"null": True, "on_delete": models.SET_NULL}


class Sanction(models.Model):
    """A decision about a person. `reason` is what they read, in `language`; `evidence` what they are shown, without who reported it.

    `until` None: it has no end of its own, or nothing that lasts. One that needs a second pair of eyes is `waiting` and
    changes nothing until somebody else has confirmed it.
    """

    class Act(models.TextChoices):
        REMIND = "remind"
        REMOVE_TEXT = "remove_text"
        RENAME = "rename"
        WARN = "warn"
        MUTE = "mute"
        NO_TEXT = "no_text"
        NO_RATED = "no_rated"
        TIME_OUT = "time_out"
        BAN = "ban"

    class State(models.TextChoices):
        WAITING = "waiting"
        GIVEN = "given"
        REFUSED = "refused"  # by the second pair of eyes
        OVERTURNED = "overturned"  # after an appeal, or taken back by staff

    key = models.CharField(max_length=16, unique=True)
    report = models.ForeignKey("moderation.Report", null=True, on_delete=models.SET_NULL, related_name="sanctions")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="sanctions", **_PERSON)
    act = models.CharField(max_length=11, choices=Act)
    rule = models.CharField(max_length=16)  # a clause of conduct.py
    reason = models.TextField()
    language = models.CharField(max_length=2)
    evidence = models.JSONField(default=list)  # list of {"text", "mine"}
    closes = models.JSONField(default=list)  # keys of the reports that are closed with its case, while it waits
    until = models.DateTimeField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.GIVEN)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="sanctions_given", **_PERSON)
    second = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="sanctions_seconded", **_PERSON)
    created_at = models.DateTimeField(auto_now_add=True)
    given_at = models.DateTimeField(null=True)  # None while it waits, and if it was refused
    ended_at = models.DateTimeField(null=True)  # refused or overturned

    class Meta:
        default_permissions = ("view",)
        permissions = [("moderate", "Can work at the staff desk")]
        indexes = [
            models.Index(fields=["person", "-created_at"], name="sanctions_of_a_person"),
            models.Index(fields=["state", "created_at"], name="sanctions_waiting"),
        ]

    @property
    def is_in_force(self) -> bool:
        """Whether it counts now: it ends by itself."""
        return self.state == self.State.GIVEN and (self.until is None or self.until > timezone.now())


class Appeal(models.Model):
    """What a person says to a decision, once; somebody who had no part in it decides."""

    class State(models.TextChoices):
        RECEIVED = "received"
        LOOKING = "looking"
        UPHELD = "upheld"
        OVERTURNED = "overturned"

    sanction = models.OneToOneField(Sanction, on_delete=models.CASCADE, related_name="appeal")
    words = models.CharField(max_length=1000)
    language = models.CharField(max_length=2)
    state = models.CharField(max_length=10, choices=State, default=State.RECEIVED)
    answer = models.TextField(blank=True)  # in the person's language
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="appeals_decided", **_PERSON)
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="claimed_appeals", **_PERSON)
    claimed_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ("view",)
        indexes = [models.Index(fields=["state", "created_at"], name="open_appeals")]


class Wording(models.Model):
    """A template of a reason: what a person reads about one clause, in one language. Staff edit it before they send it."""

    rule = models.CharField(max_length=16)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    text = models.TextField(max_length=1000)

    class Meta:
        default_permissions = ("change", "view")
        constraints = [models.UniqueConstraint(fields=["rule", "language"], name="one_wording_per_rule_and_language")]
        ordering = ["rule", "language"]

    def __str__(self) -> str:
        return f"{self.rule} ({self.language})"


class AppendOnlyError(Exception):
    """The trail is never changed; a database trigger says the same."""


class _AppendOnly(models.QuerySet["AuditEntry"]):
    def _refuse(self, *args: Any, **more: Any) -> NoReturn:
        raise AppendOnlyError

    update = delete = bulk_update = update_or_create = _refuse  # type: ignore[assignment]


class AuditEntry(models.Model):
    """One act of staff, written in the same transaction as the act. Never changed, never deleted.

    People and things are named by id and key, without a constraint: an account that is deleted changes nothing here.
    """

    class Act(models.TextChoices):
        CLAIM = "claim"
        RELEASE = "release"
        CLOSE_REPORT = "close_report"
        SANCTION = "sanction"
        PROPOSE = "propose"
        CONFIRM = "confirm"
        REFUSE = "refuse"
        LIFT = "lift"
        APPEAL_CLAIM = "appeal_claim"
        UPHOLD = "uphold"
        OVERTURN = "overturn"
        NAME_PERSON = "name_person"
        LOOK = "look"
        CLOSE_TABLE = "close_table"
        PAUSE = "pause"
        RESUME = "resume"
        VOID = "void"
        UNVOID = "unvoid"
        LEAGUE_NAME = "league_name"
        LEAGUE_ABOUT = "league_about"
        LEAGUE_TEXT = "league_text"
        WORDING = "wording"
        EXPORT = "export"
        ADMIN_ADD = "admin_add"
        ADMIN_CHANGE = "admin_change"
        ADMIN_DELETE = "admin_delete"

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    act = models.CharField(max_length=14, choices=Act)
    target = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    thing = models.CharField(max_length=64, blank=True)  # `report:KEY`, `sanction:KEY`, `table:KEY`, or a model and its id
    rule = models.CharField(max_length=16, blank=True)
    note = models.TextField(blank=True)
    details = models.JSONField(default=dict)

    objects = _AppendOnly.as_manager()

    class Meta:
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["-at"], name="audit_by_time"),
            models.Index(fields=["actor", "-at"], name="audit_by_actor"),
            models.Index(fields=["target", "-at"], name="audit_by_target"),
            models.Index(fields=["thing", "-at"], name="audit_by_thing"),
        ]

    def save(self, *args: Any, **more: Any) -> None:
        if self.pk is not None:
            raise AppendOnlyError
        super().save(*args, **more)

    def delete(self, *args: Any, **more: Any) -> NoReturn:
        raise AppendOnlyError
