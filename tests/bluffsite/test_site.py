"""The wiring of the site: addresses, headers, the ASGI front door, Jinja2, Celery, and what production refuses."""

import os
import subprocess
import sys

import jinja2
import pytest
from django.conf import settings
from django.template import engines
from django.urls import reverse
from django.utils import translation

from bluffsite.celery import app

PRODUCTION = {
    "SITE_URL": "https://bluffsite.example",
    "ALLOWED_HOSTS": "bluffsite.example",
    "EMAIL_URL": "smtp+tls://site:secret@mail.bluffsite.example:587",
}


def run(*command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A Python process of the site with nothing but these variables."""
    clean = {"PATH": os.environ["PATH"], "BLUFFSITE_DATA": os.environ["BLUFFSITE_DATA"], **environ}
    return subprocess.run(
        [sys.executable, *command], cwd=settings.BASE_DIR, env=clean, capture_output=True, text=True, check=False, timeout=120
    )


# --- production -------------------------------------------------------------------------------------------------------
def test_check_deploy_is_clean():
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", SECRET_KEY="k3Zqp7Wd" * 8, **PRODUCTION)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command",
    [["-c", "import bluffsite.asgi"], ["-m", "celery", "-A", "bluffsite", "worker", "--pool", "solo"]],
    ids=["web", "worker"],
)
def test_production_without_a_secret_key_does_not_start(command):
    done = run(*command, **PRODUCTION)
    assert done.returncode != 0
    assert "SECRET_KEY" in done.stderr


def test_https_site_has_secure_cookies_and_hsts():
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    code = f"from django.conf import settings; print(*[getattr(settings, name) for name in {names}])"
    done = run("-c", code, DJANGO_SETTINGS_MODULE="bluffsite.settings", **PRODUCTION)
    assert done.stdout.split() == ["True", "True", "True", "31536000"]


@pytest.mark.parametrize(
    ("given", "cache", "broker"),
    [
        ("redis://:pw@host:6380", "redis://:pw@host:6380/2", "redis://:pw@host:6380/1"),
        ("redis://host/", "redis://host/2", "redis://host/1"),
        ("unix:///run/v.sock", "unix:///run/v.sock?db=2", "redis+socket:///run/v.sock?virtual_host=1"),
    ],
)
def test_one_redis_url_is_spelled_for_each_library(given, cache, broker):
    code = "from django.conf import settings as s; print(s.CACHES['default']['LOCATION'], s.CELERY_BROKER_URL)"
    done = run("-c", code, DJANGO_SETTINGS_MODULE="bluffsite.settings", REDIS_URL=given)
    assert done.stdout.split() == [cache, broker]


def test_postgresql_gets_a_pool_and_gives_up_on_a_silent_server():
    code = "from django.conf import settings as s; d = s.DATABASES['default']; print(d['CONN_MAX_AGE'], d['OPTIONS'])"
    done = run("-c", code, DJANGO_SETTINGS_MODULE="bluffsite.settings", DATABASE_URL="postgres://a@h/d", DATABASE_POOL="3")
    assert done.stdout.strip() == "0 {'connect_timeout': 5, 'pool': {'min_size': 1, 'max_size': 3}}"


# --- addresses and headers --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("spoken", "expected"), [("nl-BE,en;q=0.3", "nl"), ("de", "de"), ("ne-NP", "ne"), ("fr", "en"), ("", "en")])
def test_front_door_leads_to_the_language_of_the_browser(client, spoken, expected):
    response = client.get("/", headers={"Accept-Language": spoken})
    assert (response.status_code, response.url) == (302, f"/{expected}/")
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in response.headers["Vary"].split(",")}


def test_language_cookie_wins_over_the_browser(client):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ne"
    assert client.get("/", headers={"Accept-Language": "nl"}).url == "/ne/"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/en/", "/en/no-such-page/", "/healthz", "/api/v1/no-such"])
def test_every_answer_has_the_headers_of_safety(client, path):
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["X-Request-ID"]


@pytest.mark.django_db
def test_policy_of_content_allows_only_our_own_and_what_bears_the_nonce(client):
    policy = dict(part.strip().split(" ", 1) for part in client.get("/en/").headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["script-src"].split()[0] == "'self'"
    assert all(source == "'self'" or source.startswith("'nonce-") for source in policy["script-src"].split() + policy["style-src"].split())
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in str(policy)


@pytest.mark.django_db
def test_nonce_is_new_for_each_answer(client):
    policies = {client.get("/en/").headers["Content-Security-Policy"] for _ in range(2)}
    assert len(policies) == 2 or not any("nonce" in policy for policy in policies)


@pytest.mark.django_db
def test_session_cookie_is_not_for_scripts_and_stays_on_this_site(client):
    client.get("/admin/login/")
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"


@pytest.mark.django_db
def test_foreign_host_is_refused(client):
    assert client.get("/en/", headers={"Host": "evil.example"}).status_code == 400


# --- ASGI -------------------------------------------------------------------------------------------------------------
async def test_front_door_speaks_http_and_websocket_alone():
    from bluffsite.asgi import application

    with pytest.raises(ValueError, match="lifespan"):
        await application({"type": "lifespan"}, None, None)  # type: ignore[arg-type]


# --- Jinja2 -----------------------------------------------------------------------------------------------------------
def fragment(source: str, **values: object) -> str:
    return engines["jinja2"].env.from_string(source).render(values)


def test_text_of_people_is_data_in_fragments():
    assert fragment("{{ name }}", name="<b>&") == "&lt;b&gt;&amp;"


def test_missing_name_is_an_error_not_an_empty_text():
    with pytest.raises(jinja2.UndefinedError):
        fragment("{{ nobody }}")


def test_fragments_speak_the_active_language():
    with translation.override("nl"):
        assert fragment('{{ _("Settings") }} {{ language() }}') == "Instellingen nl"
    with translation.override("en"):
        assert fragment('{{ _("Settings") }} {{ language() }}') == "Settings en"


def test_fragments_know_addresses_and_static_files():
    assert fragment('{{ url("play:table", key="abc") }}') == reverse("play:table", kwargs={"key": "abc"}) == "/tables/abc/"
    assert fragment('{{ static("css/site.css") }}') == "/static/css/site.css"


def test_every_fragment_of_the_site_compiles():
    names = [name for name in engines["jinja2"].env.list_templates() if name.endswith(".jinja")]
    assert names
    for name in names:
        engines["jinja2"].env.get_template(name)


# --- Celery -----------------------------------------------------------------------------------------------------------
def test_every_scheduled_task_exists():
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled
    assert scheduled <= set(app.tasks)


def test_tasks_are_json_acknowledged_late_and_leave_no_result():
    assert app.conf.task_serializer == "json"
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.task_ignore_result
    assert app.conf.result_backend is None
