"""Register, sign in and sign out."""

from contextlib import suppress
from typing import Any

from allauth.account.signals import user_logged_in
from allauth.account.views import LoginView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from bluffsite.accounts import addresses, guests, limits, services
from bluffsite.accounts.doors import as_visitor, next_page
from bluffsite.accounts.forms import RegisterForm, SignInForm, add_errors
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused, clean_name
from bluffsite.accounts.services import AccountError

FIELD_OF = {"username_form": "username", "username_taken": "username", "password": "password"}


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
    is_offered = request.user.is_authenticated and guests.is_offered(request.user.display_name)
    context = {"form": form, "next": next_page(request), "is_offered": is_offered}
    return render(request, "accounts/register.html", context, status=422 if form.errors else 200)


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
    _complete(request, user, data)
    return True


def _complete(request: HttpRequest, user: User, data: dict[str, Any]) -> None:
    """Mail address, time zone, and the username as the name at tables unless the guest had chosen one."""
    user.time_zone = user.time_zone or data["time_zone"]
    if guests.is_offered(user.display_name):
        with suppress(NameRefused):  # too long for a table: the offered name stays
            user.display_name = clean_name(user.username)
    user.save(update_fields=["time_zone", "display_name"])
    user_logged_in.send(sender=User, request=request, response=None, user=user)  # notes the device
    if data["email"]:
        addresses.give_first(user=user, email=data["email"], request=request)


class SignInView(LoginView):
    """One sentence for every wrong answer. What the guest of this browser had moves along, once all steps are done."""

    form_class = SignInForm
    template_name = "accounts/sign_in.html"
    http_method_names = ["get", "head", "post"]

    def form_invalid(self, form: SignInForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "next": next_page(self.request)}


sign_in = as_visitor(sensitive_post_parameters("password")(SignInView.as_view()))


@require_safe
def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Where allauth sends people who are to sign in."""
    return redirect(f"{reverse('accounts:sign_in')}?{urlencode({'next': next_page(request)})}")


@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """A look at the address asks first; only the POST ends the session."""
    if request.method != "POST":
        return render(request, "accounts/sign_out.html")
    services.sign_out(request=request)
    messages.success(request, _("You are signed out."), extra_tags="good")
    return redirect("pages:home")
