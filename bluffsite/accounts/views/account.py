"""The page of one's own account: name, password, who may see and invite, and the ways to everything else."""

from typing import Any

from allauth.account.signals import password_changed
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from bluffsite.accounts import addresses, guests, letters, limits, registry, services
from bluffsite.accounts.doors import limited, members_only
from bluffsite.accounts.forms import NameForm, PasswordForm, PrivacyForm, add_errors
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused


@members_only
@require_http_methods(["GET", "HEAD"])
def account(request: HttpRequest) -> HttpResponse:
    return _account_page(request)


def _account_page(request: HttpRequest, **forms: Any) -> HttpResponse:
    address = addresses.given(request.user)
    context = {
        "name_form": NameForm(initial={"name": request.user.display_name}),
        "password_form": PasswordForm(),
        "email": address.email if address else "",
        "is_confirmed": address is not None and address.verified,
        "pages": registry.settings_pages,
        **forms,
    }
    return render(request, "accounts/account.html", context, status=422 if forms else 200)


@members_only
@limited("rename")
@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            guests.rename(user=request.user, name=form.cleaned_data["name"])
        except NameRefused as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, _("Your name is changed."), extra_tags="good")
            return redirect("accounts:account")
    return _account_page(request, name_form=form)


@sensitive_post_parameters("old", "new")
@members_only
@require_POST
def change_password(request: HttpRequest) -> HttpResponse:
    """Other devices are signed out by it; this one stays."""
    form = PasswordForm(request.POST)
    if form.is_valid() and _password_changed(request, form):
        update_session_auth_hash(request, request.user)
        password_changed.send(sender=User, request=request, user=request.user)  # notes this device under its new session
        if to := letters.confirmed_address(request.user):
            letters.write("account/email/password_changed", to=to, person=request.user)
        messages.success(request, _("Your password is changed. Other devices are signed out."), extra_tags="good")
        return redirect("accounts:account")
    return _account_page(request, password_form=form)


def _password_changed(request: HttpRequest, form: PasswordForm) -> bool:
    user = request.user
    try:
        limits.spend("password", limits.who(request))
        if not user.check_password(form.cleaned_data["old"]):
            form.add_error("old", _("This is not your present password."))
            return False
        validate_password(form.cleaned_data["new"], user)
    except limits.TooFast:
        form.add_error(None, str(services.SENTENCES["too_fast"]))
        return False
    except ValidationError as error:
        add_errors(form, "new", error.messages)
        return False
    services.set_password(user=user, password=form.cleaned_data["new"])
    return True


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    """Who sees my games and ratings (at first: only me), and who may invite me (UX-1306)."""
    user = request.user
    initial = {"shown_to": user.shown_to, "invited_by": user.invited_by}
    form = PrivacyForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        services.set_privacy(user=user, **form.cleaned_data)
        messages.success(request, _("Your settings are kept."), extra_tags="good")
        return redirect("accounts:privacy")
    return render(request, "accounts/privacy.html", {"form": form}, status=422 if form.errors else 200)
