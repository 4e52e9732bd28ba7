"""Logs are JSON, each request has an id in them, and nothing secret is."""

import io
import json
import logging
import logging.config

import pytest
import structlog
from django.http import HttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from bluffsite import logs
from bluffsite.logs import OneLineForEachOutage, logging_config

KEY = "Zk3v9QmB1xY7cW0aLd2sTg"


@pytest.fixture
def lines():
    """What the real formatter writes: `lines()` gives the log lines so far as objects."""
    config = logs.logging_config("INFO")
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.config.DictConfigurator(config).configure_formatter(config["formatters"]["json"]))
    root = logging.getLogger()
    root.addHandler(handler)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.removeHandler(handler)


def test_line_is_json_with_time_level_and_name(lines):
    structlog.get_logger("bluffsite.test").info("table_closed", tables=3)
    (line,) = lines()
    assert (line["event"], line["tables"], line["level"], line["logger"]) == ("table_closed", 3, "info", "bluffsite.test")
    assert line["timestamp"].endswith("Z")


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "own",
        "dice",
        "hand",
        "token",
        "api_token",
        "csrf_token",
        "code",
        "key",
        "table_key",
        "secret",
        "cookie",
        "state",
        "saved",
    ],
)
def test_values_under_secret_names_are_removed(lines, name):
    structlog.get_logger().warning("oops", **{name: "s3cr3t-value"})
    (line,) = lines()
    assert line[name] == logs.REMOVED
    assert "s3cr3t-value" not in json.dumps(line)


def test_code_of_a_refusal_may_be_read_and_that_of_a_table_not(lines):
    structlog.get_logger().info("refused", code="stale_version")
    structlog.get_logger().info("joined", code="KP7Q2M")
    assert [line["code"] for line in lines()] == ["stale_version", logs.REMOVED]


@pytest.mark.parametrize("path", [f"/tables/{KEY}/", f"/ws/tables/{KEY}/", f"/t/{KEY}", f"/api/v1/tables/{KEY}/act", f"/de/tables/{KEY}"])
def test_addresses_of_tables_are_cut_from_every_text(lines, path):
    logging.getLogger("django.request").error("Internal Server Error: %s", path)
    (line,) = lines()
    assert KEY not in json.dumps(line)
    assert line["event"].startswith("Internal Server Error: /")


def test_tracebacks_are_in_the_line_without_addresses_of_tables(lines):
    try:
        raise ValueError(f"nobody at /tables/{KEY}/")
    except ValueError:
        logging.getLogger("anything").exception("failed")
    (line,) = lines()
    assert "ValueError: nobody at /tables/" in line["exception"]
    assert KEY not in json.dumps(line)


def test_texts_in_four_languages_stay_readable(lines):
    structlog.get_logger().info("तारा")
    (line,) = lines()
    assert line["event"] == "तारा"


# --- requests ---------------------------------------------------------------------------------------------------------
def answer(request):
    request.resolver_match = type("Match", (), {"route": "tables/<key>/"})()
    structlog.get_logger("view").info("seen")
    return HttpResponse("ok")


async def answer_async(request):
    return answer(request)


def test_request_id_is_in_all_lines_and_in_the_answer(lines):
    response = logs.request_log(answer)(RequestFactory().get(f"/tables/{KEY}/?code=abc"))
    seen, finished = lines()
    assert seen["request_id"] == finished["request_id"] == response.headers["X-Request-ID"]
    assert (finished["method"], finished["route"], finished["status"]) == ("GET", "tables/<key>/", 200)
    assert KEY not in json.dumps(finished)
    assert "abc" not in json.dumps(finished)


async def test_request_id_works_in_async_views(lines):
    response = await logs.request_log(answer_async)(AsyncRequestFactory().get("/"))
    assert {line["request_id"] for line in lines()} == {response.headers["X-Request-ID"]}


def test_id_given_by_a_proxy_is_kept_if_it_is_one(lines):
    factory = RequestFactory()
    assert logs.request_log(answer)(factory.get("/", headers={"X-Request-ID": "abcdef-0123"})).headers["X-Request-ID"] == "abcdef-0123"
    forged = logs.request_log(answer)(factory.get("/", headers={"X-Request-ID": 'x"} {"event": "forged'}))
    assert len(forged.headers["X-Request-ID"]) == 32


def test_id_of_one_request_does_not_leak_into_the_next_lines(lines):
    logs.request_log(answer)(RequestFactory().get("/"))
    structlog.get_logger().info("later")
    assert "request_id" not in lines()[-1]


# --- a broker that is away -------------------------------------------------------------------------------------------


class Told:
    """What passes the filter, at times of the test's own."""

    def __init__(self):
        self.now = 100.0
        self.filter = OneLineForEachOutage(clock=lambda: self.now)

    def error(self, text, *args):
        """The line, or None when it is kept back."""
        record = logging.LogRecord("celery.beat", logging.ERROR, "beat.py", 1, text, args, (OSError, OSError("gone"), None))
        return record.getMessage() if self.filter.filter(record) and record.exc_info is None else None


def test_a_broker_that_is_away_is_one_line_and_then_no_more():
    told = Told()
    assert told.error("Message Error: %s\n%s", OSError("gone"), ["stack"]) == "beat cannot reach the broker: OSError"
    for _ in range(30):
        told.now += 1
        assert told.error("Message Error: %s\n%s", OSError("gone"), ["stack"]) is None
    told.now += 11
    assert told.error("beat: Connection error: %s. Trying again in %s seconds...", OSError("gone"), 2.0) == (
        "beat cannot reach the broker: OSError"
    )


def test_other_errors_of_beat_are_told_whole():
    record = logging.LogRecord("celery.beat", logging.ERROR, "beat.py", 1, "Removing corrupted schedule file", (), (OSError, None, None))
    assert OneLineForEachOutage().filter(record)
    assert record.exc_info is not None


def test_the_filter_stands_where_beat_writes():
    config = logging_config("INFO")
    assert config["loggers"]["celery.beat"]["filters"] == ["outage"]
    assert config["filters"]["outage"]["()"] is OneLineForEachOutage
