"""Filing a report, and telling its maker what became of it. Anybody may: guests, and people who may not write otherwise.

ReportError codes: see SENTENCES.
"""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import limits
from bluffsite.accounts.limits import TooFast, Who
from bluffsite.accounts.models import User
from bluffsite.accounts.notices import notify
from bluffsite.accounts.services import Merged
from bluffsite.moderation.models import Report
from games.play.models import Table

SENTENCES: dict[str, Promise] = {
    "no_words": _("Say in one sentence what happened."),
    "too_long": _("Use at most 300 characters."),
    "bad_reason": _("Choose what it is about."),
    "yourself": _("You cannot report yourself."),
    "too_many": _("You have reported a lot today. We look at those first; come back tomorrow."),
}

NOTICE = "report"
NOTICE_TITLE = _("What became of my reports")
NOTICES: dict[str, Promise] = {
    Report.Outcome.ACTION: _("We have looked at your report: action taken. Thank you."),
    Report.Outcome.NO_BREACH: _("We have looked at your report: no breach of the rules was found."),
}

MOST_WORDS = 300
PER_DAY = 12
"""Reports of one person in 24 hours."""
PER_DAY_UNFOUNDED = 2
"""The same for somebody whose reports hardly ever had a ground lately."""
_UNFOUNDED_AT_LEAST, _UNFOUNDED_SHARE = 5, 0.8
_LATELY = timedelta(days=60)


class ReportError(Exception):
    """`code` is a key of SENTENCES; `sentence` says it in the active language."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code])


def file_report(
    *,
    reporter: User,
    kind: str,
    target: User | None,
    about: str,
    label: str,
    reason: str,
    words: str,
    language: str,
    table: Table | None = None,
    evidence: Mapping[str, Any] | None = None,
    who: Who | None = None,
) -> Report:
    """A new report, or the open one that this person made of the same thing in the same words. `who` is counted against the
    limits.

    Raises ReportError: no_words, too_long, bad_reason, yourself, too_many.
    """
    text = " ".join(words.split())
    if not text:
        raise ReportError("no_words")
    if len(text) > MOST_WORDS:
        raise ReportError("too_long")
    if reason not in Report.Reason.values:
        raise ReportError("bad_reason")
    if target is not None and target.pk == reporter.pk:
        raise ReportError("yourself")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=reporter.pk)  # two taps make one report
        same = (
            Report.objects.filter(reporter=reporter, kind=kind, about=about, target=target, words=text)
            .exclude(state=Report.State.CLOSED)
            .first()
        )
        if same is not None:
            return same
        _limit(reporter, who)
        return Report.objects.create(
            key=secrets.token_urlsafe(12),
            reporter=reporter,
            target=target,
            table=table,
            kind=kind,
            about=about,
            label=label[:200],
            reason=reason,
            words=text,
            language=language,
            evidence=dict(evidence or {}),
        )


def _limit(reporter: User, who: Who | None) -> None:
    """Raises ReportError(too_many)."""
    most = PER_DAY_UNFOUNDED if is_mostly_unfounded(reporter) else PER_DAY
    if Report.objects.filter(reporter=reporter, created_at__gt=timezone.now() - timedelta(days=1)).count() >= most:
        raise ReportError("too_many")
    if who is not None:
        try:
            limits.spend("report", who)
        except TooFast:
            raise ReportError("too_many") from None


def is_mostly_unfounded(reporter: User) -> bool:
    """Whether nearly all reports of this person lately were no breach."""
    closed = Report.objects.filter(reporter=reporter, state=Report.State.CLOSED, closed_at__gt=timezone.now() - _LATELY)
    outcomes = list(closed.values_list("outcome", flat=True))
    unfounded = outcomes.count(Report.Outcome.NO_BREACH)
    return unfounded >= _UNFOUNDED_AT_LEAST and unfounded >= _UNFOUNDED_SHARE * len(outcomes)


@transaction.atomic
def begin(*, report: Report) -> None:
    """Staff looks at it now: the reporter sees that."""
    Report.objects.filter(pk=report.pk, state=Report.State.RECEIVED).update(state=Report.State.LOOKING)


@transaction.atomic
def close(*, report: Report, outcome: str) -> Report:
    """It is decided: action taken, or no breach, and the reporter is told that much. Doing it again changes nothing."""
    report = Report.objects.select_for_update().get(pk=report.pk)
    if report.state == Report.State.CLOSED:
        return report
    report.state, report.outcome, report.closed_at = Report.State.CLOSED, Report.Outcome(outcome), timezone.now()
    report.claimed_by, report.claimed_until = None, None
    report.save(update_fields=["state", "outcome", "closed_at", "claimed_by", "claimed_until"])
    if report.reporter is not None:
        url = reverse("moderation:receipt", args=[report.key])
        notify(report.reporter, NOTICE, text_id=report.outcome, url=url, once=f"report:{report.key}")
    return report


REASONS: dict[str, Promise] = {
    Report.Reason.ABUSE: _("Insults, threats or hate"),
    Report.Reason.NAME: _("A name that should not be"),
    Report.Reason.CHEATING: _("Cheating: playing together in secret, or help by a program"),
    Report.Reason.SPOILING: _("Spoiling the game: leaving or stalling on purpose"),
    Report.Reason.SPAM: _("Advertising or flooding"),
    Report.Reason.OTHER: _("Something else"),
}
WORDS = {
    "receipt": _("Receipt"),
    "reason": _("Reason"),
    "words": _("What you wrote"),
    "state": _("State"),
    "outcome": _("Outcome"),
    "sent": _("Sent"),
}
STATES = {
    Report.State.RECEIVED: _("Received: nobody has looked at it yet."),
    Report.State.LOOKING: _("A moderator is looking at it."),
    Report.State.CLOSED: _("Looked at"),
}
OUTCOMES = {
    Report.Outcome.ACTION: _("Looked at: action taken. Thank you."),
    Report.Outcome.NO_BREACH: _("Looked at: no breach of the rules was found."),
}
SAID: dict[str, Callable[[Any], Any]] = {
    "state": lambda state: STATES[Report.State(state)],
    "outcome": lambda outcome: OUTCOMES[Report.Outcome(outcome)],
    "reason": lambda reason: REASONS[Report.Reason(reason)],
}


def export(user: User) -> list[dict[str, Any]]:
    """The person's own reports. What others reported about them is not theirs to know."""
    return [
        {
            "receipt": report.key,
            "about": report.label,
            "reason": report.reason,
            "words": report.words,
            "state": report.state,
            "outcome": report.outcome,
            "sent": report.created_at.isoformat(),
        }
        for report in Report.objects.filter(reporter=user).order_by("created_at")
    ]


def forget(user: User) -> None:
    """A deleted person's reports stay for those they are about, without their maker and the words; what was decided about
    the person loses its evidence and name. What is still open keeps both until it is decided and its time is over.
    """
    Report.objects.filter(reporter=user).update(reporter=None, words="")
    Report.objects.filter(target=user, state=Report.State.CLOSED).update(evidence={}, label="—")


KEPT_DAYS = 365
KEPT_TITLE = _("Words and evidence of a report, after its decision")


def forget_old(then: datetime) -> int:
    """What was decided before `then` keeps its state for the figures, and no words, evidence or name."""
    old = Report.objects.filter(state=Report.State.CLOSED, closed_at__lt=then).exclude(words="", evidence={})
    return old.update(words="", evidence={}, label="—")


def move(guest: User, member: User) -> Merged:
    """Signing in takes the guest's reports along, and those about the guest."""
    Report.objects.filter(reporter=guest).update(reporter=member)
    Report.objects.filter(target=guest).update(target=member)
    return Merged()
