"""The quick phrases. A line keeps a phrase's number; each reader sees it in their own language.

None of them says anything about hidden cards or dice, so that nobody can coach or signal by them (UX-1405).
"""

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.game import Language

PHRASES: tuple[Promise, ...] = (
    _("Hello everyone!"),
    _("Good luck!"),
    _("Have fun!"),
    _("Thank you!"),
    _("Sorry!"),
    _("No problem."),
    _("Nice bluff!"),
    _("Good call!"),
    _("You got me!"),
    _("What a poker face!"),
    _("Brave!"),
    _("Hm, interesting …"),
    _("That was close!"),
    _("Lucky!"),
    _("Oops!"),
    _("Your turn!"),
    _("Take your time."),
    _("One moment, please."),
    _("Back in a minute."),
    _("I'm back."),
    _("Well played!"),
    _("Congratulations!"),
    _("Another game?"),
    _("Bye, see you!"),
)
"""Phrase 1 is the first. New ones are added at the end: lines of years ago still mean the same."""

COUNT = len(PHRASES)


def phrase(number: int, language: Language | str) -> str:
    """The phrase in a language. Raises IndexError for a number that is none."""
    if not 1 <= number <= COUNT:
        raise IndexError(number)
    with translation.override(language):
        return str(PHRASES[number - 1])
