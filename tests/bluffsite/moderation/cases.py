"""Moderators, reports and decisions for the tests of the desk, made by the services where there is one."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone, translation

from bluffsite.accounts.models import User
from bluffsite.moderation.desk import claims, sanctions
from bluffsite.moderation.desk.errors import SENTENCES, DeskError
from bluffsite.moderation.desk.models import Sanction
from bluffsite.moderation.models import Report
from bluffsite.moderation.reports import file_report
from tests.play import people

DAY = timedelta(days=1)


def moderator(name: str) -> User:
    user = people.member(name)
    user.groups.add(Group.objects.get(name="moderators"))
    return User.objects.get(pk=user.pk)


def report(target: User | None, by: User | None = None, **more: Any) -> Report:
    """An open report about the person."""
    values: dict[str, Any] = {
        "kind": "profile",
        "about": "x",
        "label": "x",
        "reason": "abuse",
        "words": "They insulted me.",
        "language": "en",
    }
    return file_report(reporter=by or people.member(f"Reporter {Report.objects.count()}"), target=target, **(values | more))


def line(user: User, number: int, text: str, *, meant: bool = False) -> dict[str, Any]:
    """A line of the evidence, as `targets.evidence_of` keeps it."""
    at = timezone.now().isoformat()
    return {"number": number, "user": user.pk, "name": user.display_name, "text": text, "language": "en", "at": at, "meant": meant}


def decided(target: User, staff: User, *acts: str, until: datetime | None = None, **more: Any) -> Sanction:
    """The last measure of a case that this colleague took and decided."""
    case = more.pop("case", None) or report(target)
    claims.claim(report=case, by=staff)
    values: dict[str, Any] = {"rule": "respect", "reason": "You insulted people.", "language": "en"}
    return sanctions.decide(report=case, by=staff, acts=acts, until=until, **(values | more))[-1]


def code_of(call: Callable[..., Any], **arguments: Any) -> str:
    """With which code the desk says no."""
    with pytest.raises(DeskError) as refused:
        call(**arguments)
    with translation.override("en"):
        assert refused.value.sentence == str(SENTENCES[refused.value.code])
    return refused.value.code


def in_days(days: float) -> datetime:
    return timezone.now() + timedelta(days=days)
