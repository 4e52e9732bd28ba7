"""A member disputes a result, once; an organiser answers."""

from django.conf import settings
from django.db import models

from leagues.models.people import Membership
from leagues.models.results import Result


class Dispute(models.Model):
    """`answer` is what the organiser wrote when the result stayed (`upheld`) or was corrected (`changed`)."""

    class State(models.TextChoices):
        OPEN = "open"
        UPHELD = "upheld"
        CHANGED = "changed"

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="disputes")
    member = models.ForeignKey(Membership, on_delete=models.RESTRICT, related_name="disputes")
    reason = models.CharField(max_length=500)
    state = models.CharField(max_length=7, choices=State, default=State.OPEN)
    answer = models.CharField(max_length=500, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["result", "member"], name="one_dispute_per_member")]
        indexes = [models.Index(fields=["result"], name="open_disputes", condition=models.Q(state="open"))]
