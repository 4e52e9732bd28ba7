"""What is printed beside the rules: a summary on one page, a sheet to keep the score on, and a card that leads to a table."""

from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.core.registry import game_named
from rulebook.compare import TOPICS, topic
from rulebook.sheet import Sheet, sheet_of
from rulebook.source import game_rules
from rulebook.typeset import Setter, Style

SERIES = 10
"""Games that the total of a series has columns for where the table says nothing of several games."""

CARD = 'paper: "a5", margin: (x: 12mm, top: 12mm, bottom: 18mm)'
"""Half a sheet of A4."""

_SUMMED_UP = (TOPICS[3], TOPICS[5])
"""Topics of the clauses in a summary: what follows a doubt, and who wins."""


CARD_SIZES = ((6, "10.5pt"), (12, "9.5pt"), (99, "8.5pt"))
"""Size of letters on a card with at most so many options to tell: all stand on its one page."""

_SMALL = "9pt"


class Marks(NamedTuple):
    """Boxes to cross off during one game."""

    title: str | Promise
    how: str | Promise
    boxes: tuple[int, ...]


def marks_of(sheet: Sheet) -> Marks | None:
    """What is counted during a game at this table; None where there are places alone, and the sheet is the series."""
    chosen = dict(sheet.chosen)
    match sheet.slug:
        case "blufpoker":
            how = _("Cross off a box for each penalty point. The game ends as soon as one row is full.")
            return Marks(_("Penalty sheet"), how, tuple(range(1, chosen["penalty_limit"] + 1)))
        case "blef" if chosen["elimination"] == "stock":
            how = _("Everyone starts with one card. Cross off the next box for each card more, and after the last one write the number. When all cards together are more than the pack holds, whoever has most is out.")  # fmt: skip  # noqa: E501
            return Marks(_("Sheet of cards"), how, tuple(range(1, 13)))
        case "blef":
            how = _("Everyone starts with one card. Cross off the next box for each card more; who loses with five is out.")
            return Marks(_("Sheet of cards"), how, tuple(range(1, 6)))
        case "liars_dice":
            how = _("Everyone starts with five dice. Cross off a box for each die lost; who has none left is out.")
            return Marks(_("Sheet of dice"), how, tuple(range(5, 0, -1)))
    return None


@lru_cache(maxsize=64)
def summary_source(slug: str, style: Style) -> str:
    """Raises NotInThisGame for an unknown game; the rules for every table have none."""
    with override(style.language):
        return _summary(slug, Setter(style))


def score_source(sheet: Sheet, address: str, style: Style) -> str:
    """A sheet to keep the score on, with as many rows, boxes and games as the options of the table ask for."""
    with override(style.language):
        return _score(sheet, address, Setter(style))


def card_source(sheet: Sheet, address: str, code: str, style: Style) -> str:
    """A card for the table: `address` as a code to scan, `code` for typing where the table still has one."""
    with override(style.language):
        put = Setter(style)
        told = sum(option.differs for option in sheet.options)
        size = next(size for most, size in CARD_SIZES if told <= most)
        put.begin(
            sheet.rules.title, _("Scan the code to come to this table."), sheet.rules.version, address, qr=True, sheet=CARD, size=size
        )
        if code:
            put.paragraph(_("Or type this code on the home page: %(code)s") % {"code": code})
        put.heading(1, _("Options of this table"))
        put.chosen(sheet, only_other=True)
        return put.end()


def _summary(slug: str, put: Setter) -> str:
    game, rules = game_named(slug), game_rules(slug, put.language)
    plain = sheet_of(slug, put.language, {}, min(max(4, game.seats[0]), game.seats[1]))
    put.begin(f"{rules.title}: {_('Summary')}", rules.summary, rules.version, address_of_game(slug), size=_SMALL)
    put.facts(rules.facts)
    put.heading(1, rules.brief_heading)
    put.points(rules.brief)
    for name, kinds in _SUMMED_UP:
        put.heading(1, str(name))
        put.clauses([clause for section in plain.sections for clause in section.clauses if clause.is_used and topic(clause) in kinds])
    return put.end()


def _score(sheet: Sheet, address: str, put: Setter) -> str:
    rules, marks = sheet.rules, marks_of(sheet)
    title = str(marks.title) if marks else _("Score sheet")
    games, height = dict(sheet.chosen)["games"], "7.5mm" if sheet.seats < 8 else "6.5mm"
    put.begin(f"{rules.title}: {title}", _("For play at your own table."), rules.version, address, size=_SMALL)
    told = [value.meaning for option in sheet.options if option.differs for value in option.values if value.is_chosen]
    if told:
        put.paragraph(f"{_('Options of this table')}: {' '.join(told)}")
    if marks:
        put.heading(1, title)
        put.paragraph(str(marks.how))
        put.grid([_("Name"), *map(str, marks.boxes), _("Place")], sheet.seats, height)
    put.heading(1, _("Total of a series"))
    points = rules.clause_of(f"{sheet.slug}.points")
    put.clauses([points] if points else [])
    put.grid([_("Name"), *(str(number) for number in range(1, (games if games > 1 else SERIES) + 1)), _("Total")], sheet.seats, height)
    return put.end()


def address_of_game(slug: str) -> str:
    return settings.SITE_URL + reverse("rulebook:game", kwargs={"slug": slug})
