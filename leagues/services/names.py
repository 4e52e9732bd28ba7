"""Texts that organisers and members type: the name of a league, reasons, messages. They stay text wherever they are shown.

All raise LeagueError(bad_text) or (too_long) before any work that grows with the length.
"""

import re
import unicodedata

from bluffsite.accounts.names import visible_signs
from leagues.services.errors import LeagueError

MOST_SIGNS = 40
"""Visible signs of a league's name."""

_MOST_POINTS = 160  # of the database column


def clean_title(text: str) -> str:
    """The name of a league: one line, NFKC, with at least one letter or digit and no sign that cannot be seen."""
    name = re.sub(r"\s+", " ", _readable(text, _MOST_POINTS)).strip()
    if len(name) > _MOST_POINTS or visible_signs(name) > MOST_SIGNS:
        raise LeagueError("long_name")
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise LeagueError("empty_name")
    return name


def clean_line(text: str, most: int) -> str:
    """One line of text, perhaps empty."""
    return re.sub(r"\s+", " ", _readable(text, most)).strip()


def clean_text(text: str, most: int) -> str:
    """Some lines of text, perhaps empty; at most one empty line between two."""
    lines = "\n".join(line.rstrip() for line in _readable(text.replace("\r\n", "\n").replace("\r", "\n"), most).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


def clean_reason(text: str, *, needed: bool = True) -> str:
    """Why an organiser does something; everybody in the league reads it. Raises LeagueError(reason) where it is missing."""
    reason = clean_line(text, 500)
    if needed and not reason:
        raise LeagueError("reason")
    return reason


def _readable(text: str, most: int) -> str:
    """NFKC without signs that cannot be seen, nor those that turn the direction of the line."""
    if len(text) > 2 * most:
        raise LeagueError("too_long")
    plain = unicodedata.normalize("NFKC", text)
    if len(plain) > most:
        raise LeagueError("too_long")
    return "".join(sign for sign in plain if sign == "\n" or sign in "\u200c\u200d" or not _is_hidden(sign))


def _is_hidden(sign: str) -> bool:
    """Controls, direction marks, private and unassigned signs, line separators; a tab becomes nothing worth keeping."""
    return unicodedata.category(sign) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
