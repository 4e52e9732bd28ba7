"""What leaves the process: which table, and how far it is."""

import asyncio
import base64
import re

import pytest
import redis
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings

from games.play import announce
from games.play.services import alarm
from tests.conftest import SOCKET
from tests.play.matches import NOW, new_match

OTHERS: list[RedisPubSubChannelLayer] = []
"""Kept alive as long as the tests run."""


async def heard(table_id: int, call) -> list[dict]:
    """What another process would hear of the table while the call runs."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(announce.group_name(table_id), channel)
    await asyncio.to_thread(call)
    assert await asyncio.to_thread(announce.flush)
    found = []
    while True:
        try:
            found.append(await asyncio.wait_for(layer.receive(channel), 0.2))
        except TimeoutError:
            await layer.group_discard(announce.group_name(table_id), channel)
            return found


async def test_a_change_reaches_the_group_of_its_table():
    found = await heard(7, lambda: announce.announce(7, version=3))
    assert found == [{"type": "table.changed", "table": 7, "version": 3, "revision": None}]


async def test_another_table_hears_nothing():
    assert await heard(8, lambda: announce.announce(7, version=3)) == []


async def test_many_changes_at_once_are_few_pings_and_the_newest_is_among_them():
    def many():
        for version in range(1, 101):
            announce.announce(7, version=version)
        announce.announce(7, revision=4)

    found = await heard(7, many)
    assert max(one["version"] or 0 for one in found) == 100
    assert max(one["revision"] or 0 for one in found) == 4


async def web_process(*, is_another: bool = False, says_hello: bool = False) -> str:
    """What a web process does when it starts: this one, or one with a connection of its own."""
    layer = get_channel_layer()
    if is_another:
        layer = RedisPubSubChannelLayer(**settings.CHANNEL_LAYERS["default"]["CONFIG"])
        OTHERS.append(layer)
    channel = await layer.new_channel()
    await layer.group_add(announce.WEB_GROUP, channel)
    if says_hello:
        await layer.group_send(announce.WEB_GROUP, announce.HELLO)
    return channel


@pytest.fixture
def one_of_the_webs(monkeypatch):
    """This process is a web process, with a publisher that knows nothing yet."""
    monkeypatch.setattr(announce, "_made", {})
    announce.in_web_group.set()
    yield
    announce.in_web_group.clear()


def twice() -> None:
    for version in (1, 2):
        announce.announce(7, version=version)
        announce.flush()


async def test_the_only_web_process_publishes_only_until_it_knows_that(one_of_the_webs):
    await web_process()
    assert [one["version"] for one in await heard(7, twice)] == [1]


async def test_two_web_processes_publish_everything(one_of_the_webs):
    await web_process()
    await web_process(is_another=True)
    assert [one["version"] for one in await heard(7, twice)] == [1, 2]


async def test_a_worker_publishes_everything():
    await web_process()
    assert [one["version"] for one in await heard(7, twice)] == [1, 2]


async def test_one_that_says_hello_is_reckoned_with_at_once(one_of_the_webs):
    first = await web_process()
    await heard(7, twice)
    second = await web_process(is_another=True, says_hello=True)
    assert await get_channel_layer().receive(first) == announce.HELLO
    announce.not_alone()
    assert [one["version"] for one in await heard(7, twice)] == [1, 2]
    assert second != first


def test_two_changes_in_one_ping_keep_both_numbers():
    lobby, match = announce.Change(7, revision=4), announce.Change(7, version=9)
    assert announce._newest(lobby, match)[:3] == (7, 9, 4)
    assert announce._newest(announce.Change(7, version=9), announce.Change(7, version=8)).version == 9


def test_a_valkey_that_is_away_costs_a_line_in_the_log(settings, monkeypatch, caplog):
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": ["unix:///nowhere.sock"]}}
    }
    monkeypatch.setattr(announce, "_made", {})
    announce.announce(7, version=1)
    assert announce.flush()
    assert "was not published" in caplog.text


@pytest.mark.django_db
@pytest.mark.rule("common.view.no-leak")
def test_nothing_of_a_hand_goes_into_valkey():
    """Everything that is written there while a match is played, byte for byte."""
    client = redis.Redis(unix_socket_path=str(SOCKET))
    seen: list[str] = []
    with client.monitor() as monitor:
        match = new_match(persons=1, bots=["easy", "normal"])
        match.play_out(NOW, most=400)
        announce.flush()
        alarm.flush()
        client.echo("the end")
        for command in monitor.listen():
            if "the end" in command["command"]:
                break
            seen.append(command["command"])
    text = " ".join(seen)
    bodies = [base64.b64decode(body).decode() for body in re.findall(r'"body\W+([A-Za-z0-9+/=]{8,})', text)]
    assert f"[[{match.id}], {{}}" in bodies[0]
    text += " ".join(bodies)
    assert "table.changed" in text
    assert "games.play.ring" in text
    for word in ("dice", "rolled", "face", "bid", "count", "secret", match.table.key):
        assert word not in text, word
