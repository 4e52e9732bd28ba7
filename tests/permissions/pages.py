"""The site's own pages and signs."""

from tests.permissions.frame import Row, World

ROWS = [
    Row("/", everyone=302),
    Row("/", "POST", everyone=302),
    Row("/healthz", everyone=503),
    Row("/metrics", everyone=200),
    Row("/language/", "POST", everyone=302, data={"language": "nl"}),
    Row("/look/", "POST", everyone=302, data={"theme": "dark"}),
    Row("/manifest.webmanifest", everyone=200),
    Row("/offline.js", everyone=200),
    Row("/offline/", everyone=200),
    Row("/robots.txt", everyone=200),
    Row("/favicon.ico", everyone=301),
    Row("/en/", everyone=200),
    Row("/en/settings/", everyone=200),
    Row("/en/settings/", "POST", everyone=302, data={"theme": "dark"}),
    Row("/en/settings/clear/", everyone=200),
    Row("/en/settings/clear/", "POST", everyone=302),
    Row("/en/unsent/", everyone=302),
    Row("/en/about/privacy/", everyone=200),
    Row("/en/about/nothing/", everyone=404),
]


def furnish(world: World) -> None:
    """These pages need nothing."""
