"""Reading a match that was saved: the same for every game, whose states name their rules version and their seats."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from games.core.errors import NotInThisGame


class Saved(Protocol):
    """A state as far as it is checked here."""

    @property
    def rules_version(self) -> int: ...

    @property
    def seats(self) -> int: ...


def read[S: Saved](decoder: msgspec.json.Decoder[S], data: bytes | str, game: str, newest: int, by_seat: Iterable[str]) -> S:
    """The state in these bytes. A match keeps the version it was begun under: any up to `newest` is read. `by_seat` are fields with
    one value for each seat. Raises NotInThisGame for anything else.
    """
    try:
        state = decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise NotInThisGame(f"not a saved match of {game}: {error}") from None
    if not 1 <= state.rules_version <= newest:
        raise NotInThisGame(f"rules version {state.rules_version} of {game} is not known here")
    if any(len(getattr(state, name)) != state.seats for name in by_seat):
        raise NotInThisGame(f"a saved match of {game} with lists of the wrong length")
    return state
