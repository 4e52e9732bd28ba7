"""Whoever asks too often gets 429 with the time to wait, in their language, as a page, a sentence or JSON, and loses nothing."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import translation

from bluffsite.accounts import limits
from bluffsite.accounts.limits import LIMITS, Limit
from bluffsite.pages import too_fast
from tests.play.people import guest, lobby, member, running

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _ in settings.LANGUAGES]
OPERATIONS = (Path(settings.BASE_DIR) / "bluffsite" / "docs" / "operations.md").read_text()


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch):
    """`spent("search")`: from now on that action is allowed once an hour."""

    def allow_once(action: str) -> None:
        assert LIMITS[action].per_address or LIMITS[action].per_user
        once = Limit(*(("1/h",) if rates else () for rates in LIMITS[action]))
        monkeypatch.setitem(LIMITS, action, once)

    return allow_once


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_says_when_to_try_again_in_every_language(client: Client, spent, code: str) -> None:
    spent("search")
    assert client.get(f"/{code}/rules/", {"q": "bluff"}).status_code == 200
    refused = client.get(f"/{code}/rules/", {"q": "bluff"})
    page = refused.content.decode()
    assert refused.status_code == 429
    seconds = int(refused["Retry-After"])
    assert 0 < seconds <= 3600
    assert refused["Cache-Control"] == "no-store"
    with translation.override(code):
        sentence = too_fast.wait(seconds)
    assert sentence in page
    assert f'<html lang="{code}"' in page


def test_reading_the_rules_without_a_search_is_never_counted(client: Client, spent) -> None:
    spent("search")
    assert {client.get("/en/rules/").status_code for _ in range(4)} == {200}


@pytest.mark.parametrize(
    ("action", "path"),
    [
        ("search", "/en/rules/?q=blef"),
        ("compare", "/en/rules/compare/?a=blef&b=bluffen"),
        ("pdf", "/en/rules/blef/score.pdf"),
    ],
)
def test_pages_that_cost_work_are_limited_for_each_address(client: Client, spent, action: str, path: str) -> None:
    spent(action)
    assert client.get(path, REMOTE_ADDR="192.0.2.1").status_code == 200
    assert client.get(path, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert client.get(path, REMOTE_ADDR="192.0.2.2").status_code == 200


def test_documents_of_tables_count_like_those_of_the_rules(client: Client, spent) -> None:
    table = lobby(guest("Anna"))
    spent("pdf")
    assert client.get(f"/tables/{table.key}/rules/card.pdf").status_code == 200
    assert client.get("/en/rules/blef/score.pdf").status_code == 429


@pytest.mark.parametrize(
    ("action", "path", "data"),
    [
        ("sign in", "/en/sign-in/", {"username": "anna", "password": "wrong"}),
        ("register", "/en/register/", {"username": "anna", "password": "nightly river stones"}),
    ],
)
def test_a_form_that_tells_it_itself_keeps_what_was_typed(client: Client, spent, action: str, path: str, data: dict[str, str]) -> None:
    member("anna")
    spent(action)
    assert client.post(path, data).status_code == 422
    refused = client.post(path, data)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert 'value="anna"' in refused.content.decode()
    assert client.get(path).status_code == 200


def test_actions_by_form_are_limited_for_each_person(client: Client, spent) -> None:
    anna = guest("Anna")
    table = running(anna, bot_levels={1: "easy", 2: "easy", 3: "easy"})
    client.force_login(anna)
    spent("act")
    address = f"/tables/{table.key}/act/"
    assert client.post(address, {"do": "pause"}).status_code == 302
    assert client.post(address, {"do": "resume"}).status_code == 429


def test_changes_of_a_table_are_limited_and_the_script_gets_a_sentence(client: Client, spent) -> None:
    table = lobby(guest("Anna"))
    spent("change table")
    address, script = f"/tables/{table.key}/sit/", {"X-Requested-With": "table"}
    assert client.post(address, headers=script).status_code == 204
    refused = client.post(address, headers=script)
    assert refused.status_code == 429
    assert refused.content.decode() == f"That was too often. {too_fast.wait(int(refused['Retry-After']))}"


def test_what_was_typed_can_be_sent_again_but_no_password(rf: RequestFactory) -> None:
    request = rf.post("/en/x/", {"name": "Anna <b>", "password": "secret"}, headers={"origin": "http://testserver"})
    request.session, request.user = {}, guest("Anna")
    page = too_fast.too_fast(request, 30).content.decode()
    assert '<input type="hidden" name="name" value="Anna &lt;b&gt;">' in page
    assert "secret" not in page
    assert "Try again in 30 seconds." in page


def test_a_foreign_page_cannot_prepare_a_form_here(rf: RequestFactory) -> None:
    request = rf.post("/en/x/", {"name": "Anna"}, headers={"origin": "http://evil.example"})
    request.session, request.user = {}, guest("Anna")
    assert 'name="name"' not in too_fast.too_fast(request, 30).content.decode()


@pytest.mark.parametrize(("seconds", "said"), [(1, "1 second."), (120, "120 seconds."), (121, "3 minutes."), (3600, "60 minutes.")])
def test_waits_are_told_in_seconds_or_minutes(seconds: int, said: str) -> None:
    assert too_fast.wait(seconds).endswith(f"in {said}")


def test_every_limit_is_documented_as_it_is() -> None:
    """The table in docs/operations.md."""
    told = {cells[0]: cells[1:] for cells in re.findall(r"^\| `([a-z ]+)` \| ([^|]*) \| ([^|]*) \|", OPERATIONS, re.MULTILINE)}
    for action, limit in LIMITS.items():
        person, address = (", ".join(rates) or "–" for rates in limit)
        assert [cell.strip() for cell in told[action]] == [person, address], action


def test_no_limit_is_written_anywhere_else() -> None:
    """`spend` brings rates of its own in the API alone, where each endpoint has one."""
    found = {
        str(path.relative_to(settings.BASE_DIR))
        for folder in ("bluffsite", "games/play", "leagues", "rulebook")
        for path in (Path(settings.BASE_DIR) / folder).rglob("*.py")
        if re.search(r"per_(user|address)=\S*\(", path.read_text())
    }
    assert found == {"bluffsite/accounts/limits.py", "games/play/api/dispatch.py"}


def test_limits_about_different_things_are_counted_apart(spent) -> None:
    spent("sign in as")
    everyone = limits.Who(None, "everywhere")
    limits.spend("sign in as", everyone, about="anna")
    limits.spend("sign in as", everyone, about="ben")
    with pytest.raises(limits.TooFast):
        limits.spend("sign in as", everyone, about="anna")
