"""Names of acts, rules, marks and states in the active language, for pages of the desk and about decisions."""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bluffsite.moderation.conduct import title_of
from bluffsite.moderation.desk.forms import ACTS
from bluffsite.moderation.desk.models import Appeal, AuditEntry, Sanction
from bluffsite.moderation.desk.told import APPEALS

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
def audit_act(value: str) -> str:
    """What staff did, as the trail names it."""
    return str(_AUDITED[AuditEntry.Act(value)])


_AUDITED = {
    AuditEntry.Act.CLAIM: gettext_lazy("took a case"),
    AuditEntry.Act.RELEASE: gettext_lazy("gave a case back"),
    AuditEntry.Act.CLOSE_REPORT: gettext_lazy("closed a case"),
    AuditEntry.Act.SANCTION: gettext_lazy("decided a measure"),
    AuditEntry.Act.PROPOSE: gettext_lazy("proposed a measure"),
    AuditEntry.Act.CONFIRM: gettext_lazy("agreed to a measure"),
    AuditEntry.Act.REFUSE: gettext_lazy("did not agree to a measure"),
    AuditEntry.Act.LIFT: gettext_lazy("took a measure back"),
    AuditEntry.Act.APPEAL_CLAIM: gettext_lazy("took an appeal"),
    AuditEntry.Act.UPHOLD: gettext_lazy("turned an appeal down"),
    AuditEntry.Act.OVERTURN: gettext_lazy("granted an appeal"),
    AuditEntry.Act.NAME_PERSON: gettext_lazy("named the person of a case"),
    AuditEntry.Act.LOOK: gettext_lazy("looked at a table or league"),
    AuditEntry.Act.CLOSE_TABLE: gettext_lazy("closed a table"),
    AuditEntry.Act.PAUSE: gettext_lazy("paused a match"),
    AuditEntry.Act.RESUME: gettext_lazy("ended a pause"),
    AuditEntry.Act.VOID: gettext_lazy("declared a match void"),
    AuditEntry.Act.UNVOID: gettext_lazy("let a match count again"),
    AuditEntry.Act.LEAGUE_NAME: gettext_lazy("gave a league another name"),
    AuditEntry.Act.LEAGUE_ABOUT: gettext_lazy("removed the description of a league"),
    AuditEntry.Act.LEAGUE_TEXT: gettext_lazy("removed a text of a league"),
    AuditEntry.Act.WORDING: gettext_lazy("changed a template"),
    AuditEntry.Act.EXPORT: gettext_lazy("downloaded the audit log"),
    AuditEntry.Act.ADMIN_ADD: gettext_lazy("added something in the admin"),
    AuditEntry.Act.ADMIN_CHANGE: gettext_lazy("changed something in the admin"),
    AuditEntry.Act.ADMIN_DELETE: gettext_lazy("deleted something in the admin"),
}


@register.simple_tag
def appeal_state(appeal: Any) -> str:
    return str(APPEALS[Appeal.State(appeal.state)])
