"""The words for cards in four languages, as the players of each language say them."""

import pytest

from games.core import card_words as words
from games.core.cards import JOKER, RANKS, SUITS, pack

LANGUAGES = ("en", "nl", "de", "ne")


@pytest.mark.parametrize(
    ("count", "rank", "en", "nl", "de", "ne"),
    [
        (1, "7", "one seven", "één zeven", "eine Sieben", "एउटा सात"),
        (2, "7", "two sevens", "twee zevens", "zwei Siebenen", "दुईवटा सात"),
        (1, "A", "one ace", "één aas", "ein Ass", "एउटा एक्का"),
        (2, "A", "two aces", "twee azen", "zwei Asse", "दुईवटा एक्का"),
        (3, "K", "three kings", "drie koningen", "drei Könige", "तीनवटा बादशाह"),
        (1, "K", "one king", "één koning", "ein König", "एउटा बादशाह"),
        (1, "J", "one jack", "één boer", "ein Bube", "एउटा गुलाम"),
        (4, "Q", "four queens", "vier vrouwen", "vier Damen", "चारवटा बिबी"),
        (2, "3", "two threes", "twee drieën", "zwei Dreien", "दुईवटा तीन"),
        (3, "6", "three sixes", "drie zessen", "drei Sechsen", "तीनवटा छक्का"),
        (2, "10", "two tens", "twee tienen", "zwei Zehnen", "दुईवटा दस"),
        (14, "4", "14 fours", "14 vieren", "14 Vieren", "14 वटा चार"),
        (2, "X", "two jokers", "twee jokers", "zwei Joker", "दुईवटा जोकर"),
    ],
)
def test_so_many_of_a_rank(count, rank, en, nl, de, ne):
    assert [words.counted(count, rank, language) for language in LANGUAGES] == [en, nl, de, ne]


def test_german_bends_for_a_case_where_others_do_not():
    assert [words.counted(1, "K", "de", case) for case in ("nominative", "accusative", "dative")] == [
        "ein König",
        "einen König",
        "einem König",
    ]
    assert words.counted(1, "J", "de", "accusative") == "einen Buben"
    assert words.counted(1, "7", "de", "accusative") == "eine Sieben"
    assert words.counted(1, "A", "de", "accusative") == "ein Ass"
    assert words.counted(2, "K", "de", "accusative") == words.counted(2, "K", "de")
    for language in ("en", "nl", "ne"):
        assert words.counted(1, "K", language, "accusative") == words.counted(1, "K", language)


@pytest.mark.parametrize(
    ("rank", "en", "nl", "de", "ne"),
    [
        ("K", "a king", "een koning", "ein König", "एउटा बादशाह"),
        ("8", "an eight", "een acht", "eine Acht", "एउटा आठ"),
        ("A", "an ace", "een aas", "ein Ass", "एउटा एक्का"),
        ("7", "a seven", "een zeven", "eine Sieben", "एउटा सात"),
    ],
)
def test_one_that_is_not_counted(rank, en, nl, de, ne):
    assert [words.a_rank(rank, language) for language in LANGUAGES] == [en, nl, de, ne]


@pytest.mark.parametrize(
    ("rank", "en", "nl", "de", "ne"),
    [
        ("10", "to the ten", "tot en met de tien", "bis zur Zehn", "दससम्म"),
        ("J", "to the jack", "tot en met de boer", "bis zum Buben", "गुलामसम्म"),
        ("A", "to the ace", "tot en met de aas", "bis zum Ass", "एक्कासम्म"),
        ("Q", "to the queen", "tot en met de vrouw", "bis zur Dame", "बिबीसम्म"),
    ],
)
def test_up_to_a_rank(rank, en, nl, de, ne):
    assert [words.up_to(rank, language) for language in LANGUAGES] == [en, nl, de, ne]


@pytest.mark.parametrize(
    ("card", "en", "nl", "de", "ne"),
    [
        ("7H", "seven of hearts", "harten 7", "Herz-Sieben", "पानको सात"),
        ("AS", "ace of spades", "schoppen aas", "Pik-Ass", "हुकुमको एक्का"),
        ("QD", "queen of diamonds", "ruiten vrouw", "Karo-Dame", "इँटाको बिबी"),
        ("JC", "jack of clubs", "klaveren boer", "Kreuz-Bube", "चिडीको गुलाम"),
        ("X", "joker", "joker", "Joker", "जोकर"),
    ],
)
def test_a_card_by_name(card, en, nl, de, ne):
    assert [words.card(card, language) for language in LANGUAGES] == [en, nl, de, ne]


def test_no_two_cards_have_one_name_or_sign():
    cards = pack(jokers=1)
    for language in LANGUAGES:
        assert len({words.card(card, language) for card in cards}) == 53
        assert len({words.sign(card, language) for card in cards}) == 53


def test_indices_are_those_of_the_readers_pack():
    shown = {language: [words.index(rank, language) for rank in ("A", "K", "Q", "J", "10")] for language in LANGUAGES}
    assert shown["nl"] == ["A", "K", "V", "B", "10"]
    assert shown["de"] == ["A", "K", "D", "B", "10"]
    assert shown["en"] == shown["ne"] == ["A", "K", "Q", "J", "10"]
    assert words.sign("JC", "nl") == "♣B"
    assert words.index(JOKER, "de") == "★"


def test_suit_letters_never_say_more_than_the_sign_does():
    for language in ("en", "nl", "de"):
        assert len({words.suit_letter(suit, language) for suit in SUITS}) == 4
    assert [words.suit_letter(suit, "de") for suit in ("S", "H", "D", "C")] == ["P", "H", "Ka", "Kr"]
    assert not any(words.suit_letter(suit, "ne") for suit in SUITS)


def test_cards_are_counted_and_listed():
    assert [words.cards(1, language) for language in LANGUAGES] == ["1 card", "1 kaart", "1 Karte", "1 वटा तास"]
    assert [words.cards(3, language) for language in LANGUAGES] == ["3 cards", "3 kaarten", "3 Karten", "3 वटा तास"]
    assert words.cards_named(["7H", "X"], "en") == "seven of hearts and joker"
    assert words.cards_named(["7H"], "de") == "Herz-Sieben"


def test_six_is_never_the_word_that_also_means_is():
    assert words.rank("6", "ne") == "छक्का" != "छ"


def test_typed_words_find_their_rank_and_suit():
    ranks, suits = words.named_ranks(), words.named_suits()
    assert {ranks[word] for word in ("seven", "zevens", "siebenen", "सात", "7")} == {"7"}
    assert {ranks[word] for word in ("k", "koning", "könig", "बादशाह")} == {"K"}
    assert (ranks["v"], ranks["b"], ranks["d"], ranks["q"]) == ("Q", "J", "Q", "Q")
    assert set(ranks.values()) == {*RANKS, JOKER}
    assert {suits[word] for word in ("hearts", "harten", "herz", "पान", "♥")} == {"H"}
    assert set(suits.values()) == set(SUITS)
