"""The page that checks a match in the browser: green for an untouched record, red for any change."""

import json

import pytest
from playwright.sync_api import expect

from games.core.fairness import seal
from tests.e2e.conftest import OpenPage
from tests.games.core.records import played_record


@pytest.fixture(scope="module")
def record() -> bytes:
    return played_record()


def check(page, data: bytes):
    page.locator("input[type=file]").set_input_files({"name": "record.json", "mimeType": "application/json", "buffer": data})
    return page.locator("[data-summary]")


def test_an_untouched_record_is_green_in_every_round(open_page: OpenPage, record: bytes) -> None:
    page = open_page("/en/play/check/")
    expect(check(page, record)).to_contain_text("This match was fair")
    rolls = sum(draw[1] == "throws" for entry in json.loads(record)["log"] for draw in entry["draws"])
    expect(page.locator("[data-checks] li.good")).to_have_count(rolls + 3)  # the seal, the promise and the first lot
    expect(page.locator("[data-checks] li.bad")).to_have_count(0)
    expect(page.locator("[data-checks]")).to_contain_text("Game 1, round 1")


def test_any_changed_byte_is_red(open_page: OpenPage, record: bytes) -> None:
    page = open_page("/en/play/check/")
    for at in range(97, len(record), len(record) // 12):
        expect(check(page, record)).to_have_class("verdict good")
        changed = bytearray(record)
        changed[at] ^= 1
        expect(check(page, bytes(changed))).to_have_class("verdict bad")


def test_a_throw_shown_otherwise_than_drawn_is_red_even_when_sealed_anew(open_page: OpenPage, record: bytes) -> None:
    body = json.loads(record)
    del body["digest"]
    rolled = next(event for entry in body["log"] for event in entry["events"] if event["type"] == "rolled")
    rolled["dice"][0][0] = 1 if rolled["dice"][0][0] != 1 else 2
    page = open_page("/nl/play/check/", language="nl")
    expect(check(page, seal(body))).to_contain_text("Er klopt iets niet")


def test_what_is_no_record_is_said_to_be_none(open_page: OpenPage) -> None:
    expect(check(open_page("/de/play/check/", language="de"), b"[1, 2")).to_contain_text("kein Match-Protokoll")
