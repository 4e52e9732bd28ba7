"""What a process remembers of matches must not outlive a test: the database is rolled back, and ids come again."""

from collections.abc import Iterator

import pytest

from games.play import announce
from games.play.services import alarm, bots, record


@pytest.fixture(autouse=True)
def _forget_matches() -> Iterator[None]:
    yield
    alarm.flush()
    announce.flush()
    record.forget()
    bots.forget()
