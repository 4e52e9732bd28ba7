"""What a case leaves unsaid, and what cannot be judged. The cases themselves: cases/blef.json and tests/law."""

import json

import pytest

from games.blef import court
from games.core.casebook import judge

GIVEN = {"seats": 3, "hands": [["9C"], ["9D"], ["KD"]], "counts": [1, 1, 1], "bids": [], "dealer": 2}
OF_ACTIONS = {
    "legal",
    "unchanged",
    "rule",
    "to_act",
    "phase",
    "live",
    "direction",
    "dealer",
    "starter",
    "next_starter",
    "next_game_starter",
    "next_game_dealer",
    "out",
    "left",
    "hand_counts",
    "bid_true",
    "loser",
    "counts",
    "cards_next_round",
    "rest_shown",
    "funeral",
    "position",
    "eliminated",
    "place_of_leaver",
    "round_void",
    "game_over",
    "winner",
    "places",
    "points",
    "made",
}
"""The keys of rules 8.5 that an action of Blef can have."""


def position(**changes):
    return court.position({"given": {**GIVEN, **changes}, "action": {"type": "view"}})


def line(given, **action):
    return judge({"id": "a", "given": given, "action": action}, "blef")


@pytest.mark.parametrize(
    "action", [{"type": "bid", "bid": "high:9"}, {"type": "check"}, {"type": "timeout"}, {"type": "leave"}, {"type": "deal"}]
)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_action_has_every_key_and_is_plain_json(action, seat):
    outcome = line(GIVEN, seat=seat, **action)["outcome"]
    assert set(outcome) == OF_ACTIONS
    assert json.loads(json.dumps(outcome)) == outcome


def test_what_is_not_given_is_filled_in():
    state = court.position({"given": {"seats": 3}, "action": {"type": "view"}})
    assert (state.counts, state.hands) == ((1, 1, 1), (("9C",), ("9D",), ("9H",)))
    assert (state.to_act, state.starter, state.dealer, state.phase) == (0, 0, 2, "open")
    assert court.position({"given": {"counts": [2, 1]}, "action": {"type": "view"}}).hands == (("9C", "9D"), ("9H",))
    assert position(counts=None).counts == (1, 1, 1)
    assert position(hands=[["9C"], None, ["9D"]], counts=[1, 2, 1]).hands == (("9C",), ("9H", "9S"), ("9D",))


def test_the_seat_to_act_follows_from_bids_starter_or_dealer():
    assert position(bids=[{"seat": 1, "bid": "high:9"}]).to_act == 2
    assert position(starter=1).to_act == 1
    assert position(dealer=0).to_act == 1
    assert position(dealer=0, counts=[1, 0, 1], out=[1]).to_act == 2
    assert position(dealer=None, to_act=1).dealer == 0


def test_a_dealer_who_is_out_is_at_its_funeral():
    assert position(counts=[0, 1, 1], out=[0], dealer=0).funeral
    assert not position(counts=[0, 1, 1], out=[0], dealer=1).funeral


def test_seats_without_cards_that_are_named_nowhere_went_out_first():
    state = position(seats=5, hands=None, counts=[1, 0, 1, 0, 0], out=[4], left=[0])
    assert [(fall.seat, fall.why) for fall in state.falls] == [(1, "out"), (3, "out"), (4, "out"), (0, "left")]


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 1},
        {"seats": 11},
        {"hands": [["2C"], ["9D"], ["KD"]]},
        {"hands": [["9C"]]},
        {"counts": [0, 0, 0]},
        {"counts": [1]},
        {"counts": [1, -1, 1]},
        {"to_act": 3},
        {"to_act": True},
        {"counts": [1, 0, 1], "to_act": 1},
        {"timeouts": [1]},
        {"left": [7]},
        {"out": ["a"]},
        {"bids": [{"seat": 0, "bid": "high:2"}]},
        {"bids": [{"seat": 0, "bid": "rest/high:9"}]},
        {"bids": [{"seat": 9, "bid": "high:9"}]},
        {"bids": [{"seat": 0}]},
        {"bids": [{"seat": 0, "bid": 7}]},
        {"bids": [{"seat": 1, "bid": "high:9"}], "counts": [1, 0, 1]},
        {"last_loss_round": ["x", 0, 0]},
        {"hands": None, "counts": [9, 9, 9]},
    ],
)
def test_a_position_that_is_none_of_this_game_is_not_judged(changes):
    assert "error" in line({**GIVEN, **changes}, type="legal_types", seat=0)


def test_a_case_that_cannot_be_judged_says_so():
    assert "error" in line(GIVEN, type="challenge", seat=0)
    assert "error" in line(GIVEN, type="bid", seat=0)  # which one?
    assert "error" in line(GIVEN, type="order", bids=["high:2"])
    assert "error" in judge({"id": "a", "options": {"loss": "one"}, "given": GIVEN, "action": {"type": "check", "seat": 0}}, "blef")


def test_what_is_no_bid_is_refused_not_legal_and_not_true():
    assert line(GIVEN, type="bid", seat=0, bid=7)["outcome"]["rule"] == "blef.bids.kinds"
    assert line(GIVEN, type="each", seat=0, bids=["nonsense", None, ["high:9"]])["outcome"] == {"legal_each": [False] * 3}
    assert line(GIVEN, type="truth", bids=["straight:5", 5, ["high:9"]])["outcome"] == {"true_each": [False] * 3}
    assert line(GIVEN, type="ladder", positions_of=["high:9", None, []])["outcome"]["positions"] == [1, None, None]
    assert "not a bid" in line(GIVEN, type="order", bids=["high:9", ["high:K"]])["error"]


def test_the_seat_to_act_is_meant_where_none_is_named():
    assert line(GIVEN, type="legal_types")["outcome"] == {"types": ["bid"]}
    assert line(GIVEN, type="bid", bid="high:9")["outcome"]["legal"]
