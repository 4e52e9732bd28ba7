"""Who may do what now in Bluffen, and which rule says no. Pure functions of a position; nothing changes here."""

from games.bluffen.claims import refusal as lay_refusal
from games.bluffen.endings import active
from games.bluffen.state import Accept, Action, Challenge, Lay, State
from games.core.errors import NotInThisGame


def refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this action of this seat now, or None. Raises NotInThisGame for something else.

    That calls are being collected is asked last, so that nobody learns it but by a lay that would have stood.
    """
    if not isinstance(action, Lay | Challenge | Accept):
        raise NotInThisGame(f"not an action of Bluffen: {type(action).__name__}")
    rule = off(state, seat, type(action))
    if rule is None and isinstance(action, Lay):
        rule = lay_refusal(state, seat, action)
    if rule is None and state.calls and not isinstance(action, Challenge):
        rule = "common.calls.block"
    return rule


def off(state: State, seat: int, kind: type[Lay] | type[Challenge] | type[Accept]) -> str | None:
    """The rule that closes this whole type of action to the seat now, or None. Rules 2.13.

    Calls that are being collected close nothing to seats that have not called. Rules: common.calls.block.
    """
    if state.phase == "over" or state.game_over:
        return over(state)
    if state.showing:
        return "common.reveal"
    if kind is Challenge:
        return challenge_off(state, seat)
    rule = _lay_off(state, seat) if kind is Lay else _accept_off(state, seat)
    return "common.calls.block" if rule is None and seat in state.calls else rule


def over(state: State) -> str:
    """The rule that ends a game, as the reason why nothing is played after it."""
    return "bluffen.end.play-on" if state.options.finish == "play_on" else "bluffen.end.stop"


def _lay_off(state: State, seat: int) -> str | None:
    if seat != state.to_act:
        return "bluffen.turn.options"
    return "bluffen.last.answer" if state.phase == "answer_last" else None


def _accept_off(state: State, seat: int) -> str | None:
    if state.phase == "answer_last":
        return None if seat == state.to_act else "bluffen.last.answer"
    return "bluffen.open.forced" if state.phase == "open" and seat == state.to_act else "bluffen.turn.no-pass"


def challenge_off(state: State, seat: int) -> str | None:
    """The rule that closes a challenge to the seat while a game is being played, or None. Rules: bluffen.challenge.*"""
    if not state.live:
        return _no_claim(state)
    if seat == state.to_act:
        return "common.calls.simultaneous" if seat in state.calls else None
    if state.options.challengers == "next":
        return "bluffen.challenge.next-player-only"
    if seat == state.pile[-1].seat and len(state.pile) > 1:
        return "bluffen.challenge.no-second-thought"
    if seat == state.pile[-1].seat or seat not in active(state):
        return "bluffen.challenge.anyone"
    return "common.calls.simultaneous" if seat in state.calls else None


def _no_claim(state: State) -> str:
    """Why there is nothing to challenge. Rules: bluffen.challenge.needs-claim, bluffen.challenge.window."""
    if not state.pile:
        return "bluffen.challenge.needs-claim"
    newest = state.pile[-1]
    if newest.open:
        return "bluffen.open-start.shown" if len(state.pile) == 1 and state.options.open_start else "bluffen.joker.void"
    if newest.seat in state.removed:
        return "bluffen.leave"
    if newest.seat in state.outs:
        return "bluffen.last.safe" if state.options.last_card_safe else "bluffen.last.accepted"
    return "bluffen.challenge.needs-claim"
