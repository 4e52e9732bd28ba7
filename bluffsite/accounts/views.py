"""Register, sign in, sign out, and the page of one's own account. "Is a member" is the only check there is."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse, translate_url
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from bluffsite.accounts import guests, limits, services
from bluffsite.accounts.forms import NameForm, PasswordForm, RegisterForm, SignInForm, add_errors
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused, clean_name
from bluffsite.accounts.services import AccountError

View = Callable[Concatenate[HttpRequest, ...], HttpResponse]
FIELD_OF = {"username_form": "username", "username_taken": "username", "password": "password"}


def members_only(view: View) -> View:
    """Others are asked to sign in, and come back afterwards."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if getattr(request.user, "is_member", False):
            return view(request, *args, **kwargs)
        wanted = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("accounts:account")
        return redirect(f"{reverse('accounts:sign_in')}?{urlencode({'next': wanted})}")

    return checked


def next_page(request: HttpRequest) -> str:
    """Where to go afterwards: an address of ours in `next`, else the home page."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return address
    return reverse("pages:home")


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest) -> HttpResponse:
    """A guest who registers keeps row, seats and history. Errors keep everything but the password."""
    if getattr(request.user, "is_member", False):
        return redirect("accounts:account")
    form = RegisterForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _registered(request, form):
        messages.success(request, _("Welcome! Your account is ready."), extra_tags="good")
        return HttpResponseRedirect(next_page(request))
    return render(request, "accounts/register.html", {"form": form, "next": next_page(request)}, status=422 if form.errors else 200)


def _registered(request: HttpRequest, form: RegisterForm) -> bool:
    data = form.cleaned_data
    try:
        limits.spend("register", limits.who(request))
        username = services.clean_username(data["username"])
        user = services.register(user=guests.ensure(request), username=username, password=data["password"], request=request)
    except limits.TooFast:
        form.add_error(None, str(services.SENTENCES["too_fast"]))
        return False
    except AccountError as error:
        add_errors(form, FIELD_OF.get(error.code), error.sentences)
        return False
    _complete(user, data["email"])
    return True


def _complete(user: User, email: str) -> None:
    """The mail address, and the username as the name at tables unless the guest had chosen one."""
    user.email = email
    if guests.is_offered(user.display_name):
        with suppress(NameRefused):  # too long for a table: the offered name stays
            user.display_name = clean_name(user.username)
    user.save(update_fields=["email", "display_name"])


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """One sentence for every wrong answer. What the guest of this browser had moves along."""
    form = SignInForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            member, merged = services.sign_in(request=request, **form.cleaned_data)
        except AccountError as error:
            add_errors(form, None, error.sentences)
        else:
            _tell(request, merged)
            return _in_own_language(HttpResponseRedirect(next_page(request)), member, next_page(request))
    return render(request, "accounts/sign_in.html", {"form": form, "next": next_page(request)}, status=422 if form.errors else 200)


def _tell(request: HttpRequest, merged: services.Merged) -> None:
    if merged.moved:
        text = ngettext("%(count)d seat from before is now yours.", "%(count)d seats from before are now yours.", merged.moved)
        messages.success(request, text % {"count": merged.moved}, extra_tags="good")
    if merged.refused:
        messages.warning(
            request, _("You sit at one of these tables already, so the guest's seat there stays with the guest."), extra_tags="warn"
        )


def _in_own_language(response: HttpResponseRedirect, member: User, target: str) -> HttpResponse:
    """The member's language, where one was chosen, from this page on."""
    if not member.language:
        return response
    response["Location"] = translate_url(target, member.language)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        member.language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """A look at the address asks first; only the POST ends the session."""
    if request.method != "POST":
        return render(request, "accounts/sign_out.html")
    services.sign_out(request=request)
    messages.success(request, _("You are signed out."), extra_tags="good")
    return redirect("pages:home")


@members_only
@require_http_methods(["GET", "HEAD"])
def account(request: HttpRequest) -> HttpResponse:
    return _account_page(request)


def _account_page(request: HttpRequest, **forms: Any) -> HttpResponse:
    context = {"name_form": NameForm(initial={"name": request.user.display_name}), "password_form": PasswordForm(), **forms}
    return render(request, "accounts/account.html", context, status=422 if forms else 200)


@members_only
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
    user.set_password(form.cleaned_data["new"])
    user.save(update_fields=["password"])
    return True
