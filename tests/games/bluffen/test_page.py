"""What the table page is made of: what is claimed and by whom, what may be named, what came of a challenge, and who learns it."""

from random import Random
from typing import Any

import pytest

from games.bluffen import engine, page, page_words, words
from games.bluffen.state import Challenge, State
from games.core.game import Language
from tests.games.bluffen.table import ANY, accept, challenge, challenged, lay, may_lay, position, seen_and_resumed
from tests.games.bluffen.twins import twin

LANGUAGES: tuple[Language, ...] = ("nl", "de", "en", "ne")
NAMES = ("Anna", "Bob", "Carla")
HANDS = ("2H 3H KS", "4C 5C QD", "6D 7D 8S")


def own(state: State, seat: int | None, language: Language = "en") -> dict[str, Any]:
    choices = () if seat is None else engine.choices(state, seat)
    return page.own(engine.view(state, seat), choices, language, NAMES, seat)


def moves(state: State, seat: int, language: Language = "en") -> dict[str, Any]:
    key = page.moves_key(engine.view(state, seat), engine.choices(state, seat))
    assert key is not None
    return page.moves(key, language)


def public(state: State, language: Language = "en") -> dict[str, Any]:
    return page.public(engine.view(state, None), language, NAMES)


def marks(state: State) -> list[str]:
    return [seat.mark for seat in page.around(engine.view(state, None), "en").seats]


# --- the claim (UX-301, UX-404) -------------------------------------------------------------------------------------------
def test_before_the_opening_there_is_no_claim_and_everything_may_be_named() -> None:
    state = position(HANDS)
    assert own(state, 0)["claim"] is None
    assert [suit["code"] for suit in moves(state, 0)["suits"]] == ["S", "H", "D", "C"]
    assert moves(state, 0)["off"] == {}
    assert own(state, 0)["doubt"]["off"]["rule"] == "bluffen.challenge.needs-claim"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_claim_stands_with_its_shape_its_word_and_its_claimant(language: Language) -> None:
    claim = own(lay(position(HANDS), 0, "KS", "H"), 1, language)["claim"]
    assert claim["sign"] == {"kind": "suit", "code": "H", "index": ""}
    assert claim["words"] == words.condition("H", language)
    assert "Anna" in claim["said"]


def test_several_cards_of_a_rank_are_told_with_their_number() -> None:
    state = lay(position(HANDS, options={"mode": "same_rank"}), 0, "2H 3H", "Q")
    claim = own(state, 1)["claim"]
    assert (claim["words"], claim["count"], claim["sign"]["index"]) == ("two queens", 2, "Q")
    assert own(state, 1)["doubt"]["label"] == "Anna is lying: two queens"


def test_only_who_laid_the_cards_reads_them_in_the_claim() -> None:
    state = lay(lay(position(HANDS), 0, "KS", "H"), 1, "QD", "H")
    assert "K" in own(state, 0)["claim"]["known"]
    assert own(state, 2)["claim"]["known"] == own(state, None)["claim"]["known"] == ""


def test_last_cards_are_announced_to_everyone() -> None:
    """UX-403 for this game: the mark of the seat and the claim itself."""
    state = lay(position(("KS", *HANDS[1:])), 0, "KS", "H")
    assert marks(state) == ["Last cards!", "", ""]
    assert all(own(state, seat)["claim"]["last"] for seat in (0, 1, 2, None))


# --- what may be named ------------------------------------------------------------------------------------------------------
def test_a_running_round_has_its_suit_and_no_picker() -> None:
    made = moves(lay(position(HANDS), 0, "2H", "H"), 1)
    assert (made["suits"], made["ranks"], made["fixed"]) == (None, None, "H")
    assert made["words"] == "Lay 1 card: hearts"


def test_in_a_sequence_the_rank_claimed_last_and_its_neighbours_are_offered() -> None:
    state = lay(position(HANDS, options={"mode": "sequence"}), 0, "2H", "A")
    made = moves(state, 1)
    assert [rank["code"] for rank in made["ranks"]] == ["K", "A", "2"]
    assert made["chosen"] == "A"
    assert public(state)["says"] == "Next claim: K / A / 2"
    offered = {rank["code"] for rank in made["ranks"]}
    assert offered == {rank for rank in ("A", "2", "3", "7", "Q", "K") if may_lay(state, 1, "4C", rank)}


def test_one_rank_goes_through_a_round_of_the_same_rank() -> None:
    options = {"mode": "same_rank"}
    assert len(moves(position(HANDS, options=options), 0)["ranks"]) == 13
    assert moves(lay(position(HANDS, options=options), 0, "2H", "7"), 1)["fixed"] == "7"


@pytest.mark.parametrize(("mode", "most"), [("suit", 1), ("sequence", 1), ("same_rank", 4)])
def test_as_many_cards_may_be_chosen_as_may_be_laid(mode: str, most: int) -> None:
    assert own(position(HANDS, options={"mode": mode}), 0)["most"] == most


def test_the_suit_of_the_round_before_is_off_with_its_rule() -> None:
    state = position(HANDS, options={"repeat_suit": False}, previous_suit="D")
    made = moves(state, 0)
    assert {code: off["rule"] for code, off in made["off"].items()} == {"D": "bluffen.open.repeat-suit"}
    assert len(made["suits"]) == 4


@pytest.mark.parametrize("mode", ["suit", "sequence", "same_rank"])
def test_an_open_first_card_names_itself_and_only_a_joker_is_named(mode: str) -> None:
    options = {"mode": mode, "open_start": True, "jokers": True}
    plain, with_joker = (moves(position((hand, *HANDS[1:]), options=options), 0) for hand in ("2H KS", "2H X"))
    assert plain["face_up"]
    assert (plain["suits"], plain["ranks"]) == (None, None)
    assert (with_joker["suits"] if mode == "suit" else with_joker["ranks"]) is not None
    assert own(position(HANDS, options=options), 0)["most"] == 1


def test_an_open_first_card_is_seen_and_cannot_be_doubted() -> None:
    state = lay(position(HANDS, options={"open_start": True}), 0, "2H")
    claim = own(state, 1)["claim"]
    assert [face["code"] for face in claim["faces"]] == ["2H"]
    assert claim["closed"]
    assert own(state, 1)["doubt"]["off"]["rule"] == "bluffen.open-start.shown"


# --- answers ------------------------------------------------------------------------------------------------------------------
def test_accepting_is_off_with_its_rule_until_last_cards_ask_for_it() -> None:
    state = lay(position(HANDS), 0, "2H", "H")
    assert own(state, 1)["doubt"]["let_go"]["off"]["rule"] == "bluffen.turn.no-pass"
    last = lay(position(("KS", *HANDS[1:])), 0, "KS", "H")
    assert own(last, 1)["doubt"]["let_go"] == {"type": "accept", "label": "Accept", "off": None}
    assert moves(last, 1)["lay_off"]["rule"] == "bluffen.last.answer"


def test_out_of_turn_there_is_a_call_that_may_be_let_go_only_where_anyone_may_doubt() -> None:
    for who, may_call in (("next", False), ("anyone", True)):
        mine = own(lay(position(HANDS, options={"challengers": who}), 0, "2H", "H"), 2)
        assert (mine["doubt"]["off"] is None) is may_call
        assert ("type" not in mine["doubt"]["let_go"]) is may_call
        assert mine["waits"] == (3 if may_call else 0)


def test_a_call_that_waits_changes_nothing_for_others() -> None:
    state = lay(position(HANDS, options={"challengers": "anyone"}), 0, "2H", "H")
    called = engine.apply(state, 2, Challenge(), None).state  # type: ignore[arg-type]
    assert called.calls == (2,)
    assert own(called, 2)["doubt"]["called"]
    for seat in (0, 1, None):
        assert own(called, seat) == own(state, seat)
    assert public(called) == public(state)
    assert own(called, 2)["position"] != own(state, 2)["position"]


# --- what a challenge brings (UX-309) ---------------------------------------------------------------------------------------------
def test_a_lie_is_told_with_who_takes_what_and_who_goes_on() -> None:
    state = challenge(lay(lay(position(HANDS), 0, "2H", "H"), 1, "QD", "H"))
    reveal = own(state, 2)["reveal"]
    assert reveal["told"] == "Turned over: queen of diamonds. That was a lie."
    assert reveal["then"] == "Bob takes the pile: 2 cards. Bob opens the next round."
    assert own(state, 1)["reveal"]["then"] == "You take the pile: 2 cards. You open the next round."
    assert (reveal["wrong"], reveal["to"], reveal["count"]) == (True, 1, 2)
    assert [card["hit"] for card in reveal["cards"]] == [False]


def test_a_true_claim_goes_to_whoever_doubted() -> None:
    reveal = own(challenge(lay(position(HANDS), 0, "2H", "H")), 2)["reveal"]
    assert reveal["told"] == "Turned over: two of hearts. That was true."
    assert reveal["then"] == "Bob takes the pile: 1 card. Bob opens the next round."
    assert [card["hit"] for card in reveal["cards"]] == [True]


def test_a_joker_that_cancels_says_so_and_stays_in_sight() -> None:
    options = {"jokers": True, "joker_reveal": "void"}
    state = challenge(lay(position(("X 2H", *HANDS[1:]), options=options), 0, "X", "H"))
    reveal = own(state, 1)["reveal"]
    assert reveal["told"].endswith("The joker cancels the doubt: nobody takes the pile.")
    assert reveal["then"] == "You must lay on this pile."
    after = seen_and_resumed(state)
    assert own(after, 1)["reveal"] is None
    assert [face["code"] for face in own(after, 1)["claim"]["faces"]] == ["X"]


def test_true_last_cards_say_that_the_hand_is_empty() -> None:
    state = challenge(lay(position(("KS", *HANDS[1:]), options={"finish": "play_on"}), 0, "KS", "S"))
    assert own(state, 2)["reveal"]["then"] == "Bob takes the pile: 1 card. Anna has no cards left. Bob opens the next round."
    assert marks(state)[0] == "out of cards"


def test_what_was_turned_up_is_gone_once_the_table_goes_on() -> None:
    state = seen_and_resumed(challenge(lay(position(HANDS), 0, "2H", "H")))
    assert own(state, 1)["reveal"] is None
    assert own(state, 1)["claim"] is None
    assert public(state)["reveal"] is None


def test_log_unfolds_what_was_turned_up_to_all_and_the_pile_to_its_taker() -> None:
    events = challenged(lay(lay(position(HANDS), 0, "2H", "H"), 1, "QD", "H")).events
    for seat in (0, 1, 2, None):
        unfolded = {}
        for event in events:
            shown = engine.show(event, seat)
            more = page.replay(shown, "en", NAMES)
            if more is not None:
                unfolded[shown.__struct_config__.tag] = [card["code"] for card in more["cards"]]
        assert unfolded == {"revealed": ["QD"]} | ({"taken": ["2H", "QD"]} if seat == 1 else {})


# --- places, order -------------------------------------------------------------------------------------------------------------
def test_who_is_out_of_cards_has_a_sure_place_and_is_passed_over() -> None:
    state = accept(lay(position(("KS", *HANDS[1:]), options={"finish": "play_on"}), 0, "KS", "H"))
    around = page.around(engine.view(state, None), "en")
    assert (around.seats[0].gone, around.seats[0].place, around.seats[0].counts) == (True, 1, ())
    assert around.next == 2


def test_a_seat_that_a_computer_plays_has_no_sure_place() -> None:
    state = position(("KS", *HANDS[1:]), options={"finish": "play_on"})
    state = accept(lay(engine.leave(state, 0, None).state, 0, "KS", "H"))  # type: ignore[arg-type]
    assert page.around(engine.view(state, None), "en").seats[0].place is None


# --- secrets ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("options", [{"mode": "suit"}, {"mode": "sequence"}, {"mode": "same_rank"}, {"challengers": "anyone"}])
def test_truth_and_bluff_look_the_same_to_all_others(options: dict[str, Any]) -> None:
    """The two lays differ in their card alone: nobody but who laid it is shown anything else."""
    claim = "H" if options.get("mode", "suit") == "suit" else "2"
    truth, bluff = (lay(position(HANDS, options=options), 0, card, claim) for card in ("2H", "KS"))
    for seat in (1, 2, None):
        assert own(truth, seat) == own(bluff, seat)
    assert public(truth) == public(bluff)
    assert own(truth, 0) != own(bluff, 0)


def test_nothing_of_hidden_cards_reaches_a_page() -> None:
    state = lay(lay(position(HANDS, options={"challengers": "anyone"}), 0, "2H", "H"), 1, "QD", "H")
    for viewer in (0, 1, 2, None):
        other = twin(state, viewer, Random(5))
        assert own(state, viewer) == own(other, viewer)
        if viewer is not None:
            assert moves(state, viewer) == moves(other, viewer)
    assert public(state) == public(twin(state, None, Random(6)))


# --- forms and words ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("fields", "cards", "action"),
    [
        ({"type": "lay", "claim": "H"}, ["2H"], {"type": "lay", "cards": ["2H"], "claim": "H"}),
        ({"type": "lay"}, ["2H", "3H"], {"type": "lay", "cards": ["2H", "3H"]}),
        ({"type": "lay", "joker_claim": "H"}, ["2S"], {"type": "lay", "cards": ["2S"]}),
        ({"type": "lay", "joker_claim": "H"}, ["X"], {"type": "lay", "cards": ["X"], "claim": "H"}),
        ({"type": "challenge", "claim": "H"}, ["2S"], {"type": "challenge"}),
        ({}, [], {"type": ""}),
    ],
)
def test_a_plain_form_means_an_action(fields: dict[str, str], cards: list[str], action: dict[str, Any]) -> None:
    assert page.action_from(fields, {"cards": cards}) == action


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lay_has_its_words_on_the_button(language: Language) -> None:
    labels = page.labels(language)
    assert len(labels["said"]) == len(labels["face_up"]) == 17
    assert all(len(said) == (1 if code in "CDHS" else 4) for code, said in labels["said"].items())
    assert words.condition("H", language) in labels["said"]["H"][0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_beginners_are_told_how_many_cards_fit_on_their_turn_alone(language: Language) -> None:
    state = lay(position(HANDS), 0, "2H", "D")
    assert "1" in own(state, 1, language)["hint"]
    assert not own(state, 2, language)["hint"]
    assert not own(state, None, language)["hint"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_beginners_are_not_told_to_bluff_with_a_card_that_lies_open(language: Language) -> None:
    closed, shown = (own(position(HANDS, options={"open_start": face_up}), 0, language)["hint"] for face_up in (False, True))
    assert closed == page_words.hint("open", 0, 0, "", language)
    assert shown == page_words.hint("open_start", 0, 0, "", language) != closed


def test_who_opens_next_is_told_anew_when_whoever_took_the_pile_leaves() -> None:
    """bluffen.leave: the next seat clockwise opens; a game that ended by it is opened by nobody."""
    state = challenge(lay(position(HANDS, options={"leave_mode": "remove"}), 0, "KS", "H"))
    assert "Anna opens the next round." in own(state, 2)["reveal"]["then"]
    state = engine.leave(state, 0, ANY).state
    assert "Bob opens the next round." in own(state, 2)["reveal"]["then"]
    state = engine.leave(state, 1, ANY).state
    assert "opens" not in own(state, 2)["reveal"]["then"]
