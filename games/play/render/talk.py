"""What was said at a table, as lines of the page. The text of a line is data: only the template makes HTML of it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.core.game import Language
from games.play.render.parts import digits_of, template
from games.play.talk.selectors import Said


class TalkLine(NamedTuple):
    """One line for one reader. `by` is the same for all lines of one person at one table, and says nothing else of them."""

    number: int
    name: str
    text: str
    language: str
    by: str
    is_mine: bool
    is_removed: bool
    is_phrase: bool


def talk_lines(said: Iterable[Said], reader: int | None, key: str, language: Language) -> list[TalkLine]:
    """Newest first."""
    lines = [
        TalkLine(
            number=line.number,
            name=line.name,
            text="" if line.is_removed else line.in_words(language),
            language=language if line.phrase is not None or line.is_removed else line.language,
            by=speaker_mark(key, line.user_id),
            is_mine=line.user_id is not None and line.user_id == reader,
            is_removed=line.is_removed,
            is_phrase=line.phrase is not None,
        )
        for line in said
    ]
    return lines[::-1]


def speaker_mark(key: str, user_id: int | None) -> str:
    """Stands for a person at one table alone, so that a page can put all their lines out of sight."""
    return "" if user_id is None else salted_hmac("speaker", f"{key} {user_id}", algorithm="sha256").hexdigest()[:10]


def talk_html(lines: Sequence[TalkLine], key: str, language: Language, digits: bool) -> str:
    """`<li>` for each line, newest first, to be put on top of the talk."""
    with translation.override(language):
        made = template("play/talk.jinja", language, digits).module
        return str(made.lines(lines, key, digits_of(digits)))  # type: ignore[attr-defined]


def plain_line(line: TalkLine) -> str:
    """A line as text, to be copied."""
    return f"{line.name or _('Somebody')}: {_('(removed)') if line.is_removed else line.text}"
