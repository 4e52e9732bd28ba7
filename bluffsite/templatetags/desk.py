"""Names of acts, rules, marks and states in the active language, for pages of the desk and about decisions."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from bluffsite.moderation.conduct import title_of
from bluffsite.moderation.desk.forms import ACTS
from bluffsite.moderation.desk.models import Appeal, Sanction

register = template.Library()


@register.simple_tag
def act(value: str) -> str:
    return str(ACTS[Sanction.Act(value)])


@register.simple_tag
def rule(key: str) -> str:
    return title_of(key)


@register.simple_tag
def mark(kind: str) -> str:
    """A kind of `accounts.Mark`."""
    return {
        "warned": _("Warned"),
        "muted": _("Nothing written"),
        "no_text": _("Quick phrases only"),
        "no_rated": _("No rated matches"),
        "timed_out": _("Suspended"),
        "banned": _("Excluded"),
        "cool_down": _("Cooling down after leaving matches"),
    }.get(kind, kind)


@register.simple_tag
def decision_state(sanction: Sanction) -> str:
    if sanction.state == Sanction.State.WAITING:
        return _("waits for a second look")
    if sanction.state == Sanction.State.REFUSED:
        return _("not agreed to")
    if sanction.state == Sanction.State.OVERTURNED:
        return _("taken back")
    return _("in force") if sanction.is_in_force else _("has ended")


@register.simple_tag
def appeal_state(appeal: Any) -> str:
    return {
        Appeal.State.RECEIVED: _("Received. Nobody has looked at it yet."),
        Appeal.State.LOOKING: _("Somebody is looking at it."),
        Appeal.State.UPHELD: _("Decided: the decision stands."),
        Appeal.State.OVERTURNED: _("Decided: the decision is taken back."),
    }[Appeal.State(appeal.state)]
