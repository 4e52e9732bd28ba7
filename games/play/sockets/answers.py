"""The short messages that answer a client: accepted, refused, control, error, pong. The same in both faces."""

from django.utils import translation

from games.core.game import Language
from games.play.sentences import sentence
from games.play.services.errors import Refused
from games.play.sockets.text import encode

PONG = '{"type":"pong"}'


def accepted(token: str, version: int) -> str:
    return f'{{"type":"accepted","token":{encode(token)},"version":{version}}}'


def refused(token: str, error: Refused, game: str, language: Language) -> str:
    """Nothing has changed, and why, in the reader's language."""
    with translation.override(language):
        message = sentence(error.code, error.rule, game)
    return encode({"type": "refused", "token": token, "code": error.code, "rule": error.rule, "message": message, "version": error.version})


def control(yours: bool) -> str:
    return f'{{"type":"control","yours":{"true" if yours else "false"}}}'


def error(code: str, language: Language) -> str:
    """The last frame did nothing."""
    with translation.override(language):
        return encode({"type": "error", "code": code, "message": sentence(code)})
