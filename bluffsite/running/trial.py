"""`manage.py test`: everything that CI runs, in steps, with one summary. Works without Django's settings."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from bluffsite.running import audit

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("lint", "unit", "postgres", "e2e")
NOTHING_COLLECTED = 5
"""pytest's return code when no test was selected."""
NO_POSTGRES = 75
"""`tests.postgres` could not start a server here."""
TIME_LIMIT = 2700
"""Seconds for one step: a hanging test is a failure, not a wait."""

BROWSERS = 3
"""Processes that drive a browser, each with a site of its own. They wait more than they work, also on two processors."""

GRACE = 60
"""Seconds that an interrupted step has to end what it started."""
TOO_LATE = 124

AUDITED = {audit.KNOWN_FLAWS: "passed, with known flaws in requirements: see `manage.py audit`", audit.NO_ANSWER: "not asked: no network"}
"""A flaw that became known today is no fault of what is tested: it is told, and `manage.py audit` itself fails."""

PRODUCTION = {
    "SITE_URL": "https://bluffsite.example",
    "SECRET_KEY": "k3Zqp7Wd" * 8,
    "ALLOWED_HOSTS": "bluffsite.example",
    "EMAIL_URL": "smtp+tls://site:secret@mail.bluffsite.example:587",
}


@dataclass(frozen=True)
class Step:
    """One command of the run. `quiet`: its output is shown only if it fails. `allowed`: return code -> why it is no failure."""

    name: str
    command: Sequence[str]
    quiet: bool = True
    environ: Mapping[str, str] = field(default_factory=dict)
    allowed: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    step: Step
    code: int
    seconds: float

    @property
    def is_bad(self) -> bool:
        return self.code != 0 and self.code not in self.step.allowed

    @property
    def word(self) -> str:
        return "failed" if self.is_bad else self.step.allowed.get(self.code, "passed")


def tool(name: str) -> str:
    """A program of this environment."""
    return str(Path(sys.executable).parent / name)


def manage(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]


def lint_steps() -> Iterator[Step]:
    yield Step("mypy (strict)", [tool("mypy")])
    yield Step("ruff check", [tool("ruff"), "check", "."])
    yield Step("ruff format", [tool("ruff"), "format", "--check", "."])
    yield Step("imports", [tool("lint-imports")])
    yield Step("templates", [tool("djlint"), "templates", *map(str, sorted(ROOT.glob("games/*/templates"))), "--lint"])
    yield Step("migrations", manage("makemigrations", "--check", "--dry-run"), environ={"SECRET_KEY": "for the check alone"})
    yield Step("audit", manage("audit"), environ=PRODUCTION, allowed=AUDITED)
    yield Step("check --deploy", manage("check", "--deploy", "--fail-level", "WARNING"), environ=PRODUCTION)


def pytest_step(name: str, options: Sequence[str], asked: argparse.Namespace, prefix: Sequence[str] = ()) -> Step:
    command = [sys.executable, *prefix, "-m", "pytest", *options, *(["--long"] if asked.long else []), *asked.pytest]
    allowed = {NOTHING_COLLECTED: "no such test here"} if asked.pytest else {}
    if name == "postgres" and not os.environ.get("CI"):
        allowed[NO_POSTGRES] = "skipped: no PostgreSQL here"
    return Step(name, command, quiet=False, allowed=allowed)


def test_steps(asked: argparse.Namespace) -> Iterator[Step]:
    """Playwright's loop and the async tests cannot share a process; neither can two databases."""
    workers = str(min(os.cpu_count() or 2, 8))
    if "unit" in asked.only:
        yield pytest_step("unit", ["-m", "not e2e and not postgres", "-n", workers, "-q"], asked)
    if "postgres" in asked.only:
        prefix = ["-m", "tests.postgres", sys.executable]
        yield pytest_step("postgres", ["-m", "postgres and not e2e", "-q"], asked, prefix)
    if "e2e" in asked.only:
        yield pytest_step("e2e", ["-m", "e2e", "-n", str(BROWSERS), "--dist", "loadgroup", "-q"], asked)


# --- running ---------------------------------------------------------------------------------------------------------
def run_step(step: Step, environ: Mapping[str, str]) -> Outcome:
    began = time.monotonic()
    output = subprocess.PIPE if step.quiet else None
    try:
        process = subprocess.Popen(
            step.command,
            cwd=ROOT,
            env={**environ, **step.environ},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if step.quiet else None,
        )
        code, said = finish(process)
    except FileNotFoundError as error:
        code, said = 127, str(error).encode()
    outcome = Outcome(step, code, time.monotonic() - began)
    if said and outcome.is_bad:
        print(f"\n--- {step.name} ---\n{said.decode(errors='replace').rstrip()}", flush=True)
    return outcome


def finish(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    """(return code, output). What takes too long is interrupted first, so that pytest ends its servers and says what failed."""
    try:
        said, _ = process.communicate(timeout=TIME_LIMIT)
        return process.returncode, said
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        said, _ = process.communicate(timeout=GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        said, _ = process.communicate()
    return TOO_LATE, said


def hear_interrupts() -> None:
    """A program started in the background of a shell ignores SIGINT, and so would every step."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def run_all(asked: argparse.Namespace) -> list[Outcome]:
    hear_interrupts()
    folder = Path(tempfile.mkdtemp(prefix="bluffsite-lint-"))
    environ = {
        key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL", "DEBUG", "DJANGO_SETTINGS_MODULE")
    }
    try:
        outcomes = []
        if "lint" in asked.only:
            print("Checking the code ...", flush=True)
            with ThreadPoolExecutor(min(os.cpu_count() or 2, 4)) as pool:
                outcomes += pool.map(lambda step: run_step(step, {**environ, "BLUFFSITE_DATA": str(folder)}), lint_steps())
        return outcomes + [run_step(announced(step), environ) for step in test_steps(asked)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def announced(step: Step) -> Step:
    print(f"\nRunning the tests: {step.name} ...", flush=True)
    return step


def summary(outcomes: Sequence[Outcome]) -> str:
    """One line per step and a verdict."""
    width = max(len(outcome.step.name) for outcome in outcomes)
    lines = [f"  {outcome.step.name:<{width}}  {outcome.seconds:6.1f} s  {outcome.word}" for outcome in outcomes]
    bad = [outcome.step.name for outcome in outcomes if outcome.is_bad]
    return "\n".join(["", *lines, "", f"FAILED: {', '.join(bad)}" if bad else "All is well."])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", action="append", choices=PARTS, help="run this part alone; may be given several times")
    parser.add_argument("--long", action="store_true", help="also the tests with full numbers of games and positions")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """What is not ours goes to pytest; then only tests run, unless parts are named."""
    parser = argparse.ArgumentParser(
        prog="manage.py test", description="Runs every check and test.", epilog="Other arguments are pytest's: paths, -k, -x ..."
    )
    add_arguments(parser)
    asked, asked_of_pytest = parser.parse_known_args(argv)
    asked.pytest = asked_of_pytest
    asked.only = asked.only or ([part for part in PARTS if part != "lint"] if asked_of_pytest else list(PARTS))
    return asked


def main(argv: Sequence[str]) -> int:
    """0 when all is well, else 1."""
    from bluffsite.running.catalogs import catalogs, compile_stale

    asked = parse(argv)
    compile_stale(catalogs(ROOT))
    outcomes = run_all(asked)
    print(summary(outcomes), flush=True)
    return 1 if any(outcome.is_bad for outcome in outcomes) else 0
