"""What tables add to the pages of people: games played on the profile, seats in the download, and how names leave the tables."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

from django.db.models import Count, F
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import registry
from bluffsite.accounts.guests import offered_name
from bluffsite.accounts.models import User
from games.core.game import Language
from games.core.registry import game_named
from games.play.models import LogEntry, Match, Seat, Table
from games.play.services import shut_out, staff
from games.play.talk import avoiding

NEWEST = 200
"""Matches per person whose places a profile counts; how many were played counts them all."""


def register() -> None:
    registry.register_panel("games", _("Games played"), panel, "play/games_panel.html")
    registry.register_panel("avoid", _("Mute or block"), avoid_panel, "play/avoid_panel.html")
    registry.register_exporter("matches", _("Tables and matches"), export, words=WORDS, said=SAID)
    registry.register_eraser("seats", forget)


def panel(person: User, viewer: Any) -> dict[str, Any] | None:
    """Per game how many matches were finished, and the places of the newest: None before the first one."""
    played = dict(_ended(person).values_list("table__game").annotate(count=Count("table", distinct=True)).order_by())
    if not played:
        return None
    places: dict[str, Counter[int]] = {game: Counter() for game in played}
    for game, place, _of in places_of(person):
        places[game][place] += 1
    language = cast(Language, get_language())
    return {
        "games": [
            {
                "title": game_named(game).words.title(language),
                "played": count,
                "places": [{"place": place, "count": places[game][place]} for place in sorted(places[game])[:3]],
            }
            for game, count in sorted(played.items(), key=lambda pair: -pair[1])
        ],
        "newest": NEWEST,
        "is_more": sum(played.values()) > NEWEST,
    }


def avoid_panel(person: User, viewer: Any) -> dict[str, Any] | None:
    """What the viewer has done about this person, and can do: None on one's own profile."""
    if person.pk == viewer.pk:
        return None
    return {"person": person, "avoided": avoiding.silenced(viewer.pk, [person.pk]).get(person.pk, "")}


def places_of(person: User) -> list[tuple[str, int, int]]:
    """(game, place, seats) of the newest finished matches; where one phone went round nobody's place counts."""
    rows = (
        _ended(person).filter(is_held=False).order_by("-table__match__ended_at").values_list("table__game", "index", "table__match__result")
    )
    return [(game, result["places"][index], len(result["places"])) for game, index, result in rows[:NEWEST]]


def _ended(person: User) -> Any:
    return Seat.objects.filter(user=person, table__match__ended_at__isnull=False, table__match__result__isnull=False)


WORDS = {
    "seat": _("Seat"),
    "shown_name": _("Name at the table"),
    "sat_at": _("Sat down"),
    "started_at": _("Started"),
    "actions": _("What I did"),
    "links": _("Links to reviews"),
    "revoked_at": _("Taken back"),
    "seats": _("Seats"),
}
SAID: dict[str, Callable[[Any], Any]] = {
    "seat": lambda index: index + 1,
    "actions": lambda done: (
        ngettext(
            "%(count)d action: the log of the table says it in words, the JSON exactly",
            "%(count)d actions: the log of the table says them in words, the JSON exactly",
            len(done),
        )
        % {"count": len(done)}
    ),
}


def export(user: User) -> dict[str, Any]:
    """Every seat with its place and the person's own actions, and the links to reviews. Nobody else's hand is in it."""
    seats = list(Seat.objects.filter(user=user).select_related("table").order_by("table_id", "index"))
    matches = Match.objects.filter(table__in=Seat.objects.filter(user=user).values("table")).defer("saved").in_bulk()
    done = _own_actions(user)
    return {
        "seats": [_seat(seat, matches.get(seat.table_id), done.get((seat.table_id, seat.index), [])) for seat in seats],
        "links": [
            {
                "table": share.table.key,
                "made_at": share.made_at.isoformat(),
                "revoked_at": share.revoked_at and share.revoked_at.isoformat(),
            }
            for share in user.shares.select_related("table").order_by("pk")
        ],
    }


def _own_actions(user: User) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """By match and seat, what the person did there; nothing that a clock or a computer did for them."""
    own = LogEntry.objects.filter(match__table__seats__user=user, match__table__seats__index=F("seat"), by=LogEntry.By.PERSON)
    done: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for match_id, seat, at, action in own.order_by("match_id", "number").values_list("match_id", "seat", "at", "action"):
        done.setdefault((match_id, seat), []).append({"at": at.isoformat(), "what": json.loads(action)})
    return done


def _seat(seat: Seat, match: Match | None, actions: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "table": seat.table.key,
        "game": seat.table.game,
        "seat": seat.index,
        "shown_name": seat.name,
        "sat_at": seat.sat_at and seat.sat_at.isoformat(),
    }
    if match is None:
        return found
    places = match.result["places"] if match.result else []
    return found | {
        "started_at": match.started_at.isoformat(),
        "ended_at": match.ended_at and match.ended_at.isoformat(),
        "place": places[seat.index] if places else None,
        "of": len(places) or None,
        # On one phone others act by this person's seats: what they laid face down is theirs as long as the match runs.
        "actions": actions if match.ended_at or not seat.is_held else [],
    }


def forget(user: User) -> None:
    """The person leaves every table that is open or running; past ones keep the seat, under a name of nobody's."""
    shut_out.take_seats(user_id=user.pk)
    user.shares.all().delete()
    Table.objects.filter(host=user).update(host=None)
    staff.rename(user=user, name=offered_name(user.language or "en"))
