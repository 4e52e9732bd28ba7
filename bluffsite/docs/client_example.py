"""A whole match by program: sign in as a guest, open a table with three computers, and play it over the table's socket.

    pip install websockets
    python client_example.py http://127.0.0.1:8000

It knows no rules. What it may do comes with every message as `choices`; it takes one of them by chance, the small one
of two numbers. The messages are described in protocol.md, which the site serves at /api/v1/.
"""

import json
import random
import sys
import uuid
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

GAME = "liars_dice"
# The table moved on, or somebody has called: the next view tells how it goes on.
TOO_LATE = ("stale_version", "deadline_passed", "computer_plays", "call_pending", "call_too_late")


class Api:
    """The HTTP half: requests with the token, answers as plain data."""

    def __init__(self, site: str) -> None:
        self.site = site.rstrip("/")
        self.headers = {"Content-Type": "application/json", "Accept-Language": "en"}

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.site}/api/v1/{path}", data, self.headers, method=method)) as answer:
            return json.loads(answer.read() or "null")

    def sign_in(self, name: str) -> None:
        token = self.ask("POST", "guests", {"name": name})["token"]
        self.headers["Authorization"] = f"Bearer {token}"


def value_for(wanted: Any, rng: random.Random) -> Any:
    """A value that fits one field of a pattern: itself, one of a list, some of a list, or a number of a range."""
    if isinstance(wanted, list):
        return rng.choice(wanted)
    if isinstance(wanted, dict) and "of" in wanted:
        return rng.sample(wanted["of"], rng.randint(wanted["min"], wanted["max"]))
    if isinstance(wanted, dict):
        return min(rng.randint(wanted["min"], wanted["max"]) for _ in range(2))
    return wanted


def decide(choices: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """Some legal action, or None when there is nothing to do now."""
    kinds = [kind for kind, choice in choices.items() if choice["open"]]
    if not kinds:
        return None
    kind = rng.choice(kinds)
    pattern = rng.choice(choices[kind].get("patterns") or [{}])
    return {"type": kind, **{field: value_for(wanted, rng) for field, wanted in pattern.items()}}


def play(site: str, game: str = GAME, *, size: int = 4, seed: int = 1, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """Play one match to its end and return its result: `reason`, `places` and `totals` by seat."""
    rng, api = random.Random(seed), Api(site)
    api.sign_in("Robin")
    table = api.ask("POST", "tables", {"game": game, "size": size, "bots": "normal", "options": options or {}})["key"]
    address = api.site.replace("http", "ws", 1) + f"/ws/tables/{table}/"
    with connect(address, subprotocols=["bluffsite.v1+json"], additional_headers=api.headers) as socket:
        api.ask("POST", f"tables/{table}/start", {})
        answered = 0  # the last version that an action was sent for
        for text in socket:
            message = json.loads(text)
            if message["type"] == "view" and message["view"]:
                if message["view"]["result"]:
                    return message["view"]["result"]
                action = decide(message["choices"], rng)
                if action and message["version"] > answered:
                    answered = message["version"]
                    act = {"type": "act", "token": str(uuid.uuid4()), "version": answered, "action": action}
                    socket.send(json.dumps(act))
            elif message["type"] in ("refused", "error") and message["code"] not in TOO_LATE:
                raise SystemExit(message["message"])
    raise SystemExit("the socket was closed before the match was over")


if __name__ == "__main__":
    print(play(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"))
