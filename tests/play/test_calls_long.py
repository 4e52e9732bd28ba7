"""Games that go round in circles: persons end them together, computers alone by themselves."""

import json

import pytest

from games.bluff_nepal import engine
from games.bluff_nepal.engine import Call
from games.core.game import LEVELS
from games.play import selectors
from games.play.models import Match, Seat
from games.play.services import record as records
from games.play.services.errors import Refused
from games.play.shown import Sight
from games.play.sockets.json_face import state_of
from tests.play.calls import call, lay, make_long, right_of, table
from tests.play.matches import NOW, Sat

pytestmark = pytest.mark.django_db


def refused(ask) -> Refused:
    with pytest.raises(Refused) as caught:
        ask()
    return caught.value


def long_table(**options) -> Sat:
    match = table(**options)
    make_long(match)
    return match


def state_for(match: Sat, seat: int | None) -> dict:
    """What a program of this seat, or a spectator's, is told."""
    return json.loads(state_of(match.id, None if seat is None else match.seats[seat].user_id, None))


def sight(match: Sat) -> Sight:
    return selectors.sight(match.id)


@pytest.mark.rule("common.long.agreed")
def test_nobody_ends_a_game_that_is_not_long():
    match = table()
    error = refused(lambda: match.act(0, "end_game", NOW + 1))
    assert (error.code, error.rule) == ("not_allowed", "common.long.agreed")
    assert sight(match).seat(0).may_end is False
    assert sight(match).public.is_long is False


@pytest.mark.rule("common.long.agreed")
def test_a_long_game_ends_when_all_persons_agree_and_not_before():
    match = long_table(games=2)
    for seat in (0, 1, 2):
        match.act(seat, "end_game", NOW + 1)
        assert match.record.state.game_over is False
    assert match.record.sitting.end_votes == (0, 1, 2)
    assert sight(match).public.end_votes == (0, 1, 2)
    match.act(3, "end_game", NOW + 2)
    assert match.record.state.game_over is True
    assert match.record.sitting.end_votes == ()
    assert match.kinds()[-4:] == ["end_game", "end_game", "end_game", "end_long"]
    match.ring(match.record.due_at)
    assert (match.record.state.game, sight(match).public.is_long) == (2, False)


def test_the_log_replays_the_end_of_a_long_game(monkeypatch):
    monkeypatch.setattr(engine, "LONG", 1)
    match = table(persons=2, games=2)
    lay(match)
    match.act(0, "end_game", NOW + 2)
    match.act(1, "end_game", NOW + 2)
    match.ring(match.record.due_at)
    assert match.kinds() == ["start", "lay", "end_game", "end_long", "proceed"]
    assert match.replayed().state == match.record.state


@pytest.mark.rule("common.long.agreed")
def test_a_match_of_one_game_is_over_then():
    match = long_table(persons=2)
    match.act(0, "end_game", NOW + 1)
    match.act(1, "end_game", NOW + 1)
    assert match.row.ended_at is not None
    assert sorted(match.row.result["places"]) in ([1, 1], [1, 2])


@pytest.mark.rule("common.long.agreed")
def test_agreement_is_given_once_and_can_be_taken_back():
    match = long_table(persons=3)
    match.act(0, "end_game", NOW + 1)
    assert refused(lambda: match.act(0, "end_game", NOW + 2)).code == "not_allowed"
    assert refused(lambda: match.act(1, "play_on", NOW + 2)).code == "not_allowed"
    assert (sight(match).seat(0).wants_end, sight(match).seat(1).wants_end) == (True, False)
    match.act(0, "play_on", NOW + 3)
    assert match.record.sitting.end_votes == ()
    match.act(1, "end_game", NOW + 4)
    match.act(2, "end_game", NOW + 4)
    assert match.row.ended_at is None
    assert match.record.state.game_over is False


@pytest.mark.rule("common.long.agreed")
def test_agreement_holds_while_play_goes_on():
    match = long_table(persons=2)
    match.act(0, "end_game", NOW + 1)
    lay(match, NOW + 2)
    match.act(1, "end_game", NOW + 3)
    assert match.row.ended_at is not None


@pytest.mark.rule("common.long.agreed")
def test_computers_and_who_is_away_have_no_say():
    match = long_table(persons=3, bots=("normal",))
    match.act(2, "leave", NOW + 1)
    assert refused(lambda: match.act(2, "end_game", NOW + 1)).code == "computer_plays"
    match.act(0, "end_game", NOW + 2)
    assert match.row.ended_at is None
    match.act(1, "end_game", NOW + 2)
    assert match.row.ended_at is not None


@pytest.mark.rule("common.long.agreed")
def test_where_the_last_who_did_not_agree_leaves_the_next_word_ends_it():
    match = long_table(persons=3)
    match.act(0, "end_game", NOW + 1)
    match.act(1, "end_game", NOW + 1)
    match.act(2, "leave", NOW + 2)
    assert match.row.ended_at is None
    assert (sight(match).seat(0).may_end, sight(match).seat(0).wants_end) == (True, False)
    match.act(0, "end_game", NOW + 3)
    assert match.row.ended_at is not None


@pytest.mark.rule("common.one-phone")
@pytest.mark.rule("common.long.agreed")
def test_one_phone_speaks_for_all_around_it():
    match = long_table(persons=2, bots=("normal",), one_phone=True, callers="next")
    user = match.seats[0].user_id
    Seat.objects.filter(table=match.table, index=1).update(user=user, is_held=True)
    Seat.objects.filter(table=match.table, index=0).update(is_held=True)
    Match.objects.filter(pk=match.id).update(seating=1)
    records.forget()
    match.act(0, "end_game", NOW + 1)
    assert match.row.ended_at is not None


@pytest.mark.rule("common.calls.block")
def test_it_looks_the_same_to_agree_while_calls_are_collected():
    match = long_table(persons=3)
    layer = lay(match)
    call(match, right_of(match, layer, 2), NOW + 2)
    match.act(layer, "end_game", NOW + 2.1)
    assert match.record.sitting.end_votes == (layer,)
    assert match.record.state.calls == (right_of(match, layer, 2),)


@pytest.mark.rule("common.long.agreed")
def test_programs_and_pages_are_told():
    match = long_table()
    match.act(1, "end_game", NOW + 1)
    told = state_for(match, 0)
    assert (told["long"], told["end_votes"]) == (True, [1])
    (entry,) = selectors.log_for(match.record, 0, since=match.version - 1)
    assert entry.table_action == "end_game"
    match.act(1, "play_on", NOW + 2)
    assert state_for(match, None)["end_votes"] == []


# --- computers alone -------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.long.computers")
def test_computers_alone_end_a_long_game_by_themselves(monkeypatch):
    monkeypatch.setattr(engine, "LONG", 0)
    match = table(persons=0, bots=LEVELS)
    assert match.ring(match.record.due_at) is True
    assert match.row.ended_at is not None
    assert (match.log[-1].by, match.kinds()[-1]) == ("clock", "end_long")
    assert match.replayed().state == match.record.state


@pytest.mark.rule("common.long.computers")
def test_not_one_that_is_not_long():
    match = table(persons=0, bots=LEVELS)
    assert refused(lambda: match.clock("end_long", NOW + 5)).code == "not_allowed"
    match.ring(match.record.due_at)
    assert match.log[-1].by == "bot"


@pytest.mark.rule("common.long.computers")
def test_not_while_a_person_plays():
    match = long_table(persons=1, bots=LEVELS)
    assert refused(lambda: match.clock("end_long", NOW + 5)).code == "not_allowed"


@pytest.mark.rule("common.long.computers")
def test_calls_are_settled_before_computers_end_the_game(monkeypatch):
    match = long_table(persons=0, bots=("easy", "easy", "easy"))
    monkeypatch.setattr("games.bluff_nepal.bot.call", lambda *given: Call())
    monkeypatch.setattr("games.bluff_nepal.engine.is_long", lambda state: bool(state.calls) or state.reveal is not None)
    match.ring(match.record.due_at)
    match.ring(match.record.due_at)
    assert match.record.sitting.collecting is not None
    assert refused(lambda: match.clock("end_long", match.record.sitting.collecting.since)).code == "not_allowed"
