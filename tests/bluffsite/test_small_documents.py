"""Every document is light and quickly made, and what makes it lighter loses nothing of it."""

import io
import re
from datetime import date

import pypdf
import pytest
import typst

from games.core.registry import all_games
from rulebook import pdf
from rulebook.check import LANGUAGES
from rulebook.compact import compact
from rulebook.source import COMMON
from rulebook.typeset import PAPERS, Style, rules_source
from tests.bluffsite.pdf_text import text_of
from tests.stopwatch import seconds

DAY = date(2026, 11, 30)
MOST = 400_000
"""Bytes of a document."""


@pytest.mark.parametrize("slug", [COMMON, *(game.slug for game in all_games())])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_document_weighs_little_and_costs_less_than_a_second(slug, language, paper):
    style = Style(language, paper, language == "ne")
    source = rules_source(slug, style)
    made = b""

    def compile_it() -> None:
        nonlocal made
        made = pdf.compiled(source, style, DAY)

    assert seconds(compile_it, times=1) < 1
    assert 0 < len(made) <= MOST


def as_typst_made_it(monkeypatch, slug, language):
    monkeypatch.setattr(pdf, "compact", lambda made: made)
    style = Style(language, "a4", False)
    made = pdf.compiled(rules_source(slug, style), style, DAY)
    assert made.rstrip().endswith(b"%%EOF")
    return made


def plain(found):
    return re.sub(r", \d+\)|at 0x\w+", "", repr(found))


@pytest.mark.parametrize("language", ["en", "ne"])
def test_a_lighter_document_has_the_same_objects_text_tags_and_links(monkeypatch, language):
    raw = as_typst_made_it(monkeypatch, "liars_dice", language)
    light = compact(raw)
    assert len(light) < 0.75 * len(raw)
    assert text_of(light) == text_of(raw)
    one, other = (pypdf.PdfReader(io.BytesIO(data)) for data in (raw, light))
    assert one.trailer["/ID"] == other.trailer["/ID"]
    for number in sorted(one.xref[0]):
        before, after = one.get_object(number), other.get_object(number)
        assert plain(before) == plain(after)
        if hasattr(before, "get_data"):
            assert before.get_data() == after.get_data()


def test_a_document_is_not_made_lighter_twice(monkeypatch):
    light = compact(as_typst_made_it(monkeypatch, COMMON, "en"))
    assert compact(light) == light


def test_what_is_not_as_expected_is_left_as_it_is(monkeypatch):
    raw = as_typst_made_it(monkeypatch, COMMON, "en")
    locked = raw.replace(b"trailer\n<<", b"trailer\n<</Encrypt 1 0 R")
    shifted = re.sub(rb"(\d{10}) 00000 n", b"0000000001 00000 n", raw, count=1)
    for broken in (b"", b"%PDF-1.7\n", locked, shifted, raw[:-40]):
        assert compact(broken) == broken


def test_what_was_kept_under_another_way_of_making_is_made_anew(monkeypatch, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    style, source = Style("en", "a4", False), '#set document(title: "x")\nx'
    pdf.document(source, style, today=DAY)
    monkeypatch.setattr(pdf, "_MADE_BY", f"{typst.__version__}-other")
    pdf.document(source, style, today=DAY)
    assert len(list(pdf.folder().glob("*.pdf"))) == 2
