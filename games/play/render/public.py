"""The part that everyone at the table sees: players, what the game shows, the result."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.game import Language
from games.core.registry import game_named
from games.play.render.lobby import lobby_public
from games.play.render.parts import digits_of, page_of, piece, pieces_of
from games.play.render.phases import phase_of, points_text
from games.play.shown import ShownTable


def public(shown: ShownTable, language: Language, digits: bool) -> dict[str, Any]:
    game = game_named(shown.game)
    base = {"version": shown.version, "phase": phase_of(shown), "slug": shown.game, "d": digits_of(digits)}
    if shown.view is None:
        return base | lobby_public(shown, game, language)
    names = shown.names(language)
    view, page = shown.view, page_of(shown.game)
    players = _players(shown, names)
    made = base | {
        "players": players,
        "game": page.public(view, language, names),
        "board": piece(shown.game, "board", language, digits, page.board_key(view)),
        "pieces": pieces_of(shown.game, language, digits),
        "games": view.games,
        "game_number": view.game,
        "scored": bool(view.scores),
    }
    if shown.result is not None:
        made["result"] = _result(shown, names, players)
    return made


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
            "total": points_text(totals[seat]),
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


def _result(shown: ShownTable, names: Sequence[str], players: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Places for everyone, how it ended, how long it was, and the points of each game (UX-501, UX-503)."""
    result, view = shown.result, shown.view
    points = [[points_text(score.points[seat]) for score in view.scores] for seat in range(view.seats)]
    rows = [
        {**players[seat], "place": place, "points_text": _count_points(result.totals[seat])} for seat, place in enumerate(result.places)
    ]
    rows.sort(key=lambda row: (row["place"], row["seat"]))
    games, totals = len(result.games), [points_text(total) for total in result.totals]
    return {
        "rows": rows,
        "count": games,
        "table": _by_game(names, rows, points, totals) if games > 1 and all(len(row) == games for row in points) else [],
        "how": _how_it_ended(result.reason),
        "length": ngettext("It took %(n)s game.", "It took %(n)s games.", games) % {"n": games}
        if games > 1
        else ngettext("It took %(n)s round.", "It took %(n)s rounds.", view.round) % {"n": view.round},
    }


def _by_game(names: Sequence[str], rows: list[dict[str, Any]], points: list[list[str]], totals: list[str]) -> list[dict[str, Any]]:
    """The points of each game in the order of the places; a match that was broken off has none to show."""
    return [{"name": names[row["seat"]], "points": points[row["seat"]], "total": totals[row["seat"]]} for row in rows]


def _count_points(total: float) -> str:
    return ngettext("%(n)s point", "%(n)s points", 1 if total == 1 else 2) % {"n": points_text(total)}


def _how_it_ended(reason: str) -> str:
    if reason == "abandoned":
        return _("Everyone was away, so the match ended by the table as it stood.")
    if reason == "left":
        return _("All others have left.")
    return _("Played to the end.")
