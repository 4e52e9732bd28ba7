"""How games and matches of Bluffen end: who is placed where, and what it earns. Pure steps from state to state."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from games.bluffen.state import Event, GameOver, Options, State
from games.core.events import GameScore, MatchOver
from games.core.game import Result
from games.core.scoring import match_places, match_totals, placing_points, shared_places

Reason = Literal["played", "left", "abandoned"]
"""All games were played; only one seat had not left; the table was given up as it stood."""


def present(state: State) -> list[int]:
    """Seats that have not left for good."""
    return [seat for seat in range(state.seats) if seat not in state.removed]


def active(state: State) -> list[int]:
    """Seats that have neither left for good nor gone out of cards; last cards that nobody has answered are not out."""
    return [seat for seat in range(state.seats) if seat not in state.removed and seat not in state.outs]


def standing(state: State, by_cards: bool) -> list[list[int]]:
    """The seats in groups that share a place, best first, as the table stands.

    First those out of cards, in order; then those still in, together or (`by_cards`) fewer cards before more; then whoever
    left, the latest first, whatever a computer achieved for them.
    Rules: bluffen.end.stop, bluffen.end.play-on, common.leave.place, common.leave.bot, common.long.agreed.
    """
    groups = [[seat] for seat in state.outs if seat not in state.fell]
    still_in = [seat for seat in range(state.seats) if seat not in state.outs and seat not in state.fell]
    counts = {seat: len(state.hands[seat]) if by_cards else 0 for seat in still_in}
    groups += [[seat for seat in still_in if counts[seat] == count] for count in sorted(set(counts.values()))]
    return groups + [[seat] for seat in reversed(state.fell)]


def points_for(places: Sequence[int], options: Options) -> tuple[float, ...]:
    """Game points by seat. With `win` a first place that is shared has no winner. Rules: bluffen.points, common.points.placing."""
    if options.points == "placing":
        return placing_points(places)
    won = 1.0 if list(places).count(1) == 1 else 0.0
    return tuple([won if place == 1 else 0.0 for place in places])


def score_game(state: State, by_cards: bool) -> GameScore:
    """Places and points of the current game as the table stands.

    Nothing for seats whose person is away, nor for seats that had left before the game. Rules: common.leave.match.
    """
    places = shared_places(standing(state, by_cards), state.seats)
    unpaid = {*state.away, *state.removed[: state.removed_before]}
    return GameScore(places, tuple([0.0 if seat in unpaid else earned for seat, earned in enumerate(points_for(places, state.options))]))


def loser_of(state: State, places: Sequence[int]) -> int:
    """The active seat with most cards, of several the first clockwise from the winner. Rules: bluffen.end.loser."""
    winner = state.outs[0] if state.outs else places.index(1)
    seats = [seat for step in range(1, state.seats + 1) if (seat := (winner + step) % state.seats) in active(state)]
    return max(seats, key=lambda seat: len(state.hands[seat]))  # the first of several


def end_game(state: State, reason: Reason | None = None, *, by_cards: bool = False) -> tuple[State, tuple[Event, ...]]:
    """The current game is scored; the match ends with it if it was the last, or nobody is left to play, or for a reason.

    `by_cards`: it did not come to its end, so that cards held decide between the seats still in.
    """
    score = score_game(state, by_cards)
    ended = replace(
        state,
        phase="open",
        to_act=None,
        live=False,
        calls=(),
        showing=True,
        starter=loser_of(state, score.places),
        game_over=True,
        finished=(*state.finished, score),
    )
    over = GameOver(state.game, score.places, score.points, long=by_cards and reason is None)
    if reason is None and len(present(state)) == 1:
        reason = "left"
    if reason is None and state.game == state.options.games:
        reason = "played"
    if reason is None:
        return ended, (over,)
    last, events = end_match(ended, reason)
    return last, (over, *events)


def end_match(state: State, reason: Reason) -> tuple[State, tuple[Event, ...]]:
    """The match ends with the games that are finished. Rules: common.match.*, common.leave.match."""
    places = tuple(game.places for game in state.finished)
    points = tuple(game.points for game in state.finished)
    leavers = {*state.removed, *state.away}
    result = Result(reason, match_places(places, points, leavers, games=state.options.games), match_totals(points), places)
    return replace(state, phase="over", showing=False, result=result), (MatchOver(result),)
