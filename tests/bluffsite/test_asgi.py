"""The front door: what becomes of a page when the server gives up on its client."""

import asyncio

import pytest

from bluffsite import asgi


async def nothing(*_: object) -> None:
    pass


def test_page_is_worked_out_to_its_end_when_its_client_is_given_up(monkeypatch) -> None:
    ended = []

    async def run() -> None:
        begun, may_end = asyncio.Event(), asyncio.Event()

        async def slow(*_: object) -> None:
            begun.set()
            await may_end.wait()
            ended.append("and gave everything back")

        monkeypatch.setattr(asgi, "django_app", slow)
        asked = asyncio.create_task(asgi.application({"type": "http"}, nothing, nothing))  # type: ignore[arg-type]
        await begun.wait()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        may_end.set()
        await asyncio.gather(*asgi._pages)

    asyncio.run(run())
    assert ended == ["and gave everything back"]
    assert not asgi._pages


def test_error_of_a_page_reaches_the_server(monkeypatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(asgi, "django_app", broken)
    with pytest.raises(RuntimeError, match="broken"):
        asyncio.run(asgi.application({"type": "http"}, nothing, nothing))  # type: ignore[arg-type]


def test_other_kinds_of_talk_are_refused() -> None:
    with pytest.raises(ValueError, match="smoke signals"):
        asyncio.run(asgi.application({"type": "smoke signals"}, nothing, nothing))  # type: ignore[arg-type]
