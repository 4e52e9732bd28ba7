"""A browser and the real site for all tests of one run.

`stack` is the running site, `open_page` opens pages in browsers of their own (one cookie jar each), in any language.
Every page that a test opened must have stayed without errors on the console.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.stack import CHROMIUM_FLAGS, RunningStack, chromium

OpenPage = Callable[..., Page]
PATIENCE_MS = 30_000
"""How long anything may take that no test measures: a busy machine is no failure."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def stack() -> Iterator[RunningStack]:
    """The real site with its embedded database and Valkey. Tests share it: make tables of your own."""
    with RunningStack() as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Skips with a clear message where there is no Chromium; fails where CI is set."""
    path = chromium()
    if not path:
        message = "no Chromium was found: install it (Debian: `apt-get install chromium`) or set CHROMIUM to its path"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, headless=True, args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def open_context(browser: Browser, stack: RunningStack) -> Iterator[Callable[..., BrowserContext]]:
    """`open_context(language="nl", **options of Playwright)`: a new visitor."""
    opened: list[BrowserContext] = []

    def open_one(language: str = "en", **options: Any) -> BrowserContext:
        context = browser.new_context(base_url=stack.url, locale=language, **options)
        context.set_default_timeout(PATIENCE_MS)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture
def open_page(open_context: Callable[..., BrowserContext]) -> Iterator[OpenPage]:
    """`open_page("/en/", language="en", **options)`: a page of a new visitor. Console errors fail the test at its end."""
    errors: list[str] = []

    def open_one(path: str = "/", language: str = "en", **options: Any) -> Page:
        page = open_context(language, **options).new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_one
    assert not errors, errors
