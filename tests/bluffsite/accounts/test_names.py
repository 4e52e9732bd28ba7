"""Names of people: what a table may show, and what could be taken for another."""

import pytest
from django.utils import translation

from bluffsite.accounts.names import (
    MOST_SIGNS,
    SENTENCES,
    NameRefused,
    check_at_table,
    clean_name,
    skeleton,
    visible_signs,
)

GOOD = [
    "Anna",
    "José",
    "Zoë-Lynn O'Neil",
    "Guest 27",
    "अतिथि २७",
    "प्रज्ञा श्रेष्ठ",
    "र्‍याम",  # a joiner after a virama belongs to the spelling
    "क्‌षमा",  # and so does a non-joiner
    "Nguyễn Thị",
    "Łukasz",
    "李雷",
    "محمد",
    "Zoe 🎲",
    "👩‍🚀 Zoe",
    "❤️ Ruby",
    "Stafford",
    "Abbot",
    "7",
    "<b>Bob</b>",
    "'; DROP TABLE seats; --x",
    "{{ 7 }}",
    "a" * MOST_SIGNS,
]

REFUSED = {
    "empty": ["", " ", "\u3000\u00a0", "\t\n"],
    "too_long": ["a" * (MOST_SIGNS + 1), "a" * 10_000, "🎲" * 10_000, "\ufdfa" * 20, "क" * 25],
    "hidden_signs": [
        "An\u200bna",  # zero width space
        "Anna\u200d",  # joiner that joins nothing
        "A\u200dnna",
        "A\u200cnna",
        "\u202eannA",  # right-to-left override
        "Anna\u202c",
        "An\u2066na",
        "An\u200fna",
        "An\u00adna",  # soft hyphen
        "An\nna",
        "An\u2028na",
        "An\x00na",
        "An\ufeffna",
        "\u3164",  # Hangul filler: a letter that nobody sees
        "An\u2800na",  # braille blank
        "An\ufe00na",
        "An\ufe0fna",
        "An\U000e0061na",  # tag letters
        "An\U000e0101na",
        "An\ue000na",  # private use
        "An\U0010ffffna",
        "\u0301Anna",  # hangs on what stands before it
    ],
    "marks": ["A" + "\u0353" * 9 + "nna", "क" + "\u094d" * 6 + "ष"],
    "no_letter": ["🎲🎲", "...", "-_-", "❤️", "👩‍🚀", "!?"],
    "reserved": [
        "admin",
        "Admin",
        "ADMIN 2",
        "admin2",
        "Аdmin",  # Cyrillic A
        "adm1n",
        "m0derator",
        "Staff",
        "the team",
        "Computer",
        "Computer 3",
        "computers",
        "bot",
        "B.o.t",
        "b o t",
        "ＢＯＴ",
        "Jan Beheerder",
        "Mitarbeiter",
        "एडमिन",
        "कम्प्युटर २",
        "कर्मचारी",
        "a\u0336d\u0336min",  # struck through
        "Mod\u20dd",  # in a ring
        "ꓮdmin",  # Lisu A
        "ᗩᗪᗰIᑎ",
        "Moderators",
        "Bluffsite",
    ],
}

LOOK_ALIKES = [
    ("Anna", "anna"),
    ("Anna", "Аnna"),  # Cyrillic A
    ("Anna", "Аnnа"),
    ("Anna", "Αnna"),  # Greek Alpha
    ("Anna", "Ａｎｎａ"),
    ("Anna", "𝐀𝐧𝐧𝐚"),
    ("Anna", "A n n a"),
    ("Anna", "Anna."),
    ("Anna", "Änná"),
    ("Bob", "B0b"),
    ("Bob", "8ob"),
    ("Bill", "BiII"),
    ("Iris", "lris"),
    ("Ollie", "0llie"),
    ("Sasha", "5asha"),
    ("Morna", "Moma"),
    ("NINA", "ΝΙΝΑ"),
    ("HANK", "НАNК"),
    ("अतिथि २७", "अतिथि 27"),
    ("Guest 10", "Guest lO"),
    ("क्‌ष", "क्ष"),
    ("Anna", "An\u0336na"),
    ("Anna", "Anna\u20dd"),
    ("Lena", "ꓡena"),
]

DIFFERENT = [
    ("Anna", "Hanna"),
    ("Anna", "Anna 2"),
    ("Guest 27", "Guest 72"),
    ("Guest 10", "Guest 11"),
    ("Bob", "Rob"),
    ("राम", "रमा"),
    ("सीता", "सिता"),
    ("李雷", "李霍"),
    ("Zoe", "Zoe 🎲"),
]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_that_people_have_is_kept(name: str) -> None:
    assert clean_name(f"  {name} ") == name


@pytest.mark.parametrize(("code", "name"), [(code, name) for code, names in REFUSED.items() for name in names])
def test_a_hostile_name_is_refused_with_its_code(code: str, name: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(name)
    assert refused.value.code == code


def test_every_code_is_tried_and_has_a_sentence() -> None:
    assert set(SENTENCES) == {*REFUSED, "look_alike", "refused"}
    with translation.override("en"):
        assert NameRefused("reserved").sentence == "This name could be taken for staff or the computer. Choose another."


def test_names_are_kept_in_one_form() -> None:
    assert clean_name("Jose\u0301") == "José"
    assert clean_name("Ａｎｎａ") == "Anna"
    assert clean_name("Anna   Lena") == "Anna Lena"


def test_marks_and_joined_emoji_count_with_their_letter() -> None:
    assert visible_signs("नेपाली") == 3
    assert visible_signs("👩‍🚀") == 1
    assert visible_signs("👍🏽") == 1
    assert clean_name("नेपाली" * 8) == "नेपाली" * 8
    with pytest.raises(NameRefused, match="too_long"):
        clean_name("नेपाली" * 9)


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKES)
def test_look_alikes_cannot_sit_at_one_table(one: str, other: str) -> None:
    with pytest.raises(NameRefused, match="look_alike"):
        check_at_table(other, ["Zed", one])


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_to_the_eye_can(one: str, other: str) -> None:
    check_at_table(other, ["Zed", one])
    assert skeleton(one) != skeleton(other)


def test_no_two_digits_are_taken_for_each_other() -> None:
    assert len({skeleton(f"Guest {digit}") for digit in "0123456789"}) == 10
