"""Who stayed to the end of which match. `services.py` writes, once per match; the cool-downs follow from these rows alone."""

from django.conf import settings
from django.db import models


class Ending(models.Model):
    """How a person's part in an ended match went. Only matches of several persons at open or rated tables have rows."""

    class How(models.TextChoices):
        STAYED = "stayed"
        LEFT = "left"
        EXCUSED = "excused"  # gone, but around a time when the site itself did not answer

    match = models.ForeignKey("play.Match", on_delete=models.CASCADE, related_name="endings")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="endings")
    how = models.CharField(max_length=7, choices=How)
    ended_at = models.DateTimeField()  # of the match: the order in which endings count

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_ending_per_person")]
        indexes = [models.Index(fields=["user", "-ended_at"], name="endings_of_a_person")]
