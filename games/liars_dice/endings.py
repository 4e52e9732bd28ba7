"""How games and matches of Liar's Dice end: who is placed where, and what it earns. Pure steps from state to state."""

from typing import Literal

from msgspec.structs import replace

from games.core.events import GameScore, MatchOver
from games.core.game import Result
from games.core.scoring import match_places, match_totals, placing_points, shared_places
from games.liars_dice.state import Event, GameOver, State

Reason = Literal["played", "left", "abandoned"]
"""All games were played; only one seat had not left; the table was given up as it stood."""


def fallen(state: State) -> set[int]:
    """The seats that have a place in the current game already."""
    return {seat for fall in state.falls for seat in fall.seats}


def standing(state: State) -> list[list[int]]:
    """The seats in groups that share a place, best first, as the table stands.

    Seats still in the game come first, those with more dice before others; then the fallen, latest first. Whoever left
    and was later knocked out under a computer's hands counts as of leaving.
    Rules: liars_dice.place, common.leave.place, common.leave.bot.
    """
    groups: list[list[int]] = []
    placed: set[int] = set()
    for fall in state.falls:
        groups.append([seat for seat in fall.seats if seat not in placed])
        placed.update(fall.seats)
    still_in = [seat for seat in range(state.seats) if seat not in placed]
    for count in sorted({state.counts[seat] for seat in still_in}):
        groups.append([seat for seat in still_in if state.counts[seat] == count])
    return [group for group in reversed(groups) if group]


def score_game(state: State) -> GameScore:
    """Places and points of the current game as the table stands.

    Nothing for seats whose person is away, nor for seats that had left before the game.
    Rules: liars_dice.points, common.points.placing, common.leave.match.
    """
    places = shared_places(standing(state), state.seats)
    unpaid = {*state.away, *state.removed[: state.removed_before]}
    points = tuple(0.0 if seat in unpaid else earned for seat, earned in enumerate(placing_points(places)))
    return GameScore(places, points)


def present(state: State) -> list[int]:
    """Seats that have not left for good."""
    return [seat for seat in range(state.seats) if seat not in state.removed]


def next_game_opener(state: State) -> int:
    """The last loser, or the next seat clockwise that has not left. Rules: liars_dice.start.next-game."""
    seats = present(state)
    return next(seat for step in range(state.seats) if (seat := (state.loser + step) % state.seats) in seats)


def end_game(state: State, reason: Reason | None = None) -> tuple[State, tuple[Event, ...]]:
    """The current game is scored; the match ends with it if it was the last, or nobody is left to play, or for a reason."""
    score = score_game(state)
    hidden: tuple[tuple[()], ...] = ((),) * state.seats
    state = replace(
        state, phase="reveal", to_act=None, dice=hidden, game_over=True, finished=(*state.finished, score), starter=next_game_opener(state)
    )
    over = GameOver(state.game, score.places, score.points)
    if reason is None and len(present(state)) == 1:
        reason = "left"
    if reason is None and state.game == state.options.games:
        reason = "played"
    if reason is None:
        return state, (over,)
    state, events = end_match(state, reason)
    return state, (over, *events)


def end_match(state: State, reason: Reason) -> tuple[State, tuple[Event, ...]]:
    """The match ends with the games that are finished. Rules: common.match.*, common.leave.match."""
    places = tuple(game.places for game in state.finished)
    points = tuple(game.points for game in state.finished)
    leavers = {*state.removed, *state.away}
    result = Result(reason, match_places(places, points, leavers, games=state.options.games), match_totals(points), places)
    return replace(state, phase="over", result=result), (MatchOver(result),)
