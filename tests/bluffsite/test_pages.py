"""Every page of the frame, in every language: it answers, says its language, and asks nobody else for anything."""

import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from bluffsite.pages.about import ABOUT

LANGUAGES = [code for code, _ in settings.LANGUAGES]
ABOUT_PATHS = [f"about/{page}/" for page in ABOUT]
PATHS = ["", "settings/", "settings/clear/", "register/", "sign-in/", "sign-out/", "play/code/", "play/liars_dice/", *ABOUT_PATHS]
EVERY_PAGE = pytest.mark.parametrize("path", [f"/{code}/{path}" for code in LANGUAGES for path in PATHS])

pytestmark = pytest.mark.django_db


class Parts(HTMLParser):
    """The tags of a page as (name, attributes)."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def named(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page_of(client: Client, path: str) -> Parts:
    response = client.get(path)
    assert response.status_code == 200, (path, response.status_code)
    return Parts(response.content.decode())


@EVERY_PAGE
def test_page_answers_in_the_language_of_its_address(client: Client, path: str) -> None:
    parts = page_of(client, path)
    assert parts.named("html")[0]["lang"] == path[1:3]
    assert len(parts.named("h1")) == 1
    assert parts.named("main")[0]["id"] == "main"
    assert parts.named("a")[0] == {"class": "skip", "href": "#main"}


@EVERY_PAGE
def test_page_loads_nothing_from_elsewhere(client: Client, path: str) -> None:
    """Scripts, styles, fonts, pictures and forms are ours (UX-009)."""
    for tag, attributes in page_of(client, path).tags:
        for name in ("src", "href", "action", "content"):
            address = attributes.get(name, "")
            if re.match(r"(https?:)?//", address):
                assert address.startswith(settings.SITE_URL + "/"), (tag, address)


@EVERY_PAGE
def test_page_obeys_its_own_content_policy(client: Client, path: str) -> None:
    """No inline script, handler or style: the policy would block it."""
    for tag, attributes in page_of(client, path).tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], (tag, attributes)
        assert tag != "script" or attributes.get("src"), attributes
        assert tag != "style"
        assert not attributes.get("href", "").startswith("javascript:")


@EVERY_PAGE
def test_page_names_itself_in_all_languages(client: Client, path: str) -> None:
    links = page_of(client, path).named("link")
    alternates = {link["hreflang"]: link["href"] for link in links if link.get("rel") == "alternate"}
    rest = path[3:]
    assert alternates == {code: f"{settings.SITE_URL}/{code}{rest}" for code in LANGUAGES} | {"x-default": f"{settings.SITE_URL}/en{rest}"}
    assert [link["href"] for link in links if link.get("rel") == "canonical"] == [settings.SITE_URL + path]


@EVERY_PAGE
def test_every_control_has_a_name_and_every_id_is_there_once(client: Client, path: str) -> None:
    tags = page_of(client, path).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids)), ids
    labelled = {attributes["for"] for tag, attributes in tags if tag == "label" and "for" in attributes}
    assert labelled <= set(ids)
    for _, attributes in tags:
        for name in ("aria-describedby", "aria-labelledby"):
            assert set(attributes.get(name, "").split()) <= set(ids), attributes


def test_policy_is_sent_with_every_answer(client: Client) -> None:
    for path in ("/en/", "/en/nothing-here", "/robots.txt"):
        policy = client.get(path)["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy


def test_policy_carries_the_nonce_that_a_page_uses(rf, settings) -> None:
    """The 500 page styles itself; its nonce must be the one that the policy allows."""
    from django.middleware.csp import ContentSecurityPolicyMiddleware

    from bluffsite.pages.errors import server_error

    response = ContentSecurityPolicyMiddleware(server_error)(rf.get("/en/"))
    nonce = re.search(r'<style nonce="([^"]+)"', response.content.decode())
    assert nonce is not None
    assert f"'nonce-{nonce[1]}'" in response["Content-Security-Policy"]


@pytest.mark.parametrize(("browser", "expected"), [("nl,en;q=0.5", "nl"), ("de-AT", "de"), ("ne", "ne"), ("fr", "en"), ("", "en")])
def test_the_browser_decides_the_first_language(client: Client, browser: str, expected: str) -> None:
    response = client.get("/", headers={"accept-language": browser})
    assert response["Location"] == f"/{expected}/"


def test_looking_makes_no_person_and_no_session(client: Client, django_user_model) -> None:
    """A link preview must not fill the database."""
    for path in ("/en/", "/en/play/liars_dice/", "/en/settings/"):
        client.get(path)
    assert not django_user_model.objects.exists()
    assert settings.SESSION_COOKIE_NAME not in client.cookies


@pytest.mark.parametrize("page", list(ABOUT))
def test_pages_about_the_site_differ_by_language(client: Client, page: str) -> None:
    """Each language has a body of its own: nothing falls back to English."""
    bodies = {client.get(f"/{code}/about/{page}/").content.decode().split("</h1>")[1].split("<footer")[0] for code in LANGUAGES}
    assert len(bodies) == len(LANGUAGES)


def test_an_unknown_page_about_the_site_is_not_found(client: Client) -> None:
    assert client.get("/en/about/secrets/").status_code == 404


def test_the_operator_is_named_once_known(client: Client, settings) -> None:
    hint = b"OPERATOR_NAME"
    assert hint in client.get("/en/about/imprint/").content
    settings.OPERATOR_NAME, settings.OPERATOR_ADDRESS, settings.OPERATOR_MAIL = "Anna <b>", "Street 1|1234 Town", "anna@example.org"
    page = client.get("/de/about/imprint/").content.decode()
    assert hint.decode() not in page
    assert "Anna &lt;b&gt;" in page
    assert "Street 1<br>1234 Town" in page
    assert 'href="mailto:anna@example.org"' in page


def test_an_operator_may_replace_a_text_by_a_file_in_the_data_folder(client: Client) -> None:
    assert settings.TEMPLATES[0]["DIRS"][0] == settings.DATA_DIR / "templates"
    own = settings.DATA_DIR / "templates" / "pages" / "about" / "terms"
    own.mkdir(parents=True)
    (own / "nl.html").write_text("<p>Eigen voorwaarden</p>")
    try:
        from django.template import engines

        engines["django"].engine.template_loaders[0].reset()
        assert b"Eigen voorwaarden" in client.get("/nl/about/terms/").content
    finally:
        (own / "nl.html").unlink()
        engines["django"].engine.template_loaders[0].reset()


def test_manifest_names_icons_that_exist(client: Client) -> None:
    from django.contrib.staticfiles import finders

    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    content = response.json()
    assert content["start_url"] == "/"
    for entry in content["icons"]:
        assert finders.find(entry["src"].removeprefix(settings.STATIC_URL)), entry


def test_robots_keeps_tables_out_of_search_engines(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /tables/" in text
    assert "Disallow: /t/" in text
    assert "Disallow: /\n" not in text


def test_the_letters_of_the_preview_and_the_icons_are_ours(client: Client) -> None:
    """What the head names is there to be loaded."""
    from django.contrib.staticfiles import finders

    links = page_of(client, "/en/").named("link")
    files = [link["href"].removeprefix(settings.STATIC_URL) for link in links if link.get("href", "").startswith(settings.STATIC_URL)]
    assert len(files) >= 5
    assert all(finders.find(name) for name in files), files


@pytest.mark.parametrize("code", LANGUAGES)
def test_languages_are_named_in_themselves(client: Client, code: str) -> None:
    parts = page_of(client, f"/{code}/")
    switches = [tag for tag in parts.named("button") if tag.get("name") == "language"]
    assert [switch["lang"] for switch in switches] == LANGUAGES
    assert [switch["value"] for switch in switches if switch["aria-pressed"] == "true"] == [code]
    with translation.override(code):
        assert reverse("pages:home") == f"/{code}/"


@pytest.mark.parametrize(("code", "game"), [("nl", "Bluffen"), ("de", "Blef"), ("en", "Bluff (Nepal)"), ("ne", "ब्लफ (नेपाल)")])
def test_play_now_says_which_game_it_begins(client: Client, code: str, game: str) -> None:
    door = client.get(f"/{code}/").content.decode().split('<div class="doors">')[1].split("</form>")[0]
    assert game in re.sub(r"<[^>]*>", " ", door)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_privacy_page_names_every_cookie(client: Client, language: str) -> None:
    client.post("/look/", {"theme": "dark"})
    client.post("/language/", {"language": language})
    client.post("/en/settings/", {"more_time": "on"})
    client.get("/en/sign-in/")
    assert {"look", "django_language", "messages", "sessionid", "csrftoken"} == client.cookies.keys()
    page = client.get(f"/{language}/about/privacy/").content.decode()
    for name in client.cookies:
        assert f">{name}</td>" in page
