"""What is counted at the tables, for `/metrics`. Labels are few and public: a game, who acted, an error code."""

import functools
import time
from collections.abc import Callable, Iterable
from typing import Any

from prometheus_client import Counter, Gauge, Histogram

from games.play.services.errors import Refused

ACTIONS = Counter("bluffsite_actions", "Accepted actions.", ["game", "by"])
REFUSALS = Counter("bluffsite_refusals", "Refused actions by code.", ["code"])
ACTION_SECONDS = Histogram(
    "bluffsite_action_seconds",
    "From asking to the answer of an action, refused ones too.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
SOCKETS = Gauge("bluffsite_sockets", "Open table sockets.", multiprocess_mode="livesum")


def counted[**P, R](submit: Callable[P, R]) -> Callable[P, R]:
    """Counts what the one door answers. A repeated answer to the same token is no new action."""

    @functools.wraps(submit)
    def count(*args: P.args, **kwargs: P.kwargs) -> R:
        began = time.perf_counter()
        try:
            accepted: Any = submit(*args, **kwargs)
        except Refused as refused:
            REFUSALS.labels(refused.code).inc()
            raise
        finally:
            ACTION_SECONDS.observe(time.perf_counter() - began)
        if accepted.record is not None:
            actor: Any = kwargs["actor"]
            ACTIONS.labels(accepted.record.game.slug, actor.by).inc()
        return accepted

    return count


def count_together(accepted: Iterable[tuple[Any, str]], seconds: float) -> None:
    """Counts actions, as (record, by), that were accepted in one go."""
    for record, by in accepted:
        ACTION_SECONDS.observe(seconds)
        ACTIONS.labels(record.game.slug, by).inc()
