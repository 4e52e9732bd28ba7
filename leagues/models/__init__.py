"""Leagues, the people in them, their seasons, and what is played. Only `leagues.services` writes these."""

from leagues.models.disputes import Dispute
from leagues.models.people import League, LogLine, Membership, Message
from leagues.models.results import Correction, Looked, Result, Standing
from leagues.models.rounds import CalendarFeed, Fixture, Round, Seating, TimeAnswer, TimeProposal
from leagues.models.seasons import Division, Entry, Season

__all__ = [
    "CalendarFeed",
    "Correction",
    "Dispute",
    "Division",
    "Entry",
    "Fixture",
    "League",
    "LogLine",
    "Looked",
    "Membership",
    "Message",
    "Result",
    "Round",
    "Season",
    "Seating",
    "Standing",
    "TimeAnswer",
    "TimeProposal",
]
