"""The table page at one address: waiting room, match and result. Looking (GET) makes nothing and nobody.

With a script the page opens a socket and these forms are not used; without one they and a reload every few seconds are
the whole game.
"""

from collections.abc import Callable
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from bluffsite.accounts import guests, limits
from bluffsite.accounts.models import User
from bluffsite.accounts.names import NameRefused
from games.core.game import Language
from games.core.registry import game_named
from games.play import new_table_form as sheet
from games.play import render as fragments
from games.play import selectors, shell, talk_page
from games.play.models import Table
from games.play.reader import wants_devanagari
from games.play.sentences import sentence
from games.play.services import one_phone, presence, quick, rematch, seats, tables
from games.play.services import record as records
from games.play.services.actions import Actor, look, submit_action
from games.play.services.errors import Refused, TableError
from games.play.services.moves import is_table_action
from games.play.services.one_phone import Taken
from games.play.shown import Sight
from games.play.views.answers import done as _done
from games.play.views.answers import number as _number
from games.play.views.answers import refused as _refused
from games.play.views.answers import table_of as _table
from games.play.views.answers import wants_json as _wants_json

LOG_LINES = 60
"""Lines of the log that come with the page; the whole log is one tap away."""

TAKEN = "one_phone"
"""Where a session keeps who has the phone: key of the table, seat, position."""

KNOWN = ("teach", "hints", "yes")
"""Answers to "do you know this game?" (UX-106)."""


@never_cache
@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """The page. A stranger sees the waiting room before sitting, and gets no account by that (UX-103)."""
    found = _table(request, key)
    if found.phase == Table.Phase.CLOSED and not hasattr(found, "match"):
        return render(request, "play/closed.html", {"slug": found.game, "title": _title(found.game)}, status=410)
    sight = _sight(found)
    mine = sight.facts.index_of(request.user.pk)
    if mine is None and (led := quick.led_on(found, request.user.pk)) is not None:
        return redirect("play:table", key=led)
    index = sight.seat_for(request.user.pk, _taken(request, key))
    seat = None if index is None else sight.seat(index)
    if mine is not None:
        presence.seen(seat=sight.facts.seats[mine])
    device = sight.device(request.user.pk)
    lines = selectors.log_for(sight.record, None if device else index, most=LOG_LINES) if sight.record is not None else []
    context = shell.context(request, sight.public, seat, lines, device)
    return render(request, "play/table.html", talk_page.with_talk(context, request, sight.facts))


@never_cache
@require_safe
def log(request: HttpRequest, key: str) -> HttpResponse:
    """Every line of the log on one plain page, to read or copy."""
    found = _table(request, key)
    sight = _sight(found)
    index = sight.seat_for(request.user.pk)
    entries = selectors.log_for(sight.record, index) if sight.record is not None else []
    language, digits = cast(Language, get_language()), wants_devanagari(request.COOKIES, request.user)
    lines = fragments.log_lines(sight.public, entries, index, language, digits)[::-1]
    context = {"lines": lines, "key": key, "title": _title(found.game), "talk": talk_page.whole(request, found)}
    context["looks"] = selectors.staff_looks(found) if sight.facts.index_of(request.user.pk) is not None else []
    return render(request, "play/log.html", context)


@never_cache
@require_GET
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record of an ended match, for those who played it. Rules: common.view.record."""
    found = _table(request, key)
    content = selectors.record_file(found.match, cast(selectors.Reader, request.user)) if hasattr(found, "match") else None
    if content is None:
        raise Http404
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{found.game}-{key}.json"'
    return response


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """An action by plain form: of the game, or of a person at the table (`moves`)."""
    limits.spend("act", limits.who(request))
    found = _table(request, key)
    seat = selectors.seat_of(request.user, found)
    if seat is None:
        return _refused(request, key, sentence("not_your_seat"))
    presence.seen(seat=seat)
    try:
        action = _action(request, found.game)
        submit_action(
            match_id=found.pk,
            seat=_acting(request, found, action["type"]) if seat.is_held else seat.index,
            action=action,
            version=_number(request.POST.get("version", "")),
            token=request.POST.get("token", "")[:36] or None,
            actor=Actor.person(cast(int, request.user.pk)),
        )
    except Refused as refused:
        return _refused(request, key, sentence(refused.code, refused.rule, found.game))
    return redirect("play:table", key=key)


def _acting(request: HttpRequest, found: Table, kind: str) -> int:
    """The seat that acts on one phone. Raises Refused. Rules: common.one-phone."""
    record, named = records.current(found.pk), request.GET.get("seat", "")
    seats = one_phone.held(record, request.user.pk)
    return one_phone.acting_seat(record, seats, _taken(request, found.key), kind, _number(named) if named else None)


@require_POST
def take(request: HttpRequest, key: str) -> HttpResponse:
    """Without a script: whoever has the one phone says so, for this decision only. Rules: common.one-phone."""
    limits.spend("act", limits.who(request))
    found = _table(request, key)
    try:
        record = records.read(found.pk)
        taken = one_phone.take(record, one_phone.held(record, request.user.pk), _number(request.POST.get("seat", "")))
    except Refused as refused:
        return _refused(request, key, sentence(refused.code))
    request.session[TAKEN] = [key, *taken]
    return _done(request, key)


def _taken(request: HttpRequest, key: str) -> Taken | None:
    """What `take` remembered for this table."""
    table, *taken = request.session.get(TAKEN, [""])
    return Taken(*taken) if table == key else None


def _action(request: HttpRequest, slug: str) -> dict[str, Any]:
    kind = request.POST.get("do", "")
    fields = {name: value for name, value in request.POST.items() if isinstance(value, str)} | {"type": kind}
    if is_table_action("person", kind):
        return {"type": kind}
    lists = {name: [str(value) for value in values] for name, values in request.POST.lists()}
    return cast(dict[str, Any], fragments.page_of(slug).action_from(fields, lists))


# --- the waiting room and the result -----------------------------------------------------------------------------------
LOBBY = "lobby"
"""What a change answers that leads away from the table."""

Change = Callable[[HttpRequest, Table, User], Any]


def _door(change: Change, *, makes_guest: bool = False) -> Callable[[HttpRequest, str], HttpResponse]:
    """A POST that changes a table and leads back to it, or to the table that the change made."""

    @require_POST
    def view(request: HttpRequest, key: str) -> HttpResponse:
        limits.spend("change table", limits.who(request))
        found = _table(request, key)
        try:
            if makes_guest:
                user = guests.ensure(request)
            elif isinstance(request.user, User):
                user = request.user
            else:
                raise TableError("not_seated")
            made = change(request, found, user)
            if made is LOBBY:
                return _to_lobby(request)
        except (TableError, Refused) as error:
            return _refused(request, key, sentence(error.code, error.rule, found.game))
        except NameRefused as error:
            return _refused(request, key, error.sentence)
        return _done(request, made.key if isinstance(made, Table) else key)

    return view


def _sit(request: HttpRequest, found: Table, user: User) -> None:
    name = request.POST.get("name", "").strip() or None
    seats.sit(table=found, user=user, name=name, part=request.POST.get("part", ""))
    if name and user.is_guest and name != user.display_name:
        guests.rename(user=user, name=name)


def _stand(request: HttpRequest, found: Table, user: User) -> str | None:
    """Who leaves a table of quick match as the last one stops looking: there is nothing to see there any more."""
    tables.leave_table(table=found, user=user)
    found.refresh_from_db(fields=["phase"])
    return LOBBY if found.is_quick and found.phase == Table.Phase.CLOSED else None


def _ready(request: HttpRequest, found: Table, user: User) -> None:
    seats.set_ready(table=found, user=user, is_ready=request.POST.get("ready") == "1", part=request.POST.get("part", ""))


def _start(request: HttpRequest, found: Table, user: User) -> None:
    part = request.POST.get("part", "")
    if part:
        seats.set_part(table=found, user=user, part=part)
    tables.start(table=found, user=user)


def _setup(request: HttpRequest, found: Table, user: User) -> None:
    """Everything the host can change, as one form; only what differs is written."""
    game, typed = game_named(found.game), {name: value for name, value in request.POST.items() if isinstance(value, str)}
    options = {**found.options, **sheet.read_options(game, typed)}
    size = sheet.read_size(game, typed.get("size", "")) or found.size
    is_public = typed.get("open") == "public" if "open" in typed else found.is_public
    rated = typed.get("rated") == "yes" if "rated" in typed else found.rated
    text = typed.get("talk") == "text" if "talk" in typed else found.allows_text
    wanted = {"options": options, "size": size, "is_public": is_public, "rated": rated, "allows_text": text}
    if any(getattr(found, name) != value for name, value in wanted.items()):
        tables.change_options(table=found, host=user, **wanted)
    for row in seats_of(found):
        level = typed.get(f"level_{row.index}")
        if row.user_id is None and level and level != (row.bot_level or "normal"):
            seats.set_bot(table=found, host=user, index=row.index, level=level)


def seats_of(found: Table) -> list[Any]:
    """The seats as they are now."""
    return list(found.seats.all())


def _close(request: HttpRequest, found: Table, user: User) -> None:
    tables.close_table(table=found, host=user)


def _remove(request: HttpRequest, found: Table, user: User) -> None:
    """`remove` is the seat and the name that the host sees there: "2 Anna"."""
    index, _space, name = request.POST.get("remove", "").partition(" ")
    seats.remove_person(table=found, host=user, index=_number(index), name=name)


def _rematch(request: HttpRequest, found: Table, user: User) -> Table | None:
    part = request.POST.get("part", "")
    if request.POST.get("answer") == "0":
        return rematch.answer(table=found, user=user, agrees=False)
    return rematch.offer(table=found, user=user, part=part)


sit = _door(_sit, makes_guest=True)
stand = _door(_stand)
ready = _door(_ready)
start = _door(_start)
setup = _door(_setup)
close = _door(_close)
remove = _door(_remove)
rematch_answer = _door(_rematch)


@require_POST
def known(request: HttpRequest, key: str) -> HttpResponse:
    """The answer to "do you know this game?", kept with the person; asked once per game (UX-106)."""
    found = _table(request, key)
    answer = request.POST.get("known", "")
    if isinstance(request.user, User) and answer in KNOWN:
        request.user.known_games = {**request.user.known_games, found.game: answer}
        request.user.save(update_fields=["known_games"])
    if answer == "teach" and not _wants_json(request):
        return redirect("lobby:lesson", game=found.game)
    return _done(request, key)


# --- answers -------------------------------------------------------------------------------------------------------


def _sight(found: Table) -> Sight:
    """The table as it is now: first the calls are settled whose time is over."""
    if hasattr(found, "match"):
        look(found.pk)
    return selectors.sight(found.pk)


def _title(slug: str) -> str:
    return game_named(slug).words.title(cast(Language, get_language()))


def _to_lobby(request: HttpRequest) -> HttpResponse:
    address = reverse("lobby:tables")
    return HttpResponse(status=204, headers={"X-Go": address}) if _wants_json(request) else HttpResponseRedirect(address)
