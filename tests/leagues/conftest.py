"""What a process remembers of matches must not outlive a test: the database is rolled back, and ids come again."""

from tests.play.conftest import _forget_matches

__all__ = ["_forget_matches"]
