"""Forms of people. What may be a name or a password is decided by the services; the forms carry their sentences."""

import unicodedata
from collections.abc import Callable
from typing import Any

import redis
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import EmailAddress, Login
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import addresses, letters, limits, services
from bluffsite.accounts.models import Circle, User
from bluffsite.accounts.zones import is_zone, modern

PASSWORD_HINT = _("At least 8 characters. A password manager and pasting are welcome.")

MOST_OF_EMAIL = 254  # of the database column

ERRORS = {
    "required": _("Please fill this in."),
    "max_length": _("This is too long."),
    "invalid": _("This is not a whole email address."),
    "invalid_choice": _("Choose one of the list."),
    "null_characters_not_allowed": _("This holds signs that cannot be used here."),
}


class PersonForm(forms.Form):
    """Says what is wrong in the site's own words: Django's sentences are not complete in all four languages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages.update(ERRORS)


def _as_kept(email: str) -> str:
    """In small letters, some of which are longer than their capitals."""
    kept = email.lower()
    if len(kept) > MOST_OF_EMAIL:
        raise forms.ValidationError(ERRORS["max_length"])
    return kept


class RegisterForm(PersonForm):
    """A username, a password, and a mail address if the person wants."""

    username = forms.CharField(
        label=_("Username"),
        max_length=30,
        help_text=_("You sign in with it. 3 to 30 letters, digits or the signs . _ -"),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=128,
        strip=False,
        help_text=PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=_("Email (optional)"),
        required=False,
        max_length=254,
        help_text=_("So that you can choose a new password when you have forgotten yours, and for news of leagues if you want it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    time_zone = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput(attrs={"data-zone": ""}))

    def clean(self) -> dict[str, Any]:
        """All that can be said at once is said at once. Whether somebody has the username is for the service to say."""
        data = self.cleaned_data
        try:
            username = services.clean_username(data["username"]) if "username" in data else ""
        except services.AccountError as error:
            username = ""
            add_errors(self, "username", error.sentences)
        if "password" in data:
            try:
                validate_password(data["password"], User(username=username))
            except forms.ValidationError as error:
                add_errors(self, "password", error.messages)
        return data

    def clean_email(self) -> str:
        return _as_kept(self.cleaned_data["email"])

    def clean_time_zone(self) -> str:
        """A guess of the browser: one that is no zone counts as none."""
        name = self.cleaned_data["time_zone"]
        return modern(name) if is_zone(name) else ""


class SignInForm(PersonForm):
    """Username or confirmed mail address, and the password. A second step may follow: that is allauth's."""

    username = forms.CharField(
        label=_("Username or email"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"), max_length=128, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        self.request = request
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors:
            try:
                self.member = services.check_sign_in(request=self.request, name=data["username"], password=data["password"])
            except services.AccountError as error:
                raise forms.ValidationError(list(error.sentences)) from None
        return data

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        login = Login(user=self.member, redirect_url=redirect_url)
        return perform_password_login(request, {"username": self.member.username}, login)


class ResetForm(PersonForm):
    email = forms.EmailField(label=_("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"}))

    def save(self, request: HttpRequest) -> None:
        letters.ask_for_reset(self.cleaned_data["email"])


class NewPasswordForm(PersonForm):
    """A password chosen by a link from a mail. `temp_key` is allauth's; the view has checked it."""

    new = forms.CharField(
        label=_("New password"),
        max_length=128,
        strip=False,
        help_text=PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User | None = None, temp_key: str | None = None, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_new(self) -> str:
        validate_password(self.cleaned_data["new"], self.user)
        return self.cleaned_data["new"]

    def save(self) -> None:
        assert self.user is not None
        services.set_password(user=self.user, password=self.cleaned_data["new"])


class AgainForm(PersonForm):
    """The password once more, before something that only its owner may do."""

    password = forms.CharField(
        label=_("Password"), max_length=128, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        if not get_adapter().reauthenticate(self.user, self.cleaned_data["password"]):
            raise forms.ValidationError(_("This is not your present password."))
        return self.cleaned_data["password"]


CODE = {
    "label": _("Code"),
    "max_length": 20,
    "widget": forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}),
}


class CountedCode:
    """Codes of a second step are counted by person: whoever knows the password cannot try them all."""

    user: User

    def clean_code(self) -> str:
        code = "".join(_latin(sign) for sign in self.cleaned_data["code"] if not sign.isspace())  # type: ignore[attr-defined]
        self.cleaned_data["code"] = code  # type: ignore[attr-defined]
        try:
            limits.spend("second step", limits.Who(self.user.pk, ""))
        except limits.TooFast:
            raise forms.ValidationError(services.SENTENCES["too_fast"]) from None
        try:
            return super().clean_code()  # type: ignore[misc]
        except (redis.RedisError, OSError):  # it is in the cache that a code was used before
            raise forms.ValidationError(_("That did not work. Try again.")) from None


def _latin(sign: str) -> str:
    """Digits of any script are the same digits."""
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)


class SecondStepForm(CountedCode, PersonForm, AuthenticateForm):
    code = forms.CharField(**CODE)


class SecondStepAgainForm(CountedCode, PersonForm, ReauthenticateForm):
    code = forms.CharField(**CODE)


class AppForm(CountedCode, PersonForm, ActivateTOTPForm):
    code = forms.CharField(**CODE)


class AnyCredential:
    """What a browser gives as the answer of a passkey may be anything: what is no such answer is refused in words."""

    def clean_credential(self) -> Any:
        return _refusing(super().clean_credential)  # type: ignore[misc]


def _refusing(step: Callable[[], Any]) -> Any:
    try:
        return step()
    except (AttributeError, KeyError, TypeError, ValueError, IndexError):  # whatever the parser falls over
        raise forms.ValidationError(_("That did not work. Try again.")) from None


class PasskeySignInForm(AnyCredential, PersonForm, LoginWebAuthnForm):
    pass


class PasskeyStepForm(AnyCredential, PersonForm, AuthenticateWebAuthnForm):
    pass


class PasskeyAgainForm(AnyCredential, PersonForm, ReauthenticateWebAuthnForm):
    pass


class PasskeyForm(PersonForm, AddWebAuthnForm):
    name = forms.CharField(label=_("Name of the passkey"), max_length=60, required=False)
    passwordless = forms.BooleanField(required=False, widget=forms.HiddenInput, initial=True)

    def clean(self) -> Any:
        return _refusing(super().clean)


class PasskeyNameForm(PersonForm, EditWebAuthnForm):
    name = forms.CharField(label=_("Name of the passkey"), max_length=60)


class AddressForm(PersonForm):
    """Another mail address. Whether somebody else has it is never said."""

    email = forms.EmailField(label=_("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"}))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_email(self) -> str:
        email = _as_kept(self.cleaned_data["email"])
        if EmailAddress.objects.filter(user=self.user, email=email).exists():
            raise forms.ValidationError(_("This is the address you have already."))
        return email

    def save(self, request: HttpRequest) -> EmailAddress:
        addresses.begin_change(user=self.user, email=self.cleaned_data["email"])
        return EmailAddress.objects.add_new_email(request, self.user, self.cleaned_data["email"])


class NameForm(PersonForm):
    """The name that tables show from now on."""

    name = forms.CharField(
        label=_("Name at the table"),
        max_length=96,
        help_text=_("At tables where you sit already, your name stays as it is."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class PasswordForm(PersonForm):
    """The old password is asked again, so that an open browser is not enough to take an account."""

    old = forms.CharField(
        label=_("Present password"), max_length=128, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    new = forms.CharField(
        label=_("New password"),
        max_length=128,
        strip=False,
        help_text=PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class PrivacyForm(PersonForm):
    """Who may see and who may invite (UX-1306)."""

    shown_to = forms.ChoiceField(label=_("Who sees my games, places and ratings"), choices=Circle.choices, widget=forms.RadioSelect)
    invited_by = forms.ChoiceField(
        label=_("Who may invite me to their tables"),
        choices=[(Circle.EVERYBODY, Circle.EVERYBODY.label), (Circle.MEMBERS, Circle.MEMBERS.label), (Circle.NOBODY, _("Nobody"))],
        widget=forms.RadioSelect,
    )


class SureForm(PersonForm):
    sure = forms.BooleanField(label=_("Yes, delete everything about me"))


def add_errors(form: forms.Form, field: str | None, sentences: Any) -> None:
    for sentence in sentences:
        form.add_error(field, sentence)
