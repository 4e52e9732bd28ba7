"""Twin states of Blef: they differ in nothing but what one viewer may not know."""

from random import Random

from msgspec.structs import replace

from games.blef.ladder import ladder_of
from games.blef.state import State


def twin(state: State, viewer: int | None, rng: Random) -> State:
    """The state with other cards in all hands but the viewer's, and another rest."""
    own = () if viewer is None else state.hands[viewer]
    pack = ladder_of(state.seats, state.options).pack
    others = [card for card in pack if card not in own]
    rng.shuffle(others)
    hands = []
    for seat, hand in enumerate(state.hands):
        dealt = () if seat == viewer else others[: len(hand)]
        others = others[len(dealt) :]
        hands.append(own if seat == viewer else tuple(sorted(dealt, key=pack.index)))
    return replace(state, hands=tuple(hands))


def tells_all(action: dict) -> bool:
    """Whether this action, when it is accepted, turns over what was hidden."""
    return action["type"] == "check"
