"""What a seat of Bluff (Nepal) may do, and which rule forbids the rest. Pure functions of a state.

A call that waits to be settled must not show: nothing here but `blocked` depends on the calls of other seats.
"""

from typing import Any

from games.bluff_nepal.rounds import layer_of
from games.bluff_nepal.state import Action, Call, Lay, LetGo, Pass, State
from games.core.cards import RANKS, holds
from games.core.errors import NotInThisGame
from games.core.game import Choice

MOST_CARDS = 4
"""Cards in one lay, jokers included. Rules: bluff_nepal.lay.count."""


def refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this action of this seat now, or None. Raises NotInThisGame for something else."""
    if not isinstance(action, Lay | Pass | Call | LetGo):
        raise NotInThisGame(f"not an action of Bluff (Nepal): {type(action).__name__}")
    off = _off(state, seat, type(action))
    if off is None and isinstance(action, Lay):
        off = _lay_refusal(state, seat, action)
    return off or blocked(state, type(action))


def blocked(state: State, kind: type[Action]) -> str | None:
    """While calls are collected nothing else is done. Rules: common.calls.block."""
    return "common.calls.block" if state.calls and kind is not Call else None


def may_call(state: State, seat: int) -> bool:
    """Whether that seat's call on the newest lay would be taken now. Rules: bluff_nepal.call.who, .next-only, .window."""
    return _off(state, seat, Call) is None


def _off(state: State, seat: int, kind: type[Action]) -> str | None:
    """The rule that closes this whole type of action to the seat now, or None. A lay may still be none of the open ones."""
    if state.phase == "over":
        return "bluff_nepal.win"
    if seat in state.removed:
        return "common.leave.remove"
    if state.phase == "reveal":
        return "bluff_nepal.win" if state.game_over else "common.reveal"
    if kind is Call:
        return _call_off(state, seat)
    if kind is LetGo:
        return None if state.phase == "answer_last" and seat == state.to_act else "bluff_nepal.let-go.who"
    if seat in state.passed:
        return "bluff_nepal.pass.out"
    if seat != state.to_act:
        return "bluff_nepal.next"
    if state.phase == "answer_last":
        return "bluff_nepal.last.answer"
    return "bluff_nepal.lead.any-rank" if kind is Pass and state.phase == "lead" else None


def _call_off(state: State, seat: int) -> str | None:
    if not state.live:
        return "bluff_nepal.call.needs-claim"
    if seat == layer_of(state):
        return "bluff_nepal.call.who"
    if state.options.callers == "next" and seat != state.to_act:
        return "bluff_nepal.last.others" if state.phase == "answer_last" else "bluff_nepal.call.next-only"
    return "common.calls.simultaneous" if seat in state.calls else None


def _lay_refusal(state: State, seat: int, lay: Lay) -> str | None:
    """What is wrong with these cards or this rank for the seat to act."""
    if not 1 <= len(lay.cards) <= MOST_CARDS:
        return "bluff_nepal.lay.count"
    if not holds(state.hands[seat], lay.cards):
        return "common.action.reject"
    if state.rank is None:
        return None if lay.rank in RANKS else "bluff_nepal.lead.any-rank"
    return None if lay.rank in (None, state.rank) else "bluff_nepal.follow.same-rank"


def choices(state: State, seat: int) -> tuple[Choice, ...]:
    """Lay, pass, call and let go, open or off; () for a seat that has left for good and after the end.

    A seat whose own call waits to be settled sees the rest blocked; to all others everything looks as before that call.
    """
    if state.phase == "over" or not 0 <= seat < state.seats or seat in state.removed:
        return ()
    return tuple([_choice(state, seat, kind) for kind in (Lay, Pass, Call, LetGo)])


def _choice(state: State, seat: int, kind: type[Action]) -> Choice:
    off = _off(state, seat, kind)
    if off is None and seat in state.calls:
        off = blocked(state, kind)
    name = str(kind.__struct_config__.tag)
    return Choice(name, open=off is None, rule=off, patterns=_lay_patterns(state, seat) if kind is Lay and off is None else ())


def _lay_patterns(state: State, seat: int) -> tuple[dict[str, Any], ...]:
    """Rules: bluff_nepal.lay.count, bluff_nepal.lead.any-rank, bluff_nepal.follow.same-rank."""
    hand = list(state.hands[seat])
    cards = {"of": hand, "min": 1, "max": min(MOST_CARDS, len(hand))}
    if state.rank is None:
        return ({"cards": cards, "rank": list(RANKS)},)
    return {"cards": cards, "rank": state.rank}, {"cards": cards}
