"""How games and matches of Blef end: who is placed where, and what it earns. Pure steps from state to state."""

from typing import Literal

from msgspec.structs import replace

from games.blef.state import Event, GameOver, State
from games.core.events import GameScore, MatchOver
from games.core.game import Result
from games.core.scoring import match_places, match_totals, placing_points, shared_places

Reason = Literal["played", "left", "abandoned"]
"""All games were played; only one seat had not left; the table was given up as it stood."""


def fallen(state: State) -> set[int]:
    """The seats that have a place in the current game already."""
    return {fall.seat for fall in state.falls}


def standing(state: State) -> list[list[int]]:
    """The seats in groups that share a place, best first, as the table stands.

    Seats still in the game come first; should the table be given up, those with fewer cards stand before others. Then the
    fallen, latest first. Whoever left and was later knocked out under a computer's hands counts as of leaving.
    Rules: blef.place, common.leave.place, common.leave.bot.
    """
    placed: list[int] = []
    for fall in state.falls:
        if fall.seat not in placed:
            placed.append(fall.seat)
    still_in = [seat for seat in range(state.seats) if seat not in placed]
    groups = [[seat for seat in still_in if state.counts[seat] == count] for count in sorted({state.counts[seat] for seat in still_in})]
    return groups + [[seat] for seat in reversed(placed)]


def score_game(state: State) -> GameScore:
    """Places and points of the current game as the table stands.

    Nothing for seats whose person is away, nor for seats that had left before the game.
    Rules: blef.points, common.points.placing, common.leave.match.
    """
    places = shared_places(standing(state), state.seats)
    unpaid = {*state.away, *state.removed[: state.removed_before]}
    points = tuple([0.0 if seat in unpaid else earned for seat, earned in enumerate(placing_points(places))])
    return GameScore(places, points)


def present(state: State) -> list[int]:
    """Seats that have not left for good."""
    return [seat for seat in range(state.seats) if seat not in state.removed]


def with_next_game_dealer(state: State) -> State:
    """The last loser deals the next game, or the next seat clockwise that has not left; the one after it opens.

    Rules: blef.start.next-game, blef.start.left-of-dealer.
    """
    here = present(state)
    clockwise = [(state.dealer + step) % state.seats for step in range(state.seats)]
    dealer, *after = [seat for seat in clockwise if seat in here]
    return replace(state, dealer=dealer, starter=after[0] if after else dealer, funeral=False)


def end_game(state: State, reason: Reason | None = None) -> tuple[State, tuple[Event, ...]]:
    """The current game is scored; the match ends with it if it was the last, or nobody is left to play, or for a reason."""
    score = score_game(state)
    hidden: tuple[tuple[()], ...] = ((),) * state.seats
    ended = replace(state, phase="reveal", to_act=None, hands=hidden, game_over=True, finished=(*state.finished, score))
    ended = with_next_game_dealer(ended)
    over = GameOver(state.game, score.places, score.points)
    if reason is None and len(present(state)) == 1:
        reason = "left"
    if reason is None and state.game == state.options.games:
        reason = "played"
    if reason is None:
        return ended, (over,)
    ended, events = end_match(ended, reason)
    return ended, (over, *events)


def end_match(state: State, reason: Reason) -> tuple[State, tuple[Event, ...]]:
    """The match ends with the games that are finished. Rules: common.match.*, common.leave.match."""
    places = tuple([game.places for game in state.finished])
    points = tuple([game.points for game in state.finished])
    leavers = {*state.removed, *state.away}
    result = Result(reason, match_places(places, points, leavers, games=state.options.games), match_totals(points), places)
    return replace(state, phase="over", result=result), (MatchOver(result),)
