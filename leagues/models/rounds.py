"""What is played: rounds, fixtures, who sits at them, and the times that members propose."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from leagues.models.seasons import Division, Entry, Season


class Round(models.Model):
    """One round of a division. `size` is the number of seats of its tables, by which a bye is worth. Rules: common.league.bye.

    `deadline` is one moment for all, the end of a day in the league's own zone; people read it in theirs.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()  # 1, 2, ... in the season
    size = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)  # all its fixtures are done
    told_at = models.DateTimeField(null=True)  # everybody in it has been told

    class Meta:
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="one_round_per_number")]
        indexes = [models.Index(fields=["deadline"], name="open_rounds", condition=Q(closed_at=None))]
        ordering = ["number"]


class Fixture(models.Model):
    """Members who are to play one match, or have: in free play a fixture is made of each match that counts.

    `planned_at` is the time that all of them agreed to. `table` is there once the match has begun. `why` is a code of
    `services.fixtures.WHY` where it was not played or decided without a match; `reason` what an organiser wrote.
    """

    class State(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"  # has a result
        NOT_PLAYED = "not_played"

    key = models.CharField(max_length=12, unique=True)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="fixtures")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    round = models.ForeignKey(Round, null=True, on_delete=models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField(default=0)  # of the table in its round
    is_bye = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    planned_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    table = models.OneToOneField("play.Table", null=True, on_delete=models.SET_NULL, related_name="fixture")
    why = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    is_near_told = models.BooleanField(default=False)  # its members know that the deadline is near
    is_soon_told = models.BooleanField(default=False)  # ... that the agreed time is
    moves = models.PositiveIntegerField(default=0)  # how often its time or deadline has changed: calendars keep the newest
    created_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["deadline"], name="open_fixtures", condition=Q(state="open")),
            models.Index(fields=["planned_at"], name="planned_fixtures", condition=Q(state="open")),
            models.Index(fields=["season", "-done_at"], name="done_fixtures"),
        ]
        ordering = ["number", "pk"]


class Seating(models.Model):
    """A member of a fixture. `stand_in` plays for them; the points are theirs all the same.

    `here_at` is when they last said that they are ready to play. `is_absent`: was not there when it was decided, or begun without
    them; `has_withdrawn`: because nobody would come for this member any more. Rules: common.league.forfeit.
    """

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seatings")
    entry = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="seatings")
    index = models.PositiveSmallIntegerField()  # the seat number, clockwise
    stand_in = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    here_at = models.DateTimeField(null=True)
    is_absent = models.BooleanField(default=False)
    has_withdrawn = models.BooleanField(default=False)  # only where `is_absent` is true

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fixture", "entry"], name="one_seating_per_member"),
            models.UniqueConstraint(fields=["fixture", "index"], name="one_member_per_seat"),
        ]
        ordering = ["index"]


class TimeProposal(models.Model):
    """A time that a member proposes for a fixture. When all have agreed it becomes the fixture's `planned_at`."""

    class State(models.TextChoices):
        OPEN = "open"
        AGREED = "agreed"
        TAKEN_BACK = "taken_back"
        DECLINED = "declined"
        PASSED = "passed"  # another time was agreed, or this one went by

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="proposals")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fixture", "at"], name="one_proposal_per_time", condition=Q(state="open")),
        ]
        ordering = ["at"]


class TimeAnswer(models.Model):
    """Whether a member of the fixture can play at a proposed time."""

    proposal = models.ForeignKey(TimeProposal, on_delete=models.CASCADE, related_name="answers")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    can = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["proposal", "entry"], name="one_answer_per_member")]


class CalendarFeed(models.Model):
    """The secret address under which a person's calendar reads their fixtures; a new one makes the old one worthless."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed")
    key = models.CharField(max_length=32, unique=True)
    made_at = models.DateTimeField(auto_now=True)
