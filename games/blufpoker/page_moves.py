"""What one seat of Blufpoker may choose from, as plain data: a key of everything it depends on, and the controls made of it.

A key holds the true value of the dice only where the seat has seen them.
"""

from collections.abc import Sequence
from typing import Any

from games.blufpoker import words
from games.blufpoker.page_words import text
from games.blufpoker.rounds import SIX
from games.blufpoker.state import HIGHEST, LOWEST, MOST_THROWS, Blind, Claim, Direction, Throw
from games.blufpoker.values import value_of, values_above
from games.core.game import Choice, Language
from games.core.page import Key


def moves_key(view: Any, choices: Sequence[Choice]) -> Key | None:
    """What the controls depend on, by phase; None for a seat that is not in the game.

    `("off", rule)`, `("throw", k, most, why)` with the sixes that may be laid aside (None where the table lays none),
    `("attempt", k)`, `("claim", last, true, direction, again)` and `("decide", last, accept, blind, true)`, where `again`,
    `accept` and `blind` are `open`, the rule that shuts it, or None where the table does not have it.
    """
    by_type = {choice.type: choice for choice in choices}
    if not by_type:
        return None
    last = view.claims[-1].value if view.claims else LOWEST - 1
    true = None if view.cup is None else value_of((*view.cup, *(SIX,) * view.aside))
    if view.phase == "decide" and by_type["doubt"].open:
        blind = _state(by_type["blind"]) if view.options.blind_pass else None
        return ("decide", last, _state(by_type["accept"]), blind, true)
    if by_type["claim"].open:
        direction = view.direction if len(by_type["claim"].patterns) > 1 else None
        again = (view.throws + 1, _state(by_type["throw"])) if view.options.three_throws else None
        return ("claim", last, true, direction, again)
    if not by_type["throw"].open:
        return ("off", by_type["claim"].rule)
    if view.phase == "six_attempt":
        return ("attempt", view.throws + 1)
    if view.phase != "accepted" or not view.options.sixes:
        return ("throw", None, None)
    most = by_type["throw"].patterns[1]["keep"]["max"]
    if most:
        return ("throw", most, None)
    return ("throw", most, "blufpoker.sixes.must-throw-one" if SIX in (view.cup or ()) else "blufpoker.sixes.no-six")


def _state(choice: Choice) -> str:
    return "open" if choice.open else choice.rule or ""


def moves(key: Key, language: Language) -> dict[str, Any]:
    """The controls of one seat's turn; or why there are none now. Every value of `MOVES` is there, None where it is not."""
    made = _MAKERS[key[0]](key, language)
    return dict.fromkeys(("off", "throw", "keep", "picker", "direction", "again", "accept")) | made


def _why(rule: str, language: Language) -> dict[str, str]:
    return {"rule": rule, "text": words.reason(rule, language)}


def _off(key: Key, language: Language) -> dict[str, Any]:
    return {"off": _why(key[1], language)}


def _throw(key: Key, language: Language) -> dict[str, Any]:
    """The throw of a turn, and how many sixes are laid aside before it: all that may be, unless told otherwise."""
    _, most, why = key
    made: dict[str, Any] = {"throw": words.action(Throw(most or 0), language)}
    if most is None:
        return made
    kept = [text("keep_none", language), *(words.sixes(count, language) for count in range(1, most + 1))]
    options = [{"count": count, "label": label, "now": count == most} for count, label in enumerate(kept)]
    return made | {"keep": {"legend": text("keep", language), "options": options, "off": _why(why, language) if why else None}}


def _attempt(key: Key, language: Language) -> dict[str, Any]:
    return {"throw": text("attempt", language, k=key[1])}


def _claim(key: Key, language: Language) -> dict[str, Any]:
    """The values that may be said, mine ringed; the direction and one more throw where the table has them."""
    _, last, true, direction, again = key
    made: dict[str, Any] = {"picker": _picker("claim", last, true, language)}
    if direction:
        made["direction"] = {"legend": text("direction", language), "now": direction}
        made["picker"]["way"] = way(direction, language)
    if again:
        number, state = min(again[0], MOST_THROWS), again[1]
        label = text("again_unseen" if number == MOST_THROWS else "again", language, k=number)
        made["again"] = {"label": label, "off": None if state == "open" else _why(state, language)}
    return made


def way(direction: Direction, language: Language) -> str:
    """What a direction adds to the words of a claim: `, clockwise`."""
    return words.action(Claim(LOWEST, direction), language).removeprefix(words.action(Claim(LOWEST), language))


def _decide(key: Key, language: Language) -> dict[str, Any]:
    """Believing in two steps (UX-408), and the blind pass where the table has it."""
    _, last, accept, blind, true = key
    kind = "accept_666" if last == HIGHEST and accept == "open" else "accept"
    then = "" if accept != "open" else text(f"{kind}_then", language, value=last)
    made: dict[str, Any] = {
        "accept": {"label": text(kind, language), "then": then, "off": None if accept == "open" else _why(accept, language)}
    }
    if blind == "open":
        made["picker"] = _picker("blind", last, true, language)
    elif blind:
        made["picker"] = {"kind": "blind", "values": [], "label": text("pass_blind", language), "off": _why(blind, language)}
    return made


def _picker(kind: str, last: int, true: int | None, language: Language) -> dict[str, Any]:
    """The values above the last claim, in rising order. It starts with the true one if that may be said, else the lowest."""
    legal = values_above(last)
    start = true if true in legal else legal[0]
    action = Claim(start) if kind == "claim" else Blind(start)
    values = [{"value": value, "spoken": words.spoken(value, language), "mine": value == true, "now": value == start} for value in legal]
    too_low = "blufpoker.claim.higher" if kind == "claim" else "blufpoker.blind.pass"
    rule = too_low if last >= LOWEST else "blufpoker.claim.values"
    return {
        "kind": kind,
        "field": "value" if kind == "claim" else "unseen",
        "values": values,
        "value": start,
        "label": words.action(action, language),
        "way": "",
        "plain": text("say" if kind == "claim" else "pass_blind", language),
        "legend": text("values", language, value=legal[0]),
        "mine": text("mine", language),
        "all": text("all_values", language),
        "lower": text("lower", language),
        "higher": text("higher", language),
        "low": _why(rule, language),
        "high": _why("blufpoker.claim.values", language),
        "off": None,
    }


_MAKERS = {"off": _off, "throw": _throw, "attempt": _attempt, "claim": _claim, "decide": _decide}
