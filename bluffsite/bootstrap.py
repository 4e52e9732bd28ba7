"""Makes `.venv` on a bare machine and starts the command again in it. Standard library only; parses on Python 3.8.

`enter` returns at once inside a `.venv` whose stamp matches the hash-locked requirements, or in an active environment
that has the pinned Django. Else it finds a Python, installs, says so on standard error and re-executes.
"""

from __future__ import annotations

import contextlib
import fcntl
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
from importlib import metadata

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OLDEST = (3, 12)
TRIED = ("3.13", "3.12")  # the versions that the locked requirements were tried with come first
TEST_COMMANDS = ("test", "bench")  # these need the test tools too
FILES = {"site": "requirements.txt", "test": "requirements-test.txt"}
PROVES = {"site": "django", "test": "pytest"}  # a distribution whose pinned version shows that an environment fits
AGAIN = "BLUFFSITE_BOOTSTRAPPED"
PROBE = "import sys; print('%d.%d' % sys.version_info[:2]); import venv, ensurepip"
NONE_FOUND = (
    "bluffsite needs Python 3.12 or newer and found none. Install it (Debian or Ubuntu: `apt-get install python3.12 python3.12-venv`; "
    "macOS: `brew install python@3.13`; else python.org) and run this command again."
)
NO_VENV = (
    "bluffsite found Python {version} at {python}, but it cannot make environments: its modules venv and ensurepip are missing. "
    "Install them (Debian or Ubuntu: `apt-get install python{version}-venv`) and run this command again."
)


class Unsuitable(Exception):
    """No environment can be made here; the text says what to do."""


def say(text):
    print("bluffsite: " + text, file=sys.stderr, flush=True)


def enter(argv, root=ROOT):
    """Returns only where the site can run. Ends the process with code 2 where no Python fits, 1 where installing fails."""
    need = "test" if len(argv) > 1 and argv[1] in TEST_COMMANDS else "site"
    if is_ready(root, need):
        os.environ.pop(AGAIN, None)
        return
    home = os.path.join(root, ".venv")
    python = os.path.join(home, "bin", "python")
    try:
        if not is_inside(home) and is_stamped(root, need) and os.path.exists(python):
            pass
        elif os.environ.get(AGAIN) == need and is_inside(home):
            raise Unsuitable("The environment in .venv does not fit although it was just made. Delete .venv and try again.")
        else:
            make(root, need)
    except Unsuitable as error:
        say(str(error))
        sys.exit(2)
    except (OSError, subprocess.CalledProcessError) as error:
        say("The environment could not be made: {}".format(error))
        sys.exit(1)
    sys.stdout.flush()
    os.execve(python, [python, *argv], dict(os.environ, **{AGAIN: need}))


def is_ready(root, need):
    """Whether this very process runs in an environment that fits."""
    if sys.version_info[:2] < OLDEST:
        return False
    if is_inside(os.path.join(root, ".venv")):
        return is_stamped(root, need, "{}.{}".format(*sys.version_info[:2]))
    return all(has_pinned(root, kind) for kind in kinds(need))


def kinds(need):
    """The requirements that a need includes: the test tools come on top of the site."""
    return ("site", "test") if need == "test" else ("site",)


def is_inside(home):
    return os.path.realpath(sys.prefix) == os.path.realpath(home)


# --- stamps ---------------------------------------------------------------------------------------------------------
def stamp_of(root, kind):
    """The SHA-256 of a requirements file."""
    with open(os.path.join(root, FILES[kind]), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def stamp_path(root, kind):
    return os.path.join(root, ".venv", "bluffsite-{}.stamp".format(kind))


def is_stamped(root, need, version=None):
    """Whether `.venv` was made from today's requirements (and, if given, for this version of Python)."""
    try:
        with open(stamp_path(root, need)) as file:
            stamp, made_for = file.read().split()
    except (OSError, ValueError):
        return False
    return stamp == stamp_of(root, need) and version in (None, made_for)


def write_stamps(root, need, version):
    for kind in kinds(need):
        temporary = stamp_path(root, kind) + ".new"
        with open(temporary, "w") as file:
            file.write("{} {}\n".format(stamp_of(root, kind), version))
        os.replace(temporary, stamp_path(root, kind))


def remove_stamps(root):
    for kind in FILES:
        with contextlib.suppress(OSError):
            os.remove(stamp_path(root, kind))


def pinned(root, kind):
    """The version that a requirements file pins of the distribution that proves it, e.g. "6.1.3" of django."""
    with open(os.path.join(root, FILES[kind]), encoding="utf-8") as file:
        found = re.search(r"^{}==([^\s;\\]+)".format(PROVES[kind]), file.read(), re.MULTILINE)
    return found.group(1) if found else None


def has_pinned(root, kind):
    try:
        return metadata.version(PROVES[kind]) == pinned(root, kind)
    except metadata.PackageNotFoundError:
        return False


# --- finding a Python ------------------------------------------------------------------------------------------------
def candidates(environ, executable):
    """Where a Python may be, best first. They may be too old, broken or missing: `probe` tells."""
    names = ["python" + version for version in TRIED] + ["python3.14", "python3", "python"]
    folders = [folder for folder in environ.get("PATH", "").split(os.pathsep) if folder]
    paths = [executable] + [os.path.join(folder, name) for name in names for folder in folders]
    for folder in version_folders(environ, executable, folders):
        paths += sorted(glob.glob(os.path.join(folder, "3.1[2-9]*", "bin", "python")), reverse=True)
    home = environ.get("HOME") or os.path.expanduser("~")
    paths += sorted(glob.glob(os.path.join(home, ".local/share/uv/python/cpython-3.1[2-9]*", "bin", "python3")), reverse=True)
    paths += sorted(glob.glob("/Library/Frameworks/Python.framework/Versions/3.1[2-9]/bin/python3"), reverse=True)
    paths += ["{}/python3.{}".format(place, minor) for place in ("/opt/homebrew/bin", "/usr/local/bin") for minor in (13, 12, 14)]
    return list(dict.fromkeys(path for path in paths if path and os.access(path, os.X_OK)))


def version_folders(environ, executable, folders):
    """Where pyenv keeps its versions: by its variable, the home folder, its shims on PATH, or beside this very Python."""
    home = environ.get("HOME") or os.path.expanduser("~")
    roots = [environ.get("PYENV_ROOT", ""), os.path.join(home, ".pyenv")]
    roots += [os.path.dirname(folder) for folder in folders if os.path.basename(folder) == "shims"]
    found = [os.path.join(root, "versions") for root in roots if root]
    beside = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(executable or ""))))
    if os.path.basename(beside) == "versions":
        found.append(beside)
    return list(dict.fromkeys(found))


def probe(python):
    """(version, can make environments) of a Python by running it, or None where it does not run."""
    try:
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        run = subprocess.run([python, "-c", PROBE], check=False, timeout=20, cwd="/", **quiet)
    except (OSError, subprocess.SubprocessError):
        return None
    version = run.stdout.decode("ascii", "replace").strip()
    if not re.match(r"^\d+\.\d+$", version):
        return None
    return version, run.returncode == 0


def find_python(paths):
    """(path, version) of the first Python of a tried version, else of the first new enough. Raises Unsuitable."""
    newer, crippled = None, None
    for path in paths:
        found = probe(path)
        if not found or tuple(int(part) for part in found[0].split(".")) < OLDEST:
            continue
        if not found[1]:
            crippled = crippled or (path, found[0])
        elif found[0] in TRIED:
            return path, found[0]
        else:
            newer = newer or (path, found[0])
    if newer:
        return newer
    if crippled:
        raise Unsuitable(NO_VENV.format(python=crippled[0], version=crippled[1]))
    raise Unsuitable(NONE_FOUND)


# --- making the environment ------------------------------------------------------------------------------------------
def make(root, need):
    """Makes or mends `.venv` for a need, one process at a time. Raises Unsuitable, OSError or CalledProcessError."""
    with open(os.path.join(root, ".venv.lock"), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Another start is making the environment; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        home = os.path.join(root, ".venv")
        found = probe(os.path.join(home, "bin", "python"))
        fits = bool(found and is_usable(home, found[0]))
        if fits and is_stamped(root, need, found[0]):
            return
        remove_stamps(root)
        if fits:
            say("Bringing the environment in .venv up to date.")
            try:
                install(home, os.path.join(root, FILES[need]))
            except subprocess.CalledProcessError:
                say("That failed; making the environment anew.")
                fits = False
        if not fits:
            found = make_anew(root, need)
        write_stamps(root, need, found[0])
        say("The environment is ready.")


def is_usable(home, version):
    """Whether the packages of `.venv` are those of its Python and pip is there, or can be put there."""
    return tuple(int(part) for part in version.split(".")) >= OLDEST and os.path.isdir(
        os.path.join(home, "lib", "python" + version, "site-packages")
    )


def make_anew(root, need):
    home = os.path.join(root, ".venv")
    # Leaving an active environment: its variables would make the new one a copy of it.
    python, version = find_python(candidates(os.environ, getattr(sys, "_base_executable", None) or sys.executable))
    say("Making an environment in .venv with Python {} (once, about half a minute).".format(version))
    if os.path.islink(home):
        os.remove(home)
    shutil.rmtree(home, ignore_errors=True)
    call([python, "-m", "venv", "--clear", home])
    install(home, os.path.join(root, FILES[need]))
    return version, True


def install(home, requirements):
    """Installs exactly the locked wheels: nothing is built, nothing without its hash gets in."""
    python = os.path.join(home, "bin", "python")
    if subprocess.call([python, "-c", "import pip"], stderr=subprocess.DEVNULL) != 0:
        call([python, "-m", "ensurepip", "--default-pip"])
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "--require-hashes", "--only-binary=:all:"]
    call([python, "-m", "pip", "install", *options, "--requirement", requirements])


def call(command):
    """Runs a command with everything it says on standard error. Raises CalledProcessError."""
    environ = {key: value for key, value in os.environ.items() if key not in ("PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__")}
    environ.update(PIP_USER="0", PIP_ROOT_USER_ACTION="ignore")
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=environ, cwd="/")
