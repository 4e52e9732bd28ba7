"""What is printed beside the rules: one page each, in four languages, with the texts and numbers of the rules."""

import io
import re
from datetime import date

import pypdf
import pytest
from django.utils.translation import override

from games.core.registry import all_games, game_named
from games.play.models import Table
from rulebook import pdf
from rulebook.check import LANGUAGES
from rulebook.printables import MARKS, SERIES, card_source, printable_source
from rulebook.sheet import sheet_of
from rulebook.source import COMMON, game_rules
from rulebook.typeset import Style
from tests.bluffsite.pdf_text import text_of
from tests.play import people

SLUGS = [game.slug for game in all_games()]
DAY = date(2026, 11, 30)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings):
    settings.DATA_DIR = tmp_path


def squeezed(text):
    return re.sub(r"\s+", "", text)


def printed(slug, kind, language):
    style = Style(language, "a4", False)
    return pdf.compiled(printable_source(slug, kind, style), style, DAY)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["summary", "score"])
def test_a_printable_is_one_light_tagged_page(slug, language, kind):
    data = printed(slug, kind, language)
    found = pypdf.PdfReader(io.BytesIO(data))
    assert len(found.pages) == 1
    assert len(data) < 100_000
    assert "pdfuaid:part" in found.trailer["/Root"]["/Metadata"].get_data().decode()
    assert found.metadata.title.startswith(game_rules(slug, language).title)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summary_has_the_clauses_of_a_doubt_and_of_the_end_in_every_language(slug, language):
    source = printable_source(slug, "summary", Style(language, "a4", False))
    english = printable_source(slug, "summary", Style("en", "a4", False))
    numbers = re.findall(r'#clause\("§([0-9.]+)"', source)
    assert numbers == re.findall(r'#clause\("§([0-9.]+)"', english)
    assert len(numbers) > 4


@pytest.mark.parametrize("slug", SLUGS)
def test_a_summary_has_the_game_in_sixty_seconds_and_what_follows_a_doubt(slug):
    text, rules = squeezed(text_of(printed(slug, "summary", "en"))), game_rules(slug, "en")
    assert all(squeezed(point) in text for point in rules.brief)
    assert all(squeezed(value) in text for _name, value in rules.facts)
    reveal = next(clause for section in rules.sections for clause in section.clauses if re.search(r"(reveal|\.resolve\.)", clause.rules[0]))
    assert squeezed(f"§{reveal.number} {reveal.text}") in text


@pytest.mark.parametrize("slug", SLUGS)
def test_a_score_sheet_has_a_row_for_every_seat_and_says_how_points_are_given(slug):
    source = printable_source(slug, "score", Style("en", "a4", False))
    seats = game_named(slug).seats[1]
    assert source.count(f"..(7.5mm,) * {seats}") == (2 if slug in MARKS else 1)
    text = squeezed(text_of(printed(slug, "score", "en")))
    assert squeezed(game_rules(slug, "en").clause_of(f"{slug}.points").text) in text
    assert "".join(str(number) for number in range(1, SERIES + 1)) in text


@pytest.mark.parametrize(("slug", "options", "boxes"), [("blufpoker", {}, 6), ("blef", {}, 5), ("liars_dice", {}, 5)])
def test_boxes_are_those_of_the_plain_game(slug, options, boxes):
    """The sheets count what the rules say of the plain game; their clauses name the same number."""
    named = {"blufpoker": "six points", "blef": "five cards", "liars_dice": "five dice"}[slug]
    used = [clause for section in sheet_of(slug, "en", options, 4).sections for clause in section.clauses if clause.is_used]
    assert any(named in clause.text for clause in used)
    assert len(MARKS[slug].boxes) == boxes


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_of_a_table_is_one_small_page_with_its_address_code_and_options(language):
    sheet, address = sheet_of("liars_dice", language, {"loss": "one", "games": 3}, 4), "http://testserver/tables/" + "k" * 22 + "/"
    style = Style(language, "a4", False)
    source = card_source(sheet, address, "KLMNPQ", style)
    found = pypdf.PdfReader(io.BytesIO(data := pdf.compiled(source, style, DAY)))
    assert len(found.pages) == 1
    assert round(float(found.pages[0].mediabox.width) * 25.4 / 72) == 148
    text = text_of(data)
    assert address in squeezed(text) and "KLMNPQ" in text
    assert "#image(" in source
    chosen = [value.meaning for option in sheet.options if option.differs for value in option.values if value.is_chosen]
    assert len(chosen) == 2 and all(squeezed(f'strong[#"{meaning}"]') in squeezed(source) for meaning in chosen)
    assert "KLMNPQ" not in card_source(sheet, address, "", style)


def test_words_of_sheets_are_in_the_language_of_the_reader():
    titles = set()
    for language in LANGUAGES:
        with override(language):
            titles.add(str(MARKS["blufpoker"].title))
    assert len(titles) == len(LANGUAGES)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("kind", ["summary", "score"])
def test_the_rule_page_offers_them_beside_the_documents(client, slug, kind):
    address = f"/nl/rules/{slug}/{kind}.pdf"
    assert f'href="{address}"' in client.get(f"/nl/rules/{slug}/").content.decode().split('id="documents"')[1]
    answer = client.get(address)
    assert answer.content.startswith(b"%PDF")
    assert answer["Content-Disposition"] == f'inline; filename="{slug}-nl-{kind}.pdf"'


@pytest.mark.django_db
def test_the_rules_for_every_table_have_none_and_say_what_there_is(client):
    assert "summary.pdf" not in client.get(f"/en/rules/{COMMON}/").content.decode()
    for address in (f"{COMMON}/summary.pdf", f"{COMMON}/score.pdf", "perudo/summary.pdf"):
        answer = client.get(f"/en/rules/{address}")
        assert answer.status_code == 404
        assert b'href="/en/rules/liars_dice/"' in answer.content


@pytest.mark.django_db
def test_the_card_of_a_table_is_for_its_people(client):
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.running(anna, bob, size=2)
    address = f"/tables/{table.key}/rules/card.pdf"
    assert client.get(address).status_code == 404
    client.force_login(anna)
    assert client.get(address).content.startswith(b"%PDF")
    assert f'href="{address}"' in client.get(f"/tables/{table.key}/rules/").content.decode()


@pytest.mark.django_db
def test_a_card_has_the_code_while_people_may_join(client):
    anna = people.guest("Anna")
    table = people.lobby(anna, size=3)
    client.force_login(anna)
    code = Table.objects.get(pk=table.pk).code
    assert code and code in text_of(client.get(f"/tables/{table.key}/rules/card.pdf").content)
