"""Reports of people about people, with the evidence as it was. `reports.py` files them; the desk decides them."""

from django.conf import settings
from django.db import models

from bluffsite.moderation.desk.models import Appeal as Appeal
from bluffsite.moderation.desk.models import AuditEntry as AuditEntry
from bluffsite.moderation.desk.models import Sanction as Sanction
from bluffsite.moderation.desk.models import Wording as Wording


class Report(models.Model):
    """One report. `key` is its receipt and address for the reporter; everybody else gets the same answer as for an unknown one.

    `kind` and `about` say what was reported (see `targets.py`), `words` why, in one plain sentence. `evidence` is what stood
    around it then, as spectators and the table could see it: `{"lines": [...], "events": [...], "version": n, ...}`.
    """

    class Kind(models.TextChoices):
        TABLE = "table"
        SEAT = "seat"
        LOG = "log"
        RESULT = "result"
        LINE = "line"
        PROFILE = "profile"
        LEAGUE = "league"
        REPORT = "report"  # what somebody wrote in a report; staff alone make these

    class Reason(models.TextChoices):
        ABUSE = "abuse"
        NAME = "name"
        CHEATING = "cheating"
        SPOILING = "spoiling"
        SPAM = "spam"
        OTHER = "other"

    class State(models.TextChoices):
        RECEIVED = "received"
        LOOKING = "looking"
        CLOSED = "closed"

    class Outcome(models.TextChoices):
        ACTION = "action"
        NO_BREACH = "no_breach"

    key = models.CharField(max_length=16, unique=True)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports_made")
    target = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports_about")
    table = models.ForeignKey("play.Table", null=True, on_delete=models.SET_NULL, related_name="reports")
    kind = models.CharField(max_length=8, choices=Kind)
    about = models.CharField(max_length=80)  # the key of what was reported, within its kind
    label = models.CharField(max_length=200)  # what it was called then
    reason = models.CharField(max_length=8, choices=Reason)
    words = models.CharField(max_length=400)
    language = models.CharField(max_length=2)  # of the words
    evidence = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.RECEIVED)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="claimed_reports")
    claimed_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "created_at"], name="open_reports"),
            models.Index(fields=["reporter", "-created_at"], name="reports_of_a_person"),
            models.Index(fields=["target", "-created_at"], name="reports_about_a_person"),
        ]
