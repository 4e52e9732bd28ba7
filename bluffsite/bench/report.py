"""What was measured, and the same as text. Times are milliseconds where a name ends in `_ms`, CPU times always are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec


class Share(msgspec.Struct, frozen=True):
    """Work done: how many, how many a second, and CPU milliseconds for each of them by group of processes."""

    count: int
    per_second: float
    cpu_ms: dict[str, float]

    @property
    def total_ms(self) -> float:
        return sum(self.cpu_ms.values())


def share_of(spent: Mapping[str, float], count: int, seconds: float) -> Share:
    """From CPU seconds by group, the number of things done and the seconds that it took."""
    done = max(count, 1)
    return Share(count, count / seconds, {name: 1000 * cpu / done for name, cpu in spent.items()})


class Times(msgspec.Struct, frozen=True):
    """Quantiles of so many times."""

    count: int
    p50_ms: float
    p95_ms: float
    p99_ms: float
    max_ms: float


def times_of(seconds: Sequence[float]) -> Times:
    """Raises ValueError where there are none."""
    if not seconds:
        raise ValueError("nothing was measured")
    ordered = sorted(seconds)
    at = {p: 1000 * ordered[min(len(ordered) - 1, len(ordered) * p // 100)] for p in (50, 95, 99)}
    return Times(len(ordered), at[50], at[95], at[99], 1000 * ordered[-1])


class Door(msgspec.Struct, frozen=True):
    """CPU of actions `first` to `last` of a match through the one door, without sockets."""

    first: int
    last: int
    share: Share


class Floor(msgspec.Struct, frozen=True):
    """The journal's transaction alone: `alone_ms` with one writer, the rest with `writers`."""

    writers: int
    share: Share
    alone_ms: float
    latency_ms: float
    door: list[Door]


def mean(before: Floor, after: Floor) -> Floor:
    """Of two measurements, one on either side of the load: a machine is not equally fast for minutes."""
    return Floor(
        writers=before.writers,
        share=_mean(before.share, after.share),
        alone_ms=(before.alone_ms + after.alone_ms) / 2,
        latency_ms=(before.latency_ms + after.latency_ms) / 2,
        door=[Door(one.first, one.last, _mean(one.share, other.share)) for one, other in zip(before.door, after.door, strict=True)],
    )


def _mean(one: Share, other: Share) -> Share:
    """Weighed by what was done."""
    count = one.count + other.count
    seconds = one.count / one.per_second + other.count / other.per_second
    return Share(
        count,
        count / seconds,
        {name: (one.count * cpu + other.count * other.cpu_ms[name]) / count for name, cpu in one.cpu_ms.items()},
    )


class Echo(msgspec.Struct, frozen=True):
    """The echo socket on the same server: round trips at the fixed load, as many as it can, and memory of an idle one."""

    fixed: Times
    share: Share
    memory_bytes: float | None


class Full(msgspec.Struct, frozen=True):
    """So many tables playing as fast as they can. How busy the load's core and the server's were with it, 0 to 1."""

    tables: int
    share: Share
    times: Times
    load_busy: float
    server_busy: float


class Stage(msgspec.Struct, frozen=True):
    """So many tables with all their sockets, of which `playing` play as fast as they can and the others are idle.

    `connect` is for each socket; `idle_cpu` the share of a core that the server needs while nobody acts at all.
    """

    tables: int
    playing: int
    connect: Share
    share: Share
    times: Times
    memory_bytes: float | None = None
    idle_cpu: float | None = None


class Fixed(msgspec.Struct, frozen=True):
    """Each table acts once a second."""

    tables: int
    share: Share
    times: Times
    missed: int


class Decision(msgspec.Struct, frozen=True):
    """CPU of one decision, or of another piece of work, in milliseconds."""

    name: str
    count: int
    p50_ms: float
    p99_ms: float
    max_ms: float


def decision_of(name: str, nanoseconds: Sequence[int]) -> Decision:
    ordered = sorted(nanoseconds)
    at = [ordered[min(len(ordered) - 1, len(ordered) * p // 100)] / 1e6 for p in (50, 99)]
    return Decision(name, len(ordered), at[0], at[1], ordered[-1] / 1e6)


class Engine(msgspec.Struct, frozen=True):
    """The rules of a game alone: an action with all views at its largest table of `seats`, and random matches at the usual one.

    `random_cpu` are the CPU seconds of `random_matches`.
    """

    game: str
    seats: int
    step: Decision
    random_seats: int
    random_matches: int
    random_cpu: float

    @property
    def thousand(self) -> float:
        """CPU seconds of a thousand random matches."""
        return 1000 * self.random_cpu / self.random_matches


class PageCost(msgspec.Struct, frozen=True):
    """CPU milliseconds of the server: the whole table page; the own part of a seat that holds `held` cards or dice at a table of
    `seats`, made anew and where its pieces are known; the public part.
    """

    game: str
    seats: int
    held: int
    page_ms: float
    own_new_ms: float
    own_known_ms: float
    public_ms: float


class Games(msgspec.Struct, frozen=True):
    """What each registered game costs, without sockets."""

    engines: list[Engine]
    pages: list[PageCost]


class Report(msgspec.Struct, frozen=True):
    """A whole run. `counted` are the groups of processes whose CPU time is in the totals."""

    face: str
    database: str
    server_core: int | None
    load_core: int | None
    load_average: float | None
    counted: list[str]
    echo: Echo
    floor: Floor
    fixed: Fixed
    full: Full
    stages: list[Stage]
    decisions: list[Decision]
    games: Games
    notes: list[str]

    @property
    def ratios(self) -> dict[str, float]:
        """What may be compared between machines."""
        first, last = self.stages[0], self.stages[-1]
        door = self.floor.door
        return {
            "cpu_per_action_to_transaction": self.full.share.total_ms / self.floor.share.total_ms,
            "latency_to_echo": self.fixed.times.p50_ms / self.echo.fixed.p50_ms,
            "cpu_per_action_most_to_fewest_tables": last.share.total_ms / first.share.total_ms,
            "cpu_per_action_last_to_first_of_a_match": door[-1].share.total_ms / door[0].share.total_ms,
        }


def as_json(report: Report | Games) -> bytes:
    plain: dict[str, Any] = msgspec.to_builtins(report)
    return msgspec.json.format(msgspec.json.encode(plain | ({} if isinstance(report, Games) else {"ratios": report.ratios})), indent=2)


# --- text -------------------------------------------------------------------------------------------------------------
def as_text(report: Report | Games) -> str:
    return "\n".join(_of_games(report) if isinstance(report, Games) else _lines(report))


def _lines(report: Report) -> Iterator[str]:
    ratios, full = report.ratios, report.full
    yield f"bluffsite bench: {report.face} face on {report.database}"
    yield f"server on core {report.server_core}, load on core {report.load_core}; load average at the start {_number(report.load_average)}"
    yield f"CPU counted of: {', '.join(report.counted)}"
    yield ""
    yield f"accepted actions a second at saturation {full.share.per_second:8.0f}   ({full.tables} tables, p50 {full.times.p50_ms:.1f} ms)"
    yield f"  floor: transactions a second          {report.floor.share.per_second:8.0f}   ({report.floor.writers} writers, journal alone)"
    yield f"  floor: echoes a second                {report.echo.share.per_second:8.0f}"
    yield ""
    yield f"latency, action to last seat, {report.fixed.tables} tables x 1 action/s   {_times(report.fixed.times)}"
    yield f"  floor: echo at the same load                       {_times(report.echo.fixed)}"
    yield f"  floor: one transaction                             p50 {report.floor.alone_ms:6.2f} ms"
    yield ""
    yield f"CPU per accepted action                 {_cpu(full.share)}"
    yield f"  floor: the transaction alone          {_cpu(report.floor.share)}"
    yield f"  ratio to the floor {ratios['cpu_per_action_to_transaction']:27.2f}"
    yield f"  the door alone, no sockets            {_cpu(report.floor.door[0].share)}"
    yield f"  an echo                               {_cpu(report.echo.share)}"
    yield f"CPU per action at the fixed load        {_cpu(report.fixed.share)}   (with all that runs by the clock)"
    yield ""
    yield from _flat(report)
    yield ""
    measured = next((one for one in reversed(report.stages) if one.memory_bytes is not None), None)
    if measured is not None:
        yield f"memory per idle connection at a table   {measured.memory_bytes / 1024:8.1f} kB   ({measured.tables} tables)"
        if report.echo.memory_bytes is not None:
            yield f"  floor: idle echo connection           {report.echo.memory_bytes / 1024:8.1f} kB"
        yield ""
    yield "CPU per decision and piece of work      p50          p99          max"
    for one in report.decisions:
        yield f"  {one.name:36} {one.p50_ms:8.3f} ms {one.p99_ms:8.3f} ms {one.max_ms:8.3f} ms"
    yield ""
    yield from _of_games(report.games)
    if report.notes:
        yield ""
        yield from (f"note: {note}" for note in report.notes)


def _of_games(games: Games) -> Iterator[str]:
    yield "CPU of the rules: an action with all views at the largest table, and 1,000 random matches"
    for one in games.engines:
        told = "" if one.random_matches >= 1000 else f", from {one.random_matches}"
        yield (
            f"  {one.game:12} {one.seats:2} seats  p50 {one.step.p50_ms:6.3f} ms  p99 {one.step.p99_ms:6.3f} ms"
            f"   {one.thousand:6.1f} s ({one.random_seats} seats{told})"
        )
    yield "CPU of a page: whole page, own part with the largest hand (new, known), public part"
    for page in games.pages:
        yield (
            f"  {page.game:12} {page.seats:2} seats  {page.page_ms:6.1f} ms   {page.held:2} held: {page.own_new_ms:6.2f} ms,"
            f" {page.own_known_ms:6.2f} ms   {page.public_ms:6.2f} ms"
        )


def _flat(report: Report) -> Iterator[str]:
    yield f"flat: CPU per action by tables with sockets, of which {report.stages[0].playing} play"
    for stage in report.stages:
        idle = f"   idle {100 * stage.idle_cpu:.1f} % of a core" if stage.idle_cpu is not None else ""
        yield f"  {stage.tables:5} tables {_cpu(stage.share)}   to join {stage.connect.total_ms:.2f} ms{idle}"
    yield f"  most to fewest {report.ratios['cpu_per_action_most_to_fewest_tables']:.2f}"
    yield "flat: CPU per action by its number in the match (the door alone)"
    for door in report.floor.door:
        yield f"  {door.first:4} to {door.last:4} {_cpu(door.share)}"
    yield f"  last to first {report.ratios['cpu_per_action_last_to_first_of_a_match']:.2f}"


def _times(times: Times) -> str:
    return f"p50 {times.p50_ms:6.2f} ms  p95 {times.p95_ms:6.2f} ms  p99 {times.p99_ms:6.2f} ms"


def _cpu(share: Share) -> str:
    parts = ", ".join(f"{name} {value:.3f}" for name, value in share.cpu_ms.items())
    return f"{share.total_ms:8.3f} ms ({parts})"


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.2f}"
