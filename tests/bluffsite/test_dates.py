"""Dates and spans of time in words, where Django's own catalogs have gaps or spell as few people do."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.formats import date_format

MOMENT = datetime(2026, 11, 30, 12, tzinfo=UTC)


def waited(language: str, **span: int) -> str:
    page = Template("{% load i18n %}{% blocktranslate with time=since|timesince:now %}waiting for {{ time }}{% endblocktranslate %}")
    with translation.override(language):
        return page.render(Context({"since": MOMENT - timedelta(**span), "now": MOMENT})).replace("\xa0", " ")


@pytest.mark.parametrize(("language", "said"), [("en", "30 November"), ("nl", "30 november"), ("de", "30. November"), ("ne", "30 नोभेम्बर")])
def test_a_month_is_named_as_the_glossary_names_it(language: str, said: str) -> None:
    with translation.override(language):
        assert said in date_format(MOMENT, "DATE_FORMAT")


@pytest.mark.parametrize("language", ["en", "nl", "de", "ne"])
def test_a_moment_is_told_by_the_clock_of_24_hours(language: str) -> None:
    """So it can stand at the end of a sentence ("11:59 p.m.." could not), and as leagues write it."""
    with translation.override(language):
        assert date_format(MOMENT.replace(hour=23, minute=59), "DATETIME_FORMAT").endswith("23:59")


def test_a_nepali_day_of_the_week_is_spelt_as_in_nepal() -> None:
    with translation.override("ne"):
        assert date_format(MOMENT, "l") == "सोमबार"


@pytest.mark.parametrize(
    ("language", "minute", "days"),
    [
        ("en", "waiting for 1 minute", "waiting for 3 days"),
        ("nl", "wacht al 1 minuut", "wacht al 3 dagen"),
        ("de", "wartet schon 1 Minute", "wartet schon 3 Tage"),
        ("ne", "1 मिनेटदेखि पर्खिरहेको", "3 दिनदेखि पर्खिरहेको"),
    ],
)
def test_how_long_a_case_waits_is_said_in_the_language_of_the_page(language: str, minute: str, days: str) -> None:
    """UX-1402."""
    assert waited(language, minutes=1) == minute
    assert waited(language, days=3) == days


def test_between_two_spans_there_is_room() -> None:
    assert waited("ne", hours=1, minutes=15) == "1 घण्टा, 15 मिनेटदेखि पर्खिरहेको"
