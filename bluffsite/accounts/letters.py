"""Mails about an account: what each says, and the outbox they wait in. Each is written in its reader's language.

Nothing waits for a mail server: a letter is a row, sent after commit by a task, and by the next sweep where that was lost.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

import structlog
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from celery import current_app
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import limits
from bluffsite.accounts.models import Letter, User

log = structlog.get_logger(__name__)
TASK = "accounts.send_letters"
AGAIN = timedelta(minutes=5)
"""After how long a letter that could not be sent is tried again, until `STALE`."""
STALE = timedelta(days=2)
_OURS = _("If this was not you, change your password and look at the devices on your account page.")


class Words(NamedTuple):
    """Subject, sentences, the word on the button where there is a link, and what is said below it."""

    subject: Promise
    text: Promise
    button: Promise | None = None
    after: Promise | None = None


WORDS: Mapping[str, Words] = {
    "account/email/email_confirmation": Words(
        _("Confirm your email address"),
        _("%(name)s on bluffsite gave this address as their own. Confirm it, and we can help you when you have forgotten your password."),
        _("Confirm this address"),
        _("The link works for three days. If you do not know about this, do nothing: the address then stays without use."),
    ),
    "old_address": Words(
        _("Is the change of your email address right?"),
        _("Somebody who knows the password of %(name)s wants to replace this address by %(email)s. It needs your yes from here, too."),
        _("Look at the change"),
        _("The link works for three days. There you can also say no."),
    ),
    "old_address_away": Words(
        _("Is the change of your email address right?"),
        _("Somebody who knows the password of %(name)s wants to take this address away from the account. It needs your yes."),
        _("Look at the change"),
        _("The link works for three days. There you can also say no."),
    ),
    "account/email/password_reset_key": Words(
        _("A new password"),
        _("You can choose a new password for %(name)s. Your username is %(username)s."),
        _("Choose a new password"),
        _("The link works once, for one day. If you did not ask for it, do nothing: your password stays as it is."),
    ),
    "account/email/password_changed": Words(
        _("Your password was changed"), _("The password of %(name)s was changed just now."), after=_OURS
    ),
    "account/email/password_reset": Words(_("Your password was changed"), _("The password of %(name)s was changed just now."), after=_OURS),
    "account/email/email_changed": Words(
        _("Your email address was changed"), _("The address of %(name)s is now %(to_email)s."), after=_OURS
    ),
    "account/email/email_deleted": Words(
        _("Your email address was removed"), _("The address %(deleted_email)s no longer belongs to %(name)s."), after=_OURS
    ),
    "mfa/email/totp_activated": Words(
        _("Second step switched on"), _("Signing in as %(name)s now also asks for a code from your app."), after=_OURS
    ),
    "mfa/email/totp_deactivated": Words(
        _("Second step switched off"), _("Signing in as %(name)s no longer asks for a code from your app."), after=_OURS
    ),
    "mfa/email/webauthn_added": Words(_("New passkey"), _("A passkey was added to the account of %(name)s."), after=_OURS),
    "mfa/email/webauthn_removed": Words(_("Passkey removed"), _("A passkey was taken away from the account of %(name)s."), after=_OURS),
    "mfa/email/recovery_codes_generated": Words(
        _("New recovery codes"), _("New recovery codes were made for %(name)s. The old ones no longer work."), after=_OURS
    ),
    "deletion_asked": Words(
        _("Your account will be deleted"),
        _("The account of %(name)s will be deleted on %(day)s. Until then you can sign in and take that back."),
        _("To my account"),
    ),
}
SAME_AS = {"account/email/email_confirmation_signup": "account/email/email_confirmation"}
TO_ANYBODY = "account/email/email_confirmation"
"""Goes to a mailbox of which only a stranger says that it is theirs: no name in it may become a link there."""


def write(kind: str, *, to: str, person: User, url: str = "", **params: Any) -> None:
    """Put a letter into the outbox, in the language of `person`. Only names of `WORDS` may be given; KeyError otherwise."""
    kind = SAME_AS.get(kind, kind)
    words = WORDS[kind]
    params = {"name": person.display_name, "username": person.username, **params}
    if kind == TO_ANYBODY:
        params["name"] = re.sub(r"([./:@])", "\\1\u2060", params["name"])
    with translation.override(language_of(person)):
        language = translation.get_language()
        context = {
            "text": str(words.text) % params,
            "button": words.button,
            "url": url,
            "after": words.after,
            "language": language,
        }
        subject = " ".join((str(words.subject) % params).split())
        _put(
            Letter(
                to=to,
                language=language,
                subject=subject,
                text=render_to_string("accounts/mail/letter.txt", context),
                html=render_to_string("accounts/mail/letter.html", context),
            )
        )


def ask_for_reset(email: str) -> None:
    """The same row whoever has the address, or nobody."""
    _put(Letter(to=email[:254], language=translation.get_language() or settings.LANGUAGE_CODE, is_reset=True))


def language_of(person: User) -> str:
    return person.language or translation.get_language() or settings.LANGUAGE_CODE


def _put(letter: Letter) -> None:
    letter.due_at = timezone.now()
    letter.save(force_insert=True)
    transaction.on_commit(lambda: _ask_to_send(letter.pk))


def _ask_to_send(letter_id: int) -> None:
    """Make it prompt. Where the broker does not answer, the next sweep sends."""
    try:
        current_app.send_task(TASK, ([letter_id],), retry=False, ignore_result=True)
    except Exception as error:  # whatever the broker's client raises
        log.warning("a letter was not asked for", error=type(error).__name__)


def send(ids: list[int] | None = None) -> None:
    """Send what is due, of these rows or of all. A row is claimed first, so that two tasks send it once."""
    due = Letter.objects.filter(due_at__lte=timezone.now())
    for letter in due if ids is None else due.filter(pk__in=ids):
        if due.filter(pk=letter.pk, due_at=letter.due_at).update(due_at=timezone.now() + AGAIN):
            _send(letter)


def _send(letter: Letter) -> None:
    try:
        if letter.is_reset:
            write_reset(letter.to, letter.language)
        else:
            mail = EmailMultiAlternatives(letter.subject, letter.text, to=[letter.to], headers=letter.headers)
            mail.attach_alternative(letter.html, "text/html")
            mail.send()
    except Exception as error:  # whatever a mail backend raises
        log.warning("a letter was not sent", error=type(error).__name__)
        if timezone.now() - letter.created_at < STALE:
            return
    letter.delete()


def may_go(kind: str, to: str) -> bool:
    """Counts one more letter that anybody can have sent to any mailbox. False: it has had enough of this kind for now."""
    try:
        limits.spend("letter", limits.Who(None, "everywhere"), about=f"{kind} {to.casefold()}")
    except limits.TooFast:
        limits.refused_for.set(0)  # whoever asks is told the same as always
        return False
    return True


def write_reset(email: str, language: str) -> None:
    """Letters to those who have confirmed this address, with a link for each; to nobody where there is none."""
    if not may_go("reset", email):
        return
    for address in EmailAddress.objects.filter(email__iexact=email, verified=True, user__is_active=True).select_related("user"):
        person = address.user
        with translation.override(person.language or language):
            path = reverse(
                "account_reset_password_from_key",
                kwargs={"uidb36": user_pk_to_url_str(person), "key": default_token_generator.make_token(person)},
            )
            write("account/email/password_reset_key", to=address.email, person=person, url=settings.SITE_URL + path)


def confirmed_address(person: User) -> str:
    """Where mail may go: the address that the person has confirmed, or an empty text."""
    return EmailAddress.objects.filter(user=person, verified=True).order_by("-primary").values_list("email", flat=True).first() or ""
