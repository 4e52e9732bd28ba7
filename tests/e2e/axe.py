"""What axe finds on a page that is serious or critical. A page is read whole once; in other colours only contrast can differ."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

COLOURS_ONLY = {"runOnly": ["color-contrast"]}


_FINISH = """() => { for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime < Infinity) one.finish() }"""
"""A colour on its way from one theme to another is neither's."""


def serious(page: Page, *, colours_only: bool = False) -> list[str]:
    """One line for each rule that is broken, with some of the places."""
    page.evaluate(_FINISH)
    found = Axe().run(page, options=COLOURS_ONLY if colours_only else None).response["violations"]
    return [
        f"{one['id']}: {[(node['target'], node.get('failureSummary')) for node in one['nodes']][:4]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
