"""The league table: a pure function of the results that are stored. No Django, no clock; any order of results, any number
of times, gives the same table.

rule                    | function
----------------------- | --------------------------------------------------------------------
common.league.points    | earnings
common.league.order     | standings, decider
common.league.bye       | bye, earnings
common.league.forfeit   | forfeited, earnings
common.league.void      | valid
common.league.best      | account
common.league.seats     | leagues.pairing.sizes.allows_duels

Points are multiples of one half, which floats hold exactly.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from games.core.scoring import places_by

Kind = Literal["match", "bye"]
Decider = Literal["points", "firsts", "game_points"]

DECIDERS: tuple[Decider, ...] = ("points", "firsts", "game_points")
"""What the order goes by, first to last; who is equal in all shares the place. Rules: common.league.order."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a match was for one member: the place among the members of the fixture, 1 the best, and the game points.

    `tallies` are the game's own counts, such as penalty points. `is_absent`: was not there, for whatever reason, and is placed
    as who did not appear; `has_withdrawn`: because nobody would come for this member any more. This is also the form in which
    results are stored.
    """

    member: int
    place: int
    game_points: float = 0.0
    tallies: dict[str, int] = {}
    is_absent: bool = False
    has_withdrawn: bool = False


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """One result as stored. `key` is its own and no other's; `size` the number of members that the points are counted with.

    A bye has one part, whose place says nothing.
    """

    key: int
    size: int
    parts: tuple[Part, ...]
    kind: Kind = "match"
    is_void: bool = False


class Earned(msgspec.Struct, frozen=True, gc=False):
    """What a result gave one member. `counts` is False where the season counts only the best and this is not among them.

    A large season has tens of thousands of these, and of parts: the collector of cycles need not look at them.
    """

    key: int
    kind: Kind
    size: int
    place: int
    points: float
    is_first: bool
    game_points: float
    tallies: dict[str, int]
    is_absent: bool
    counts: bool = True
    has_withdrawn: bool = False


class Line(NamedTuple):
    """A member's line of the table. `played` are the matches that the member appeared for, `forfeits` those that were
    waited for in vain: of matches after a withdrawal neither. `dropped` are the results not counted."""

    place: int
    member: int
    points: float
    firsts: int
    game_points: float
    played: int
    byes: int
    forfeits: int
    dropped: int
    tallies: Mapping[str, int]


def bye(key: int, member: int, size: int) -> Outcome:
    """A round without a match: `size` is the table size of that round. Rules: common.league.bye."""
    return Outcome(key, size, (Part(member, 0),), "bye")


def forfeited(places: Mapping[int, int], absent: Iterable[int]) -> dict[int, int]:
    """Places of all members of a fixture: `places` of those who appeared, in their order, and last all who did not.

    Those who appeared are placed among themselves; the `absent` share the last place, as any others would share one.
    Nobody appeared: nobody is placed. Rules: common.league.forfeit, common.place.method.
    """
    missing = sorted(set(absent) - set(places))
    if not places:
        return {}
    here = sorted(places)
    ranked = dict(zip(here, places_by([places[member] for member in here]), strict=True))
    return {**ranked, **dict.fromkeys(missing, len(here) + 1)}


def valid(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The results that count at all, each once. Rules: common.league.void."""
    return [outcome for outcome in {outcome.key: outcome for outcome in outcomes}.values() if not outcome.is_void and outcome.parts]


def earnings(outcome: Outcome) -> list[tuple[int, Earned]]:
    """What each member got: place p of n earns n - p, shared places the mean, a bye (n - 1) / 2.

    Rules: common.league.points, common.league.bye, common.league.forfeit.
    """
    return [(part.member, earned) for part, earned in zip(outcome.parts, _earned(outcome), strict=True)]


def _earned(outcome: Outcome) -> list[Earned]:
    """The same in the order of the parts."""
    key, size = outcome.key, outcome.size
    if outcome.kind == "bye":
        return [Earned(key, "bye", size, 0, (size - 1) / 2, False, 0.0, {}, False) for _ in outcome.parts]
    points_by_part = _points(size, tuple([part.place for part in outcome.parts]))
    return [
        Earned(
            key,
            "match",
            size,
            part.place,
            points,
            part.place == 1 and not part.is_absent,
            part.game_points,
            part.tallies,
            part.is_absent,
            has_withdrawn=part.has_withdrawn,
        )
        for part, points in zip(outcome.parts, points_by_part, strict=True)
    ]


@lru_cache(maxsize=1024)
def _points(size: int, places: tuple[int, ...]) -> tuple[float, ...]:
    """League points by part: each earns the members behind it, and half of those who share its place. Few places come in a
    season, each of them often.
    """
    order = sorted(places)
    return tuple(size - (order.index(place) + 1) - (order.count(place) - 1) / 2 for place in places)


def _by_worth(earned: Earned) -> tuple[float, bool, float, int]:
    """Best first. Of two that are worth the same the earlier one counts, whatever order they come in."""
    return (-earned.points, not earned.is_first, -earned.game_points, earned.key)


def collected(outcomes: Iterable[Outcome]) -> dict[int, list[Earned]]:
    """All that each member earned from results that count at all, by member."""
    found: defaultdict[int, list[Earned]] = defaultdict(list)
    for outcome in valid(outcomes):
        for part, earned in zip(outcome.parts, _earned(outcome), strict=True):
            found[part.member].append(earned)
    return dict(found)


def account(outcomes: Iterable[Outcome], best: int | None = None) -> dict[int, list[Earned]]:
    """All that each member earned, by member, the most valuable first. Beyond the `best` results nothing counts.

    Rules: common.league.best.
    """
    return {member: _counted(sorted(earned_all, key=_by_worth), best) for member, earned_all in collected(outcomes).items()}


def _counted(earned_all: list[Earned], best: int | None) -> list[Earned]:
    """The same results, most valuable first, with a mark where they do not count."""
    if best is None or len(earned_all) <= best:
        return earned_all
    return earned_all[:best] + [msgspec.structs.replace(earned, counts=False) for earned in earned_all[best:]]


def standings(outcomes: Iterable[Outcome], members: Iterable[int], best: int | None = None) -> list[Line]:
    """The table of these members, first place first; members who share a place in the order of their keys.

    `best`: count only as many results of each member (None: all). Results of others earn nobody else anything less.
    Rules: common.league.order.
    """
    return ranked(collected(outcomes), members, best)


def ranked(found: Mapping[int, Sequence[Earned]], members: Iterable[int], best: int | None = None) -> list[Line]:
    """The same from what is `collected`. Rules: common.league.order, common.league.best."""
    lines = [_line(member, _best_of(found.get(member, ()), best)) for member in sorted(set(members))]
    places = _places([_rank(line) for line in lines])
    placed = [line._replace(place=place) for line, place in zip(lines, places, strict=True)]
    placed.sort(key=lambda line: (line.place, line.member))
    return placed


def _best_of(earned_all: Sequence[Earned], best: int | None) -> Sequence[Earned]:
    """Sums need no order, unless some do not count."""
    if best is None or len(earned_all) <= best:
        return earned_all
    return _counted(sorted(earned_all, key=_by_worth), best)


def _rank(line: Line) -> tuple[float, int, float]:
    return (-line.points, -line.firsts, -line.game_points)


def _places(ranks: Sequence[tuple[float, int, float]]) -> list[int]:
    """Places by rank; `scoring.places_by` does the same for a table's seats and is too slow for a thousand members."""
    place_of: dict[tuple[float, int, float], int] = {}
    for place, rank in enumerate(sorted(ranks), start=1):
        place_of.setdefault(rank, place)
    return [place_of[rank] for rank in ranks]


def _line(member: int, earned_all: Sequence[Earned]) -> Line:
    counted = [earned for earned in earned_all if earned.counts]
    byes = sum([earned.kind == "bye" for earned in earned_all])
    absent = sum([earned.is_absent for earned in earned_all])
    withdrawn = sum([earned.is_absent and earned.has_withdrawn for earned in earned_all])
    tallies: defaultdict[str, int] = defaultdict(int)
    for earned in counted:
        if earned.tallies:
            for name, count in earned.tallies.items():
                tallies[name] += count
    return Line(
        0,
        member,
        sum([earned.points for earned in counted], 0.0),
        sum([earned.is_first for earned in counted]),
        sum([earned.game_points for earned in counted], 0.0),
        len(earned_all) - byes - absent,
        byes,
        absent - withdrawn,
        len(earned_all) - len(counted),
        dict(tallies),
    )


def decider(one: Line, other: Line) -> Decider | None:
    """What puts one of them before the other, or None: they share their place. Rules: common.league.order."""
    return next((name for name in DECIDERS if getattr(one, name) != getattr(other, name)), None)
