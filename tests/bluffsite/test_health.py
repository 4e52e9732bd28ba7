"""/healthz tells which part is down, /metrics what is going on; strangers learn nothing from either."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.utils import timezone

from bluffsite import health
from games.play.models import Heartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def beating():
    """The worker showed life a second ago."""
    Heartbeat.objects.update_or_create(part="clock", defaults={"at": timezone.now() - timedelta(seconds=1)})


def test_healthy_site_says_so(client, beating):
    response = client.get("/healthz")
    assert response.status_code == 200
    said = json.loads(response.content)
    age = said.pop("worker_age")
    assert 1 <= age < health.SILENT_AFTER
    assert said == {"status": "ok", "database": "ok", "store": "ok", "worker": "ok"}
    assert "no-store" in response.headers["Cache-Control"]


def test_silent_worker_is_down(client):
    Heartbeat.objects.update_or_create(part="clock", defaults={"at": timezone.now() - timedelta(seconds=11)})
    response = client.get("/healthz")
    assert response.status_code == 503
    assert json.loads(response.content)["worker"] == "down"


def test_worker_that_never_beat_is_down(client):
    Heartbeat.objects.all().delete()
    response = client.get("/healthz")
    assert response.status_code == 503
    assert json.loads(response.content)["worker_age"] is None


def test_lost_store_is_down_and_no_error_page(client, beating, monkeypatch):
    def lost(*args):
        raise ConnectionError("no such socket /somewhere/private.sock")

    monkeypatch.setattr(type(cache._connections["default"] if hasattr(cache, "_connections") else cache), "set", lost, raising=False)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert json.loads(response.content)["store"] == "down"
    assert b"private" not in response.content


def test_lost_database_is_down_and_no_error_page(client, monkeypatch):
    def lost(*args, **kwargs):
        raise DatabaseError("password of user site is wrong")

    monkeypatch.setattr(connection, "cursor", lost)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert json.loads(response.content)["database"] == "down"
    assert b"password" not in response.content


def test_health_is_only_read(client):
    assert client.post("/healthz").status_code == 405
    assert client.post("/metrics").status_code == 405


# --- metrics ----------------------------------------------------------------------------------------------------------
def test_metrics_are_for_this_machine(client, beating):
    response = client.get("/metrics")
    assert response.status_code == 200
    text = response.content.decode()
    assert "bluffsite_running_matches 0.0" in text
    assert "bluffsite_due_lag_seconds 0.0" in text
    assert "# TYPE bluffsite_actions_total counter" in text
    assert "# TYPE bluffsite_action_seconds histogram" in text


@pytest.mark.parametrize("address", ["192.168.1.5", "2001:db8::1", ""])
def test_metrics_are_refused_to_others(client, address):
    assert client.get("/metrics", REMOTE_ADDR=address).status_code == 403


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_visitor_through_a_proxy_on_this_machine_is_not_this_machine(client, header):
    assert client.get("/metrics", headers={header: "for=203.0.113.9"}).status_code == 403


def test_metrics_token_opens_them_from_anywhere(client, settings):
    settings.METRICS_TOKEN = "wanted-token"
    assert client.get("/metrics", REMOTE_ADDR="192.168.1.5", headers={"Authorization": "Bearer wanted-token"}).status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="192.168.1.5", headers={"Authorization": "Bearer other"}).status_code == 403
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", REMOTE_ADDR="192.168.1.5", headers={"Authorization": "Bearer "}).status_code == 403
