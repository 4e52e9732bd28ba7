"""Text that people type is one clean line; a new member's has no way out of the site."""

import pytest

from games.play.talk.texts import LEFT_OUT, MOST_SIGNS, TooLong, clean_text, is_empty_without, without_contacts


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  hello \n there\t! ", "hello there !"),
        ("a\u202eb\u2066c\u200bd\x00e\x07", "abcd e"),
        ("e" + "\u0301" * 9, "é" + "\u0301" * 4),
        ("क्‍ष र्‍य", "क्‍ष र्‍य"),
        ("👩‍👩‍👧 ok", "👩‍👩‍👧 ok"),
        ("<b>&amp;", "<b>&amp;"),
        ("\u200d\u200c \u0301", ""),
        ("\u3164 \u2800\u115f", ""),
        ("❤️ 1️⃣", "❤️ 1️⃣"),
        ("", ""),
    ],
)
def test_a_line_has_no_hidden_signs_and_stays_what_it_was(typed, kept):
    assert clean_text(typed) == kept


def test_a_line_may_have_two_hundred_characters_and_no_more():
    assert clean_text("x" * MOST_SIGNS) == "x" * MOST_SIGNS
    for typed in ("x" * (MOST_SIGNS + 1), " " * 10_000):
        with pytest.raises(TooLong):
            clean_text(typed)


@pytest.mark.parametrize(
    "contact",
    [
        "https://example.org/x?y=1",
        "www.example.org",
        "example.com",
        "sub.example.co/a",
        "example dot com",
        "anna@example.org",
        "anna (at) example (dot) org",
        "@anna_x",
        "Anna#1234",
        "06-12345678",
        "+977 98412 34567",
        "९८४१२३४५६७",
        "discord: anna",
        "whatsapp=anna",
        "फेसबुक: आन्ना",
        "example(.)com",
        "example [.] com",
        "example. com",
        "example。com",
        "example․com",
        "exаmple.сom",
        "example_dot_com",
        "example.top/abc",
        "उदाहरण.नेपाल",
        "t me/anna",
        "insta anna_x",
        "203.0.113.7:8000",
        "＠anna",
        "①②③④⑤⑥⑦⑧",
        "9️⃣8️⃣4️⃣1️⃣2️⃣3️⃣4️⃣",
        "९८४१2३45६",
    ],
)
def test_ways_out_of_the_site_are_left_out(contact):
    assert without_contacts(f"hey {contact} ok") == f"hey {LEFT_OUT} ok"
    assert is_empty_without(without_contacts(contact))


@pytest.mark.parametrize(
    "text",
    [
        "4 fives. De rest 3.5!",
        "2 3 4 5 6",
        "6.6.6",
        "nice. In the end",
        "signal: my bid",
        "8 x 7 = 56",
        "ओहो। ठीक",
        "❤️ １२",
        "discord is nice",
        "and/or",
    ],
)
def test_what_is_no_contact_stays(text):
    assert without_contacts(text) == text
