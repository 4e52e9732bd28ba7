"""`/healthz` says whether every part works, `/metrics` how much is going on. Neither tells anything of a person or a table."""

import ipaddress
import os
import secrets
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import Min
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily

from games.play.models import Heartbeat, Match

SILENT_AFTER = 10.0
"""Seconds without a heartbeat after which the worker counts as gone: it beats each second."""


def database_works() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def store_works() -> bool:
    """Valkey takes a value and gives it back."""
    try:
        cache.set("healthz", 1, 10)
        return bool(cache.get("healthz") == 1)
    except Exception:  # the client's errors are many, and each means the same here
        return False


def worker_age(now: datetime) -> float | None:
    """Seconds since the worker's last heartbeat; None where there never was one."""
    try:
        at = Heartbeat.objects.filter(part="clock").values_list("at", flat=True).first()
    except DatabaseError:
        return None
    return max(0.0, (now - at).total_seconds()) if at else None


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 when all parts work, else 503; `worker_age` in seconds."""
    age = worker_age(timezone.now())
    parts = {"database": database_works(), "store": store_works(), "worker": age is not None and age < SILENT_AFTER}
    shown: dict[str, object] = {name: "ok" if works else "down" for name, works in parts.items()}
    healthy = all(parts.values())
    shown |= {"status": "ok" if healthy else "down", "worker_age": None if age is None else round(age, 1)}
    return JsonResponse(shown, status=200 if healthy else 503)


def may_measure(request: HttpRequest) -> bool:
    """A program on this machine (not one behind a proxy on it), or whoever has METRICS_TOKEN."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if settings.METRICS_TOKEN and kind.lower() == "bearer" and secrets.compare_digest(token.encode(), settings.METRICS_TOKEN.encode()):
        return True
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


class Now:
    """What the database says at this moment, as a collector of prometheus_client."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        running = Match.objects.filter(ended_at=None)
        oldest = running.filter(due_at__lt=now).aggregate(oldest=Min("due_at"))["oldest"]
        age = worker_age(now)
        lag = (now - oldest).total_seconds() if oldest else 0.0
        yield GaugeMetricFamily("bluffsite_running_matches", "Matches that have not ended.", value=running.count())
        yield GaugeMetricFamily("bluffsite_due_lag_seconds", "How late the server is with its most overdue match.", value=lag)
        yield GaugeMetricFamily(
            "bluffsite_worker_age_seconds", "Since the worker's last heartbeat; -1: never.", value=-1 if age is None else age
        )


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' text format, summed over the processes that share PROMETHEUS_MULTIPROC_DIR."""
    if not may_measure(request):
        return HttpResponse("metrics are for this machine or with METRICS_TOKEN\n", status=403, content_type="text/plain")
    fresh = CollectorRegistry()
    fresh.register(Now())
    shared = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    counted = REGISTRY
    if shared:
        counted = CollectorRegistry()
        multiprocess.MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    return HttpResponse(generate_latest(counted) + generate_latest(fresh), content_type=CONTENT_TYPE_LATEST)
