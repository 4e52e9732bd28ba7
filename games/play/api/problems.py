"""Every error of the API has one shape: a stable code, a sentence in the language asked for, and the rule that says no."""

import msgspec

from bluffsite.accounts.limits import TooFast
from bluffsite.accounts.names import NameRefused
from games.play.sentences import sentence
from games.play.services.errors import Refused, TableError
from games.play.talk.errors import TalkError

STATUS = {
    "bad_request": 400,
    "bad_action": 400,
    "bad_level": 400,
    "bad_part": 400,
    "bad_size": 400,
    "too_deep": 400,
    "not_signed_in": 401,
    "rated_members": 403,
    "rated_barred": 403,
    "not_host": 403,
    "not_open": 403,
    "not_seated": 403,
    "not_your_seat": 403,
    "shut_out": 403,
    "child_safe": 403,
    "members_only": 403,
    "phrases_only": 403,
    "seven_days": 403,
    "talk_barred": 403,
    "bad_seat": 404,
    "no_such_phrase": 404,
    "nobody_there": 404,
    "not_found": 404,
    "unknown_code": 404,
    "unknown_game": 404,
    "unknown_match": 404,
    "unknown_table": 404,
    "wrong_method": 405,
    "too_large": 413,
    "bad_word": 422,
    "empty": 422,
    "illegal": 422,
    "long_line": 422,
    "options": 422,
    "rate_limited": 429,
    "talk_too_fast": 429,
    "too_fast": 429,
}
"""By code; names are 422, and everything else is a conflict with the state of the table: 409."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """`rule` is an id of the rules, where a rule says no; `version` the newest version of the match, where it matters."""

    code: str
    message: str
    rule: str | None = None
    version: int | None = None


class ApiError(Exception):
    """Something about the request itself."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class OfGame(Exception):
    """A refusal and the game whose rules say why."""

    def __init__(self, refused: Refused | TableError, game: str) -> None:
        super().__init__(str(refused))
        self.refused, self.game = refused, game


def answer_to(error: Exception) -> tuple[int, Problem]:
    """Status and body. Raises the error itself again if it is none of ours."""
    game = None
    if isinstance(error, OfGame):
        error, game = error.refused, error.game
    if isinstance(error, Refused):
        return _status(error.code), Problem(error.code, sentence(error.code, error.rule, game), error.rule, error.version)
    if isinstance(error, TalkError):
        return _status(error.code), Problem(error.code, error.sentence)
    if isinstance(error, TableError):
        return _status(error.code), Problem(error.code, sentence(error.code, error.rule, game), error.rule)
    if isinstance(error, NameRefused):
        return 422, Problem(f"name_{error.code}", error.sentence)
    if isinstance(error, TooFast):
        return 429, Problem("rate_limited", sentence("rate_limited"))
    if isinstance(error, ApiError):
        return _status(error.code), Problem(error.code, sentence(error.code))
    raise error


def _status(code: str) -> int:
    return 422 if code.startswith("name_") else STATUS.get(code, 409)
