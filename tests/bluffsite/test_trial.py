"""`manage.py test`: which steps run, what counts as a failure, and what is said at the end."""

import subprocess
import sys
from pathlib import Path

import pytest

from bluffsite.running import trial
from bluffsite.running.trial import Outcome, Step

ROOT = trial.ROOT


@pytest.fixture(autouse=True)
def on_a_user_s_machine(monkeypatch):
    monkeypatch.delenv("CI", raising=False)


def names(*arguments: str) -> list[str]:
    return [step.name for step in trial.test_steps(trial.parse(arguments))]


def test_plain_run_does_everything():
    asked = trial.parse([])
    assert asked.only == ["lint", "unit", "postgres", "e2e"]
    assert names() == ["unit", "postgres", "e2e"]


def test_part_can_be_chosen():
    assert trial.parse(["--only", "lint"]).only == ["lint"]
    assert names("--only", "e2e") == ["e2e"]
    assert names("--only", "unit", "--only", "postgres") == ["unit", "postgres"]


def test_arguments_of_pytest_are_handed_on_and_run_tests_alone():
    asked = trial.parse(["tests/games", "-k", "bid", "-x"])
    assert "lint" not in asked.only
    (unit,) = trial.test_steps(trial.parse(["--only", "unit", "tests/games", "-k", "bid", "-x"]))
    assert unit.command[-4:] == ["tests/games", "-k", "bid", "-x"]


def test_long_reaches_every_pytest():
    assert all("--long" in step.command for step in trial.test_steps(trial.parse(["--long"])))
    assert not any("--long" in step.command for step in trial.test_steps(trial.parse([])))


def test_browser_tests_never_share_a_process_with_the_others():
    marks = {}
    for step in trial.test_steps(trial.parse([])):
        after_pytest = step.command[step.command.index("pytest") :]
        marks[step.name] = after_pytest[after_pytest.index("-m") + 1]
    assert marks == {"unit": "not e2e and not postgres", "postgres": "postgres and not e2e", "e2e": "e2e"}


def test_lint_is_everything_that_ci_promises():
    commands = [" ".join(map(str, step.command)) for step in trial.lint_steps()]
    for part in ("mypy", "ruff check", "ruff format --check", "lint-imports", "djlint", "makemigrations --check", "check --deploy"):
        assert any(part in command for command in commands), part


# --- outcomes ---------------------------------------------------------------------------------------------------------
def step(code: int, **options) -> Step:
    return Step("step", [sys.executable, "-c", f"print('said something'); raise SystemExit({code})"], **options)


def test_quiet_step_speaks_only_when_it_fails(capfd):
    assert not trial.run_step(step(0), {}).is_bad
    assert capfd.readouterr().out == ""
    assert trial.run_step(step(3), {}).is_bad
    assert "said something" in capfd.readouterr().out


def test_program_that_is_missing_is_a_failure(capfd):
    outcome = trial.run_step(Step("gone", ["/no/such/program"]), {})
    assert outcome.is_bad
    assert "/no/such/program" in capfd.readouterr().out


def test_step_that_hangs_is_a_failure(monkeypatch):
    monkeypatch.setattr(trial, "TIME_LIMIT", 0.2)
    outcome = trial.run_step(Step("hang", [sys.executable, "-c", "import time; time.sleep(30)"]), {})
    assert (outcome.code, outcome.is_bad) == (trial.TOO_LATE, True)


def test_step_that_takes_too_long_may_still_clean_up(monkeypatch, tmp_path):
    monkeypatch.setattr(trial, "TIME_LIMIT", 3)
    trial.hear_interrupts()
    note = tmp_path / "cleaned"
    code = f"import time\ntry:\n    time.sleep(30)\nexcept KeyboardInterrupt:\n    open({str(note)!r}, 'w').close()"
    assert trial.run_step(Step("slow", [sys.executable, "-c", code]), {}).code == trial.TOO_LATE
    assert note.exists()


def test_step_that_ignores_the_interruption_is_killed(monkeypatch):
    monkeypatch.setattr(trial, "TIME_LIMIT", 3)
    monkeypatch.setattr(trial, "GRACE", 0.2)
    code = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(30)"
    assert trial.run_step(Step("stuck", [sys.executable, "-c", code]), {}).code == trial.TOO_LATE


def test_missing_postgresql_is_skipped_at_home_and_fails_in_ci(monkeypatch):
    (home,) = trial.test_steps(trial.parse(["--only", "postgres"]))
    assert Outcome(home, trial.NO_POSTGRES, 1).word == "skipped: no PostgreSQL here"
    monkeypatch.setenv("CI", "1")
    (ci,) = trial.test_steps(trial.parse(["--only", "postgres"]))
    assert Outcome(ci, trial.NO_POSTGRES, 1).is_bad


def test_no_selected_test_is_a_failure_only_when_nobody_selected():
    (plain,) = trial.test_steps(trial.parse(["--only", "unit"]))
    (selected,) = trial.test_steps(trial.parse(["--only", "unit", "-k", "bid"]))
    assert Outcome(plain, trial.NOTHING_COLLECTED, 1).is_bad
    assert not Outcome(selected, trial.NOTHING_COLLECTED, 1).is_bad


def test_summary_names_what_failed():
    good, bad = Outcome(Step("ruff", []), 0, 1.5), Outcome(Step("unit", []), 1, 61)
    assert trial.summary([good, bad]).splitlines() == ["", "  ruff     1.5 s  passed", "  unit    61.0 s  failed", "", "FAILED: unit"]
    assert trial.summary([good]).endswith("All is well.")


@pytest.mark.parametrize(("code", "expected"), [(0, 0), (1, 1)])
def test_exit_code_is_that_of_the_worst_step(monkeypatch, code, expected, capfd):
    monkeypatch.setattr(trial, "lint_steps", lambda: iter([step(0), step(code)]))
    assert trial.main(["--only", "lint"]) == expected


# --- CI ---------------------------------------------------------------------------------------------------------------
def test_ci_runs_the_one_command_with_ci_set():
    script = (ROOT / ".ci/run").read_text()
    assert "export CI" in script
    assert "python3 manage.py test" in script
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def test_skipped_test_fails_in_ci(tmp_path):
    """The rule of `tests/conftest.py`, with a session of its own."""
    (tmp_path / "test_one.py").write_text("import pytest\n\ndef test_one():\n    pytest.skip('no browser')\n")
    hook = ROOT / "tests" / "conftest.py"
    body = hook.read_text()
    start = body.index("def pytest_sessionfinish")
    (tmp_path / "conftest.py").write_text("import os\nimport pytest\n\n\n" + body[start : body.index("@pytest.fixture", start)])
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:django -p no:valkey\n")
    command = [sys.executable, "-m", "pytest", "-q", str(tmp_path), "-c", str(tmp_path / "pytest.ini")]
    assert subprocess.run(command, env={"CI": "1"}, capture_output=True, check=False, cwd=tmp_path).returncode == 1
    assert subprocess.run(command, env={}, capture_output=True, check=False, cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-test.txt"])
def test_requirements_are_locked_by_hash_and_name_no_address(name):
    text = (ROOT / name).read_text()
    assert "://" not in text
    pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert pins
    assert all("==" in line and line.rstrip().endswith("\\") for line in pins)
    assert text.count("--hash=sha256:") >= len(pins)


def test_site_needs_no_test_tool():
    site = {line.split("==")[0] for line in (ROOT / "requirements.txt").read_text().splitlines() if "==" in line}
    assert not site & {"pytest", "playwright", "ruff", "mypy", "hypothesis", "numpy"}


def test_lock_of_the_resolver_is_not_committed():
    ignored = Path(ROOT / ".gitignore").read_text().splitlines()
    assert {"uv.lock", ".venv/", "/var/", "*.mo"} <= set(ignored)
