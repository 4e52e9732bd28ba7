"""Notices: the list, how one wants to be told, and the link in each mail that ends it."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from bluffsite.accounts import addresses, mailing, notices
from bluffsite.accounts.doors import limited, with_account
from bluffsite.accounts.models import Notice, NoticeChoice, User

PER_PAGE = 30


@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def notice_list(request: HttpRequest) -> HttpResponse:
    """Newest first. POST: all are read."""
    if request.method == "POST":
        notices.mark_read(user=request.user)
        return redirect("accounts:notices")
    told = Notice.objects.filter(user=request.user, is_on_page=True).order_by("-created_at")
    page = Paginator(told, PER_PAGE).get_page(request.GET.get("page"))
    lines = [{"notice": notice, "text": text} for notice in page if (text := notices.sentence(notice, request.user))]
    unread = notices.unread_count(request.user)
    return render(request, "accounts/notices.html", {"page": page, "lines": lines, "unread": unread})


@with_account
@require_safe
def open_notice(request: HttpRequest, pk: int) -> HttpResponse:
    """It counts as read, and the reader goes where it leads."""
    notice = Notice.objects.filter(user=request.user, pk=pk).first()
    if notice is None:
        raise Http404
    notices.mark_read(user=request.user, ids=[notice.pk])
    is_ours = url_has_allowed_host_and_scheme(notice.url, allowed_hosts=None)
    return redirect(notices.path_in(get_language() or settings.LANGUAGE_CODE, notice.url) if is_ours else "accounts:notices")


@with_account
@require_http_methods(["GET", "HEAD", "POST"])
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Per kind: on the page, and by mail at once, together, or not."""
    if request.method == "POST":
        _keep(request.user, request.POST)
        messages.success(request, _("Your settings are kept."), extra_tags="good")
        return redirect("accounts:notice_settings")
    chosen = {(choice.kind, choice.about): choice for choice in request.user.notice_choices.all()}
    rows = [
        {"kind": kind, "choice": chosen.get((kind.key, "")) or notices.choice_of(request.user, kind.key)} for kind in notices.kinds.values()
    ]
    confirmed = addresses.confirmed(request.user)
    context = {"rows": rows, "mails": NoticeChoice.Mail.choices, "confirmed": confirmed}
    return render(request, "accounts/notice_settings.html", context)


def _keep(user: User, posted: Any) -> None:
    """Only kinds that the form showed; a value that is none counts as no mail. Guests are not asked about mail: it stays as it is."""
    for key in notices.kinds:
        if f"{key}-shown" in posted:
            mail = notices.choice_of(user, key).mail if user.is_guest else posted.get(f"{key}-mail", notices.Mail.OFF)
            mail = mail if mail in notices.Mail.values else notices.Mail.OFF
            notices.choose(user=user, kind=key, on_page=f"{key}-page" in posted, mail=mail)


@csrf_exempt  # mail programs post here by themselves (RFC 8058); the signed key says who wants what
@limited("unsubscribe")
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, key: str) -> HttpResponse:
    """Looking asks, POST ends these mails. No signing in."""
    found = mailing.read_unsubscribe_key(key)
    if found is None:
        return render(request, "accounts/unsubscribe.html", {"kinds": None}, status=404)
    person, kinds = found
    context: dict[str, Any] = {"kinds": [notices.kinds[kind].title for kind in kinds], "done": request.method == "POST"}
    if request.method == "POST":
        mailing.unsubscribe(user=person, kinds=kinds)
    return render(request, "accounts/unsubscribe.html", context)
