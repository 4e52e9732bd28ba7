"""Twin states of Blufpoker: they differ in nothing but what one viewer may not know."""

from random import Random

from msgspec.structs import replace

from games.blufpoker import engine
from games.blufpoker.state import State


def twin(state: State, viewer: int | None, rng: Random) -> State:
    """The state with other dice under the cup, unless the viewer may know those that lie there."""
    if engine.view(state, viewer).cup is not None:
        return state
    return replace(state, dice=tuple(rng.randint(1, 6) for _ in state.dice))


def tells_all(action: dict) -> bool:
    """Whether this action, when it is accepted, shows somebody what was hidden: a doubt everyone, a look the one who looks."""
    return action["type"] in ("doubt", "accept")
