"""How games and matches of Blufpoker end: who is placed where, and what it earns. Pure steps from state to state."""

from typing import Literal

from msgspec.structs import replace

from games.blufpoker.state import Event, GameOver, GameScore, State
from games.core.events import MatchOver
from games.core.game import Result
from games.core.scoring import match_places, match_totals, placing_points, shared_places

Reason = Literal["played", "left", "abandoned"]
"""All games were played; only one seat had not left; the table was given up as it stood."""


def present(state: State) -> list[int]:
    """Seats that have not left for good."""
    return [seat for seat in range(state.seats) if seat not in state.removed]


def standing(state: State) -> list[list[int]]:
    """The seats in groups that share a place, best first, as the table stands.

    Fewest penalty points first; below all of them the seats whose person is gone, who left later before who left earlier.
    Rules: blufpoker.place, common.leave.place, common.leave.bot.
    """
    leavers = (*state.removed, *state.away)
    staying = [seat for seat in range(state.seats) if seat not in leavers]
    burdens = sorted({state.penalties[seat] for seat in staying})
    groups = [[seat for seat in staying if state.penalties[seat] == burden] for burden in burdens]
    return groups + [[seat] for seat in reversed(leavers)]


def score_game(state: State) -> GameScore:
    """Places and points of the current game as the table stands.

    Nothing for seats whose person is away, nor for seats that had left before the game.
    Rules: blufpoker.points, common.points.placing, common.leave.match.
    """
    places = shared_places(standing(state), state.seats)
    unpaid = {*state.away, *state.removed[: state.removed_before]}
    points = tuple(0.0 if seat in unpaid else earned for seat, earned in enumerate(placing_points(places)))
    return GameScore(places, points, state.penalties)


def end_game(state: State, reason: Reason | None = None) -> tuple[State, tuple[Event, ...]]:
    """The current game is scored; the match ends with it if it was the last, or nobody is left to play, or for a reason."""
    score = score_game(state)
    state = replace(without_round(state), phase="reveal", to_act=None, game_over=True, finished=(*state.finished, score))
    over = GameOver(state.game, score.places, score.points, score.penalties)
    if reason is None and len(present(state)) == 1:
        reason = "left"
    if reason is None and state.game == state.options.games:
        reason = "played"
    if reason is None:
        return state, (over,)
    state, events = end_match(state, reason)
    return state, (over, *events)


def without_round(state: State) -> State:
    """The state with nothing of a round on the table."""
    return replace(state, dice=(), aside=0, throws=0, seen_by=(), claims=())


def end_match(state: State, reason: Reason) -> tuple[State, tuple[Event, ...]]:
    """The match ends with the games that are finished; ties are broken by penalty points. Rules: common.match.*"""
    places = tuple(game.places for game in state.finished)
    points = tuple(game.points for game in state.finished)
    penalties = tuple(game.penalties for game in state.finished)
    leavers = {*state.removed, *state.away}
    result = Result(reason, match_places(places, points, leavers, penalties, games=state.options.games), match_totals(points), places)
    return replace(state, phase="over", result=result), (MatchOver(result),)
