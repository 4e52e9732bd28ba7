"""What the table page of Blufpoker shows, as plain data: a view goes in, the pieces that the fragments print come out.

Pure: no HTML, no Django. `public` depends on nothing that a spectator may not see; `own` and `moves_key` on one seat's view
and choices: the true value of the dice is in them for nobody but who has seen those dice.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from games.blufpoker import page_words, words
from games.blufpoker.page_moves import moves, moves_key, way
from games.blufpoker.page_words import text
from games.blufpoker.rounds import SIX, next_seat
from games.blufpoker.state import HIGHEST, LOWEST, MOST_THROWS, Blind, Claim, Doubted, Swapped, Throw
from games.blufpoker.values import VALUES, value_of
from games.core.game import Choice, Language
from games.core.page import Around, Assets, Count, Key, Seat, Terms

__all__ = [
    "ASSETS",
    "COMMANDS",
    "LOG_KINDS",
    "MAIN_ACTION",
    "SOUNDS",
    "USES",
    "action_from",
    "around",
    "board",
    "board_key",
    "calls",
    "moves",
    "moves_key",
    "own",
    "public",
    "replay",
    "script",
    "terms",
]

ASSETS = Assets(css=("cup.css",), script="cup.js", kits=("dice",))
MAIN_ACTION = "claim"
LOG_KINDS = {"round": "round", "revealed": "big", "attempt_over": "big", "game_over": "big", "match_over": "big"}
SOUNDS = {"claimed": "claim", "blind": "claim", "doubted": "call", "revealed": "reveal", "attempt_over": "reveal"}
COMMANDS: dict[str, list[str]] = {
    "blind": ["blind", "unseen", "ongezien", "ungesehen", "नहेरी"],
    "doubt": ["doubt", "bluff", "bluf", "betwijfel", "betwijfelen", "niet", "zweifle", "zweifeln", "anzweifeln", "nicht", "ब्लफ", "शंका"],
    "accept": ["accept", "believe", "geloof", "geloven", "glaube", "glauben", "पत्याउ", "पत्याउने"],
    "throw": ["throw", "roll", "gooi", "gooien", "werp", "würfle", "würfeln", "wuerfle", "wirf", "फाल", "फाल्ने"],
    "claim": ["say", "claim", "zeg", "zeggen", "sage", "ansage", "sagen", "भन", "भन्ने", "दाबी"],
    "hand": ["cup", "hand", "beker", "becher", "dice", "stenen", "würfel", "कप", "पासा"],
    "table": ["table", "tafel", "tisch", "टेबल"],
    "time": ["time", "turn", "tijd", "beurt", "zeit", "zug", "समय", "पालो"],
}
"""What may be typed in text mode, in any of the four languages (UX-808)."""
_KEEP = ["keep", "aside", "weg", "wegleggen", "heraus", "छुट्याउ", "छुट्याउने"]
"""Words that make the number of a typed throw the sixes to lay aside."""
_CLOCKWISE = ["clockwise", "met", "mee", "im", "दिशामा"]
_ANTICLOCKWISE = ["anticlockwise", "counterclockwise", "tegen", "gegen", "उल्टो"]

USES: dict[str, tuple[str, ...]] = {
    "claim": ("claim", "none", "attempt", "reveal"),
    "call": ("doubt",),
    "hand": ("cup",),
}


def terms(language: Language) -> Terms:
    return page_words.terms(language)


def around(view: Any, language: Language) -> Around:
    """Seats clockwise as they sit now, each with a die that shows the points it has left. Rules: blufpoker.swap.effect."""
    seats = tuple(Seat(counts=(_points_left(view.limit - points, language),)) for points in view.penalties)
    following = None if view.to_act is None else next_seat(view.order, view.direction, view.left, view.to_act)
    return Around(order=view.order, seats=seats, direction=view.direction, next=None if following == view.to_act else following)


def _points_left(left: int, language: Language) -> Count:
    """The penalty die of a seat. Rules: blufpoker.penalty.count."""
    icon = f"die-{left}" if 1 <= left <= SIX else "die-hidden"
    return Count(icon, left, text("left_one" if left == 1 else "left", language))


def calls(event: Any) -> tuple[int, int] | None:
    return (event.seat, event.claimant) if event.__struct_config__.tag == "doubted" else None


@cache
def script(language: Language, seats: int) -> dict[str, Any]:
    """The buttons in words, `{value}` standing for the value; and words of typed commands besides `COMMANDS`."""
    labels = {
        "claim": words.action(Claim(LOWEST), language).replace(str(LOWEST), "{value}"),
        "clockwise": way("clockwise", language),
        "anticlockwise": way("anticlockwise", language),
        "blind": words.action(Blind(LOWEST), language).replace(str(LOWEST), "{value}"),
        "throw": [words.action(Throw(keep), language) for keep in range(MOST_THROWS)],
    }
    typed = {"keep": _KEEP, "clockwise": _CLOCKWISE, "anticlockwise": _ANTICLOCKWISE}
    return {"labels": labels, "values": list(VALUES), "typed": typed, "closed": text("closed", language)}


# --- what everyone sees ------------------------------------------------------------------------------------------------


def board_key(view: Any) -> Key | None:
    """There is no board."""
    return None


def board(key: Key) -> dict[str, Any]:
    return {}


def public(view: Any, language: Language, names: Sequence[str]) -> dict[str, Any]:
    """Round, sixes aside, throws made and open dice, without a word for "you". Rules: blufpoker.view."""
    begins = view.phase == "start_throw" and view.round == 1
    return {
        "round": view.round,
        "aside": 0 if _attempt_begun(view) else view.aside,
        "aside_text": text("aside", language),
        "throw": _throw_made(view, language),
        "start": {seat: _rolled(view, seat) for seat in range(view.seats)} if begins else {},
        "plus": view.reveal.penalty_to if view.reveal else None,
        "plus_text": text("plus", language),
        "reveal": revealed(view.reveal, language, names, None) if view.reveal else None,
    }


def _throw_made(view: Any, language: Language) -> str:
    """How many of three throws were made, where more than one may be. Rules: blufpoker.three-throws.public-count."""
    if view.phase != "own_throw" or not view.options.three_throws:
        return ""
    return text("throw_k", language, k=view.throws)


def _rolled(view: Any, seat: int) -> list[int]:
    """The open dice of a seat that decided who starts. Rules: blufpoker.start.roll, blufpoker.start.tie."""
    return [roll[seat] for roll in view.start_rolls if roll[seat] is not None]


def _open_dice(dice: Sequence[int], aside: int, language: Language) -> list[dict[str, Any]]:
    """Dice that lie open, from high to low, sixes that were laid aside first and marked."""
    aside_first = [(SIX, True)] * aside + [(die, False) for die in sorted(dice, reverse=True)]
    word = text("is_aside", language)
    return [{"key": str(face), "hit": is_aside, "word": f"{face} ({word})" if is_aside else str(face)} for face, is_aside in aside_first]


def revealed(reveal: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """The open dice against the claim, who gets the point and who goes on. Rules: blufpoker.doubt.*, blufpoker.sixes.666.*"""
    is_doubt = reveal.__struct_config__.tag == "revealed"
    claim = reveal.claim if is_doubt else HIGHEST
    if is_doubt:
        said = words.sentence(Doubted(reveal.doubter, reveal.claimant), language, names, me)
    else:
        said = f"{names[reveal.acceptor]}: {text('throw_k', language, k=reveal.throws)}"
    following = reveal.next_starter
    goes_on = "" if following is None else text("next_me" if following == me else "next", language, name=names[following])
    return {
        "said": said,
        "dice": _open_dice(reveal.dice, reveal.aside, language),
        "value": reveal.value,
        "claim": claim,
        "sign": "<" if reveal.value < claim else "=" if reveal.value == claim else ">",
        "cost": words.sentence(reveal, language, names, me),
        "next": goes_on,
        "wrong": reveal.value < claim,
    }


def replay(event: Any, language: Language, names: Sequence[str]) -> dict[str, Any] | None:
    """What a line of the log unfolds: the dice of a settled round (UX-309). None for other events."""
    if event.__struct_config__.tag not in ("revealed", "attempt_over"):
        return None
    return {"game": "blufpoker", "dice": _open_dice(event.dice, event.aside, language), "value": event.value}


# --- what one reader sees ----------------------------------------------------------------------------------------------


def own(view: Any, choices: Sequence[Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """What one seat sees and may do. For a spectator (`me` None) only what is open to all."""
    return {
        "claim": last_claim(view, language, names, me),
        "none": {"text": text("none", language), "note": _before_the_first_claim(view, language, names)},
        "attempt": _attempt(view, language),
        "reveal": revealed(view.reveal, language, names, me) if view.reveal else None,
        "cup": cup(view, language, names, me),
        "doubt": _doubt(view, choices, language, names, me),
        "spoken": "",  # only whoever lifts the cup is told what lies there: others may hear this page (UX-407)
        "hint": _hint(view, language, names, me),
        "position": f"{view.game}-{view.round}-{view.phase}-{len(view.claims)}-{view.throws}",
        "waits": 0,
    }


def last_claim(view: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any] | None:
    """The claim that stands, who made it and how. None: nobody has claimed yet."""
    if not view.claims:
        return None
    made = view.claims[-1]
    note = ""
    if made.blind:
        note = text("passed_on", language)
    elif made.throws == MOST_THROWS:
        note = text("after_unseen", language)
    elif made.throws > 1:
        note = text("after", language, k=made.throws)
    return {
        "name": names[made.seat],
        "mine": made.seat == me,
        "value": words.claim(made, language),
        "spoken": words.at_least(made, language),
        "dice": list(str(made.value)),
        "note": note,
    }


def _before_the_first_claim(view: Any, language: Language, names: Sequence[str]) -> str:
    """Who sits where after a swap, or why this seat starts. Rules: blufpoker.swap.when, blufpoker.start.roll."""
    if view.phase != "start_throw":
        return ""
    swap = view.options.swap_seats
    if (swap == "round" and not view.first_round) or (swap == "game" and view.first_round and view.game > 1):
        present = tuple(seat for seat in view.order if seat not in view.left)
        return words.sentence(Swapped(present), language, names, None)
    return text("highest", language) if view.round == 1 else ""


def _attempt(view: Any, language: Language) -> dict[str, Any] | None:
    """The open dice of an attempt at 666, after its first throw. Rules: blufpoker.sixes.666.open."""
    if not _attempt_begun(view):
        return None
    return {"dice": _open_dice(view.cup, view.aside, language), "text": text("throw_k", language, k=view.throws)}


def _is_hidden(view: Any) -> bool:
    """Whether dice lie under the cup that not everyone sees."""
    return bool(view.under_cup) and not _attempt_begun(view)


def _attempt_begun(view: Any) -> bool:
    return bool(view.phase == "six_attempt" and view.throws)


def cup(view: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any] | None:
    """The cup: dice that this seat may look at, or why it may not. None while nothing of it is to be told."""
    if me is None or view.to_act is None:
        return None
    seen = view.cup if _is_hidden(view) else None
    made: dict[str, Any] = {
        "dice": [str(die) for die in sorted(seen or (), reverse=True)],
        "aside": view.aside,
        "spoken": _spoken(view, language),
        "text": "",
        "look": text("look", language),
        "look_5": text("look_5", language),
        "aside_text": text("aside", language),
        "empty": not view.under_cup or _attempt_begun(view),
    }
    if not seen:
        made["text"] = _why_unseen(view, language, names, me)
    elif view.to_act != me:
        made["text"] = text("with", language, name=names[view.to_act])
    return made


def _why_unseen(view: Any, language: Language, names: Sequence[str], me: int) -> str:
    """Rules: blufpoker.decide, blufpoker.accept.look, blufpoker.three-throws.third-blind."""
    if _attempt_begun(view):
        return text("open", language)
    if view.to_act != me:
        return text("with", language, name=names[view.to_act])
    if view.phase == "decide":
        must = view.claims[-1].value == HIGHEST and not view.options.sixes
        return text("must" if must else "before", language)
    return text({"start_throw": "empty", "own_throw": "unseen"}[view.phase], language)


def _spoken(view: Any, language: Language) -> str:
    """What this seat may know of the cup, in words."""
    if view.cup is None or not _is_hidden(view):
        return ""
    value = words.spoken(value_of((*view.cup, *(SIX,) * view.aside)), language)
    if not view.aside:
        return text("cup_spoken", language, value=value)
    dice = "-".join(str(die) for die in sorted(view.cup, reverse=True))
    return text("aside_spoken", language, sixes=words.sixes(view.aside, language), dice=dice, value=value)


def _doubt(view: Any, choices: Sequence[Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any] | None:
    """The button Bluff!, with its object in its name (UX-305)."""
    choice = next((choice for choice in choices if choice.type == "doubt"), None)
    if choice is None:
        return None
    last = view.claims[-1] if view.claims and view.phase == "decide" else None
    label = text("doubt", language, name=names[last.seat], value=last.value) if last and last.seat != me else terms(language).call
    off = None if choice.open else {"rule": choice.rule or "", "text": words.reason(choice.rule or "", language)}
    return {"type": "doubt", "label": label, "off": off}


def _hint(view: Any, language: Language, names: Sequence[str], me: int | None) -> str:
    """For beginners (UX-106), of nothing but the rules: no chance of any throw is told during a match (UX-408)."""
    if view.to_act is None or view.to_act != me:
        return ""
    if view.phase == "decide":
        last = view.claims[-1]
        return text("hint_decide", language, name=names[last.seat], value=last.value)
    return text("hint_say", language) if view.phase == "own_throw" and view.cup is not None else ""


def action_from(fields: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The action that a plain form means. A field that is no number is handed on as it is, to be refused with its reason."""
    kind = fields.get("type", "")
    if kind == "claim" and "unseen" in fields:  # Enter in the picker of a blind pass
        kind = "blind"
    if kind == "claim":
        direction = {"direction": fields["direction"]} if fields.get("direction") else {}
        return {"type": kind, "value": _number(fields.get("value", "")), **direction}
    if kind == "blind":
        return {"type": kind, "value": _number(fields.get("unseen", ""))}
    if kind == "throw" and fields.get("keep", "0") != "0":
        return {"type": kind, "keep": _number(fields["keep"])}
    return {"type": kind}


def _number(sent: str) -> int | str:
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 6 else sent
