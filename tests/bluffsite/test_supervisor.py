"""The supervisor with real, small processes: restarts, giving up, stopping, and leaving nobody behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bluffsite.running import supervisor as module
from bluffsite.running.supervisor import Child, Supervisor, end, reason

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]


def wait_for(condition: Callable[[], object], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def running(told):
    made = Supervisor(os.environ, told.append)
    yield made
    made.stop()


def child(tmp_path: Path, command: list[str], name: str = "sleeper") -> Child:
    return Child(name, command, tmp_path / f"{name}.log")


def test_killed_child_is_started_again_and_told(tmp_path, running, told):
    sleeper = child(tmp_path, SLEEPER)
    running.add(sleeper)
    first = sleeper.process.pid
    os.kill(first, signal.SIGKILL)
    sleeper.process.wait()
    wait_for(lambda: running.check(sleeper) and sleeper.process.poll() is None)
    assert sleeper.process.pid != first
    assert told == [f"The sleeper stopped (SIGKILL); starting it again. See {tmp_path / 'sleeper.log'}"]


def test_living_child_is_left_alone(tmp_path, running, told):
    sleeper = child(tmp_path, SLEEPER)
    running.add(sleeper)
    pid = sleeper.process.pid
    assert running.check(sleeper)
    assert sleeper.process.pid == pid
    assert told == []


def test_sixth_death_within_a_minute_is_given_up(tmp_path, running, told, monkeypatch):
    monkeypatch.setattr(module, "BACKOFF", (0.0,) * 5)
    failing = child(tmp_path, [sys.executable, "-c", "raise SystemExit(3)"])
    running.add(failing)
    assert running.watch(lambda: 0.01) == 1
    assert len(failing.deaths) == 6
    assert told[-1].startswith("The sleeper died 6 times within a minute: giving up.")
    assert "(code 3)" in told[0]


def test_deaths_of_long_ago_do_not_count(tmp_path, running, monkeypatch):
    monkeypatch.setattr(module, "BACKOFF", (0.0,) * 5)
    sleeper = child(tmp_path, SLEEPER)
    running.add(sleeper)
    sleeper.deaths.extend([time.monotonic() - 100] * 5)
    os.kill(sleeper.process.pid, signal.SIGKILL)
    sleeper.process.wait()
    assert running.check(sleeper)
    assert len(sleeper.deaths) == 1


def test_restarts_wait_longer_each_time(tmp_path, running):
    failing = child(tmp_path, [sys.executable, "-c", "raise SystemExit(1)"])
    failing.deaths.extend([time.monotonic()] * 3)
    running.add(failing)
    failing.process.wait()
    before = time.monotonic()
    assert running.check(failing)
    assert failing.due - before == pytest.approx(module.BACKOFF[3], abs=0.2)


def test_before_runs_at_every_start_and_after_death_gets_the_pid(tmp_path, told, monkeypatch):
    monkeypatch.setattr(module, "BACKOFF", (0.0,) * 5)
    dead: list[int] = []
    starts: list[str] = []
    running = Supervisor(os.environ, told.append, dead.append)
    sleeper = child(tmp_path, SLEEPER)
    sleeper.before = lambda: starts.append("start")
    running.add(sleeper)
    pid = sleeper.process.pid
    os.kill(pid, signal.SIGKILL)
    sleeper.process.wait()
    assert running.check(sleeper)
    running.stop()
    assert starts == ["start", "start"]
    assert dead == [pid]


def test_what_a_killed_child_left_behind_is_ended_before_it_is_started_again(tmp_path, running):
    note = tmp_path / "grandchild"
    code = (
        f"import subprocess, time; p = subprocess.Popen(['sleep', '60']); open({str(note)!r}, 'w').write(str(p.pid) + ' '); time.sleep(60)"
    )
    parent = child(tmp_path, [sys.executable, "-c", code])
    running.add(parent)
    wait_for(lambda: note.exists() and note.read_text().endswith(" "))
    grandchild = int(note.read_text())
    os.kill(parent.process.pid, signal.SIGKILL)
    parent.process.wait()
    assert running.check(parent)
    wait_for(lambda: not is_running(grandchild))


def test_stop_ends_children_last_started_first(tmp_path, told):
    order = tmp_path / "order"
    running = Supervisor(os.environ, told.append)
    for name in ("store", "web"):
        code = (
            "import signal, sys, time\n"
            f"def bye(*_):\n    open({str(order)!r}, 'a').write('{name} ')\n    sys.exit(0)\n"
            f"signal.signal(signal.SIGTERM, bye)\nopen({str(tmp_path / name)!r}, 'w').close()\ntime.sleep(60)"
        )
        running.add(child(tmp_path, [sys.executable, "-c", code], name))
    wait_for(lambda: (tmp_path / "store").exists() and (tmp_path / "web").exists())
    running.stop()
    assert order.read_text() == "web store "


def test_child_that_ignores_sigterm_is_killed_after_some_patience(tmp_path):
    ready = tmp_path / "ready"
    code = f"import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); open({str(ready)!r}, 'w').close(); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    wait_for(ready.exists)
    end(process, patience=0.1)
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("has_death_signal", [True, False], ids=["death signal", "inherited pipe"])
def test_children_die_with_a_killed_supervisor(tmp_path, has_death_signal):
    if has_death_signal and not module.HAS_DEATH_SIGNAL:
        pytest.skip("this system has no PR_SET_PDEATHSIG")
    note = tmp_path / "child"
    code = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid()) + ' '); time.sleep(60)"
    program = (
        "import os, sys, time; from pathlib import Path; from bluffsite.running import supervisor as s\n"
        f"s.HAS_DEATH_SIGNAL = {has_death_signal}\n"
        f"s.Supervisor(os.environ, print).add(s.Child('c', [sys.executable, '-c', {code!r}], Path({str(tmp_path / 'log')!r})))\n"
        "time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=module.__file__.rsplit("/", 3)[0])
    wait_for(lambda: note.exists() and note.read_text().endswith(" "))
    pid = int(note.read_text())
    assert is_running(pid)
    parent.kill()
    parent.wait()
    wait_for(lambda: not is_running(pid))


def test_reason_names_signals_and_codes():
    assert (reason(0), reason(-9), reason(-15), reason(-200)) == ("code 0", "SIGKILL", "SIGTERM", "signal 200")
