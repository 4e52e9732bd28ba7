"""What every registered game must hold of what is kept: states are read back, and logs tell their match again."""

import json

import msgspec
import pytest

from games.core.chance import Draw, RecordedChance
from games.core.errors import NotInThisGame
from tests.games.core.test_contract import FOLDER, game_of_each, walk_of, with_seeds
from tests.games.core.walks import perform, read_action


@with_seeds
def test_a_saved_state_is_read_back_as_it_was(game, seed):
    for state in walk_of(game, seed, trouble=0.2).states():
        data = game.engine.dump(state)
        assert game.engine.load(data) == state
        assert json.loads(data)["rules_version"] == game.rules_version


@game_of_each
def test_a_match_of_an_older_version_is_read_and_one_of_a_later_is_not(game, monkeypatch):
    """A match keeps the version of the rules that it was begun under."""
    state = next(iter(walk_of(game, 1, trouble=0).states()))
    later = game.engine.dump(msgspec.structs.replace(state, rules_version=game.rules_version + 1))
    for unknown in (later, game.engine.dump(msgspec.structs.replace(state, rules_version=0))):
        with pytest.raises(NotInThisGame):
            game.engine.load(unknown)
    monkeypatch.setattr(game.engine, "RULES_VERSION", game.rules_version + 1)
    assert game.engine.load(game.engine.dump(state)).rules_version == game.rules_version
    assert game.engine.load(later).rules_version == game.rules_version + 1


@with_seeds
def test_the_log_of_draws_replays_the_match(game, seed):
    walk = walk_of(game, seed, trouble=0.2)
    moments = list(walk.moments())
    chance = RecordedChance([draw for moment in moments for draw in moment.draws])
    state = None
    for moment in moments:
        state, events = perform(game, state, moment.call, chance)
        assert state == moment.state
        assert tuple(events) == moment.events
    assert chance.draws == walk.chance.draws


@with_seeds
def test_every_draw_has_a_purpose_of_its_own(game, seed):
    walk = walk_of(game, seed, trouble=0.2)
    list(walk.states())
    purposes = [draw.purpose for draw in walk.chance.draws]
    assert len(purposes) == len(set(purposes))


@with_seeds
def test_events_and_views_survive_the_wire(game, seed):
    engine = game.engine
    for moment in walk_of(game, seed, trouble=0.2).moments():
        for event in moment.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=engine.Event) == event
        view = engine.view(moment.state, 0)
        assert msgspec.json.decode(msgspec.json.encode(view), type=engine.View) == view


@game_of_each
@pytest.mark.parametrize("data", [b"", b"\xff", b"{}", b'{"rules_version":1}', b"[1]"])
def test_a_state_that_cannot_be_read_is_refused(game, data):
    with pytest.raises(NotInThisGame):
        game.engine.load(data)


@game_of_each
def test_the_recorded_match_still_ends_as_it_did(game):
    """A match played with these rules once: every saved log must stay readable."""
    record = json.loads((FOLDER / game.slug / "recorded.json").read_text(encoding="utf-8"))
    chance = RecordedChance(msgspec.convert(record["draws"], list[Draw]))
    options = msgspec.convert(record["options"], game.options)
    state, events = game.engine.start(record["seats"], options, chance)
    told = list(events)
    for name, *arguments in record["calls"]:
        if name == "apply":
            arguments[1] = read_action(game, arguments[1])
        state, events = perform(game, state, (name, *arguments), chance)
        told += events
    assert json.loads(msgspec.json.encode(told)) == record["events"]
    assert json.loads(msgspec.json.encode(game.engine.result(state))) == record["result"]
