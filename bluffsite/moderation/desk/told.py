"""What the desk tells people: the notices of its kind, and what it keeps of them for *Download my data*."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import notices, registry
from bluffsite.accounts.models import User
from bluffsite.accounts.services import Merged, register_merger
from bluffsite.moderation.conduct import title_of
from bluffsite.moderation.desk import looks
from bluffsite.moderation.desk.forms import ACTS
from bluffsite.moderation.desk.models import Appeal, Sanction
from games.play.models import Match
from games.play.signals import match_finished

TEXTS = {
    "remind": _("The team has a kind reminder for you."),
    "remove_text": _("The team has removed something that you wrote."),
    "rename": _("The team has given you another name."),
    "warn": _("You have received a warning."),
    "mute": _("You cannot write at tables for a while."),
    "no_text": _("You can use quick phrases only for a while."),
    "no_rated": _("You cannot play rated matches for a while."),
    "time_out": _("Your account is suspended for a while."),
    "ban": _("Your account is suspended."),
    "lifted": _("The team has taken a decision about you back."),
    "appeal_upheld": _("Your appeal has been decided: the decision stands."),
    "appeal_overturned": _("Your appeal has been decided: the decision is taken back."),
    "void": _("The team has declared a match of yours void: %(game)s. It counts for nothing."),
    "unvoid": _("A match of yours counts again: %(game)s."),
    "look": _("The team looked into a table of yours (%(game)s) on %(looked_at)s, because of a report. Nobody saw a hidden hand."),
}


WORDS = {
    "given": _("Decided"),
    "measure": _("Measure"),
    "rule": _("Rule"),
    "reason": _("Reason"),
    "until": _("Until"),
    "state": _("State"),
    "evidence": _("What it is about"),
    "appeal": _("The appeal"),
    "appeal_state": _("State"),
    "words": _("What you wrote"),
    "answer": _("Answer"),
}
STATES = {Sanction.State.GIVEN: _("decided"), Sanction.State.OVERTURNED: _("taken back")}
APPEALS = {
    Appeal.State.RECEIVED: _("Received. Nobody has looked at it yet."),
    Appeal.State.LOOKING: _("Somebody is looking at it."),
    Appeal.State.UPHELD: _("Decided: the decision stands."),
    Appeal.State.OVERTURNED: _("Decided: the decision is taken back."),
}
SAID: dict[str, Callable[[Any], Any]] = {
    "measure": lambda act: ACTS[Sanction.Act(act)],
    "rule": title_of,
    "state": lambda state: STATES[Sanction.State(state)],
    "appeal_state": lambda state: APPEALS[Appeal.State(state)],
    "number": lambda number: None,
}


def register() -> None:
    """Called when the app is ready."""
    notices.register_kind("staff", _("Decisions of the team"), ("page", "mail"), texts=TEXTS)
    registry.register_exporter("decisions", _("Decisions about me"), export, words=WORDS, said=SAID)
    registry.register_eraser("decisions", forget)
    registry.register_settings_page("decisions", _("Decisions about me"), "conduct:decisions", for_guests=True)
    register_merger(move)
    match_finished.connect(_over, dispatch_uid="desk looks")


def export(user: User) -> list[dict[str, Any]]:
    """The decisions about a person and their appeals, as they may know them."""
    rows = user.sanctions.exclude(given_at=None).select_related("appeal").order_by("created_at")
    return [
        {
            "given": row.given_at.isoformat(),
            "measure": row.act,
            "rule": row.rule,
            "reason": row.reason,
            "until": row.until.isoformat() if row.until else None,
            "state": row.state,
            "evidence": row.evidence,
            "appeal": {"words": row.appeal.words, "appeal_state": row.appeal.state, "answer": row.appeal.answer}
            if hasattr(row, "appeal")
            else None,
        }
        for row in rows
    ]


def move(guest: User, member: User) -> Merged:
    """Decisions about a guest go along to the account that the guest signs in to, as the marks do."""
    Sanction.objects.filter(person=guest).update(person=member)
    return Merged()


def forget(user: User) -> None:
    """What the person wrote goes; that there was a decision stays, without a name, for the figures and the trail."""
    for row in user.sanctions.select_related("appeal"):
        row.evidence = []
        row.save(update_fields=["evidence"])
        if hasattr(row, "appeal"):
            row.appeal.words = ""
            row.appeal.save(update_fields=["words"])


def forget_old(then: datetime) -> int:
    """What was decided and over before `then` keeps its place in the figures, and no words of the person.

    A ban without an end is never over, and what it is about stays to be read.
    """
    once = Q(until=None, created_at__lt=then) & ~Q(act=Sanction.Act.BAN)
    over = Sanction.objects.filter(Q(until__lt=then) | Q(ended_at__lt=then) | once, created_at__lt=then)
    Appeal.objects.filter(sanction__in=over, decided_at__lt=then).update(words="", answer="")
    return over.exclude(evidence=[]).update(evidence=[])


def _over(sender: type[Match], match_id: int, **more: Any) -> None:
    looks.tell_looks(match_id=match_id)
