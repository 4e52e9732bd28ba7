"""What the table page of Bluffen shows, as plain data: a view goes in, the pieces that the fragments print come out.

Pure: no HTML, no Django. `public` depends on nothing that a spectator may not see; `own` on one seat's view and choices.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from games.bluffen import page_words, words
from games.bluffen.claims import MOST_AT_ONCE, fits, steps
from games.bluffen.state import Accept, Challenge, Lay
from games.core import card_page, card_words
from games.core.cards import JOKER, RANKS, SUITS, Card
from games.core.game import Choice, Language
from games.core.page import Around, Assets, Key, Seat, next_seat, places_from_first
from games.core.words import joined

ASSETS = Assets(css=("laying.css",), script="laying.js", kits=("cards",))
MAIN_ACTION = "lay"
LOG_KINDS = {"dealt": "round", "resumed": "round", "revealed": "big", "game_over": "big", "match_over": "big"}
SOUNDS = {"laid": "claim", "challenged": "call", "revealed": "reveal"}
COMMANDS: dict[str, list[str]] = {
    "lay": ["lay", "play", "put", "leg", "leggen", "speel", "lege", "legen", "ablegen", "spiele", "राख", "राख्ने", "राख्छु"],
    "challenge": [
        "doubt", "challenge", "liar", "lying", "lie", "betwijfel", "betwijfelen", "liegt", "lieg", "zweifle", "zweifeln", "anzweifeln",
        "lügst", "luegst", "शंका", "झुटो",
    ],
    "accept": ["accept", "believe", "accepteer", "accepteren", "geloof", "annehmen", "nehme", "glaube", "पत्याउने", "पत्याउँछु"],
    "hand": ["cards", "hand", "kaarten", "karten", "तास"],
    "table": ["table", "tafel", "tisch", "टेबल"],
    "time": ["time", "turn", "tijd", "beurt", "zeit", "zug", "समय", "पालो"],
}  # fmt: skip
"""What may be typed in text mode, in any of the four languages (UX-808)."""
CALL_SECONDS, LAST_SECONDS = 3, 5
"""How long a computer that is to act leaves for calls, at normal speed. Rules: common.bot.pace."""

terms = page_words.terms


# --- for everyone ----------------------------------------------------------------------------------------------------


def around(view: Any, language: Language) -> Around:
    """Seats clockwise with their cards; who is out of cards keeps the place, whose last cards wait for an answer is marked."""
    places, gone = _places(view), {seat for group in view.out for seat in group}
    seats = []
    for seat, count in enumerate(view.hand_counts):
        counts = () if seat in gone or seat in view.left else (card_page.count(count, language),)
        mark = page_words.text("out", language) if seat in gone else ""
        if view.phase == "answer_last" and view.pile[-1].seat == seat:
            mark = page_words.text("last", language)
        seats.append(Seat(counts=counts, place=places.get(seat), gone=seat in gone, mark=mark))
    order = tuple(range(view.seats))
    following = view.next_to_act if view.phase == "reveal" else next_seat(order, view.to_act, (*gone, *view.left, *_empty(view)))
    return Around(order=order, seats=tuple(seats), next=following)


def _places(view: Any) -> dict[int, int]:
    """Places that are sure: not where a computer plays for somebody who left, nor after such a seat. Rules: common.leave.place."""
    sure = []
    for group in view.out:
        if any(seat in view.away for seat in group):
            break
        sure.append(group)
    return places_from_first(sure)


def _empty(view: Any) -> tuple[int, ...]:
    """Who has laid all cards and waits for the answer: if it stands, that seat does not act again."""
    return (view.pile[-1].seat,) if view.phase == "answer_last" else ()


def public(view: Any, language: Language, names: Sequence[str]) -> dict[str, Any]:
    """What everyone at the table sees of the game, without a word for "you"."""
    says = ""
    if view.options.mode == "sequence" and view.condition is not None and not _is_shown(view):
        says = page_words.next_claims(steps(view.condition), language)
    return {
        "round": view.round + (view.phase == "open"),
        "says": says,
        "clockwise": page_words.text("clockwise", language),
        "pile": {"count": view.pile_count, "text": page_words.text("pile", language)},
        "reveal": revealed(view, language, names, None) if _is_shown(view) else None,
    }


def _is_shown(view: Any) -> bool:
    """Whether the cards of the last challenge lie open now."""
    return view.reveal is not None and view.phase in ("reveal", "over")


def revealed(view: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """The cards that were turned up, each marked whether it fits, and what comes of it in words (UX-309)."""
    reveal = view.reveal
    is_out = any(reveal.claimant in group for group in view.out)
    return {
        "name": names[reveal.claimant],
        "sign": sign(reveal.claim, language),
        "said": _claimed(reveal.claim, len(reveal.cards), language),
        "cards": _judged(reveal.cards, reveal.claim, view.options, language),
        "told": words.turned_over(reveal, language),
        "then": words.follows(reveal, view.next_to_act, language, names, me, is_out=is_out),
        "to": reveal.taker,
        "count": reveal.pile_count,
        "wrong": not reveal.claim_true,
    }


def _judged(cards: Sequence[Card], claim: str, options: Any, language: Language) -> list[dict[str, Any]]:
    return card_page.faces(cards, language, [card for card in cards if fits(card, claim, options)])


def _claimed(claim: str, count: int, language: Language) -> str:
    """A claim in words: `hearts`, `eight`, `three queens`."""
    is_one = claim in SUITS or count == 1
    return words.condition(claim, language) if is_one else card_words.counted(count, claim, language)


def sign(code: str, language: Language) -> dict[str, str]:
    """A suit or rank as it is drawn large."""
    return {"kind": "suit", "code": code, "index": ""} if code in SUITS else {"kind": "rank", "code": code, "index": _index(code, language)}


def _index(rank: str, language: Language) -> str:
    return card_words.index(rank, language)


def replay(event: Any, language: Language, names: Sequence[str]) -> dict[str, Any] | None:
    """What a line of the log unfolds: cards that were turned up; to one reader alone what it laid or took."""
    tag = event.__struct_config__.tag
    if tag not in ("revealed", "taken", "laid") or event.cards is None or (tag == "laid" and event.open):
        return None
    cards = card_page.faces(event.cards, language)
    if tag == "revealed":
        by_suit = event.claim in SUITS
        for one in cards:
            one["hit"] = one["code"] == JOKER or event.claim == one["suit" if by_suit else "rank"]
    return {"game": "bluffen", "show": page_words.text("show", language), "cards": cards}


def calls(event: Any) -> tuple[int, int] | None:
    return (event.seat, event.claimant) if event.__struct_config__.tag == "challenged" else None


def board_key(view: Any) -> Key | None:
    """There is no board."""
    return None


def board(key: Key) -> dict[str, Any]:
    return {}


# --- for one reader --------------------------------------------------------------------------------------------------

USES: dict[str, tuple[str, ...]] = {
    "claim": ("claim", "reveal", "none"),
    "call": ("doubt",),
    "hand": ("cards", "empty", "label", "most", "by"),
}
"""Pieces of the own part that look at nothing but these of `own`'s values: made once for equal ones."""


def own(view: Any, choices: Sequence[Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """What one seat sees and may do. For a spectator (`me` None) only the claim that stands."""
    by_type = {choice.type: choice for choice in choices}
    may_doubt = "challenge" in by_type and by_type["challenge"].open
    by = "suit" if view.options.mode == "suit" else "rank"
    return {
        "claim": claim_of(view, language, names, me),
        "reveal": revealed(view, language, names, me) if _is_shown(view) else None,
        "none": page_words.text("none", language),
        "doubt": _doubt(view, by_type, language, names, me) if by_type else None,
        "cards": card_page.hand(view.own or (), language, by=by),
        "by": by,
        "most": _most(view),
        "label": card_page.terms(language)["hand"],
        "empty": page_words.text("empty", language),
        "spoken": "" if view.own is None else card_page.spoken(view.own, language),
        "waits": 0 if not may_doubt else LAST_SECONDS if view.phase == "answer_last" else CALL_SECONDS,
        "position": f"{view.game}-{view.round}-{len(view.pile)}-{view.to_act}-{view.phase}-{int(view.called)}",
        "hint": _hint(view, language, names) if me is not None and view.to_act == me and view.own else "",
    }


def _most(view: Any) -> int:
    """How many cards may be chosen. Rules: bluffen.lay.count, bluffen.open-start.shown."""
    is_open_start = view.options.open_start and not view.pile
    return MOST_AT_ONCE if view.options.mode == "same_rank" and not is_open_start else 1


def claim_of(view: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any] | None:
    """What was claimed last in this round and by whom, and which cards the reader knows of the pile. None: nothing was laid yet."""
    if not view.pile or _is_shown(view):
        return None
    play = view.pile[-1]
    mine = [card for each in view.pile if each.seat == me and not each.open for card in each.cards or ()]
    return {
        "said": page_words.said(names[play.seat], play.seat == me, language),
        "sign": sign(play.claim, language),
        "words": _claimed(play.claim, play.count, language),
        "count": play.count,
        "faces": card_page.faces(play.cards, language) if play.open else None,
        "last": page_words.text("last", language) if view.phase == "answer_last" else "",
        "closed": "" if view.live else page_words.text("closed", language),
        "known": page_words.mine(joined([card_words.sign(card, language) for card in mine], language), language) if mine else "",
    }


def _why(rule: str | None, language: Language) -> dict[str, str]:
    return {"rule": rule or "", "text": words.reason(rule or "", language)}


def _doubt(view: Any, by_type: Mapping[str, Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """The challenge with its object, and the other answer beside it: accepting, which only last cards ask for, or out of turn
    letting go, which hides the question on this page alone (UX-305, UX-307, UX-412).
    """
    challenge, accept = by_type["challenge"], by_type["accept"]
    label = words.action(Challenge(), language)
    if view.live and view.pile[-1].seat != me:
        label = words.doubt(names[view.pile[-1].seat], view.pile[-1], language)
    other: dict[str, Any] = {"label": page_words.text("let_go", language)}
    if not words.may_doubt(view, me):
        other = {"type": "accept", "label": words.action(Accept(), language), "off": None if accept.open else _why(accept.rule, language)}
    return {
        "type": "challenge",
        "label": label,
        "off": None if challenge.open or view.called else _why(challenge.rule, language),
        "called": view.called,
        "let_go": other,
    }


def _hint(view: Any, language: Language, names: Sequence[str]) -> str:
    """How many of the reader's cards make a legal claim true, and what a doubt may cost."""
    named: Sequence[str] = () if view.condition is None else (view.condition,)
    if view.options.mode == "sequence" and view.condition is not None:
        named = steps(view.condition)
    own = sum(any(fits(card, claim, view.options) for claim in named) for card in view.own)
    phase = "open_start" if view.options.open_start and view.phase == "open" else view.phase
    return page_words.hint(phase, own, view.pile_count, names[view.pile[-1].seat] if view.pile else "", language)


def moves_key(view: Any, choices: Sequence[Choice]) -> Key | None:
    """What may be named and how laying is off; None for a seat that is not in the game.

    `named` are the claims to choose from, () where the visible card tells its own; `face_up` where it is laid so.
    """
    by_type = {choice.type: choice for choice in choices}
    if not by_type:
        return None
    lay = by_type["lay"]
    face_up = view.options.open_start and not view.pile and lay.open
    named = tuple(dict.fromkeys(claim for pattern in lay.patterns for claim in pattern.get("claim", ())))
    if face_up and JOKER not in (view.own or ()):
        named = ()
    return (view.options.mode, view.condition, named, _most(view), face_up, lay.rule or "")


def moves(key: Key, language: Language) -> dict[str, Any]:
    """The picker of suits or ranks where there is a choice, else the claim that is fixed; laying, off with its reason.

    Rules: bluffen.open.condition, bluffen.open.repeat-suit, bluffen.sequence.step, bluffen.lay.count.
    """
    mode, condition, named, most, face_up, lay_rule = key
    is_choice = len(named) > 1 or (face_up and bool(named))
    fixed = condition if not is_choice else None
    said = None if fixed is None else _claimed(fixed, 1, language)
    return {
        "suits": card_page.suits(language) if is_choice and mode == "suit" else None,
        "ranks": card_page.ranks(language, named) if is_choice and mode != "suit" else None,
        "by": "suit" if mode == "suit" else "rank",
        "off": {code: _why("bluffen.open.repeat-suit", language) for code in SUITS if code not in named},
        "chosen": condition,
        "joker": page_words.text("joker", language) if face_up else "",
        "face_up": face_up,
        "fixed": fixed or "",
        "sign": sign(fixed, language) if fixed else None,
        "words": page_words.face_up(said, language) if face_up else words.action(Lay(("AS",), fixed), language),
        "lay": page_words.text("lay", language),
        "lay_off": _why(lay_rule, language) if lay_rule else None,
        "no_cards": _why("bluffen.same-rank.four", language)
        if most > 1
        else {"rule": "bluffen.lay.count", "text": page_words.text("choose", language)},
        "no_claim": _why("bluffen.open.condition", language),
    }


def script(language: Language, seats: int) -> dict[str, Any]:
    """The button for every lay in words, and every word for a suit or rank, for typed commands."""
    return {"labels": labels(language), "names": card_page.names()}


@cache
def labels(language: Language) -> dict[str, Any]:
    """`said`: claim -> the button for 1 to 4 cards; `face_up`: the same for a visible card; `cards`: before anything is named."""
    numbers = range(1, MOST_AT_ONCE + 1)
    some: Card = "AS"
    codes = (*SUITS, *RANKS)
    return {
        "cards": [words.action(Lay((some,) * count), language) for count in numbers],
        "said": {
            code: [words.action(Lay((some,) * count, code), language) for count in (numbers if code in RANKS else (1,))] for code in codes
        },
        "face_up": {code: page_words.face_up(words.condition(code, language), language) for code in codes},
        "any": page_words.face_up(None, language),
        "sign": {
            rank: [f"{count}×{_index(rank, language)}" if count > 1 else _index(rank, language) for count in numbers] for rank in RANKS
        },
    }


def action_from(fields: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The action that a plain form means. A lay without a claim is handed on without one: the round has its own.

    Where the first card lies open only a joker needs to be named: the field `joker_claim` means nothing for other cards.
    """
    kind = fields.get("type", "")
    if kind != "lay":
        return {"type": kind}
    cards = list(lists.get("cards", ()))
    claim = fields.get("claim", "") or (fields.get("joker_claim", "") if cards == [JOKER] else "")
    return {"type": "lay", "cards": cards} | ({"claim": claim} if claim else {})
