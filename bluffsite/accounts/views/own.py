"""One's own data: look at it, download it, delete it. Open to everyone who has a row here, whatever staff decided about them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bluffsite.accounts import leaving, limits, own_data, services
from bluffsite.accounts.doors import limited, members_only, with_account
from bluffsite.accounts.forms import AgainForm, SureForm


@with_account
@never_cache
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    limits.spend("look at data", limits.who(request))
    return render(request, "accounts/data.html", {"parts": own_data.parts_of(request.user)})


@with_account
@limited("download data")
@require_POST
def download(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(own_data.archive_of(request.user), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="my-data.zip"'
    response["Cache-Control"] = "no-store"
    return response


@sensitive_post_parameters("password")
@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """What goes, what stays without a name, how long there is to think again. Members say their password, guests only yes."""
    user = request.user
    form = _form(request)
    if request.method == "POST" and form.is_valid():
        if user.is_guest:
            leaving.erase(user.pk)
            services.sign_out(request=request)
            messages.success(request, _("Your data is deleted."), extra_tags="good")
            return redirect("pages:home")
        leaving.ask_to_delete(user=user, request=request)
        return redirect("accounts:delete")
    context = {"form": form, "days": leaving.GRACE.days, "delete_after": user.delete_after}
    return render(request, "accounts/delete.html", context, status=422 if form.errors else 200)


def _form(request: HttpRequest) -> AgainForm | SureForm:
    posted = request.POST if request.method == "POST" else None
    if request.user.is_guest:
        return SureForm(posted)
    return AgainForm(posted, user=request.user)


@members_only
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """The deletion is taken back."""
    leaving.take_back(user=request.user)
    messages.success(request, _("Your account stays. Nothing was deleted."), extra_tags="good")
    return redirect("accounts:account")
