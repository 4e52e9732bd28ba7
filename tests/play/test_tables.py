"""Tables before their match: made, changed, begun, found by code, given up."""

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from bluffsite.accounts import limits
from bluffsite.accounts.limits import Who
from bluffsite.accounts.models import User
from games.play import announce
from games.play.models import LogEntry, Match, Seat, Secret, Table
from games.play.sentences import SENTENCES
from games.play.services import codes, making, seats, tables
from games.play.services.errors import TableError
from games.play.services.record import read
from tests.play.people import GAME, finished, guest, lobby, made_ago, names, running, seat, silent

pytestmark = pytest.mark.django_db

SOMEBODY = Who(None, "192.0.2.1")


@pytest.fixture
def anna() -> User:
    return guest("Anna")


@pytest.fixture
def ben() -> User:
    return guest("Ben")


def refusal(call: Any, **arguments: Any) -> tuple[str, str | None]:
    """Code and rule of the refusal of a service, which must have changed nothing."""
    before = list(Table.objects.values().order_by("pk")), list(Seat.objects.values().order_by("pk"))
    with pytest.raises(TableError) as refused:
        call(**arguments)
    assert (list(Table.objects.values().order_by("pk")), list(Seat.objects.values().order_by("pk"))) == before
    return refused.value.code, refused.value.rule


# --- making ---------------------------------------------------------------------------------------------------------
def test_a_new_table_has_its_seats_the_plain_game_and_a_sealed_secret(anna: User) -> None:
    table = tables.create_table(host=anna, game=GAME)
    assert table.phase == Table.Phase.LOBBY
    assert table.size == 4
    assert table.options["turn_seconds"] == 45
    assert table.options["loss"] == "difference"
    assert len(table.key) == 22
    assert table.code is not None
    assert codes.read_code(table.code) == table.code
    assert [row.user_id for row in Seat.objects.filter(table=table)] == [anna.pk, None, None, None]
    assert names(table) == ["Anna", "", "", ""]
    secret = bytes(Secret.objects.get(table=table).value)
    assert len(secret) == 32
    assert table.commitment == hashlib.sha256(secret).hexdigest()


def test_every_table_has_its_own_key_code_and_secret(anna: User) -> None:
    made = [tables.create_table(host=anna, game=GAME, seat_host=False) for _ in range(5)]
    assert len({table.key for table in made}) == len({table.code for table in made}) == len({table.commitment for table in made}) == 5


def test_the_host_may_stay_standing_and_computers_be_chosen(anna: User) -> None:
    table = tables.create_table(host=anna, game=GAME, size=3, seat_host=False, bot_levels={0: "hard", 2: "easy"}, is_public=True)
    rows = Seat.objects.filter(table=table)
    assert [row.bot_level for row in rows] == ["hard", "", "easy"]
    assert [row.user_id for row in rows] == [None] * 3
    assert table.is_public


@pytest.mark.rule("common.options.validate")
@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"turn_seconds": 3}, "common.options.validate"),
        ({"turn_seconds": -1}, "common.options.validate"),
        ({"turn_seconds": "45"}, "common.options.validate"),
        ({"turn_seconds": 45.5}, "common.options.validate"),
        ({"games": 21}, "common.options.validate"),
        ({"leave_mode": "explode"}, "common.options.validate"),
        ({"loss": None}, "common.options.validate"),
        ({"one_phone": 1}, "common.options.validate"),
        ({"jokers": 2}, "common.options.validate"),
    ],
)
def test_options_that_break_a_rule_make_no_table(anna: User, options: dict[str, Any], rule: str) -> None:
    assert refusal(tables.create_table, host=anna, game=GAME, options=options) == ("options", rule)
    assert not Table.objects.exists()
    assert not Secret.objects.exists()


@pytest.mark.rule("common.options.validate")
def test_the_conflict_of_seats_and_options_is_named_by_its_rule(anna: User) -> None:
    assert refusal(tables.create_table, host=anna, game=GAME, size=7) == ("options", "liars_dice.players")
    assert tables.create_table(host=anna, game=GAME, size=7, options={"extra_set": True}).size == 7


@pytest.mark.parametrize("size", [-1, 0, 1, 13, 10**9, True, "4"])
def test_a_size_that_no_table_has_is_refused(anna: User, size: Any) -> None:
    assert refusal(tables.create_table, host=anna, game=GAME, size=size)[0] == "bad_size"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"game": "tic_tac_toe"}, "unknown_game"),
        ({"bot_levels": {4: "easy"}}, "bad_seat"),
        ({"bot_levels": {-1: "easy"}}, "bad_seat"),
        ({"bot_levels": {1: "brilliant"}}, "bad_level"),
        ({"part": "not hexadecimal at all"}, "bad_part"),
        ({"name": "Computer"}, "name_reserved"),
        ({"name": "An\u202ena"}, "name_hidden_signs"),
    ],
)
def test_a_table_is_made_whole_or_not_at_all(anna: User, more: dict[str, Any], code: str) -> None:
    assert refusal(tables.create_table, **{"host": anna, "game": GAME, **more})[0] == code
    assert not Table.objects.exists()


def test_tables_cannot_be_made_without_end(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "create table", limits.Limit(per_user=("2/h",)))
    for _ in range(2):
        tables.create_table(host=anna, game=GAME, who=Who(anna.pk, "192.0.2.1"))
    assert refusal(tables.create_table, host=anna, game=GAME, who=Who(anna.pk, "192.0.2.1")) == ("too_fast", None)


# --- changing -------------------------------------------------------------------------------------------------------
def test_the_host_changes_options_and_every_ready_mark_goes(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    seats.set_ready(table=table, user=ben)
    tables.change_options(table=table, host=anna, options={"loss": "one"}, is_public=True)
    table.refresh_from_db()
    assert table.options["loss"] == "one"
    assert table.is_public
    assert not seat(table, ben).is_ready


@pytest.mark.rule("common.options.validate")
def test_changed_options_are_checked_like_new_ones(anna: User) -> None:
    table = lobby(anna)
    assert refusal(tables.change_options, table=table, host=anna, options={"turn_seconds": 2})[0] == "options"
    assert refusal(tables.change_options, table=table, host=anna, options={}, size=7) == ("options", "liars_dice.players")


@pytest.mark.rule("common.options.fixed")
def test_options_are_fixed_once_the_match_has_begun(anna: User, ben: User) -> None:
    for table in (running(anna), finished(ben)):
        host = anna if table.host_id == anna.pk else ben
        assert refusal(tables.change_options, table=table, host=host, options={}) == ("options_fixed", "common.options.fixed")
        assert refusal(tables.resize, table=table, host=host, size=2) == ("options_fixed", "common.options.fixed")


@pytest.mark.rule("common.options.fixed")
def test_the_match_begins_with_the_options_that_everyone_saw(anna: User) -> None:
    table = running(anna, options={"loss": "one", "games": 3})
    assert read(table.pk).options.loss == "one"
    assert read(table.pk).options.games == 3


def test_a_smaller_table_moves_those_who_sit_beyond_it(anna: User, ben: User) -> None:
    table = lobby(anna)
    seats.sit(table=table, user=ben, index=3)
    tables.resize(table=table, host=anna, size=2)
    assert names(table) == ["Anna", "Ben"]
    assert refusal(tables.resize, table=table, host=anna, size=1)[0] == "bad_size"


def test_a_table_never_gets_smaller_than_its_people(anna: User, ben: User) -> None:
    table = lobby(anna, ben, guest("Cleo"))
    assert refusal(tables.resize, table=table, host=anna, size=2)[0] == "too_small"


def test_a_bigger_table_has_more_free_seats_and_keeps_its_computers(anna: User) -> None:
    table = lobby(anna, size=2, bot_levels={1: "hard"})
    tables.resize(table=table, host=anna, size=5)
    rows = list(Seat.objects.filter(table=table))
    assert [row.index for row in rows] == [0, 1, 2, 3, 4]
    assert [row.bot_level for row in rows] == ["", "hard", "", "", ""]


def test_only_the_host_changes_the_table(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    for call, more in [
        (tables.change_options, {"host": ben, "options": {}}),
        (tables.resize, {"host": ben, "size": 3}),
        (tables.start, {"user": ben}),
        (tables.close_table, {"host": ben}),
        (seats.set_bot, {"host": ben, "index": 3, "level": "easy"}),
        (seats.remove_person, {"host": ben, "index": 0}),
    ]:
        assert refusal(call, table=table, **more)[0] == "not_host"


# --- starting -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.bot.seats")
@pytest.mark.rule("common.bot.level")
def test_at_the_start_empty_seats_become_computers_of_their_level(anna: User, ben: User) -> None:
    table = running(anna, ben, size=5, bot_levels={3: "hard"})
    assert [row.bot_level for row in Seat.objects.filter(table=table)] == ["", "", "normal", "hard", "normal"]
    assert [place.level for place in read(table.pk).places] == ["", "", "normal", "hard", "normal"]
    assert table.phase == Table.Phase.PLAYING


def test_the_start_takes_the_code_and_writes_the_parts(anna: User, ben: User) -> None:
    table = lobby(anna, ben, part="ab" * 8)
    tables.start(table=table, user=anna)
    table.refresh_from_db()
    assert table.code is None
    assert Match.objects.get(pk=table.pk).parts == ["ab" * 8, "", "", ""]
    assert LogEntry.objects.filter(match_id=table.pk).count() == 1


def test_a_second_tap_on_start_changes_nothing(anna: User) -> None:
    table = running(anna)
    assert tables.start(table=table, user=anna) == table
    assert LogEntry.objects.filter(match_id=table.pk).count() == 1


def test_a_match_needs_a_person(anna: User) -> None:
    table = tables.create_table(host=anna, game=GAME, seat_host=False)
    assert refusal(tables.start, table=table, user=anna)[0] == "nobody_seated"
    assert not Match.objects.exists()


def test_what_is_over_or_closed_does_not_begin(anna: User) -> None:
    assert refusal(tables.start, table=finished(anna), user=anna)[0] == "started"
    table = lobby(anna)
    tables.close_table(table=table, host=anna)
    assert refusal(tables.start, table=table, user=anna)[0] == "closed"


@pytest.mark.rule("common.clock.calm")
@pytest.mark.parametrize(("needs", "is_calm"), [(False, False), (True, True)])
def test_a_table_is_calm_if_somebody_who_sits_there_at_the_start_needs_time(anna: User, needs: bool, is_calm: bool) -> None:
    table = lobby(anna, guest("Ben", more_time=needs))
    assert not table.is_calm  # nobody can tell who it is for
    tables.start(table=table, user=anna)
    table.refresh_from_db()
    assert table.is_calm is is_calm


@pytest.mark.rule("common.clock.calm")
def test_a_table_is_not_calm_for_somebody_who_has_stood_up(anna: User) -> None:
    slow = guest("Ben", more_time=True)
    table = lobby(anna, slow)
    seats.stand(table=table, user=slow)
    tables.start(table=table, user=anna)
    table.refresh_from_db()
    assert not table.is_calm


def test_the_game_is_remembered_for_the_next_visit(anna: User) -> None:
    running(anna)
    anna.refresh_from_db()
    assert anna.last_game == GAME


# --- play now -------------------------------------------------------------------------------------------------------
def test_play_now_is_a_match_against_three_easy_computers_and_later_normal_ones(anna: User) -> None:
    first = tables.play_now(user=anna, game=GAME)
    assert first.phase == Table.Phase.PLAYING
    assert [row.bot_level for row in Seat.objects.filter(table=first)] == ["", "easy", "easy", "easy"]
    made_ago(first, 60)
    second = tables.play_now(user=anna, game=GAME)
    assert [row.bot_level for row in Seat.objects.filter(table=second)] == ["", "normal", "normal", "normal"]


def test_two_taps_on_play_now_leave_one_table(anna: User, ben: User) -> None:
    table = tables.play_now(user=anna, game=GAME)
    assert tables.play_now(user=anna, game=GAME) == table
    assert tables.play_now(user=ben, game=GAME) != table
    assert Table.objects.count() == 2


def test_play_now_does_not_lead_to_a_table_with_friends(anna: User, ben: User) -> None:
    table = running(anna, ben)
    assert tables.play_now(user=anna, game=GAME) != table


def test_play_now_of_no_game_leaves_nothing_behind(anna: User) -> None:
    assert refusal(tables.play_now, user=anna, game="tic_tac_toe")[0] == "unknown_game"


# --- codes ----------------------------------------------------------------------------------------------------------
def test_a_code_is_read_as_it_was_meant(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "new_code", lambda: "AK7MQ3")
    table = tables.create_table(host=anna, game=GAME)
    for spoken in ["AK7MQ3", "ak7mq3", " ak7 mq3 ", "AK7-MQ3", "ＡＫ７ＭＱ３", "АК7МQ3", "ak७mq३"]:
        assert tables.table_by_code(code=spoken, who=SOMEBODY) == table


@pytest.mark.parametrize("text", ["", "AK7MQ", "AK7MQ34", "AK7MQ0", "AK7MQ!", "☃☃☃☃☃☃", "a" * 10_000, "'; --", "\u202eAK7MQ3\u0000"])
def test_what_is_no_code_finds_no_table(text: str) -> None:
    assert refusal(tables.table_by_code, code=text, who=SOMEBODY) == ("unknown_code", None)


def test_codes_have_no_signs_that_are_taken_for_one_another() -> None:
    assert not set("0O1IL5S8B2ZUV") & set(codes.ALPHABET)
    assert {len(codes.new_code()) for _ in range(50)} == {6}
    assert all(codes.read_code(codes.new_code()) for _ in range(50))


def test_a_code_of_a_table_that_cannot_be_joined_is_like_one_that_never_was(anna: User) -> None:
    begun, closed = lobby(anna), lobby(anna)
    spoken = [begun.code or "", closed.code or ""]
    tables.start(table=begun, user=anna)
    tables.close_table(table=closed)
    answers = {refusal(tables.table_by_code, code=code, who=SOMEBODY) for code in [*spoken, "AAAAAA"]}
    assert answers == {("unknown_code", None)}


def test_codes_cannot_be_tried_out(anna: User) -> None:
    right = lobby(anna).code or ""
    for _ in range(30):  # a class that joins by one code
        tables.table_by_code(code=right, who=SOMEBODY)
    answers = [refusal(tables.table_by_code, code="AAAAAA", who=SOMEBODY)[0] for _ in range(11)]
    assert answers == ["unknown_code"] * 10 + ["too_fast"]
    assert refusal(tables.table_by_code, code=right, who=SOMEBODY)[0] == "too_fast"  # else the limit would tell it
    assert refusal(tables.table_by_code, code="AAAAAA", who=Who(None, "192.0.2.2"))[0] == "unknown_code"


def test_a_code_is_not_given_twice_while_it_can_be_joined(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["AK7MQ3", "AK7MQ3", "AK7MQ4"])
    monkeypatch.setattr(making, "new_code", lambda: next(drawn))
    first = tables.create_table(host=anna, game=GAME, seat_host=False)
    assert tables.create_table(host=anna, game=GAME, seat_host=False).code == "AK7MQ4"
    tables.close_table(table=first)
    monkeypatch.setattr(making, "new_code", lambda: "AK7MQ3")
    assert tables.create_table(host=anna, game=GAME, seat_host=False).code == "AK7MQ3"


# --- time -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("common.host.passes")
def test_the_badge_of_an_absent_host_moves_to_who_has_sat_longest(anna: User, ben: User) -> None:
    cleo = guest("Cleo")
    table = lobby(anna, ben, cleo)
    made_ago(table, 60)
    silent(table, anna, 9)
    assert not tables.pass_host(table_id=table.pk, now=timezone.now())
    silent(table, anna, 11)
    assert tables.tidy_lobbies(now=timezone.now()) == 1
    table.refresh_from_db()
    assert table.host_id == ben.pk
    assert tables.tidy_lobbies(now=timezone.now()) == 0


@pytest.mark.rule("common.host.passes")
def test_the_badge_never_moves_to_somebody_who_is_away(anna: User, ben: User) -> None:
    cleo = guest("Cleo")
    table = lobby(anna, ben, cleo)
    made_ago(table, 60)
    silent(table, anna, 11)
    silent(table, ben, 3)
    tables.tidy_lobbies(now=timezone.now())
    table.refresh_from_db()
    assert table.host_id == cleo.pk
    silent(table, cleo, 20)
    made_ago(table, 60)
    assert tables.tidy_lobbies(now=timezone.now()) == 0


@pytest.mark.rule("common.host.passes")
def test_a_host_who_leaves_hands_the_badge_on_at_once(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    tables.leave_table(table=table, user=anna)
    table.refresh_from_db()
    assert table.host_id == ben.pk
    assert names(table) == ["", "Ben", "", ""]
    tables.leave_table(table=table, user=ben)
    table.refresh_from_db()
    assert table.host_id == ben.pk  # nobody else is there to have it


def test_leaving_as_a_guest_of_the_table_leaves_the_badge_where_it_is(anna: User, ben: User) -> None:
    table = lobby(anna, ben)
    tables.leave_table(table=table, user=ben)
    table.refresh_from_db()
    assert table.host_id == anna.pk


@pytest.mark.rule("common.leave.when")
def test_leaving_a_match_hands_the_seat_over(anna: User, ben: User) -> None:
    table = running(anna, ben)
    tables.leave_table(table=table, user=ben)
    record = read(table.pk)
    assert record.engine.away(record.state) == (1,)
    assert LogEntry.objects.filter(match_id=table.pk, seat=1, by="person").count() == 1
    assert refusal(tables.leave_table, table=table, user=guest("Dan"))[0] == "not_seated"


@pytest.mark.rule("common.host.closes")
def test_a_lobby_that_nobody_looks_at_is_closed_after_ten_minutes(anna: User) -> None:
    table = lobby(anna)
    made_ago(table, 700)
    silent(table, anna, 590)
    assert tables.tidy_lobbies(now=timezone.now()) == 0
    silent(table, anna, 610)
    assert tables.tidy_lobbies(now=timezone.now()) == 1
    table.refresh_from_db()
    assert (table.phase, table.code) == (Table.Phase.CLOSED, None)


@pytest.mark.rule("common.host.closes")
def test_ten_sweeps_ask_each_lobby_once_whether_it_is_deserted(anna: User) -> None:
    table = lobby(anna)
    made_ago(table, 700)
    silent(table, anna, 610)
    others = [part for part in range(tables.PARTS) if part != table.pk % tables.PARTS]
    assert [tables.tidy_lobbies(now=timezone.now(), part=part) for part in others] == [0] * len(others)
    assert tables.tidy_lobbies(now=timezone.now(), part=table.pk % tables.PARTS) == 1


def test_a_fresh_lobby_without_seats_taken_stays_open_for_ten_minutes(anna: User) -> None:
    table = tables.create_table(host=anna, game=GAME, seat_host=False)
    assert tables.tidy_lobbies(now=timezone.now()) == 0
    made_ago(table, 601)
    assert tables.tidy_lobbies(now=timezone.now()) == 1


def test_matches_are_no_business_of_the_lobbies_sweep(anna: User, ben: User) -> None:
    table = running(anna, ben)
    made_ago(table, 9999)
    silent(table, anna, 9999)
    silent(table, ben, 1)
    assert tables.tidy_lobbies(now=timezone.now()) == 0
    assert not tables.pass_host(table_id=table.pk, now=timezone.now())


# --- saying no ------------------------------------------------------------------------------------------------------
def test_every_code_of_a_refusal_has_a_sentence() -> None:
    folder = Path(tables.__file__).parent
    raised = {code for path in folder.glob("*.py") for code in re.findall(r'TableError\("(\w+)"', path.read_text())}
    assert {"full", "not_host", "options_fixed", "no_offer"} <= raised
    assert raised <= set(SENTENCES)


# --- telling --------------------------------------------------------------------------------------------------------
def test_every_change_is_told_once_with_its_revision_and_only_after_commit(
    anna: User, ben: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    table = lobby(anna)
    heard: list[announce.Change] = []
    announce.local_listeners.append(heard.append)
    try:
        changes: list[tuple[Any, dict[str, Any]]] = [
            (seats.sit, {"user": ben}),
            (seats.set_ready, {"user": ben}),
            (seats.set_bot, {"host": anna, "index": 2, "level": "hard"}),
            (tables.change_options, {"host": anna, "options": {"games": 2}}),
            (tables.resize, {"host": anna, "size": 3}),
            (seats.rename, {"user": ben, "name": "Bea"}),
            (seats.set_part, {"user": ben, "part": "ab" * 8}),
            (seats.remove_person, {"host": anna, "index": 1}),
            (tables.start, {"user": anna}),
        ]
        for change, arguments in changes:
            heard.clear()
            revision = Table.objects.get(pk=table.pk).revision
            with django_capture_on_commit_callbacks(execute=True):
                change(table=table, **arguments)
                assert heard == []
            told = [(one.table_id, one.revision) for one in heard if one.revision is not None]
            assert told == [(table.pk, revision + 1)]
            assert Table.objects.get(pk=table.pk).revision == revision + 1
    finally:
        announce.local_listeners.remove(heard.append)
