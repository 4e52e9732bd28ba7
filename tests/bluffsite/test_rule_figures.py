"""No figure on a rule page is a guess: chances in the text and rows of number tables are computed, in every language."""

import re

import pytest

from games.core.registry import all_games
from rulebook.source import game_rules
from tests.bluffsite.rule_figures import CHANCES, TABLES, fitting, mean_loss, percent

LANGUAGES = ("en", "nl", "de", "ne")
SLUGS = [game.slug for game in all_games()]


def texts(slug, language):
    return [text for part in game_rules(slug, language).parts for text in (part.text, *(entry.text for entry in part.entries))]


def chances(slug, language):
    """The percentages of a document as written, with a decimal point."""
    return [found.replace(",", ".") for text in texts(slug, language) for found in re.findall(r"([0-9]+(?:[.,][0-9]+)?)[\u202f ]?%", text)]


def number_rows(slug, language):
    """Rows of tables that hold a number with a decimal."""
    rows = []
    for line in game_rules(slug, language).part("tips").text.splitlines():
        cells = [cell.strip().replace(",", ".") for cell in line.strip("|").split("|")]
        if line.startswith("|") and any(re.fullmatch(r"\d+\.\d", cell) for cell in cells[1:]):
            rows.append(cells)
    return rows


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chance_in_the_text_is_computed(slug, language):
    computed = {percent(chance) for chance in CHANCES[slug].values()}
    assert set(chances(slug, language)) == computed


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chances_are_the_same_in_every_language(slug, language):
    assert sorted(chances(slug, language)) == sorted(chances(slug, "en"))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_of_numbers_is_computed(slug, language):
    assert number_rows(slug, language) == [row for table in TABLES[slug].values() for row in table]


@pytest.mark.parametrize("slug", SLUGS)
def test_numbers_are_written_as_each_language_does(slug):
    for language, wrong in {"en": r"\d,\d %|\d %|\d\u202f%", "nl": r"\d\.\d%|\d %", "de": r"\d%|\d\.\d\u202f%", "ne": r"\d,\d%"}.items():
        assert not [text for text in texts(slug, language) if re.search(wrong, text)]


SEATS_AND_ROUNDS = {"liars_dice": [5 * 4 - 1], "blef": [count for seats in (2, 4, 10) for count in (5 * (seats - 1), 5 * seats - 1)]}
"""How long a game is: every doubt costs a die; whoever goes out lost five rounds, the winner none to four."""


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug in SEATS_AND_ROUNDS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_long_a_game_is(slug, language):
    numbers = [int(number) for number in re.findall(r"[0-9]+", game_rules(slug, language).part("tips").text.split("\n\n")[0])]
    assert numbers[-len(SEATS_AND_ROUNDS[slug]) :] == SEATS_AND_ROUNDS[slug]


def test_what_the_page_of_liars_dice_says_about_doubts():
    assert round(float(mean_loss(10, 4)), 2) == 1.75
    too_few, more = 1 - fitting(10, 3), fitting(10, 4)
    assert more > too_few
