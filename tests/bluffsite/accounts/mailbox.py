"""What tests read of mails: the outbox is sent at once, and links are taken out of the newest letter to somebody."""

import re
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from bluffsite.accounts import letters, mailing
from bluffsite.accounts.models import Letter, Notice


def deliver() -> list[Any]:
    """Send all that waits, twice over: a letter about a forgotten password first becomes the letter itself."""
    for _ in range(2):
        Letter.objects.update(due_at=timezone.now())
        letters.send()
    Notice.objects.exclude(mail_due_at=None).update(mail_due_at=timezone.now())
    mailing.sweep()
    return mail.outbox


def newest(to: str) -> Any:
    found = [letter for letter in deliver() if letter.to == [to]]
    if not found:
        pytest.fail(f"nothing was mailed to {to}")
    return found[-1]


def link(to: str) -> str:
    """The path of the first link in the newest letter to this address."""
    found = re.search(r"http://testserver(/\S+)", newest(to).body)
    assert found, "the letter has no link"
    return found[1]
