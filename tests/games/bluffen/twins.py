"""Twin states of Bluffen: they differ in nothing but what one viewer may not know."""

from random import Random

from msgspec.structs import replace

from games.bluffen.rounds import in_order
from games.bluffen.state import Play, State


def twin(state: State, viewer: int | None, rng: Random) -> State:
    """The state with all cards mixed that the viewer does not see: other hands, what others laid face down, and what is gone."""
    hidden = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    hidden += [card for play in state.pile if not _sees(play, viewer) for card in play.cards or ()]
    hidden += state.gone
    rng.shuffle(hidden)

    def dealt(number: int) -> tuple[str, ...]:
        return tuple(hidden.pop() for _ in range(number))

    return replace(
        state,
        hands=tuple(hand if seat == viewer else in_order(dealt(len(hand))) for seat, hand in enumerate(state.hands)),
        pile=tuple(play if _sees(play, viewer) else replace(play, cards=dealt(play.count)) for play in state.pile),
        gone=dealt(len(state.gone)),
        taken=state.taken if state.reveal is not None and state.reveal.taker == viewer else (),
    )


def _sees(play: Play, viewer: int | None) -> bool:
    return play.open or play.seat == viewer


def tells_all(action: dict) -> bool:
    """Whether this action, when it is accepted, turns over what was hidden."""
    return action["type"] == "challenge"
