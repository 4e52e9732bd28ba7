"""Claims and sentences of Blef, language by language. The claims are those of the glossary's table."""

import string
from types import SimpleNamespace

import pytest

from games.blef import engine, words
from games.blef.engine import Bid, Check, Options
from games.blef.ladder import KINDS, ladder_of
from games.core.game import Language
from tests.games.blef.table import HIGHEST, REST, STOCK, THREE, check, checked, counted, position

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla", "Dirk", "Emma")

GLOSSARY = {
    "high:K": ("a king", "een koning", "ein König", "एउटा बादशाह"),
    "high:8": ("an eight", "een acht", "eine Acht", "एउटा आठ"),
    "high:A": ("an ace", "een aas", "ein Ass", "एउटा एक्का"),
    "pair:K": ("a pair of kings", "een paar koningen", "ein Paar Könige", "एक जोडी बादशाह"),
    "two_pair:K,9": (
        "two pairs, kings and nines",
        "twee paren, koningen en negens",
        "zwei Paare, Könige und Neunen",
        "दुई जोडी, बादशाह र नौ",
    ),
    "straight:small": ("small straight (9 to K)", "kleine straat (9 t/m K)", "kleine Straße (9 bis K)", "सानो स्ट्रेट (9 देखि K)"),
    "straight:big": ("big straight (10 to A)", "grote straat (10 t/m A)", "große Straße (10 bis A)", "ठूलो स्ट्रेट (10 देखि A)"),
    "straight:10": ("straight to the ten", "straat tot en met de tien", "Straße bis zur Zehn", "दससम्मको स्ट्रेट"),
    "straight:J": ("straight to the jack", "straat tot en met de boer", "Straße bis zum Buben", "गुलामसम्मको स्ट्रेट"),
    "straight:A": ("straight to the ace", "straat tot en met de aas", "Straße bis zum Ass", "एक्कासम्मको स्ट्रेट"),
    "three:J": ("three jacks", "drie boeren", "drei Buben", "तीनवटा गुलाम"),
    "full:J,A": (
        "full house, jacks over aces",
        "full house, drie boeren en twee azen",
        "Full House: drei Buben, zwei Asse",
        "फुल हाउस: तीनवटा गुलाम, दुईवटा एक्का",
    ),
    "flush:S": ("flush in spades", "flush in schoppen", "Flush in Pik", "हुकुमको फ्लस"),
    "four:Q": ("four queens", "vier vrouwen", "vier Damen", "चारवटा बिबी"),
    "sflush:small,H": (
        "small straight flush in hearts",
        "kleine straight flush in harten",
        "kleiner Straight Flush in Herz",
        "पानको सानो स्ट्रेट फ्लस",
    ),
    "sflush:big,S": (
        "big straight flush in spades",
        "grote straight flush in schoppen",
        "großer Straight Flush in Pik",
        "हुकुमको ठूलो स्ट्रेट फ्लस",
    ),
    "sflush:10,H": (
        "straight flush to the ten in hearts",
        "straight flush in harten tot en met de tien",
        "Straight Flush in Herz bis zur Zehn",
        "पानको दससम्मको स्ट्रेट फ्लस",
    ),
    "rest/pair:9": ("in the rest: a pair of nines", "in de rest: een paar negens", "im Rest: ein Paar Neunen", "बाँकी तासमा: एक जोडी नौ"),
}


@pytest.mark.parametrize("bid", GLOSSARY)
def test_a_bid_is_said_as_the_glossary_has_it(bid):
    assert tuple(words.claim(bid, language) for language in LANGUAGES) == GLOSSARY[bid]
    assert words.claim(Bid(bid), "en") == GLOSSARY[bid][0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [4, 5])
def test_no_two_bids_are_said_alike(language, seats):
    bids = ladder_of(seats, Options(bid_on_rest=True)).bids
    said = {words.claim(bid, language) for bid in bids}
    assert len(said) == len(bids)
    assert not any("{" in each for each in said)


def test_every_kind_has_a_name():
    assert all(words.kind(kind, language) for kind in KINDS for language in LANGUAGES)
    assert words.kind("two_pair", "nl") == "twee paren"


# --- the log ---------------------------------------------------------------------------------------------------------


def told(events, language="en", me=None):
    return [words.sentence(engine.show(event, me), language, NAMES, me) for event in events]


def test_a_deal_tells_dealer_cards_and_opener():
    _, events = engine.proceed(check(position(THREE, (0, "high:9"))), SimpleNamespace(shuffle=lambda purpose, size: range(size)))
    assert told(events) == ["Round 2: Bob deals, 6 cards in play. Carla bids first."]
    assert told(events, me=1) == ["Round 2: you deal, 6 cards in play. Carla bids first."]
    assert told(events, "de", me=2) == ["Runde 2: Bob gibt, 6 Karten im Spiel. Du bietest zuerst."]


@pytest.mark.rule("blef.eliminate.funeral")
def test_a_funeral_round_is_told_as_one():
    ended = check(counted([1, 1, 5], (2, "four:A")))
    _, events = engine.proceed(ended, SimpleNamespace(shuffle=lambda purpose, size: range(size)))
    assert told(events) == ["Round 2, the funeral round (Pogrzebówka): Carla deals one last time, 2 cards in play. Anna bids first."]
    assert "je" not in told(events, "nl")[0].split()
    assert "jouw begrafenisronde" in told(events, "nl", me=2)[0]


def test_a_check_tells_what_was_there_and_who_plays_on():
    _, events = checked(position(THREE, (0, "pair:9")))
    assert told(events) == ["Bob checks.", "The hand is there. Bob plays on with 3 cards."]
    assert told(events, me=1) == ["You check.", "The hand is there. You play on with 3 cards."]
    assert told(events, "ne", me=1)[1] == "हात पुग्यो। तपाईं अब 3 वटा तास लिएर खेल्नुहुन्छ।"


@pytest.mark.parametrize(
    ("bid", "missing"),
    [
        ("two_pair:K,Q", "Missing: one queen."),
        ("full:A,K", "Missing: three aces."),
        ("two_pair:A,10", "Missing: two aces and two tens."),
        ("flush:S", "Missing: 4 cards of spades."),
        ("sflush:small,D", "Missing: ten of diamonds, jack of diamonds and queen of diamonds."),
    ],
)
def test_a_false_bid_tells_what_was_missing(bid, missing):
    _, (_, revealed) = checked(position(THREE, (0, bid)))
    assert words.found(revealed, "en") == missing


@pytest.mark.rule("blef.rest.truth")
def test_a_bid_on_the_rest_tells_of_the_rest():
    _, (_, revealed) = checked(position(THREE, (0, HIGHEST), (1, "rest/three:9"), options=REST))
    assert words.found(revealed, "de") == "Im Rest fehlt: eine Neun."
    _, (_, revealed) = checked(position(THREE, (0, HIGHEST), (1, "rest/pair:9"), options=REST))
    assert words.found(revealed, "nl") == "De hand zit in de rest."


def test_who_is_out_hears_the_place():
    _, events = checked(counted([1, 1, 5], (2, "four:A")))
    assert told(events)[1].endswith("Carla is out (place 3).")
    assert told(events, "nl", me=2)[1].endswith("Jij bent uitgeschakeld (plaats 3).")


@pytest.mark.rule("blef.stock.most")
def test_who_is_out_by_the_stock_hears_why():
    _, events = checked(counted([10, 7, 7], (1, "high:9"), options=STOCK))
    assert told(events)[1] == (
        "The hand is there. Carla plays on with 8 cards. The pack no longer suffices: Anna has the most cards and is out (place 3)."
    )
    _, events = checked(counted([8, 8, 8], (1, "high:9"), options=STOCK))  # the loser itself
    assert told(events, me=2)[1] == "The hand is there. The pack no longer suffices: you have the most cards and are out (place 3)."


# --- the turn --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "options", "said"),
    [
        ((), {}, "Your turn: make the first bid."),
        (((1, "high:9"),), {}, "Your turn: bid higher or check."),
        (((1, HIGHEST),), {}, "Your turn: nothing is higher, you must check."),
        (((1, HIGHEST),), REST, "Your turn: bid on the rest or check."),
        (((0, HIGHEST), (1, "rest/high:9")), REST, "Your turn: bid on the rest or check."),
        (((0, HIGHEST), (1, f"rest/{HIGHEST}")), REST, "Your turn: nothing is higher, you must check."),
    ],
)
def test_the_banner_says_what_one_may_do(bids, options, said):
    state = position(THREE, *bids, options=options, to_act=2)
    assert words.turn(engine.view(state, 2), "en", NAMES, 2) == said
    assert "Carla" in words.turn(engine.view(state, 0), "de", NAMES, 0)


def test_the_banner_between_rounds_and_after_the_end():
    shown = check(position(THREE, (0, "high:9")))
    assert words.turn(engine.view(shown, 0), "en", NAMES, 0) == "All hands are open. The next round follows."
    over = check(counted([5, 1], (0, "four:A")))
    assert words.turn(engine.view(over, 1), "en", NAMES, 1) == "The match is over. You win!"
    between = check(counted([5, 1], (0, "four:A"), options={"games": 2}))
    assert words.turn(engine.view(between, 1), "en", NAMES, 1) == "The game is over. The next one follows."


@pytest.mark.rule("blef.timeout.open")
@pytest.mark.rule("blef.timeout.respond")
def test_what_running_out_of_time_will_do():
    assert words.timeout(engine.view(position(THREE), 0), "en") == "At 0 the lowest bid is made: a nine."
    assert words.timeout(engine.view(counted([1] * 5), 0), "de") == "Bei 0 wird das niedrigste Gebot gemacht: eine Zwei."
    assert words.timeout(engine.view(position(THREE, (0, "high:9")), 1), "nl") == "Bij 0 wordt het bod gecontroleerd."


def test_actions_are_said_as_on_their_buttons():
    assert words.action(Check(), "nl") == "Controleren!"
    assert words.action(Bid("pair:K"), "en") == "Bid a pair of kings"
    assert words.check("Bob", Bid("pair:K"), "de") == "Bob prüfen: ein Paar Könige"


# --- tables ----------------------------------------------------------------------------------------------------------


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("table", [words._KINDS, words._LINES, words._TURN, words._AT_ZERO, words._ACTIONS, words._REASONS])
def test_every_text_exists_in_four_languages_with_the_same_fields(table):
    for key, text in table.items():
        assert set(text) == set(LANGUAGES), key
        assert all(fields(text[language]) == fields(text["en"]) for language in LANGUAGES), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_value_is_explained(language):
    values = {
        "poker_ranking": (False, True),
        "ace_low": (False, True),
        "bid_on_rest": (False, True),
        "elimination": ("five", "stock"),
        "games": (1, 3),
        "call_grace_ms": (300,),
    }
    for name, allowed in values.items():
        said = [words.option(name, value, language) for value in allowed]
        assert all(label and meaning and "{" not in meaning for label, meaning in said)
        assert len(set(said)) == len(allowed)
    with pytest.raises(KeyError):
        words.option("loss", "one", language)


def test_every_refusal_has_a_reason_in_every_language():
    assert all(words.reason(rule, language) for rule in words.rules() for language in LANGUAGES)
    assert len(words.rules()) == len(set(words.rules()))
