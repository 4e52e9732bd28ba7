"""The audit of requirements: what it asks, what it says of an answer, and of none."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from bluffsite.running import audit, trial


class Osv(BaseHTTPRequestHandler):
    """Answers as osv.dev does: one result per query, empty where nothing is known."""

    flawed: dict[str, list[str]] = {}
    asked: list[dict] = []
    body: bytes | None = None

    def do_POST(self) -> None:
        assert self.path == "/v1/querybatch"
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        Osv.asked.extend(queries)
        results = [
            {"vulns": [{"id": flaw} for flaw in Osv.flawed[name]]} if (name := query["package"]["name"]) in Osv.flawed else {}
            for query in queries
        ]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(Osv.body or json.dumps({"results": results}).encode())

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def osv() -> Iterator[str]:
    Osv.flawed, Osv.asked, Osv.body = {}, [], None
    with HTTPServer(("127.0.0.1", 0), Osv) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_every_locked_requirement_is_asked_about(osv: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(osv) == 0
    asked = {query["package"]["name"]: query["version"] for query in Osv.asked}
    assert asked["django"] == "6.1.3"
    assert "pytest" in asked
    assert {query["package"]["ecosystem"] for query in Osv.asked} == {"PyPI"}
    assert f"{len(Osv.asked)} requirements, 0 known flaws." in capsys.readouterr().out


def test_a_known_flaw_is_told_with_its_address(osv: str, capsys: pytest.CaptureFixture[str]) -> None:
    Osv.flawed = {"django": ["GHSA-one"], "daphne": ["GHSA-two"]}
    assert audit.main(osv) == audit.KNOWN_FLAWS
    told = capsys.readouterr().out
    assert "django 6.1.3: GHSA-one  https://osv.dev/vulnerability/GHSA-one" in told
    assert "GHSA-two" in told


def test_a_flaw_that_was_looked_at_is_not_told_again() -> None:
    assert audit.told({("django", "6.1.3"): ["GHSA-one"]}, accepted={"GHSA-one": "we have no uploads"}) == []


@pytest.mark.parametrize("body", [b"", b"<html>a proxy says no</html>", b"[]", b'{"results": []}', b'{"results": null}'])
def test_an_answer_that_cannot_be_read_is_no_good_news(osv: str, body: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    Osv.body = body or b" "
    assert audit.main(osv) == audit.NO_ANSWER
    assert "Nobody was asked" in capsys.readouterr().err


def test_without_a_network_it_says_that_nobody_was_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main("http://127.0.0.1:9") == audit.NO_ANSWER
    assert "known flaws" in capsys.readouterr().err


def test_in_the_test_run_neither_a_missing_network_nor_a_new_flaw_is_a_failure_but_both_are_told() -> None:
    step = next(step for step in trial.lint_steps() if "audit" in step.command)
    silent, flawed = (trial.Outcome(step, code, 1.0) for code in (audit.NO_ANSWER, audit.KNOWN_FLAWS))
    assert not silent.is_bad
    assert "not asked" in silent.word
    assert not flawed.is_bad
    assert "known flaws" in flawed.word
    assert trial.Outcome(step, 2, 1.0).is_bad


def test_pins_are_read_with_extras_and_markers() -> None:
    text = 'django-allauth[mfa]==65.22.1 ; sys_platform == "linux" \\\n    --hash=sha256:abc\nasgiref==3.13.0 \\\n# via == nothing\n'
    assert audit.pins(text) == {("django-allauth", "65.22.1"), ("asgiref", "3.13.0")}
