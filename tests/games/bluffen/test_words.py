"""Claims and sentences of Bluffen, language by language. The claims are those of the glossary's table."""

import re
import string
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from games.bluffen import engine, words
from games.bluffen.engine import Accept, Challenge, Lay
from games.bluffen.state import Accepted, Called, Challenged, Dealt, GameOver, Laid, Lot, Resumed, Revealed, Taken, WentOut
from games.core.game import Language
from tests.games.bluffen.table import ANY, accept, challenge, position
from tests.games.bluffen.walks import VALUES, any_walk

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla", "Dev")
FOUR = ("5H 6C 7S", "2H 4D 9S", "3H 8C KD", "AS 10C JD")


def said(event: Any, language: Language, me: int | None = None) -> str:
    return words.sentence(event, language, NAMES, me)


def turn(state: Any, language: Language, me: int | None) -> str:
    return words.turn(engine.view(state, me), language, NAMES, me)


# --- claims ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "count", "told"),
    [
        ("H", 1, {"en": "hearts", "nl": "harten", "de": "Herz", "ne": "पान"}),
        ("8", 1, {"en": "eight", "nl": "acht", "de": "Acht", "ne": "आठ"}),
        ("A", 1, {"en": "ace", "nl": "aas", "de": "Ass", "ne": "एक्का"}),
        ("K", 1, {"en": "king", "nl": "koning", "de": "König", "ne": "बादशाह"}),
        ("Q", 3, {"en": "three queens", "nl": "drie vrouwen", "de": "drei Damen", "ne": "तीनवटा बिबी"}),
    ],
)
def test_a_claim_is_said_as_the_glossary_has_it(name, count, told):
    claim = SimpleNamespace(claim=name, count=count)
    assert {language: words.claim(claim, language) for language in LANGUAGES} == told
    if count == 1:
        assert {language: words.claim(name, language) for language in LANGUAGES} == told


# --- sentences -------------------------------------------------------------------------------------------------------


def laid(**changes):
    facts = {"seat": 0, "count": 1, "claim": "H", "opening": False, "last": False, "open": False, "cards": None}
    return Laid(**{**facts, **changes})


def test_a_lay_tells_how_many_cards_and_the_claim_and_nothing_of_the_cards():
    assert said(laid(cards=("9S",)), "en", 0) == "You lay 1 card: hearts."
    assert said(laid(), "en") == "Anna lays 1 card: hearts."
    assert said(laid(count=3, claim="Q"), "nl") == "Anna legt 3 kaarten: vrouwen."
    assert said(laid(opening=True), "de") == "Anna eröffnet mit 1 Karte: Herz."
    assert said(laid(last=True), "en") == "Anna lays 1 card: hearts. That empties the hand."
    assert said(laid(), "ne") == "Anna: 1 वटा तास, दाबी पान।"


def test_an_open_start_names_its_card_and_a_joker_its_condition():
    assert said(laid(opening=True, open=True, cards=("5H",)), "en") == "Anna opens face up: five of hearts."
    joker = laid(opening=True, open=True, cards=("X",), claim="S")
    assert said(joker, "en") == "Anna opens face up: joker. The suit is spades."
    assert said(laid(opening=True, open=True, cards=("X",), claim="J"), "de", 0) == "Du eröffnest offen: Joker. Der Wert ist Bube."


def revealed(**changes):
    facts = {"challenger": 1, "claimant": 0, "claim": "H", "cards": ("9S",), "claim_true": False, "void": False}
    return Revealed(**{**facts, "taker": 0, "pile_count": 4, "next_to_act": 0, **changes})


def test_a_reveal_names_the_cards_and_what_came_of_it():
    assert said(revealed(), "en") == "Turned over: nine of spades. That was a lie."
    assert said(revealed(cards=("9H",), claim_true=True), "nl") == "Omgedraaid: harten 9. Dat was waar."
    void = revealed(cards=("X",), claim_true=True, void=True, taker=None)
    assert said(void, "en") == "Turned over: joker. The joker cancels the doubt: nobody takes the pile."


def test_the_reader_is_you():
    assert said(Challenged(1, 0), "en") == "Bob doubts Anna."
    assert said(Challenged(1, 0), "en", 1) == "You doubt Anna."
    assert said(Challenged(1, 0), "nl", 0) == "Bob gelooft jou niet."
    assert said(Taken(2, 9, None), "de", 2) == "Du nimmst den Stapel: 9 Karten."
    assert said(Taken(2, 9, None), "ne") == "Carlaले थुप्रो उठाउनुभयो: 9 वटा तास।"


def test_who_is_out_hears_the_place_unless_a_computer_played_for_it():
    assert said(WentOut(0, 2), "en") == "Anna has no cards left (place 2)."
    assert said(WentOut(0, None), "en") == "Anna has no cards left."


def test_a_game_ended_early_says_so():
    places, points = (1, 2, 3, 4), (1.0, 0.0, 0.0, 0.0)
    assert said(GameOver(1, places, points), "en") == "Anna wins!"
    assert said(GameOver(1, places, points, long=True), "en", 0) == "The game is ended by the cards held. You win!"


EVENTS = [
    Lot(1),
    Dealt(2, 1, (2, 2, 2, 2), (None, None, None, None)),
    laid(),
    laid(opening=True, open=True, cards=("X",)),
    Called(1),
    Accepted(1, 0),
    Challenged(1, 0),
    revealed(),
    Taken(1, 4, None),
    WentOut(1, 1),
    WentOut(1, None),
    Resumed(1, "open"),
    Resumed(1, "must_lay"),
    GameOver(1, (1, 1, 3, 4), (0.0,) * 4, long=True),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_is_one_whole_line_for_everybody(event, language):
    for me in (None, 0, 1, 2):
        line = said(event, language, me)
        assert line
        assert line[-1] in ".।!"
        assert "{" not in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_in_matches_can_be_said_and_waited_for(language):
    for seed in range(4):
        walk = any_walk(seed, trouble=0.1)
        for moment in walk.moments():
            for me in (None, 0):
                for event in moment.events:
                    if (shown := engine.show(event, me)) is not None:
                        assert isinstance(words.sentence(shown, language, "ABCDEFG", me), str)
                view = engine.view(moment.state, me)
                assert "{" not in words.turn(view, language, "ABCDEFG", me)
                assert words.timeout(view, language)


# --- the turn --------------------------------------------------------------------------------------------------------


def test_the_banner_says_whose_turn_it_is_and_what_may_be_done():
    opening = position(FOUR)
    assert turn(opening, "en", 0) == "Your turn: lay a card and name a suit."
    assert turn(opening, "en", 1) == "Waiting for Anna to open."
    assert turn(position(FOUR, options={"open_start": True}), "en", 0) == "Your turn: lay a card face up."
    state = position(FOUR, (0, "QS", "H"), to_act=1)
    assert turn(state, "en", 1) == "Your turn: lay or doubt Anna."
    assert turn(state, "en", 2) == "Waiting for Bob: lay or doubt."
    assert turn(challenge(state), "en", 0) == "The cards lie open. You are next."
    assert turn(challenge(state), "en", 1) == "The cards lie open. Anna is next."


def test_the_banner_tells_who_may_doubt_out_of_turn():
    state = position(FOUR, (0, "QS", "H"), options={"challengers": "anyone"}, to_act=1)
    assert turn(state, "en", 2) == "Waiting for Bob. You may doubt Anna too."
    assert turn(state, "en", 0) == turn(state, "en", None) == "Waiting for Bob: lay or doubt."
    pending = engine.apply(state, 2, Challenge(), ANY).state
    assert turn(pending, "en", 2) == "You doubt Anna. This is settled in a moment."
    assert turn(pending, "en", 3) == turn(state, "en", 3)


def test_the_banner_asks_for_an_answer_to_last_cards():
    state = position(("", *FOUR[1:]), (0, "QS", "S"), options={"finish": "play_on", "challengers": "anyone"}, to_act=1)
    assert turn(state, "en", 1) == "Last cards of Anna: accept or doubt?"
    assert turn(state, "en", 2) == "Last cards of Anna. Waiting for Bob; you may doubt too."
    assert turn(accept(state), "nl", 1) == "Jij bent aan de beurt: je moet leggen."


def test_the_banner_after_a_game_and_a_match():
    last = position(("", *FOUR[1:]), (0, "QS", "S"), options={"games": 2}, to_act=1)
    assert turn(accept(last), "en", 1) == "The game is over. The next one follows."
    over = accept(position(("", *FOUR[1:]), (0, "QS", "S"), to_act=1))
    assert turn(over, "en", 0) == "The match is over. You win!"


def test_time_out_is_told_before_it_happens():
    def told(state):
        return words.timeout(engine.view(state, state.to_act), "en")

    assert told(position(FOUR)) == "At 0: the lowest card, truly named."
    assert told(position(FOUR, options={"repeat_suit": False})) == "At 0: lowest card, truly named if allowed."
    assert told(position(FOUR, (0, "QS", "H"), to_act=1)).startswith("At 0: lowest card, a fitting one if any.")
    assert told(position(("", *FOUR[1:]), (0, "QS", "H"), to_act=1)) == "At 0 the last cards are accepted."


def test_buttons_say_what_they_do():
    assert words.action(Lay(("5H",), "H"), "en") == "Lay 1 card: hearts"
    assert words.action(Lay(("5H", "5S")), "de") == "2 Karten ablegen"
    assert words.action(Challenge(), "nl") == "Je liegt!"
    assert words.action(Accept(), "ne") == "पत्याउने"
    assert words.doubt("Bob", SimpleNamespace(claim="Q", count=2), "en") == "Bob is lying: two queens"


# --- tables ----------------------------------------------------------------------------------------------------------


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("table", [words._LINES, words._TURN, words._AT_ZERO, words._ACTIONS, words._REASONS])
def test_every_text_exists_in_four_languages_with_the_same_fields(table):
    for key, text in table.items():
        assert set(text) == set(LANGUAGES), key
        assert all(fields(text[language]) == fields(text["en"]) for language in LANGUAGES), key


def test_every_rule_that_refuses_has_a_reason_of_its_own():
    code = "".join((Path(engine.__file__).parent / f"{name}.py").read_text(encoding="utf-8") for name in ("claims", "turns"))
    refusing = set(re.findall(r'"(bluffen\.[a-z.-]+|common\.calls\.[a-z]+)"', code))
    assert len(refusing) > 15
    assert refusing <= set(words._REASONS)
    assert set(words._REASONS) <= set(words.rules())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_value_is_explained(language):
    for name, allowed in VALUES.items():
        meanings = [words.option(name, value, language)[1] for value in allowed]
        assert len(set(meanings)) == len(meanings)
        assert words.option(name, allowed[0], language)[0]
    assert {field.name for field in msgspec.structs.fields(engine.Options)} >= set(VALUES)
    assert words.option("call_grace_ms", 300, language)
