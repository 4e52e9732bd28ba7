"""A season: what is played by which rules, in which divisions, by whom."""

from django.db import models

from leagues.models.people import League, Membership


class Season(models.Model):
    """One season of a league. All that decides results is fixed when it starts: game options, table size, format, points.

    While it is `planned` members sign up (`Entry`). A round lasts `round_days` days from `starts_at`; `rounds=0` means as
    many as the format needs. `best=0` counts all results of a member, else the best N. Rules: common.league.best.
    `up` and `down` say how many go to the division above and below when the season ends.
    """

    class Format(models.TextChoices):
        FREE = "free"
        ROUND_ROBIN = "round_robin"
        SWISS = "swiss"
        DUELS = "duels"

    class State(models.TextChoices):
        PLANNED = "planned"
        RUNNING = "running"
        ENDED = "ended"
        CALLED_OFF = "called_off"  # ended before it began

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()  # 1, 2, ... in its league
    format = models.CharField(max_length=12, choices=Format, default=Format.FREE)
    options = models.JSONField(default=dict)  # of the game's Options struct, every field
    seats = models.PositiveSmallIntegerField(default=4)  # wanted size of a table; 2 in duels; of no meaning in free play
    rounds = models.PositiveSmallIntegerField(default=0)
    round_days = models.PositiveSmallIntegerField(default=7)
    best = models.PositiveSmallIntegerField(default=0)
    up = models.PositiveSmallIntegerField(default=1)
    down = models.PositiveSmallIntegerField(default=1)
    split = models.PositiveSmallIntegerField(default=1)  # how many divisions
    late_entry = models.BooleanField(default=True)
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    round = models.PositiveSmallIntegerField(default=0)  # the newest one that was opened; written by who opens rounds
    told = models.CharField(max_length=10, choices=State, blank=True)  # the state of which all concerned have been told
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)  # planned end; None: when the last round is over
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number"),
            models.UniqueConstraint(fields=["league"], name="one_season_runs", condition=models.Q(state="running")),
            models.UniqueConstraint(fields=["league"], name="one_season_planned", condition=models.Q(state="planned")),
        ]
        indexes = [
            models.Index(fields=["state", "starts_at"], name="seasons_to_start"),
            models.Index(fields=["league"], name="untold_seasons", condition=~models.Q(told=models.F("state"))),
        ]


class Division(models.Model):
    """Members of a season who are ranked together; level 1 is the highest. Every season has at least one when it starts."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "level"], name="one_division_per_level")]
        ordering = ["level"]


class Entry(models.Model):
    """A member takes part in a season. `division` is None until the season starts.

    `from_round` is the first round that the member plays (1 unless the entry was late); `state` says whether they still
    play. A `reserve` is not paired but may stand in for others. `seed` orders equals (draw, and the last season's place).
    `place` and `points` are those of the final table, written when the season ends; `came` says by what the member came
    into the division.
    """

    class State(models.TextChoices):
        IN = "in"
        RESERVE = "reserve"
        WITHDRAWN = "withdrawn"

    class Came(models.TextChoices):
        NEW = "new"
        STAYED = "stayed"
        PROMOTED = "promoted"
        RELEGATED = "relegated"
        FILLED = "filled"  # a place above was free
        DRAWN = "drawn"  # the number of divisions changed: by the order of the season before, newcomers by lot

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, null=True, on_delete=models.SET_NULL, related_name="entries")
    member = models.ForeignKey(Membership, on_delete=models.RESTRICT, related_name="entries")
    state = models.CharField(max_length=9, choices=State, default=State.IN)
    came = models.CharField(max_length=9, choices=Came, default=Came.NEW)
    seed = models.PositiveIntegerField(default=0)
    from_round = models.PositiveSmallIntegerField(default=1)
    withdrawn_at = models.DateTimeField(null=True)
    place = models.PositiveIntegerField(null=True)
    points = models.FloatField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "member"], name="one_entry_per_member")]
        indexes = [models.Index(fields=["division", "state"], name="entries_of_division")]
