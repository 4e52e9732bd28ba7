"""What an application sees of daphne as it runs here."""

import asyncio
from typing import Any

import pytest
from autobahn.exception import Disconnected

from bluffsite.running.lean_daphne import LeanServer


class Line:
    """A connection of which daphne does not know yet that it is gone."""

    room = None

    def __init__(self, trouble: Exception) -> None:
        self.trouble = trouble

    def handle_reply(self, message: dict[str, Any]) -> None:
        raise self.trouble


@pytest.mark.parametrize(
    ("trouble", "seen"),
    [(Disconnected("Attempt to send on a closed protocol"), OSError), (ValueError("no type"), ValueError)],
    ids=["gone", "wrong"],
)
def test_only_a_client_that_went_away_is_an_os_error(trouble: Exception, seen: type[Exception]) -> None:
    """ASGI says so, and the sockets of tables rely on it: that a line broke is no error in the log."""
    server, line = LeanServer(application=None, endpoints=["tcp:0"]), Line(trouble)
    server.connections = {line: {}}
    with pytest.raises(seen):
        asyncio.run(server.handle_reply(line, {"type": "websocket.send", "text": "x"}))
