"""The table page in pieces of HTML: the public part once per language, the own part per seat. For page views and sockets alike.

Templates are compiled once; there is no request and no context processor. Everything secret comes from `ShownSeat`, which
holds what its seat may know and nothing else. The game's own pieces are `games/<slug>/pieces.jinja` and `games.<slug>.page`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple, cast

import jinja2
import msgspec
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bluffsite.jinja import for_readers
from games.core.game import Game, Language
from games.core.registry import game_named
from games.play import new_table_form as sheet
from games.play.shown import ShownDevice, ShownPlace, ShownSeat, ShownTable

PLAYING, FINISHED, LOBBY = "playing", "finished", "lobby"
_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


def public_html(shown: ShownTable, language: Language, digits: bool) -> str:
    """`<div id="public">`: what everyone at the table and every spectator sees. `digits`: in Devanagari."""
    with translation.override(language):
        return _template("play/public.jinja", language, digits).render(_public(shown, language, digits_of(digits)))


def own_html(shown: ShownTable, seat: ShownSeat | None, language: Language, digits: bool, device: ShownDevice | None = None) -> str:
    """`<div id="own">`: what one reader sees and may do. `seat` None: somebody who does not sit at the table.

    `device`: the reader has the one phone of the table; then `seat` is that of whoever said that they have it.
    """
    with translation.override(language):
        made = _own(shown, seat, language, digits_of(digits))
        if device is not None:
            made |= _device(shown, seat, device, shown.names(language), language)
        return _template("play/own.jinja", language, digits).render(made)


def log_html(lines: Iterable["Line"], digits: bool) -> str:
    """`<li>` for each line, newest first, to be put on top of the log."""
    language = cast(Language, translation.get_language())
    return str(macro("play/log.jinja", "lines")(list(lines), digits_of(digits), partial(_pieces, language=language, devanagari=digits)))


def title_of(shown: ShownTable, seat: ShownSeat | None, language: Language, device: ShownDevice | None = None) -> str:
    """The title of the tab; a table that waits for the reader says so (UX-704)."""
    name = game_named(shown.game).words.title(language)
    if seat is None and device is not None and device.to is not None:
        return hand_over(shown.names(language)[device.to], language)
    if not is_my_turn(shown, seat):
        return name
    with translation.override(language):
        return _("(!) Your turn – %(game)s") % {"game": name}


def is_my_turn(shown: ShownTable, seat: ShownSeat | None) -> bool:
    """Whether everybody waits for this reader in person."""
    return seat is not None and shown.phase == PLAYING and shown.waited == seat.index and not seat.is_handed_over


def hand_over(name: str, language: Language) -> str:
    """Who gets the one phone next. Rules: common.one-phone."""
    with translation.override(language):
        return _("Give the phone to %(name)s.") % {"name": name}


# --- the log ----------------------------------------------------------------------------------------------------------
class Line(NamedTuple):
    """One line of the log: `kind` is a class name, `computer` whether a computer acted for the seat, `more` what unfolds."""

    id: str
    text: str
    kind: str
    computer: bool
    more: Any = None


_KINDS = {"rolled": "round", "revealed": "big", "game_over": "big", "match_over": "big"}


def log_lines(shown: ShownTable, entries: Iterable[Any], seat: int | None, language: Language, digits: bool) -> list[Line]:
    """The entries (`selectors.ShownEntry`) in words, newest first. Events are already as the reader was shown them."""
    names, words = shown.names(language), game_named(shown.game).words
    lines = []
    for entry in entries:
        for at, event in enumerate(entry.events):
            text = words.sentence(event, language, names, seat)
            kind = event.__struct_config__.tag
            if text:
                is_computers = entry.by == "bot" and kind not in _KINDS
                more = page_of(shown.game).replay(event, language, names)
                lines.append(Line(f"{entry.number}-{at}", text, _KINDS.get(str(kind), ""), is_computers, more))
        text = _table_sentence(entry.table_action, entry.seat, names, seat, language) if entry.table_action else ""
        if text:
            lines.append(Line(f"{entry.number}-t", text, "", False))
    return lines[::-1]


def _table_sentence(action: str, seat: int | None, names: Sequence[str], me: int | None, language: Language) -> str:
    """What happened to the table and not in the game; what the game tells itself needs no second line."""
    if action not in ("more_time", "pause", "resume") or seat is None:
        return ""
    with translation.override(language):
        name = {"name": names[seat]}
        if action == "more_time":
            return _("You took 15 seconds more.") if seat == me else _("%(name)s took 15 seconds more.") % name
        if action == "pause":
            return _("You would like a pause.") if seat == me else _("%(name)s would like a pause.") % name
        return _("You end the pause.") if seat == me else _("%(name)s ends the pause.") % name


# --- the public part --------------------------------------------------------------------------------------------------
Digits = Callable[[Any], str]


def _public(shown: ShownTable, language: Language, d: Digits) -> dict[str, Any]:
    game = game_named(shown.game)
    base = {"version": shown.version, "phase": _phase(shown), "slug": shown.game, "d": d}
    if shown.view is None:
        return base | _lobby_public(shown, game, language, d)
    names = shown.names(language)
    view, page = shown.view, page_of(shown.game)
    players = _players(shown, names)
    made = base | {
        "players": players,
        "game": page.public(view, language, names),
        "board": _piece(shown.game, "board", language, d is _devanagari, page.board_key(view)),
        "pieces": _pieces(shown.game, language, d is _devanagari),
        "games": view.games,
        "game_number": view.game,
        "scored": bool(view.scores),
    }
    if shown.result is not None:
        made["result"] = _result(shown, names, players)
    return made


def _phase(shown: ShownTable) -> str:
    """`lobby`, `playing` or `finished`, as far as the fragments are concerned."""
    if shown.view is None:
        return LOBBY
    return FINISHED if shown.result is not None else PLAYING


def _players(shown: ShownTable, names: Sequence[str]) -> list[dict[str, Any]]:
    """One line per seat, in seat order, with the marks of UX-303, UX-310 and UX-311."""
    view = shown.view
    standing = _standing(view)
    following = _next(view, standing)
    winners = [seat for seat, place in enumerate(shown.result.places) if place == 1] if shown.result is not None else []
    totals = view.totals or (0,) * view.seats
    return [
        {
            "seat": seat,
            "name": names[seat],
            "level": place.level if place.kind == "computer" else "",
            "computer": place.is_handed_over,
            "away": place.is_away and not place.is_handed_over,
            "acting": view.to_act == seat,
            "next": following == seat,
            "out": seat in standing or seat in view.left,
            "left": seat in view.left,
            "place": standing.get(seat),
            "winner": seat in winners,
            "total": _points(totals[seat]),
        }
        for seat, place in enumerate(shown.seats)
    ]


def _standing(view: Any) -> dict[int, int]:
    """Seats that are out of the current game, with their place: the first group out has the last places."""
    places, still = {}, view.seats
    for group in view.out:
        still -= len(group)
        places.update(dict.fromkeys(group, still + 1))
    return places


def _next(view: Any, out: Iterable[int]) -> int | None:
    """The seat that acts after the present one, clockwise over seats that are in. Rules: common.seats.next."""
    if view.to_act is None:
        return None
    gone = {*out, *view.left}
    return next((seat for step in range(1, view.seats) if (seat := (view.to_act + step) % view.seats) not in gone), None)


def _points(value: float) -> str:
    """`2`, `1.5`, and `1,5` where the active language writes it so."""
    return str(int(value)) if float(value).is_integer() else number_format(value, 1)


def _result(shown: ShownTable, names: Sequence[str], players: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Places for everyone, how it ended, how long it was, and the points of each game (UX-501, UX-503)."""
    result, view = shown.result, shown.view
    points = [[_points(score.points[seat]) for score in view.scores] for seat in range(view.seats)]
    rows = [
        {**players[seat], "place": place, "points_text": _count_points(result.totals[seat])} for seat, place in enumerate(result.places)
    ]
    rows.sort(key=lambda row: (row["place"], row["seat"]))
    games = len(result.games)
    return {
        "rows": rows,
        "count": games,
        "table": [{"name": names[row["seat"]], "points": points[row["seat"]], "total": _points(result.totals[row["seat"]])} for row in rows]
        if games > 1 and all(len(row) == games for row in points)
        else [],
        "how": _how_it_ended(result.reason),
        "length": ngettext("It took %(n)s game.", "It took %(n)s games.", games) % {"n": games}
        if games > 1
        else ngettext("It took %(n)s round.", "It took %(n)s rounds.", view.round) % {"n": view.round},
    }


def _count_points(total: float) -> str:
    return ngettext("%(n)s point", "%(n)s points", 1 if total == 1 else 2) % {"n": _points(total)}


def _how_it_ended(reason: str) -> str:
    if reason == "abandoned":
        return _("Everyone was away, so the match ended by the table as it stood.")
    if reason == "left":
        return _("All others have left.")
    return _("Played to the end.")


_HIDDEN = ("call_grace_ms",)
"""Options that mean nothing where nobody acts out of turn, which is so in every game offered now."""


def _lobby_public(shown: ShownTable, game: Game, language: Language, d: Digits) -> dict[str, Any]:
    names = shown.names(language)
    plain = {field: getattr(game.options(), field) for field in shown.options}
    told = []
    for name, value in shown.options.items():
        if name in sheet.NOT_OFFERED or name in _HIDDEN:
            continue
        label, meaning = game.words.option(name, value, language)
        told.append({"name": name, "label": label, "meaning": meaning, "differs": value != plain[name], "front": name in sheet.FRONT})
    return {
        "seats": [_lobby_seat(place, names[place.index]) for place in shown.seats],
        "taken": sum(place.kind == "person" for place in shown.seats),
        "is_public": shown.is_public,
        "is_calm": shown.is_calm,
        "options": told,
        "differs": [option for option in told if option["differs"] and not option["front"]],
        "commitment": shown.commitment,
    }


def _lobby_seat(place: ShownPlace, name: str) -> dict[str, Any]:
    return {
        "index": place.index,
        "person": place.kind == "person",
        "name": name,
        "host": place.is_host,
        "ready": place.is_ready,
        "away": place.is_away,
        "level": place.level or "normal",
    }


# --- the own part -----------------------------------------------------------------------------------------------------
def _own(shown: ShownTable, seat: ShownSeat | None, language: Language, d: Digits) -> dict[str, Any]:
    phase = _phase(shown)
    base = {
        "version": shown.version,
        "build": build(),
        "phase": phase,
        "slug": shown.game,
        "d": d,
        "seat": None if seat is None else seat.index,
        "my_turn": is_my_turn(shown, seat),
        "post": addresses(shown.key),
        "clock": None,
        "at_zero": "",
        "cover": None,
        "device": None,
    }
    if phase == LOBBY:
        return base | _lobby_own(shown, seat, language)
    game, page = game_named(shown.game), page_of(shown.game)
    names = shown.names(language)
    view = shown.view if seat is None else seat.view
    me = None if seat is None else seat.index
    made = base | {"banner": game.words.turn(view, language, names, me)}
    if phase == FINISHED:
        return made | {
            "pieces": _Remembered(shown.game, language, d is _devanagari),
            "mine": page.own(view, (), language, names, me),
            "rematch": _rematch(shown, me, names),
            "check_url": f"{base['post']['table']}check/",
            "record_url": base["post"]["record"],
        }
    key = None if seat is None else page.moves_key(view, seat.choices)
    in_game = seat is not None and any(choice.open or choice.rule is not None for choice in seat.choices)
    return (
        made
        | _clock(shown, game, view, language)
        | _halt(shown, seat, names)
        | {
            "pieces": _Remembered(shown.game, language, d is _devanagari),
            "mine": _with_points(page.own(view, () if seat is None else seat.choices, language, names, me)),
            "moves": "" if key is None else _piece(shown.game, "moves", language, d is _devanagari, key),
            "given_up": seat is not None and seat.is_handed_over,
            "playing": in_game,
            "more_time": seat is not None and seat.more_time_in_ms is not None,
            "more_time_in": None if seat is None else seat.more_time_in_ms,
        }
    )


def _with_points(mine: dict[str, Any]) -> dict[str, Any]:
    """The average of a hint as the language writes it."""
    hint = mine.get("hint")
    return mine | {"hint": hint | {"about": _points(hint["about"])}} if hint else mine


def _device(shown: ShownTable, seat: ShownSeat | None, device: ShownDevice, names: Sequence[str], language: Language) -> dict[str, Any]:
    """One phone: the cover before each hand, and who may come back. Rules: common.one-phone; UX-601, UX-603."""
    made: dict[str, Any] = {"device": {"gone": [{"seat": one, "name": names[one]} for one in device.gone], "held": device.held}}
    if shown.phase == FINISHED:
        offer = shown.rematch
        begun = offer is not None and offer.by is None and offer.key is not None
        made["rematch"] = {"offered": False, "mine": None, "text": "", "key": offer.key if begun and offer is not None else None}
    if seat is None and shown.halt is not None:
        made["may_resume"] = shown.halt == "pause"
    if seat is None and device.to is not None:
        before, after = hand_over("\0", language).split("\0")
        made |= {
            "cover": {"seat": device.to, "name": names[device.to], "before": before.strip(), "after": after.strip(" .।")},
            "my_turn": False,
        }
    return made


def _clock(shown: ShownTable, game: Game, view: Any, language: Language) -> dict[str, Any]:
    """Number, bar, word, and what running out does (UX-316). No clock: nothing of it."""
    if shown.remaining_ms is None:
        return {}
    left, whole = shown.remaining_ms, max(shown.turn_ms or shown.remaining_ms, 1)
    clock = {"left": left, "all": whole, "text": clock_text(left), "hurry": left * 4 <= whole, "stopped": shown.halt is not None}
    return {"clock": clock, "at_zero": game.words.timeout(view, language)}


def clock_text(milliseconds: int) -> str:
    """`24`, `1:05`, `2:00:00`: rounded up, so that 0 means that time is up."""
    seconds = -(-milliseconds // 1000)
    if seconds < 60:
        return str(seconds)
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}:{seconds:02d}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}"


def _halt(shown: ShownTable, seat: ShownSeat | None, names: Sequence[str]) -> dict[str, Any]:
    """A pause that stands, or who would like one. Rules: common.pause, common.leave.bot."""
    made: dict[str, Any] = {"halted": "", "may_resume": False, "votes": "", "may_vote": False}
    if shown.halt == "pause":
        left = clock_text(shown.halt_ms or 0)
        made["halted"] = _("Pause. Clocks and computers stand still, for %(time)s more at most.") % {"time": left}
        made["may_resume"] = seat is not None
    elif shown.halt == "deserted":
        made["banner"] = _("Everyone is away. The match waits.")
    elif shown.votes:
        made["votes"] = _("Would like a pause: %(names)s. It begins when all agree.") % {
            "names": ", ".join(names[one] for one in shown.votes)
        }
        made["may_vote"] = seat is not None and not seat.has_voted
    return made


def _rematch(shown: ShownTable, me: int | None, names: Sequence[str]) -> dict[str, Any] | None:
    """Who has said yes to another match (UX-502). None for spectators."""
    offer = shown.rematch
    if me is None:
        return None
    if offer is None or offer.by is None:
        return {"offered": False, "mine": None, "text": "", "key": offer.key if offer else None}
    said = [names[seat] for seat, answer in enumerate(offer.answers) if answer]
    text = _("Said yes to a rematch: %(names)s.") % {"names": ", ".join(said)}
    if offer.remaining_ms is not None:
        text += " " + _("It starts with them in %(n)s s at the latest.") % {"n": clock_text(offer.remaining_ms)}
    return {"offered": True, "mine": offer.answers[me], "text": text, "key": offer.key}


def _lobby_own(shown: ShownTable, seat: ShownSeat | None, language: Language) -> dict[str, Any]:
    free = sum(place.kind != "person" for place in shown.seats)
    made: dict[str, Any] = {
        "banner": _lobby_banner(shown, seat, language),
        "closed": shown.phase == "closed",
        "can_sit": free > 0,
        "free": free,
        "is_host": seat is not None and seat.is_host and shown.phase == LOBBY,
        "ready": seat is not None and seat.is_ready,
        "rematch": None,
    }
    if made["is_host"]:
        game = game_named(shown.game)
        typed = {name: _as_sent(value) for name, value in shown.options.items()}
        made |= {
            "fields": [option for option in sheet.options_of(game, language, typed) if option.name not in _HIDDEN],
            "sizes": sheet.sizes(game, shown.size, language),
            "is_public": shown.is_public,
            "seats": [_lobby_seat(place, "") for place in shown.seats],
        }
    return made


def _as_sent(value: Any) -> str:
    """An option's value as the sheet's form sends it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _lobby_banner(shown: ShownTable, seat: ShownSeat | None, language: Language) -> str:
    host = next((place.name for place in shown.seats if place.is_host), "")
    title = game_named(shown.game).words.title(language)
    if shown.phase == "closed":
        return _("This table is closed.")
    if seat is None:
        return (
            _("%(name)s invites you to %(game)s") % {"name": host, "game": title}
            if host
            else _("You are invited to %(game)s") % {"game": title}
        )
    if seat.is_host:
        return _("Your table is open. Start whenever you like.")
    return _("Waiting for %(name)s to start.") % {"name": host} if host else _("Waiting for the start.")


# --- once per process -------------------------------------------------------------------------------------------------
@cache
def page_of(slug: str) -> Any:
    """The game's pure page module."""
    return import_module(f"games.{slug}.page")


@cache
def _template(name: str, language: Language, devanagari: bool) -> jinja2.Template:
    return for_readers(language, devanagari).get_template(name)


@cache
def _pieces(slug: str, language: Language, devanagari: bool) -> Any:
    """The macros of the game for these readers. They hold no state."""
    return _template(f"games/{slug}/pieces.jinja", language, devanagari).module


class _Remembered:
    """The game's pieces of one reader's part. Those of which the game says what they use (`page.USES`) are made once for it."""

    def __init__(self, slug: str, language: Language, devanagari: bool) -> None:
        self._kind = (slug, language, devanagari)
        self._pieces, self._uses = _pieces(*self._kind), getattr(page_of(slug), "USES", {})

    def __getattr__(self, name: str) -> Any:
        piece = getattr(self._pieces, name)
        return partial(self._made, name, piece) if name in self._uses else piece

    def _made(self, name: str, piece: Any, mine: dict[str, Any], d: Digits) -> Any:
        key = (name, *self._kind, _encoder.encode([mine[used] for used in self._uses[name]]))
        text = _remembered.get(key)
        if text is None:
            text = piece(mine, d)
            if len(_remembered) >= _MOST_REMEMBERED:
                _remembered.clear()
            _remembered[key] = text
        return text


_encoder = msgspec.json.Encoder()
_remembered: dict[tuple[Any, ...], Any] = {}
_MOST_REMEMBERED = 8192


@cache
def build() -> str:
    """The version of the page's script: a page that was loaded before a deploy sees that there is a newer one."""
    return static("js/table.js")


@lru_cache(maxsize=4096)
def _piece(slug: str, name: str, language: Language, devanagari: bool, key: tuple[Any, ...]) -> Any:
    """A large piece of a game that looks the same at many tables: made once for each key. `language` is active."""
    page, d = page_of(slug), digits_of(devanagari)
    return getattr(_pieces(slug, language, devanagari), name)(page.board(key) if name == "board" else page.moves(key, language), d)


@cache
def addresses(key: str) -> dict[str, str]:
    """Where the controls of a table post to, without a script."""
    table = reverse("play:table", args=[key])
    return {"table": table} | {
        name: reverse(f"play:{name}", args=[key]) for name in ("sit", "stand", "ready", "start", "setup", "rematch", "record", "take")
    }


def _devanagari(value: Any) -> str:
    return str(value).translate(_DEVANAGARI)


def digits_of(devanagari: bool) -> Digits:
    """What turns a number or text into the reader's digits."""
    return _devanagari if devanagari else str


def macro(template: str, name: str) -> Any:
    """One macro of a template, in the active language; it takes `d`, where it has numbers."""
    return getattr(_template(template, cast(Language, translation.get_language()), True).module, name)
