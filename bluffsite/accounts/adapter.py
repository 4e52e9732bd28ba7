"""How allauth behaves here: guests stay guests until they are members, words and mails are ours, limits fail open.

See docs/decisions/0009-allauth.md.
"""

import base64
import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse, translate_url
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from bluffsite.accounts import addresses, browsers, doors, letters, limits, services
from bluffsite.accounts.models import User
from bluffsite.accounts.services import Merged

TOO_FAST = services.SENTENCES["too_fast"]
MESSAGES: Mapping[str, tuple[str, Promise]] = {
    "account/messages/email_confirmation_sent.txt": (
        "good",
        gettext_lazy("We have sent a mail to %(email)s. Open the link in it to confirm the address."),
    ),
    "account/messages/email_confirmed.txt": ("good", gettext_lazy("The address %(email)s is confirmed.")),
    "account/messages/email_confirmation_failed.txt": (
        "bad",
        gettext_lazy("The address %(email)s cannot be confirmed for this account."),
    ),
    "account/messages/email_deleted.txt": ("good", gettext_lazy("The address %(email)s is removed.")),
    "account/messages/password_changed.txt": ("good", gettext_lazy("Your password is changed. Other devices are signed out.")),
    "mfa/messages/totp_activated.txt": ("good", gettext_lazy("From now on, signing in also asks for a code from your app.")),
    "mfa/messages/totp_deactivated.txt": ("good", gettext_lazy("Signing in no longer asks for a code from your app.")),
    "mfa/messages/webauthn_added.txt": ("good", gettext_lazy("Your passkey is ready.")),
    "mfa/messages/webauthn_removed.txt": ("good", gettext_lazy("The passkey is removed.")),
    "mfa/messages/recovery_codes_generated.txt": ("warn", gettext_lazy("Here are your recovery codes. They are shown only this once.")),
    "usersessions/messages/sessions_logged_out.txt": ("good", gettext_lazy("The other devices are signed out.")),
}
"""allauth's messages by the name of its template; those that are not here are not shown."""


WAYS: Mapping[str, Promise] = {
    "reauthenticate": gettext_lazy("With my password"),
    "mfa_reauthenticate": gettext_lazy("With a code"),
    "mfa_reauthenticate:webauthn": gettext_lazy("Use a passkey"),
}
"""How a person may show once more that it is them."""


def shown_name(user: User) -> str:
    return user.display_name or user.username


class AccountAdapter(DefaultAccountAdapter):
    error_messages: Mapping[str, Any] = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": services.SENTENCES["login_failed"],
        "email_password_mismatch": services.SENTENCES["login_failed"],
        "too_many_login_attempts": TOO_FAST,
        "rate_limited": TOO_FAST,
        "incorrect_password": gettext_lazy("This is not your present password."),
        "incorrect_code": gettext_lazy("This code is not right. Look at the newest one."),
        "same_as_current": gettext_lazy("This is the address you have already."),
        "duplicate_email": gettext_lazy("This is the address you have already."),
        "max_email_addresses": gettext_lazy("An account has one address."),
        "invalid_password_reset": gettext_lazy("This link no longer works. Ask for a new one."),
    }

    # --- signing in -------------------------------------------------------------------------------------------------
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Attempts are counted by address and by name; what is tried as nobody's name counts too."""
        name = credentials.get("email") or credentials.get("username") or ""
        try:
            services.limit_attempts(request, name)
        except services.AccountError:
            raise self.validation_error("too_many_login_attempts") from None

    def reauthenticate(self, user: User, password: str) -> bool:
        """The person's own password, and nobody else's who might have the same address."""
        self.pre_authenticate(self.request, username=user.username)
        return user.check_password(password)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """In our words: those of allauth do not exist in all four languages."""
        return [{**way, "description": WAYS[way["id"]]} for way in super().get_reauthentication_methods(user)]

    def is_safe_url(self, url: str | None) -> bool:
        """Whether it is an address of ours; what is no address at all is none of ours either."""
        return bool(url) and doors.is_ours(self.request, url)

    def _rollback_login_failed_rl_usage(self) -> None:
        """Nothing was counted by allauth."""

    def login(self, request: HttpRequest, user: User) -> None:
        """The guest of this browser ends where the member begins; what was theirs moves along."""
        guest = getattr(request, "guest", None)
        if guest is not None:  # so that the session is carried on, not thrown away with what allauth keeps in it
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        super().login(request, user)
        if guest is not None:
            tell_merged(request, services.merge_on_sign_in(guest=guest, member=user))
            request.guest = None  # type: ignore[attr-defined]

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Whoever comes back while their account waits to be deleted is shown where that is taken back."""
        if user.delete_after is not None:
            kwargs["redirect_url"] = reverse("accounts:account")
        return in_own_language(super().post_login(request, user, **kwargs), user)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return resolve_url(settings.LOGIN_REDIRECT_URL)

    def is_ajax(self, request: HttpRequest) -> bool:
        """Pages are pages, whoever asks."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The network rather than the address, for the list of devices: nobody needs the last numbers."""
        return browsers.rough_network(limits.address_of(request.META))

    # --- words and mails ----------------------------------------------------------------------------------------------
    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        if message:
            messages.add_message(request, level, message, extra_tags=extra_tags or "bad")
        elif message_template in MESSAGES:
            tags, text = MESSAGES[message_template]
            messages.add_message(request, level, str(text) % (message_context or {}), extra_tags=tags)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        person = context.get("user") or User.objects.filter(emailaddress__email__iexact=email, emailaddress__verified=True).first()
        person = person or (self.request.user if self.request.user.is_authenticated else None)
        if person is None or ("email_confirmation" in template_prefix and not letters.may_go("confirmation", email)):
            return
        params = {name: value for name, value in context.items() if name in ("to_email", "from_email", "deleted_email")}
        letters.write(template_prefix, to=email, person=person, url=context.get("activate_url", ""), **params)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Only to an address that is confirmed, or was until now."""
        if to := email or letters.confirmed_address(user):
            self.send_mail(template_prefix, to, {**(context or {}), "user": user})

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        return settings.SITE_URL + translate_url(path, letters.language_of(emailconfirmation.email_address.user))

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        is_theirs = self.request.user.pk == email_address.user_id
        return reverse("account_email" if is_theirs else "pages:home")

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """A change waits for the old address, too."""
        if addresses.note_new(email_address):
            return super().confirm_email(request, email_address)
        text = _("Thank you. Now open the link that we have sent to the old address: the change needs a yes from there, too.")
        messages.info(request, text, extra_tags="good")
        return False


def in_own_language(response: HttpResponse, user: User) -> HttpResponse:
    """The member's language, where one was chosen, from this page on."""
    if user.language and "Location" in response:
        response["Location"] = translate_url(response["Location"], user.language)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
    return response


def tell_merged(request: HttpRequest, merged: Merged) -> None:
    if merged.moved:
        text = ngettext("%(count)d seat from before is now yours.", "%(count)d seats from before are now yours.", merged.moved)
        messages.success(request, text % {"count": merged.moved}, extra_tags="good")
    if merged.refused:
        text = _("You sit at one of these tables already, so the guest's seat there stays with the guest.")
        messages.warning(request, text, extra_tags="warn")


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages: Mapping[str, Any] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "cannot_generate_recovery_codes": gettext_lazy("Switch on a second step first: an app or a passkey."),
    }

    def _get_user_identifier(self, user: User) -> str:
        """What the app shows beside the code: the sign-in name, never the mail address."""
        return user.username

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What was encrypted under a key that is gone fits nothing any more."""
        try:
            return _box().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def build_totp_svg(self, url: str) -> str:
        """Drawn by the site's own maker of QR codes."""
        import segno

        return segno.make(url, error="m").svg_inline(scale=5, border=4, light="#fff", dark="#000")

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        return _("Passkey %(number)d") % {"number": Authenticator.objects.filter(user=user, type=type).count() + 1}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        return {**super().get_public_key_credential_user_entity(user), "display_name": user.display_name}


def _box() -> MultiFernet:
    """Secrets of the second step lie in the database under a key that is made from SECRET_KEY; older keys still open them."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"second factor" + key.encode()).digest())) for key in keys])
