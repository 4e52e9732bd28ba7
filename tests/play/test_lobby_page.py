"""The pages of the lobby over HTTP: what a row says, who may sit down, quick match by plain forms, ratings of one's own."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from games.play.models import Match, Seat, Table
from games.play.ratings import services as ratings
from games.play.services.record import forget
from tests.play.people import finished, guest, lobby, member, running, silent

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def client_of() -> Callable[..., Client]:
    def make(user: User | None = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user, backend=BACKEND)
        return client

    return make


def text_of(response: object) -> str:
    """The page in one line."""
    return re.sub(r"\s+", " ", response.content.decode())  # type: ignore[attr-defined]


# --- the list ----------------------------------------------------------------------------------------------------------
def test_an_empty_lobby_says_what_to_do(client_of) -> None:
    """UX-1501."""
    text = text_of(client_of().get("/en/play/"))
    assert "Nobody is waiting right now. Play with computers, or open a table and share it." in text
    assert 'action="/en/play/now/"' in text
    assert 'href="/en/play/blef/?open=public"' in text
    assert "No public match is running right now." in text_of(client_of().get("/en/play/watch/"))
    assert "No table fits these filters right now." in text_of(client_of().get("/en/play/?game=blef"))


def test_a_row_says_everything_of_ux_201(client_of) -> None:
    table = lobby(
        member("Anna", language="nl"), member("Ben", language="ne"), is_public=True, rated=True, options={"turn_seconds": 15, "loss": "one"}
    )
    text = text_of(client_of(member("Carla")).get("/en/play/"))
    for said in (
        "Liar&#x27;s Dice",
        "2 of 4 seats taken",
        "rated",
        "Anna",
        "(host)",
        "15 seconds",
        "fast",
        "Nederlands",
        "नेपाली",
        "just now",
    ):
        assert said in text or said.replace("&#x27;", "&#39;") in text, said
    assert "House rules:" in text
    assert f'formaction="/tables/{table.key}/sit/"' in text


def test_names_are_text_in_a_row(client_of) -> None:
    table = lobby(guest("Anna"), is_public=True)
    Seat.objects.filter(table=table, index=0).update(name="<script>alert(1)</script>")
    text = text_of(client_of().get("/en/play/"))
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_a_guest_is_asked_to_register_at_a_rated_table_and_may_sit_at_others(client_of) -> None:
    """UX-208: the button is off and says why."""
    lobby(member("Anna"), is_public=True, rated=True)
    page = text_of(client_of().get("/en/play/"))
    assert "Rated tables are for members." in page
    assert re.search(r"<button[^>]* disabled", page.partition('id="list"')[2].partition("</ul>")[0])
    assert not re.search(r"<button[^>]* disabled", text_of(client_of(member("Ben")).get("/en/play/")).partition('id="list"')[2])


def test_who_cools_down_reads_why_the_buttons_are_off(client_of) -> None:
    lobby(guest("Anna"), is_public=True)
    ben = member("Ben")
    marks.put(user=ben, kind=marks.Kind.COOL_DOWN, ref="test:1")
    page = text_of(client_of(ben).get("/en/play/"))
    assert page.count("You have left several matches lately") >= 2  # above the page, and at the button
    response = client_of(ben).post("/en/play/quick/", follow=True)
    assert "You have left several matches lately" in text_of(response)
    assert not Seat.objects.filter(user=ben).exists()


def test_sitting_down_from_the_list_makes_a_guest_and_leads_to_the_table(client_of) -> None:
    table = lobby(guest("Anna"), is_public=True)
    client = client_of()
    response = client.post(f"/tables/{table.key}/sit/")
    assert response["Location"] == f"/tables/{table.key}/"
    assert Seat.objects.filter(table=table, user__isnull=False).count() == 2


def test_watching_shows_running_public_matches_and_no_secret(client_of) -> None:
    """UX-202, UX-209: the rows are the same for the player and for a stranger."""
    anna = guest("Anna")
    running(anna, is_public=True)
    running(guest("Hidden"))
    rows = [text_of(client_of(user).get("/en/play/rows/?tab=watch")) for user in (None, anna, member("Ben"))]
    assert rows[0] == rows[1] == rows[2]
    assert "Anna" in rows[0]
    assert "Hidden" not in rows[0]
    assert "1 person · 3 computers" in rows[0]


def test_rows_that_have_not_changed_are_not_sent_again(client_of) -> None:
    anna = guest("Anna")
    table = lobby(anna, is_public=True)
    client = client_of()
    first = client.get("/en/play/rows/")
    again = client.get("/en/play/rows/", headers={"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert client.get("/de/play/rows/", headers={"if-none-match": first["ETag"]}).status_code == 200
    assert client_of(member("Ben")).get("/en/play/rows/", headers={"if-none-match": first["ETag"]}).status_code == 200
    silent(table, anna, 200)
    gone = client.get("/en/play/rows/", headers={"if-none-match": first["ETag"]})
    assert (gone.status_code, gone.content.strip()) == (200, b"")


@pytest.mark.parametrize(
    "query", ["?size=9999999999999999999999", "?game=%00&speed=%ff", "?lang=xx&rules=&rated=2", "?tab=secret", "?game=" + "x" * 3000]
)
def test_bad_filters_are_no_filters(client_of, query: str) -> None:
    lobby(guest("Anna"), is_public=True)
    assert "Anna" in text_of(client_of().get(f"/en/play/rows/{query}"))
    assert client_of().get(f"/en/play/{query}").status_code == 200


@pytest.mark.parametrize("count", [1, 15])
def test_the_lobby_takes_the_same_queries_for_any_number_of_tables(
    count: int, client_of, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    host = guest("Anna")
    for _ in range(count):
        lobby(host, is_public=True)
        finished(host, is_public=True)
    client = client_of(member("Ben"))
    client.get("/en/play/")
    with django_assert_max_num_queries(10):  # session, person, lists, marks, running match, notices
        assert "Anna" in text_of(client.get("/en/play/"))


# --- quick match -------------------------------------------------------------------------------------------------------
def test_quick_match_by_plain_form_makes_a_guest_and_says_what_it_does(client_of) -> None:
    """UX-204."""
    client = client_of()
    response = client.post("/en/play/quick/", {"wait": "60", "game": "blef"}, follow=True)
    text = text_of(response)
    assert "Quick match: Blef" in text
    assert re.search(r"Looking for people. With \d+ computers it starts:", text)
    assert ">Stop</button>" in text
    table = Table.objects.get()
    assert (table.game, table.is_quick) == ("blef", True)
    assert 'value="60" checked' in text_of(client.get("/en/play/"))  # the choice is kept


def test_people_only_is_said_and_kept(client_of) -> None:
    client = client_of()
    text = text_of(client.post("/en/play/quick/", {"wait": "people"}, follow=True))
    assert "Looking for people. It starts when all seats are taken." in text
    assert 'value="people" checked' in text_of(client.get("/en/play/"))
    assert Table.objects.get().starts_at is None


@pytest.mark.parametrize("wait", ["", "0", "-1", "1e9", "1" * 4000, "\x00"])
def test_a_wait_that_nobody_offers_is_the_usual_one(client_of, wait: str) -> None:
    client_of().post("/en/play/quick/", {"wait": wait})
    table = Table.objects.get()
    assert table.starts_at is not None
    assert 15 < (table.starts_at - table.created_at).total_seconds() < 25


def test_at_a_table_with_a_host_one_may_look_on_or_go_on_alone(client_of) -> None:
    hosted = lobby(guest("Anna"), is_public=True)
    client = client_of()
    text = text_of(client.post("/en/play/quick/", follow=True))
    assert "This is the best open table there is." in text
    response = client.post("/en/play/quick/", {"from": hosted.key}, headers={"x-requested-with": "table"})
    assert response.status_code == 204
    other = Table.objects.get(key=response["X-Table"])
    assert other.pk != hosted.pk
    response = client.post("/en/play/quick/", {"alone": other.key})
    alone = Table.objects.get(key=response["Location"].split("/")[2])
    assert Match.objects.filter(pk=alone.pk).exists()
    assert Table.objects.get(pk=other.pk).phase == Table.Phase.CLOSED
    assert Seat.objects.filter(table=hosted, user__isnull=False).count() == 1


def test_a_table_where_one_does_not_sit_is_not_left(client_of) -> None:
    foreign = lobby(guest("Anna"))
    response = client_of(guest("Ben")).post("/en/play/quick/", {"from": foreign.key})
    assert response.status_code == 302
    assert Seat.objects.filter(table=foreign, user__isnull=False).count() == 1


def test_stopping_leads_back_to_the_lobby(client_of) -> None:
    client = client_of()
    key = client.post("/en/play/quick/")["Location"].split("/")[2]
    response = client.post(f"/tables/{key}/stand/")
    assert response["Location"].endswith("/play/")
    assert Table.objects.get(key=key).phase == Table.Phase.CLOSED
    key = client.post("/en/play/quick/")["Location"].split("/")[2]
    response = client.post(f"/tables/{key}/stand/", headers={"x-requested-with": "table"})
    assert (response.status_code, response["X-Go"][-6:]) == (204, "/play/")


# --- closing by hand ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.host.closes")
def test_the_host_closes_the_table_and_nobody_else(client_of) -> None:
    anna, ben = guest("Anna"), guest("Ben")
    table = lobby(anna, ben, is_public=True)
    assert ">Close the table</button>" in text_of(client_of(anna).get(f"/tables/{table.key}/"))
    assert ">Close the table</button>" not in text_of(client_of(ben).get(f"/tables/{table.key}/"))
    assert "Only the host can do that." in text_of(client_of(ben).post(f"/tables/{table.key}/close/", follow=True))
    client_of(anna).post(f"/tables/{table.key}/close/")
    assert Table.objects.get(pk=table.pk).phase == Table.Phase.CLOSED
    assert client_of(ben).get(f"/tables/{table.key}/").status_code == 410


# --- rated -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.rated.members")
def test_a_member_makes_a_rated_table_and_a_guest_is_told_who_may(client_of) -> None:
    client_of(member("Anna")).post("/en/play/blef/", {"size": "3", "rated": "yes"})
    assert Table.objects.get().rated
    response = client_of(guest("Ben")).post("/en/play/blef/", {"size": "3", "rated": "yes"})
    assert response.status_code == 422
    assert "only members have a rating" in text_of(response)
    assert Table.objects.count() == 1


def test_the_host_switches_it_in_the_waiting_room(client_of) -> None:
    anna = member("Anna")
    table = lobby(anna)
    client_of(anna).post(f"/tables/{table.key}/setup/", {"rated": "yes"})
    assert Table.objects.get(pk=table.pk).rated
    assert "rated: members only" in text_of(client_of().get(f"/tables/{table.key}/"))
    client_of(anna).post(f"/tables/{table.key}/setup/", {"size": "3"})
    assert Table.objects.get(pk=table.pk).rated
    client_of(anna).post(f"/tables/{table.key}/setup/", {"rated": "no"})
    assert not Table.objects.get(pk=table.pk).rated


def test_the_result_card_has_a_receipt_for_each_member_and_for_nobody_else(client_of) -> None:
    anna, ben = member("Anna"), member("Ben")
    table = running(anna, ben, size=2, rated=True, is_public=True, options={"leave_mode": "remove"})
    client_of(anna).post(f"/tables/{table.key}/stand/")
    forget()
    waits = text_of(client_of(ben).get(f"/tables/{table.key}/"))
    assert "This match is being counted" in waits
    ratings.count(match_id=table.pk)
    won, lost = (text_of(client_of(user).get(f"/tables/{table.key}/")) for user in (ben, anna))
    assert re.search(r"1000 ± 333</span>.*<b>1105 ± 323</b> <span class=\"badge\">\+105</span>", won)
    assert "Place 1 of the 2 members at the table." in won
    assert "<b>895 ± 323</b>" in lost
    assert "You had left, which counts as place 2 of the 2 members at the table." in lost
    for user in (None, member("Carla")):
        seen = text_of(client_of(user).get(f"/tables/{table.key}/"))
        assert "A rated match." in seen
        assert "1105" not in seen


def test_ones_own_ratings_are_for_members(client_of) -> None:
    anna, ben = member("Anna"), member("Ben")
    table = running(anna, ben, size=2, rated=True, options={"leave_mode": "remove"})
    client_of(anna).post(f"/tables/{table.key}/stand/")
    ratings.count(match_id=table.pk)
    page = text_of(client_of(ben).get("/en/play/rating/"))
    assert "1105 ± 323" in page
    assert f'href="/tables/{table.key}/"' in page
    assert "You have not played a rated match yet." in text_of(client_of(member("Carla")).get("/en/play/rating/"))
    for user in (None, guest("Dirk")):
        assert "Rated matches are for members." in text_of(client_of(user).get("/en/play/rating/"))
    for query in ("?before=x", "?before=99999999999999999999", "?before=7&game=chess", "?game=blef"):
        assert client_of(ben).get(f"/en/play/rating/{query}").status_code == 200
