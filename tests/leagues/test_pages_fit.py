"""Pages of leagues as a browser lays them out on the smallest phone, with long names, a reason and news: read here, shown there."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Route, sync_playwright

from bluffsite.accounts import notices
from leagues.models import Entry, Fixture, League, Season
from leagues.services import deciding, standing
from leagues.services.availability import say_when
from tests.leagues import played
from tests.stack import CHROMIUM_FLAGS, chromium

pytestmark = pytest.mark.django_db

HOST = "http://pages.test"
STATIC = Path(__file__).parents[2] / "bluffsite/static"
PHONE, LAPTOP = (320, 568), (1280, 800)
LONG = "Annemarie van Wijnbergen"
EVENINGS = [f"{day}e" for day in range(7)]
FAULTS = """() => {
  const found = [], say = (one) => one.textContent.trim();
  const seen = (one) => one.checkVisibility() && !one.closest('.unseen') && one.getBoundingClientRect().width > 1;
  if (document.documentElement.scrollWidth > innerWidth) found.push(`scrolls to ${document.documentElement.scrollWidth}`);
  for (const one of document.querySelectorAll('main *, header *')) {
    const box = one.getBoundingClientRect();
    const is_out = box.right > innerWidth + 1 || box.left < -1;
    if (seen(one) && is_out && !one.closest('.scroll, .league-ways')) found.push(`out: ${say(one)}`);
  }
  for (const one of document.querySelectorAll('main a, main button, main select, main summary, header a')) {
    const height = one.getBoundingClientRect().height;
    if (seen(one) && getComputedStyle(one).display !== 'inline' && height < 35.5) found.push(`${height} px: ${say(one)}`);
  }
  for (const one of document.querySelectorAll('.week .choice span')) {
    if (one.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(one).lineHeight)) found.push(`broken: ${one.textContent}`);
  }
  return found;
}"""


Faults = dict[str, tuple[list[str], float]]
Measure = Callable[[dict[str, str], tuple[int, int]], Faults]


@pytest.fixture(scope="module")
def measure() -> Iterator[Measure]:
    """`measure(pages, size)`: the faults of each page and the height of its header in px. The browser has a thread of its own, as
    the database is asked in this one.
    """
    if not chromium():
        message = "no Chromium was found: install it (Debian: `apt-get install chromium`) or set CHROMIUM to its path"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with ThreadPoolExecutor(1) as pool:
        playwright = pool.submit(lambda: sync_playwright().start()).result()
        browser = pool.submit(lambda: playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)).result()
        yield lambda pages, size: pool.submit(_measured, browser, pages, size).result()
        pool.submit(browser.close).result()
        pool.submit(playwright.stop).result()


def _measured(browser: Browser, pages: dict[str, str], size: tuple[int, int]) -> Faults:
    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        file = STATIC / path.removeprefix("/static/")
        if path in pages:
            route.fulfill(body=pages[path], content_type="text/html; charset=utf-8")
        elif file.is_file():
            route.fulfill(path=file)
        else:
            route.fulfill(status=404)

    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.route(f"{HOST}/**", answer)
    found = {}
    for path in pages:
        page.goto(f"{HOST}{path}", wait_until="load")
        found[path] = (page.evaluate(FAULTS), page.evaluate("document.querySelector('.bar').offsetHeight"))
    page.close()
    return found


@pytest.fixture
def season() -> Season:
    """Mid-season: one match decided for a reason of many words, one to be played, and the owner has a long name and news."""
    made = played.new_season(8, league_time_zone="Europe/Amsterdam", league_is_public=True, rounds=4)
    owner, *others = played.people(made)
    owner.display_name, owner.time_zone = LONG, "Europe/Amsterdam"
    owner.save()
    for number in range(12):
        notices.notify(owner, "league_season", text_id="running", params={"league": "Tuesdays", "season": number})
    for fixture in played.open_round(made):
        came = [played.seating(fixture, user).entry_id for user in played.players(fixture)[:-1]]
        deciding.decide_without_match(
            fixture=fixture, user=owner, appeared=came, reason="Did not come, and told nobody of us before the match"
        )
    standing.recompute(season_id=made.pk)
    played.open_round(made)
    for user in (owner, *others):
        say_when(league=made.league, user=user, free_times=EVENINGS, away_until=timezone.localdate())
    return made


def pages_of(league: League, season: Season, language: str) -> dict[str, str]:
    """Address -> page, as the owner sees it."""
    owner = played.people(season)[0]
    fixtures = Fixture.objects.filter(season=season, is_bye=False, seatings__entry__member__user=owner).order_by("round__number")
    decided, to_play = fixtures[0], fixtures[1]
    entry = Entry.objects.get(season=season, member__user=owner)
    rest = [
        "",
        "table/",
        f"table/{entry.pk}/",
        "me/",
        "matches/",
        "calendar/",
        "organise/",
        f"matches/{decided.key}/",
        f"matches/{to_play.key}/",
    ]
    client, found = Client(), {}
    client.force_login(owner)
    client.cookies["look"] = "digits:ne" if language == "ne" else ""
    home = reverse("leagues:home", args=[league.key]).replace("/en/", f"/{language}/")
    for end in rest:
        response: Any = client.get(home + end)
        assert response.status_code == 200, end
        found[home + end] = response.content.decode()
    assert 'name="at"' in found[f"{home}matches/{to_play.key}/"]
    return found


@pytest.mark.parametrize("language", ["nl", "de", "en", "ne"])
def test_nothing_leaves_the_smallest_phone_and_what_is_pressed_is_large_enough(season: Season, measure: Measure, language: str) -> None:
    found = measure(pages_of(season.league, season, language), PHONE)
    assert {address: faults for address, (faults, _) in found.items() if faults} == {}
    assert max(height for _, height in found.values()) < 150, "three lines: the name, the ways, the languages"


def test_a_long_name_leaves_the_header_in_one_line_on_a_laptop(season: Season, measure: Measure) -> None:
    found = measure(pages_of(season.league, season, "de"), LAPTOP)
    assert max(height for _, height in found.values()) < 64
