"""What the one door answers is counted by public labels."""

from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import REGISTRY

from games.play.metrics import counted
from games.play.services.actions import Accepted, Actor
from games.play.services.errors import Refused


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def door(answer: Any):
    """A door that always answers the same."""

    @counted
    def submit(*, actor: Actor) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return submit


def test_accepted_action_is_counted_by_game_and_actor():
    record: Any = SimpleNamespace(game=SimpleNamespace(slug="some_game"))
    before, timed = value("bluffsite_actions_total", game="some_game", by="bot"), value("bluffsite_action_seconds_count")
    door(Accepted(4, "t", record))(actor=Actor("bot"))
    assert value("bluffsite_actions_total", game="some_game", by="bot") == before + 1
    assert value("bluffsite_action_seconds_count") == timed + 1


def test_repeated_answer_is_no_new_action():
    names = [sample for metric in REGISTRY.collect() if metric.name == "bluffsite_actions" for sample in metric.samples]
    door(Accepted(4, "t"))(actor=Actor.person(1))
    assert names == [sample for metric in REGISTRY.collect() if metric.name == "bluffsite_actions" for sample in metric.samples]


def test_refusal_is_counted_by_its_code_and_still_raised():
    before = value("bluffsite_refusals_total", code="stale_version")
    with pytest.raises(Refused):
        door(Refused("stale_version", "common.action.order", 7))(actor=Actor.person(1))
    assert value("bluffsite_refusals_total", code="stale_version") == before + 1
