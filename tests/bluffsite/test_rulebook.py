"""The rule documents: four languages alike, and every rule a refusal can name has a clause."""

import re
from pathlib import Path

import msgspec
import pytest

from games.core.casebook import judge, matches
from games.core.options import CommonOptions
from games.core.registry import all_games
from games.core.words import COMMON_REASONS
from rulebook.check import problems
from rulebook.page import game_page
from rulebook.source import common_rules, game_rules

LANGUAGES = ("en", "nl", "de", "ne")
LAW = Path(__file__).parent.parent / "law" / "rules.md"
ADDITIONS = LAW.with_name("additions.md")
SLUGS = [game.slug for game in all_games()]
PARTS = ("bids", "variants", "examples", "tips", "questions", "words", "names", "why", "sources", "changes")


def outline(document):
    return [(clause.number, clause.rules) for section in document.sections for clause in section.clauses]


@pytest.mark.parametrize("slug", ["common", *SLUGS])
def test_the_documents_of_four_languages_are_whole_and_alike(slug):
    assert problems(slug) == []


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_clauses(slug, language):
    assert outline(game_rules(slug, language)) == outline(game_rules(slug, "en"))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_of_the_game_stands_in_exactly_one_clause(slug):
    law = set(re.findall(rf"^- `({slug}\.[a-z0-9.-]+)`", LAW.read_text(encoding="utf-8"), re.MULTILINE))
    stated = [rule for _, rules in outline(game_rules(slug, "en")) for rule in rules]
    assert sorted(stated) == sorted(law)


def test_no_common_rule_stands_in_two_clauses():
    stated = [rule for _, rules in outline(common_rules("en")) for rule in rules]
    assert sorted(stated) == sorted(set(stated))


@pytest.mark.rule("common.long.agreed")
@pytest.mark.rule("common.long.computers")
def test_every_rule_that_the_site_adds_stands_in_exactly_one_common_clause():
    added = re.findall(r"^- `(common\.[a-z0-9.-]+)`", ADDITIONS.read_text(encoding="utf-8"), re.MULTILINE)
    stated = [rule for _, rules in outline(common_rules("en")) for rule in rules]
    assert added
    assert [stated.count(rule) for rule in added] == [1] * len(added)


def test_every_common_reason_links_to_a_clause():
    stated = {rule for _, rules in outline(common_rules("en")) for rule in rules}
    assert set(COMMON_REASONS) <= stated


@pytest.mark.parametrize("slug", SLUGS)
def test_the_parts_of_a_page_stand_in_one_order_and_are_whole(slug):
    document = game_rules(slug, "en")
    assert tuple(part.key for part in document.parts) in (PARTS, PARTS[1:])
    assert len(document.part("questions").entries) >= 8
    assert len(document.part("examples").entries) >= 3
    assert all(entry.rules for key in ("questions", "examples") for entry in document.part(key).entries)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_worked_example_is_what_the_engine_does(slug):
    examples = game_rules(slug, "en").part("examples").entries
    assert all(example.cases for example in examples)
    for case in (case for example in examples for case in example.cases):
        line = judge(case, slug)
        assert "outcome" in line and matches(case["expect"], line["outcome"]), line


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_light_and_every_address_in_it_is_there_once(client, slug, language):
    page = client.get(f"/{language}/rules/{slug}/").content.decode()
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(page.encode()) < 60_000
    assert sorted(ids) == sorted(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    common = client.get(f"/{language}/rules/common/").content.decode()
    assert set(re.findall(r'href="\.\./common/#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', common))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_option_and_every_other_way_to_play_has_its_switch(client, slug):
    page = client.get(f"/en/rules/{slug}/").content.decode()
    options = game_page(slug, "en").options
    assert options
    assert all(f'<dt id="{option.name}">' in page for option in options)
    assert set(re.findall(r"\{([a-z_]+)=", game_rules(slug, "en").part("variants").text)) == {option.name for option in options}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_id_is_an_address_on_the_page(client, language):
    page = client.get(f"/{language}/rules/liars_dice/").content.decode()
    assert 'id="liars_dice.bid.raise"' in page and 'id="3.5"' in page
    assert f'data-common="/{language}/rules/common/"' in page  # the script takes ids of rules for every table there
    assert 'id="common.clock.more"' not in page
    assert 'id="common.clock.more"' in client.get(f"/{language}/rules/common/").content.decode()


def test_an_unknown_game_is_not_found(client):
    assert client.get("/en/rules/perudo/").status_code == 404


@pytest.mark.parametrize("slug", [*SLUGS, "common"])
def test_digits_are_the_readers_and_addresses_stay(client, slug):
    plain = client.get(f"/ne/rules/{slug}/").content.decode()
    client.cookies["look"] = "digits:ne"
    page = client.get(f"/ne/rules/{slug}/").content.decode()
    assert re.findall(r'id="([^"]+)"', page) == re.findall(r'id="([^"]+)"', plain)
    article = page[page.index("<article") : page.index("</article>")]
    assert not re.search(r"[0-9]", re.sub(r"<[^>]*>|&#?\w+;", "", article))
    assert re.search(r"[0-9]", re.sub(r"<[^>]*>|&#?\w+;", "", plain[plain.index("<article") : plain.index("</article>")]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_every_table_has_the_options_of_every_game(client, language):
    page = client.get(f"/{language}/rules/common/").content.decode()
    for field in msgspec.structs.fields(CommonOptions):
        assert f'<dt id="{field.name}">' in page
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))
