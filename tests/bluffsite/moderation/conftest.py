"""Two moderators; and what a process remembers of matches must not outlive a test: the database is rolled back, ids come again."""

import pytest

from bluffsite.accounts.models import User
from tests.bluffsite.moderation.cases import moderator
from tests.play.conftest import _forget_matches as _forget_matches


@pytest.fixture
def vera(db: None) -> User:
    return moderator("Vera")


@pytest.fixture
def otto(db: None) -> User:
    return moderator("Otto")
