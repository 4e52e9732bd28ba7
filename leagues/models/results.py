"""What came of it: results, what organisers and staff changed about them, and the table as last computed from them."""

from django.conf import settings
from django.db import models

from leagues.models.rounds import Fixture
from leagues.models.seasons import Division, Entry, Season


class Result(models.Model):
    """The result of a fixture; a match has at most one in a season. The table is computed from these rows and nothing else.

    `parts` lists each member's part, a `leagues.standings.Part` whose `member` is the id of the entry, what is as by default
    left out; `size` is the number that league points are counted with. Rules: common.league.*.
    """

    class Kind(models.TextChoices):
        MATCH = "match"
        BYE = "bye"
        FORFEIT = "forfeit"  # decided without a match

    fixture = models.OneToOneField(Fixture, on_delete=models.CASCADE, related_name="result")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="results")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="results")
    match = models.ForeignKey("play.Match", null=True, on_delete=models.SET_NULL, related_name="league_results")
    kind = models.CharField(max_length=7, choices=Kind)
    size = models.PositiveSmallIntegerField()
    parts = models.JSONField()
    is_void = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "match"], name="one_result_per_match")]
        indexes = [models.Index(fields=["season", "-made_at"], name="newest_results")]


class Looked(models.Model):
    """Leagues have seen that this match has ended, whether it counts anywhere or not; the sweep looks for those without."""

    match = models.OneToOneField("play.Match", primary_key=True, on_delete=models.CASCADE, related_name="looked")


class Correction(models.Model):
    """A result was changed: `before` and `after` are its `parts` and `is_void`. Never changed and never deleted alone."""

    class Kind(models.TextChoices):
        PLACES = "places"
        VOID = "void"
        RESTORE = "restore"
        SANCTION = "sanction"  # members placed last for what they did

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="corrections")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    reason = models.CharField(max_length=500)
    before = models.JSONField()
    after = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]


class Standing(models.Model):
    """A line of the table as last computed: pages read it, and it can be made again from the results at any time.

    `before` is the place at the end of the round before; None in free play and in the first round.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="standing")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="standings")
    place = models.PositiveIntegerField()
    before = models.PositiveIntegerField(null=True)
    points = models.FloatField(default=0)
    firsts = models.PositiveIntegerField(default=0)
    game_points = models.FloatField(default=0)
    played = models.PositiveIntegerField(default=0)
    byes = models.PositiveIntegerField(default=0)
    forfeits = models.PositiveIntegerField(default=0)
    dropped = models.PositiveIntegerField(default=0)
    tallies = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["division", "place", "entry"], name="table_of_division")]
        ordering = ["place", "entry_id"]
