"""Which words are not printed: whole words, however they are spelt, and never what only holds one."""

from pathlib import Path

import pytest

from games.play.talk.filter import LANGUAGES, _spelt_out, bad_word, read_words, words_of
from games.play.talk.phrases import COUNT, phrase

INNOCENT = Path(__file__).parent / "innocent"


def innocent(language: str) -> list[str]:
    return (INNOCENT / f"{language}.txt").read_text(encoding="utf-8").split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_hundred_words_that_hold_a_bad_one_are_printed(language):
    """In whatever language their writer has the page."""
    words, bad = innocent(language), words_of(language)
    assert len(set(words)) >= 200
    parts = bad.whole | bad.own | set(bad.begins) | set(bad.holds)
    assert [word for word in words if not any(part in word and part != word for part in parts)] == []
    assert [word for word in words if any(bad_word(word, writer) for writer in LANGUAGES)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_a_list_is_found_in_a_sentence_of_its_own_language(language):
    words = words_of(language)
    entries = [*words.whole, *words.own, *words.begins, *words.holds, *(" ".join(row) for row in words.rows)]
    assert len(entries) >= 100
    assert [entry for entry in entries if bad_word(f"1 {entry}, 2", language) is None] == []


@pytest.mark.parametrize(
    "text",
    [
        "sh1t",
        "SHIT!",
        "s.h.i.t",
        "s h i t",
        "shiiiiit",
        "sh*t",
        "$hit",
        "ѕhіt",
        "shιt",
        "ꜱʜɪᴛ",
        "🆂🅷🅸🆃",
        "🇸🇭🇮🇹",
        "sh\u3164it",
        "sh\u2800it",
        "sh\ufe0fit",
        "s\u0336h\u0336i\u0336t\u0336",
        "s/h/i/t",
        "s,h,i,t",
        "s | h | i | t",
        "sh-it",
        "sh.it",
        "sh_it",
        "sh#t",
        "shit2",
        "2shit",
        "sh\u200bit",
        "shít",
        "ｓｈｉｔ",
    ],
)
def test_other_spellings_are_found(text):
    assert bad_word(f"what a {text} bid", "en") is not None


def test_the_answer_is_the_word_as_it_was_typed():
    assert bad_word("Well, you Arsch5loch? ArschLoch!", "nl") == "ArschLoch"
    assert bad_word("go and kill yourself", "de") == "kill yourself"
    assert bad_word("तँ मुजी होस्", "ne") == "मुजी"


@pytest.mark.parametrize(
    ("text", "its_writer", "others"), [("dick", "en", "de"), ("huren", "de", "nl"), ("ass", "en", "de"), ("reet", "nl", "de")]
)
def test_what_is_an_ordinary_word_elsewhere_counts_in_its_own_language_alone(text, its_writer, others):
    assert bad_word(text, its_writer) == text
    assert bad_word(text, others) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_quick_phrase_is_refused(language):
    assert [phrase(number, language) for number in range(1, COUNT + 1) if bad_word(phrase(number, language), language)] == []


@pytest.mark.parametrize("text", ["मु-जी", "मूजी", "मुज़ी", "मुजीी", "रंडी", "रण्डीलाई", "mujile", "m.u.j.i", "kill_yourself", "niggеr", "ni99er"])
def test_nepali_and_rows_are_found_however_they_are_written(text):
    assert bad_word(f"हो {text} yes", "ne") is not None


@pytest.mark.parametrize(
    ("text", "language"), [("lvl", "en"), ("Kamine", "de"), ("Saale", "de"), ("bellend", "nl"), ("Johnny Depp", "en"), ("put.i", "en")]
)
def test_words_of_other_languages_are_no_ones_business(text, language):
    assert bad_word(f"well, {text}", language) is None


def test_a_line_that_is_spelt_out_has_no_more_words_than_letters_times_the_longest():
    assert len(list(_spelt_out("a b " * 50))) < 100 * 14 * 2


def test_numbers_and_claims_are_no_words():
    for text in ("4 5 5", "7 1 7 5", "455 3.5 2*3 4**4", "छक्का तीनवटा", "zes vijven", "♠♥", "a b", "x"):
        assert all(bad_word(text, language) is None for language in LANGUAGES)


def test_a_list_says_what_is_safe_as_a_part():
    words = read_words(["# nothing", "bad", "worse* # all of these", "*worst*", "so bad", "ill !"])
    assert (words.whole, words.begins, words.holds, words.rows, words.own) == ({"bad"}, ("worse",), ("worst",), (("so", "bad"),), {"ill"})
