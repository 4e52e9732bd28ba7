"""A bare machine gets its environment: the search for a Python, the stamps, the messages, and once for real."""

import ast
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bluffsite import bootstrap

ROOT = Path(bootstrap.ROOT)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project folder with tiny requirement files and no environment."""
    (tmp_path / "requirements.txt").write_text("django==6.1.3 \\\n    --hash=sha256:00\n")
    (tmp_path / "requirements-test.txt").write_text("django==6.1.3\npytest==9.2.0 \\\n    --hash=sha256:00\n")
    return tmp_path


def fake_python(path: Path, *, version: str = "3.13", code: int = 0) -> str:
    """A program that answers the probe as a Python of that version would; code 1: it lacks ensurepip."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version}\nexit {code}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("name", ["manage.py", "bluffsite/bootstrap.py", "bluffsite/__init__.py"])
def test_what_runs_first_can_be_read_by_python_3_8(name):
    ast.parse((ROOT / name).read_text(), feature_version=(3, 8))


def test_bootstrap_imports_only_the_standard_library():
    tree = ast.parse((ROOT / "bluffsite/bootstrap.py").read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


# --- the search ------------------------------------------------------------------------------------------------------
def test_first_python_of_a_tried_version_is_taken(tmp_path):
    old = fake_python(tmp_path / "old", version="3.11")
    good = fake_python(tmp_path / "good", version="3.12")
    assert bootstrap.find_python([old, good, fake_python(tmp_path / "later")]) == (good, "3.12")


def test_newer_untried_python_is_taken_only_where_there_is_no_tried_one(tmp_path):
    newer = fake_python(tmp_path / "newer", version="3.15")
    assert bootstrap.find_python([newer]) == (newer, "3.15")
    good = fake_python(tmp_path / "good")
    assert bootstrap.find_python([newer, good]) == (good, "3.13")


def test_shim_that_exists_but_fails_is_passed_over(tmp_path):
    shim = tmp_path / "python3.13"
    shim.write_text("#!/bin/sh\necho 'pyenv: python3.13: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    good = fake_python(tmp_path / "good")
    assert bootstrap.find_python([str(shim), str(tmp_path / "missing"), good])[0] == good


def test_python_without_ensurepip_is_named_with_what_to_install(tmp_path):
    crippled = fake_python(tmp_path / "crippled", version="3.12", code=1)
    with pytest.raises(bootstrap.Unsuitable, match=r"python3\.12-venv") as caught:
        bootstrap.find_python([crippled])
    assert crippled in str(caught.value)
    good = fake_python(tmp_path / "good")
    assert bootstrap.find_python([crippled, good])[0] == good


def test_no_python_is_one_sentence_on_what_to_install(tmp_path):
    with pytest.raises(bootstrap.Unsuitable, match=r"needs Python 3\.12 or newer and found none\. Install it"):
        bootstrap.find_python([fake_python(tmp_path / "old", version="3.11")])


def test_candidates_are_sought_on_path_in_pyenv_and_beside_the_running_python(tmp_path):
    on_path = fake_python(tmp_path / "bin/python3.12")
    by_shims = fake_python(tmp_path / "pyenv/versions/3.13.1/bin/python")
    in_home = fake_python(tmp_path / "home/.pyenv/versions/3.12.4/bin/python")
    beside = fake_python(tmp_path / "other/versions/3.14.0/bin/python")
    running = fake_python(tmp_path / "other/versions/3.11.7/bin/python", version="3.11")
    environ = {"PATH": f"{tmp_path}/bin:{tmp_path}/pyenv/shims", "HOME": str(tmp_path / "home")}
    found = bootstrap.candidates(environ, running)
    assert found[:2] == [running, on_path]
    assert {by_shims, in_home, beside} <= set(found)


def test_probe_tells_this_very_python():
    assert bootstrap.probe(sys.executable) == ("{}.{}".format(*sys.version_info), True)


# --- stamps ----------------------------------------------------------------------------------------------------------
def test_stamp_holds_until_the_requirements_change(project):
    (project / ".venv").mkdir()
    assert not bootstrap.is_stamped(str(project), "site")
    bootstrap.write_stamps(str(project), "site", "3.13")
    assert bootstrap.is_stamped(str(project), "site")
    assert bootstrap.is_stamped(str(project), "site", "3.13")
    assert not bootstrap.is_stamped(str(project), "site", "3.12")
    assert not bootstrap.is_stamped(str(project), "test")
    (project / "requirements.txt").write_text("django==6.1.4\n")
    assert not bootstrap.is_stamped(str(project), "site")


def test_test_tools_leave_the_stamp_of_the_site_valid(project):
    (project / ".venv").mkdir()
    bootstrap.write_stamps(str(project), "test", "3.13")
    assert bootstrap.is_stamped(str(project), "site")
    assert bootstrap.is_stamped(str(project), "test")


def test_half_written_stamp_counts_as_none(project):
    (project / ".venv").mkdir()
    (project / ".venv/bluffsite-site.stamp").write_text(bootstrap.stamp_of(str(project), "site"))
    assert not bootstrap.is_stamped(str(project), "site")


def test_pinned_version_is_read_from_the_requirements(project):
    assert bootstrap.pinned(str(project), "site") == "6.1.3"
    assert bootstrap.pinned(str(project), "test") == "9.2.0"


def test_active_environment_with_the_pinned_django_is_used_as_it_is(project, monkeypatch):
    monkeypatch.setattr(bootstrap.metadata, "version", lambda name: {"django": "6.1.3"}.get(name, "1"))
    assert bootstrap.is_ready(str(project), "site")
    assert not bootstrap.is_ready(str(project), "test")  # its pytest is another one
    monkeypatch.setattr(bootstrap.metadata, "version", lambda name: "5.2")
    assert not bootstrap.is_ready(str(project), "site")


# --- making it -------------------------------------------------------------------------------------------------------
@pytest.fixture
def calls(monkeypatch) -> list[list[str]]:
    """What `make` would run; the Python found is this one."""
    made: list[list[str]] = []

    def call(command: list[str]) -> None:
        made.append(command)
        if "venv" in command:
            home = Path(command[-1])
            (home / "lib/python3.13/site-packages").mkdir(parents=True)
            fake_python(home / "bin/python")

    monkeypatch.setattr(bootstrap, "call", call)
    monkeypatch.setattr(bootstrap, "find_python", lambda paths: ("/a/python", "3.13"))
    return made


def test_environment_is_made_once_with_hashes_and_wheels_alone(project, calls, capsys):
    bootstrap.make(str(project), "site")
    assert calls[0] == ["/a/python", "-m", "venv", "--clear", str(project / ".venv")]
    assert {"--require-hashes", "--only-binary=:all:", str(project / "requirements.txt")} <= set(calls[-1])
    assert "Making an environment" in capsys.readouterr().err
    count = len(calls)
    bootstrap.make(str(project), "site")
    assert len(calls) == count


def test_test_tools_come_into_the_same_environment(project, calls):
    bootstrap.make(str(project), "site")
    bootstrap.make(str(project), "test")
    assert sum("venv" in command for command in calls) == 1
    assert str(project / "requirements-test.txt") in calls[-1]
    assert bootstrap.is_stamped(str(project), "site")


def test_broken_environment_is_made_anew(project, calls):
    bootstrap.make(str(project), "site")
    python = project / ".venv/bin/python"
    python.unlink()
    python.symlink_to(project / "gone")
    (project / ".venv/old").write_text("left over")
    bootstrap.make(str(project), "site")
    assert sum("venv" in command for command in calls) == 2
    assert not (project / ".venv/old").exists()


def test_half_made_environment_that_cannot_be_completed_is_made_anew(project, calls, monkeypatch):
    bootstrap.make(str(project), "site")
    bootstrap.remove_stamps(str(project))
    answers = [subprocess.CalledProcessError(1, "pip"), None]

    def install(home: str, requirements: str) -> None:
        if error := answers.pop(0):
            raise error

    monkeypatch.setattr(bootstrap, "install", install)
    bootstrap.make(str(project), "site")
    assert answers == []
    assert bootstrap.is_stamped(str(project), "site")


def test_failed_install_leaves_no_stamp(project, calls, monkeypatch):
    def fail(home: str, requirements: str) -> None:
        raise subprocess.CalledProcessError(1, "pip")

    monkeypatch.setattr(bootstrap, "install", fail)
    with pytest.raises(subprocess.CalledProcessError):
        bootstrap.make(str(project), "site")
    assert not bootstrap.is_stamped(str(project), "site")


def test_second_of_two_first_starts_waits_and_makes_nothing(project, calls, capsys):
    with open(project / ".venv.lock", "w") as lock:
        bootstrap.fcntl.flock(lock, bootstrap.fcntl.LOCK_EX)
        second = threading.Thread(target=bootstrap.make, args=(str(project), "site"))
        second.start()
        second.join(0.2)
        assert second.is_alive()
        (project / ".venv/lib/python3.13/site-packages").mkdir(parents=True)
        fake_python(project / ".venv/bin/python")
        bootstrap.write_stamps(str(project), "site", "3.13")
    second.join(10)
    assert not second.is_alive()
    assert calls == []
    assert "waiting" in capsys.readouterr().err


def start(folder: Path, *arguments: str, path: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """`manage.py ARGUMENTS` in a copy of what runs first, with nothing in the environment but PATH and an empty HOME.

    `-S`: whatever is installed in that Python does not count.
    """
    (folder / "home").mkdir(exist_ok=True)
    environ = {"PATH": path, "HOME": str(folder / "home")}
    return subprocess.run([python, "-S", "manage.py", *arguments], cwd=folder, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture
def clone(project: Path) -> Path:
    (project / "bluffsite").mkdir()
    for name in ("manage.py", "bluffsite/__init__.py", "bluffsite/bootstrap.py"):
        shutil.copy(ROOT / name, project / name)
    return project


def test_machine_without_a_suitable_python_gets_code_2_and_one_line(clone):
    base = getattr(sys, "_base_executable", sys.executable)
    program = (
        "import sys; sys.argv = ['manage.py', 'serve']; from bluffsite import bootstrap;"
        "bootstrap.candidates = lambda environ, executable: []; bootstrap.enter(sys.argv, bootstrap.ROOT)"
    )
    run = subprocess.run([base, "-S", "-c", program], cwd=clone, env={"PATH": "/nowhere"}, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.strip().count("\n") == 0
    assert "needs Python 3.12 or newer" in run.stderr


def test_stamped_environment_is_entered_at_once_by_an_outside_python(clone):
    (clone / ".venv/bin").mkdir(parents=True)
    inner = clone / ".venv/bin/python"
    inner.write_text("#!/bin/sh\necho entered $@ $BLUFFSITE_BOOTSTRAPPED\n")
    inner.chmod(0o755)
    bootstrap.write_stamps(str(clone), "site", "3.13")
    run = start(clone, "judge", "x.json", path=os.environ["PATH"])
    assert run.stdout == "entered manage.py judge x.json site\n"
    assert run.stderr == ""


@pytest.mark.long
def test_bare_machine_for_real(clone):
    for name in ("requirements.txt", "requirements-test.txt"):
        shutil.copy(ROOT / name, clone / name)
    base = getattr(sys, "_base_executable", sys.executable)
    first = start(clone, "version", path=os.environ["PATH"], python=base)
    assert first.returncode == 0, first.stderr
    assert first.stdout.strip() == bootstrap.pinned(str(clone), "site")
    assert "Making an environment" in first.stderr
    again = start(clone, "version", path=os.environ["PATH"], python=base)
    assert (again.returncode, again.stderr) == (0, "")
