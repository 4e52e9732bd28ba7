"""The public log of a league: one line per act, written in the transaction of the act. `sentence` tells it to a reader."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.models import User
from leagues.models import League, LogLine, Season

KINDS: dict[str, Promise] = {
    "founded": _("%(who)s founded the league."),
    "changed": _("%(who)s changed the league."),
    "closed": _("%(who)s closed the league."),
    "orphaned": _("The league was closed because its owner is gone and nobody else is left."),
    "followed": _("The owner is gone; %(whom)s is the owner now."),
    "reopened": _("%(who)s opened the league again."),
    "joined": _("%(whom)s joined."),
    "accepted": _("%(who)s let %(whom)s in."),
    "left": _("%(whom)s left."),
    "removed": _("%(who)s removed %(whom)s."),
    "banned": _("%(who)s banned %(whom)s."),
    "unbanned": _("%(who)s lifted the ban of %(whom)s."),
    "role": _("%(who)s changed what %(whom)s may do."),
    "handed_over": _("%(who)s handed the league over to %(whom)s."),
    "season_planned": _("%(who)s planned season %(season)s."),
    "season_changed": _("%(who)s changed season %(season)s."),
    "season_called_off": _("%(who)s called season %(season)s off."),
    "season_started": _("Season %(season)s has begun."),
    "season_ended": _("Season %(season)s has ended."),
    "entered": _("%(whom)s takes part in season %(season)s."),
    "withdrawn": _("%(whom)s takes no further part in season %(season)s."),
    "disputed": _("%(who)s disputes a result of season %(season)s."),
    "upheld": _("%(who)s looked at the result that %(whom)s disputed: it stays as it is."),
    "message": _("%(who)s wrote to all members."),
    "tidied": _("The team of the site removed a text of this league."),
    "link": _("%(who)s made a new invitation link."),
    "round_opened": _("Round %(round)s has begun."),
    "deadline": _("%(who)s moved the deadline of a match in round %(round)s."),
    "substitute": _("%(stand_in)s plays for %(whom)s in round %(round)s."),
    "no_substitute": _("%(whom)s plays in round %(round)s after all."),
    "forfeit": _("%(who)s decided a match in round %(round)s that was not played. Appeared: %(appeared)s."),
    "corrected": _("%(who)s corrected the result of %(members)s. Place and points in the standings:"),
    "void": _("%(who)s declared the match of %(members)s void. Place and points in the standings:"),
    "restored": _("%(who)s let the match of %(members)s count again. Place and points in the standings:"),
    "sanctioned": _("%(who)s changed the result of %(members)s by a measure. Place and points in the standings:"),
}
"""What a line says. Whoever adds acts adds their kinds here: who, whom, season, and the names of the line's `facts`."""

PEOPLE = "people"
"""Of `facts`: other people that a line names, as lists of their ids, so that nobody's name outlives them or their account.
Where it is there, `before` and `after` are by the ids of people, too."""


def write(
    league: League,
    kind: str,
    *,
    user: User | None = None,
    about: User | None = None,
    season: Season | None = None,
    reason: str = "",
    facts: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> LogLine:
    """Add a line inside the caller's transaction. `user` did it (None: the site itself), `about` is the member concerned."""
    if kind not in KINDS:
        raise ValueError(f"unknown kind of log line: {kind}")
    return LogLine.objects.create(
        league=league,
        kind=kind,
        user=user,
        about=about,
        season=season,
        reason=reason,
        facts=dict(facts or {}),
        before=dict(before or {}),
        after=dict(after or {}),
    )


def names_in(lines: Iterable[LogLine]) -> dict[int, str]:
    """The names of today of all people in the `facts` of these lines: one query."""
    ids = {pk for line in lines for people in line.facts.get(PEOPLE, {}).values() for pk in people}
    ids |= {int(pk) for line in lines if PEOPLE in line.facts for pk in {**line.before, **line.after}}
    return dict(User.objects.filter(pk__in=ids).values_list("pk", "display_name")) if ids else {}


def sentence(line: LogLine, names: Mapping[int, str] | None = None) -> str:
    """What the line says, in the active language. `names` of `names_in` spare a query for each line."""
    if line.kind not in KINDS:
        return line.kind
    names = names_in([line]) if names is None else names
    people = {role: ", ".join(names.get(pk, "–") for pk in ids) or "–" for role, ids in line.facts.get(PEOPLE, {}).items()}
    who = line.user.display_name if line.user else _("The site")
    values = {"who": who, "whom": line.about.display_name if line.about else "–", "season": line.season.number if line.season else "–"}
    return str(KINDS[line.kind]) % {**line.facts, **people, **values}
