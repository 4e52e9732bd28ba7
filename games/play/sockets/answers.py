"""The short messages that answer a client: accepted, refused, control, error, pong. The same in both faces."""

from django.utils import translation

from games.core.game import Language
from games.play.sentences import sentence
from games.play.services.errors import Refused, TableError
from games.play.sockets.text import encode
from games.play.talk.errors import sentence_of
from games.play.talk.models import Line

PONG = '{"type":"pong"}'
PONG_UPDATE = '{"type":"pong","update":true}'


def accepted(token: str, version: int) -> str:
    return f'{{"type":"accepted","token":{encode(token)},"version":{version}}}'


def refused(token: str, error: Refused, game: str, language: Language) -> str:
    """Nothing has changed, and why, in the reader's language."""
    with translation.override(language):
        message = sentence(error.code, error.rule, game)
    return encode({"type": "refused", "token": token, "code": error.code, "rule": error.rule, "message": message, "version": error.version})


def said(token: str, line: Line) -> str:
    """The line is said; `text` is what the others read, where something of it was left out."""
    return encode({"type": "said", "token": token, "number": line.number, "text": line.text})


def unsaid(token: str, error: TableError, language: Language) -> str:
    """Nothing was said, and why, in the reader's language."""
    with translation.override(language):
        return encode({"type": "unsaid", "token": token, "code": error.code, "message": sentence_of(error)})


def avoided(how: str, *, line: int | None, seat: int | None) -> str:
    return encode({"type": "avoided", "how": how, "line": line, "seat": seat})


def control(yours: bool) -> str:
    return f'{{"type":"control","yours":{"true" if yours else "false"}}}'


def error(code: str, language: Language) -> str:
    """The last frame did nothing."""
    with translation.override(language):
        return encode({"type": "error", "code": code, "message": sentence(code)})
