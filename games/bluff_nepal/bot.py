"""The computer players of Bluff (Nepal). Rules: common.bot.view, common.bot.level."""

from random import Random

from games.bluff_nepal.state import Action, Call, Event, Lay, LetGo, Pass, View
from games.core.cards import RANKS
from games.core.game import Level

Memory = None


def new_memory(seats: int, seat: int) -> None:
    """Nothing is remembered."""


def remember(memory: None, event: Event) -> None:
    """Nothing is remembered."""


def choose(view: View, memory: None, level: Level, rng: Random) -> Action:
    """Any legal action, each type equally likely."""
    answers: list[Action] = [Call(), LetGo()]
    if view.phase == "answer_last":
        return rng.choice(answers)
    hand = view.own or ()
    lay: Action = Lay(tuple(rng.sample(hand, rng.randint(1, min(4, len(hand))))), view.rank or rng.choice(RANKS))
    follow: list[Action] = [lay, Pass(), Call()] if view.live else [lay, Pass()]
    return lay if view.phase == "lead" else rng.choice(follow)


def call(view: View, memory: None, level: Level, rng: Random) -> Action | None:
    """One call in ten, whatever was laid."""
    return Call() if rng.random() < 0.1 else None


def preload() -> None:
    """There is nothing to read."""
