"""What the page is told: fragments, log lines, what is read out, sounds and the title, each reader in their language."""

from collections.abc import Callable

import pytest

from games.play import board, selectors
from games.play.models import Table
from games.play.services import rematch
from games.play.sockets import hub
from tests.play.sockets.clients import Client, in_database, session_of
from tests.play.sockets.conftest import Party

Make = Callable[..., Party]


async def _page(table: Party, seat: int, **more: object) -> Client:
    cookie = await in_database(session_of)(table.users[seat])
    return Client(table.table.key, **{"cookie": cookie, "speaks_json": False, **more})  # type: ignore[arg-type]


async def test_the_first_frame_is_the_whole_page_and_says_nothing(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with await _page(table, seat) as page:
        shown = await page.next("page")
        assert shown["public"].startswith('<div id="public"')
        assert shown["own"].startswith('<div id="own"')
        assert (shown["say"], shown["log"], shown["sounds"]) == ([], "", [])
        assert shown["title"].startswith("(!)")
        assert 0 < shown["remaining_ms"] <= 45_000
        assert "go" not in shown


async def test_a_change_comes_with_its_line_its_words_and_its_sound(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with await _page(table, seat) as mine, await _page(table, 1 - seat, language="nl") as other:
        await mine.settle()
        await other.settle()
        assert (await mine.act(1, {"type": "bid", "count": 2, "face": 3}))["type"] == "accepted"
        shown = await other.view_at(2)
        name = f"Person {seat}"
        assert name in shown["log"]
        assert shown["log"].startswith('<li id="log-2-0"')
        (calm, line), (urgent, turn) = shown["say"]
        assert (calm, urgent) == ("polite", "assertive")
        assert name in line
        assert turn
        assert shown["sounds"] == ["bid", "turn"]
        own = await mine.view_at(2)
        assert [how for how, _ in own["say"]] == ["polite"]
        assert own["say"][0][1] != line


async def test_who_is_doubted_hears_it_at_once(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with await _page(table, seat) as mine, await _page(table, 1 - seat) as other:
        await mine.settle()
        await other.settle()
        await mine.act(1, {"type": "bid", "count": 2, "face": 3}, token="a")
        await other.view_at(2)
        await other.act(2, {"type": "challenge"}, token="b")
        said = (await mine.view_at(3))["say"]
        urgent = [text for how, text in said if how == "assertive"]
        assert f"Person {1 - seat}" in urgent[0]
        calm = " ".join(text for how, text in said if how == "polite")
        assert urgent[0] not in calm
        assert calm  # the count itself


async def test_readers_of_one_language_share_one_rendering(party: Make) -> None:
    table = await in_database(party)(3)
    async with await _page(table, 0) as first, await _page(table, 1) as second, await _page(table, 2, language="de") as third:
        for page in (first, second, third):
            await page.settle()
        (local,) = hub.current().tables.values()
        assert local.show is not None
        rendered = [key[:4] for key in local.show.kept if key[0] in ("public", "own")]
        assert {key for key in rendered if key[0] == "public"} == {("public", "en", False), ("public", "de", False)}
        assert {key for key in rendered if key[0] == "own"} == {("own", 0, "en", False), ("own", 1, "en", False), ("own", 2, "de", False)}
        mine, theirs = await first.view_at(1), await second.view_at(1)
        assert mine["public"] == theirs["public"]
        assert mine["own"] != theirs["own"]


async def test_devanagari_digits_are_the_readers_choice(party: Make) -> None:
    table = await in_database(party)(2)
    user = table.users[0]
    user.language, user.devanagari_digits = "ne", True
    await in_database(user.save)()
    async with await _page(table, 0) as page:
        shown = await page.next("page")
        assert "५" in shown["public"]


async def test_coming_back_writes_the_missed_lines_and_no_others(party: Make) -> None:
    table = await in_database(party)(2)
    seat = await table.to_act()
    async with await _page(table, seat) as mine, await _page(table, 1 - seat) as other:
        await mine.settle()
        await other.settle()
        await mine.act(1, {"type": "bid", "count": 2, "face": 3}, token="a")
        await other.view_at(2)
        await other.act(2, {"type": "bid", "count": 3, "face": 3}, token="b")
    async with await _page(table, seat, since=2) as back:
        shown = await back.next("page")
        assert shown["log"].count("<li") == 1
        assert 'id="log-3-0"' in shown["log"]


async def test_when_the_rematch_begins_the_page_goes_there(party: Make) -> None:
    table = await in_database(party)(2)
    await in_database(Table.objects.filter(pk=table.table.pk).update)(phase="finished")
    table.table = await in_database(Table.objects.get)(pk=table.table.pk)
    async with await _page(table, 0) as page:
        await page.settle()
        await in_database(rematch.offer)(table=table.table, user=table.users[0])
        fresh = await in_database(rematch.offer)(table=table.table, user=table.users[1])
        while "go" not in (shown := await page.next("page")):
            pass
        assert fresh is not None
        assert shown["go"] == f"/tables/{fresh.key}/"
    async with await _page(table, 0) as late:
        assert (await late.next("page"))["go"] == f"/tables/{fresh.key}/"
    await in_database(Table.objects.filter(pk=fresh.pk).update)(phase="finished")
    async with await _page(table, 0) as looks_back:
        assert "go" not in await looks_back.next("page"), "a result can be seen again when the rematch is over, too"


@pytest.mark.parametrize("has_link", [True, False])
async def test_a_big_screen_goes_along_to_the_rematch(party: Make, has_link: bool) -> None:
    """With the link of those who sit it may look on there too; without one the rematch is open to all as this match was."""
    table = await in_database(party)(2, is_public=not has_link)
    await in_database(Table.objects.filter(pk=table.table.pk).update)(phase="finished")
    table.table = await in_database(Table.objects.get)(pk=table.table.pk)
    link = board.signature(table.table.key) if has_link else ""
    async with Client(table.table.key, query=f"board={link}", speaks_json=False) as screen:
        await screen.settle()
        await in_database(rematch.offer)(table=table.table, user=table.users[0])
        fresh = await in_database(rematch.offer)(table=table.table, user=table.users[1])
        while "go" not in (shown := await screen.next("page")):
            pass
        assert fresh is not None
        assert shown["go"] == board.address(fresh.key, signed=has_link)
        assert ("?link=" in shown["go"]) is has_link
    assert await in_database(selectors.board_table)(fresh.key, board.signature(fresh.key) if has_link else "") is not None


async def test_hostile_names_are_text(party: Make) -> None:
    table = await in_database(party)(2)
    await in_database(table.table.seats.filter(index=0).update)(name="<b>&\"'</b>")
    async with await _page(table, 1) as page:
        shown = await page.next("page")
        assert "<b>&" not in shown["public"] + shown["own"]
        assert "&lt;b&gt;" in shown["public"]
