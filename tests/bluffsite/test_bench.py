"""The bench measures what it says: its clients, its reading of processes, its arithmetic, and one small run of everything."""

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from bluffsite.bench import engines, machine, players, report
from bluffsite.bench.players import Players, Turn
from bluffsite.bench.seats import OPTIONS, Made
from bluffsite.bench.wire import Socket
from games.core.chance import SecretChance
from games.core.registry import all_games
from games.liars_dice import engine

ROOT = Path(__file__).resolve().parents[2]


# --- clients --------------------------------------------------------------------------------------------------------------
def test_the_clients_play_a_whole_match_by_the_rules():
    chance = SecretChance(bytes(32), "bench", [""] * 4)
    state = engine.start(4, msgspec.convert(OPTIONS, engine.Options), chance).state
    actions = 0
    while engine.result(state) is None and actions < 600:
        if engine.due(state) is not None:
            state = engine.proceed(state, chance).state
            continue
        view = engine.view(state, None)
        turn = Turn(view.to_act, len(view.bids), view.in_play)
        state = engine.apply(state, turn.seat, msgspec.json.decode(players.action(turn), type=engine.Action), chance).state
        actions += 1
    assert actions == 600, "a match is long enough for every measurement"


def test_the_turn_is_read_from_the_view_of_any_seat():
    text = b'{"type":"view","version":7,"view":{"to_act":2,"bids":[{"seat":1,"count":1,"face":"*"}],"in_play":19}}'
    assert players.turn_in_json(text, 0) == Turn(2, 1, 19)
    assert players.turn_in_json(text.replace(b'"to_act":2', b'"to_act":null'), 0) is None


def test_the_turn_is_read_from_the_page_of_the_seat_to_act_alone():
    page = rb'{"type":"page","version":3,"own":"<div data-turn=\"me\"><section data-for=\"1-2-3-18\">"}'
    assert players.turn_in_html(page, 3) == Turn(3, 3, 18)
    assert players.turn_in_html(page.replace(b"me", b"other"), 3) is None
    with pytest.raises(ValueError, match="position"):
        players.turn_in_html(page.replace(b"data-for", b"data-of"), 3)


class _Sent:
    """A socket that only remembers."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []

    def send(self, text: bytes) -> None:
        self.texts.append(text)


def _view(version: int, to_act: int) -> bytes:
    return b'{"type":"view","version":%d,"view":{"to_act":%d,"bids":[],"in_play":20}}' % (version, to_act)


def test_an_action_has_arrived_when_the_last_seat_was_shown_it():
    table = Players(Made(1, "key", ("",) * 4, (1, 2, 3, 4)), "json")
    sockets = [_Sent() for _ in range(4)]
    for seat, socket in enumerate(sockets):
        table.add(seat, socket)  # type: ignore[arg-type]
    took: list[float] = []
    table.settled = took.append
    for seat in range(4):
        table.hear(seat, _view(1, 2))
    assert table.act()
    assert not table.act(), "one action at a time"
    assert [len(socket.texts) for socket in sockets] == [0, 0, 1, 0]
    for seat in (2, 0, 1):
        table.hear(seat, _view(2, 3))
    table.hear(2, b'{"type":"accepted","token":"t1","version":2}')
    assert (took, table.is_waiting) == ([], True)
    table.hear(3, _view(2, 3))
    assert len(took) == 1
    assert not table.is_waiting
    assert (table.version, table.turn) == (2, Turn(3, 0, 20))


def test_the_first_round_of_a_table_may_be_shorter_so_that_tables_get_out_of_step():
    table, socket = Players(Made(1, "key", ("",) * 4, (1, 2, 3, 4)), "json", first=1), _Sent()
    for seat in range(4):
        table.add(seat, socket)  # type: ignore[arg-type]
    bid = b'{"seat":1,"count":1,"face":1}'
    for version, is_round_over in ((1, False), (2, True)):
        for seat in range(4):
            table.hear(seat, _view(version, 2).replace(b"[]", b"[%s]" % bid))
        table.hear(2, b'{"type":"accepted","token":"t%d","version":%d}' % (version - 1, version))
        assert (table.act(), table.rounds) == (True, 1)
        assert (b"challenge" in socket.texts[-1]) is not is_round_over, "the rounds after it have as many bids as ever"


def test_a_socket_that_failed_is_replaced_at_its_seat():
    table = Players(Made(1, "key", ("",) * 4, (1, 2, 3, 4)), "json")
    sockets = [_Sent() for _ in range(5)]
    for seat, socket in zip((0, 1, 2, 2, 3), sockets, strict=True):
        table.add(seat, socket)  # type: ignore[arg-type]
    for seat in range(4):
        table.hear(seat, _view(1, 2))
    table.act()
    assert [len(socket.texts) for socket in sockets] == [0, 0, 0, 1, 0]


async def test_the_socket_reads_frames_however_they_are_cut():
    socket, heard = Socket("/", host="x"), []
    socket.on_text = heard.append
    texts = [b"a" * 5, b"b" * 125, b"c" * 126, b"d" * 70_000]
    frames = b"".join(b"\x81" + _length(len(text)) + text for text in texts)
    stream = b"HTTP/1.1 101 Switching Protocols\r\nX: y\r\n\r\n" + frames
    for at in range(0, len(stream), 1009):
        socket.data_received(stream[at : at + 1009])
    assert heard == texts
    assert socket.opened.done()


def _length(length: int) -> bytes:
    if length < 126:
        return bytes((length,))
    return b"\x7e" + length.to_bytes(2) if length < 65536 else b"\x7f" + length.to_bytes(8)


async def test_a_refused_handshake_is_an_error():
    socket = Socket("/", host="x")
    socket.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    with pytest.raises(ConnectionError, match="403"):
        await asyncio.wait_for(socket.opened, 1)


# --- measuring ------------------------------------------------------------------------------------------------------------
def test_quantiles_and_shares():
    times = report.times_of([number / 1000 for number in range(1, 101)])
    assert (times.count, round(times.p50_ms), round(times.p95_ms), round(times.p99_ms), round(times.max_ms)) == (100, 51, 96, 100, 100)
    share = report.share_of({"web": 0.5, "database": 0.25}, 500, 2.0)
    assert (share.count, share.per_second, share.cpu_ms, share.total_ms) == (500, 250.0, {"web": 1.0, "database": 0.5}, 1.5)
    with pytest.raises(ValueError, match="nothing"):
        report.times_of([])


def test_the_floor_is_the_mean_of_what_was_done_on_either_side_of_the_load():
    def floor(count: int, cpu: float, seconds: float) -> report.Floor:
        share = report.share_of({"process": cpu}, count, seconds)
        return report.Floor(writers=4, share=share, alone_ms=cpu, latency_ms=2 * cpu, door=[report.Door(1, 100, share)])

    mean = report.mean(floor(100, 0.1, 1.0), floor(300, 0.5, 3.0))
    assert (mean.share.count, mean.share.per_second, mean.share.cpu_ms) == (400, 100.0, {"process": pytest.approx(1.5)})
    assert (mean.alone_ms, mean.latency_ms) == (pytest.approx(0.3), pytest.approx(0.6))
    assert mean.door[0].share == mean.share


@pytest.mark.skipif(not machine.can_measure(), reason="there is no /proc on this system")
def test_cpu_time_of_a_process_counts_its_children_also_when_they_have_ended():
    burn = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass"
    parent = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {burn!r}])\nprint('done', flush=True)\nsys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        spent = machine.cpu_seconds(process.pid)
        assert (machine.memory(process.pid) or 0) > 1_000_000
        assert machine.parent_of(process.pid) == os.getpid()
        process.communicate()
    assert 0.25 <= spent < 5


@pytest.mark.skipif(not machine.can_measure(), reason="there is no /proc on this system")
def test_a_meter_tells_what_was_spent_since_it_was_restarted():
    meter = machine.Meter({"me": os.getpid()})
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass
    assert meter.spent()["me"] >= 0.08
    meter.restart()
    assert meter.spent()["me"] < 0.05


# --- games ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_rules_of_every_game_are_measured_at_their_largest_table(game):
    found = engines.measure(game, 0)
    game.engine.check_table(found.seats, game.options())
    assert found.seats == engines.sizes(game)[-1]
    assert found.step.count > 0
    assert 0 < found.step.p50_ms <= found.step.p99_ms
    assert (found.random_matches, found.thousand) == (1, 1000 * found.random_cpu)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_largest_hand_is_one_that_a_seat_holds_at_its_turn(game):
    state, seat, held = engines.largest_hand(game, matches=2)
    assert game.engine.actors(state).waited == seat
    assert held == len(getattr(game.engine.view(state, seat), "own", None) or ())
    others = (other for number in (0, 1) for other in engines.walk(game, engines.sizes(game)[-number], number))
    assert all(len(getattr(game.engine.view(one, at), "own", None) or ()) <= held
               for one in others if (at := game.engine.actors(one).waited) is not None)  # fmt: skip


@pytest.mark.e2e
def test_the_games_alone_are_measured_without_a_running_site():
    command = [sys.executable, str(ROOT / "manage.py"), "bench", "--part", "engines", "--quick", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    slugs = [game.slug for game in all_games()]
    assert [one["game"] for one in found["engines"]] == slugs
    assert [one["game"] for one in found["pages"]] == slugs
    assert all(one["page_ms"] > one["own_known_ms"] > 0 for one in found["pages"])


# --- everything -----------------------------------------------------------------------------------------------------------
@pytest.mark.e2e
@pytest.mark.parametrize("face", ["json", "html"])
def test_a_quick_run_of_the_whole_bench(face):
    command = [sys.executable, str(ROOT / "manage.py"), "bench", "--quick", "--json", "--face", face]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["face"] == face
    assert not [note for note in found["notes"] if "refused" in note or "not reached" in note]
    assert found["full"]["share"]["count"] >= 6
    assert found["fixed"]["times"]["p50_ms"] > 0
    assert found["floor"]["share"]["count"] == 2 * 4 * 100, "before and after the load"
    assert {one["name"] for one in found["decisions"]} >= {"computer, easy", "computer, normal", "computer, hard", "engine: apply"}
    assert [one["game"] for one in found["games"]["pages"]] == [game.slug for game in all_games()]
    if machine.can_measure():
        assert {"web", "worker"} <= set(found["full"]["share"]["cpu_ms"])
        assert found["ratios"]["cpu_per_action_to_transaction"] > 0
