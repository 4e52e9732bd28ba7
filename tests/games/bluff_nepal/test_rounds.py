"""Leading, following, passing, everyone passing, last cards; "not yet" beside "now"."""

import pytest

from games.bluff_nepal import engine
from games.bluff_nepal.state import Call, CardsLaid, GameOver, LastLetGo, Lay, LetGo, MatchOver, Pass, Passed, RoundBegan, SetAside
from games.core.cards import RANKS
from games.core.game import Due
from tests.games.bluff_nepal.table import (
    ANY,
    FOUR,
    JOKERS,
    NEXT,
    call,
    counts,
    kinds,
    lay,
    let_go,
    made,
    open_types,
    pass_,
    position,
    refusal,
)

# --- leading ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.lead.any-rank")
@pytest.mark.parametrize("rank", RANKS)
def test_any_rank_may_be_named_true_or_not(rank):
    state, events = made(position(FOUR, to_act=2), 2, Lay(("AC", "5S"), rank))
    assert events == (CardsLaid(2, 2, rank, True, False, ("AC", "5S")),)
    assert (state.rank, state.phase, state.live, state.to_act) == (rank, "follow", True, 1)
    assert counts(state) == [2, 2, 3, 2]


@pytest.mark.rule("bluff_nepal.lead.any-rank")
@pytest.mark.parametrize("rank", [None, "X", "joker", "1", "k", ""])
def test_a_lead_without_a_rank_or_under_something_else_is_refused(rank):
    assert refusal(position(FOUR, to_act=2), 2, Lay(("AC",), rank)) == "bluff_nepal.lead.any-rank"


@pytest.mark.rule("bluff_nepal.lead.any-rank")
def test_leading_is_compulsory():
    state = position(FOUR, to_act=2)
    assert open_types(state, 2) == ["lay"]
    assert refusal(state, 2, Pass()) == "bluff_nepal.lead.any-rank"
    assert refusal(state, 2, Call()) == "bluff_nepal.call.needs-claim"
    assert refusal(state, 2, LetGo()) == "bluff_nepal.let-go.who"


@pytest.mark.rule("bluff_nepal.lay.count")
@pytest.mark.parametrize("cards", ["2H", "2H 7H", "2H 7H AC", "2H 7H AC 5S"])
def test_one_to_four_cards(cards):
    state = lay(position(FOUR, to_act=2), 2, cards, "7")
    assert len(state.pile[-1].cards) == len(cards.split())
    assert engine.view(state, 0).claim.count == len(cards.split())  # the number is always true


@pytest.mark.rule("bluff_nepal.lay.count")
@pytest.mark.parametrize("cards", [(), ("2H", "7H", "AC", "5S", "9S"), ("2H",) * 5])
def test_no_card_or_five_cards_are_refused(cards):
    assert refusal(position(FOUR, to_act=2), 2, Lay(cards, "7")) == "bluff_nepal.lay.count"
    assert refusal(position(FOUR, (3, "8C"), to_act=2), 2, Lay(cards, "7")) == "bluff_nepal.lay.count"


@pytest.mark.rule("bluff_nepal.lay.count")
def test_jokers_count_as_cards():
    state = position(["X X 2C 2D 2H", "3C"], to_act=0, options=JOKERS)
    assert len(lay(state, 0, "X X 2C 2D", "9").pile[-1].cards) == 4
    assert refusal(state, 0, Lay(("X", "X", "2C", "2D", "2H"), "9")) == "bluff_nepal.lay.count"
    assert refusal(state, 0, Lay(("X", "X", "X"), "9")) == "common.action.reject"


@pytest.mark.parametrize("cards", [("2C",), ("AC", "AC"), ("2H", "7D"), ("no card",), ("X",)])
def test_cards_that_are_not_in_the_hand_cannot_be_laid(cards):
    assert refusal(position(FOUR, to_act=2), 2, Lay(cards, "7")) == "common.action.reject"


# --- following -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.follow.options")
def test_the_seat_to_act_adds_cards_or_passes_and_nobody_else_does():
    state = position(FOUR, (2, "8C"))
    assert [open_types(state, seat) for seat in range(4)] == [["call"], ["call", "lay", "pass"], [], ["call"]]
    for seat in (0, 2, 3):
        assert refusal(state, seat, Lay(("7C",), "7")) == "bluff_nepal.next"
        assert refusal(state, seat, Pass()) == "bluff_nepal.next"
    assert made(state, 1, Lay(("2D",), "7")).events == (CardsLaid(1, 1, "7", False, False, ("2D",)),)
    assert made(state, 1, Pass()).events == (Passed(1),)


@pytest.mark.rule("bluff_nepal.follow.same-rank")
def test_the_named_rank_binds_everyone_until_the_round_ends():
    state = position(FOUR, (2, "8C"))
    assert refusal(state, 1, Lay(("2D",), "2")) == "bluff_nepal.follow.same-rank"
    assert refusal(state, 1, Lay(("2D",), "X")) == "bluff_nepal.follow.same-rank"
    state = lay(state, 1, "7D", "7")
    assert refusal(state, 0, Lay(("2C",), "2")) == "bluff_nepal.follow.same-rank"
    state = engine.proceed(call(state, 0), ANY).state
    assert lay(state, 1, "2D", "2").rank == "2"


@pytest.mark.rule("bluff_nepal.follow.same-rank")
def test_a_lay_without_a_rank_is_read_as_the_rounds():
    state = position(FOUR, (2, "8C"), rank="K")
    assert made(state, 1, Lay(("2D",))) == made(state, 1, Lay(("2D",), "K"))


@pytest.mark.rule("bluff_nepal.pass.out")
def test_who_passed_is_skipped_until_the_next_round():
    state = position(["2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S"], (2, "8C"))
    state = pass_(state, 1)
    assert state.passed == (1,)
    state = lay(lay(lay(state, 0, "2C"), 3, "2S"), 2, "2H")
    assert state.to_act == 0  # seat 1 is met first and skipped
    assert refusal(state, 1, Lay(("2D",), "7")) == "bluff_nepal.pass.out"
    assert refusal(state, 1, Pass()) == "bluff_nepal.pass.out"
    state = engine.proceed(call(state, 3), ANY).state
    assert state.passed == ()
    state = lay(state, 3, "3S", "A")
    assert lay(state, 2, "3H").to_act == 1


@pytest.mark.rule("bluff_nepal.pass.may-call")
def test_who_passed_may_still_call_unless_only_the_next_player_may():
    state = position(FOUR, (3, "7S"), (2, "8C"), to_act=0, passed=[1])
    assert open_types(state, 1) == ["call"]
    assert call(state, 1).reveal.caller == 1
    closed = position(FOUR, (3, "7S"), (2, "8C"), to_act=0, passed=[1], options=NEXT)
    assert open_types(closed, 1) == []
    assert refusal(closed, 1, Call()) == "bluff_nepal.call.next-only"


@pytest.mark.rule("bluff_nepal.next")
@pytest.mark.rule("common.seats.next")
def test_the_next_player_has_cards_and_has_not_passed():
    assert position(FOUR, (3, "8C")).to_act == 2
    assert position(FOUR, (3, "8C"), passed=[2]).to_act == 1
    assert position(FOUR, (3, "8C"), passed=[2, 1]).to_act == 0
    assert position(["2C", "", "", "2S"], (3, "8C")).to_act == 0
    assert position(["2C 3C", "2D", "", "2S"], (3, "8C"), options={"leave_mode": "remove"}, left=[2]).to_act == 1


# --- everyone passes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.all-pass.set-aside")
def test_when_all_but_the_last_layer_have_passed_the_pile_leaves_the_game_unseen():
    state = position(FOUR, (2, "8C"), (1, "7C 9C"), set_aside=["KC"])
    state = pass_(state, 0, 3)
    assert (state.set_aside, len(state.pile)) == (("KC",), 2)  # not yet: seat 2 may still lay
    state, events = made(state, 2, Pass())
    assert events == (Passed(2), SetAside(3), RoundBegan(1, 2, 1))
    assert state.set_aside == ("KC", "8C", "7C", "9C")
    assert (state.pile, state.rank, state.live, state.passed, state.reveal) == ((), None, False, (), None)
    assert counts(state) == [2, 2, 5, 2]


@pytest.mark.rule("bluff_nepal.all-pass.set-aside")
def test_its_newest_cards_can_no_longer_be_called():
    state = pass_(position(FOUR, (2, "8C")), 1, 0, 3)
    for seat in range(4):
        assert refusal(state, seat, Call()) == "bluff_nepal.call.needs-claim"


@pytest.mark.rule("bluff_nepal.all-pass.set-aside")
def test_the_round_ends_at_once_though_all_but_one_passed_before_its_last_lay():
    state = lay(position(FOUR, (3, "8C"), to_act=2, live=False, passed=[0, 1]), 2, "2H")
    assert (state.to_act, state.phase) == (3, "follow")  # the layer before has not passed
    assert pass_(state, 3).to_act == 2
    assert pass_(state, 3).phase == "lead"


@pytest.mark.rule("bluff_nepal.all-pass.leader")
def test_the_last_layer_leads_the_next_round():
    state = pass_(position(FOUR, (2, "8C")), 1, 0, 3)
    assert (state.phase, state.to_act, state.leader, state.round) == ("lead", 2, 2, 2)
    assert open_types(state, 2) == ["lay"]


# --- last cards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bluff_nepal.last.answer")
def test_after_last_cards_the_next_player_has_to_answer():
    state, events = made(position(FOUR, (1, "8C")), 0, Lay(("2C", "7C")))
    assert events == (CardsLaid(0, 2, "7", False, True, ("2C", "7C")),)
    assert (state.phase, state.to_act, state.live, state.game_over) == ("answer_last", 3, True, False)
    assert open_types(state, 3) == ["call", "let_go"]
    assert refusal(state, 3, Lay(("7S",), "7")) == "bluff_nepal.last.answer"
    assert refusal(state, 3, Pass()) == "bluff_nepal.last.answer"
    assert engine.result(state) is None


@pytest.mark.rule("bluff_nepal.last.answer")
def test_a_lead_can_be_last_cards_and_a_lay_that_leaves_a_card_is_not():
    assert lay(position(["KS", "2D", "2H"], to_act=0), 0, "KS", "A").phase == "answer_last"
    assert lay(position(["KS KD", "2D", "2H"], to_act=0), 0, "KS", "A").phase == "follow"


@pytest.mark.rule("bluff_nepal.last.others")
def test_until_it_has_answered_the_others_may_call_too():
    hands = ["2C 3C", "2D", "", "2H"]
    state = position(hands, (2, "KC"), phase="answer_last", to_act=1, passed=[0])
    assert [open_types(state, seat) for seat in range(4)] == [["call"], ["call", "let_go"], [], ["call"]]
    assert engine.actors(state).on_last_cards
    state = position(hands, (2, "KC"), phase="answer_last", to_act=1, passed=[0], options=NEXT)
    assert [open_types(state, seat) for seat in range(4)] == [[], ["call", "let_go"], [], []]
    assert refusal(state, 3, Call()) == "bluff_nepal.last.others"


@pytest.mark.rule("bluff_nepal.last.who-answers")
def test_a_seat_that_has_passed_does_not_answer():
    state = lay(position(FOUR, (2, "8C"), to_act=1, passed=[0]), 1, "2D 7D")
    assert (state.phase, state.to_act) == ("answer_last", 3)
    assert open_types(state, 0) == ["call"]
    assert refusal(state, 0, LetGo()) == "bluff_nepal.let-go.who"


@pytest.mark.rule("bluff_nepal.last.let-go")
@pytest.mark.parametrize("cards", ["KC", "7C"])
def test_let_go_the_layer_has_won_and_the_cards_are_not_shown(cards):
    state, events = made(position(["2C 3C", "2D", "", "2H 3H 4H"], (2, cards), phase="answer_last"), 1, LetGo())
    assert kinds(events) == [LastLetGo, GameOver, MatchOver]
    assert events[:2] == (LastLetGo(1, 2), GameOver(1, 2, (3, 2, 1, 4), (1.0, 2.0, 3.0, 0.0)))
    assert state.turned_over == ()
    assert all(lay.cards is None for viewer in (None, 0, 1, 3) for lay in engine.view(state, viewer).pile)


@pytest.mark.rule("bluff_nepal.last.called-true")
def test_called_and_true_the_caller_takes_the_pile_and_the_layer_has_won():
    state = call(position(["2C", "2D 3D", "", "2H"], (3, "9C 8C"), (2, "7C 7D"), phase="answer_last", to_act=1), 3)
    assert counts(state) == [1, 2, 0, 5]
    assert state.reveal.claim_true and state.reveal.next_leader is None
    assert state.finished[0].places == (2, 3, 1, 4)


@pytest.mark.rule("bluff_nepal.last.called-bluff")
def test_called_and_false_the_layer_takes_the_pile_and_the_game_goes_on():
    state = call(position(["2C", "2D 3D", "", "2H"], (3, "9C 8C"), (2, "7C KD"), phase="answer_last", to_act=1), 0)
    assert counts(state) == [1, 2, 4, 1]
    assert (state.phase, state.leader, state.finished) == ("reveal", 0, ())
    state = engine.proceed(state, ANY).state
    assert (state.phase, state.to_act, state.round) == ("lead", 0, 2)


@pytest.mark.rule("bluff_nepal.let-go.who")
def test_only_who_must_answer_last_cards_lets_go():
    last = position(["2C 3C", "2D", "", "2H"], (2, "KC"), phase="answer_last", to_act=1)
    for seat in (0, 2, 3):
        assert refusal(last, seat, LetGo()) == "bluff_nepal.let-go.who"
    follow = position(FOUR, (2, "8C"))
    for seat in range(4):
        assert refusal(follow, seat, LetGo()) == "bluff_nepal.let-go.who"
    assert let_go(last, 1).game_over


@pytest.mark.rule("bluff_nepal.win")
def test_the_first_seat_out_of_cards_wins_and_the_game_ends():
    last = position(["2C 3C", "2D", "", "2H"], (2, "KC"), phase="answer_last", to_act=1, options={"games": 2})
    state = let_go(last, 1)
    assert (state.phase, state.to_act, state.game_over) == ("reveal", None, True)
    assert engine.due(state) == Due("next_game", 2.5)
    for seat in range(4):
        assert open_types(state, seat) == []
        assert refusal(state, seat, Call()) == "bluff_nepal.win"
    over = let_go(position(["2C", "2D", ""], (2, "KC"), phase="answer_last"), 1)
    assert (over.phase, engine.due(over), engine.choices(over, 0)) == ("over", None, ())
    assert refusal(over, 0, Lay(("2C",), "2")) == "bluff_nepal.win"


@pytest.mark.rule("common.action.reject")
def test_a_refused_action_changes_nothing():
    state = position(FOUR, (2, "8C"), timeouts=[0, 1, 0, 0])
    saved = engine.dump(state)
    for seat, action in ((1, Lay(("2D",), "2")), (0, Pass()), (2, Call()), (1, LetGo())):
        refusal(state, seat, action)
    assert engine.dump(state) == saved


@pytest.mark.rule("common.action.binding")
def test_what_was_done_cannot_be_done_again_or_undone():
    state = position(FOUR, (2, "8C"))
    assert refusal(lay(state, 1, "2D"), 1, Lay(("7D",), "7")) == "bluff_nepal.next"
    assert refusal(pass_(state, 1), 1, Lay(("7D",), "7")) == "bluff_nepal.pass.out"


def test_choices_hold_the_own_cards_and_the_ranks_that_may_be_named():
    lead = engine.choices(position(FOUR, to_act=2), 2)[0]
    assert lead.patterns == ({"cards": {"of": ["2H", "7H", "AC", "5S", "9S"], "min": 1, "max": 4}, "rank": list(RANKS)},)
    follow = engine.choices(position(FOUR, (2, "8C")), 1)[0]
    cards = {"of": ["2D", "7D"], "min": 1, "max": 2}
    assert follow.patterns == ({"cards": cards, "rank": "7"}, {"cards": cards})
    assert [(choice.type, choice.rule) for choice in engine.choices(position(FOUR, (2, "8C")), 2)] == [
        ("lay", "bluff_nepal.next"),
        ("pass", "bluff_nepal.next"),
        ("call", "bluff_nepal.call.who"),
        ("let_go", "bluff_nepal.let-go.who"),
    ]
