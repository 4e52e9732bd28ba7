"""How games and matches of Bluff (Nepal) end: who is placed where, and what it earns. Pure steps from state to state."""

from typing import Literal

from msgspec.structs import replace

from games.bluff_nepal.state import Event, GameOver, State
from games.core.events import GameScore, MatchOver
from games.core.game import Result
from games.core.scoring import match_places, match_totals, placing_points, shared_places

Reason = Literal["played", "left", "abandoned"]
"""All games were played; only one seat had not left; the table was given up as it stood."""


def standing(state: State, winner: int | None) -> list[list[int]]:
    """The seats in groups that share a place, best first.

    With a winner nobody shares: small hands first, equal ones by distance to the right of the winner. Without one, the game
    being ended as it stands, equal hands share. Whoever has left comes below all others, the later the higher, whatever a
    computer made of the seat.
    Rules: bluff_nepal.win, bluff_nepal.place.cards, bluff_nepal.place.ties, common.leave.place, common.long.agreed.
    """
    leavers = (*state.removed, *state.away)
    stayed = [seat for seat in range(state.seats) if seat not in leavers]
    held = [len(hand) for hand in state.hands]
    if winner is None:
        groups = [[seat for seat in stayed if held[seat] == count] for count in sorted({held[seat] for seat in stayed})]
    else:
        groups = [[seat] for seat in sorted(stayed, key=lambda seat: (held[seat], to_the_right(state, winner, seat)))]
    return [*groups, *([seat] for seat in reversed(leavers))]


def to_the_right(state: State, seat: int, other: int) -> int:
    """How many seats on `other` sits, counted to the right from `seat`. Rules: bluff_nepal.direction."""
    return (seat - other) % state.seats


def score_game(state: State, winner: int | None) -> GameScore:
    """Places and points of the current game.

    Nothing for seats whose person is away, nor for seats that had left before the game.
    Rules: bluff_nepal.points, common.points.placing, common.leave.match.
    """
    places = shared_places(standing(state, winner), state.seats)
    unpaid = {*state.away, *state.removed[: state.removed_before]}
    points = tuple(0.0 if seat in unpaid else earned for seat, earned in enumerate(placing_points(places)))
    return GameScore(places, points)


def present(state: State) -> list[int]:
    """Seats that have not left for good."""
    return [seat for seat in range(state.seats) if seat not in state.removed]


def next_dealer(state: State) -> int:
    """The next seat to the right of the dealer that has not left for good. Rules: bluff_nepal.dealer."""
    here = present(state)
    return next(seat for step in range(1, state.seats + 1) if (seat := (state.dealer - step) % state.seats) in here)


def end_game(state: State, winner: int | None, reason: Reason | None = None) -> tuple[State, tuple[Event, ...]]:
    """The current game is scored; the match ends with it if it was the last, or nobody is left to play, or for a reason."""
    score = score_game(state, winner)
    state = replace(state, phase="reveal", to_act=None, live=False, calls=(), game_over=True, finished=(*state.finished, score))
    over = GameOver(state.game, winner, score.places, score.points)
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
