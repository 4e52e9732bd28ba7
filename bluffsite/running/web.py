"""`python -m bluffsite.running.web [daphne's options]` : daphne with uvloop where there is one, and our limits.

`serve` passes `--fd N`, a socket that already listens; in production `--bind`, `--port` and `--proxy-headers` do.
"""

import asyncio
import contextlib
import os
import sys

MAX_MESSAGE = 65536
"""Bytes of one WebSocket message, in and out."""
APPLICATION = os.environ.get("BLUFFSITE_APPLICATION", "bluffsite.asgi:application")
"""`manage.py bench` names another one: the same site with an echo beside it."""


def use_uvloop() -> bool:
    """Must run before daphne.server is imported: that makes its event loop by the policy of that moment."""
    with contextlib.suppress(ImportError):
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
        return True
    return False


def arguments(options: list[str]) -> list[str]:
    """Daphne's command line. No access log: addresses of tables are secrets."""
    return [
        *("--websocket_timeout", "-1", "--verbosity", "0", "--no-server-name"),
        *("--websocket-max-message-size", str(MAX_MESSAGE), "--websocket-max-frame-size", str(MAX_MESSAGE)),
        *options,
        APPLICATION,
    ]


def main() -> None:
    use_uvloop()
    from daphne.cli import CommandLineInterface

    from bluffsite.running import lean_daphne

    lean_daphne.install()
    CommandLineInterface().run(arguments(sys.argv[1:]))


if __name__ == "__main__":
    main()
