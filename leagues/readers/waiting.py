"""What comes next for a member who has no match to play now: why there is none, and when the next round begins."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from leagues.models import Entry, Season, Seating
from leagues.services import rounds

Why = Literal["later", "bye", "played", "out"]
Then = Literal["next", "end", "too_few"]


class Waiting(NamedTuple):
    """`why` there is nothing to play in the newest round: not in it yet, a bye, played, or not paired.

    `then` is what comes `at` that moment: the next round, the end of the season after the last one, or its end because too few
    are left (unless somebody comes). `round` is the number of the next one.
    """

    why: Why
    then: Then
    at: datetime
    round: int


def waiting(season: Season, entry: Entry, counts: Sequence[int]) -> Waiting | None:
    """For a member who takes part and has no open match: two queries at most. None before the first round, and in free play.

    `counts`: `rounds.sizes` of the season.
    """
    if season.state != Season.State.RUNNING or not rounds.has_rounds(season) or not season.round:
        return None
    seatings = Seating.objects.filter(entry=entry, fixture__round__number=season.round).select_related("fixture__round")
    mine = seatings.first()
    own_round = mine.fixture.round if mine is not None else None
    at = own_round.deadline if own_round is not None else rounds.end_of(season, season.round)
    then: Then = "next" if season.round < rounds.length(season, counts) else "end"
    if then == "next" and rounds.too_few(season, counts):
        then, at = "too_few", rounds.stops_at(season, season.round, at)
    if season.ends_at is not None and at >= season.ends_at - rounds.SHORTEST:
        then, at = "end", season.ends_at
    return Waiting(_why(entry, mine, season.round), then, at, season.round + 1)


def _why(entry: Entry, mine: Seating | None, number: int) -> Why:
    if entry.from_round > number:
        return "later"
    if mine is None:
        return "out"
    return "bye" if mine.fixture.is_bye else "played"
