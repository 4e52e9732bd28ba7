"""Twin states of Liar's Dice: they differ in nothing but what one viewer may not know."""

from random import Random

from msgspec.structs import replace

from games.liars_dice.state import FACES, State


def twin(state: State, viewer: int | None, rng: Random) -> State:
    """The state with other dice under all cups but the viewer's."""
    dice = [hand if seat == viewer else tuple(rng.choice(FACES) for _ in hand) for seat, hand in enumerate(state.dice)]
    return replace(state, dice=tuple(dice))


def tells_all(action: dict) -> bool:
    """Whether this action, when it is accepted, turns over what was hidden."""
    return action["type"] == "challenge"
