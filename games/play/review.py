"""The review of an ended match as plain data: what happened, in words, and what can be said of each claim (UX-504).

Whoever calls this has checked that the reader may open the record of the match. Rules: common.view.record.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from games.core import card_words
from games.core.errors import NotInThisGame, RulesError
from games.core.game import Game, Language
from games.core.registry import game_named
from games.core.replay import Entry, Replayed, same_events, steps
from games.core.review import Review, Verdict, verdicts
from games.play import selectors
from games.play.models import Match, Table
from games.play.render import page_of
from games.play.robots import named

STEPS_A_PAGE = 40
"""Steps that a page holds about: short rounds share one, a longer round is cut. So a page stays light."""

KEPT = 16
"""Matches that a process keeps ready to be looked through."""


class Part(NamedTuple):
    """Steps of one round on one page; `first`: its beginning, with what was dealt."""

    game: int
    round: int
    first: bool
    steps: tuple[Replayed, ...]


class Played(NamedTuple):
    """A whole match: pages of parts of rounds, and the verdicts by number of entry."""

    pages: tuple[tuple[Part, ...], ...]
    verdicts: dict[int, Verdict]


def module_of(slug: str) -> Review | None:
    """The game's own part of the review; None where a game has none."""
    return import_module(f"games.{slug}.review") if find_spec(f"games.{slug}.review") else None  # type: ignore[return-value]


def played(match: Match) -> Played | None:
    """The ended match, played again from its log; None where this version of the rules cannot do that."""
    return _played(match.pk, match.table.key, match.rules_version)


@lru_cache(maxsize=KEPT)
def _played(match_id: int, key: str, rules_version: int) -> Played | None:
    table = Table.objects.get(pk=match_id, key=key)
    return replayed(game_named(table.game), table.size, table.options, selectors.whole_log(match_id), rules_version)


def replayed(game: Game, seats: int, options: dict[str, Any], log: Sequence[Entry], rules_version: int | None = None) -> Played | None:
    """A match from its record; None where the engine, asked for the version of the match, does not come to what its log says."""
    try:
        whole = list(steps(game.engine, seats, options, log, rules_version))
    except (NotInThisGame, RulesError, ValueError, msgspec.ValidationError):
        return None
    if rules_version not in (None, game.rules_version) and not same_events([step.events for step in whole], log):
        return None
    review = module_of(game.slug)
    found = verdicts(game.engine, review, whole, page_of(game.slug).calls, game.bots) if review is not None else {}
    return Played(tuple(paged(game, whole)), found)


def paged(game: Game, whole: Sequence[Replayed]) -> list[tuple[Part, ...]]:
    """The rounds of a match on pages of about `STEPS_A_PAGE` steps."""
    parts: list[Part] = []
    told = [step for step in whole if any(game.engine.show(event, None) is not None for event in step.events)]
    for (number, turn), group in groupby(told, key=_round_of):
        of_round = list(group)
        for at in range(0, len(of_round), STEPS_A_PAGE):
            parts.append(Part(number, turn, at == 0, tuple(of_round[at : at + STEPS_A_PAGE])))
    pages: list[tuple[Part, ...]] = []
    for part in parts:
        if pages and sum(len(one.steps) for one in pages[-1]) + len(part.steps) <= STEPS_A_PAGE:
            pages[-1] = (*pages[-1], part)
        else:
            pages.append((part,))
    return pages


def _round_of(step: Replayed) -> tuple[int, int]:
    return step.after.game, step.after.round


def page(table: Table, number: int, language: Language, *, hands: bool) -> dict[str, Any]:
    """Page `number`, from 1, of the review; the nearest one there is. `hands`: with what lay hidden.

    `parts` is None where this version of the rules cannot play the match again; then only its result is known.
    """
    match = Match.objects.select_related("table").defer("saved").get(pk=table.pk)
    game, seats = game_named(match.game), list(table.seats.all())
    names = named([seat.name if seat.user_id is not None else None for seat in seats], language)
    whole = played(match)
    made = {
        "game": match.game,
        "title": game.words.title(language),
        "rules_version": match.rules_version,
        "rules_now": game.rules_version,
        "ended": match.ended_at,
        "hands": hands,
        "dice": "dice" in page_of(match.game).ASSETS.kits,
        "places": _places(match, names),
        "page": 1,
        "pages": 0,
        "chance": getattr(module_of(match.game), "CHANCE", "true"),
        "parts": None,
    }
    if whole is None or not whole.pages:
        return made
    number = min(max(number, 1), len(whole.pages))
    return made | {
        "page": number,
        "pages": len(whole.pages),
        "parts": parts_of(game, whole, number, names, language, hands=hands),
        "games": max(part.game for one in whole.pages for part in one),
    }


def parts_of(game: Game, whole: Played, number: int, names: Sequence[str], language: Language, *, hands: bool) -> list[dict[str, Any]]:
    """What page `number`, from 1, of the match says."""
    words = _Words(game, names, language, hands, whole.verdicts)
    return [words.part(part) for part in whole.pages[number - 1]]


def _places(match: Match, names: Sequence[str]) -> list[dict[str, Any]]:
    rows = [{"seat": seat, "place": place, "name": names[seat]} for seat, place in enumerate((match.result or {}).get("places", ()))]
    return sorted(rows, key=lambda row: (row["place"], row["seat"]))


class _Words:
    """Puts steps into the words of one reader."""

    def __init__(self, game: Game, names: Sequence[str], language: Language, hands: bool, judged: dict[int, Verdict]) -> None:
        self.game, self.names, self.language, self.hands, self.judged = game, names, language, hands, judged
        self.page, self.review = page_of(game.slug), module_of(game.slug)

    def part(self, part: Part) -> dict[str, Any]:
        hands: list[dict[str, Any]] = []
        if self.hands and part.first and self.review is not None:
            held = self.review.hands(part.steps[0].after)
            hands = [self.hand(seat, codes) for seat, codes in enumerate(held) if codes]
        return {
            "game": part.game,
            "round": part.round,
            "first": part.first,
            "hands": hands,
            "steps": [self.step(step) for step in part.steps],
        }

    def hand(self, seat: int, codes: Sequence[str]) -> dict[str, Any]:
        """Cards as signs, which are small: a page may hold the hands of many rounds."""
        are_cards = "cards" in self.page.ASSETS.kits
        signs = " ".join([card_words.sign(code, self.language) for code in codes]) if are_cards else ""
        return {"name": self.names[seat], "signs": signs, "dice": () if are_cards else codes}

    def step(self, step: Replayed) -> dict[str, Any]:
        lines = []
        for event in step.events:
            shown = self.game.engine.show(event, None)
            text = "" if shown is None else self.game.words.sentence(shown, self.language, self.names, None)
            if text:
                tag = str(event.__struct_config__.tag)
                rule = self.review.ruling(event) if self.review is not None else None
                lines.append({"text": text, "kind": self.page.LOG_KINDS.get(tag, ""), "rule": rule})
        verdict = self.judged.get(step.entry.number)
        return {
            "number": step.entry.number,
            "lines": lines,
            "computer": step.entry.by == "bot",
            "verdict": None if verdict is None else self.verdict(verdict, step.after),
        }

    def verdict(self, verdict: Verdict, state: Any) -> dict[str, Any]:
        assert self.review is not None
        review, language = self.review, self.language
        return {
            "true": verdict.true,
            "chance": review.CHANCE,
            "truth": review.truth(state, language),
            "decider": self.names[verdict.decider],
            "own": percent(verdict.own, language),
            "public": percent(verdict.public, language),
            "better": review.answer(verdict.better, language) if verdict.better else "",
            "call": review.answer("call", language),
            "stand": review.answer("stand", language),
            "call_right": percent(verdict.call, language),
            "stand_right": percent(verdict.stand, language),
            "done": verdict.answer is not None and verdict.answer == verdict.better,
        }


def percent(chance: float, language: Language) -> str:
    """`44.07 %`; what is not certain never looks so."""
    if chance <= 0 or chance >= 1:
        text = "0" if chance <= 0 else "100"
    else:
        text = f"{min(max(100 * chance, 0.01), 99.99):.2f}"
    return f"{text.replace('.', ',') if language in ('nl', 'de') else text} %"
