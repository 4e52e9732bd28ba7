"""Why a table's socket is closed, and what an `error` message can say. Described for programs in docs/protocol.md.

A close code of 4400 and above is final for this address and sign-in: pages stop retrying and say why.
"""

from enum import IntEnum, StrEnum


class Close(IntEnum):
    """Close codes of our own; a server that stops or breaks closes with 1001, 1006 or 1011, and clients come back."""

    LATER = 1013  # more sockets from one address than it may open in a minute: not final, come back later
    BAD_MESSAGES = 4400  # too many messages that could not be read
    SIGNED_OUT = 4401  # the session or token is unknown, ended or expired
    FORBIDDEN = 4403  # a foreign or missing Origin, or a table that is no longer open to this person
    UNKNOWN_TABLE = 4404  # or one that is not open to this person: strangers cannot tell the two apart
    IDLE = 4408  # the table is over and nothing was heard for a long time
    SHUT_OUT = 4410  # staff have suspended or banned this person; at an open socket an `error` message says so first
    FLOOD = 4429  # too many messages, or too many sockets of one person


class Fault(StrEnum):
    """Codes of `error` messages: the message was not understood, and nothing happened."""

    BAD_MESSAGE = "bad_message"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
