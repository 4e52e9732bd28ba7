"""`manage.py check_rulebook` tells a translator where something is wrong and what. Liar's Dice is the document that is spoilt here."""

import pytest
from django.core.management import CommandError, call_command

from rulebook.check import LANGUAGES, check
from rulebook.source import path_of

GAME = "liars_dice"


def texts():
    return {language: path_of(GAME, language).read_text(encoding="utf-8") for language in LANGUAGES}


def said(language, old, new):
    """What is said when the document of a language has `new` for the first `old`: (line, text) of its own problems."""
    spoilt = texts()
    assert old in spoilt[language]
    spoilt[language] = spoilt[language].replace(old, new, 1)
    found = check(GAME, spoilt)
    assert {problem.path for problem in found} == {f"games/{GAME}/rulebook/{language}.md"}
    return [(problem.line, problem.text) for problem in found]


def line_of(language, text):
    return next(number for number, line in enumerate(texts()[language].splitlines(), start=1) if text in line)


def test_what_stands_in_the_house_has_nothing_to_mend(capsys):
    assert check(GAME, texts()) == []
    call_command("check_rulebook", GAME)
    assert capsys.readouterr().out == "All documents are in order.\n"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_that_lacks_a_clause(language):
    whole = texts()[language]
    clause = next(line for line in whole.splitlines(keepends=True) if line.startswith("6.4 "))
    found = said(language, clause, "")
    assert found == [(1, f"clause 6.4 is missing: {next(r for r in texts()['en'].splitlines() if r.startswith('6.4 ')).split('] ', 1)[1]}")]


def test_a_clause_of_another_number_and_of_another_rule():
    found = said("de", "3.5 [liars_dice.bid.raise]", "3.9 [liars_dice.bid.raise]")
    line = line_of("de", "3.5 [")
    assert [text for at, text in found if at == line] == ["clause 3.9 stands where 3.5 is expected", "English has no clause 3.9"]
    assert [text[:24] for at, text in found if at == 1] == ["clause 3.5 is missing: A"]
    found = said("nl", "3.5 [liars_dice.bid.raise]", "3.5 [liars_dice.bid.higher]")
    assert found == [(line_of("nl", "3.5 ["), "clause 3.5 names [liars_dice.bid.higher], but English [liars_dice.bid.raise]")]


def test_a_clause_left_in_english():
    line = next(row for row in texts()["ne"].splitlines() if row.startswith("1.3 "))
    assert said("ne", line, "1.3 [liars_dice.direction] Clockwise.") == [(line_of("ne", "1.3 ["), "clause 1.3 is not translated")]


def test_digits_that_readers_would_not_have_chosen():
    row = next(row for row in texts()["ne"].splitlines() if row.startswith("1.3 "))
    found = said("ne", row, f"{row} ४२")
    assert found == [(line_of("ne", "1.3 ["), "write numbers in 0 to 9: readers choose their digits; not ४२")]


def test_a_row_that_is_nothing():
    found = said("nl", "3.5 [liars_dice.bid.raise] ", "3.5 liars_dice.bid.raise ")
    assert (line_of("nl", "3.5 ["), "this is neither a heading (# …), a point (- …) nor a clause (3.2 [rule.id] …)") in found


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("version: 1", "version: one", "the version is a whole number, not 'one'"),
        ("version: 1", "version: 2", "version 2, but English has version 1"),
        ("title: ", "name: ", "the lines between the two --- lack “title: …”"),
        ("---\n", "", "a document begins with a line ---, then title, version and summary, then a line ---"),
    ],
)
def test_front_matter(old, new, text):
    assert (1, text) in said("de", old, new)


def test_entries_their_keys_and_rules():
    head = line_of("nl", "{#faq-2}")
    assert (head, "English has no faq-22 [liars_dice.count.stars]") in said("nl", "{#faq-2}", "{#faq-22}")
    assert (head, "the key faq-1 stands in line " + str(line_of("nl", "{#faq-1}")) + " too") in said("nl", "{#faq-2}", "{#faq-1}")
    found = said("nl", "{#faq-2} [liars_dice.count.stars]", "{#faq-2} [liars_dice.count.star]")
    assert (head, "no clause states the rule liars_dice.count.star") in found
    form = "a heading of an example or question has a title, a key and rules: ## Title {#key} [rule.id]"
    assert (head, form) in said("nl", " {#faq-2}", "")


def test_a_part_with_a_row_less_and_a_switch_that_is_none():
    row = next(line for line in texts()["de"].splitlines(keepends=True) if "{loss=one}" in line)
    found = said("de", row, "")
    assert [line for line, _ in found] == [line_of("de", "{#variants}")] * 2
    found = said("de", "{loss=one}", "{lose=one}")
    assert (line_of("de", "{#variants}"), "{lose=one}: there is no option lose") in found


def test_an_example_that_is_not_what_happens():
    found = said("en", '"losses": [1, 1, 0]', '"losses": [0, 1, 0]')
    assert [line for line, _ in found] == [line_of("en", "{#ex-ld-1}")]
    assert found[0][1].startswith("the case ex-ld-1 of ex-ld-1 is not what happens")
    found = said("en", '{"id": "ex-ld-2",', '{"id": "ex-ld-2" ')
    assert found[0][0] == line_of("en", '{"id": "ex-ld-2",') - 1
    assert "not JSON" in found[0][1]


def test_a_language_without_a_document():
    less = texts()
    del less["ne"]
    found = check(GAME, less)
    assert [str(problem) for problem in found] == [
        "games/liars_dice/rulebook/ne.md:1: this document is missing; copy en.md and translate it"
    ]


def test_an_unknown_game_is_told_what_there_is():
    with pytest.raises(CommandError, match="there are rules of common, ") as error:
        call_command("check_rulebook", "perudo")
    assert error.value.returncode == 2
