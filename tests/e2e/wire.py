"""Everything that a browser was told, frame by frame and page by page, held against the record of the match."""

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from playwright.sync_api import Page, Response, WebSocket

FACES: dict[str, int | str] = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "star": "*"}
VERSION = re.compile(r'id="own"[^>]* data-version="(\d+)"')
VOID = {"input", "br", "hr", "img", "meta", "link"}
LINE = re.compile(r"log-(\d+)-\d+")
PLACES = {"ld-hand": "hand", "ld-picker": "picker", "ld-open": "open", "ld-replay": "replay"}


@dataclass
class Wire:
    """What one browser was sent: whole pages of tables, and the frames of its sockets."""

    pages: list[str] = field(default_factory=list)
    frames: list[dict[str, Any]] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("response", self._page)
        page.on("websocket", self._socket)

    def _page(self, response: Response) -> None:
        if "/tables/" in response.url and response.request.resource_type == "document" and response.status == 200:
            self.pages.append(response.text())

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(json.loads(data)))

    @property
    def texts(self) -> list[str]:
        """All of it as plain text."""
        return self.pages + [json.dumps(frame, ensure_ascii=False) for frame in self.frames]

    @property
    def public(self) -> dict[tuple[int, int], str]:
        """What was sent for everyone, by version and revision."""
        return {(frame["version"], frame["revision"]): frame["public"] for frame in self.frames if "public" in frame}

    def shown(self) -> list[tuple[int, str]]:
        """(version, HTML) of the table on each page and in each frame."""
        news = [frame for frame in self.frames if frame["type"] == "page"]
        parts = [(frame["version"], "".join(frame.get(part, "") for part in ("public", "own", "log"))) for frame in news]
        whole = [(int(found[1]), text[text.index('id="table"') - 5 :]) for text in self.pages if (found := VERSION.search(text))]
        return whole + parts


class Dice(HTMLParser):
    """The dice that a piece of HTML draws, by where they lie."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.hand: list[int | str] = []
        self.cups: dict[int, list[int | str]] = {}  # by seat
        self.replays: dict[int, list[int | str]] = {}  # of counts in the log, by version
        self.elsewhere: list[int | str] = []
        self._open: list[tuple[str, str, int]] = [("", "", -1)]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        _, place, of = self._open[-1]
        if line := LINE.fullmatch(given.get("id", "")):
            of = int(line[1])
        for name, inside in PLACES.items():
            if name in given.get("class", "").split():
                place, of = inside, int(given.get("data-order", of))
        if tag == "use" and given.get("href", "").startswith("#die-"):
            self._lay(FACES[given["href"].removeprefix("#die-")], place, of)
        if tag not in VOID:
            self._open.append((tag, place, of))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in (name for name, _, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def _lay(self, face: int | str, place: str, of: int) -> None:
        if place in ("open", "replay"):
            (self.cups if place == "open" else self.replays).setdefault(of, []).append(face)
        elif place != "picker":  # the picker offers all six faces to whoever is to act
            (self.hand if place == "hand" else self.elsewhere).append(face)


@dataclass(frozen=True)
class Moment:
    """What lay under the cups after a change, whether they were open, and the face of the bid that stood."""

    dice: list[list[int | str]]
    is_open: bool
    face: int | str | None


def moments(record: dict[str, Any]) -> dict[int, Moment]:
    """By version, from the record of a match."""
    found: dict[int, Moment] = {}
    now = Moment([], False, None)
    for entry in record["log"]:
        for event in entry["events"]:
            if event["type"] == "rolled":
                now = Moment(event["dice"], False, None)
            elif event["type"] == "bid":
                now = Moment(now.dice, False, event["face"])
            elif event["type"] == "revealed":
                now = Moment(now.dice, True, now.face)
        found[entry["number"]] = now
    return found


def in_order(dice: list[int | str] | None) -> list[int | str]:
    return sorted(dice or [], key=list(FACES.values()).index)


def check(wire: Wire, record: dict[str, Any], seat: int | None) -> int:
    """No die of another seat before its cup is opened, no secret before the end. Returns how many positions were looked at."""
    known, looked = moments(record), 0
    for version, html in wire.shown():
        if version not in known:
            continue  # before the match
        moment, dice = known[version], Dice(html)
        own = [] if seat is None else in_order(moment.dice[seat])
        assert dice.hand in (own, []), f"version {version}: {dice.hand} is not the hand of seat {seat}"
        assert set(dice.elsewhere) <= {moment.face}, f"version {version}: {dice.elsewhere}"
        if dice.cups:
            assert moment.is_open, f"version {version}: cups are open before they are"
            assert dice.cups == {owner: in_order(hand) for owner, hand in enumerate(moment.dice) if hand}
        for number, replayed in dice.replays.items():
            assert number <= version
            assert known[number].is_open
            assert replayed == [face for hand in known[number].dice for face in in_order(hand)]
        looked += 1
    assert not [text for text in wire.texts if record["secret"] in text]
    return looked


def check_json(frames: list[str], record: dict[str, Any], seat: int) -> None:
    """The same for a program: its views and events hold its own dice, and others' only once they are open to all."""
    known = moments(record)
    for text in frames:
        assert record["secret"] not in text
        frame = json.loads(text)
        for one in frame.get("events", ()):
            if one["event"]["type"] == "rolled":
                dice = known[one["version"]].dice
                assert one["event"]["dice"] == [hand if owner == seat else None for owner, hand in enumerate(dice)]
        view = frame.get("view")
        if view is not None:
            moment = known[frame["version"]]
            assert view["own"] in (None, moment.dice[seat])  # None: out, or between two rounds
            assert view["reveal"] is None or (moment.is_open and view["reveal"]["dice"] == moment.dice)
