"""How a seat of Bluff (Nepal) leaves, to a computer or for good, and what becomes of the round. Pure steps from state to state."""

from msgspec.structs import replace

from games.bluff_nepal.endings import end_game, end_match, present
from games.bluff_nepal.rounds import end_round, next_active, next_player, round_is_over, settle, with_entry
from games.bluff_nepal.state import State
from games.core.events import Left
from games.core.game import Step


def leave(state: State, seat: int) -> Step:
    """The person of a seat that is still there leaves. Rules: common.leave.bot, common.leave.remove."""
    told = Left(seat, state.options.leave_mode)
    left = replace(state, timeouts=with_entry(state.timeouts, seat, 0))
    if state.options.leave_mode == "bot":
        return Step(replace(left, away=(*state.away, seat)), (told,))
    gone = replace(
        left,
        removed=(*state.removed, seat),
        hands=with_entry(state.hands, seat, ()),
        taken_out=(*state.taken_out, *state.hands[seat]),
        calls=tuple([caller for caller in state.calls if caller != seat]),
    )
    after, events = _without(gone, seat)
    return Step(after, (told, *events))


def _without(state: State, seat: int) -> Step:
    """The game goes on without a seat that has just left for good. Rules: bluff_nepal.leave, common.leave.remove."""
    here = present(state)
    if state.game_over:
        return Step(*end_match(state, "left")) if len(here) == 1 else Step(state, ())
    if len(here) == 1:
        return Step(*end_game(state, here[0]))
    if state.phase in ("lead", "reveal"):
        return Step(_led_by_another(state, seat), ())
    return _played_on(state, seat)


def _led_by_another(state: State, seat: int) -> State:
    """If the leaver was to lead, the next seat to the right leads."""
    if seat != state.leader:
        return state
    leader = next_active(state, seat)
    return replace(state, leader=leader, to_act=leader if state.phase == "lead" else None)


def _played_on(state: State, seat: int) -> Step:
    """A round that has been led goes on, unless it is over by this.

    The claim of a leaver stands, and calls on it fall away. Calls on another's claim came before the round could end, so
    that they are settled first.
    """
    if seat == state.pile[-1].seat:
        state = replace(state, phase="follow", live=False, calls=())
    if round_is_over(state):
        return settle(state) if state.calls else end_round(state)
    return Step(replace(state, to_act=next_player(state, seat)) if seat == state.to_act else state, ())
