"""Rules as PDF: the same text as the page, clause for clause, in four languages, on both papers; made once and kept."""

import io
import re
from datetime import date

import pypdf
import pytest

from games.core.registry import all_games, game_named
from rulebook import pdf
from rulebook.check import LANGUAGES
from rulebook.sheet import sheet_of
from rulebook.source import COMMON, common_rules, game_rules
from rulebook.typeset import PAPERS, Style, quoted, rules_source, sheet_source
from tests.bluffsite.pdf_text import text_of
from tests.play import people

SLUGS = [game.slug for game in all_games()]
DAY = date(2026, 11, 30)
made = {}
_TWICE = re.compile(r"((?:[\u0904-\u0939]\u094d)*[\u0904-\u0939][\u0900-\u0903\u093e-\u094d]*)\1+")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings):
    settings.DATA_DIR = tmp_path


def rules_pdf(slug, language, paper="a4", *, digits=False):
    """Compiled once for all tests of this file."""
    style = Style(language, paper, digits)
    if (slug, style) not in made:
        made[slug, style] = pdf.compiled(rules_source(slug, style), style, DAY)
    return made[slug, style]


def reader(data):
    return pypdf.PdfReader(io.BytesIO(data))


def squeezed(text):
    """Without spaces, which lines are broken at, signs that only join letters, and repeats of one syllable of Devanagari.

    typst writes some syllables twice: once for each of their glyphs.
    """
    return _TWICE.sub(r"\1", re.sub(r"[\s\u200d]+", "", text))


@pytest.mark.parametrize("slug", [COMMON, *SLUGS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_document_has_every_clause_with_its_number(slug, language):
    rules = common_rules(language) if slug == COMMON else game_rules(slug, language)
    text = squeezed(text_of(rules_pdf(slug, language)))
    annex = () if slug == COMMON else common_rules(language).sections
    for section in (*rules.sections, *annex):
        assert squeezed(section.heading) in text
        for clause in section.clauses:
            assert squeezed(f"§{clause.number} {clause.text}") in text


@pytest.mark.parametrize("slug", SLUGS)
def test_a_document_has_all_parts_and_answers(slug):
    text = squeezed(text_of(rules_pdf(slug, "en")))
    for part in game_rules(slug, "en").parts:
        assert squeezed(part.heading) in text
        assert all(squeezed(entry.title) in text for entry in part.entries)
    assert squeezed("Usually:") in text


@pytest.mark.parametrize("word", ["झुटो", "साँचो", "एक्का", "राष्ट्र", "क्ष", "ज्ञ", "त्र", "ट्ठ", "ङ्गु"])
def test_joined_letters_of_nepali_can_be_copied(word):
    style = Style("ne", "phone", False)
    source = f'#set document(title: "x")\n#set text(font: "Mukta", lang: "ne")\n#par[#{quoted(word)}]'
    assert squeezed(text_of(pdf.compiled(source, style, DAY))) == squeezed(word)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_document_is_tagged_in_its_language_embeds_its_fonts_and_is_light(language, paper):
    data = rules_pdf("liars_dice", language, paper)
    found = reader(data)
    root = found.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] == True  # noqa: E712 - an object of pypdf
    assert root["/Lang"].split("-")[0] == language
    assert found.metadata.title == game_rules("liars_dice", language).title
    assert "pdfuaid:part" in (xmp := root["/Metadata"].get_data().decode()) and "pdfaid:part" in xmp
    fonts = [font.get_object() for page in found.pages for font in page["/Resources"]["/Font"].values()]
    descriptors = [font["/DescendantFonts"][0].get_object()["/FontDescriptor"] for font in fonts]
    assert descriptors and all("/FontFile2" in one or "/FontFile3" in one for one in descriptors)
    assert len(data) < 400_000
    assert found.outline


@pytest.mark.parametrize(("paper", "width"), [("a4", 210), ("phone", 90)])
def test_each_page_says_what_it_is_and_how_many_there_are(paper, width):
    found = reader(rules_pdf("liars_dice", "en", paper))
    assert round(float(found.pages[0].mediabox.width) * 25.4 / 72) == width
    for number, page in enumerate(found.pages, start=1):
        text = squeezed(page.extract_text())
        assert squeezed(f"Page {number} of {len(found.pages)}") in text
        assert squeezed("Rules version 1. · 30 November 2026") in text
        assert squeezed("http://testserver/en/rules/liars_dice/") in text


def test_contents_and_clauses_of_answers_are_links():
    found = reader(rules_pdf("liars_dice", "en"))
    links = [note.get_object() for page in found.pages for note in page.get("/Annots", []) or []]
    assert len(links) > 40


def test_digits_are_the_readers():
    text = text_of(rules_pdf("liars_dice", "ne", digits=True))
    assert "३.५" in text
    assert not re.search(r"[0-9]", text.replace("http://testserver/ne/rules/liars_dice/", ""))


def test_words_of_people_cannot_become_commands_of_the_typesetter():
    assert quoted('a "b" \\ #c') == '"a \\"b\\" \\\\ #c"'


# --- the rules of one table -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_table_has_its_own_clauses_only(slug, language):
    """Under each option of the last kind in the list: the longest list of changes there is."""
    sheet = sheet_of(slug, language, {"leave_mode": "remove", "games": 3}, game_named(slug).seats[0])
    style = Style(language, "phone", False)
    text = squeezed(text_of(pdf.compiled(sheet_source(sheet, "http://testserver/tables/key/", 1, style), style, DAY)))
    for section in (*sheet.sections, *sheet.annex_sections):
        for clause in section.clauses:
            assert (squeezed(f"§{clause.number} {clause.text}") in text) is clause.is_used


def test_the_version_of_the_match_is_told():
    sheet, style = sheet_of("liars_dice", "en", {}, 4), Style("en", "a4", False)
    text = squeezed(text_of(pdf.compiled(sheet_source(sheet, "http://testserver/tables/key/", 7, style), style, DAY)))
    assert squeezed("This match is played by version 7 of the rules.") in text
    assert squeezed("Rules version 7.") in text


# --- addresses and what is kept -----------------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize("paper", PAPERS)
def test_documents_are_made_once(client, monkeypatch, paper):
    first = client.get(f"/en/rules/liars_dice/{paper}.pdf")
    assert first["Content-Type"] == "application/pdf"
    assert first["Content-Disposition"] == f'inline; filename="liars_dice-en-{paper}.pdf"'
    monkeypatch.setattr(pdf, "compiled", None)
    assert client.get(f"/en/rules/liars_dice/{paper}.pdf").content == first.content
    assert len(list(pdf.folder().glob("*.pdf"))) == 1
    assert [path for path in pdf.folder().iterdir() if path.suffix != ".pdf"] == []


@pytest.mark.django_db
def test_a_full_disk_only_costs_time(client, settings, tmp_path):
    (tmp_path / "file").write_text("")
    settings.DATA_DIR = tmp_path / "file"
    assert client.get("/en/rules/common/a4.pdf").content.startswith(b"%PDF")


def test_the_older_half_goes_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(pdf, "MOST_KEPT", 4)
    style = Style("en", "a4", False)
    for number in range(6):
        pdf.document(f'#set document(title: "x")\n#par[#"{number}"]', style, today=DAY)
    assert len(list(pdf.folder().glob("*.pdf"))) <= 4


@pytest.mark.django_db
def test_the_document_of_a_table_is_for_its_people(client):
    anna, bob = people.guest("Anna"), people.guest("Bob")
    table = people.running(anna, bob, size=2)
    assert client.get(f"/tables/{table.key}/rules/a4.pdf").status_code == 404
    client.force_login(anna)
    assert client.get(f"/tables/{table.key}/rules/a4.pdf").content.startswith(b"%PDF")
    assert f"/tables/{table.key}/rules/phone.pdf" in client.get(f"/tables/{table.key}/rules/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["perudo/", "perudo/a4.pdf", "liars_dice/a5.pdf"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_exist_tells_what_does(client, language, address):
    answer = client.get(f"/{language}/rules/{address}")
    assert answer.status_code == 404
    page = answer.content.decode()
    assert f'href="/{language}/rules/liars_dice/"' in page and f'href="/{language}/rules/common/"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("slug", [COMMON, *SLUGS])
def test_a_page_offers_its_documents_at_the_top_and_where_it_tells_what_they_are_for(client, slug):
    page = client.get(f"/en/rules/{slug}/").content.decode()
    for paper in PAPERS:
        assert page.count(f'href="/en/rules/{slug}/{paper}.pdf"') == 2
    assert 'id="documents"' in page
