"""Looking back on claims of Blufpoker. The contract is `games.core.review.Review`; chances are those of `odds`."""

from math import comb
from typing import Any, Literal

from games.blufpoker import odds
from games.blufpoker.rounds import SIX, real_value
from games.blufpoker.state import DICE, HIGHEST, MOST_ASIDE, MOST_THROWS, State, View
from games.blufpoker.values import values_above
from games.core.game import Language
from games.core.review import Answer
from games.core.words import Text

CHANCE: Literal["true"] = "true"
_ANSWERS: dict[Answer, Text] = {
    "call": {"en": "doubt", "nl": "betwijfelen", "de": "anzweifeln", "ne": "शंका गर्ने"},
    "stand": {"en": "believe", "nl": "geloven", "de": "glauben", "ne": "पत्याउने"},
}
_TRUTH: Text = {
    "en": "The dice made {value}.",
    "nl": "De dobbelstenen waren {value}.",
    "de": "Die Würfel ergaben {value}.",
    "ne": "पासामा {value} थियो।",
}


def claimant(event: Any) -> int | None:
    return event.seat if event.__struct_config__.tag in ("claimed", "blind") else None


def is_open(state: State) -> bool:
    return state.phase == "decide"


def is_true(state: State) -> bool:
    """Rules: blufpoker.doubt.lower, blufpoker.doubt.equal-or-higher."""
    return real_value(state) >= state.claims[-1].value


def holds(view: View) -> float:
    """For who has not seen the dice they are one fresh throw."""
    return odds.holds(view.claims[-1].value, view.aside, _seen(view))


def _seen(view: View) -> tuple[int, ...] | None:
    """All three dice, for one who has seen those under the cup."""
    return None if view.cup is None else (*view.cup, *(SIX,) * view.aside)


def stands(view: View) -> float:
    """The chance that who believes then throws more, or succeeds in the attempt at 666; or that a higher claim is true as the
    cup lies, where it may go on unseen. Rules: blufpoker.accept.must-throw, blufpoker.sixes.666.accept, blufpoker.blind.pass.
    """
    value = view.claims[-1].value
    if value == HIGHEST:
        return odds.attempt()
    blind = odds.holds(values_above(value)[0], view.aside, _seen(view)) if view.options.blind_pass else 0.0
    return max(_higher(view, value), blind)


def _higher(view: View, value: int) -> float:
    """By how many sixes lie under the cup, as far as they may be kept; unseen dice show each number of them by chance."""
    throws, under = (MOST_THROWS if view.options.three_throws else 1), DICE - view.aside
    if not view.options.sixes:
        return odds.above(value, view.aside, throws)
    if view.cup is not None:
        return _keeping(value, view.aside, view.cup.count(SIX), throws)
    ways: list[int] = [comb(under, sixes) * 5 ** (under - sixes) for sixes in range(under + 1)]
    higher = sum([many * _keeping(value, view.aside, sixes, throws) for sixes, many in enumerate(ways)])
    return higher / float(6**under)


def _keeping(value: int, aside: int, sixes: int, throws: int) -> float:
    """Rules: blufpoker.sixes.keep, blufpoker.sixes.must-throw-one."""
    return max(odds.above(value, aside + kept, throws) for kept in range(min(sixes, MOST_ASIDE - aside) + 1))


def truth(state: State, language: Language) -> str:
    return _TRUTH[language].format(value=real_value(state))


def answer(answer: Answer, language: Language) -> str:
    return _ANSWERS[answer][language]


def hands(state: State) -> tuple[tuple[str, ...], ...]:
    """Nobody holds anything: the one cup goes round."""
    return ((),) * state.seats


def ruling(event: Any) -> str | None:
    match event.__struct_config__.tag:
        case "revealed":
            return "blufpoker.doubt.lower" if event.value < event.claim else "blufpoker.doubt.equal-or-higher"
        case "attempt_over":
            return "blufpoker.sixes.666.success" if event.success else "blufpoker.sixes.666.fail"
        case _:
            return None
