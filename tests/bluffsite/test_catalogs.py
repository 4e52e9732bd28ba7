"""Every text of the site exists in four languages, whole: no gap, nothing left over, the same placeholders and tags."""

import os
import re
from collections import Counter
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation

from bluffsite import messages
from bluffsite.messages import Message
from bluffsite.running.catalogs import catalogs, compile_stale

ROOT: Path = settings.BASE_DIR
SOURCE = "en"
TRANSLATED = [code for code, _ in settings.LANGUAGES if code != SOURCE]
PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]|%%|\{[a-z_]*\}")
TAG = re.compile(r"</?[a-z][^>]*>")
PATHS = {path.parent.parent.name: path for path in catalogs(ROOT)}


@cache
def catalog(language: str) -> polib.POFile:
    return polib.pofile(str(PATHS[language]))


@cache
def wanted() -> dict[Message, list[str]]:
    return messages.extract(ROOT)


def versions(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Pairs of source and translation: of a plural, one for each form (the singular may leave out the number)."""
    if entry.msgid_plural:
        return [(entry.msgid_plural, entry.msgstr_plural[1])]
    return [(entry.msgid, entry.msgstr)]


def test_there_is_one_catalog_for_each_language():
    assert sorted(PATHS) == sorted(TRANSLATED)


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalog_holds_every_text_of_the_site(language):
    missing = wanted().keys() - {messages.message_of(entry) for entry in catalog(language)}
    assert not missing, f"run `manage.py messages`, then translate: {sorted(missing)[:10]}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalog_holds_nothing_else(language):
    left_over = {messages.message_of(entry) for entry in catalog(language)} - wanted().keys()
    assert not left_over, f"run `manage.py messages`: {sorted(left_over)[:10]}"
    assert not catalog(language).obsolete_entries()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_certain(language):
    assert [entry.msgid for entry in catalog(language).untranslated_entries()] == []
    assert [entry.msgid for entry in catalog(language).fuzzy_entries()] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_have_both_forms(language):
    assert "nplurals=2" in catalog(language).metadata["Plural-Forms"]
    for entry in catalog(language):
        if entry.msgid_plural:
            assert set(entry.msgstr_plural) == {0, 1}, entry.msgid
            assert all(entry.msgstr_plural.values()), entry.msgid


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_and_tags_are_those_of_the_source(language):
    wrong = [
        source
        for entry in catalog(language)
        for source, translated in versions(entry)
        if translated and any(Counter(kind.findall(source)) != Counter(kind.findall(translated)) for kind in (PLACEHOLDER, TAG))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_singular_names_no_placeholder_that_the_source_does_not_give(language):
    for entry in catalog(language):
        if entry.msgid_plural:
            given = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
            assert set(PLACEHOLDER.findall(entry.msgstr_plural[0])) <= given, entry.msgid


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalog_says_which_language_it_is(language):
    assert catalog(language).metadata["Language"] == language


def test_nepali_digits_are_left_to_the_reader_s_choice():
    """Digits in a translation are Latin: the page turns them into Devanagari where the reader wants that."""
    assert [entry.msgid for entry in catalog("ne") if re.search("[०-९]", entry.msgstr)] == []


# --- finding and compiling ---------------------------------------------------------------------------------------------
def test_texts_are_found_in_python():
    source = 'x = _("One") + ngettext("%(n)s die", "%(n)s dice", n) + pgettext("level", "hard") + _(variable) + other("No")'
    assert set(messages.in_python(source)) == {Message("One"), Message("%(n)s die", "%(n)s dice"), Message("hard", context="level")}


def test_texts_are_found_in_django_templates():
    source = (
        '{% load i18n %}{% translate "Play now" %}{% trans "hard" context "level" %}<a title="{{ _("Rules") }}">{# {% trans "No" %} #}'
        "{% blocktranslate trimmed with n=name %}\n  Hello {{ n }},\n  it's you\n{% endblocktranslate %}"
        "{% blocktranslate count n=1 %}One{% plural %}{{ n }} many{% endblocktranslate %}"
    )
    assert set(messages.in_django_template(source)) == {
        *(Message("Play now"), Message("hard", context="level"), Message("Rules"), Message("Hello %(n)s, it's you")),
        Message("One", "%(n)s many"),
    }


def test_texts_are_found_in_jinja_over_several_lines():
    source = (
        '{{ _("Waiting for %(name)s")\n   % {"name": n} }}{% if a %}{{ _("A") if b else _("B") }}{% endif %}{{ ngettext("1", "2", n) }}'
    )
    assert set(messages.in_jinja(source)) == {Message("Waiting for %(name)s"), Message("A"), Message("B"), Message("1", "2")}


def test_texts_of_this_site_are_found_in_all_kinds_of_source():
    kinds = {Path(name).suffix for names in wanted().values() for name in names}
    assert kinds == {".py", ".html", ".jinja", ".txt"}


def test_update_adds_and_removes_and_keeps_translations():
    kept = polib.POEntry(msgid="Kept", msgstr="Gebleven")
    made = polib.POFile()
    made.extend([kept, polib.POEntry(msgid="Gone", msgstr="Weg")])
    assert messages.update(made, [Message("Kept"), Message("New %(n)s", "News %(n)s")]) == (1, 1)
    assert [(entry.msgid, entry.msgstr) for entry in made] == [("Kept", "Gebleven"), ("New %(n)s", "")]
    assert made[1].flags == ["python-format"]


def test_catalog_is_compiled_only_when_it_is_newer(tmp_path):
    source = tmp_path / "django.po"
    source.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Yes"\nmsgstr "हो"\n')
    assert compile_stale([source]) == [tmp_path / "django.mo"]
    assert polib.mofile(str(tmp_path / "django.mo"))[0].msgstr == "हो"
    assert compile_stale([source]) == []
    later = (tmp_path / "django.mo").stat().st_mtime_ns + 1_000_000
    os.utime(source, ns=(later, later))
    assert compile_stale([source]) == [tmp_path / "django.mo"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["django.mo", "django.po"]


@pytest.mark.parametrize(
    ("language", "expected"), [("ne", "12,34,567.5"), ("en", "1,234,567.5"), ("de", "1.234.567,5"), ("nl", "1.234.567,5")]
)
def test_numbers_are_grouped_as_each_language_does(language, expected):
    from django.utils.formats import number_format

    with translation.override(language):
        assert number_format(1234567.5, use_l10n=True, force_grouping=True) == expected


def test_nepali_dates_have_no_english_order():
    from datetime import date

    from django.utils.formats import date_format

    with translation.override("ne"):
        assert date_format(date(2026, 11, 30)).endswith(" 2026")
        assert date_format(date(2026, 11, 30)).startswith("30 ")
