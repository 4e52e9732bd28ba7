"""The rule documents: four languages alike, and every rule a refusal can name has a clause."""

import re
from pathlib import Path

import pytest

from games.core.registry import all_games
from games.core.words import COMMON_REASONS
from rulebook.source import common_rules, game_rules

LANGUAGES = ("en", "nl", "de", "ne")
LAW = Path(__file__).parent.parent / "law" / "rules.md"
SLUGS = [game.slug for game in all_games()]


def outline(document):
    return [(clause.number, clause.rules) for section in document.sections for clause in section.clauses]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_clauses(slug, language):
    assert outline(game_rules(slug, language)) == outline(game_rules(slug, "en"))
    assert len(game_rules(slug, language).brief) == len(game_rules(slug, "en").brief)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_common_clauses(language):
    assert outline(common_rules(language)) == outline(common_rules("en"))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_of_the_game_stands_in_exactly_one_clause(slug):
    law = set(re.findall(rf"^- `({slug}\.[a-z0-9.-]+)`", LAW.read_text(encoding="utf-8"), re.MULTILINE))
    stated = [rule for _, rules in outline(game_rules(slug, "en")) for rule in rules]
    assert sorted(stated) == sorted(law)


def test_every_common_reason_links_to_a_clause():
    stated = {rule for _, rules in outline(common_rules("en")) for rule in rules}
    assert set(COMMON_REASONS) <= stated


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_id_is_an_address_on_the_page(client, language):
    page = client.get(f"/{language}/rules/liars_dice/").content.decode()
    assert 'id="liars_dice.bid.raise"' in page and 'id="3.5"' in page and 'id="common.clock.more"' in page
    assert len(page.encode()) < 60_000


def test_an_unknown_game_is_not_found(client):
    assert client.get("/en/rules/perudo/").status_code == 404
