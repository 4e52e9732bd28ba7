"""`serve --demo` as it really runs. It uses no ORM: a browser of the same process may be open."""

import re

import pytest

from tests.stack import RunningStack, children_of


@pytest.mark.e2e
def test_demo_runs_for_real_and_tells_the_admin():
    with RunningStack(options=("--demo",)) as stack:
        assert set(children_of(stack.pid)) == {"web", "worker", "valkey", "demo"}
        said = "".join(stack.said)
        assert re.search(rf"Admin: http://127\.0\.0\.1:{stack.port}/admin/  name demo-admin, password \S{{16}}  ", said)
        assert stack.stop() == 0
