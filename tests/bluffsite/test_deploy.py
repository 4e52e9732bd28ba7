"""The files of docs/deploy/ fit the site, one another, and what the privacy page promises."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from bluffsite import old_logs
from bluffsite.logs import scrub
from games.play import metrics  # noqa: F401  # its figures are counted

DEPLOY = Path(settings.BASE_DIR) / "bluffsite" / "docs" / "deploy"
OPERATIONS = (DEPLOY.parent / "operations.md").read_text()
UNITS = sorted(DEPLOY.glob("*.service"))


def text(name: str) -> str:
    return (DEPLOY / name).read_text()


KEYED = re.compile(r"<str:(key|code|invitation)>|P<key>")
"""Addresses that carry what only some people know."""


def routes(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        inner = routes(pattern.url_patterns) if isinstance(pattern, URLResolver) else [""]
        yield from (f"{pattern.pattern}{rest}" for rest in inner)


def test_every_variable_of_the_settings_is_described() -> None:
    code = (Path(settings.BASE_DIR) / "bluffsite" / "settings.py").read_text()
    read = set(re.findall(r'env(?:\.\w+)?\(\s*"([A-Z_]+)"', code))
    told = set(re.findall(r"`([A-Z_]+)`", OPERATIONS))
    assert read - told - {"DEBUG"} == set()


def test_every_variable_of_the_example_is_described() -> None:
    example = set(re.findall(r"^([A-Z_]+)=", text("bluffsite.env"), re.MULTILINE))
    assert example - {"DJANGO_SETTINGS_MODULE"} <= set(re.findall(r"`([A-Z_]+)`", OPERATIONS))
    assert "SECRET_KEY=''\n" in text("bluffsite.env")


def test_the_environment_is_the_same_for_the_shell_and_for_systemd() -> None:
    """Each value is quoted, as names and addresses of mail need; each variable is told of once."""
    lines = [line for line in text("bluffsite.env").splitlines() if not line.startswith("#")]
    wanted = dict(re.findall(r"^([A-Z_]+)='([^']*)'$", "\n".join(lines), re.MULTILINE))
    assert len(wanted) == len(lines)
    told = subprocess.run(["sh", "-eac", f". {DEPLOY / 'bluffsite.env'}; env -0"], capture_output=True, text=True, check=True).stdout
    seen = dict(line.split("=", 1) for line in told.split("\0") if line)
    assert {name: seen[name] for name in wanted} == wanted
    rows = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", OPERATIONS, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)]
    assert len(names) == len(set(names))


def test_every_file_is_spoken_of() -> None:
    spoken = OPERATIONS + text("release.sh") + text("bluffsite-web@.service")
    for path in DEPLOY.iterdir():
        stem = path.name.partition("@")[0].partition(".")[0]
        assert path.name in spoken or f"{stem}*" in spoken or path.suffix in (".service", ".timer"), path.name


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_start_what_there_is(unit: Path) -> None:
    commands = re.findall(r"^ExecStart(?:Pre)?=(.*)$", unit.read_text(), re.MULTILINE)
    assert commands
    for command in commands:
        for path in re.findall(r"/srv/bluffsite/(bluffsite/\S+)", command):
            assert (Path(settings.BASE_DIR) / path).is_file()
        if module := re.search(r" -m (bluffsite\S+)", command):
            assert (Path(settings.BASE_DIR) / f"{module[1].replace('.', '/')}.py").is_file()


@pytest.mark.parametrize("unit", [unit for unit in UNITS if "backup" not in unit.name], ids=lambda unit: unit.name)
def test_units_come_back_and_may_touch_little(unit: Path) -> None:
    lines = unit.read_text().splitlines()
    for line in ("Restart=always", "User=bluffsite", "NoNewPrivileges=yes", "ProtectSystem=strict", "PartOf=bluffsite.target"):
        assert line in lines


def test_beat_is_one_and_no_worker_has_its_own() -> None:
    assert "@" not in next(unit.name for unit in UNITS if "beat" in unit.name)
    assert "--beat" not in text("bluffsite-worker@.service")


def test_the_journal_holds_lines_of_json_and_no_banner() -> None:
    """One line that is no JSON would stop whoever reads them; a worker greets with a page full."""
    for unit in UNITS:
        for command in re.findall(r"^ExecStart=(.* -m celery .*)$", unit.read_text(), re.MULTILINE):
            assert " --quiet " in command, unit.name
    assert all("jq -R 'fromjson?" in line for line in OPERATIONS.splitlines() if "| jq" in line)


def test_the_proxy_knows_the_processes_that_are_started() -> None:
    started = set(re.findall(r"bluffsite-web@(\d+)", text("bluffsite.target")))
    assert started == set(re.findall(r"server 127\.0\.0\.1:(\d+)", text("nginx.conf")))


def test_the_certificate_is_renewed_while_the_proxy_runs() -> None:
    """Port 80 is the proxy's: what certbot lays down has to be served by it, and a new certificate has to be read."""
    line = next(line for line in OPERATIONS.splitlines() if "certbot certonly" in line)
    folder = re.search(r"--webroot -w (\S+)", line)
    assert folder
    assert "--deploy-hook 'systemctl reload nginx'" in line
    plain = text("nginx.conf").partition("listen 443")[0]
    assert re.search(rf"location /\.well-known/acme-challenge/ {{\s+root {folder[1]};", plain)


def test_the_proxys_log_holds_no_address_of_a_table() -> None:
    """Every address without a language that carries a key, by the pattern of the example."""
    conf = text("nginx.conf")
    pattern = re.search(r'"~\^\(\?<where>(.*)\)/" \$where', conf)
    assert pattern
    secret = re.compile(f"^({pattern[1]})/")
    keyed = [f"/{route}" for route in routes(get_resolver().url_patterns) if KEYED.search(route)]
    assert len(keyed) > 40
    assert [route for route in [*keyed, "/ws/tables/KEY/"] if not secret.match(route.replace("^", ""))] == []
    log_format = re.search(r"log_format bluffsite (.*);", conf)
    assert log_format
    assert not re.search(r"\$(request|request_uri|uri|http_referer|args)\b", log_format[1])
    assert "error_log /var/log/nginx/bluffsite-error.log crit;" in conf


def test_the_sites_own_log_holds_none_of_them_either() -> None:
    for route in routes(get_resolver().url_patterns):
        if KEYED.search(route):
            path = re.sub(r"<str:(key|code|invitation)>|\(\?P<\w+>[^)]*\)", "SECRET-key_1", f"/{route}").replace("^", "").replace("$", "")
            told = scrub(None, "error", {"event": f"Internal Server Error: {path} at once"})["event"]
            assert "SECRET" not in told, path
            assert told.endswith("at once")


def test_two_weeks_are_two_weeks_everywhere() -> None:
    journal = [int(days) for days in re.findall(r"^Max\w+Sec=(\d+)day$", text("journald.conf"), re.MULTILINE)]
    assert sum(journal) == old_logs.DAYS  # a file goes whole: the oldest line is as old as both together
    days = {
        "proxy": re.search(r"maxage (\d+)", text("logrotate.conf")),
        "copies": re.search(r"days=(\d+)", text("backup.sh")),
    }
    assert {what: int(found[1]) for what, found in days.items() if found} == dict.fromkeys(days, old_logs.DAYS)
    for code, _ in settings.LANGUAGES:
        page = (Path(settings.BASE_DIR) / "templates/pages/about/privacy" / f"{code}.html").read_text()
        assert str(old_logs.DAYS) in page.translate(str.maketrans("०१२३४५६७८९", "0123456789")), code


@pytest.mark.django_db
def test_alarms_ask_for_figures_that_there_are(client: Client) -> None:
    asked = set(re.findall(r"bluffsite_[a-z_]+", text("alerts.yml") + OPERATIONS)) - {"bluffsite_requests"}
    told = client.get("/metrics").content.decode()
    assert [figure for figure in sorted(asked) if figure not in told] == []
    for alert in re.findall(r"alert: (\w+)", text("alerts.yml")):
        assert f"**{alert}**" in OPERATIONS


@pytest.mark.parametrize(("fails", "up"), [("", True), ("", False), ("prepare", True), ("healthz", True)])
def test_a_release_tells_the_tables_first_and_leaves_no_word_of_it(tmp_path: Path, fails: str, up: bool) -> None:
    """UX-1504. Each program that it calls writes down which of the two files lay there then."""
    tools, data, site = (tmp_path / name for name in ("tools", "data", "site"))
    for folder in (tools, data, site / ".venv" / "bin"):
        folder.mkdir(parents=True)
    environment, log = tmp_path / "env", tmp_path / "log"
    environment.write_text(f"BLUFFSITE_DATA='{data}'\nSECRET_KEY='x'\n")
    script = f"""#!/bin/sh
name=${{0##*/}}; state=$(cd {data} && echo *); echo "$name $1 $state" >>{log}
[ "$name" = curl ] && {{ [ -f {tmp_path}/up ] || exit 7; }}
[ "$name" = systemctl ] && {{ [ "$1" = start ] && touch {tmp_path}/up || rm -f {tmp_path}/up; }}
case "{fails or "none"}" in
prepare) echo "$*" | grep -q running.prepare && exit 1 ;;
healthz) [ "$name" = curl ] && grep -q 'systemctl start' {log} && exit 22 ;;
esac
[ "$name" = runuser ] && {{ while [ "$1" != -- ]; do shift; done; shift; [ "$1" = sh ] || "$@"; exit; }}
exit 0
"""
    for tool in (*(tools / name for name in ("curl", "systemctl", "runuser", "sleep", "python3")), site / ".venv" / "bin" / "python"):
        tool.write_text(script)
        tool.chmod(0o755)
    (tmp_path / "up").touch() if up else None
    command = ["sh", str(DEPLOY / "release.sh"), str(site), str(environment)]
    done = subprocess.run(command, env={"PATH": f"{tools}:{os.environ['PATH']}"}, capture_output=True, text=True, check=False)
    told = log.read_text().splitlines()
    assert ("sleep 120 update" in told) is up
    assert any(line.startswith("systemctl stop") and "maintenance" in line for line in told)
    assert not (data / "update").exists()
    assert done.returncode == (1 if fails else 0)
    assert (data / "maintenance").exists() is (fails == "prepare")
    assert ("FAILED at" in done.stderr) is bool(fails)


def test_no_copy_of_the_database_grows_older_than_promised(tmp_path: Path) -> None:
    """Between this night and the next, too; and a copy that cannot be read is none."""
    tools, folder = tmp_path / "tools", tmp_path / "copies"
    for made in (tools, folder):
        made.mkdir()
    (tools / "pg_dump").write_text('#!/bin/sh\nfor word; do case "$word" in --file=*) echo copy > "${word#--file=}" ;; esac; done\n')
    (tools / "pg_restore").write_text("#!/bin/sh\n")
    for tool in tools.iterdir():
        tool.chmod(0o755)
    for age in (1, 12, 13, 14, 20):
        (folder / f"{age}.dump").touch()
        then = time.time() - age * 86400 - 60
        os.utime(folder / f"{age}.dump", (then, then))
    command = ["sh", str(DEPLOY / "backup.sh"), str(folder)]
    environment = {"PATH": f"{tools}:{os.environ['PATH']}"}
    new = Path(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip())
    assert {path.name for path in folder.iterdir()} == {"1.dump", "12.dump", new.name}
    assert new.stat().st_mode & 0o077 == 0
    (tools / "pg_restore").write_text("#!/bin/sh\nexit 1\n")
    assert subprocess.run(command, env=environment, check=False).returncode != 0


def test_counters_of_dead_processes_are_forgotten_and_no_others(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    alive, dead, sums = (
        tmp_path / f"{name}.db" for name in (f"gauge_livesum_{os.getpid()}", f"gauge_livesum_{gone.pid}", f"counter_{gone.pid}")
    )
    for path in (alive, dead, sums):
        path.touch()
    command = ["sh", str(DEPLOY / "forget-counters.sh")]
    for _ in range(2):
        subprocess.run(command, env={"PATH": os.environ["PATH"], "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}, check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([alive.name, sums.name])


@pytest.mark.parametrize("script", sorted(DEPLOY.glob("*.sh")), ids=lambda path: path.name)
def test_scripts_can_be_read_by_a_shell(script: Path) -> None:
    assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0


@pytest.mark.django_db
def test_nothing_can_be_uploaded(client: Client) -> None:
    sent = {"theme": "dark", "file": SimpleUploadedFile("x.txt", b"x")}
    assert client.post("/en/settings/", sent).status_code == 400
    assert client.post(
        "/en/settings/", {"theme": "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE}, content_type="application/x-www-form-urlencoded"
    ).status_code in (302, 400)
