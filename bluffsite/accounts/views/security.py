"""Second steps, passkeys, devices, forgotten passwords and mail addresses: allauth's views behind our doors, in our templates."""

from typing import Any

from allauth.account.models import Login
from allauth.account.views import (
    AccountInactiveView,
    ConfirmEmailView,
    EmailView,
    PasswordResetDoneView,
    PasswordResetFromKeyView,
    PasswordResetView,
    ReauthenticateView,
)
from allauth.mfa.base.views import AuthenticateView, IndexView
from allauth.mfa.base.views import ReauthenticateView as CodeAgainView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn.internal import auth as webauthn
from allauth.mfa.webauthn.internal import flows
from allauth.mfa.webauthn.views import (
    AddWebAuthnView,
    EditWebAuthnView,
    LoginWebAuthnView,
    ReauthenticateWebAuthnView,
    RemoveWebAuthnView,
)
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from bluffsite.accounts import addresses
from bluffsite.accounts.browsers import named
from bluffsite.accounts.doors import as_visitor, guest_aside, limited, members_only, next_page
from bluffsite.accounts.forms import (
    AddressForm,
    AgainForm,
    AppForm,
    NewPasswordForm,
    PasskeyAgainForm,
    PasskeyForm,
    PasskeyNameForm,
    PasskeySignInForm,
    PasskeyStepForm,
    ResetForm,
    SecondStepAgainForm,
    SecondStepForm,
)

PAGES = ["get", "head", "post"]


class Refusing:
    """A form that is refused comes back with 422, as everywhere on the site."""

    http_method_names = PAGES

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)  # type: ignore[attr-defined]


# --- signing in, the second step ---------------------------------------------------------------------------------------
class SecondStepView(AuthenticateView):
    form_class = SecondStepForm
    webauthn_form_class = PasskeyStepForm
    template_name = "accounts/second_step.html"
    http_method_names = PAGES

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Who has no passkey is not asked for one."""
        context = super().get_context_data(**kwargs)
        has_passkey = is_mfa_enabled(self.stage.login.user, [Authenticator.Type.WEBAUTHN])
        return context if has_passkey else {**context, "webauthn_form": None}

    def form_invalid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        response.status_code = 422
        return response


class PasskeySignInView(LoginWebAuthnView):
    """GET gives a script what the browser's passkeys are asked with; POST brings the answer."""

    form_class = PasskeySignInForm
    http_method_names = PAGES

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return JsonResponse({"request_options": webauthn.begin_authentication(user=None)})

    def form_valid(self, form: Any) -> HttpResponse:
        if not form.cleaned_data["credential"].user.is_member:
            return self.form_invalid(form)
        login = Login(user=form.cleaned_data["credential"].user, redirect_url=next_page(self.request))
        return flows.perform_passwordless_login(self.request, form.cleaned_data["credential"], login)

    def form_invalid(self, form: Any) -> HttpResponse:
        messages.error(self.request, _("That did not work. Try again, or sign in with your password."), extra_tags="bad")
        return redirect("accounts:sign_in")


second_step = as_visitor(SecondStepView.as_view())
passkey_sign_in = as_visitor(limited("passkey")(never_cache(PasskeySignInView.as_view())))
closed = AccountInactiveView.as_view(template_name="accounts/closed.html", http_method_names=["get", "head"])


# --- once more, before something that only the owner may do --------------------------------------------------------------
class AgainView(Refusing, ReauthenticateView):
    form_class = AgainForm
    template_name = "accounts/again.html"


class CodeOnceMoreView(Refusing, CodeAgainView):
    form_class = SecondStepAgainForm
    template_name = "accounts/again_code.html"


class PasskeyAgainView(ReauthenticateWebAuthnView):
    form_class = PasskeyAgainForm
    template_name = "accounts/again_passkey.html"
    http_method_names = PAGES

    def form_invalid(self, form: Any) -> HttpResponse:
        messages.error(self.request, _("That did not work. Try again."), extra_tags="bad")
        return HttpResponseRedirect(self.request.get_full_path())


again = members_only(sensitive_post_parameters("password")(AgainView.as_view()))
again_code = members_only(CodeOnceMoreView.as_view())
again_passkey = members_only(PasskeyAgainView.as_view())


# --- the second step itself -----------------------------------------------------------------------------------------------
class AppView(Refusing, ActivateTOTPView):
    form_class = AppForm
    template_name = "accounts/app.html"


class AppOffView(DeactivateTOTPView):
    template_name = "accounts/app_off.html"
    http_method_names = PAGES


class NewCodesView(GenerateRecoveryCodesView):
    template_name = "accounts/new_codes.html"
    http_method_names = PAGES

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class NewPasskeyView(Refusing, AddWebAuthnView):
    form_class = PasskeyForm
    template_name = "accounts/new_passkey.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **kwargs}


class PasskeyNameView(Refusing, EditWebAuthnView):
    form_class = PasskeyNameForm
    template_name = "accounts/passkey_name.html"
    success_url = reverse_lazy("mfa_index")


class PasskeyAwayView(RemoveWebAuthnView):
    template_name = "accounts/passkey_away.html"
    success_url = reverse_lazy("mfa_index")
    http_method_names = PAGES


index = members_only(IndexView.as_view(template_name="accounts/security.html", http_method_names=["get", "head"]))
app = members_only(never_cache(AppView.as_view()))  # the key of the app is on it
app_off = members_only(AppOffView.as_view())
codes = members_only(ViewRecoveryCodesView.as_view(template_name="accounts/codes.html", http_method_names=["get", "head"]))
new_codes = members_only(NewCodesView.as_view())
new_passkey = members_only(NewPasskeyView.as_view())
passkey_name = members_only(PasskeyNameView.as_view())
passkey_away = members_only(PasskeyAwayView.as_view())


# --- devices --------------------------------------------------------------------------------------------------------------
class DevicesView(ListUserSessionsView):
    """Where one is signed in. POST ends one (`session`) or all others."""

    template_name = "accounts/devices.html"
    http_method_names = PAGES

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        newest_first = sorted(context["sessions"], key=lambda session: (session.is_current(), session.created_at), reverse=True)
        context["devices"] = [
            {"pk": session.pk, "is_current": session.is_current(), "since": session.created_at, "network": session.ip, **named(session)}
            for session in newest_first
        ]
        return context

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        chosen = request.POST.get("session", "")
        if not chosen:
            return super().post(request, *args, **kwargs)
        session = UserSession.objects.filter(user=request.user, pk=chosen).first() if chosen.isdecimal() else None
        if session is not None and not session.is_current():
            session.end()
            messages.success(request, _("The device is signed out."), extra_tags="good")
        return redirect("usersessions_list")


devices = members_only(DevicesView.as_view())


# --- forgotten password ---------------------------------------------------------------------------------------------------
class ForgottenView(Refusing, PasswordResetView):
    form_class = ResetForm
    template_name = "accounts/forgotten.html"

    def form_valid(self, form: ResetForm) -> HttpResponse:
        form.save(self.request)
        return redirect("account_reset_password_done")


class NewPasswordView(PasswordResetFromKeyView):
    """By the link of a mail. Every session ends, and whoever comes next signs in with the new password."""

    form_class = NewPasswordForm
    template_name = "accounts/new_password.html"
    http_method_names = PAGES
    success_url = reverse_lazy("accounts:sign_in")

    def form_invalid(self, form: NewPasswordForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


forgotten = limited("forgotten password")(ForgottenView.as_view())
forgotten_sent = PasswordResetDoneView.as_view(template_name="accounts/forgotten_sent.html", http_method_names=["get", "head"])
new_password = guest_aside(limited("new password")(sensitive_post_parameters("new")(NewPasswordView.as_view())))


# --- mail address -----------------------------------------------------------------------------------------------------------
class AddressView(Refusing, EmailView):
    form_class = AddressForm
    template_name = "accounts/address.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        confirmed = addresses.confirmed(self.request.user)
        unconfirmed = [address for address in context["emailaddresses"] if not address.verified]
        return {**context, "confirmed": confirmed, "unconfirmed": unconfirmed, "change": addresses.waiting(self.request.user)}

    def _action_remove(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """A confirmed address goes when it agrees itself; one that is not confirmed goes at once."""
        address = self._get_email_address(request)
        if address is not None and address.verified:
            addresses.raise_unless_recent(request)
            addresses.begin_change(user=request.user, email="")
            text = _("We have sent a mail to %(email)s. Open the link in it to take the address away.")
            messages.info(request, text % {"email": address.email}, extra_tags="good")
        elif address is not None:
            address.remove()
            addresses.stop_change(user=request.user)
        return redirect("account_email")


class ConfirmView(ConfirmEmailView):
    """By the link of a mail. Looking changes nothing, and signs nobody in or out."""

    template_name = "accounts/confirm_address.html"
    http_method_names = PAGES

    def logout_other_user(self, confirmation: Any) -> None:
        """Whoever is signed in here stays: the address belongs to its account all the same."""


email = members_only(limited("mail address")(AddressView.as_view()))
confirm_email = limited("confirm address")(ConfirmView.as_view())


@limited("confirm address")
@require_http_methods(["GET", "HEAD", "POST"])
def old_address(request: HttpRequest, key: str) -> HttpResponse:
    """The old address says yes or no to a change. Whoever has the link has the mailbox: no signing in."""
    change = addresses.change_of(key)
    if change is None:
        return render(request, "accounts/old_address.html", {"change": None}, status=404)
    if request.method != "POST":
        return render(request, "accounts/old_address.html", {"change": change})
    if "no" in request.POST:
        addresses.stop_change(user=change.user)
        messages.success(request, _("Nothing is changed. It would be wise to choose a new password now."), extra_tags="warn")
    elif addresses.agree_from_old(change=change, request=request):
        messages.success(request, _("Thank you. The change is done."), extra_tags="good")
    else:
        messages.success(request, _("Thank you. Now open the link that we have sent to the new address."), extra_tags="good")
    return redirect("pages:home")


@members_only
@require_POST
def stop_change(request: HttpRequest) -> HttpResponse:
    addresses.stop_change(user=request.user)
    messages.success(request, _("Your address stays as it was."), extra_tags="good")
    return redirect("account_email")
