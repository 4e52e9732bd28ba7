"""Search over the rules: any name, any of the four languages, slips forgiven, and addresses that exist."""

import re

import pytest

from games.core.registry import all_games
from rulebook.check import LANGUAGES
from rulebook.search import folded, one_slip, search, words_of
from tests.stopwatch import seconds

SLUGS = {game.slug for game in all_games()}
NAMES = [
    ("liars_dice", ["Perudo", "Dudo", "Call My Bluff", "Doubters Dice", "liars dice", "लायर्स डाइस", "Liar's Dice"]),
    ("bluffen", ["Liegen", "Leugenaar", "Mogeln", "Lügen", "lugen"]),
    ("bluff_nepal", ["I Doubt It", "Cheat", "Bullshit", "ब्लफ", "Indian Bluff"]),
    ("blef", ["Poker Bull", "Commune"]),
    ("blufpoker", ["Bluffpoker", "Six-Six-Six"]),
]


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug, names in NAMES if slug in SLUGS for name in names])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_found_by_any_of_its_names(slug, name, language):
    assert (slug, "game") in [(hit.slug, hit.kind) for hit in search(name, language)[:3]]


@pytest.mark.parametrize("query", ["three stars after five", "drie sterren na vijf", "drei Sterne nach fünf", "drei sterne nach funf"])
def test_a_clause_is_found_in_each_language_and_read_in_ones_own(query):
    hits = [hit for hit in search(query, "nl") if (hit.slug, hit.anchor) == ("liars_dice", "3.6")]
    assert [hit.title for hit in hits] == ["Liar's Dice §3.6"]
    assert "sterren" in hits[0].text


@pytest.mark.parametrize(("right", "wrong"), [("Perudo", "Preudo"), ("Perudo", "Peruddo"), ("Perudo", "Perdo"), ("Perudo", "Pirudo")])
def test_one_slip_is_forgiven(right, wrong):
    assert search(wrong, "en")[0] == search(right, "en")[0]


def test_what_is_one_slip_and_what_is_not():
    assert all(one_slip(*pair) for pair in [("stars", "stras"), ("stars", "star"), ("tars", "stars"), ("stars", "stabs"), ("sta", "star")])
    assert not any(one_slip(*pair) for pair in [("stars", "stars"), ("stars", "sabts"), ("stars", "srats"), ("ab", "bc")])


def test_accents_case_and_vowels_of_nepali_that_sound_alike_do_not_matter():
    assert words_of("Één ÜBER") == ["een", "uber"]
    assert folded("पासाँ") == folded("पासां") and folded("बोली") == folded("बोलि")


def test_nothing_is_found_by_nothing():
    assert search("", "en") == [] and search("?!", "en") == [] and search("qqqqxxxx", "en") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_address_found_is_on_its_page(client, language):
    ids = {}
    for query in ("star", "doubt", "Karte", "computer", "twee", "खेल"):
        for hit in search(query, language):
            if hit.slug not in ids:
                page = client.get(f"/{language}/rules/{hit.slug}/").content.decode()
                ids[hit.slug] = set(re.findall(r'id="([^"]+)"', page)) | {""}
            assert hit.anchor in ids[hit.slug]


def test_an_answer_takes_less_than_fifty_milliseconds():
    search("warm", "en")
    for query in ("perduo", "wanneer mag ik de vorige speler betwijfelen", "a" * 80, "e e e e e e e e"):
        assert seconds(lambda query=query: search(query, "de")) < 0.05


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_what_is_found_and_the_query_as_typed(client, language):
    page = client.get(f"/{language}/rules/", {"q": '<b>"perudo'}).content.decode()
    assert f'href="/{language}/rules/liars_dice/"' in page[page.index('id="found"') :]
    assert "<b>&quot;perudo" not in page and "&lt;b&gt;&quot;perudo" in page
    page = client.get(f"/{language}/rules/", {"q": "xyzzyxyzzy"}).content.decode()
    assert 'class="found"' not in page and 'id="found"' in page
    assert 'id="found"' not in client.get(f"/{language}/rules/").content.decode()
