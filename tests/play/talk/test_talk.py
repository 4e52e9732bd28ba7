"""Saying something: who may, where, how often, and what others then read."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import Mark, User
from games.play.models import Line, Table
from games.play.services import rematch, tables
from games.play.talk import services
from games.play.talk.avoiding import avoid, avoided_by, avoids, forgive, hears, list_of, move_avoidances
from games.play.talk.errors import TalkError
from games.play.talk.selectors import lines_for
from games.play.talk.services import say
from tests.bluffsite.accounts.unsaid import unsaid
from tests.play import people

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def old_member(name: str, days: float = 30) -> User:
    return people.member(name, member_since=timezone.now() - timedelta(days=days))


def refused(code: str, **said: object) -> TalkError:
    with pytest.raises(TalkError) as refusal:
        say(**{"language": "en", **said})
    assert refusal.value.code == code
    return refusal.value


def texts(reader: User | None, table: Table, language: str = "en") -> list[str]:
    return [line.in_words(language) for line in lines_for(reader and reader.pk, table.pk)]


def test_a_phrase_is_read_by_each_in_their_own_language():
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.lobby(anna, bob)
    line = say(table=table, user=anna, phrase=7, language="nl")
    assert (line.number, line.seat, line.name, line.text) == (1, 0, "Anna", "")
    assert [texts(bob, table, language)[0] for language in ("en", "nl", "de", "ne")] == [
        "Nice bluff!",
        "Mooie bluf!",
        "Schöner Bluff!",
        "गजबको ब्लफ!",
    ]
    for number in (0, 25, -1):
        refused("no_such_phrase", table=table, user=anna, phrase=number)


def test_only_who_sits_says_something_and_anyone_who_sees_the_table_reads_it():
    anna, watcher = people.guest("Anna"), people.guest("Watcher")
    table = people.lobby(anna, is_public=True)
    refused("not_seated", table=table, user=watcher, phrase=1)
    say(table=table, user=anna, phrase=1, language="en")
    assert texts(watcher, table) == texts(None, table) == ["Hello everyone!"]


def test_there_is_no_talk_alone_around_one_phone_or_at_a_closed_table():
    anna, bob = people.guest("Anna"), people.guest("Bob")
    alone = people.running(anna)
    refused("talk_off", table=alone, user=anna, phrase=1)
    phone = tables.create_table(host=anna, game=people.GAME, size=2, options={"one_phone": True}, people={0: "Anna", 1: "Bo"})
    refused("talk_off", table=phone, user=anna, phrase=1)
    closed = people.lobby(anna, bob)
    tables.close_table(table=closed)
    closed.refresh_from_db()
    refused("talk_off", table=closed, user=anna, phrase=1)
    assert say(table=people.running(anna, bob), user=anna, phrase=1, language="en").number == 1


def test_free_text_is_for_members_at_tables_that_allow_it():
    anna, guest = old_member("Anna"), people.guest("Gast")
    strict, loose = people.lobby(anna, guest), people.lobby(anna, guest, allows_text=True)
    refused("phrases_only", table=strict, user=anna, text="hi")
    refused("members_only", table=loose, user=guest, text="hi")
    assert say(table=loose, user=anna, text=" hi  <b>all</b> ", language="en").text == "hi <b>all</b>"
    assert texts(guest, loose, "ne") == ["hi <b>all</b>"]


def test_a_new_member_writes_among_friends_without_contacts_and_at_open_tables_after_a_week():
    new, old = old_member("New", 6.9), old_member("Old", 7.1)
    friends, strangers = people.lobby(new, old, allows_text=True), people.lobby(new, old, allows_text=True, is_public=True)
    refused("seven_days", table=strangers, user=new, text="hi")
    assert say(table=strangers, user=old, text="see example.org", language="en").text == "see example.org"
    assert say(table=friends, user=new, text="see example.org now", language="en").text == "see […] now"
    refused("empty", table=friends, user=new, text="https://example.org")


def test_child_safe_of_a_person_and_of_a_site(settings):
    anna, bob = old_member("Anna"), old_member("Bob")
    table = people.lobby(anna, bob, allows_text=True)
    services.set_ear(user=bob, hears="phrases")
    refused("child_safe", table=table, user=bob, text="hi")
    say(table=table, user=anna, text="hi", language="en")
    say(table=table, user=anna, phrase=1, language="en")
    assert texts(bob, table) == ["Hello everyone!"]
    services.set_ear(user=bob, hears="nothing")
    assert texts(bob, table) == []
    say(table=table, user=bob, phrase=1, language="en")
    assert texts(bob, table) == ["Hello everyone!"]  # one's own
    settings.CHILD_SAFE = True
    refused("phrases_only", table=table, user=anna, text="hi")


def test_a_bad_word_is_named_and_nothing_is_said():
    anna = old_member("Anna")
    table = people.lobby(anna, allows_text=True)
    error = refused("bad_word", table=table, user=anna, text="you ASSHOLE, you")
    assert "ASSHOLE" in error.sentence
    assert not Line.objects.exists()
    refused("long_line", table=table, user=anna, text="x" * 201)
    refused("empty", table=table, user=anna, text="\u200b ")


def test_marks_of_staff_take_text_or_all_of_it_and_end_by_themselves():
    anna = old_member("Anna")
    table = people.lobby(anna, allows_text=True)
    until = timezone.now() + timedelta(hours=1)
    marks.put(user=anna, kind=Mark.Kind.NO_TEXT, ref="a", until=until)
    error = refused("talk_barred", table=table, user=anna, text="hi")
    assert error.sentence.startswith("You cannot write until ")
    assert say(table=table, user=anna, phrase=1, language="en")
    mark = marks.put(user=anna, kind=Mark.Kind.MUTED, ref="b", until=until)
    refused("talk_barred", table=table, user=anna, phrase=1)
    for laid in Mark.objects.all():
        marks.change_end(mark=laid, until=timezone.now() - timedelta(seconds=1))
    assert mark and say(table=table, user=anna, text="hi", language="en")


def test_five_lines_in_ten_seconds_at_all_tables_together():
    anna, bob = people.guest("Anna"), people.guest("Bob")
    one, two, now = people.lobby(anna, bob), people.lobby(anna), timezone.now()
    for second in range(5):
        say(table=one if second % 2 else two, user=anna, phrase=1, language="en", now=now + timedelta(seconds=second))
    with pytest.raises(TalkError, match="talk_too_fast"):
        say(table=one, user=anna, phrase=1, language="en", now=now + timedelta(seconds=9.9))
    assert say(table=one, user=bob, phrase=1, language="en", now=now + timedelta(seconds=9.9))
    assert say(table=one, user=anna, phrase=1, language="en", now=now + timedelta(seconds=10.1))


def test_tries_are_counted_also_refused_ones():
    anna = people.guest("Anna")
    table = people.lobby(anna)
    for _ in range(60):
        refused("no_such_phrase", table=table, user=anna, phrase=99)
    refused("talk_too_fast", table=table, user=anna, phrase=1)


def test_the_same_token_is_said_once_and_numbers_have_no_gap():
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.lobby(anna, bob)
    first = say(table=table, user=anna, phrase=1, language="en", token="t")
    assert say(table=table, user=anna, phrase=2, language="en", token="t").pk == first.pk
    assert say(table=table, user=bob, phrase=2, language="en", token="t").number == 2
    assert say(table=table, user=anna, phrase=3, language="en", token="u").number == 3


@pytest.mark.parametrize("speaks", [True, False])
def test_no_number_tells_who_is_blocked_that_something_was_said(speaks, settings):
    """By the clock, not by counting: nothing is missing between two numbers, and the page names none of what is not heard."""
    settings.TALK_TICK = timedelta(seconds=1)
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.lobby(anna, bob)
    avoid(user=anna, other=bob, name="Bob", is_block=True)
    numbers = []
    for seconds in (100, 200):
        people.made_ago(table, seconds)
        numbers.append(say(table=Table.objects.get(pk=table.pk), user=bob, phrase=1, language="en").number)
        if speaks:
            say(table=table, user=anna, phrase=2, language="en")
    assert numbers == [100, 200]
    client = Client()
    client.force_login(bob)
    page = client.get(f"/tables/{table.key}/").text
    assert json.loads(re.search(r'<script[^>]*id="table-config"[^>]*>(.*?)</script>', page)[1])["talk"] == 200


def test_a_removed_line_keeps_its_place_and_loses_its_words():
    anna = old_member("Anna")
    table = people.lobby(anna, allows_text=True)
    line = say(table=table, user=anna, text="regrets", language="en")
    services.remove(line=line)
    (shown,) = lines_for(anna.pk, table.pk)
    assert (shown.is_removed, shown.text, shown.phrase, shown.name) == (True, "", None, "Anna")


# --- mute and block -------------------------------------------------------------------------------------------------
def test_a_mute_is_one_sided_and_holds_at_every_table():
    anna, bob = people.guest("Anna"), people.guest("Bob")
    here, there = people.lobby(anna, bob), people.lobby(bob, anna)
    avoid(user=anna, other=bob, name="Bob", is_block=False)
    for table in (here, there):
        say(table=table, user=bob, phrase=1, language="en")
        say(table=table, user=anna, phrase=2, language="en")
        assert texts(anna, table) == ["Good luck!"]
        assert texts(bob, table) == ["Hello everyone!", "Good luck!"]
    assert not hears(anna.pk, bob.pk)
    assert hears(bob.pk, anna.pk)
    assert not avoids(anna.pk, bob.pk)
    assert avoided_by(anna.pk) == set()
    assert (avoided_by(anna.pk, or_muted=True), avoided_by(bob.pk, or_muted=True)) == ({bob.pk}, {anna.pk})


def test_a_block_goes_both_ways_and_is_taken_back_by_who_made_it():
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.lobby(anna, bob)
    avoid(user=anna, other=bob, name="Bob", is_block=True)
    say(table=table, user=bob, phrase=1, language="en")
    say(table=table, user=anna, phrase=2, language="en")
    assert (texts(anna, table), texts(bob, table)) == (["Good luck!"], ["Hello everyone!"])
    assert avoids(bob.pk, anna.pk)
    assert avoids(anna.pk, bob.pk)
    assert (avoided_by(anna.pk), avoided_by(bob.pk)) == ({bob.pk}, {anna.pk})
    assert not forgive(user=bob, other=anna.pk)
    assert [one.name for one in list_of(anna)] == ["Bob"]
    assert list_of(bob) == []
    avoid(user=anna, other=bob, name="Bobby", is_block=False)
    assert (avoids(anna.pk, bob.pk), hears(anna.pk, bob.pk), hears(bob.pk, anna.pk)) == (False, False, True)
    assert forgive(user=anna, other=bob.pk)
    assert hears(anna.pk, bob.pk)


def test_strangers_hear_and_nobody_avoids_themselves():
    anna = people.guest("Anna")
    assert hears(None, anna.pk)
    assert hears(anna.pk, None)
    assert not avoids(None, anna.pk)
    with pytest.raises(services.TableError, match="yourself"):
        avoid(user=anna, other=anna, name="Anna", is_block=True)


def test_signing_in_takes_mutes_blocks_lines_and_hearing_along():
    guest, member, bob, eva = people.guest("Guest"), old_member("Member"), people.guest("Bob"), people.guest("Eva")
    table = people.lobby(guest, bob)
    say(table=table, user=guest, phrase=1, language="en", token="t")
    services.set_ear(user=guest, hears="phrases")
    avoid(user=guest, other=bob, name="Bob", is_block=True)
    avoid(user=member, other=bob, name="Bob", is_block=False)
    avoid(user=eva, other=guest, name="Guest", is_block=True)
    avoid(user=guest, other=member, name="Member", is_block=True)
    move_avoidances(guest, member)
    services.move_lines(guest, member)
    assert [(one.other_id, one.is_block) for one in list_of(member)] == [(bob.pk, True)]
    assert avoids(eva.pk, member.pk)
    assert list_of(guest) == []
    assert Line.objects.get().user == member
    assert services.selectors.ear_of(member) == "phrases"


def test_a_deleted_person_leaves_no_words_and_no_name():
    anna, bob = old_member("Anna"), people.guest("Bob")
    table = people.lobby(anna, bob, allows_text=True)
    say(table=table, user=anna, text="my address", language="en")
    avoid(user=anna, other=bob, name="Bob", is_block=True)
    assert services.export(anna)["lines"][0]["text"] == "my address"
    assert unsaid("talk", services.export(anna)) == set()
    services.forget(anna)
    line = Line.objects.get()
    assert (line.name, line.text, line.user, line.removed_at is None) == ("", "", None, False)
    assert list_of(anna) == []


def test_old_lines_go_by_themselves():
    anna = people.guest("Anna")
    table, now = people.lobby(anna), timezone.now()
    for days in (181, 179):
        say(table=table, user=anna, phrase=1, language="en", now=now - timedelta(days=days))
    assert services.forget_old(now - timedelta(days=services.KEPT_DAYS)) == 1
    assert [line.number for line in lines_for(anna.pk, table.pk)] == [2]
    assert say(table=table, user=anna, phrase=1, language="en").number == 3


def test_a_rematch_is_not_offered_to_who_has_blocked_its_maker():
    anna, bob, eva = people.guest("Anna"), people.guest("Bob"), people.guest("Eva")
    table = people.finished(anna, bob, eva, size=3)
    avoid(user=bob, other=anna, name="Anna", is_block=True)
    rematch.offer(table=table, user=anna)
    assert [people.seat(table, who).rematch_answer for who in (anna, bob, eva)] == [True, False, None]
    begun = rematch.answer(table=table, user=eva, agrees=True)
    assert begun is not None
    assert not begun.seats.filter(user=bob).exists()
