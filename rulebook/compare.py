"""Two games, or one game under two sets of options, clause by clause.

Under one game the clauses that only one side uses stand first. Clauses of two games stand side by side by topic, which the
second part of a rule id tells (`blef.deal`, `bluffen.resolve.lie`); where both games have the same id they are a pair.
"""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.errors import IllegalOptions
from games.core.game import Game, Language
from games.core.registry import game_named
from games.play.new_table_form import options_of, read_options
from rulebook.conditions import sent
from rulebook.sheet import Sheet, SheetClause, sheet_of

SEATS = 4
"""Compared at as many seats unless something else is asked for."""


def _kinds(words: str) -> frozenset[str]:
    return frozenset(words.split())


TOPICS: tuple[tuple[str | Promise, frozenset[str]], ...] = (
    (_("Players and things needed"), _kinds("players deck rank suit dice equipment value direction")),
    (_("Start and dealing"), _kinds("start deal dealer roll")),
    (_("A turn"), _kinds("open turn lay bid bids throw claim decide accept max lead follow pass next truth")),
    (_("Doubting, and what follows"), _kinds("challenge check doubt call count resolve lose penalty round")),
    (_("The last cards, and when all pass"), _kinds("last let-go all-pass")),
    (_("End and places"), _kinds("end eliminate win place points")),
    (_("Clauses of options"), _kinds("mode sequence same-rank joker jokers open-start rest stock sixes blind three-throws swap options")),
    (_("On this site"), _kinds("timeout leave view no-wait one-phone not-offered")),
)


class Side(NamedTuple):
    """What is compared. `refusal` says why no table may have these options together; empty where one may."""

    game: Game
    sheet: Sheet
    chosen: dict[str, Any]
    refusal: str


class Row(NamedTuple):
    """A clause of each side, or None where a side has none. `differs`: not the same on both sides."""

    one: SheetClause | None
    other: SheetClause | None
    differs: bool


class Told(NamedTuple):
    """A fact or an option on both sides."""

    name: str
    one: str
    other: str

    @property
    def differs(self) -> bool:
        return self.one != self.other


def side(slug: str, typed: Mapping[str, str], seats: int, language: Language) -> Side:
    """Values that an option cannot have are left out. Raises NotInThisGame for an unknown game."""
    game = game_named(slug)
    chosen = {name: value for name, value in read_options(game, typed).items() if _can_be(game, name, value)}
    least, most = game.seats
    seats, refusal = min(max(seats, least), most), ""
    try:
        game.engine.check_table(seats, game.options(**chosen))
    except IllegalOptions as refused:
        refusal = game.words.reason(refused.rule, language)
    return Side(game, sheet_of(slug, language, chosen, seats), chosen, refusal)


def read_number(sent: str, standard: int) -> int:
    return int(sent) if sent.isdecimal() and sent.isascii() and len(sent) < 3 else standard


def compared_with_plain(sheet: Sheet) -> dict[str, str]:
    """What to ask the comparer for: the plain game on one side, a table's rules on the other."""
    differing = {
        f"b_{option.name}": value.value for option in sheet.options if option.differs for value in option.values if value.is_chosen
    }
    return {"a": sheet.slug, "b": sheet.slug, "seats": str(sheet.seats)} | differing


def _can_be(game: Game, name: str, value: Any) -> bool:
    try:
        msgspec.convert({name: value}, game.options)
    except msgspec.ValidationError:
        return False
    return True


def options_told(one: Side, other: Side, language: Language) -> list[Told]:
    """The options of one game with their meaning on both sides."""
    rows = zip(_meanings(one, language), _meanings(other, language), strict=True)
    return [Told(name, meaning, theirs) for (name, meaning), (_name, theirs) in rows]


def _meanings(side: Side, language: Language) -> list[tuple[str, str]]:
    options = options_of(side.game, language, {name: sent(value) for name, value in side.chosen.items()})
    return [(option.label, next(value.meaning for value in option.values if value.is_chosen)) for option in options]


def facts_told(one: Side, other: Side) -> list[Told]:
    """The facts on the cards of two games; what one of them does not tell is empty."""
    mine, theirs = dict(one.sheet.rules.facts), dict(other.sheet.rules.facts)
    return [Told(name, mine.get(name, ""), theirs.get(name, "")) for name in dict.fromkeys([*mine, *theirs])]


def within_one_game(one: Side, other: Side) -> tuple[list[Row], list[Row]]:
    """Clauses that one side alone uses, and those that both use; those for every table among them."""
    rows = [
        Row(mine if mine.is_used else None, theirs if theirs.is_used else None, mine.is_used != theirs.is_used)
        for mine, theirs in zip(_clauses(one.sheet, annex=True), _clauses(other.sheet, annex=True), strict=True)
        if mine.is_used or theirs.is_used
    ]
    return [row for row in rows if row.differs], [row for row in rows if not row.differs]


def between_games(one: Side, other: Side) -> list[tuple[str | Promise, list[Row]]]:
    """The clauses that the games use, topic by topic. The rules for every table are left out: both games have them."""
    found = []
    for name, kinds in TOPICS:
        mine, theirs = ([clause for clause in _clauses(each.sheet) if clause.is_used and topic(clause) in kinds] for each in (one, other))
        if mine or theirs:
            found.append((name, _paired(mine, theirs)))
    return found


def topic(clause: SheetClause) -> str:
    """`challenge` of `bluffen.challenge.anyone`."""
    return clause.rules[0].split(".")[1]


def _paired(mine: list[SheetClause], theirs: list[SheetClause]) -> list[Row]:
    beside = {_tail(clause): clause for clause in theirs}
    same = [(clause, beside[_tail(clause)]) for clause in mine if _tail(clause) in beside]
    alone = [clause for clause in mine if _tail(clause) not in beside]
    taken = {clause.number for _clause, clause in same}
    rest = [clause for clause in theirs if clause.number not in taken]
    return [Row(*pair, pair[0].text != pair[1].text) for pair in same] + [Row(a, b, True) for a, b in zip_longest(alone, rest)]


def _tail(clause: SheetClause) -> str:
    return clause.rules[0].partition(".")[2]


def _clauses(sheet: Sheet, *, annex: bool = False) -> list[SheetClause]:
    sections = (*sheet.sections, *sheet.annex_sections) if annex else sheet.sections
    return [clause for section in sections for clause in section.clauses]
