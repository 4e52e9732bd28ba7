"""Ratings: one per member and game, and of each rated match one receipt per member. Only `services.py` writes them.

All of it can be made again from the ended matches: see `manage.py ratings`.
"""

from django.conf import settings
from django.db import models

from games.play.models import Match


class Book(models.Model):
    """One row per game. Whoever changes ratings of the game holds it, so that matches are counted one after the other."""

    game = models.CharField(max_length=32, primary_key=True)


class RatedMatch(models.Model):
    """A match that began as a rated one. `is_counted`: its receipts are written, or it moved nothing.

    `ended_at` is that of the match once counted: in this order, then by number, matches move ratings.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.PROTECT, related_name="rated")
    game = models.CharField(max_length=32)
    is_counted = models.BooleanField(default=False)
    is_void = models.BooleanField(default=False)  # Rules: common.league.void
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["game", "ended_at", "match"], name="counted_matches", condition=models.Q(is_counted=True)),
            models.Index(fields=["match"], name="uncounted_matches", condition=models.Q(is_counted=False)),
        ]


class Rating(models.Model):
    """Where a member stands at a game: openskill's `mu` (strength) and `sigma` (doubt) after `matches` rated matches."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_per_game")]


class Receipt(models.Model):
    """What one match did to one member's rating. `place` is that among the `of` members who sat at it, shared ones the best.

    There is none where nothing could move: fewer than two members, or a void match.
    """

    match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="receipts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_receipts")
    number = models.PositiveIntegerField()  # how many rated matches at this game the member then had
    place = models.PositiveSmallIntegerField()
    shared_by = models.PositiveSmallIntegerField(default=1)  # members with this place
    of = models.PositiveSmallIntegerField()
    has_left = models.BooleanField(default=False)  # placed as a leaver. Rules: common.leave.place
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_receipt_per_match")]
        indexes = [models.Index(fields=["user", "-match"], name="receipts_of_a_member")]
