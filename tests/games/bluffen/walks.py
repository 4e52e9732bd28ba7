"""Every table that Bluffen allows, and random matches at such tables."""

from itertools import product
from random import Random
from typing import Any

from games.bluffen import GAME, engine
from games.bluffen.engine import Options
from games.core.errors import IllegalOptions
from tests.games.core.walks import Walk

SEATS = range(3, 8)

VALUES: dict[str, tuple[Any, ...]] = {
    "mode": ("suit", "sequence", "same_rank"),
    "challengers": ("next", "anyone"),
    "last_card_safe": (False, True),
    "jokers": (False, True),
    "joker_reveal": ("true_claim", "void"),
    "open_start": (False, True),
    "repeat_suit": (True, False),
    "finish": ("stop", "play_on"),
    "points": ("win", "placing"),
    "decks": (1, 2),
}


def is_allowed(options: Options) -> bool:
    try:
        engine.check_table(3, options)
    except IllegalOptions:
        return False
    return True


def all_options(**fixed: Any) -> list[Options]:
    """Every set of the game's own options that a table may have."""
    sets = [Options(**dict(zip(VALUES, values, strict=True)), **fixed) for values in product(*VALUES.values())]
    return [options for options in sets if is_allowed(options)]


ALLOWED = all_options()


def any_walk(seed: int, trouble: float) -> Walk:
    """A random match at a random table."""
    rng = Random(seed)
    chosen = rng.choice(ALLOWED)
    own = {name: getattr(chosen, name) for name in VALUES}
    common = {
        "leave_mode": rng.choice(["bot", "remove"]),
        "games": rng.choice([1, 1, 2]),
        "max_timeouts": rng.choice([0, 2, 3]),
        "call_grace_ms": rng.choice([0, 300]),
    }
    return Walk(GAME, rng.choice(list(SEATS)), Options(**own, **common), seed, trouble)
