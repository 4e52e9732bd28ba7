"""Twin states of Bluff (Nepal): they differ in nothing but what one viewer may not know."""

from random import Random

from msgspec.structs import replace

from games.bluff_nepal.state import Laid, State


def twin(state: State, viewer: int | None, rng: Random) -> State:
    """The state with all cards changed about that lie face down to the viewer: in hands, pile, set aside, gone with leavers."""
    hidden = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    hidden += [card for lay in state.pile if lay.seat != viewer for card in lay.cards]
    hidden += [*state.set_aside, *state.taken_out]
    rng.shuffle(hidden)

    def other(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([hidden.pop() for _ in cards])

    return replace(
        state,
        hands=tuple([hand if seat == viewer else other(hand) for seat, hand in enumerate(state.hands)]),
        pile=tuple([lay if lay.seat == viewer else Laid(lay.seat, other(lay.cards)) for lay in state.pile]),
        set_aside=other(state.set_aside),
        taken_out=other(state.taken_out),
    )


def tells_all(action: dict) -> bool:
    """Whether this action, when it is accepted, turns over what was hidden."""
    return action["type"] == "call"
