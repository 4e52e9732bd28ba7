"""The rules of one table: what its options leave out is gone, what they bring is marked, and only its people read it."""

import re
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from games.core.registry import all_games, game_named
from games.play.models import Match
from rulebook.check import LANGUAGES, check
from rulebook.conditions import facts_of, holds
from rulebook.sheet import sheet_of
from rulebook.source import COMMON, Condition, game_rules, path_of
from tests.play import people

SLUGS = [game.slug for game in all_games()]


def numbers(sheet, *, used=True):
    return {clause.number for section in (*sheet.sections, *sheet.annex_sections) for clause in section.clauses if clause.is_used is used}


def option_sets(slug):
    """The plain game, and it with each other value of each option, whether or not a table may have that alone."""
    game = game_named(slug)
    sets = [{}]
    for field in msgspec.structs.fields(game.options):
        kind = get_args(field.type)[0] if get_args(field.type) and get_origin(field.type) is not Literal else field.type
        values = (False, True) if kind is bool else get_args(kind) if get_origin(kind) is Literal else (1, 5, 0)
        sets += [{field.name: value} for value in values if value != field.default and is_allowed(field, value)]
    return sets


def is_allowed(field, value):
    try:
        return msgspec.convert(value, field.type) == value
    except msgspec.ValidationError:
        return False


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_its_sheet_in_every_language(slug, language):
    for options in option_sets(slug):
        sheet = sheet_of(slug, language, options, game_named(slug).seats[0])
        english = sheet_of(slug, "en", options, game_named(slug).seats[0])
        assert numbers(sheet) == numbers(english)
        for name in options:
            shown = [option for option in sheet.options if option.name == name]
            assert all(option.differs for option in shown)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_clause_is_never_gone_at_every_table(slug):
    """Each clause of the game says something at some table of it."""
    game = game_named(slug)
    many = [options for one in option_sets(slug) for options in ([one, *({**one, **other} for other in option_sets(slug))])]
    shown = set().union(*(numbers(sheet_of(slug, "en", options, seats)) for options in many for seats in game.seats))
    assert shown >= {clause.number for section in game_rules(slug, "en").sections for clause in section.clauses}


def test_what_the_milder_way_changes():
    plain, mild = sheet_of("liars_dice", "en", {}, 4), sheet_of("liars_dice", "en", {"loss": "one"}, 4)
    assert numbers(plain) - numbers(mild) == {"4.8"}
    assert numbers(mild) - numbers(plain) == {"4.9"}
    chosen = [clause.number for section in mild.sections for clause in section.clauses if clause.is_chosen]
    assert chosen == ["4.9"]


def test_what_a_match_of_several_games_a_removed_leaver_and_no_clock_change():
    plain = numbers(sheet_of("liars_dice", "en", {}, 4))
    assert numbers(sheet_of("liars_dice", "en", {"games": 3}, 4)) - plain == {"5.7", "5.8", "H.4"}
    other = numbers(sheet_of("liars_dice", "en", {"leave_mode": "remove"}, 4))
    assert (other - plain, plain - other) == ({"6.3", "E.3"}, {"E.2"})
    assert plain - numbers(sheet_of("liars_dice", "en", {"turn_seconds": 0}, 4)) == {"D.1", "D.2", "D.5", "D.6"}
    assert "C.5" not in plain  # only the next player may doubt
    assert "G.5" in numbers(sheet_of("liars_dice", "en", {"one_phone": True}, 4))


def test_conditions_are_read_as_words_alternatives_and_ranges():
    facts = {"mode": "suit", "seats": "4"}
    assert holds((), facts)
    assert holds((Condition("mode", ("sequence", "suit")), Condition("seats", ("2-4",))), facts)
    assert not holds((Condition("mode", ("suit",)), Condition("seats", ("5-10",))), facts)
    assert facts_of(game_named("liars_dice"), {"extra_set": True}, 8)["extra_set"] == "yes"


@pytest.mark.parametrize(
    ("slug", "condition", "said"),
    [
        ("liars_dice", "{lose=one}", "{lose=…}: there is no option lose"),
        ("liars_dice", "{loss=two}", "{loss=two}: loss is never two"),
        ("liars_dice", "{seats=20}", "{seats=20}: seats is never 20"),
        ("liars_dice", "{loss}", "{loss} is not a condition: {option=value} or {option=value|other}"),
        (COMMON, "{calls=some}", "{calls=some}: calls is never some"),
    ],
)
def test_a_condition_that_can_never_hold_is_found(slug, condition, said):
    texts = {language: path_of(slug, language).read_text(encoding="utf-8") for language in LANGUAGES}
    texts["en"] = re.sub(r"^(\S+\.2 \[[^\]]+\]) ", rf"\1 {condition} ", texts["en"], count=1, flags=re.MULTILINE)
    assert said in [problem.text for problem in check(slug, texts)]


def test_a_condition_in_another_language_is_one_too_many():
    texts = {language: path_of("liars_dice", language).read_text(encoding="utf-8") for language in LANGUAGES}
    texts["nl"] = texts["nl"].replace("[liars_dice.resolve.mild] ", "[liars_dice.resolve.mild] {loss=one} ")
    assert [problem.text for problem in check("liars_dice", texts)] == ["conditions like {loss=…} stand in the English document alone"]


# --- the page ---------------------------------------------------------------------------------------------------------
pytestmark = pytest.mark.django_db


def sat(client, **more):
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.running(anna, bob, size=2, **more)
    client.force_login(anna)
    return table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_a_running_match(client, language):
    table = sat(client, options={"loss": "one"})
    client.cookies["django_language"] = language
    page = client.get(f"/tables/{table.key}/rules/").content.decode()
    assert f'<html lang="{language}"' in page
    assert re.search(r'<p class="other" id="liars_dice.resolve.mild">', page)
    assert re.search(r'<p class="unused" id="liars_dice.resolve.cap">', page)
    assert len(page.encode()) < 60_000
    assert sorted(set(re.findall(r' id="([^"]+)"', page))) == sorted(re.findall(r' id="([^"]+)"', page))


def test_the_sheet_within_the_match_is_the_same_without_the_page_around(client):
    table = sat(client)
    whole, part = (client.get(f"/tables/{table.key}/rules/{query}").content.decode() for query in ("", "?part=1"))
    assert "<html" in whole and "<html" not in part
    assert re.findall(r"§[0-9A-Z.]+", whole) == re.findall(r"§[0-9A-Z.]+", part)
    page = client.get(f"/tables/{table.key}/").content.decode()
    assert f'data-from="/tables/{table.key}/rules/?part=1"' in page


def test_a_match_says_by_which_version_it_is_played(client):
    table = sat(client)
    assert "This match is played by version" not in client.get(f"/tables/{table.key}/rules/").content.decode()
    Match.objects.filter(pk=table.pk).update(rules_version=7)
    page = client.get(f"/tables/{table.key}/rules/").content.decode()
    assert "This match is played by version 7 of the rules. Below stands version 1" in page
    assert "Rules version 7." in page


def test_who_may_not_see_the_table_does_not_see_its_rules(client):
    table = sat(client)
    client.logout()
    assert client.get(f"/tables/{table.key}/rules/").status_code == 404
    assert client.get("/tables/no-such-table/rules/").status_code == 404


def test_the_rules_of_a_lobby_are_read_before_sitting(client):
    table = people.lobby(people.guest("Anna"), options={"turn_seconds": 0})
    page = client.get(f"/tables/{table.key}/rules/").content.decode()
    assert '<p class="unused" id="common.clock.start">' in page
