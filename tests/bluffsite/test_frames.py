"""The short ways through daphne say and hear the same as the long ones: a real server, and a client that does what it likes."""

import os
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MASK = b"\x01\x02\x03\x04"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A web process with an echo at /ws/echo/."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        os.set_inheritable(listener.fileno(), True)
        environ = {
            "BLUFFSITE_APPLICATION": "bluffsite.bench.asgi:application",
            "SECRET_KEY": "x" * 50,
            "DJANGO_SETTINGS_MODULE": "bluffsite.settings",
        }
        environ |= {"BLUFFSITE_DATA": str(tmp_path_factory.mktemp("web")), "DATABASE_URL": "", "REDIS_URL": "unix:///nowhere.sock"}
        command = [sys.executable, "-m", "bluffsite.running.web", "--fd", str(listener.fileno())]
        clean = {key: value for key, value in {**os.environ, **environ}.items() if value}
        with subprocess.Popen(command, cwd=ROOT, env=clean, pass_fds=[listener.fileno()], stderr=subprocess.DEVNULL) as process:
            yield listener.getsockname()[1]
            process.terminate()


class Client:
    """Bytes out, frames in."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        head = "GET /ws/echo/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        self.socket.sendall(f"{head}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        assert self.file.readline().startswith(b"HTTP/1.1 101")
        while self.file.readline().strip():
            pass

    def send(self, *frames: bytes) -> None:
        self.socket.sendall(b"".join(frames))

    def frame(self) -> tuple[int, bytes]:
        first, second = self.file.read(2)
        assert second < 128, "a server does not mask"
        length = second
        if second == 126:
            (length,) = struct.unpack("!H", self.file.read(2))
        elif second == 127:
            (length,) = struct.unpack("!Q", self.file.read(8))
        assert first & 0x80
        return first & 15, self.file.read(length)

    def is_over(self) -> bool:
        """Whether nothing more comes but the end, or a close frame."""
        try:
            return self.file.read(1) in (b"", b"\x88")
        except ConnectionResetError:
            return True

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def client(port: int) -> Iterator[Client]:
    one = Client(port)
    yield one
    one.close()


def frame(payload: bytes, kind: int = TEXT, *, last: bool = True, masked: bool = True) -> bytes:
    bit, length = 0x80 if masked else 0, len(payload)
    if length > 65535:
        size = bytes((bit | 127,)) + struct.pack("!Q", length)
    else:
        size = bytes((bit | length,)) if length < 126 else bytes((bit | 126,)) + struct.pack("!H", length)
    body = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload)) if masked else payload
    return bytes(((0x80 if last else 0) | kind,)) + size + (MASK if masked else b"") + body


@pytest.mark.parametrize("length", [1, 5, 125, 126, 127, 4096, 65535])
def test_a_text_of_any_length_comes_back(client, length):
    text = ("abcde" * (length // 5 + 1))[:length].encode()
    client.send(frame(text))
    assert client.frame() == (TEXT, text)


def test_letters_of_all_alphabets_come_back(client):
    text = "नेपाली ü 🎲".encode()
    client.send(frame(text))
    assert client.frame() == (TEXT, text)


def test_several_frames_in_one_piece_are_several_messages(client):
    client.send(frame(b"one"), frame(b"two"), frame(b"three"))
    assert [client.frame() for _ in range(3)] == [(TEXT, b"one"), (TEXT, b"two"), (TEXT, b"three")]


def test_a_frame_in_several_pieces_is_one_message(client):
    whole = frame(b"in pieces")
    for at in range(len(whole)):
        client.send(whole[at : at + 1])
        time.sleep(0.002)
    client.send(frame(b"and on"))
    assert [client.frame(), client.frame()] == [(TEXT, b"in pieces"), (TEXT, b"and on")]


def test_a_fragmented_message_with_a_ping_inside(client):
    client.send(frame(b"frag", last=False))
    client.send(frame(b"?", PING))
    client.send(frame(b"mented", 0))
    assert [client.frame(), client.frame()] == [(PONG, b"?"), (TEXT, b"fragmented")]


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(frame(b"\xff\xfe"), id="no UTF-8"),
        pytest.param(frame(b"open", masked=False), id="not masked"),
        pytest.param(frame(b"odd", 3), id="unknown kind"),
        pytest.param(b"\x81\xfe\x00\x05" + MASK + b"hello", id="a length that needs no second field"),
        pytest.param(b"\xc1" + frame(b"reserved")[1:], id="a reserved bit"),
        pytest.param(frame(b"x" * 65537), id="too large"),
    ],
)
def test_what_breaks_the_protocol_ends_the_connection_and_is_not_heard(client, sent):
    client.send(frame(b"before"))
    assert client.frame() == (TEXT, b"before")
    client.send(sent)
    assert client.is_over()


def test_a_polite_goodbye_is_answered(client):
    client.send(frame(b"\x03\xe8", CLOSE))
    assert client.frame() == (CLOSE, b"\x03\xe8")
