"""Claims and sentences, language by language. The claims are those of the glossary's table."""

import string
from types import SimpleNamespace

import pytest

from games.core import match_words
from games.core import words as common
from games.core.game import Language
from games.liars_dice import engine, page, words
from games.liars_dice.engine import Bid
from tests.games.liars_dice.table import position, refusal

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla")


def bid(count, face):
    return SimpleNamespace(count=count, face=face)


@pytest.mark.parametrize(
    ("count", "face", "said"),
    [
        (1, 3, {"en": "one three", "nl": "één drie", "de": "eine Drei", "ne": "एउटा तीन"}),
        (5, 3, {"en": "five threes", "nl": "vijf drieën", "de": "fünf Dreien", "ne": "पाँचवटा तीन"}),
        (6, 1, {"en": "six ones", "nl": "zes enen", "de": "sechs Einsen", "ne": "छवटा एक"}),
        (1, "*", {"en": "one star", "nl": "één ster", "de": "ein Stern", "ne": "एउटा तारा"}),
        (3, "*", {"en": "three stars", "nl": "drie sterren", "de": "drei Sterne", "ne": "तीनवटा तारा"}),
        (14, 4, {"en": "14 fours", "nl": "14 vieren", "de": "14 Vieren", "ne": "14 वटा चार"}),
    ],
)
def test_a_bid_is_said_as_the_glossary_has_it(count, face, said):
    assert {language: words.claim(bid(count, face), language) for language in LANGUAGES} == said


def test_a_bid_in_full_says_at_least():
    assert words.at_least(bid(5, 3), "nl") == "minstens vijf drieën"
    assert words.at_least(bid(3, "*"), "ne") == "कम्तीमा तीनवटा तारा"


def reveal(**changes):
    facts = {
        "dice": ((5, 5, "*", 1, 2), (5, "*", 3, 3, 1), (5, 2)),
        "bid": bid(8, 5),
        "challenger": 0,
        "bidder": 1,
        "count": 6,
        "stars": 2,
        "case": "less",
        "losses": (0, 2, 0),
        "eliminated": (),
    }
    return SimpleNamespace(**{**facts, **changes})


def test_a_reveal_is_one_sentence_with_count_bid_and_loss():
    told = words._revealed(reveal(), "en", NAMES, None)
    assert told == "There are 6 fives (4 + 2 stars). The bid was 8. Bob loses 2 dice."
    assert "You lose 2 dice." in words._revealed(reveal(), "en", NAMES, 1)


def test_a_reveal_without_stars_names_no_parts():
    assert words.counted(reveal(count=4, stars=0), "de") == "Da liegen 4 Fünfen."


def test_a_reveal_of_stars_names_no_parts():
    assert words.counted(reveal(bid=bid(3, "*"), count=2, stars=2), "en") == "There are 2 stars."


def test_one_die_of_the_face_is_singular():
    assert words.counted(reveal(count=1, stars=0), "en") == "There is 1 five."


def test_who_is_knocked_out_hears_the_place():
    gone = reveal(case="more", losses=(0, 0, 2), eliminated=(2,))
    assert words.losses(gone, "en", NAMES, None) == "Carla loses 2 dice. Carla is out (place 3)."
    assert words.losses(gone, "nl", NAMES, 2) == "Jij verliest 2 dobbelstenen. Jij bent uitgeschakeld (plaats 3)."


@pytest.mark.parametrize(("bids", "seat"), [([], 0), ([], 1), ([(0, 1, 1)], 2)])
def test_a_doubt_that_is_off_is_told_what_holds_then(bids, seat):
    """Before the first bid and out of turn alike: there may well be a bid."""
    state = position([[3, 3], [2], [3]], *bids)
    doubt = next(choice for choice in engine.choices(state, seat) if choice.type == "challenge")
    assert words.reason(doubt.rule, "en") == "Once there is a bid, whoever's turn it is can doubt it, and nobody else."


@pytest.mark.parametrize("last", [None, (1, 4), (4, 2), (3, "*")], ids=["opening", "one", "number", "stars"])
def test_the_picker_tells_why_fewer_are_off_as_the_refusal_does(last):
    state = position([[3, 3], [2, 1, 1, 1], [3, 4]], *([(0, *last)] if last else []))
    key = page.moves_key(engine.view(state, 1 if last else 0), engine.choices(state, state.to_act))
    rows = page.moves(key, "en")["picker"]["rows"]
    for row in rows:
        fewer = Bid(row["least"] - 1, row["face"])
        assert row["off"] or row["low"]["rule"] == refusal(state, state.to_act, fewer), fewer


def test_an_exact_count_spares_only_the_bidder():
    exact = reveal(case="exact", count=8, losses=(1, 0, 1))
    assert words.losses(exact, "en", NAMES, None) == "Exactly! All but Bob lose one die."
    assert words.losses(exact, "de", NAMES, 1) == "Genau! Alle außer dir verlieren einen Würfel."


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


TABLES = [
    words._LINES,
    match_words.LINES,
    words._TURN,
    words._AT_ZERO,
    words._ACTIONS,
    words._DOUBT,
    words._REASONS,
    common.COMMON_REASONS,
    common.COMMON_OPTIONS,
]


@pytest.mark.parametrize("table", TABLES)
def test_every_text_exists_in_four_languages_with_the_same_fields(table):
    for key, text in table.items():
        assert set(text) == set(LANGUAGES), key
        wanted = fields(text["en"])
        assert all(fields(text[language]) == wanted for language in LANGUAGES), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_value_is_explained(language):
    values = {
        "loss": ("difference", "one"),
        "extra_set": (False, True),
        "turn_seconds": (0, 45),
        "max_timeouts": (0, 1, 3),
        "leave_mode": ("bot", "remove"),
        "games": (1, 5),
        "bot_speed": ("calm", "normal", "fast"),
        "one_phone": (False, True),
        "call_grace_ms": (300,),
    }
    for name, allowed in values.items():
        for value in allowed:
            label, meaning = words.option(name, value, language)
            assert label and meaning and "{" not in meaning


def test_names_in_a_list_are_joined_as_the_language_does():
    assert common.joined(["Anna", "Bob", "Carla"], "en") == "Anna, Bob and Carla"
    assert common.joined(["Anna"], "ne") == "Anna"
