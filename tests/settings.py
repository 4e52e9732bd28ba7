"""Settings of the tests: the site's own, on a temporary folder with a private Valkey and no HTTPS.

SQLite unless TEST_DATABASE_URL names a PostgreSQL server, as `python -m tests.postgres COMMAND` does.
"""

import atexit
import os
import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

from bluffsite.running.catalogs import catalogs, compile_stale

compile_stale(catalogs(Path(__file__).parent.parent))
FOLDER = Path(tempfile.mkdtemp(prefix="bluffsite-test-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

(FOLDER / "static-collected").mkdir()

os.environ.update(
    BLUFFSITE_DATA=str(FOLDER),
    SECRET_KEY="only for the tests",
    SITE_URL="http://testserver",
    REDIS_URL=f"unix://{FOLDER}/valkey.sock",
    DATABASE_URL=os.environ.get("TEST_DATABASE_URL") or f"sqlite:///{FOLDER}/site.sqlite3",
    DATABASE_POOL="20",
)

from bluffsite.settings import *  # noqa: E402, F403
from bluffsite.settings import DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}

# Names of static files without a hash: nothing is collected before the tests.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WEB_HEART = False
TALK_TICK = timedelta(days=999)  # numbers of lines are counted: tests name them
