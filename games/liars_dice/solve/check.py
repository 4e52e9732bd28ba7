"""How far a perfect opponent beats what the hard level really plays, tables, fall-back and all, in small sizes."""

import numpy as np

from games.liars_dice import policy_duel, policy_hard
from games.liars_dice.abstraction import Hand, Key
from games.liars_dice.ladder import ladder, places
from games.liars_dice.memory import new_memory
from games.liars_dice.position import Position, position
from games.liars_dice.solve.best_response import exploitability
from games.liars_dice.solve.cfr import Array, Policy, Round
from games.liars_dice.solve.plan import Values, plan, round_payoff


def position_after(dice: tuple[int, int], seat: int, hand: Hand, bids: Key, one: bool) -> Position:
    """Seat 0 opened with the first number of dice; `bids` are places on the ladder, the last one by the other seat."""
    steps = ladder(sum(dice))
    made = tuple([((seat + len(bids) - at) % 2, steps[bid]) for at, bid in enumerate(bids)])
    return position(seat, hand, dice, made, 0, one=one)


def decision(position: Position) -> dict[int, float]:
    """The shares of all moves by place on the ladder, -1 for a doubt, as the hard level makes them without memory."""
    weights = policy_duel.shares(position)
    if weights is None:
        rungs = places(position.total)
        habits = new_memory(2, position.seat).habits
        weights = {-1 if bid is None else rungs[bid]: weight for bid, weight in policy_hard.shares(position, habits).items()}
    whole = sum(weights.values())
    return {move: weight / whole for move, weight in weights.items()}


def played(game: Round, one: bool) -> Policy:
    """The decisions of the hard level as a policy of the solver. Only for abstractions that keep the last bids."""
    result: Policy = []
    for seat in (0, 1):
        each: list[Array] = []
        for group in game.groups:
            shares = np.zeros((len(group.states), len(game.hands[seat]), group.raises + group.doubt), np.float32)
            for line, state in enumerate(group.states):
                for at, hand in enumerate(game.hands[seat]):
                    for move, share in decision(position_after(game.dice, seat, hand, game.keys[state], one)).items():
                        shares[line, at, 0 if move < 0 else move - group.bid - 1 + group.doubt] = share
            each.append(shares)
        result.append(each)
    return result


def beaten_by(dice: tuple[int, int], values: Values, loss: str) -> float:
    """The exploitability of the hard level in one round, in chance to win the game. Up to three dice take seconds."""
    how = plan(dice)
    game = Round(dice, how.kind, how.rungs, round_payoff(dice, values, loss))
    return exploitability(game, played(game, loss == "one"))
