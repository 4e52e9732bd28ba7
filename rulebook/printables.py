"""What is printed beside the rules: a summary on one page, a sheet to keep the score on, and a card that leads to a table."""

from functools import lru_cache
from typing import Literal, NamedTuple, cast

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from games.core.registry import game_named
from rulebook.compare import TOPICS, topic
from rulebook.sheet import Sheet, sheet_of
from rulebook.source import game_rules
from rulebook.typeset import Setter, Style

Printable = Literal["summary", "score"]
SERIES = 10
"""Games that the total of a series has columns for; a longer one goes on with a second sheet."""

CARD = 'paper: "a5", margin: (x: 12mm, top: 12mm, bottom: 18mm)'
"""Half a sheet of A4."""

_SUMMED_UP = (TOPICS[3], TOPICS[5])
"""Topics of the clauses in a summary: what follows a doubt, and who wins."""


class Marks(NamedTuple):
    """Boxes to cross off during one game."""

    title: str | Promise
    how: str | Promise
    boxes: tuple[int, ...]


MARKS = {
    "blufpoker": Marks(
        gettext_lazy("Penalty sheet"),
        gettext_lazy("Cross off a box for each penalty point. The game ends as soon as one row is full."),
        tuple(range(1, 7)),
    ),
    "blef": Marks(
        gettext_lazy("Sheet of cards"),
        gettext_lazy("Everyone starts with one card. Cross off the next box for each card more; who loses with five is out."),
        tuple(range(1, 6)),
    ),
    "liars_dice": Marks(
        gettext_lazy("Sheet of dice"),
        gettext_lazy("Everyone starts with five dice. Cross off a box for each die lost; who has none left is out."),
        tuple(range(5, 0, -1)),
    ),
}
"""By game. A game that is not here has no more to count than places, and its sheet is the series alone."""


@lru_cache(maxsize=64)
def printable_source(slug: str, kind: Printable, style: Style) -> str:
    """Raises NotInThisGame for an unknown game; the rules for every table have none."""
    with override(style.language):
        put = Setter(style)
        return _summary(slug, put) if kind == "summary" else _score(slug, put)


def printable_of(name: str) -> Printable | None:
    return cast(Printable, name) if name in ("summary", "score") else None


def card_source(sheet: Sheet, address: str, code: str, style: Style) -> str:
    """A card for the table: `address` as a code to scan, `code` for typing where the table still has one."""
    with override(style.language):
        put = Setter(style)
        put.begin(sheet.rules.title, _("Scan the code to come to this table."), sheet.rules.version, address, qr=True, sheet=CARD)
        if code:
            put.paragraph(_("Or type this code on the home page: %(code)s") % {"code": code})
        put.heading(1, _("Options of this table"))
        put.chosen(sheet, only_other=True)
        return put.end()


def _summary(slug: str, put: Setter) -> str:
    game, rules = game_named(slug), game_rules(slug, put.language)
    plain = sheet_of(slug, put.language, {}, min(max(4, game.seats[0]), game.seats[1]))
    put.begin(f"{rules.title}: {_('Summary')}", rules.summary, rules.version, _address(slug), small=True)
    put.facts(rules.facts)
    put.heading(1, rules.brief_heading)
    put.points(rules.brief)
    for name, kinds in _SUMMED_UP:
        put.heading(1, str(name))
        put.clauses([clause for section in plain.sections for clause in section.clauses if clause.is_used and topic(clause) in kinds])
    return put.end()


def _score(slug: str, put: Setter) -> str:
    game, rules, marks = game_named(slug), game_rules(slug, put.language), MARKS.get(slug)
    title = str(marks.title) if marks else _("Score sheet")
    put.begin(f"{rules.title}: {title}", _("For play at your own table."), rules.version, _address(slug), small=True)
    rows = game.seats[1]
    if marks:
        put.heading(1, title)
        put.paragraph(str(marks.how))
        put.grid([_("Name"), *map(str, marks.boxes), _("Place")], rows)
    put.heading(1, _("Total of a series"))
    points = rules.clause_of(f"{slug}.points")
    put.clauses([points] if points else [])
    put.grid([_("Name"), *(str(number) for number in range(1, SERIES + 1)), _("Total")], rows)
    return put.end()


def _address(slug: str) -> str:
    return settings.SITE_URL + reverse("rulebook:game", kwargs={"slug": slug})
