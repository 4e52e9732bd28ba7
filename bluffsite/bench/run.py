"""One run of the bench: the stack on the server's core, the load on another, the floors beside it."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import msgspec

from bluffsite.bench import decisions, engines, floor, load, machine, pages
from bluffsite.bench.report import Floor, Games, PageCost, Report, mean
from bluffsite.bench.seats import GAME, SEATS
from bluffsite.running.postgres import NoPostgres, cluster
from bluffsite.running.stack import RunningStack
from games.core.registry import all_games

ROOT = Path(__file__).resolve().parents[2]
NO_LIMITS = {"SOCKET_ACTIONS": "1000", "SOCKET_MESSAGES": "1000", "RATE_LIMITS": "0"}
"""A seat of the load acts more often than people may."""


class Asked(msgspec.Struct, frozen=True):
    """What to measure. `stages` are numbers of tables with sockets, `tables` of them play, for `seconds` each time,
    and `crowd` of them for the greatest number of actions a second.
    """

    face: str
    database: str | None
    redis: str | None
    tables: int
    crowd: int
    seconds: float
    stages: tuple[int, ...]
    languages: tuple[str, ...] = ("en",)
    idle_seconds: float = 16.0
    floor_actions: int = 500
    bot_matches: int = 20
    game_seconds: float = 1.0


class Failed(Exception):
    """A part of the bench ended; the text is what it said."""


def run(asked: Asked, tell: Callable[[str], None]) -> Report:
    """Everything, in order. Raises Failed, DidNotStart."""
    usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    chosen = machine.cores()
    server_core, load_core = chosen or (None, None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started is stopped
    average, notes = machine.load_average(), []
    if chosen is None:
        notes.append("there is one core only: server and load share it")
    if average is not None and average > 0.7:
        notes.append(f"the machine was not idle (load average {average:.1f}): times are longer than they are, ratios hold better")
    stages = _possible(asked.stages, notes)
    try:
        with ExitStack() as parts:
            machine.pin(server_core)
            url, said = parts.enter_context(_database(asked.database))
            tell(f"The database is {said}.")
            environ = {"DATABASE_URL": url, "BLUFFSITE_APPLICATION": "bluffsite.bench.asgi:application", **NO_LIMITS}
            environ |= {"SOCKET_THREADS": str(floor.WRITERS)} | ({"REDIS_URL": asked.redis} if asked.redis else {})
            stack = parts.enter_context(RunningStack(environ=environ))
            roots = _roots(stack, url)
            mine = {
                "DATABASE_URL": url,
                "REDIS_URL": _redis(asked, roots),
                "SECRET_KEY": "only for the load",
                "BLUFFSITE_DATA": str(stack.data),
            }
            tell(f"The site answers at {stack.url}. Measuring the journal alone ...")
            bare: Any = floor.Plan(core=server_core, postmaster=roots.get("database"), actions=asked.floor_actions)
            before = _part("floor", bare, mine, Floor)
            tell("Measuring the computers ...")
            decided = decisions.measure(GAME, asked.bot_matches)
            tell("Measuring the games ...")
            games = run_games(asked.game_seconds, server_core)
            tell(f"Playing at {', '.join(map(str, stages))} tables ...")
            plan: Any = load.Plan(
                url=stack.url, face=asked.face, languages=list(asked.languages), core=load_core, roots=roots,
                playing=asked.tables, crowd=asked.crowd, stages=stages, seconds=asked.seconds, idle_seconds=asked.idle_seconds,
            )  # fmt: skip
            seen = _part("load", plan, mine, load.Load)
            tell("Measuring the journal alone again ...")
            alone = mean(before, _part("floor", bare, mine, Floor))
    finally:
        if usable is not None:
            os.sched_setaffinity(0, usable)
    return Report(
        face=asked.face, database=said, server_core=server_core, load_core=load_core, load_average=average, counted=list(roots),
        echo=seen.echo, floor=alone, fixed=seen.fixed, full=seen.full, stages=seen.stages, decisions=decided,
        games=games, notes=[*notes, *seen.notes],
    )  # fmt: skip


def run_games(seconds: float, core: int | None = None) -> Games:
    """What each game costs by itself, with up to so many CPU seconds for each measurement. Raises Failed."""
    measured = [engines.measure(game, seconds) for game in all_games()]
    with TemporaryDirectory(prefix="bluffsite-bench-") as folder:
        place = {"DATABASE_URL": f"sqlite:///{folder}/pages.sqlite3", "BLUFFSITE_DATA": folder, "SECRET_KEY": "only for the bench"}
        plan: Any = pages.Plan(core=core, times=21 if seconds else 3, matches=engines.SEARCHED if seconds else 2)
        return Games(measured, _part("pages", plan, place, list[PageCost]))


def _possible(stages: tuple[int, ...], notes: list[str]) -> list[int]:
    """The stages whose sockets this system allows."""
    most = (machine.allow_files(stages[-1] * SEATS + 512) - 512) // SEATS
    if stages[-1] > most:
        notes.append(f"this system allows sockets of {most} tables in one process (ulimit -n): no more were tried")
    return sorted({min(stage, most) for stage in stages})


@contextmanager
def _database(asked: str | None) -> Iterator[tuple[str, str]]:
    """The URL of the database and what to call it."""
    if asked is not None:
        yield asked, f"{asked.split(':', 1)[0]} (--database)"
        return
    with ExitStack() as parts:
        try:
            found = parts.enter_context(cluster(durable=True)), "a private PostgreSQL, commits wait for the disk"
        except NoPostgres as reason:
            folder = Path(mkdtemp(prefix="bluffsite-bench-"))
            parts.callback(shutil.rmtree, folder, ignore_errors=True)
            found = f"sqlite:///{folder / 'site.sqlite3'}", f"SQLite, since there is no PostgreSQL here ({reason})"
        yield found


def _roots(stack: RunningStack, database: str) -> dict[str, int]:
    """The processes whose CPU time is counted. What runs elsewhere (--database, --redis) cannot be."""
    if not machine.can_measure():
        return {}
    signs = {"web": "bluffsite.running.web", "worker": "celery", "valkey": "valkey"}
    found = {name: pid for name, sign in signs.items() if (pid := machine.children_named(stack.pid, sign)) is not None}
    if database.startswith("postgres") and (postmaster := _postmaster(database)) is not None:
        found["database"] = postmaster
    return found


def _postmaster(url: str) -> int | None:
    """The PostgreSQL server behind the URL, if it runs on this machine."""
    import environ
    import psycopg

    config = environ.Env.db_url_config(url)
    options = {"host": config["HOST"], "port": config["PORT"], "user": config["USER"], "password": config["PASSWORD"]}
    options |= config.get("OPTIONS", {})
    with psycopg.connect(dbname=config["NAME"], **{name: value for name, value in options.items() if value}) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        backend = row[0] if row else 0
        return machine.parent_of(backend) if "postgres" in machine.command(backend) else None


def _redis(asked: Asked, roots: Mapping[str, int]) -> str:
    """Where the load announces the matches that it makes."""
    return asked.redis or (machine.environment(roots["web"])["REDIS_URL"] if "web" in roots else "redis://127.0.0.1:6379")


def _part[T](name: str, plan: Any, environ: Mapping[str, str], kind: type[T]) -> T:
    """What a process of the bench found out."""
    command = [sys.executable, "-m", f"bluffsite.bench.{name}", msgspec.json.encode(plan).decode()]
    settings = {"DJANGO_SETTINGS_MODULE": "bluffsite.settings", "LOG_LEVEL": "WARNING"}
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **settings, **environ}, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout.strip():
        raise Failed(f"The bench's {name} ended with code {done.returncode}.\n{done.stderr.strip()[-4000:]}")
    return msgspec.json.decode(done.stdout.strip().splitlines()[-1], type=kind)
