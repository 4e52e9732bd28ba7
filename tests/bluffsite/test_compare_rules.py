"""Two games or two sets of options, clause by clause; the rules of a table against the plain game."""

import re
from itertools import combinations

import pytest
from django.utils.html import escape

from games.core.registry import all_games, game_named
from rulebook.check import LANGUAGES
from rulebook.compare import TOPICS, between_games, side, topic, within_one_game
from rulebook.sheet import sheet_of
from tests.play import people

SLUGS = [game.slug for game in all_games()]


def clauses(sheet):
    return [clause for section in (*sheet.sections, *sheet.annex_sections) for clause in section.clauses]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_clause_of_a_game_has_one_topic(slug):
    for section in sheet_of(slug, "en", {}, game_named(slug).seats[0]).sections:
        for clause in section.clauses:
            assert sum(topic(clause) in kinds for _name, kinds in TOPICS) == 1, clause.rules


@pytest.mark.parametrize(("one", "other"), combinations(SLUGS, 2))
def test_two_games_show_every_clause_that_they_use_once(one, other):
    sides = [side(slug, {}, 4, "en") for slug in (one, other)]
    rows = [row for _topic, found in between_games(*sides) for row in found]
    for each, shown in zip(sides, ([row.one for row in rows], [row.other for row in rows]), strict=True):
        used = [clause.number for section in each.sheet.sections for clause in section.clauses if clause.is_used]
        assert sorted(clause.number for clause in shown if clause) == sorted(used)


def test_clauses_of_the_same_name_are_a_pair():
    rows = [row for _topic, found in between_games(side("bluffen", {}, 4, "en"), side("blef", {}, 4, "en")) for row in found]
    assert any(row.one and row.other and row.one.rules[0] == "bluffen.deal" and row.other.rules[0] == "blef.deal" for row in rows)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_options_differ_in_nothing(slug):
    differing, same = within_one_game(side(slug, {}, 4, "en"), side(slug, {}, 4, "en"))
    assert differing == []
    assert same


def test_an_option_shows_the_clauses_that_it_brings_and_those_that_it_takes():
    one, other = side("liars_dice", {}, 4, "en"), side("liars_dice", {"loss": "one"}, 4, "en")
    differing, same = within_one_game(one, other)
    expected = {
        mine.number for mine, theirs in zip(clauses(one.sheet), clauses(other.sheet), strict=True) if mine.is_used is not theirs.is_used
    }
    assert {(row.one or row.other).number for row in differing} == expected
    assert any("liars_dice.resolve.mild" in row.other.rules for row in differing if row.other)
    assert all(row.one.number == row.other.number for row in same)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("one", "other"), [("bluffen", "blef"), ("blufpoker", "blufpoker"), ("bluff_nepal", "liars_dice"), ("blef", "blef")]
)
def test_the_page_shows_both_sides_and_is_light(client, language, one, other):
    answer = client.get(f"/{language}/rules/compare/", {"a": one, "b": other})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert len(answer.content) < 60_000
    for slug in (one, other):
        for section in sheet_of(slug, language, {}, 4).sections:
            assert all(escape(clause.text) in page for clause in section.clauses if clause.is_used)


def test_options_that_differ_are_told_and_chosen_in_the_form(client):
    page = client.get("/en/rules/compare/", {"a": "liars_dice", "b": "liars_dice", "b_loss": "one"}).content.decode()
    assert re.search(r'name="b_loss">.*?<option value="one" selected>', page)
    assert not re.search(r'name="a_loss">.*?<option value="one" selected>', page)
    assert "Options that differ" in page and page.count('<tr class="other">') == 1


def test_options_that_do_not_go_together_are_told(client):
    page = client.get("/en/rules/compare/", {"a": "liars_dice", "a_turn_seconds": "3"}).content.decode()
    assert '<p class="banner bad">' in page


@pytest.mark.parametrize(
    "query", ["a_loss=%00", "a_loss=%3Cscript%3E", "a_games=99999999", "seats=-1", "seats=99", "seats=%C2%B2", "a=&b=", "a_nothing=1"]
)
def test_what_cannot_be_is_as_in_the_plain_game(client, query):
    answer = client.get(f"/en/rules/compare/?{query}")
    assert answer.status_code == 200
    assert b"<script>" not in answer.content.split(b"<main")[1]


def test_an_unknown_game_tells_what_there_is(client):
    answer = client.get("/en/rules/compare/?a=blef&b=perudo")
    assert answer.status_code == 404
    assert "perudo" in (page := answer.content.decode()) and 'href="/en/rules/blef/"' in page


@pytest.mark.parametrize("slug", SLUGS)
def test_rule_pages_lead_here(client, slug):
    assert f'href="/en/rules/compare/?a={slug}&amp;b={slug}"' in client.get(f"/en/rules/{slug}/").content.decode()
    assert 'href="/en/rules/compare/"' in client.get("/en/rules/").content.decode()


@pytest.mark.django_db
def test_the_rules_of_a_table_lead_to_what_differs_from_the_plain_game(client):
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.running(anna, bob, size=2, options={"loss": "one"})
    client.force_login(anna)
    page = client.get(f"/tables/{table.key}/rules/").content.decode()
    found = re.search(r'href="(/[a-z]+/rules/compare/\?[^"]*)"', page)[1].replace("&amp;", "&")
    assert "b_loss=one" in found and "seats=2" in found
    assert client.get(found).content.decode().count('<tr class="other">') >= 1
