"""The hard level: the solved tables, leaning as far as the neighbours' records of lies and doubts make it worth while.

Two players: nearly the tables, which a perfect opponent hardly beats. More: what each choice is worth against these seats.
Rules: common.bot.level.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from games.blufpoker.memory import Habits
from games.blufpoker.odds import spread
from games.blufpoker.policy_blind import best_blind
from games.blufpoker.position import TOP, Position
from games.blufpoker.state import Accept, Action, Blind, Claim, Direction, Doubt, Throw
from games.blufpoker.style import HARD, Style
from games.blufpoker.tables import AGAIN, Node
from games.blufpoker.thought import Thought
from games.blufpoker.values import VALUES


def choose(at: Position, direction: Direction, habits: Sequence[Habits], rng: Random, style: Style = HARD) -> Action:
    """An action; `direction` is that of the round so far."""
    if at.phase == "decide":
        return _drawn(answers(at, habits, style), rng)
    if at.phase == "own_throw":
        claim, turned = _drawn_claim(at, habits, style, rng)
        if claim == AGAIN:
            return Throw()
        if not turned:
            return Claim(VALUES[claim])
        return Claim(VALUES[claim], "anticlockwise" if direction == "clockwise" else "clockwise")
    if not at.most_keep or at.last is None:
        return Throw()
    thought = Thought(at, habits, style)
    return Throw(max(thought.keeps(at.last, at.seat, at.aside, at.sixes), key=lambda way: way[2])[0])


# --- answering -------------------------------------------------------------------------------------------------------


def answers(at: Position, habits: Sequence[Habits], style: Style = HARD) -> dict[Action, float]:
    """Doubting, believing and passing on blind, as weights."""
    if at.must_doubt or at.sure_lie or at.last is None:
        return {Doubt(): 1.0}
    thought = Thought(at, habits, style)
    usual = thought.table.doubt(at.thrown, at.last) if at.last == at.first else 0.5
    habit: dict[Action, float] = {Doubt(): usual, Accept(): 1 - usual}
    worth = answer_worths(thought)
    if thought.seats > 2 or at.blind:
        return _weighed({move: habit.get(move, 0.5) for move in worth}, worth, thought)
    return _shifted(habit, worth, answer_worths(thought.of_strangers()), thought)


def answer_worths(thought: Thought) -> dict[Action, float]:
    """What each answer is worth, but for a doubt of what is surely true."""
    at, cup, claim = thought.at, thought.cup, thought.at.last or 0
    true = sum(cup[claim:])
    worth: dict[Action, float] = {Accept(): thought.believed(claim, at.claimant, at.seat, at.aside, cup)}
    if not at.sure_truth:
        worth[Doubt()] = true * thought.end(at.seat, at.seat) + (1 - true) * thought.end(at.claimant, at.seat)
    if at.blind:
        blind, value = best_blind(thought)
        if blind is not None:
            worth[Blind(VALUES[blind])] = value
    return worth


# --- claiming --------------------------------------------------------------------------------------------------------


def claims(at: Position, habits: Sequence[Habits], style: Style = HARD, ring: tuple[int, ...] | None = None) -> dict[int, float]:
    """All claims by place, and AGAIN, as weights."""
    thought = Thought(at, habits, style, ring)
    worth = claim_worths(thought)
    usual = thought.table.claims(Node(at.floor, at.aside, max(1, at.throws)), 0 if at.known is None else at.known)
    if thought.seats > 2 or not usual:
        return _weighed({move: usual.get(move, 0.0) for move in worth}, worth, thought)
    return _shifted(usual, worth, claim_worths(thought.of_strangers()), thought)


def claim_worths(thought: Thought) -> dict[int, float]:
    """What each claim, and another throw, is worth."""
    at = thought.at
    node, following = Node(at.floor, at.aside, max(1, at.throws)), thought.ring[1]
    cup = spread(at.aside) if at.known is None else [float(throw == at.known) for throw in range(TOP + 1)]
    caught, cleared = thought.end(at.seat, following), thought.end(following, following)
    worth, true = {}, sum(cup[: at.floor])
    true = 1 - true
    for claim in range(at.floor, TOP + 1):
        doubts = thought.doubts(following, node, claim)
        doubted = true * cleared + (1 - true) * caught
        believed = thought.believed(claim, at.seat, following, at.aside, cup) if doubts < 1 else 0.0
        worth[claim] = doubts * doubted + (1 - doubts) * believed
        true -= cup[claim]
    if at.may_throw:
        worth[AGAIN] = thought.worth(thought.table.outcome(node._replace(throw=node.throw + 1)), at.seat)
    return worth


def _drawn_claim(at: Position, habits: Sequence[Habits], style: Style, rng: Random) -> tuple[int, bool]:
    """A claim, and whether the direction is turned: towards the neighbour against whom the best claim is worth more."""
    if not at.may_turn or len(at.ring) == 2:
        return _drawn(claims(at, habits, style), rng), False
    ways = {turned: max(claim_worths(Thought(at, habits, style, ring)).values()) for turned, ring in ((False, at.ring), (True, at.behind))}
    turned = ways[True] > ways[False]
    return _drawn(claims(at, habits, style, at.behind if turned else at.ring), rng), turned


# --- choosing --------------------------------------------------------------------------------------------------------


def _weighed[T](usual: dict[T, float], worth: dict[T, float], thought: Thought) -> dict[T, float]:
    """What is worth most; of near equals the tables decide."""
    style, best = thought.style, max(worth.values())
    width, stray = style.mix * thought.scale, style.stray / len(worth)
    return {move: (usual[move] + stray) * exp(max(-50.0, (value - best) / width)) for move, value in worth.items()}


def _shifted[T](usual: dict[T, float], worth: dict[T, float], plain: dict[T, float], thought: Thought) -> dict[T, float]:
    """The tables, shifted by how much more a move is worth against these seats than against strangers."""
    width = thought.style.shift * thought.scale
    gains = {move: worth[move] - plain[move] for move in usual if move in worth}
    best = max(gains.values())
    return {move: usual[move] * exp(max(-50.0, (gain - best) / width)) for move, gain in gains.items()}


def _drawn[T](weights: dict[T, float], rng: Random) -> T:
    return rng.choices(list(weights), list(weights.values()))[0]
