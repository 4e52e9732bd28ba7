"""Claims and sentences, language by language. The claims are those of the glossary's table."""

import re
import string
from pathlib import Path

import pytest

from games.bluff_nepal import engine, words
from games.bluff_nepal.state import (
    Call,
    CallCounts,
    Called,
    CardsLaid,
    Claim,
    Dealt,
    GameOver,
    LastLetGo,
    Lay,
    Left,
    LetGo,
    Lot,
    MatchOver,
    Pass,
    Passed,
    Rejoined,
    Reveal,
    RoundBegan,
    SetAside,
    TimedOut,
    TurnedOver,
)
from games.core.game import Language, Result
from tests.games.bluff_nepal.table import FOUR, NEXT, call, let_go, made, position

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla", "Dev")


@pytest.mark.parametrize(
    ("count", "rank", "said"),
    [
        (1, "7", {"en": "one seven", "nl": "één zeven", "de": "eine Sieben", "ne": "एउटा सात"}),
        (4, "7", {"en": "four sevens", "nl": "vier zevens", "de": "vier Siebenen", "ne": "चारवटा सात"}),
        (1, "A", {"en": "one ace", "nl": "één aas", "de": "ein Ass", "ne": "एउटा एक्का"}),
        (3, "K", {"en": "three kings", "nl": "drie koningen", "de": "drei Könige", "ne": "तीनवटा बादशाह"}),
        (1, "J", {"en": "one jack", "nl": "één boer", "de": "ein Bube", "ne": "एउटा गुलाम"}),
        (3, "6", {"en": "three sixes", "nl": "drie zessen", "de": "drei Sechsen", "ne": "तीनवटा छक्का"}),
    ],
)
def test_a_claim_is_said_as_the_glossary_has_it(count, rank, said):
    assert {language: words.claim(Claim(0, count, rank), language) for language in LANGUAGES} == said


# --- the log ---------------------------------------------------------------------------------------------------------

REVEAL = Reveal(layer=1, caller=2, rank="7", cards=("7H", "JC"), claim_true=False, pile_to=1, pile_count=5, next_leader=2)
MATCH = MatchOver(Result("played", (2, 1, 3, 4), (1.0, 2.0, 0.0, 0.0), ((1, 2, 3, 4), (2, 1, 3, 4))))
LINES = [
    (Lot(1), "The lot decides: Bob deals.", "The lot decides: you deal."),
    (Dealt(1, 1, (13,) * 4, (None,) * 4), "Bob deals all the cards.", "You deal all the cards."),
    (RoundBegan(1, 3, 1), "Round 3. Bob opens.", "Round 3. You open."),
    (CardsLaid(1, 2, "7", True, False, None), "Bob lays 2 cards: two sevens.", "You lay 2 cards: two sevens."),
    (
        CardsLaid(1, 1, "A", False, True, None),
        "Bob lays 1 card: one ace. Bob has laid the last cards.",
        "You lay 1 card: one ace. You have laid your last cards.",
    ),
    (Passed(1), "Bob passes.", "You pass."),
    (CallCounts(1, 2), "Bob calls bluff on Carla.", "You call bluff on Carla."),
    (CallCounts(2, 1), "Carla calls bluff on Bob.", "Carla calls bluff on you."),
    (
        TurnedOver(REVEAL, None),
        "Turned over: ♥7 and ♣J. That was a lie. Bob takes 5 cards.",
        "Turned over: ♥7 and ♣J. That was a lie. You take 5 cards.",
    ),
    (LastLetGo(1, 2), "Bob lets it go.", "You let it go."),
    (LastLetGo(None, 2), "Nobody is left to answer: the claim stands.", "Nobody is left to answer: the claim stands."),
    (SetAside(4), "The pile leaves the game unseen: 4 cards.", "The pile leaves the game unseen: 4 cards."),
    (TimedOut(1, 1), "Time's up for Bob.", "Your time is up."),
    (Left(1, "remove"), "Bob has left and is out of the match.", "You have left and are out of the match."),
    (Rejoined(1), "Bob is back.", "You are back. The next decision is yours."),
    (GameOver(1, 1, (2, 1, 3, 4), ()), "Bob wins!", "You win!"),
    (
        GameOver(1, None, (2, 1, 3, 4), ()),
        "The game ends as it stands: fewer cards are better. Bob wins!",
        "The game ends as it stands: fewer cards are better. You win!",
    ),
    (MATCH, "The match is over. Bob wins!", "The match is over. You win!"),
]


@pytest.mark.parametrize(("event", "told", "to_me"), LINES, ids=lambda value: type(value).__name__)
def test_every_event_is_told_to_others_and_to_the_seat_itself(event, told, to_me):
    assert words.sentence(event, "en", NAMES, None) == words.sentence(event, "en", NAMES, 3) == told
    assert words.sentence(event, "en", NAMES, 1) == to_me


@pytest.mark.parametrize(("event", "told", "to_me"), LINES, ids=lambda value: type(value).__name__)
def test_every_event_is_told_in_every_language(event, told, to_me):
    for me in (None, 1):
        lines = [words.sentence(event, language, NAMES, me) for language in LANGUAGES]
        assert len(set(lines)) == 4
        assert all(line and "{" not in line for line in lines)


def test_a_call_that_waits_is_told_to_its_caller():
    assert [words.sentence(Called(1), language, NAMES, 1) for language in LANGUAGES] == [
        "Your call has arrived.",
        "Je hebt bluf geroepen.",
        "Dein Ruf ist angekommen.",
        "तपाईंको ब्लफ पुग्यो।",
    ]


def test_a_true_claim_is_told_as_true():
    told = words.turned_over(Reveal(1, 2, "7", ("7H",), True, 2, 1, 1), "nl", NAMES, None)
    assert told == "Omgedraaid: ♥7. Dat was waar. Carla pakt 1 kaart op."


def test_nothing_of_a_lay_but_its_number_and_rank_is_told():
    for language in LANGUAGES:
        known = words.sentence(CardsLaid(1, 2, "7", True, False, ("KS", "QH")), language, NAMES, 1)
        assert known == words.sentence(CardsLaid(1, 2, "7", True, False, None), language, NAMES, 1)


# --- the turn, buttons and the clock ---------------------------------------------------------------------------------

FOLLOW = position(FOUR, (2, "8C"))
ANSWER = position(["2C", "2D", "", "2S"], (2, "7C"), phase="answer_last", options={"games": 2})


@pytest.mark.parametrize(
    ("state", "me", "said"),
    [
        (position(FOUR, to_act=2), 2, "Your turn: lay one to four cards and name any rank."),
        (position(FOUR, to_act=2), 1, "Waiting for Carla to open the round."),
        (FOLLOW, 1, "Your turn: add sevens, pass or call bluff."),
        (FOLLOW, 3, "Waiting for Bob. You may call bluff."),
        (FOLLOW, 2, "Waiting for Bob."),
        (FOLLOW, None, "Waiting for Bob."),
        (position(FOUR, (2, "8C"), options=NEXT), 3, "Waiting for Bob."),
        (position(FOUR, (2, "8C"), live=False, to_act=0, passed=[1]), 0, "Your turn: add sevens or pass."),
        (position(FOUR, (2, "8C"), live=False, to_act=0, passed=[1]), 1, "Waiting for Anna."),
        (made(FOLLOW, 3, Call()).state, 3, "Your call has arrived. One moment."),
        (made(FOLLOW, 3, Call()).state, 1, "Your turn: add sevens, pass or call bluff."),
        (ANSWER, 1, "Your turn: Carla has laid the last cards. Call bluff or let it go."),
        (ANSWER, 2, "You have laid your last cards. Bob must answer."),
        (ANSWER, 0, "Carla has laid the last cards. Bob must answer, and you may call bluff."),
        (ANSWER, None, "Carla has laid the last cards. Bob must answer."),
        (call(FOLLOW, 1), 1, "The cards are turned over. The next round follows."),
        (let_go(ANSWER, 1), 1, "The game is over. The next one follows."),
        (let_go(position(["2C", "2D", ""], (2, "7C"), phase="answer_last"), 1), 2, "The match is over. You win!"),
    ],
)
def test_the_banner_says_whose_turn_it_is_and_what_the_reader_may_do(state, me, said):
    assert words.turn(engine.view(state, me), "en", NAMES, me) == said
    others = [words.turn(engine.view(state, me), language, NAMES, me) for language in LANGUAGES]
    assert len(set(others)) == 4
    assert all("{" not in line for line in others)


def test_what_running_out_of_time_will_do_follows_the_phase_and_tells_no_card():
    told = [words.timeout(engine.view(state, None), "en") for state in (position(FOUR, to_act=2), FOLLOW, ANSWER, call(FOLLOW, 1))]
    assert told[:3] == ["At 0 the lowest card is laid as what it is.", "At 0 the seat passes.", "At 0 the last cards are let go."]
    assert told[3]
    assert words.timeout(engine.view(position(FOUR, to_act=2), 2), "en") == told[0]


def test_actions_are_said_as_on_their_buttons():
    assert words.action(Lay(("2C", "2D"), "7"), "nl") == "Leggen: twee zevens"
    assert words.action(Lay(("2C",)), "de") == "Ablegen: 1 Karte"
    assert words.action(Pass(), "ne") == "पास गर्ने"
    assert [words.action(Call(), language) for language in LANGUAGES] == ["Call bluff!", "Bluf!", "Bluff!", "ब्लफ!"]
    assert words.action(LetGo(), "en") == "Let it go"
    assert words.call_on("Bob", Claim(1, 2, "K"), "en") == "Call bluff on Bob: two kings"


# --- whole tables ----------------------------------------------------------------------------------------------------


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("table", [words._LINES, words._TURN, words._AT_ZERO, words._ACTIONS, words._REASONS, {"call": words._CALL_ON}])
def test_every_text_exists_in_four_languages_with_the_same_fields(table):
    for key, text in table.items():
        assert set(text) == set(LANGUAGES), key
        wanted = fields(text["en"])
        assert all(fields(text[language]) == wanted for language in LANGUAGES), key


def test_every_rule_that_the_engine_refuses_by_has_a_sentence_of_its_own():
    """Read from the source: each id in quotes that is returned or raised."""
    folder = Path(words.__file__).parent
    text = "".join((folder / name).read_text(encoding="utf-8") for name in ("legal.py", "engine.py"))
    ids = set(re.findall(r'"((?:bluff_nepal|common)\.[a-z.-]+)"', text))
    assert {"bluff_nepal.call.who", "common.calls.block", "common.clock.out-of-turn"} <= ids <= set(words.rules())
    for language in LANGUAGES:
        told = [words.reason(rule, language) for rule in sorted(ids)]
        assert all(told)
        assert words.reason("common.leave.remove", language) != words.reason("common.action.reject", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_value_is_explained(language):
    for name, allowed in {"callers": ("anyone", "next"), "jokers": (False, True), "call_grace_ms": (0, 300), "games": (1, 2)}.items():
        meanings = [words.option(name, value, language) for value in allowed]
        assert all(label and meaning and "{" not in meaning for label, meaning in meanings)
        assert len(set(meanings)) == 2
    with pytest.raises(KeyError):
        words.option("decks", 2, language)
