"""How much one socket may say. Times are seconds of a monotonic clock that the caller passes in."""

MESSAGE_BYTES = 4096
MESSAGE_DEPTH = 8
BAD_MESSAGES = 10  # unreadable messages in a burst; one is forgiven every ten seconds
SOCKETS_PER_PERSON = 24  # in one process
REPLIES_WAITING = 64  # answers to a client that does not read them
LINES_WAITING = 60  # of talk for a client that does not read them
IDLE_SECONDS = 1800.0  # of silence at a table that is over


class Bucket:
    """A token bucket: `burst` at once, refilled at `rate` per second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, now

    def take(self, now: float) -> bool:
        """Whether one more is allowed now; it counts only if it is."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
