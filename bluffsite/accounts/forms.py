"""Forms of people. What may be a name or a password is decided by the services; the forms carry their sentences."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

ERRORS = {
    "required": _("Please fill this in."),
    "max_length": _("This is too long."),
    "invalid": _("This is not a whole email address."),
    "null_characters_not_allowed": _("This holds signs that cannot be used here."),
}


class PersonForm(forms.Form):
    """Says what is wrong in the site's own words: Django's sentences are not complete in all four languages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages.update(ERRORS)


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
        help_text=_("At least 8 characters. A password manager and pasting are welcome."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=_("Email (optional)"),
        required=False,
        max_length=254,
        help_text=_("Only so that we can help you when you have forgotten your password."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class SignInForm(PersonForm):
    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"), max_length=128, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )


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
        help_text=_("At least 8 characters. A password manager and pasting are welcome."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


def add_errors(form: forms.Form, field: str | None, sentences: Any) -> None:
    for sentence in sentences:
        form.add_error(field, sentence)
