"""Mail of notices: one message for all that is due to one person, in their language, with a link that ends it."""

from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from bluffsite.accounts import letters, notices
from bluffsite.accounts.models import Notice, User

log = structlog.get_logger(__name__)
SALT = "accounts.unsubscribe"
AGAIN = timedelta(minutes=10)
"""After how long a mail that could not be sent is tried again, until `STALE`."""
STALE = timedelta(days=2)
MOST = 50
"""Notices in one mail; the rest come with the next."""


def sweep() -> None:
    """Mail to everybody who has something due."""
    for user_id in Notice.objects.filter(mail_due_at__lte=timezone.now()).values_list("user_id", flat=True).distinct():
        mail_due(user_id)


def mail_due(user_id: int) -> None:
    """One mail with all that is due. Claimed before it is sent: two tasks send one mail, and a failed one is put back."""
    now = timezone.now()
    claimed = _claim(user_id, now)
    if not claimed:
        return
    user = User.objects.get(pk=user_id)
    to = letters.confirmed_address(user)
    if not to or user.is_guest or not user.is_active:
        return
    try:
        send(user, to, claimed)
    except Exception as error:  # whatever a mail backend raises
        log.warning("a mail was not sent", error=type(error).__name__)
        again = [notice.pk for notice in claimed if now - notice.created_at < STALE]
        Notice.objects.filter(pk__in=again).update(mail_due_at=now + AGAIN, mailed_at=None)


def _claim(user_id: int, now: Any) -> list[Notice]:
    with transaction.atomic():
        due = Notice.objects.filter(user_id=user_id, mail_due_at__lte=now)
        claimed = list(due.select_for_update().order_by("created_at")[:MOST])
        Notice.objects.filter(pk__in=[notice.pk for notice in claimed]).update(mail_due_at=None, mailed_at=now)
    return claimed


def send(user: User, to: str, claimed: list[Notice]) -> None:
    """The mail itself, in the person's language. Nothing but their own notices and name is in it."""
    with translation.override(user.language or settings.LANGUAGE_CODE):
        language = translation.get_language()
        lines = [
            {"text": text, "url": settings.SITE_URL + notices.path_in(language, notice.url) if notice.url else ""}
            for notice in claimed
            if (text := notices.sentence(notice, user))
        ]
        if not lines:
            return
        stop = settings.SITE_URL + reverse("accounts:unsubscribe", args=[unsubscribe_key(user, claimed)])
        context = {
            "name": user.display_name,
            "lines": lines,
            "stop": stop,
            "settings": settings.SITE_URL + reverse("accounts:notice_settings"),
            "language": language,
        }
        subject = lines[0]["text"] if len(lines) == 1 else _subject(len(lines))
        mail = EmailMultiAlternatives(
            " ".join(subject.split())[:150],
            render_to_string("accounts/mail/notices.txt", context),
            to=[to],
            headers={
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        mail.attach_alternative(render_to_string("accounts/mail/notices.html", context), "text/html")
        mail.send()


def _subject(count: int) -> str:
    return ngettext("%(count)d piece of news for you", "%(count)d pieces of news for you", count) % {"count": count}


def unsubscribe_key(user: User, claimed: list[Notice]) -> str:
    """Signed: this person wants no more mail of these kinds. No login needed (UX-705)."""
    return signing.dumps([user.pk, sorted({notice.kind for notice in claimed})], salt=SALT, compress=True)


def read_unsubscribe_key(key: str) -> tuple[User, list[str]] | None:
    """The person and the kinds; None for a key that is not ours."""
    try:
        user_id, kinds = signing.loads(key, salt=SALT)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, erased_at=None).first()
    return (user, [kind for kind in kinds if kind in notices.kinds]) if user else None


def unsubscribe(*, user: User, kinds: list[str]) -> None:
    """No mail of these kinds any more, about anything; the page keeps telling."""
    for kind in kinds:
        choice = notices.choice_of(user, kind)
        notices.choose(user=user, kind=kind, on_page=choice.on_page, mail=notices.Mail.OFF)
        user.notice_choices.filter(kind=kind).exclude(about="").update(mail=notices.Mail.OFF)
    Notice.objects.filter(user=user, kind__in=kinds, mail_due_at__isnull=False).update(mail_due_at=None)
