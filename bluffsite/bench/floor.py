"""The floor under every action: the journal's transaction alone, and the one door alone, without any socket.

`python -m bluffsite.bench.floor PLAN` (JSON) runs as a process of its own on the server's core and prints JSON.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from typing import Any

import django
import msgspec

from bluffsite.bench import machine
from bluffsite.bench.report import Door, Floor, Share, share_of

WRITERS = 4
"""Threads of a web process that write (the setting SOCKET_THREADS), and writers of the floor."""
WINDOW = 100
"""Actions of a match that are measured together."""


class Plan(msgspec.Struct):
    """`postmaster` is the database's process, None where it cannot be measured; `actions` how many each match has."""

    core: int | None
    postmaster: int | None
    actions: int


def main() -> None:
    plan = msgspec.json.decode(sys.argv[1], type=Plan)
    machine.pin(plan.core)
    django.setup()
    from bluffsite.bench.seats import make

    matches = [made.table_id for made in make(3 * WRITERS, ["en"])]
    meter = machine.Meter({"process": os.getpid(), **({"database": plan.postmaster} if plan.postmaster else {})})
    played = matches[:WRITERS]
    door = _door(played, plan, meter)
    alone, many = matches[WRITERS:][:1], matches[2 * WRITERS :]
    _, times = _transactions(alone, plan.actions // 2, meter)
    share, all_times = _transactions(many, plan.actions, meter)
    floor = Floor(writers=WRITERS, share=share, alone_ms=_median(times), latency_ms=_median(all_times), door=door)
    sys.stdout.write(msgspec.json.encode(floor).decode() + "\n")
    sys.stdout.flush()
    os._exit(0)  # announcing threads would wait for a Redis that this process never needed


def _median(times: Sequence[float]) -> float:
    return sorted(times)[len(times) // 2] * 1000


@cache
def _writers() -> ThreadPoolExecutor:
    """Threads that stay, each with its own connection, as in a web process."""
    return ThreadPoolExecutor(WRITERS)


def _together(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    return [done.result() for done in [_writers().submit(call) for call in calls]]


# --- the one door -------------------------------------------------------------------------------------------------------
def _door(matches: Sequence[int], plan: Plan, meter: machine.Meter) -> list[Door]:
    """CPU per action through `submit_action`, by the number of the action in its match."""
    found = []
    for first in range(0, plan.actions, WINDOW):
        meter.restart()
        began = time.perf_counter()
        _together([lambda match=match: _play(match, WINDOW) for match in matches])  # type: ignore[misc]
        share = share_of(meter.spent(), WINDOW * len(matches), time.perf_counter() - began)
        found.append(Door(first=first + 1, last=first + WINDOW, share=share))
    return found


def _play(match_id: int, actions: int) -> None:
    """So many actions of a match; the clock of the test runs ahead where the table would pause."""
    from games.play.services import record as records
    from games.play.services.actions import CLOCK, Actor, submit_action

    for number in range(actions):
        record = records.current(match_id)
        seat, action = next_action(record)
        actor = CLOCK if seat is None else Actor.person(record.places[seat].user_id or 0)
        now = max(time.time(), record.due_at or 0.0) if seat is None else time.time()
        submit_action(
            match_id=match_id, seat=seat, action=action, version=record.version, actor=actor, now=now, token=f"{record.version}-{number}"
        )


def next_action(record: Any) -> tuple[int | None, dict[str, Any]]:
    """What the clients of a table would do next, or the clock."""
    from bluffsite.bench.players import Turn, action

    view = record.engine.view(record.state, None)
    if view.to_act is None:
        return None, {"type": "proceed"}
    return view.to_act, msgspec.json.decode(action(Turn(view.to_act, len(view.bids), view.in_play)))


# --- the transaction ----------------------------------------------------------------------------------------------------
def _transactions(matches: Sequence[int], actions: int, meter: machine.Meter) -> tuple[Share, list[float]]:
    """What `journal.store` costs, one writer for each match, and how long each call took. All that it stores is made before."""
    chains = [_chain(match, actions) for match in matches]
    _together([lambda chain=chain: _write(*chain, count=20) for chain in chains])  # type: ignore[misc]
    meter.restart()
    began = time.perf_counter()
    times = _together([lambda chain=chain: _write(*chain) for chain in chains])  # type: ignore[misc]
    share = share_of(meter.spent(), sum(map(len, times)), time.perf_counter() - began)
    return share, [one for some in times for one in some]


def _chain(match_id: int, actions: int) -> tuple[list[Any], list[Any]]:
    """The match as it stands, and so many changes of it in order that nobody has written yet."""
    from games.play.services import moves
    from games.play.services import record as records
    from games.play.services.deals import MatchChance
    from games.play.services.journal import Entry

    record = records.read(match_id)
    changes = []
    at = time.time()
    held = [record]
    for number in range(actions + 20):
        seat, action = next_action(record)
        by: Any = "clock" if seat is None else "person"
        at = max(at, record.due_at or 0.0) if seat is None else at
        chance = MatchChance(match_id, record.key, record.parts)
        move = moves.make(moves.Asked(record, seat, action, by, chance, Random(), at))
        entry = Entry(seat, by, f"floor-{number}" if seat is not None else None, action["type"], move.action, chance.draws, move.events)
        changes.append((move.record, entry, at))
        record = move.record
    return held, changes


def _write(held: list[Any], changes: list[Any], count: int | None = None) -> list[float]:
    """Write the next `count` changes (default: all that are left); seconds of each."""
    from games.play.services import journal

    times = []
    for _ in range(len(changes) if count is None else count):
        after, entry, now = changes.pop(0)
        began = time.perf_counter()
        stored = journal.store(held[0], after, entry, now=now)
        times.append(time.perf_counter() - began)
        assert stored is not None, "somebody else wrote to a match of the floor"
        held[0] = stored[0]
    return times


if __name__ == "__main__":
    main()
