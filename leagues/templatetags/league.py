"""Tags of league pages: moments in the reader's time zone, and sentences of the log."""

from datetime import date, datetime
from typing import Any, NamedTuple

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from bluffsite.templatetags.frame import digits
from leagues import sentences, shown, times
from leagues.models import League, Membership, Season
from leagues.play_forms import FORMAT as MOMENT_INPUT
from leagues.selectors import Seen, may_organise
from leagues.views.free_times import weeks_words

register = template.Library()


@register.simple_tag(takes_context=True)
def moment(context: template.Context, at: datetime) -> SafeString:
    """`Tuesday 3 December, 19:30` and `(in 2 days)`."""
    return format_html(
        '<time datetime="{}">{}</time> <span class="hint-in">({})</span>',
        at.isoformat(timespec="minutes"),
        digits(context, times.moment(at)),
        digits(context, times.distance(at)),
    )


@register.simple_tag(takes_context=True)
def at(context: template.Context, at: datetime) -> SafeString:
    """`Tuesday 3 December, 19:30`."""
    return format_html('<time datetime="{}">{}</time>', at.isoformat(timespec="minutes"), digits(context, times.moment(at)))


@register.simple_tag(takes_context=True)
def day(context: template.Context, at: datetime | date) -> SafeString:
    """`3 December 2026`."""
    iso = timezone.localtime(at).date() if isinstance(at, datetime) else at
    return format_html('<time datetime="{}">{}</time>', iso.isoformat(), digits(context, times.date(at)))


@register.filter
def item(values: Any, key: Any) -> Any:
    """A value of a dict by a key that is itself a value."""
    return values.get(key)


class Way(NamedTuple):
    """A link to a page of the league: `name` is that of `here` in the views."""

    name: str
    address: str
    label: str


WAYS: list[tuple[str, Promise]] = [
    ("home", _("League")),
    ("matches", _("Matches")),
    ("table", _("Standings")),
    ("members", _("Members")),
    ("log", pgettext_lazy("league", "Log")),
]


@register.simple_tag
def ways(seen: Seen) -> list[Way]:
    """The pages of the league that this reader has."""
    key = seen.league.key
    found = [Way(name, reverse(f"leagues:{name}", args=[key]), str(label)) for name, label in WAYS]
    if seen.member is not None:
        found.append(Way("calendar", reverse("leagues:calendar", args=[key]), gettext("Calendar")))
        found.append(Way("me", reverse("leagues:me", args=[key]), gettext("About me")))
    if may_organise(seen.member):
        found.append(Way("organise", reverse("leagues:organise", args=[key]), gettext("Organise")))
    return found


@register.simple_tag
def game_title(slug: str) -> str:
    return shown.game_title(slug)


@register.simple_tag
def members_word(count: int) -> str:
    """What is counted, behind a number of members."""
    return ngettext("member", "members", count)


@register.simple_tag
def invitation_path(league: League) -> str:
    """The address of the invitation without a language: whoever opens it reads it in their own."""
    return reverse("leagues:invitation", args=[league.invite_key]).removeprefix(f"/{get_language()}")


@register.simple_tag
def joining(league: League) -> str:
    """How people come in."""
    return shown.joining(league)


@register.filter
def languages_of(league: League) -> list[str]:
    return shown.languages_of(league)


@register.simple_tag
def season_state(season: Season) -> Promise:
    return shown.SEASON_STATES[season.state]


@register.simple_tag(takes_context=True)
def season_line(context: template.Context, season: Season, league: League | None = None, deadline: datetime | None = None) -> SafeString:
    """`Season 2: running`, with the day on which it begins or the deadline of its round; where many leagues stand on one page
    in the time zone of `league` if the reader has none."""
    text = gettext("Season %(number)s: %(state)s") % {"number": season.number, "state": shown.SEASON_STATES[season.state]}
    zone = timezone.get_current_timezone() if league is None else times.zone_of(context["request"].user, league)
    with timezone.override(zone):
        if season.state == Season.State.PLANNED:
            return format_html("{}, {}", digits(context, text), moment(context, season.starts_at))
        if deadline is not None:
            round_until = digits(context, gettext("round %(number)s until") % {"number": season.round})
            return format_html("{}, {} {}", digits(context, text), round_until, moment(context, deadline))
    return format_html("{}", digits(context, text))


@register.simple_tag
def local_input(at: datetime) -> str:
    """A moment as the field of a form has it, by the reader's own clock."""
    return timezone.localtime(at).strftime(MOMENT_INPUT)


@register.simple_tag(takes_context=True)
def points(context: template.Context, value: float | None) -> str:
    """`7` or `7.5`, in the reader's way of writing numbers."""
    return "–" if value is None else digits(context, sentences.number(value))


@register.simple_tag(takes_context=True)
def table_line(context: template.Context, values: dict[str, Any]) -> str:
    """`4 – 7.5`: a line of the table before or after a change."""
    return digits(context, sentences.table_line(values))


@register.filter
def as_query(q: str, state: str) -> str:
    """What the list of members was asked for, as the query of a link to its next page."""
    return urlencode({name: value for name, value in (("q", q), ("state", state if state != "in" else "")) if value})


@register.simple_tag
def free_times(member: Membership) -> str:
    """When somebody can mostly play, by their own clock: `Monday: evening · Sunday: morning, afternoon (Asia/Kathmandu)`."""
    days = " · ".join(f"{day}: {', '.join(parts)}" for day, parts in weeks_words(member.free_times))
    zone = member.user.time_zone
    return f"{days} ({zone})" if zone else days
