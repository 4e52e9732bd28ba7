"""The same clause in two languages side by side, and every other language one tap away."""

import re

import pytest
from django.utils.html import escape

from games.core.registry import all_games
from rulebook.check import LANGUAGES
from rulebook.source import COMMON, common_rules, game_rules

SLUGS = [COMMON, *(game.slug for game in all_games())]
PAIRS = [("en", "ne"), ("nl", "de"), ("de", "ne"), ("ne", "nl")]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(("mine", "other"), PAIRS)
def test_every_clause_stands_beside_itself(client, slug, mine, other):
    page = client.get(f"/{mine}/rules/{slug}/beside/{other}/").content.decode()
    documents = [common_rules(language) if slug == COMMON else game_rules(slug, language) for language in (mine, other)]
    for section, beside in zip(*(document.sections for document in documents), strict=True):
        for clause, theirs in zip(section.clauses, beside.clauses, strict=True):
            pair = re.search(rf'<div class="pair" id="{re.escape(clause.number)}">(.*?)</div>', page)[1]
            assert escape(clause.text) in pair and f'<p lang="{other}">{escape(theirs.text)}</p>' in pair
    assert len(page.encode()) < 60_000


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_the_rules_leads_to_each_other_language(client, slug, language):
    page = client.get(f"/{language}/rules/{slug}/").content.decode()
    found = re.findall(rf'href="/{language}/rules/{slug}/beside/([a-z]+)/"', page)
    assert sorted(found) == sorted(set(LANGUAGES) - {language})


@pytest.mark.parametrize(("address", "instead"), [("liars_dice/beside/fr/", "liars_dice/beside/nl/"), ("perudo/beside/nl/", "liars_dice/")])
def test_an_unknown_language_or_game_tells_what_there_is(client, address, instead):
    answer = client.get(f"/en/rules/{address}")
    assert answer.status_code == 404
    assert f'href="/en/rules/{instead}"' in answer.content.decode()
