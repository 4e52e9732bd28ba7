"""The public log of a league: one line per act, written in the transaction of the act. `sentence` tells it to a reader."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.models import User
from leagues.models import Fixture, League, LogLine, Season

KINDS: dict[str, Promise] = {
    "founded": _("%(who)s founded the league."),
    "changed": _("%(who)s changed the league."),
    "closed": _("%(who)s closed the league."),
    "orphaned": _("The league was closed because its owner is gone and nobody else is left."),
    "took_over": _("The owner had not been seen for %(days)s days; %(whom)s is the owner now."),
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
    "forfeit": _("%(who)s decided a match in round %(round)s that was not played."),
    "alone": _("A match in round %(round)s was decided without being played: one member alone appeared, and wins."),
    "nobody": _("A match in round %(round)s was not played: nobody appeared by the deadline, and nobody gets points."),
    "without": _("A match in round %(round)s is played without those who were not there; they come last."),
    "corrected": _("%(who)s corrected the result of %(members)s."),
    "void": _("%(who)s declared the match of %(members)s void."),
    "ended_void": _("The team of the site ended the match of %(members)s. It counts for nothing."),
    "restored": _("%(who)s let the match of %(members)s count again."),
    "sanctioned": _("%(who)s changed the result of %(members)s by a measure."),
}
"""What a line says. Whoever adds acts adds their kinds here: who, whom, season, and the names of the line's `facts`."""

BY_TIME = ("alone", "nobody")
"""Kinds of matches that time decided without one, as `Fixture.why` has them."""
RESULTS = ("corrected", "void", "restored", "sanctioned", "forfeit")
"""Kinds whose `before` and `after` are lines of the table; where both are empty it stayed as it was."""

_LATE = _("%(whom)s takes part in season %(season)s, after its start.")
_LATE_ROUND = _("%(whom)s takes part in season %(season)s, after its start, from round %(round)s on.")
_TAKEN_OUT = _("%(who)s took %(whom)s out of season %(season)s.")

_APPEARED = _("Appeared: %(names)s.")
_NOBODY = _("Nobody appeared, and nobody gets points.")
_ABSENT = {
    "": _("Did not appear: %(names)s."),
    "time": _("Not there a quarter of an hour after the agreed time: %(names)s."),
    "deadline": _("Not there at the deadline: %(names)s."),
}
"""By what was waited for: the fact `by`."""
_WITHDRAWN = _("Withdrawn before: %(names)s.")

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


def match(fixture: Fixture) -> dict[str, object]:
    """Facts that say which match a line is about."""
    return {"round": fixture.round.number if fixture.round is not None else 0, "table": fixture.number, "match": fixture.key}


def names_in(lines: Iterable[LogLine]) -> dict[int, str]:
    """The names of today of all people in the `facts` of these lines: one query."""
    ids = {pk for line in lines for people in line.facts.get(PEOPLE, {}).values() for pk in people}
    ids |= {int(pk) for line in lines if PEOPLE in line.facts for pk in {**line.before, **line.after}}
    return dict(User.objects.filter(pk__in=ids).values_list("pk", "display_name")) if ids else {}


def sentence(line: LogLine, names: Mapping[int, str] | None = None, digits: Callable[[str], str] = str) -> str:
    """What the line says, in the active language. `names` of `names_in` spare a query for each line; `digits` writes numbers as
    the reader wants: names stay.
    """
    if line.kind not in KINDS:
        return line.kind
    names = names_in([line]) if names is None else names
    people = {role: ", ".join(names.get(pk, "–") for pk in ids) or "–" for role, ids in line.facts.get(PEOPLE, {}).items()}
    who = line.user.display_name if line.user else gettext("The site")
    values = {
        **{name: digits(str(value)) for name, value in line.facts.items() if name != PEOPLE},
        **people,
        "who": who,
        "whom": line.about.display_name if line.about else "–",
        "season": digits(str(line.season.number)) if line.season else "–",
    }
    return " ".join(str(text) for text in [str(_text(line)) % values, *_who_came(line, people), *_unplayed(line, digits)])


def _text(line: LogLine) -> Promise:
    if line.kind == "entered" and line.facts.get("late"):
        return _LATE_ROUND if line.facts.get("round") else _LATE
    if line.kind == "withdrawn" and line.user_id is not None and line.user_id != line.about_id:
        return _TAKEN_OUT
    return KINDS[line.kind]


def _who_came(line: LogLine, people: Mapping[str, str]) -> list[str]:
    """Of a match that somebody was not there for: who was, who was not, and who was waited for no more."""
    if line.kind not in ("forfeit", "without", *BY_TIME):
        return []
    ids = line.facts.get(PEOPLE, {})
    absent = _ABSENT.get(line.facts.get("by", ""), _ABSENT[""])
    texts = {"appeared": _APPEARED, "absent": absent, "withdrawn": _WITHDRAWN}
    told = [str(text) % {"names": people[role]} for role, text in texts.items() if ids.get(role)]
    return [str(_NOBODY), *told] if line.kind == "forfeit" and not ids.get("appeared") else told


def _unplayed(line: LogLine, digits: Callable[[str], str]) -> list[str]:
    count = line.facts.get("unplayed", 0)
    if line.kind != "season_ended" or not count:
        return []
    text = ngettext("%(count)s match was not played any more.", "%(count)s matches were not played any more.", count)
    return [text % {"count": digits(str(count))}]
