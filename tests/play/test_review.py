"""The review of an ended match: who may open it, what it says, what it hides, and the links that open it to others."""

import re
from collections.abc import Callable

import msgspec
import pytest
from django.test import Client

from bluffsite.accounts.models import User
from games.core.registry import game_named
from games.liars_dice import odds
from games.play import review, selectors
from games.play.models import LogEntry, Match, Share, Table
from games.play.services import record as records
from games.play.services import sharing
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import TableError
from tests.play import people
from tests.play.matches import after_commit
from tests.play.test_table_page import anna, client_of, text_of
from tests.triggers import without_triggers

__all__ = ["anna", "client_of"]
pytestmark = pytest.mark.django_db

Browser = Callable[..., Client]
HANDS = ((3, 3, "*", 5, 1), (2, 2, 2, 4, 6))


@pytest.fixture
def bob() -> User:
    return people.guest("Bob")


@pytest.fixture
def table(anna: User, bob: User) -> Table:
    """A match of two persons: one bid, a doubt, then all have left."""
    return played_out(anna, bob)


def played_out(anna: User, bob: User, **more: object) -> Table:
    begun = people.running(anna, bob, size=2, options={"loss": "one"}, **more)  # so that no count ends the match
    first = records.read(begun.pk).state.to_act
    for seat, action in ((first, {"type": "bid", "count": 3, "face": 5}), (1 - first, {"type": "challenge"})):
        act(begun, seat, (anna, bob)[seat], action)
    submit_action(match_id=begun.pk, seat=None, action={"type": "close"}, version=records.read(begun.pk).version, actor=people.STAFF)
    Table.objects.filter(pk=begun.pk).update(phase=Table.Phase.FINISHED)
    return Table.objects.get(pk=begun.pk)


def act(table: Table, seat: int, user: User, action: dict[str, object]) -> None:
    version = records.read(table.pk).version
    after_commit(lambda: submit_action(match_id=table.pk, seat=seat, action=action, version=version, actor=Actor.person(user.pk)))


def of(table: Table, query: str = "") -> str:
    return f"/tables/{table.key}/review/{query}"


# --- who may open it -------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.view.record")
def test_only_those_who_played_open_it_at_the_table(table, anna, bob, client_of: Browser) -> None:
    assert [client_of(one).get(of(table)).status_code for one in (anna, bob)] == [200, 200]
    assert [client_of(one).get(of(table)).status_code for one in (None, people.guest("Eve"))] == [404, 404]


@pytest.mark.rule("common.view.record")
def test_nobody_opens_it_while_the_match_runs(anna, bob, client_of: Browser) -> None:
    running = people.running(anna, bob, size=2)
    assert client_of(anna).get(of(running)).status_code == 404
    with pytest.raises(TableError, match="not_finished"):
        sharing.share(table=running, user=anna)


def test_who_did_not_play_makes_no_link(table) -> None:
    with pytest.raises(TableError, match="not_seated"):
        sharing.share(table=table, user=people.guest("Eve"))


def test_match_that_may_be_watched_is_still_reviewed_by_players_alone(anna, bob, client_of: Browser) -> None:
    table = played_out(anna, bob, is_public=True)
    assert client_of(None).get(f"/tables/{table.key}/").status_code == 200
    assert client_of(None).get(of(table)).status_code == 404


# --- what it says ----------------------------------------------------------------------------------------------------
def test_claim_has_its_truth_its_chances_and_the_better_answer(table) -> None:
    whole = review.played(table.match)
    assert whole is not None
    [(number, verdict)] = whole.verdicts.items()
    step = next(step for part in whole.pages[0] for step in part.steps if step.entry.number == number)
    own = step.after.dice[verdict.decider]
    assert verdict.own == odds.chance(own, 10, 3, 5)
    assert verdict.public == odds.chance((), 10, 3, 5)
    assert verdict.call == 1 - verdict.own
    assert verdict.answer == "call"
    shown = review.page(table, 1, "en", hands=True)["parts"][0]["steps"]
    told = next(step["verdict"] for step in shown if step["verdict"])
    assert told["public"] == review.percent(odds.at_least(10, 3, False), "en")
    assert told["truth"].startswith("There ")


@pytest.mark.parametrize(
    ("chance", "language", "text"),
    [
        (odds.at_least(10, 4, False), "en", "44.07 %"),
        (odds.at_least(25, 10, False), "de", "30,44 %"),
        (0.0, "nl", "0 %"),
        (1.0, "en", "100 %"),
        (1e-9, "en", "0.01 %"),
        (1 - 1e-9, "ne", "99.99 %"),
    ],
)
def test_percentages_are_those_of_the_odds_and_never_look_certain_when_they_are_not(chance, language, text) -> None:
    assert review.percent(chance, language) == text


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_page_speaks_the_readers_language(table, anna, client_of: Browser, language: str) -> None:
    page = text_of(client_of(anna, language).get(of(table)))
    assert f'<html lang="{language}"' in page
    assert page.count('class="r-verdict"') == 1
    assert f"/{language}/rules/liars_dice/#liars_dice.resolve." in page


def test_digits_are_the_readers(table, anna, client_of: Browser) -> None:
    client = client_of(anna, "ne")
    client.cookies["look"] = "digits:ne"
    page = text_of(client.get(of(table)))
    said = re.sub(r"<[^>]*>", "", page[page.index('id="steps"') : page.index("data-keys")])
    assert re.search("[०-९]", said)
    assert not re.search("[0-9]", said)


def test_says_under_which_version_of_the_rules_it_was_played(table, anna, client_of: Browser) -> None:
    """UX-506."""
    assert "under rules version 1" in text_of(client_of(anna).get(of(table)))


def test_match_of_an_older_version_of_the_rules_still_opens(table, anna, client_of: Browser) -> None:
    Match.objects.filter(pk=table.pk).update(rules_version=0)
    page = text_of(client_of(anna).get(of(table)))
    assert "under rules version 0" in page
    assert "today version 1 is in force" in page
    assert "Anna" in page
    assert "r-verdict" not in page


def test_match_of_a_version_that_its_engine_still_plays_is_told_step_by_step(table, anna, client_of: Browser, monkeypatch) -> None:
    """UX-506. What the engine makes of it must be what the log says; else only the result is told."""
    today = msgspec.structs.replace(game_named("liars_dice"), rules_version=2)
    monkeypatch.setattr(today.engine, "RULES_VERSION", 2)
    monkeypatch.setattr(review, "game_named", lambda slug: today)
    review._played.cache_clear()
    page = text_of(client_of(anna).get(of(table)))
    assert "today version 2 is in force" in page
    assert 'href="/en/rules/liars_dice/version/1/"' in page
    assert "r-verdict" in page
    with without_triggers():
        LogEntry.objects.filter(match_id=table.pk, number=2).update(events="[]")
    review._played.cache_clear()
    assert "r-verdict" not in text_of(client_of(anna).get(of(table)))


@pytest.mark.parametrize("number", ["0", "2", "999999999", "-1", "x", "१"])
def test_page_that_there_is_not_shows_the_nearest(table, anna, client_of: Browser, number: str) -> None:
    assert client_of(anna).get(of(table, f"?page={number}")).status_code == 200


# --- what it hides ---------------------------------------------------------------------------------------------------
def hidden_faces(page: str) -> list[str]:
    """Dice that lie in the lists of hands."""
    return re.findall(r'href="#die-', "".join(re.findall(r'<ul class="r-hands.*?</ul>', page, re.DOTALL)))


def test_hands_lie_open_for_a_player_until_hidden(table, anna, client_of: Browser) -> None:
    client = client_of(anna)
    page = text_of(client.get(of(table)))
    assert len(hidden_faces(page)) == 10
    assert ">Hide dice</a>" in page
    assert "Hide hands" not in page
    closed = text_of(client.get(of(table, "?hands=0")))
    assert hidden_faces(closed) == []
    assert '<details class="r-verdict">' in closed


def test_link_opens_with_hands_hidden_and_answers_folded(table, anna, client_of: Browser) -> None:
    link = sharing.share(table=table, user=anna)
    stranger = client_of(None)
    closed = text_of(stranger.get(f"/review/{link.key}/"))
    assert hidden_faces(closed) == []
    assert '<details class="r-verdict">' in closed
    assert '<details class="r-verdict" open>' in text_of(stranger.get(f"/review/{link.key}/?hands=1"))


# --- the link --------------------------------------------------------------------------------------------------------
def test_one_tap_makes_the_link_and_another_takes_it_back(table, anna, client_of: Browser) -> None:
    client, stranger = client_of(anna), client_of(None, "nl")
    client.post(f"/tables/{table.key}/share/", {"do": "share"})
    link = Share.objects.get(table=table)
    assert f"/review/{link.key}/" in text_of(client.get(of(table)))
    opened = stranger.get(f"/review/{link.key}/")
    assert opened.status_code == 200
    assert '<html lang="nl"' in text_of(opened)
    client.post(f"/tables/{table.key}/share/", {"do": "revoke"})
    assert stranger.get(f"/review/{link.key}/").status_code == 404
    client.post(f"/tables/{table.key}/share/", {"do": "share"})
    assert sharing.share(table=table, user=anna).key != link.key
    assert stranger.get(f"/review/{link.key}/").status_code == 404


def test_asked_for_twice_it_is_the_same_link(table, anna) -> None:
    assert sharing.share(table=table, user=anna) == sharing.share(table=table, user=anna)


def test_each_player_has_a_link_of_their_own(table, anna, bob, client_of: Browser) -> None:
    mine, theirs = sharing.share(table=table, user=anna), sharing.share(table=table, user=bob)
    sharing.revoke(table=table, user=anna)
    assert client_of(None).get(f"/review/{mine.key}/").status_code == 404
    assert client_of(None).get(f"/review/{theirs.key}/").status_code == 200


def test_link_cannot_be_guessed(table, anna) -> None:
    key = sharing.share(table=table, user=anna).key
    assert len(key) >= 26
    assert table.key not in key


def test_unknown_link_and_one_taken_back_look_alike(table, anna, client_of: Browser) -> None:
    link = sharing.share(table=table, user=anna)
    sharing.revoke(table=table, user=anna)
    stranger = client_of(None)
    pages = []
    for key in (link.key, "A" * len(link.key), "A" * 400, "%00"):
        answer = stranger.get(f"/review/{key}/")
        assert answer.status_code == 404
        pages.append(re.sub(r'nonce="[^"]*"|value="[^"]*"', "", text_of(answer)).replace(key, "KEY"))
    assert len(set(pages)) == 1
    assert "Anna" not in pages[0]
    assert "Liar" not in pages[0].split("<main")[1].split("</main")[0]


def test_preview_of_a_link_names_nobody(table, anna, client_of: Browser) -> None:
    page = text_of(client_of(None).get(f"/review/{sharing.share(table=table, user=anna).key}/"))
    head = page[: page.index("</head>")]
    assert "Anna" not in head
    assert "Bob" not in head
    assert 'property="og:image"' in head
    assert '<meta name="robots" content="noindex">' in head


def test_link_shows_neither_the_table_nor_a_way_to_share(table, anna, client_of: Browser) -> None:
    page = text_of(client_of(None).get(f"/review/{sharing.share(table=table, user=anna).key}/"))
    assert table.key not in page
    assert "/share/" not in page


def test_looking_makes_nobody(table, anna, client_of: Browser) -> None:
    key, before = sharing.share(table=table, user=anna).key, User.objects.count()
    client = client_of(None)
    assert client.get(f"/review/{key}/").status_code == 200
    assert User.objects.count() == before
    assert "sessionid" not in client.cookies


def test_deleting_a_person_closes_their_links(table, anna) -> None:
    key = sharing.share(table=table, user=anna).key
    Share.objects.filter(user=anna).delete()
    assert selectors.shared(key) is None
