"""What a fragment is about, and how numbers and times look in it."""

from functools import cache

from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.core.game import Language
from games.play.shown import ShownSeat, ShownTable

PLAYING, FINISHED, LOBBY, CLOSED = "playing", "finished", "lobby", "closed"


def phase_of(shown: ShownTable) -> str:
    """`lobby`, `playing` or `finished`, as far as the fragments are concerned."""
    if shown.view is None:
        return LOBBY
    return FINISHED if shown.result is not None else PLAYING


def is_my_turn(shown: ShownTable, seat: ShownSeat | None) -> bool:
    """Whether everybody waits for this reader in person."""
    return seat is not None and shown.phase == PLAYING and shown.waited == seat.index and not seat.is_handed_over


def hand_over(name: str, language: Language) -> str:
    """Who gets the one phone next. Rules: common.one-phone."""
    with translation.override(language):
        return _("Give the phone to %(name)s.") % {"name": name}


@cache
def your_turn(game: str, language: Language) -> str:
    """The title of a tab whose table waits for its reader (UX-704)."""
    with translation.override(language):
        return _("(!) Your turn – %(game)s") % {"game": game}


def points_text(value: float) -> str:
    """`2`, `1.5`, and `1,5` where the active language writes it so."""
    return str(int(value)) if float(value).is_integer() else number_format(value, 1)


def clock_text(milliseconds: int) -> str:
    """`24`, `1:05`, `2:00:00`: rounded up, so that 0 means that time is up."""
    seconds = -(-milliseconds // 1000)
    if seconds < 60:
        return str(seconds)
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}:{seconds:02d}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}"
