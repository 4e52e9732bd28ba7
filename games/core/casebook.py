"""The casebook (rules 8): one plain-JSON notation for positions, actions, questions and outcomes of all games.

This module reads files of cases, has each case judged by its game's court, compares outcomes with what was expected,
and answers the questions that are the same in every game. What a position of a game means is its court's matter.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from games.core import case_shape, scoring
from games.core.chance import SecretChance
from games.core.errors import IllegalOptions, NotInThisGame
from games.core.game import Engine
from games.core.registry import all_games, game_named

Points = Callable[[Sequence[int]], Sequence[float]]
"""Game points by seat for places by seat."""


class CasebookError(Exception):
    """A file that does not hold cases."""


def read_cases(path: Path) -> list[Any]:
    """The cases of a file: a JSON list. Raises CasebookError with a sentence that says what is wrong."""
    try:
        cases = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CasebookError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise CasebookError(f"{path} is not JSON: {error}") from None
    if not isinstance(cases, list):
        raise CasebookError(f"{path} does not hold a list of cases")
    return cases


def run(cases: Sequence[Any], file_game: str, *, check: bool) -> Iterator[dict[str, Any]]:
    """One line per case in order: `id` and `outcome`, or `error`; with `check` also `pass`, and a last line of totals.

    `file_game` names the game of cases that do not name one. Nothing a case holds stops the run.
    """
    passed = 0
    for case in cases:
        line = judge(case, file_game)
        if check:
            line["pass"] = "outcome" in line and matches(case.get("expect", {}), line["outcome"])
            passed += line["pass"]
        yield line
    if check:
        yield {"passed": passed, "of": len(cases)}


def judge(case: Any, file_game: str) -> dict[str, Any]:
    """The line of one case: `{"id", "outcome"}`, or `{"id", "error"}` when it cannot be judged."""
    if not isinstance(case, Mapping):
        return {"id": None, "error": "a case is an object"}
    name = case.get("id")
    try:
        case_shape.check(case)
        game = game_named(_game_of(case, file_game))
        outcome = game.court.judge(case)
        json.dumps(outcome)
    except KeyError as error:
        return {"id": name, "error": f"the case lacks {error}"}
    except NotInThisGame as error:
        return {"id": name, "error": str(error) or type(error).__name__}
    except Exception as error:  # whatever a case holds, the run goes on and says so
        return {"id": name, "error": f"something in the case is of another kind than is asked for there ({error})"}
    return {"id": name, "outcome": outcome}


def _game_of(case: Mapping[str, Any], file_game: str) -> str:
    """The case's own `game`, else the file's, else what its id begins with (`liars_dice-003`)."""
    if case.get("game") is not None:
        return str(case["game"])
    if any(game.slug == file_game for game in all_games()):
        return file_game
    return str(case.get("id", "")).rpartition("-")[0] or file_game


def matches(expected: Any, found: Any) -> bool:
    """Whether every key of `expected` is in `found` with an equal value: 3 equals 3.0, extra keys do not matter."""
    if isinstance(expected, Mapping):
        return isinstance(found, Mapping) and all(key in found and matches(expected[key], found[key]) for key in expected)
    if isinstance(expected, list):
        return isinstance(found, list | tuple) and len(expected) == len(found) and all(map(matches, expected, found))
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    return bool(expected == found)


# --- what every court needs ------------------------------------------------------------------------------------------


def read_options[T](case: Mapping[str, Any], kind: type[T]) -> T:
    """The case's options, defaults filled in. Raises IllegalOptions for a name or value that no table may have."""
    try:
        return msgspec.convert(case.get("options") or {}, kind)
    except msgspec.ValidationError as error:
        raise IllegalOptions("common.options.validate") from error


def seats_of(case: Mapping[str, Any]) -> int:
    """The number of seats, given or read off the first list by seat. Raises NotInThisGame."""
    given = case.get("given") or {}
    seats = given.get("seats", case["action"].get("seats"))
    if seats is None:
        by_seat = next((given[key] for key in ("dice", "hands", "counts", "dice_counts", "penalties") if given.get(key)), None)
        seats = None if by_seat is None else len(by_seat)
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise NotInThisGame("the position does not say how many seats there are")
    return seats


def options_named[T](case: Mapping[str, Any], kind: type[T]) -> T:
    """The case's options, for a position: one with other options is of no table of this game. Raises NotInThisGame."""
    try:
        return read_options(case, kind)
    except IllegalOptions as error:
        raise NotInThisGame(f"the options are none of this game: {error.__cause__}") from None


def seat_named(seat: Any, seats: int) -> int:
    """The seat, if there is one of that number. Raises NotInThisGame."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise NotInThisGame(f"there is no seat {seat!r}")
    return seat


def viewer_named(case: Mapping[str, Any], seats: int, to_act: int | None) -> int | None:
    """The seat whose knowledge a `view` asks for, None for a spectator. Raises NotInThisGame.

    On one shared phone a seat that is not to act sees no more than a spectator: the phone is in another hand.
    Rules: common.view.own, common.one-phone.
    """
    asked = case["action"].get("seat")
    seat = None if asked is None else seat_named(asked, seats)
    return None if (case.get("options") or {}).get("one_phone") and seat != to_act else seat


def seats_named(named: Sequence[Any], seats: int) -> tuple[int, ...]:
    """The seats in the order named. Raises NotInThisGame."""
    return tuple([seat_named(seat, seats) for seat in named])


def numbers_by_seat(given: Mapping[str, Any], name: str, seats: int) -> tuple[int, ...]:
    """The list by seat that a position gives under `name`; zeros where it gives none. Raises NotInThisGame."""
    numbers = tuple([number or 0 for number in given.get(name) or (0,) * seats])
    if len(numbers) != seats:
        raise NotInThisGame(f"`{name}` does not have one number per seat")
    if any(number < 0 for number in numbers):
        raise NotInThisGame(f"`{name}` has a number below 0")
    return numbers


def any_chance() -> SecretChance:
    """Chance for deals and throws that a case leads to; no outcome depends on them."""
    return SecretChance(bytes(32), "casebook", ())


def first_of[T](events: Sequence[Any], kind: type[T]) -> T | None:
    """The first event of that kind, or None."""
    return next((event for event in events if isinstance(event, kind)), None)


def refused(rule: str) -> dict[str, Any]:
    """The outcome keys of a refused action. Rules: common.action.reject."""
    return {"legal": False, "unchanged": True, "rule": rule}


ALLOWED: dict[str, Any] = {"legal": True, "unchanged": False, "rule": None}
"""The outcome keys of an accepted action."""


def winner_of(places: Sequence[int]) -> int | None:
    """The one seat in first place, or None."""
    return places.index(1) if list(places).count(1) == 1 else None


def game_scored(places: Sequence[int], points: Sequence[float]) -> dict[str, Any]:
    """The outcome keys of a game that has ended; both lists by seat."""
    return {"game_over": True, "winner": winner_of(places), "places": list(places), "points": list(points)}


GAME_GOES_ON: dict[str, Any] = {"game_over": False, "winner": None, "places": [], "points": []}
"""The same keys while it has not."""


# --- questions that are the same in every game -----------------------------------------------------------------------


def create_table(case: Mapping[str, Any], engine: Engine) -> dict[str, Any]:
    """Whether seats and options are accepted, or the rule that says no. Rules: common.options.validate."""
    try:
        engine.check_table(seats_of(case), read_options(case, engine.Options))
    except IllegalOptions as error:
        return {"accepted": False, "rule": error.rule}
    return {"accepted": True, "rule": None}


def score_game(case: Mapping[str, Any], points: Points = scoring.placing_points) -> dict[str, Any]:
    """Points for the `places` asked; seats that a computer plays for their leavers earn none. Rules: common.leave.match.

    Raises NotInThisGame for places that no game could end with.
    """
    places = case["action"]["places"]
    left = _leavers(case, [places])
    _require_places(places)
    absent = left if (case.get("options") or {}).get("leave_mode", "bot") == "bot" else ()
    return game_scored(places, [0 if seat in absent else earned for seat, earned in enumerate(points(places))])


def score_match(case: Mapping[str, Any], points: Points = scoring.placing_points, *, penalties: bool = False) -> dict[str, Any]:
    """Totals, places and league points for lists by game of `places` and `points`; `points` follow from places if not given.

    `penalties` tells whether the game breaks ties by them. Rules: common.match.*, common.league.points.
    """
    asked = case["action"]
    places, given_points = asked["places"], asked.get("points")
    burdens = asked.get("penalties") if penalties else None
    left = _leavers(case, places)
    for name, by_game in (("points", given_points), ("penalties", burdens)):
        if by_game and [len(game) for game in by_game] != [len(game) for game in places]:
            raise NotInThisGame(f"`{name}` does not have one list by seat for each game")
    if not given_points:
        for game in places:
            _require_places(game)
    by_game = given_points or [points(game) for game in places]
    ranked = scoring.match_places(places, by_game, left, burdens, games=(case.get("options") or {}).get("games", 1))
    return {
        "totals": list(scoring.match_totals(by_game)),
        "places": list(ranked),
        "league_points": list(scoring.league_points(ranked)),
    }


def _require_places(places: Sequence[int]) -> None:
    """Raises NotInThisGame unless who shares a place has the best of those they fill. Rules: common.place.method."""
    if list(scoring.places_by(places)) != list(places):
        raise NotInThisGame(f"{', '.join(map(str, places))} are not the places of {len(places)} seats")


def _leavers(case: Mapping[str, Any], places: Sequence[Sequence[int]]) -> Collection[int]:
    """The seats that are named as `left`. Raises NotInThisGame unless every game has a place for each seat."""
    given = case.get("given") or {}
    seats = given.get("seats") or (len(places[0]) if places else 0)
    if not seats or not places or any(len(game) != seats for game in places):
        raise NotInThisGame("`places` does not have one place per seat")
    return seats_named(given.get("left") or (), seats)
