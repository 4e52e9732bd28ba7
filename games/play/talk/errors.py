"""Why a line was not said. The codes are TableError's; a sentence with a date needs more than a code."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from bluffsite.accounts.models import User
from bluffsite.accounts.zones import zone_of
from games.play.sentences import sentence
from games.play.services.errors import TableError


class TalkError(TableError):
    """Codes: talk_off, not_seated, no_such_phrase, empty, long_line, phrases_only, members_only, seven_days, child_safe,
    talk_barred (with `until`, None: for good), bad_word (with the `word` as it was typed), talk_too_fast.
    """

    def __init__(self, code: str, *, user: User | None = None, until: datetime | None = None, word: str = "") -> None:
        super().__init__(code)
        self.user, self.until, self.word = user, until, word

    @property
    def sentence(self) -> str:
        """In the active language, with times in the person's own zone."""
        if self.code == "bad_word":
            return _("“%(word)s” is not shown here. Change it; nothing you typed is lost.") % {"word": self.word}
        if self.code == "talk_barred" and self.until is not None and self.user is not None:
            until = date_format(self.until.astimezone(zone_of(self.user)), "DATETIME_FORMAT")
            return _("You cannot write until %(date)s.") % {"date": until}
        return sentence(self.code)


def sentence_of(error: TableError) -> str:
    """Why a table or its talk says no, in the active language."""
    return error.sentence if isinstance(error, TalkError) else sentence(error.code, error.rule)
