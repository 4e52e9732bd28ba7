"""Tables to look at without a database: engine states wrapped as they are shown to readers."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.core.chance import SecretChance
from games.core.registry import game_named
from games.liars_dice import engine
from games.liars_dice.state import Bid, Challenge, Options
from games.play.shown import ShownPlace, ShownSeat, ShownTable

NAMES = ("Anna", "Bob", "Carla", "Deepa", "Emil", "Fenna")
Move = Bid | Challenge


class Staged:
    """A match of persons, played by script. `act` is a move of the seat that is waited for."""

    def __init__(self, seats: int = 4, *, options: Options | None = None, seed: int = 3, names: tuple[str, ...] = NAMES) -> None:
        self.options = options or Options()
        self.names = (names * 2)[:seats]
        self.chance = SecretChance(bytes([seed]) * 32, "staged", ("",) * seats)
        step = engine.start(seats, self.options, self.chance)
        self.state, self.events = step.state, [step.events]

    @property
    def waited(self) -> int | None:
        return engine.actors(self.state).waited

    def act(self, *moves: Move) -> "Staged":
        for move in moves:
            assert self.waited is not None
            self._take(engine.apply(self.state, self.waited, move, self.chance))
        return self

    def proceed(self) -> "Staged":
        self._take(engine.proceed(self.state, self.chance))
        return self

    def leave(self, seat: int) -> "Staged":
        self._take(engine.leave(self.state, seat, self.chance))
        return self

    def until_over(self) -> "Staged":
        """The opener always bids one 1 and is doubted, until the match is over."""
        while engine.result(self.state) is None:
            if engine.due(self.state) is not None:
                self.proceed()
            else:
                self.act(*([Challenge()] if self.state.bids else [Bid(1, 1)]))
        return self

    def _take(self, step: Any) -> None:
        self.state = step.state
        self.events.append(step.events)

    def table(self, **changed: Any) -> ShownTable:
        """What everyone is shown; `changed` replaces fields."""
        return shown_table("liars_dice", self.state, self.names, version=len(self.events), **changed)

    def seat(self, index: int, **changed: Any) -> ShownSeat:
        """What one seat is shown besides."""
        return shown_seat("liars_dice", self.state, index, **changed)


def shown_table(slug: str, state: Any, names: Sequence[str] = NAMES, **changed: Any) -> ShownTable:
    """A state of any game as everyone is shown it: persons in all seats; `changed` replaces fields."""
    engine = game_named(slug).engine
    result, away, waited = engine.result(state), engine.away(state), engine.actors(state).waited
    places = tuple(
        ShownPlace(index=seat, kind="person", name=name, is_connected=True, is_handed_over=seat in away, is_host=seat == 0)
        for seat, name in enumerate(names[: state.seats])
    )
    shown = ShownTable(
        key="staged-table-key-00000",
        code=None,
        game=slug,
        options=msgspec.to_builtins(state.options),
        size=state.seats,
        phase="finished" if result else "playing",
        is_public=False,
        rated=False,
        is_quick=False,
        starts_at_ms=None,
        is_calm=False,
        host=0,
        seats=places,
        version=1,
        revision=1,
        commitment="c" * 64,
        view=engine.view(state, None),
        result=result,
        waited=waited,
        remaining_ms=None if waited is None else 24_000,
        turn_ms=None if waited is None else 45_000,
    )
    return msgspec.structs.replace(shown, **changed)


def shown_seat(slug: str, state: Any, index: int, **changed: Any) -> ShownSeat:
    """What one seat of a state of any game is shown besides."""
    engine = game_named(slug).engine
    shown = ShownSeat(
        index=index,
        view=engine.view(state, index),
        choices=engine.choices(state, index),
        controller="",
        is_host=index == 0,
        is_ready=False,
        is_handed_over=index in engine.away(state),
        has_voted=False,
        more_time_in_ms=None,
    )
    return msgspec.structs.replace(shown, **changed)


def lobby(*, taken: int = 2, size: int = 4, options: Options | None = None, **changed: Any) -> ShownTable:
    """A waiting room where the first `taken` seats have persons."""
    places = tuple(
        ShownPlace(index=seat, kind="person", name=NAMES[seat], is_host=seat == 0, is_ready=seat == 0, is_connected=True)
        if seat < taken
        else ShownPlace(index=seat, kind="free", level="hard" if seat == size - 1 else "")
        for seat in range(size)
    )
    shown = ShownTable(
        key="staged-table-key-00000",
        code="ACDEFG",
        game="liars_dice",
        options=msgspec.to_builtins(options or Options()),
        size=size,
        phase="lobby",
        is_public=False,
        rated=False,
        is_quick=False,
        starts_at_ms=None,
        is_calm=False,
        host=0,
        seats=places,
        version=0,
        revision=3,
        commitment="c" * 64,
    )
    return msgspec.structs.replace(shown, **changed)


def lobby_seat(index: int, *, is_ready: bool = False) -> ShownSeat:
    return ShownSeat(
        index=index,
        view=None,
        choices=(),
        controller="",
        is_host=index == 0,
        is_ready=is_ready,
        is_handed_over=False,
        has_voted=False,
        more_time_in_ms=None,
    )
