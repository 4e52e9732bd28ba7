"""Sentences about what is played: states of matches, why something was decided, what each tie-break means. In the active language."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Fixture
from leagues.readers.matches import Shown
from leagues.readers.tables import Neighbour, Why
from leagues.standings import Decider
from leagues.times import moment

WHY: dict[str, Promise] = {
    "alone": gettext_lazy("Only one member appeared and wins without playing."),
    "nobody": gettext_lazy("Nobody appeared by the deadline."),
    "organiser": gettext_lazy("An organiser decided it."),
    "season": gettext_lazy("The season ended before it was played."),
}
"""Why a match was not played, or decided without one, by `Fixture.why`."""

MEANINGS: dict[str, tuple[Promise, Promise]] = {
    "points": (
        gettext_lazy("Points"),
        gettext_lazy("In a match of n players place p earns n − p points; shared places earn the mean. A bye earns (n − 1) / 2."),
    ),
    "firsts": (gettext_lazy("First places"), gettext_lazy("Matches won, shared first places included. They decide between equal points.")),
    "game_points": (
        gettext_lazy("Game points"),
        gettext_lazy("The points of all games in all matches. They decide if points and first places are equal."),
    ),
}
"""Head and meaning of the columns that the order goes by."""

COUNTS: dict[str, Promise] = {
    "firsts": MEANINGS["firsts"][0],
    "game_points": MEANINGS["game_points"][0],
    "played": gettext_lazy("Played"),
    "byes": gettext_lazy("Byes"),
    "forfeits": gettext_lazy("Forfeits"),
}
"""Heads of the other columns, by the name of the count."""

_DECIDED: dict[Decider, tuple[Promise, Promise]] = {
    "points": (
        gettext_lazy("%(name)s has more points: %(theirs)s to %(own)s."),
        gettext_lazy("%(name)s has fewer points: %(theirs)s to %(own)s."),
    ),
    "firsts": (
        gettext_lazy("Equal points; %(name)s has more first places: %(theirs)s to %(own)s."),
        gettext_lazy("Equal points; %(name)s has fewer first places: %(theirs)s to %(own)s."),
    ),
    "game_points": (
        gettext_lazy("Equal points and first places; %(name)s has more game points: %(theirs)s to %(own)s."),
        gettext_lazy("Equal points and first places; %(name)s has fewer game points: %(theirs)s to %(own)s."),
    ),
}


def number(value: float) -> str:
    """`7` or `7.5`, as the active language writes it."""
    return str(localize(int(value) if value == int(value) else value))


def table_line(values: Mapping[str, Any]) -> str:
    """`4 – 7.5`, place and points; with other counts where these are given: `4 – 0; Forfeits: 1`. As `shifts.Shift.told` has them."""
    counts = [f"{head}: {number(values[name])}" for name, head in COUNTS.items() if name in values]
    return "; ".join([f"{values['place']} – {number(values['points'])}", *counts])


def neighbour(found: Why, one: Neighbour, digits: Callable[[str], str] = str) -> str:
    """What decides between a member and whoever stands next to them. `digits` writes numbers as the reader wants; names stay."""
    name = one.line.entry.member.user.display_name
    if one.by is None:
        return _("%(name)s is equal in all of them: the place is shared.") % {"name": name}
    theirs, own = (getattr(line, one.by) for line in (one.line, found.line))
    more, fewer = _DECIDED[one.by]
    return str(more if theirs > own else fewer) % {"name": name, "theirs": digits(number(theirs)), "own": digits(number(own))}


def state(found: Shown) -> str:
    """Where a match stands, in one sentence (UX-1004)."""
    fixture = found.fixture
    if fixture.is_bye:
        return _("Bye")
    if fixture.state == Fixture.State.RUNNING:
        return _("Running")
    if fixture.state == Fixture.State.NOT_PLAYED:
        return _("Not played. %(why)s") % {"why": why(fixture)}
    if fixture.state == Fixture.State.FINISHED:
        if found.result is not None and found.result.is_void:
            return _("Void: it counts for nothing.")
        return _("Finished") if not fixture.why else _("Decided without a match. %(why)s") % {"why": why(fixture)}
    if fixture.planned_at is not None:
        return _("Planned for %(time)s") % {"time": moment(fixture.planned_at)}
    return _("No time agreed yet")


def why(fixture: Fixture) -> str:
    """The reason an organiser wrote, else that of the rules."""
    return fixture.reason or str(WHY.get(fixture.why, ""))
