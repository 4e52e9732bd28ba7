"""Talking at a table without a script, the people at it, and what a person wants to hear (settings)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bluffsite.accounts import guests, limits
from bluffsite.accounts.models import User
from bluffsite.accounts.selectors import profile_for
from games.play.render import addresses
from games.play.services.errors import TableError
from games.play.talk import avoiding, services
from games.play.talk import selectors as talks
from games.play.talk.errors import TalkError, sentence_of
from games.play.talk.models import Ear
from games.play.views.answers import done, number, refused, table_of, wants_json

HOWS = ("mute", "block", "none")


@require_POST
def talk(request: HttpRequest, key: str) -> HttpResponse:
    """One line: `phrase` is its number, or `text`. A text that is refused comes back with the page."""
    found = table_of(request, key)
    typed = request.POST.get("text", "")
    sent = request.POST.get("phrase", "")
    try:
        if not isinstance(request.user, User):
            raise TalkError("not_seated")
        services.say(
            table=found,
            user=request.user,
            phrase=number(sent) if sent else None,
            text=typed,
            language=get_language() or "en",
            token=request.POST.get("say_token", "")[:36] or None,
        )
    except TalkError as error:
        if sent or not typed:
            return refused(request, key, error.sentence)
        if wants_json(request):
            return HttpResponse(error.sentence, status=422, content_type="text/plain; charset=utf-8")
        context = {"key": key, "typed": typed, "refusal": error.sentence}
        return render(request, "play/say_again.html", context, status=422)
    return done(request, key, anchor="#talk")


@require_POST
def avoid(request: HttpRequest, key: str) -> HttpResponse:
    """Mute, block, or take that back: `person` by their mark, whoever said `line`, or sits on `seat`; `mute` alone names a
    line to be muted by.
    """
    found = table_of(request, key)
    limits.spend("avoid", limits.who(request))
    sent = request.POST.get("mute", "")
    how, line, seat = request.POST.get("how", "mute"), sent or request.POST.get("line", ""), request.POST.get("seat", "")
    try:
        if how not in HOWS:
            raise TableError("bad_request")
        user = guests.ensure(request)
        name = services.avoid_speaker(
            table=found,
            user=user,
            how=how,
            line=number(line) if line else None,
            seat=number(seat) if seat else None,
            mark=request.POST.get("person"),
        )
    except TableError as error:
        return refused(request, key, sentence_of(error))
    if wants_json(request):
        return HttpResponse(status=204, headers={"X-Table": key})
    messages.success(request, _done_sentence(how, name or _("Somebody")))
    return HttpResponseRedirect(addresses(key)["people"] if not sent else addresses(key)["table"])


@require_POST
def avoid_person(request: HttpRequest) -> HttpResponse:
    """The same for whoever has this `profile`, if the reader may see it."""
    limits.spend("avoid", limits.who(request))
    person, how = profile_for(request.user, request.POST.get("profile", "")), request.POST.get("how", "")
    if person is None or person.pk == request.user.pk or how not in HOWS:
        raise Http404
    services.avoid_person(user=guests.ensure(request), other=person, name=person.display_name, how=how)
    messages.success(request, _done_sentence(how, person.display_name))
    return redirect("accounts:profile", person.profile_key)


def _done_sentence(how: str, name: str) -> str:
    if how == "none":
        return _("You hear %(name)s again.") % {"name": name}
    if how == "block":
        return _("%(name)s is blocked: neither of you hears the other, and nothing brings you together.") % {"name": name}
    return _("%(name)s is muted: you no longer hear them, at any table.") % {"name": name}


@never_cache
@require_safe
def people(request: HttpRequest, key: str) -> HttpResponse:
    """Everybody else at a table, with what can be done: mute, block, report. `part`: the inside of a sheet."""
    found = table_of(request, key)
    line = number(request.GET.get("line", "")) or None
    context = {
        "key": key,
        "people": talks.people_at(found, request.user.pk),
        "line": line,
        "of_line": talks.speaker_of(found, line=line) if line else None,
    }
    name = "play/people_part.html" if request.GET.get("part") else "play/people.html"
    return render(request, name, context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """What a person wants to hear at tables, and whom they have muted or blocked; guests too."""
    user = request.user if isinstance(request.user, User) else None
    if request.method == "POST":
        user = guests.ensure(request)
        if request.POST.get("forgive"):
            avoiding.forgive(user=user, avoidance=number(request.POST["forgive"]))
            messages.success(request, _("Done."))
        elif request.POST.get("hears") in Ear.Hears.values:
            services.set_ear(user=user, hears=request.POST["hears"])
            messages.success(request, _("Saved."))
        else:
            raise Http404
        return redirect("lobby:talk_settings")
    context = {"avoided": avoiding.list_of(user) if user else [], "hears": talks.ear_of(user) if user else Ear.Hears.ALL}
    return render(request, "play/talk_settings.html", context)
