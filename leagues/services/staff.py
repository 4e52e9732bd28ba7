"""What staff of the site do to the texts of a league: another name, no description, no message, no reason.

`moderation` alone calls this, and writes down who did it and why, in the same transaction. The public log says that a text
was removed, and holds it no more; neither do notices. LeagueError codes: unchanged.
"""

import secrets
from typing import Any

from django.db import transaction

from bluffsite.accounts.models import Notice
from leagues import notices
from leagues.models import Correction, Dispute, Fixture, League, LogLine, Message
from leagues.services import log
from leagues.services.errors import LeagueError
from leagues.services.rights import locked

_WORDS = {"en": "League", "nl": "Competitie", "de": "Liga", "ne": "लिग"}
GONE = "–"


@transaction.atomic
def rename(*, league_id: int) -> None:
    """A name that the site gives, in the first language of the league."""
    league = locked(league_id)
    old, spoken = league.name, (league.languages.split() or ["en"])[0]
    league.name = f"{_WORDS.get(spoken, _WORDS['en'])} {secrets.randbelow(9000) + 1000}"
    league.save(update_fields=["name"])
    _forget_value(league, "name", old)
    for notice in Notice.objects.filter(about=notices.about(league)):
        if notice.params.get("league") == old:
            notice.params["league"] = league.name
            notice.save(update_fields=["params"])
    log.write(league, "tidied")


@transaction.atomic
def clear_about(*, league_id: int) -> None:
    """The description is gone. Raises LeagueError(unchanged) where there is none."""
    league = locked(league_id)
    old = league.about
    if not old:
        raise LeagueError("unchanged")
    league.about = ""
    league.save(update_fields=["about"])
    _forget_value(league, "about", old)
    log.write(league, "tidied")


@transaction.atomic
def remove_message(*, league_id: int, message_id: int) -> None:
    """A message to all members is gone, also where members were told of it. Raises LeagueError(unchanged) for an unknown one."""
    league = locked(league_id)
    message = Message.objects.filter(league=league, pk=message_id).first()
    if message is None:
        raise LeagueError("unchanged")
    text = message.text
    message.delete()
    _forget_notices(league, text)
    log.write(league, "tidied")


@transaction.atomic
def remove_reason(*, league_id: int, line_id: int) -> None:
    """A reason is gone from the log, the match and the notices that gave it. Raises LeagueError(unchanged) where there is none."""
    league = locked(league_id)
    line = LogLine.objects.filter(league=league, pk=line_id).exclude(reason__in=("", GONE)).first()
    if line is None:
        raise LeagueError("unchanged")
    text = line.reason
    LogLine.objects.filter(league=league, reason=text).update(reason=GONE)
    Correction.objects.filter(result__season__league=league, reason=text).update(reason=GONE)
    Dispute.objects.filter(result__season__league=league, reason=text).update(reason=GONE)
    Dispute.objects.filter(result__season__league=league, answer=text).update(answer=GONE)
    Fixture.objects.filter(season__league=league, reason=text).update(reason=GONE)
    _forget_notices(league, text)
    log.write(league, "tidied")


def _forget_value(league: League, field: str, text: str) -> None:
    """The log says that the league was changed, and no more to what."""
    for line in league.log.filter(kind="changed"):
        kept: dict[str, dict[str, Any]] = {"before": dict(line.before), "after": dict(line.after)}
        for values in kept.values():
            if values.get(field) == text:
                values[field] = GONE
        if (line.before, line.after) != (kept["before"], kept["after"]):
            LogLine.objects.filter(pk=line.pk).update(**kept)


def _forget_notices(league: League, text: str) -> None:
    for notice in Notice.objects.filter(about=notices.about(league)):
        if text in notice.params.values():
            notice.delete()
