"""The part that everyone at the table sees: players, what the game shows, the result."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.game import Language
from games.core.page import Around
from games.core.registry import game_named
from games.play.render.lobby import lobby_public
from games.play.render.parts import Player, Remembered, digits_of, page_of, piece, player_row
from games.play.render.phases import CLOSED, phase_of, points_text
from games.play.shown import ShownTable


def public(shown: ShownTable, language: Language, digits: bool) -> dict[str, Any]:
    game = game_named(shown.game)
    base = {"version": shown.version, "phase": phase_of(shown), "slug": shown.game, "d": digits_of(digits)}
    if shown.view is None:
        return base | lobby_public(shown, game, language)
    names = shown.names(language)
    view, page = shown.view, page_of(shown.game)
    around = page.around(view, language)
    players = _players(shown, around, names)
    pieces, plain, d = Remembered(shown.game, language, digits), page.public(view, language, names) | {"around": around}, base["d"]
    made = base | {
        "rows": [player_row(player, pieces.seat_open(plain, player.seat, d), language, digits) for player in players],
        "around": around,
        "game": plain,
        "board": _board(shown, language, digits),
        "pieces": pieces,
        "games": view.games,
        "game_number": view.game,
        "totals": [(player.name, points_text(view.totals[player.seat])) for player in players] if view.scores else (),
    }
    if shown.result is not None:
        made["result"] = _result(shown, names, players)
    return made


def _board(shown: ShownTable, language: Language, digits: bool) -> Any:
    key = page_of(shown.game).board_key(shown.view)
    return "" if key is None else piece(shown.game, "board", language, digits, key)


def _players(shown: ShownTable, around: Around, names: Sequence[str]) -> list[Player]:
    """One per seat, in the order in which they sit, with the marks of UX-303, UX-310 and UX-311."""
    view, result = shown.view, shown.result
    players = []
    for seat in around.order:
        place, told, has_left = shown.seats[seat], around.seats[seat], seat in view.left
        players.append(
            Player(
                seat=seat,
                name=names[seat],
                level=place.level if place.kind == "computer" else "",
                computer=place.is_handed_over,
                away=place.is_away and not place.is_handed_over,
                acting=view.to_act == seat,
                next=around.next == seat,
                out=told.gone or has_left,
                left=has_left,
                place=told.place,
                mark=told.mark,
                counts=() if has_left else told.counts,
                winner=result is not None and result.places[seat] == 1,
            )
        )
    return players


def _result(shown: ShownTable, names: Sequence[str], players: Sequence[Player]) -> dict[str, Any]:
    """Places for everyone, how it ended, how long it was, and the points of each game (UX-501, UX-503)."""
    result, view = shown.result, shown.view
    points = [[points_text(score.points[seat]) for score in view.scores] for seat in range(view.seats)]
    by_seat = {player.seat: player for player in players}
    rows = [
        {**by_seat[seat]._asdict(), "place": place, "points_text": _count_points(result.totals[seat])}
        for seat, place in enumerate(result.places)
    ]
    rows.sort(key=lambda row: (row["place"], row["seat"]))
    games, totals = len(result.games), [points_text(total) for total in result.totals]
    return {
        "rows": rows,
        "count": games,
        "rated": shown.rated,
        "table": _by_game(names, rows, points, totals) if games > 1 and all(len(row) == games for row in points) else [],
        "how": _how_it_ended(result.reason, by_staff=shown.phase == CLOSED),
        "length": ngettext("It took %(n)s game.", "It took %(n)s games.", games) % {"n": games}
        if games > 1
        else ngettext("It took %(n)s round.", "It took %(n)s rounds.", view.round) % {"n": view.round},
        "minutes": ngettext("The match lasted %(n)s minute.", "The match lasted %(n)s minutes.", shown.minutes) % {"n": shown.minutes}
        if shown.minutes
        else "",
    }


def _by_game(names: Sequence[str], rows: list[dict[str, Any]], points: list[list[str]], totals: list[str]) -> list[dict[str, Any]]:
    """The points of each game in the order of the places; a match that was broken off has none to show."""
    return [{"name": names[row["seat"]], "points": points[row["seat"]], "total": totals[row["seat"]]} for row in rows]


def _count_points(total: float) -> str:
    return ngettext("%(n)s point", "%(n)s points", 1 if total == 1 else 2) % {"n": points_text(total)}


def _how_it_ended(reason: str, *, by_staff: bool) -> str:
    if by_staff:
        return _("Staff have ended this match. It counts for nothing.")
    if reason == "abandoned":
        return _("Everyone was away, so the match ended by the table as it stood.")
    if reason == "left":
        return _("All others have left.")
    return _("Played to the end.")
