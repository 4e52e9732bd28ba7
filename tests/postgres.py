"""`python -m tests.postgres COMMAND ...` runs a command with a private PostgreSQL as TEST_DATABASE_URL.

A TEST_DATABASE_URL that is already set is left alone.
"""

import os
import subprocess
import sys

from bluffsite.running.postgres import NoPostgres, cluster

NO_POSTGRES = 75
"""The return code of `main` where no server can be started."""


def main(command: list[str]) -> int:
    if os.environ.get("TEST_DATABASE_URL"):
        return subprocess.run(command, check=False).returncode
    with cluster() as url:
        return subprocess.run(command, check=False, env={**os.environ, "TEST_DATABASE_URL": url}).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except NoPostgres as error:
        print(error, file=sys.stderr)
        sys.exit(NO_POSTGRES)
