"""Talk over a table's socket, for programs and for the page: it reaches whom it should, and nobody and nothing else."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from bluffsite.accounts.models import User
from games.play.models import Avoidance, Line
from games.play.sockets import hub
from games.play.sockets.connection import Connection
from games.play.talk import services
from tests.play.sockets.clients import Client, in_database, session_of
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]


async def say(client: Client, token: str = "t-1", **said: object) -> dict[str, object]:
    await client.send({"type": "talk", "token": token, **said})
    return await client.next("said", "unsaid")


async def test_a_phrase_reaches_everyone_in_their_own_language(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0, language="nl") as anna, table.client(1, language="ne") as bob, table.spectator(language="de") as watcher:
        for client in (anna, bob, watcher):
            await client.settle()
        assert (await say(anna, phrase=7))["number"] == 1
        heard = await bob.next("talk")
        assert heard["lines"] == [
            {
                "number": 1,
                "seat": 0,
                "name": "Person 0",
                "mine": False,
                "phrase": 7,
                "text": "गजबको ब्लफ!",
                "language": "ne",
                "at": heard["lines"][0]["at"],
                "removed": False,
            }
        ]
        assert (await watcher.next("talk"))["lines"][0]["text"] == "Schöner Bluff!"
        own = (await anna.next("talk"))["lines"][0]
        assert (own["mine"], own["text"]) == (True, "Mooie bluf!")


async def test_who_comes_later_reads_what_they_missed_and_nothing_twice(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as anna:
        await anna.settle()
        for number in (1, 2, 3):
            await say(anna, f"t-{number}", phrase=number)
    async with table.client(1) as bob:
        assert [line["phrase"] for line in (await bob.next("talk"))["lines"]] == [1, 2, 3]
    async with table.client(1, query="talk=2") as bob:
        assert [line["phrase"] for line in (await bob.next("talk"))["lines"]] == [3]
    async with table.client(1, query="talk=3") as bob:
        await bob.settle()
        assert not any('"talk"' in frame for frame in bob.raw)


async def test_muted_and_blocked_people_are_not_heard_from_the_next_line_on(party: Make) -> None:
    table = await in_database(party)(3)
    async with table.client(0) as anna, table.client(1) as bob, table.client(2) as eva:
        for client in (anna, bob, eva):
            await client.settle()
        await anna.send({"type": "avoid", "how": "mute", "seat": 1})
        assert await anna.next("avoided") == {"type": "avoided", "how": "mute", "line": None, "seat": 1}
        await eva.send({"type": "avoid", "how": "block", "seat": 0})
        await eva.next("avoided")
        answer = await say(bob, phrase=1)
        assert answer["type"] == "said"  # nobody is told that they are muted
        assert (await eva.next("talk"))["lines"][0]["seat"] == 1
        assert await anna.is_silent()
        await say(anna, phrase=2)
        await anna.next("talk")
        await bob.next("talk")
        assert [line["phrase"] for line in (await bob.next("talk"))["lines"]] == [2]
        assert await eva.is_silent()  # she blocked Anna
        await say(eva, phrase=3)
        await bob.next("talk")
        assert await anna.is_silent()  # and a block goes both ways


async def test_nothing_of_a_mute_shows_to_who_is_muted(party: Make) -> None:
    """The same frames, byte for byte but for the time, as if nobody had muted them."""
    told = []
    for is_muted in (False, True):
        table = await in_database(party)(2)
        if is_muted:
            await in_database(Avoidance.objects.create)(user=table.users[0], other=table.users[1], name="x", is_block=True)
        async with table.client(0) as anna, table.client(1) as bob:
            await anna.settle()
            await bob.settle()
            before = len(bob.raw)
            await say(bob, phrase=1)
            await bob.next("talk")
            told.append([frame.partition('"at"')[0] for frame in bob.raw[before:]])
    assert told[0] == told[1]


async def test_talk_changes_neither_version_nor_revision_and_goes_after_the_table(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with table.client(seat) as actor, table.client(1 - seat) as other:
        await actor.settle()
        await other.settle()
        before = await other.view_at(1)
        await say(other, phrase=1)
        await actor.next("talk")
        assert await other.next("talk")
        answer = await actor.act(1, {"type": "bid", "count": 2, "face": 3})
        assert answer["type"] == "accepted"
        after = await other.view_at(2)
        assert (after["version"], after["revision"]) == (2, before["revision"])
        assert (await table.record()).version == 2


async def test_refusals_come_with_a_code_and_a_sentence_and_say_nothing(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0, language="de") as anna, table.spectator() as watcher:
        await anna.settle()
        await watcher.settle()
        refused = await say(anna, text="hallo")
        assert (refused["code"], refused["message"]) == ("phrases_only", "An diesem Tisch gibt es nur kurze Sätze.")
        assert (await say(anna, phrase=99))["code"] == "no_such_phrase"
        assert (await say(watcher, phrase=1))["code"] == "not_seated"
        for token in ("a", "b", "c", "d", "e"):
            assert (await say(anna, token, phrase=1))["type"] == "said"
        assert (await say(anna, "f", phrase=1))["code"] == "talk_too_fast"
        await anna.send({"type": "talk", "token": "x", "phrase": "one"})
        assert (await anna.next("error"))["code"] == "bad_message"
        await watcher.send({"type": "avoid", "how": "mute", "line": 99})
        assert (await watcher.next("error"))["code"] == "nobody_there"
    assert await in_database(Line.objects.count)() == 5


async def test_a_line_that_staff_remove_is_gone_for_everyone(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as anna, table.client(1) as bob:
        await anna.settle()
        await bob.settle()
        await say(anna, phrase=1)
        await bob.next("talk")
        line = await in_database(Line.objects.get)()
        await in_database(services.remove)(line=line)
        removed = (await bob.next("talk"))["lines"]
        assert [(one["number"], one["text"], one["phrase"], one["removed"]) for one in removed] == [(1, "", None, True)]


async def test_the_poll_heals_a_line_that_nobody_announced(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(1) as bob:
        await bob.settle()
        busy = hub.current()
        await busy.talk.poll()
        await in_database(Line.objects.create)(
            table=table.table, number=1, user=table.users[0], seat=0, name="Person 0", phrase=1, language="en", at=timezone.now()
        )
        await busy.talk.poll()
        assert (await bob.next("talk"))["lines"][0]["phrase"] == 1


async def test_the_page_gets_escaped_lines_words_to_hear_and_the_last_number(party: Make) -> None:
    table = await in_database(party)(2)

    def prepare() -> str:
        table.table.allows_text = True
        table.table.save()
        User.objects.filter(pk=table.users[0].pk).update(is_guest=False, member_since=timezone.now() - services.NEW * 2)
        return session_of(table.users[1])

    cookie = await in_database(prepare)()
    async with table.client(0) as anna, Client(table.table.key, cookie=cookie, speaks_json=False, language="ne") as page:
        await anna.settle()
        await page.settle()
        await say(anna, text='<img src=x onerror="alert(1)"> & so')
        heard = await page.next("talk")
        assert "&lt;img src=x onerror=&#34;alert(1)&#34;&gt; &amp; so" in heard["html"]
        assert "<img" not in heard["html"]
        assert heard["heard"][0][:3] == [1, "Person 0", '<img src=x onerror="alert(1)"> & so']
        assert heard["last"] == 1
        assert 'name="mute" value="1"' in heard["html"]
        await say(anna, "t-2", phrase=16)
        assert "तपाईंको पालो!" in (await page.next("talk"))["html"]


async def test_a_big_screen_hears_nothing(party: Make) -> None:
    table = await in_database(party)(2)
    async with table.client(0) as anna, Client(table.table.key, query="board=") as board:
        await anna.settle()
        await board.settle()
        await say(anna, phrase=1)
        await anna.next("talk")
        assert await board.is_silent()


async def test_a_reader_who_does_not_read_costs_no_memory(party: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the newest lines wait for a client; the others it reads on the page."""
    table = await in_database(party)(2)
    async with table.client(1) as bob:
        await bob.settle()
        (connection,) = hub.current().tables[table.table.pk].sockets
        line = services.selectors.Said(1, None, 0, "x", 1, "", "en", timezone.now(), False)
        with monkeypatch.context() as slow:
            slow.setattr(Connection, "_go", lambda self: None)
            connection.hear([line] * 500)
        assert len(connection._said) == 60
