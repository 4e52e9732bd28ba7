"""The same talk without a script: forms, pages and settings; and what the table's page brings along."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bluffsite.accounts.models import User
from games.play.models import Avoidance, Ear, Line, Table
from games.play.services import seats
from games.play.talk.marks import mark_of
from games.play.talk.services import say
from tests.play import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated() -> tuple[Table, User, User]:
    anna, bob = people.guest("Anna"), people.member("Bob", member_since=timezone.now() - timedelta(days=30))
    return people.running(anna, bob, size=2, allows_text=True), anna, bob


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def test_the_page_has_phrases_for_guests_and_a_field_for_who_may_write(seated):
    table, anna, bob = seated
    say(table=table, user=bob, text="<script>alert(1)</script>", language="en")
    page = browser(anna).get(f"/tables/{table.key}/").text
    assert page.count('name="phrase"') == 24
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert 'id="say-text"' not in page
    assert "With an account you can write" in page
    assert 'id="say-text"' in browser(bob).get(f"/tables/{table.key}/").text


def test_a_match_alone_has_no_talk(seated):
    anna = people.guest("Alone")
    page = browser(anna).get(f"/tables/{people.running(anna).key}/").text
    assert 'id="talk-form"' not in page
    assert "js/talk.js" not in page


def test_a_form_says_a_phrase_and_a_refused_text_comes_back(seated):
    table, anna, bob = seated
    address = f"/tables/{table.key}/talk/"
    response = browser(anna).post(address, {"phrase": "7"})
    assert (response.status_code, response.url) == (302, f"/tables/{table.key}/#talk")
    refused = browser(bob).post(address, {"text": 'you asshole, "quoted"'})
    assert refused.status_code == 422
    assert "is not shown here" in refused.text
    assert 'value="you asshole, &quot;quoted&quot;"' in refused.text
    assert browser(bob).post(address, {"text": "you fool"}).status_code == 302
    assert list(Line.objects.values_list("phrase", "text")) == [(7, ""), (None, "you fool")]


def test_one_tap_mutes_whoever_said_a_line_and_the_page_is_without_it(seated):
    table, anna, bob = seated
    say(table=table, user=bob, phrase=7, language="en")
    assert "Nice bluff!" in browser(anna).get(f"/tables/{table.key}/").text.partition('id="talk-lines"')[2].partition("</ol>")[0]
    assert browser(anna).post(f"/tables/{table.key}/avoid/", {"mute": "1"}).status_code == 302
    assert Avoidance.objects.get().other == bob
    assert "Nice bluff!" not in browser(anna).get(f"/tables/{table.key}/").text.partition('id="talk-lines"')[2].partition("</ol>")[0]
    assert "Nice bluff!" not in browser(anna).get(f"/tables/{table.key}/log/").text
    assert "Nice bluff!" in browser(bob).get(f"/tables/{table.key}/log/").text


def test_the_people_at_a_table_can_be_muted_blocked_and_forgiven_also_when_they_are_gone(seated):
    table, anna, bob = seated
    eva = people.guest("Eva")
    say(table=table, user=bob, phrase=1, language="en")
    Line.objects.update(user=eva, name="Eva")
    page = browser(anna).get(f"/tables/{table.key}/people/?part=1").text
    assert page.count("data-avoid") == 2
    assert "<html" not in page
    post = browser(anna).post
    post(f"/tables/{table.key}/avoid/", {"person": mark_of(table, bob), "how": "block"})
    post(f"/tables/{table.key}/avoid/", {"line": "1", "how": "mute"})
    assert set(Avoidance.objects.values_list("other", "is_block")) == {(bob.pk, True), (eva.pk, False)}
    post(f"/tables/{table.key}/avoid/", {"seat": "1", "how": "none"})
    assert set(Avoidance.objects.values_list("other")) == {(eva.pk,)}
    assert post(f"/tables/{table.key}/avoid/", {"seat": "0", "how": "mute"}).status_code == 302
    assert post(f"/tables/{table.key}/avoid/", {"seat": "1", "how": "hug"}).status_code == 302
    assert Avoidance.objects.count() == 1


def test_who_is_blocked_is_the_one_of_the_page_whoever_has_the_seat_by_then():
    anna, bob, eva = people.guest("Anna"), people.guest("Bob"), people.guest("Eva")
    table = people.lobby(anna, bob)
    page = browser(anna).get(f"/tables/{table.key}/people/?part=1").text
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', page))
    del fields["csrfmiddlewaretoken"]
    seats.stand(table=table, user=bob)
    seats.sit(table=table, user=eva, index=1)
    assert browser(anna).post(f"/tables/{table.key}/avoid/", fields | {"how": "block"}).status_code == 302
    assert Avoidance.objects.get().other == bob


def test_whose_profile_one_may_see_can_be_muted_and_blocked_there(seated):
    _, anna, bob = seated
    User.objects.filter(pk=bob.pk).update(shown_to="all")
    address, client = f"/en/people/{bob.profile_key}/", browser(anna)
    fields = dict(re.findall(r'type="hidden" name="(profile)" value="([^"]+)"', client.get(address).text))
    assert client.post("/en/play/avoid/", fields | {"how": "block"}).url == address
    assert (Avoidance.objects.get().other, Avoidance.objects.get().is_block) == (bob, True)
    assert "Unblock" in client.get(address).text
    assert client.post("/en/play/avoid/", fields | {"how": "hug"}).status_code == 404
    client.post("/en/play/avoid/", fields | {"how": "none"})
    assert not Avoidance.objects.exists()
    assert 'name="profile"' not in browser(bob).get(address).text
    assert browser(bob).post("/en/play/avoid/", fields | {"how": "block"}).status_code == 404
    assert browser(None).post("/en/play/avoid/", fields | {"how": "mute"}).status_code == 302  # a visitor becomes a guest by it
    User.objects.filter(pk=bob.pk).update(shown_to="nobody")
    assert client.post("/en/play/avoid/", fields | {"how": "mute"}).status_code == 404
    assert Avoidance.objects.get().user.is_guest


def test_the_log_and_the_result_lead_to_muting_too(seated):
    table, anna, bob = seated
    say(table=table, user=bob, phrase=7, language="en")
    log = browser(anna).get(f"/tables/{table.key}/log/").text
    assert re.search(r'<button[^>]*form="quiet" name="mute" value="1"', log)
    assert f"/tables/{table.key}/people/" in log
    assert (
        "Nice bluff!"
        not in browser(anna)
        .post(f"/tables/{table.key}/avoid/", {"mute": "1"}, follow=True)
        .text.partition('id="talk-lines"')[2]
        .partition("</ol>")[0]
    )
    ended, alone = people.finished(anna, bob), people.finished(anna)
    assert 'id="people-result"' in browser(anna).get(f"/tables/{ended.key}/").text
    assert 'id="people-result"' not in browser(anna).get(f"/tables/{alone.key}/").text


def test_settings_list_and_forgive_ones_own_alone(seated):
    _, anna, bob = seated
    mine = Avoidance.objects.create(user=anna, other=bob, name="Bob", is_block=True)
    theirs = Avoidance.objects.create(user=bob, other=anna, name="Anna")
    page = browser(anna).get("/en/play/talk/").text
    assert "Bob" in page
    assert f'value="{theirs.pk}"' not in page
    browser(anna).post("/en/play/talk/", {"forgive": str(theirs.pk)})
    assert Avoidance.objects.count() == 2
    browser(anna).post("/en/play/talk/", {"forgive": str(mine.pk)})
    assert list(Avoidance.objects.all()) == [theirs]
    browser(anna).post("/en/play/talk/", {"hears": "phrases"})
    assert Ear.objects.get(user=anna).hears == "phrases"
    assert browser(anna).post("/en/play/talk/", {"hears": "all of it"}).status_code == 404


def test_a_table_is_made_with_or_without_typed_text_and_the_host_changes_it():
    anna = people.guest("Anna")
    client = browser(anna)
    client.post("/en/play/liars_dice/", {"size": "3", "talk": "text"})
    table = Table.objects.get()
    assert table.allows_text
    assert "phrases and typed text" in client.get(f"/tables/{table.key}/").text
    client.post(f"/tables/{table.key}/setup/", {"talk": "phrases"})
    table.refresh_from_db()
    assert not table.allows_text
    client.post("/en/play/liars_dice/", {"size": "3"})
    assert not Table.objects.latest("pk").allows_text


def test_queries_do_not_grow_with_lines(seated):
    table, anna, bob = seated
    client, now = browser(anna), timezone.now()
    counts = []
    for minutes in (30, *range(20, 8, -1)):
        say(table=table, user=bob, phrase=1, language="en", now=now - timedelta(minutes=minutes))
        if minutes in (30, 9):
            client.get(f"/tables/{table.key}/")
            with CaptureQueriesContext(connection) as queries:
                client.get(f"/tables/{table.key}/")
            counts.append(len(queries))
    assert counts[0] == counts[1]


def test_who_plays_on_alone_reads_what_was_said_and_is_not_asked_to_speak():
    anna = people.guest("Anna")
    table = people.lobby(anna)
    say(table=table, user=anna, phrase=7, language="en")
    people.tables.start(table=table, user=anna)
    page = browser(anna).get(f"/tables/{table.key}/").text
    assert "Nice bluff!" in page
    assert 'id="say-button"' not in page
    assert 'name="phrase"' not in page
