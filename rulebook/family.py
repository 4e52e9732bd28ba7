"""Which bluff does my family play? A few questions, each with its answers, lead to a game with its options set.

An answer is named by the keys on the way to it, `cards.lay.rank`. Answers to games that this site lacks are left out.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.registry import all_games


class Found(NamedTuple):
    """A game and the options that make it the family's own, as the sheet of a new table sends them."""

    slug: str
    options: tuple[tuple[str, str], ...] = ()


class Question(NamedTuple):
    text: str | Promise
    answers: Mapping[str, "Answer"]


class Answer(NamedTuple):
    text: str | Promise
    then: Question | Found


def _jokers(question_text: str | Promise, slug: str, options: tuple[tuple[str, str], ...] = ()) -> Question:
    return Question(
        question_text,
        {"no": Answer(_("No"), Found(slug, options)), "yes": Answer(_("Yes"), Found(slug, (*options, ("jokers", "yes"))))},
    )


_JOKERS = _("Are there jokers, which may be anything?")
_MISTAKE = Question(
    _("What does a wrong doubt or a caught bid cost?"),
    {
        "difference": Answer(_("As many dice as you were wrong by"), Found("liars_dice")),
        "one": Answer(_("One die, always"), Found("liars_dice", (("loss", "one"),))),
    },
)
_SIXES = Question(
    _("May sixes be laid aside before you throw on?"),
    {"no": Answer(_("No"), Found("blufpoker")), "yes": Answer(_("Yes"), Found("blufpoker", (("sixes", "yes"),)))},
)
_PASS = Question(
    _("May you pass and lay no more until the next round?"),
    {
        "yes": Answer(_("Yes"), _jokers(_JOKERS, "bluff_nepal")),
        "no": Answer(_("No: lay or doubt"), _jokers(_JOKERS, "bluffen", (("mode", "same_rank"),))),
    },
)
_LAID = Question(
    _("What must the cards be that you lay?"),
    {
        "suit": Answer(_("The suit of the round"), _jokers(_JOKERS, "bluffen")),
        "sequence": Answer(_("One rank higher or lower than the last"), _jokers(_JOKERS, "bluffen", (("mode", "sequence"),))),
        "rank": Answer(_("All of the rank that the first player named"), _PASS),
    },
)
START = Question(
    _("What do you play with?"),
    {
        "cups": Answer(_("Dice, and a cup for everyone"), _MISTAKE),
        "cup": Answer(_("Three dice and one cup that goes round"), _SIXES),
        "lay": Answer(_("Cards that are laid face down until a hand is empty"), _LAID),
        "bid": Answer(_("Cards in hand, and bids on what all hands hold together"), Found("blef")),
    },
)


def ask(answered: str) -> tuple[list[tuple[str, str | Promise]], Question | Found]:
    """What was answered so far, as (name of the answer, its text), and what comes now. Raises KeyError for no such answer."""
    told, step, name = [], START, ""
    for key in filter(None, answered.split(".")):
        if not isinstance(step, Question):
            raise KeyError(answered)
        name = f"{name}.{key}" if name else key
        text, then = step.answers[key]
        if not _has_game(then):
            raise KeyError(answered)
        told.append((name, text))
        step = then
    return told, step


def answers_to(question: Question, answered: str) -> list[tuple[str, str | Promise]]:
    """(name, text) of each answer that leads to a game of this site."""
    before = f"{answered}." if answered else ""
    return [(before + key, answer.text) for key, answer in question.answers.items() if _has_game(answer.then)]


def _has_game(step: Question | Found) -> bool:
    if isinstance(step, Found):
        return step.slug in {game.slug for game in all_games()}
    return any(_has_game(answer.then) for answer in step.answers.values())
