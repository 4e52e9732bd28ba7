"""The API over HTTP: the whole way of a program, every refusal with its status and code, limits, and what it says of itself."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from openapi_spec_validator import validate

from bluffsite.accounts import limits
from bluffsite.accounts.models import ApiToken, User
from games.play.api.endpoints import ENDPOINTS
from games.play.api.openapi import document
from games.play.api.problems import STATUS
from games.play.markdown import to_html
from games.play.models import Seat, Table
from games.play.sentences import SENTENCES
from games.play.services.actions import STAFF, submit_action
from games.play.services.record import read
from tests.play import people

pytestmark = pytest.mark.django_db


class Api:
    """A program: its token, and JSON in and out. `answer` is the last HTTP answer."""

    def __init__(self, token: str | None = None, **headers: str) -> None:
        self.client, self.headers = Client(), headers | ({"Authorization": f"Bearer {token}"} if token else {})
        self.answer: Any = None

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        self.answer = self.client.generic(method, f"/api/v1/{path}", data, content_type="application/json", headers=self.headers)
        return json.loads(self.answer.content or b"null")

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        problem = self.ask(method, path, body)
        assert problem["message"]
        return self.answer.status_code, problem["code"]


@pytest.fixture
def sign_in() -> Callable[..., Api]:
    def make(name: str | None = None, **headers: str) -> Api:
        token = Api(**headers).ask("POST", "guests", {"name": name})["token"]
        return Api(token, **headers)

    return make


SignIn = Callable[..., Api]


def test_the_whole_way_of_a_program(sign_in: SignIn) -> None:
    host, friend = sign_in("Ada"), sign_in("Bob")
    table = host.ask("POST", "tables", {"game": "liars_dice", "size": 2, "public": True, "options": {"turn_seconds": 30}})
    assert host.answer.status_code == 201
    assert (table["host"], table["phase"], table["options"]["turn_seconds"], table["seats"][0]["name"]) == (0, "lobby", 30, "Ada")
    assert [row["key"] for row in friend.ask("GET", "tables")] == [table["key"]]
    assert friend.ask("POST", f"tables/{table['key']}/seat", {"part": "ab" * 16}) == {"seat": 1}
    assert friend.ask("POST", f"tables/{table['key']}/ready", {}) is None
    assert friend.answer.status_code == 204
    changed = host.ask("PATCH", f"tables/{table['key']}", {"options": {"loss": "one"}})
    assert (changed["options"]["loss"], changed["options"]["turn_seconds"]) == ("one", 45)
    assert host.ask("POST", f"tables/{table['key']}/start", {})["phase"] == "playing"
    states = [api.ask("GET", f"tables/{table['key']}/state") for api in (host, friend)]
    assert [(state["seat"], len(state["view"]["own"]), state["version"]) for state in states] == [(0, 5, 1), (1, 5, 1)]
    acting = host if states[0]["view"]["to_act"] == 0 else friend
    act = {"token": "a", "version": 1, "action": {"type": "bid", "count": 2, "face": 3}}
    assert acting.ask("POST", f"tables/{table['key']}/act", act) == {"type": "accepted", "token": "a", "version": 2}
    assert acting.ask("POST", f"tables/{table['key']}/act", act)["version"] == 2
    after = friend.ask("GET", f"tables/{table['key']}/state?since=1")
    assert [entry["event"]["type"] for entry in after["events"]] == ["bid"]
    assert friend.ask("DELETE", f"tables/{table['key']}/seat") is None
    assert read(Seat.objects.get(index=1).table_id).version == 3


def test_a_token_is_kept_as_its_hash_alone(sign_in: SignIn) -> None:
    api = sign_in("Ada")
    token = api.headers["Authorization"].removeprefix("Bearer ")
    row = ApiToken.objects.get()
    assert token not in str(vars(row))
    assert row.user.is_guest
    assert row.expires_at > timezone.now() + timedelta(days=80)


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer ", "Basic abc", "nonsense"])
def test_a_token_that_is_not_alive_is_refused_also_where_none_is_needed(header: str) -> None:
    api = Api(Authorization=header)
    assert api.refused("GET", "games") == (401, "not_signed_in")
    assert api.answer["WWW-Authenticate"] == "Bearer"


def test_expired_tokens_and_inactive_users_are_refused(sign_in: SignIn) -> None:
    api = sign_in("Ada")
    assert api.ask("GET", "games")
    User.objects.update(is_active=False)
    assert api.refused("GET", "games") == (401, "not_signed_in")
    User.objects.update(is_active=True)
    ApiToken.objects.update(expires_at=timezone.now())
    assert api.refused("GET", "games") == (401, "not_signed_in")


def test_cookies_count_for_nothing() -> None:
    api = Api()
    api.client.force_login(people.member("Ada"))
    assert api.refused("POST", "tables", {"game": "liars_dice"}) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": ""}, 422, "name_empty"),
        ({"name": "x" * 30}, 422, "name_too_long"),
        ({"name": "\u202eAda"}, 422, "name_hidden_signs"),
        ({"name": "Moderator"}, 422, "name_reserved"),
        ({"name": 7}, 400, "bad_request"),
        ({"name": "x" * 10_000}, 400, "bad_request"),
        ({"nickname": "Ada"}, 400, "bad_request"),
        (b"{", 400, "bad_request"),
        (b"\xff\xfe", 400, "bad_request"),
        (b"[]", 400, "bad_request"),
        (b'"' + b"x" * 20_000 + b'"', 413, "too_large"),
        (b"[" * 1000, 400, "too_deep"),
    ],
)
def test_bad_bodies(body: Any, status: int, code: str) -> None:
    assert Api().refused("POST", "guests", body) == (status, code)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess"}, 404, "unknown_game"),
        ({"game": "liars_dice", "size": 1}, 400, "bad_size"),
        ({"game": "liars_dice", "size": 60}, 400, "bad_size"),
        ({"game": "liars_dice", "size": 8}, 422, "options"),
        ({"game": "liars_dice", "options": {"turn_seconds": 3}}, 422, "options"),
        ({"game": "liars_dice", "options": {"nothing": 3}}, 422, "options"),
        ({"game": "liars_dice", "bots": "cruel"}, 400, "bad_request"),
        ({"game": "liars_dice", "part": "xyz"}, 400, "bad_request"),
        ({}, 400, "bad_request"),
    ],
)
def test_bad_tables(sign_in: SignIn, body: Any, status: int, code: str) -> None:
    assert sign_in("Ada").refused("POST", "tables", body) == (status, code)


def test_conflicting_options_name_the_rule(sign_in: SignIn) -> None:
    problem = sign_in("Ada", **{"Accept-Language": "de"}).ask("POST", "tables", {"game": "liars_dice", "size": 8})
    assert problem["rule"] == "liars_dice.players"


def test_tables_of_others(sign_in: SignIn) -> None:
    host, other, stranger = sign_in("Ada"), sign_in("Bob"), Api()
    key = host.ask("POST", "tables", {"game": "liars_dice", "size": 2})["key"]
    assert stranger.ask("GET", f"tables/{key}")["key"] == key
    assert other.refused("PATCH", f"tables/{key}", {"options": {}}) == (403, "not_host")
    assert other.refused("POST", f"tables/{key}/start", {}) == (403, "not_host")
    assert other.refused("POST", f"tables/{key}/ready", {}) == (403, "not_seated")
    assert other.refused("DELETE", f"tables/{key}/seat") == (403, "not_seated")
    assert other.refused("POST", f"tables/{key}/seat", {"seat": 0}) == (409, "seat_taken")
    assert other.refused("POST", f"tables/{key}/seat", {"seat": 9}) == (404, "bad_seat")
    assert other.refused("POST", f"tables/{key}/seat", {"name": "Ada"}) == (422, "name_look_alike")
    assert other.refused("POST", f"tables/{key}/act", {"token": "a", "version": 0, "action": {}}) == (403, "not_seated")
    assert host.refused("POST", f"tables/{key}/act", {"token": "a", "version": 0, "action": {"type": "x"}}) == (404, "unknown_match")
    host.ask("POST", f"tables/{key}/start", {})
    assert other.refused("POST", f"tables/{key}/seat", {}) == (404, "unknown_table")  # a link-only match is not there for others
    for path in ("", "/state"):
        assert stranger.refused("GET", f"tables/{key}{path}") == (404, "unknown_table")


def test_acting(sign_in: SignIn) -> None:
    host, other = sign_in("Ada", **{"Accept-Language": "nl"}), sign_in("Bob")
    key = host.ask("POST", "tables", {"game": "liars_dice", "size": 2, "public": True})["key"]
    other.ask("POST", f"tables/{key}/seat", {})
    host.ask("POST", f"tables/{key}/start", {})
    acting, waiting = (host, other) if host.ask("GET", f"tables/{key}/state")["view"]["to_act"] == 0 else (other, host)

    def act(api: Api, action: Any, version: int = 1, token: str = "t") -> tuple[int, str]:
        return api.refused("POST", f"tables/{key}/act", {"token": token, "version": version, "action": action})

    assert act(acting, {"type": "challenge"}) == (422, "illegal")
    assert act(acting, {"type": "bid", "count": 99, "face": 1}) == (422, "illegal")
    assert act(acting, {"type": "nothing"}) == (400, "bad_action")
    assert act(acting, {"type": "timeout"}) == (400, "bad_action")
    assert act(waiting, {"type": "bid", "count": 1, "face": 1}) == (422, "illegal")
    assert act(acting, {"type": "bid", "count": 1, "face": 1}, version=0) == (409, "stale_version")
    assert act(acting, {"type": "bid"}, token="") == (400, "bad_request")
    assert act(acting, {"type": "bid"}, token="ä") == (400, "bad_request")
    assert act(Api(), {"type": "bid"}) == (401, "not_signed_in")


def test_the_record_is_for_those_who_played_and_only_after_the_end(sign_in: SignIn) -> None:
    host, other = sign_in("Ada"), sign_in("Bob")
    key = host.ask("POST", "tables", {"game": "liars_dice", "size": 2, "public": True})["key"]
    assert host.refused("GET", f"tables/{key}/record") == (404, "not_found")
    host.ask("POST", f"tables/{key}/start", {})
    assert host.refused("GET", f"tables/{key}/record") == (404, "not_found")
    table = Table.objects.get(key=key)
    submit_action(match_id=table.pk, seat=None, action={"type": "close"}, version=1, actor=STAFF)
    Table.objects.filter(pk=table.pk).update(phase=Table.Phase.FINISHED)  # as if it had been played out
    assert other.refused("GET", f"tables/{key}/record") == (403, "not_seated")
    record = host.ask("GET", f"tables/{key}/record")
    assert (record["game"], record["table"], record["log"][0]["action"]["type"]) == ("liars_dice", key, "start")
    assert len(bytes.fromhex(record["secret"])) == 32


def test_since_must_be_a_number(sign_in: SignIn) -> None:
    key = sign_in("Ada").ask("POST", "tables", {"game": "liars_dice", "size": 2})["key"]
    for since in ("x", "-1", "1.5", "9" * 30):
        assert Api().refused("GET", f"tables/{key}/state?since={since}") == (400, "bad_request")


def test_methods_and_addresses() -> None:
    api = Api()
    assert api.refused("DELETE", "games") == (405, "wrong_method")
    assert api.answer["Allow"] == "GET"
    assert api.refused("GET", "nothing") == (404, "not_found")
    assert api.refused("POST", "tables/nosuch/x") == (404, "not_found")
    assert api.refused("GET", "games/chess/options") == (404, "unknown_game")
    assert api.refused("GET", "tables/nosuch") == (404, "unknown_table")


@pytest.mark.parametrize("language", ["nl", "de", "ne"])
def test_messages_are_in_the_language_asked_for(language: str) -> None:
    api = Api(**{"Accept-Language": f"{language}-XX,en;q=0.1"})
    title = {game["slug"]: game["title"] for game in api.ask("GET", "games")}["liars_dice"]
    assert api.answer["Content-Language"] == language
    assert title
    rules = {rule["rule"]: rule["reason"] for rule in api.ask("GET", "games/liars_dice/rules")}
    english = {rule["rule"]: rule["reason"] for rule in Api().ask("GET", "games/liars_dice/rules")}
    assert rules["liars_dice.bid.raise"] != english["liars_dice.bid.raise"]


def test_options_are_a_schema_with_the_plain_game_as_defaults() -> None:
    schema = Api().ask("GET", "games/liars_dice/options")
    fields = schema["$defs"]["Options"]["properties"]
    assert fields["loss"] == {"enum": ["difference", "one"], "default": "difference"}
    assert fields["turn_seconds"]["default"] == 45


def test_an_endpoint_is_rate_limited_per_person_and_says_how_long(sign_in: SignIn) -> None:
    first, second = sign_in("Ada"), sign_in("Bob")
    for _ in range(20):
        first.ask("POST", "tables", {"game": "chess"})
    assert first.refused("POST", "tables", {"game": "chess"}) == (429, "rate_limited")
    assert 1 <= int(first.answer["Retry-After"]) <= 60
    assert second.refused("POST", "tables", {"game": "chess"}) == (404, "unknown_game")


def test_all_requests_of_an_address_are_limited_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "api", limits.Limit(per_address=("3/m",)))
    answers = [Api().ask("GET", "games") for _ in range(3)]
    assert all(isinstance(answer, list) for answer in answers)
    assert Api().refused("GET", "tables") == (429, "rate_limited")


def test_every_code_has_a_sentence_in_every_language() -> None:
    assert not {code for code in STATUS if code not in SENTENCES}


# --- what it says of itself -----------------------------------------------------------------------------------------------


def test_openapi_is_valid_and_complete() -> None:
    served = Api().ask("GET", "openapi.json")
    validate(served)
    assert served == json.loads(json.dumps(document()))
    operations = {(method.upper(), path) for path, methods in served["paths"].items() for method in methods}
    assert len(operations) == len(ENDPOINTS)
    assert ("POST", "/tables/{key}/act") in operations
    assert {"liars_dice.View", "liars_dice.Event", "liars_dice.Options", "liars_dice.Action"} <= served["components"]["schemas"].keys()


def test_the_reference_page_has_everything_and_no_foreign_script(client: Client) -> None:
    page = client.get("/api/v1/").content.decode()
    assert "POST /api/v1/guests" in page
    assert "bluffsite.v1+json" in page
    assert "4429" in page
    assert "def decide(" in page
    assert 'src="http' not in page.replace('src="http://testserver', "")
    assert client.get("/api/v1/protocol.md").content.decode().startswith("# Messages")
    assert client.get("/api/v1/client_example.py")["Content-Type"] == "text/plain; charset=utf-8"


def test_the_protocol_names_every_close_code_and_refusal() -> None:
    from games.play.api.pages import DOCS
    from games.play.services import errors
    from games.play.sockets.codes import Close, Fault

    text = (DOCS / "protocol.md").read_text()
    missing = [str(int(code)) for code in Close if f"| {int(code)} |" not in text]
    missing += [fault for fault in Fault if f"`{fault}`" not in text]
    refusals = [line.split("`")[1] for line in (errors.__doc__ or "").splitlines() if line.startswith("- `")]
    missing += [code for code in refusals if f"| `{code}` |" not in text]
    assert refusals
    assert missing == []


MARKDOWN = """\
# A `b` <c>

text **bold** [x](#y)
more

- one
  goes on
- two

| a | b |
| --- | --- |
| 1 | `2` |

```
<x>

# y
```
"""


def test_markdown() -> None:
    html = to_html(MARKDOWN)
    assert '<h2 id="a-b-c">A <code>b</code> &lt;c&gt;</h2>' in html  # below the h1 of the page
    assert '<p>text <strong>bold</strong> <a href="#y">x</a>\nmore</p>' in html
    assert "<li>one\ngoes on</li>\n<li>two</li>" in html
    assert "<td>1</td>\n<td><code>2</code></td>" in html
    assert "<code>&lt;x&gt;\n\n# y\n</code>" in html
