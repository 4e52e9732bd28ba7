"""Programs at the tables of the real site, for tests: guests of the API, and players at the JSON face of the socket.

A `Player` plays from a thread of its own, by chance, until it is told to stop. When the line breaks it comes back, asks
for what it missed and, if an answer was still to come, asks again under the same token.
"""

import json
import os
import random
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Page
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.e2e import tables

GAME = "liars_dice"
PROTOCOL = "bluffsite.v1+json"
Decide = Callable[[dict[str, Any], random.Random], dict[str, Any] | None]
"""The choices of a seat and the player's own chance -> an action, or None where there is nothing to do."""
SECONDS = 45.0
"""How long anything may take that is not measured."""


def busy() -> float:
    """How much longer things may take because the machine has other work."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def until(condition: Callable[[], object], seconds: float = SECONDS) -> None:
    """Ask again and again until it is so. Raises TimeoutError."""
    end = time.monotonic() + seconds * busy()
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds:.0f} s")
        time.sleep(0.1)


class Program:
    """A guest of the API."""

    def __init__(self, site: str, name: str | None = None) -> None:
        self.site = site
        self.headers = {"Content-Type": "application/json", "Accept-Language": "en"}
        signed_in = self.ask("POST", "guests", {} if name is None else {"name": name})
        self.name: str = signed_in["name"]
        self.headers["Authorization"] = f"Bearer {signed_in['token']}"

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer as plain data. Raises HTTPError."""
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.site}/api/v1/{path}", data, self.headers, method=method), timeout=SECONDS) as answer:
            return json.loads(answer.read() or "null")

    def act(self, key: str, token: str, version: int, action: dict[str, Any]) -> dict[str, Any]:
        """`accepted`, or the problem that says why not, as the API tells it."""
        try:
            return dict(self.ask("POST", f"tables/{key}/act", {"token": token, "version": version, "action": action}))
        except HTTPError as error:
            with error:
                return dict(json.load(error))


@dataclass
class Asked:
    """An action as it was sent, and the version that it led to once that is known."""

    token: str
    version: int
    action: dict[str, Any]
    accepted: int | None = None

    @property
    def message(self) -> str:
        return json.dumps({"type": "act", "token": self.token, "version": self.version, "action": self.action})


@dataclass
class Heard:
    """What a player was told: frames as they came, events once each in order, answers that were no."""

    frames: list[str] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    refusals: list[dict[str, Any]] = field(default_factory=list)
    connections: int = 0


class Player:
    """A seat at a table. A context manager: `with Player(program, key, seed=1) as player: ...`.

    With `acts=False` it only looks on; `decide` is how it decides, else by chance. Attributes may be read from any thread.
    """

    def __init__(self, program: Program, key: str, *, seed: int = 1, acts: bool = True, decide: Decide | None = None) -> None:
        self.program, self.key, self.acts, self._decide = program, key, acts, decide or decide_by_chance
        self.heard = Heard()
        self.asked: list[Asked] = []
        self.view: dict[str, Any] = {}
        self.viewed_at = 0.0
        self._rng = random.Random(seed)
        self._news = threading.Condition()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping.set()
        self._thread.join(SECONDS)

    # --- for tests ------------------------------------------------------------------------------------------------
    @property
    def version(self) -> int:
        return int(self.view.get("version", 0))

    @property
    def game(self) -> dict[str, Any]:
        """The position; empty before the match."""
        return self.view.get("view") or {}

    @property
    def remaining(self) -> float:
        """Seconds left now to whoever is waited for, as a client would show it."""
        return float(self.view["remaining_ms"]) / 1000 - (time.monotonic() - self.viewed_at)

    @property
    def accepted(self) -> list[Asked]:
        return [asked for asked in self.asked if asked.accepted is not None]

    def __str__(self) -> str:
        game = {name: self.game.get(name) for name in ("phase", "to_act", "bids", "away", "result")}
        last, heard = self.asked[-1:], self.heard
        return f"seat {self.view.get('seat')} at version {self.version}, {game}, {last}, {heard.connections} times here, {heard.refusals}"

    def until(self, condition: Callable[[], object], seconds: float = SECONDS) -> float:
        """Wait until something has been told; returns the seconds it took. Raises TimeoutError."""
        began = time.monotonic()
        with self._news:
            if not self._news.wait_for(condition, seconds):
                raise TimeoutError(
                    f"not within {seconds:.1f} s: at version {self.version}, {self.game.get('phase')}, {self.heard.refusals}"
                )
        return time.monotonic() - began

    def leave(self) -> None:
        """Leave the match, by the API."""
        self.acts = False
        answer = self.program.act(self.key, str(uuid.uuid4()), self.version, {"type": "leave"})
        assert answer["type"] == "accepted", answer

    # --- the socket -----------------------------------------------------------------------------------------------
    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._connected() as socket:
                    self._play(socket)
            except (OSError, WebSocketException):
                self._stopping.wait(0.1)

    def _connected(self) -> ClientConnection:
        address = f"{self.program.site.replace('http', 'ws', 1)}/ws/tables/{self.key}/"
        address += f"?since={self.version}" if self.view else ""
        return connect(
            address, subprotocols=[PROTOCOL], additional_headers=self.program.headers, open_timeout=5, close_timeout=1, ping_interval=None
        )

    def _play(self, socket: ClientConnection) -> None:
        self.heard.connections += 1
        self._ask_again(socket)
        while not self._stopping.is_set():
            try:
                text = socket.recv(timeout=0.5)
            except TimeoutError:
                continue
            assert isinstance(text, str)
            with self._news:
                message = self._hear(text)
                self._news.notify_all()
            if message == {"type": "control", "yours": True}:  # a broken line of one's own held the seat until now
                self._ask_again(socket)
            self._answer(socket)

    def _ask_again(self, socket: ClientConnection) -> None:
        if self._waits:
            socket.send(self.asked[-1].message)

    @property
    def _waits(self) -> bool:
        """Whether the answer to the last action is still to come."""
        return bool(self.asked) and self.asked[-1].accepted is None and self.asked[-1].token not in self._refused

    @property
    def _refused(self) -> set[str]:
        """Tokens that were refused for good."""
        return {refusal["token"] for refusal in self.heard.refusals if refusal["code"] != "not_controller"}

    def _hear(self, text: str) -> dict[str, Any]:
        self.heard.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        self.heard.events += message.get("events", ())
        if message["type"] == "view":
            self.view, self.viewed_at = message, time.monotonic()
        elif message["type"] == "accepted":
            next(asked for asked in self.asked if asked.token == message["token"]).accepted = message["version"]
        elif message["type"] == "refused":
            self.heard.refusals.append(message)
        return message

    def _answer(self, socket: ClientConnection) -> None:
        """Act if it is this seat's turn and nothing is on its way already."""
        if not self.acts or self._waits or (self.asked and self.asked[-1].version >= self.version):
            return
        action = self._decide(self.view.get("choices") or {}, self._rng)
        if action is not None:
            self.asked.append(Asked(str(uuid.uuid4()), self.version, action))
            socket.send(self.asked[-1].message)


def decide_by_chance(choices: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """Some legal action, low bids more often than high ones; None when there is nothing to do."""
    kinds = [kind for kind, choice in choices.items() if choice["open"]]
    if not kinds:
        return None
    kind = rng.choice(kinds)
    pattern = rng.choice(choices[kind].get("patterns") or [{}])
    return {"type": kind, **{name: _value(wanted, rng) for name, wanted in pattern.items()}}


def _value(wanted: Any, rng: random.Random) -> Any:
    if isinstance(wanted, dict) and "of" in wanted:
        return rng.sample(wanted["of"], rng.randint(wanted["min"], wanted["max"]))
    if isinstance(wanted, dict):
        return min(rng.randint(wanted["min"], wanted["max"]) for _ in range(3))
    if isinstance(wanted, list):
        return rng.choice(wanted)
    return wanted


SET = """(wanted) => {
    for (const [name, value] of Object.entries(wanted)) {
        const field = document.querySelector(`[name="${name}"][value="${value}"]`) ?? document.querySelector(`[name="${name}"]`);
        field.value = value;
        field.checked = true;
    }
}"""


def new_match(page: Page, *, size: int = 2, **options: Any) -> str:
    """A match of the person at this page with fast computers, by the real sheet but with any value of an option; its address."""
    page.goto(f"/en/play/{GAME}/")
    wanted = {"size": size, "bot_speed": "fast", **options}
    page.evaluate(SET, {name: str(value) for name, value in wanted.items()})
    page.locator("main form[method=post] button.primary").first.click()
    page.wait_for_url("**/tables/*/")
    tables.start(page)
    return page.url
