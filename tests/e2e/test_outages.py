"""Parts of the site are killed in the middle of matches: nothing is lost, nothing is doubled, and it goes on by itself.

Rules: common.clock.outage.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

import pytest

from bluffsite.running.stack import ROOT, RunningStack
from tests.e2e import wire
from tests.e2e.players import GAME, Player, Program, busy, decide_by_chance
from tests.postgres import NoPostgres, cluster
from tests.stack import children_of

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
pytestmark = [pytest.mark.e2e, linux]

GOES_ON = 10.0
"""Seconds after the restart in which every match has to go on."""
SHORT_OF = 1.5
"""Seconds by which the time given back may differ from the time lost."""
FAST = {"games": 20, "bot_speed": "fast", "leave_mode": "remove", "turn_seconds": 60}


@dataclass
class Sat:
    """A match with its persons' programs."""

    key: str
    players: list[Player]

    @property
    def version(self) -> int:
        return max(player.version for player in self.players)


@dataclass
class Evening:
    """Matches that run while the site is hurt: `lively` ones, and one where a person thinks all the time."""

    stack: RunningStack
    lively: list[Sat]
    thinker: Player

    @property
    def players(self) -> list[Player]:
        return [player for match in self.lively for player in match.players]


def new_match(enter: ExitStack, site: str, *, persons: int, size: int, seed: int, acts: bool = True, **options: Any) -> Sat:
    """A match that has begun: so many programs, the other seats are computers."""
    programs = [Program(site) for _ in range(persons)]
    key = programs[0].ask("POST", "tables", {"game": GAME, "size": size, "options": {**FAST, **options}})["key"]
    for program in programs[1:]:
        program.ask("POST", f"tables/{key}/seat", {})
    players = [enter.enter_context(Player(program, key, seed=seed + at, acts=acts)) for at, program in enumerate(programs)]
    for player in players:
        player.until(lambda player=player: player.view)
    programs[0].ask("POST", f"tables/{key}/start", {})
    return Sat(key, players)


@contextmanager
def evening(stack: RunningStack, seed: int) -> Iterator[Evening]:
    """Two matches of two persons with a computer, and one in which a person is waited for and does nothing."""
    with ExitStack() as enter:
        lively = [new_match(enter, stack.url, persons=2, size=3, seed=seed + 10 * at) for at in range(2)]
        thinker = new_match(enter, stack.url, persons=1, size=2, seed=seed, acts=False, turn_seconds=600).players[0]
        for match in lively:
            match.players[0].until(lambda match=match: match.version > 4)
        thinker.until(lambda: thinker.game.get("to_act") == thinker.view["seat"])
        yield Evening(stack, lively, thinker)


# --- hurting ----------------------------------------------------------------------------------------------------------


def kill_child(stack: RunningStack, name: str, *, only_beat: bool = False) -> None:
    """SIGKILL to one part, or to its child that keeps time; returns when the supervisor has started it again."""
    before = children_of(stack.pid)[name]
    os.kill(next(iter(children_of(before).values())) if only_beat else before, signal.SIGKILL)
    until = time.monotonic() + 20
    while children_of(stack.pid).get(name, before) == before:
        assert time.monotonic() < until, f"the {name} was not started again"
        time.sleep(0.02)


def kill_all(stack: RunningStack, *, with_children: bool, silent: float = 0.0) -> None:
    """SIGKILL to `serve`, and at the same moment to its children or not; after `silent` seconds it is started again."""
    victims = list(children_of(stack.pid).values()) if with_children else []
    stack.kill()
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    time.sleep(silent)
    stack.start(healthy=False)


def stop_all(stack: RunningStack) -> None:
    assert stack.stop() == 0
    stack.start(healthy=False)


HURTS = {
    "worker": lambda stack: kill_child(stack, "worker"),
    "beat": lambda stack: kill_child(stack, "worker", only_beat=True),
    "valkey": lambda stack: kill_child(stack, "valkey"),
    "web": lambda stack: kill_child(stack, "web"),
    "serve": lambda stack: kill_all(stack, with_children=False),
    "everything": lambda stack: kill_all(stack, with_children=True),
    "stop": stop_all,
}


def hurt(now: Evening, what: str, rng: random.Random) -> float:
    """At a random moment one part is killed; returns the seconds until all matches went on."""
    first = now.lively[0]
    wanted = first.version + rng.randint(0, 3)
    first.players[0].until(lambda: first.version >= wanted)
    time.sleep(rng.uniform(0, 0.7))
    asked = [(player, player.accepted[-1]) for player in now.players if player.accepted]
    HURTS[what](now.stack)
    at = [match.version for match in now.lively]
    began = time.monotonic()
    limit = GOES_ON * busy()
    for match, version in zip(now.lively, at, strict=True):
        match.players[0].until(lambda match=match, version=version: match.version >= version + 3, limit)
    took = time.monotonic() - began
    assert took < limit, f"after {what}"
    for player, last in asked:
        answer = player.program.act(player.key, last.token, last.version, last.action)
        assert answer == {"type": "accepted", "token": last.token, "version": last.accepted}, f"after {what}"
    return took


# --- looking back -----------------------------------------------------------------------------------------------------


def end(match: Sat) -> dict[str, Any]:
    """The persons leave, so that the match is over; its record, which must hold."""
    for player in match.players:
        player.leave()
    for player in match.players:
        player.until(lambda player=player: player.game["result"])
    return record_of(match.players[0])


def record_of(player: Player) -> dict[str, Any]:
    """The record as the player downloads it, checked by the command that everybody has."""
    address = f"{player.program.site}/api/v1/tables/{player.key}/record"
    with urlopen(Request(address, headers=player.program.headers), timeout=10) as answer:
        data = answer.read()
    done = subprocess.run([sys.executable, "manage.py", "verify", "-"], cwd=ROOT, input=data, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    return dict(json.loads(data))


def look_back(match: Sat) -> None:
    """The whole story: a log without gaps, every accepted action once, everything told once, nobody's time run out."""
    record = end(match)
    log = record["log"]
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
    assert not [entry for entry in log if entry["action"]["type"] in ("timeout", "absent")]
    for player in match.players:
        seat = player.view["seat"]
        mine = [entry for entry in log if entry["seat"] == seat and entry["action"]["type"] in ("bid", "challenge")]
        assert [(entry["number"], entry["action"]) for entry in mine] == [(one.accepted, one.action) for one in player.asked]
        assert [refusal for refusal in player.heard.refusals if refusal["code"] != "not_controller"] == []
        wire.check_json(player.heard.frames, record, seat)
        told = [event["version"] for event in player.heard.events]
        assert told == sorted(told)
        shown = {entry["number"] for entry in log if entry["events"]} - {1}
        assert shown <= {*told}


# --- tests --------------------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.xdist_group("outages")
"""One worker runs them all: they share what they hurt or wait for."""


@pytest.fixture(scope="module")
def own_stack() -> Iterator[RunningStack]:
    """A copy that may be hurt."""
    with RunningStack() as running:
        yield running


ALL = ["web", "beat", "valkey", "worker", "everything", "serve", "stop"]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))])
def test_parts_killed_in_the_middle_of_matches_lose_and_double_nothing(own_stack, seed) -> None:
    rng = random.Random(seed)
    with evening(own_stack, seed=seed) as now:
        for what in rng.sample(ALL, len(ALL)):
            hurt(now, what, rng)
        for match in now.lively:
            look_back(match)
        assert now.thinker.game["to_act"] == now.thinker.view["seat"], "and still there is time to think"


@pytest.mark.rule("common.clock.outage")
def test_time_of_an_outage_is_given_back(own_stack) -> None:
    silent = 8.0
    with ExitStack() as enter:
        match = new_match(enter, own_stack.url, persons=1, size=2, seed=3, acts=False, turn_seconds=20, max_timeouts=1)
        thinker = match.players[0]
        thinker.until(lambda: thinker.game.get("to_act") == thinker.view["seat"])
        version, had = thinker.version, thinker.remaining
        kill_all(own_stack, with_children=True, silent=silent)
        back = time.monotonic()
        thinker.until(lambda: thinker.version > version, GOES_ON * busy())
        has = thinker.remaining + (time.monotonic() - back)
        assert abs(has - had) < SHORT_OF, f"{had:.1f} s before, {has:.1f} s after"
        assert thinker.heard.events[-1]["event"]["type"] == "credit"
        action = decide_by_chance(thinker.view["choices"], random.Random(3))
        assert action is not None
        assert thinker.program.act(thinker.key, "thought-long", thinker.version, action)["type"] == "accepted"
        assert "timeout" not in [entry["action"]["type"] for entry in end(match)["log"]]


@pytest.fixture
def postgres() -> Iterator[str]:
    """The URL of a database of its own."""
    try:
        with cluster() as url:
            yield url
    except NoPostgres as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


def test_the_same_holds_on_postgresql(postgres: str) -> None:
    rng = random.Random(7)
    with RunningStack(environ={"DATABASE_URL": postgres}) as stack, evening(stack, seed=7) as now:
        for what in ["web", "worker", "everything"]:
            hurt(now, what, rng)
        for match in now.lively:
            look_back(match)


@pytest.mark.long
def test_database_that_did_not_answer_for_a_while_leaves_no_page_hanging(postgres: str) -> None:
    """Clients that gave up meanwhile must not keep the few connections that pages share."""
    with RunningStack(environ={"DATABASE_URL": postgres}) as stack:
        programs = processes_of(postgres)
        for pid in programs:
            os.kill(pid, signal.SIGSTOP)
        try:
            for _ in range(24):
                with socket.create_connection(("127.0.0.1", stack.port)) as client:
                    client.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{stack.port}\r\n\r\n".encode())
            time.sleep(14)  # longer than the server's patience with pages whose client has gone
        finally:
            for pid in programs:
                os.kill(pid, signal.SIGCONT)
        stack.wait_until_healthy(seconds=GOES_ON * busy())


def processes_of(url: str) -> list[int]:
    """The server of this cluster and its children."""
    folder = Path(parse_qs(urlsplit(url).query)["host"][0])
    server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]) == server:
                found.append(int(entry.name))
    return [server, *found]
