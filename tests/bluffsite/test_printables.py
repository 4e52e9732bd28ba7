"""What is printed beside the rules: one page each, in four languages, with the texts and numbers of the rules."""

import io
import re
from datetime import date
from typing import Literal, get_args, get_origin

import msgspec
import pypdf
import pytest
from django.utils.translation import override

from bluffsite.templatetags.frame import in_devanagari
from games.core.registry import all_games, game_named
from games.play.models import Table
from rulebook import pdf
from rulebook.check import LANGUAGES
from rulebook.printables import SERIES, address_of_game, card_source, marks_of, score_source, summary_source
from rulebook.sheet import sheet_of
from rulebook.source import COMMON, game_rules
from rulebook.typeset import Style, sheet_source
from tests.bluffsite.pdf_text import text_of
from tests.play import people

SLUGS = [game.slug for game in all_games()]
COUNTED = ("blef", "blufpoker", "liars_dice")
DAY = date(2026, 11, 30)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings):
    settings.DATA_DIR = tmp_path


def squeezed(text):
    return re.sub(r"\s+", "", text)


def source_of(slug, kind, style):
    if kind == "summary":
        return summary_source(slug, style)
    return score_source(sheet_of(slug, style.language, {}, game_named(slug).seats[1]), address_of_game(slug), style)


def printed(slug, kind, language):
    style = Style(language, "a4", False)
    return pdf.compiled(source_of(slug, kind, style), style, DAY)


def all_other(slug):
    """Every option as it is not in the plain game, numbers as large as they may be."""
    chosen = {}
    for field in msgspec.structs.fields(game_named(slug).options):
        kind = get_args(field.type)[0] if get_args(field.type) and get_origin(field.type) is not Literal else field.type
        offered = (False, True) if kind is bool else get_args(kind) if get_origin(kind) is Literal else (86400, 1000, 20, 10)
        chosen[field.name] = next(value for value in offered if value != field.default and is_allowed(field, value))
    return chosen


def is_allowed(field, value):
    try:
        return msgspec.convert(value, field.type) == value
    except msgspec.ValidationError:
        return False


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
    source = source_of(slug, "summary", Style(language, "a4", False))
    english = source_of(slug, "summary", Style("en", "a4", False))
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
    source = source_of(slug, "score", Style("en", "a4", False))
    seats = game_named(slug).seats[1]
    assert len(re.findall(rf"\.\.\([67]\.5mm,\) \* {seats}\b", source)) == (2 if slug in COUNTED else 1)
    text = squeezed(text_of(printed(slug, "score", "en")))
    assert squeezed(game_rules(slug, "en").clause_of(f"{slug}.points").text) in text
    assert "".join(str(number) for number in range(1, SERIES + 1)) in text


@pytest.mark.parametrize(
    ("slug", "options", "boxes", "named"),
    [
        ("blufpoker", {}, 6, "six points"),
        ("blufpoker", {"penalty_limit": 1}, 1, ""),
        ("blufpoker", {"penalty_limit": 20}, 20, "from 1 to 20"),
        ("blef", {}, 5, "five cards"),
        ("blef", {"elimination": "stock"}, 12, "12 and 12"),
        ("liars_dice", {}, 5, "five dice"),
        ("liars_dice", {"loss": "one"}, 5, "five dice"),
    ],
)
def test_boxes_are_those_of_the_table(slug, options, boxes, named):
    """The clauses of the table name the same number."""
    sheet = sheet_of(slug, "en", options, game_named(slug).seats[0])
    used = [clause for section in sheet.sections for clause in section.clauses if clause.is_used]
    assert any(named in clause.text for clause in used)
    assert len(marks_of(sheet).boxes) == boxes


@pytest.mark.parametrize("slug", sorted(set(SLUGS) - set(COUNTED)))
def test_games_of_places_alone_have_no_boxes(slug):
    assert marks_of(sheet_of(slug, "en", {}, 4)) is None


def test_a_series_has_as_many_columns_as_the_table_plays_games():
    style = Style("en", "a4", False)
    for games, columns in ((1, SERIES), (3, 3), (20, 20)):
        source = score_source(sheet_of("bluffen", "en", {"games": games}, 5), "http://testserver/", style)
        assert f"..(1fr,) * {columns}, " in source and "..(7.5mm,) * 5" in source


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["card", "score"])
def test_with_every_option_changed_all_stands_on_one_page(slug, language, kind):
    """No text is beyond the edge of the paper, and none is lost."""
    style = Style(language, "a4", language == "ne")
    sheet, address = (
        sheet_of(slug, language, all_other(slug), game_named(slug).seats[1]),
        "https://bluff.example.org/tables/" + "k" * 22 + "/",
    )
    source = card_source(sheet, address, "KLMNPQ", style) if kind == "card" else score_source(sheet, address, style)
    data = pdf.compiled(source, style, DAY)
    found = pypdf.PdfReader(io.BytesIO(data))
    assert len(found.pages) == 1
    width, height = (float(length) for length in found.pages[0].mediabox.upper_right)
    assert all(0 < x < width and 0 < y < height for x, y in placed(found.pages[0]))
    changed = [option for option in sheet.options if option.differs]
    assert len(changed) >= len(all_other(slug)) - 1
    text = squeezed(text_of(data))
    for option in changed:
        meaning = next(value.meaning for value in option.values if value.is_chosen)
        assert (in_devanagari(meaning) if language == "ne" else meaning) in source
        assert language == "ne" or squeezed(meaning) in text  # joined letters come out of a document a little different


def placed(page):
    """Where each piece of text begins, in points from the lower left."""
    points = []
    page.extract_text(visitor_text=lambda text, cm, tm, font, size: points.append(at(cm, tm)) if text.strip() else None)
    return points


def at(cm, tm):
    return (tm[4] * cm[0] + tm[5] * cm[2] + cm[4], tm[4] * cm[1] + tm[5] * cm[3] + cm[5])


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
            titles.add(marks_of(sheet_of("blufpoker", language, {}, 4)).title)
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


@pytest.mark.django_db
def test_the_score_sheet_of_a_table_follows_its_options_and_is_for_its_people(client):
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.running(anna, bob, size=3, game="blufpoker", options={"penalty_limit": 4, "games": 2})
    address = f"/tables/{table.key}/rules/score.pdf"
    assert client.get(address).status_code == 404
    client.force_login(anna)
    assert f'href="{address}"' in client.get(f"/tables/{table.key}/rules/").content.decode()
    text = squeezed(text_of(client.get(address).content))
    assert "Name1234Place" in text and "Name12Total" in text


@pytest.mark.django_db
def test_the_score_sheet_of_a_game_follows_what_the_address_asks(client):
    def boxes(query):
        return squeezed(text_of(client.get(f"/en/rules/blufpoker/score.pdf{query}").content))

    assert "Name123Place" in boxes("?penalty_limit=3&seats=4")
    for odd in ("?penalty_limit=99", "?penalty_limit=x&seats=-1", "?seats=999&no=1"):
        assert "Name123456Place" in boxes(odd)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_foot_of_a_phone_page_has_room_for_a_long_title_and_address(language):
    style, address = Style(language, "phone", language == "ne"), "https://a-long-name-of-a-site.example.org/tables/" + "k" * 22 + "/"
    data = pdf.compiled(sheet_source(sheet_of("bluffen", language, {}, 5), address, 1, style), style, DAY)
    for page in pypdf.PdfReader(io.BytesIO(data)).pages:
        assert min(y for _x, y in placed(page)) > 8
