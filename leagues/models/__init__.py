"""Leagues, the people in them, their seasons, and what is played. Only `leagues.services` writes these."""

from leagues.models.people import League, LogLine, Membership, Message
from leagues.models.seasons import Division, Entry, Season

__all__ = ["Division", "Entry", "League", "LogLine", "Membership", "Message", "Season"]
