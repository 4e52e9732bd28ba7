"""Structured logs: one JSON object per line on standard error, each request with an id, and nothing secret in any of them.

What a seat holds, tokens, passwords and the addresses of tables never belong in a log. Code does not log them; `scrub`
stands behind that, also for lines that Django or a library writes.
"""

import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

SECRET_KEYS = re.compile(
    r"(?i)(^|_)(passwords?|secrets?|tokens?|codes?|keys?|cookies?|authorization|hands?|dice|cards?|own|states?|saved|draws?|parts?|faces?)$"
)
ASKED_BY_PROGRAMS = ("healthz", "metrics")  # every few seconds: no news while all is well
REMOVED = "[removed]"
# Addresses that only some people know: tables, their sockets, spoken codes, links in mails, cases of the staff.
PRIVATE_PATH = re.compile(
    r"(/(?:tables|t|board|review|people|leagues/join|leagues|reports|decisions|desk/[a-z]+|notices/stop|password/new|account/email/(?:old|confirm)))"
    r"/(?!new/|join/)[A-Za-z0-9_:%-]+"
)
REQUEST_ID = re.compile(r"^[A-Za-z0-9_-]{8,64}$")
NAME_OF_AN_ERROR = re.compile(r"^[a-z_]+$")  # a refusal's code, unlike the spoken code of a table

log = structlog.get_logger("bluffsite.requests")


def scrub(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Removes values under names that mean secrets, and the private part of addresses wherever a text holds one."""
    for key, value in event.items():
        if SECRET_KEYS.search(key) and not (key == "code" and NAME_OF_AN_ERROR.match(str(value))):
            event[key] = REMOVED
        elif isinstance(value, str):
            event[key] = PRIVATE_PATH.sub(rf"\1/{REMOVED}", value)
    return event


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


class OneLineForEachOutage(logging.Filter):
    """Beat tries each second to reach a broker that is away, and tells of it with a traceback: here one line, then no more.

    What comes after ten quiet seconds is news again.
    """

    QUIET_SECONDS = 10.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock, self._last = clock, float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        if not str(record.msg).startswith(("Message Error", "beat: Connection error")):
            return True
        now = self._clock()
        is_news, self._last = now - self._last > self.QUIET_SECONDS, now
        error = record.args[0] if isinstance(record.args, tuple) and record.args else ""
        record.msg, record.args, record.exc_info = f"beat cannot reach the broker: {type(error).__name__}", (), None
        return is_news


def logging_config(level: str) -> dict[str, Any]:
    """Django's LOGGING: everything, ours and the libraries', through one JSON formatter."""
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": SHARED,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            scrub,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": formatter},
        "filters": {"outage": {"()": OneLineForEachOutage}},
        "handlers": {"standard_error": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["standard_error"], "level": level},
        "loggers": {
            # Each second's sweep is no news; neither is a 404, which `request` lines tell anyway.
            "celery": {"level": "WARNING"},
            "celery.beat": {"filters": ["outage"]},
            "kombu": {"level": "WARNING"},
            "daphne": {"level": "WARNING"},
            "django": {"level": "INFO", "handlers": [], "propagate": True},
            "django.request": {"level": "ERROR"},
            "django.server": {"level": "ERROR", "handlers": [], "propagate": True},
            "django.channels.server": {"level": "WARNING"},
        },
    }


def request_id(request: HttpRequest) -> str:
    """The id that a proxy gave in X-Request-ID, or a new one."""
    given = request.headers.get("X-Request-ID", "")
    return given if REQUEST_ID.match(given) else uuid.uuid4().hex


def _finished(request: HttpRequest, response: HttpResponse, number: str, began: float) -> None:
    """One line per request: the route's pattern, never the address itself."""
    response.headers["X-Request-ID"] = number
    match = request.resolver_match
    if match and match.route in ASKED_BY_PROGRAMS and response.status_code == 200:
        return
    log.info(
        "request",
        method=request.method,
        route=match.route if match else None,
        status=response.status_code,
        ms=round((time.perf_counter() - began) * 1000, 1),
    )


@sync_and_async_middleware
def request_log(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Middleware, the outermost: gives each request an id that is in all its log lines and in the answer."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponse:
            number, began = request_id(request), time.perf_counter()
            with structlog.contextvars.bound_contextvars(request_id=number):
                waiting: Awaitable[HttpResponse] = get_response(request)
                response = await waiting
                _finished(request, response, number, began)
                return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponse:
        number, began = request_id(request), time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=number):
            response: HttpResponse = get_response(request)
            _finished(request, response, number, began)
            return response

    return answer
