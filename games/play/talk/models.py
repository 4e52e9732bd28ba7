"""What is said at tables, and whom a person does not want to hear. `services.py` writes, `selectors.py` reads."""

from django.conf import settings
from django.db import models


class Line(models.Model):
    """One thing said at a table, with a rising `number` of its table: a quick phrase, or a text of the person's own.

    A number is given only when those before it are stored, so whoever has seen number n misses none before it.
    """

    table = models.ForeignKey("play.Table", on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="lines")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=96)  # as shown at the table at that moment
    phrase = models.PositiveSmallIntegerField(null=True)  # number of a quick phrase; None: `text`
    text = models.CharField(max_length=400, blank=True)
    language = models.CharField(max_length=2)  # that of the page on which it was said
    token = models.CharField(max_length=36, null=True)  # the same one is said once
    removed_at = models.DateTimeField(null=True)  # by staff: readers are told that something stood here
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_line_per_number"),
            models.UniqueConstraint(fields=["user", "token"], name="one_line_per_token", condition=models.Q(token__isnull=False)),
        ]
        indexes = [models.Index(fields=["user", "at"], name="lines_of_a_person")]
        ordering = ["number"]


class Avoidance(models.Model):
    """`user` does not want to hear `other`; with `is_block` neither hears the other, and nothing brings them together.

    `name` is what `other` was called when this was made: the list shows it, and nothing that came later.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="avoidances")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="avoided_by")
    is_block = models.BooleanField(default=False)
    name = models.CharField(max_length=96)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="one_avoidance_per_pair"),
            models.CheckConstraint(condition=~models.Q(user=models.F("other")), name="nobody_avoids_themselves"),
        ]


class Ear(models.Model):
    """What a person wants to hear at tables. Without a row: everything. `phrases` is the child-safe mode: no free text, either way."""

    class Hears(models.TextChoices):
        ALL = "all"
        PHRASES = "phrases"
        NOTHING = "nothing"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="ear")
    hears = models.CharField(max_length=7, choices=Hears, default=Hears.ALL)
