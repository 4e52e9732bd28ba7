"""What the table page of Bluff (Nepal) shows, as plain data: a view goes in, the pieces that the fragments print come out.

Pure: no HTML, no Django. `public` depends on nothing that a spectator may not see; `own` on one seat's view and choices.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from games.bluff_nepal import page_words, words
from games.bluff_nepal.legal import MOST_CARDS
from games.bluff_nepal.state import Call, Lay, LetGo, Pass
from games.core import card_page, card_words
from games.core.cards import JOKER, RANKS, Card, Rank, rank_of
from games.core.game import Choice, Language
from games.core.page import Around, Assets, Key, Seat, next_seat
from games.core.words import joined

ASSETS = Assets(css=("laying.css",), script="laying.js", kits=("cards",))
MAIN_ACTION = "lay"
LOG_KINDS = {"round": "round", "turned_over": "big", "game_over": "big", "match_over": "big"}
SOUNDS = {"laid": "claim", "call": "call", "turned_over": "reveal"}
COMMANDS: dict[str, list[str]] = {
    "lay": ["lay", "play", "put", "leg", "leggen", "speel", "lege", "legen", "ablegen", "spiele", "राख", "राख्ने", "राख्छु"],
    "pass": ["pass", "pas", "passen", "passe", "पास"],
    "call": ["call", "bluff", "bluf", "liar", "roep", "ruf", "rufe", "ब्लफ"],
    "let_go": ["let", "go", "laat", "laten", "gaan", "lass", "durchgehen", "जान"],
    "hand": ["cards", "hand", "kaarten", "karten", "तास"],
    "table": ["table", "tafel", "tisch", "टेबल"],
    "time": ["time", "turn", "tijd", "beurt", "zeit", "zug", "समय", "पालो"],
}
"""What may be typed in text mode, in any of the four languages (UX-808)."""
CALL_SECONDS, LAST_SECONDS = 3, 5
"""How long a computer that is to act leaves for calls, at normal speed. Rules: common.bot.pace."""

terms = page_words.terms


# --- for everyone ----------------------------------------------------------------------------------------------------


def around(view: Any, language: Language) -> Around:
    """Seats clockwise, play anticlockwise; who has passed in this round, or has laid the last cards, is marked (UX-402, UX-403)."""
    seats = []
    for seat, count in enumerate(view.hand_counts):
        gone = seat in view.left
        mark = "" if gone else page_words.text("passed", language) if seat in view.passed else ""
        if view.phase == "answer_last" and view.claim.seat == seat:
            mark = page_words.text("last", language)
        seats.append(Seat(counts=() if gone else (card_page.count(count, language),), gone=gone, mark=mark))
    order = tuple(range(view.seats))
    return Around(order=order, seats=tuple(seats), direction="anticlockwise", next=_next(view, order))


def _next(view: Any, order: tuple[int, ...]) -> int | None:
    """Who acts after the seat to act; not known where an answer to last cards decides it. Rules: bluff_nepal.next."""
    if view.phase not in ("lead", "follow"):
        return None
    empty = [seat for seat, count in enumerate(view.hand_counts) if not count]
    return next_seat(order, view.to_act, (*view.passed, *view.left, *empty), "anticlockwise")


def public(view: Any, language: Language, names: Sequence[str]) -> dict[str, Any]:
    """What everyone at the table sees of the game, without a word for "you"."""
    say = page_words.text
    piles = [{"count": view.pile_count, "text": say("pile", language)}]
    piles += [{"count": view.set_aside_count, "text": say("aside", language)}] if view.set_aside_count else []
    piles += [{"count": view.taken_out_count, "text": say("gone", language)}] if view.taken_out_count else []
    return {
        "round": view.round,
        "says": "" if _is_shown(view) or view.phase == "over" else page_words.rank_of_round(view.rank, language),
        "right": say("right", language),
        "piles": piles,
        "reveal": _shown(view, language, names, None),
    }


def _is_shown(view: Any) -> bool:
    """Whether the cards of the last call lie open now: it ended the round, and nothing has been laid since."""
    return view.reveal is not None and view.phase in ("reveal", "over") and not view.pile


def _shown(view: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any] | None:
    """What a call turned over, while it lies open. Since then somebody may have left, who was to open or without whom it is over."""
    if not _is_shown(view) or view.reveal.next_leader is None:
        return revealed(view.reveal, language, names, me) if _is_shown(view) else None
    shown = revealed(replace(view.reveal, next_leader=view.leader), language, names, me)
    return shown if len(view.scores) < view.game else shown | {"then": ""}


def revealed(reveal: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """The cards of the called lay, each marked whether it is what was said, and what comes of it in words (UX-309)."""
    return {
        "layer": reveal.layer,
        "name": names[reveal.layer],
        "said": card_words.counted(len(reveal.cards), reveal.rank, language),
        "cards": card_page.faces(reveal.cards, language, [card for card in reveal.cards if is_true(card, reveal.rank)]),
        "told": words.turned_over(reveal, language, names, me),
        "then": page_words.goes_on(reveal.layer, reveal.next_leader, language, names, me),
        "to": reveal.pile_to,
        "count": reveal.pile_count,
        "wrong": not reveal.claim_true,
    }


def is_true(card: Card, rank: Rank) -> bool:
    """Whether a card is what was said, or may stand for it. Rules: bluff_nepal.resolve.bluff, bluff_nepal.jokers.wild."""
    return card == JOKER or rank_of(card) == rank


def replay(event: Any, language: Language, names: Sequence[str]) -> dict[str, Any] | None:
    """What a line of the log unfolds: the cards that a call turned over, and all of the pile to whoever took it."""
    if event.__struct_config__.tag != "turned_over":
        return None
    reveal = event.reveal
    hits = [card for card in reveal.cards if is_true(card, reveal.rank)]
    return {
        "game": "bluff_nepal",
        "show": page_words.text("show", language),
        "name": names[reveal.layer],
        "said": card_words.counted(len(reveal.cards), reveal.rank, language),
        "cards": card_page.faces(reveal.cards, language, hits),
        "taken": page_words.text("taken", language),
        "pile": None if event.pile is None else card_page.faces(event.pile, language),
    }


def calls(event: Any) -> tuple[int, int] | None:
    return (event.caller, event.layer) if event.__struct_config__.tag == "call" else None


def board_key(view: Any) -> Key | None:
    """There is no board."""
    return None


def board(key: Key) -> dict[str, Any]:
    return {}


# --- for one reader --------------------------------------------------------------------------------------------------

USES: dict[str, tuple[str, ...]] = {"claim": ("claim", "reveal", "none"), "call": ("call",), "hand": ("cards", "empty", "label")}
"""Pieces of the own part that look at nothing but these of `own`'s values: made once for equal ones."""


def own(view: Any, choices: Sequence[Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """What one seat sees and may do. For a spectator (`me` None) only the claim that stands."""
    by_type = {choice.type: choice for choice in choices}
    may_call = "call" in by_type and by_type["call"].open
    return {
        "claim": claim_of(view, language, names, me),
        "reveal": _shown(view, language, names, me),
        "none": page_words.text("none", language),
        "call": _call(view, by_type, language, names, me) if by_type else None,
        "cards": card_page.hand(view.own or (), language),
        "label": card_page.terms(language)["hand"],
        "empty": page_words.text("empty", language),
        "spoken": "" if view.own is None else card_page.spoken(view.own, language),
        "waits": 0 if not may_call else LAST_SECONDS if view.phase == "answer_last" else CALL_SECONDS,
        "position": f"{view.game}-{view.round}-{len(view.pile)}-{len(view.passed)}-{view.to_act}-{view.phase}-{int(view.called)}",
        "hint": _hint(view, language) if may_call and view.own else "",
    }


def claim_of(view: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any] | None:
    """What was said last in this round and by whom, and which cards the reader knows of the pile. None: nobody has laid yet."""
    if view.claim is None or not view.pile:
        return None
    made = view.claim
    mine = [card for lay in view.pile for card in lay.cards or ()]
    return {
        "name": names[made.seat],
        "mine": made.seat == me,
        "words": words.claim(made, language),
        "count": made.count,
        "index": card_words.index(made.rank, language),
        "last": page_words.text("last", language) if view.phase == "answer_last" else "",
        "closed": "" if view.live else page_words.text("closed", language),
        "known": page_words.mine(joined([card_words.sign(card, language) for card in mine], language), language) if mine else "",
    }


def _why(rule: str | None, language: Language) -> dict[str, str]:
    return {"rule": rule or "", "text": words.reason(rule or "", language)}


def _call(view: Any, by_type: Mapping[str, Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """The call with its object, and letting go: an answer where last cards ask for one, else only out of this page's sight.

    Rules: bluff_nepal.call.who, bluff_nepal.let-go.who; UX-305, UX-307.
    """
    call, let_go = by_type["call"], by_type["let_go"]
    label = words.action(Call(), language)
    if view.claim is not None and view.claim.seat != me and view.live:
        label = words.call_on(names[view.claim.seat], view.claim, language)
    going: dict[str, str] | None = None
    if let_go.open or (call.open and not view.called):
        going = {"label": words.action(LetGo(), language)} | ({"type": "let_go"} if let_go.open else {})
    return {
        "type": "call",
        "label": label,
        "off": None if call.open or view.called else _why(call.rule, language),
        "called": view.called,
        "let_go": going,
    }


def _hint(view: Any, language: Language) -> str:
    """How many of the round's rank the reader has, or has laid in this round."""
    known = [*view.own, *(card for lay in view.pile for card in lay.cards or ())]
    return page_words.hint(view.rank, sum(rank_of(card) == view.rank for card in known), language, jokers=view.options.jokers)


def moves_key(view: Any, choices: Sequence[Choice]) -> Key | None:
    """The rank of the round, and the rules by which laying and passing are off; None for a seat that is not in the game."""
    by_type = {choice.type: choice for choice in choices}
    if not by_type:
        return None
    lay, pass_ = by_type["lay"], by_type["pass"]
    return (view.rank, "" if lay.open else lay.rule, "" if pass_.open else pass_.rule)


def moves(key: Key, language: Language) -> dict[str, Any]:
    """The wheel of ranks for a lead, else the rank that is fixed; laying and passing, each with the reason why it is off.

    Rules: bluff_nepal.lead.any-rank, bluff_nepal.follow.same-rank, bluff_nepal.lay.count.
    """
    rank, lay_rule, pass_rule = key
    return {
        "ranks": card_page.ranks(language) if rank is None and not lay_rule else None,
        "rank": rank,
        "fixed": "" if rank is None else page_words.fixed(rank, language),
        "choose": page_words.text("choose", language),
        "lay": page_words.text("lay", language),
        "pass": words.action(Pass(), language),
        "lay_off": _why(lay_rule, language) if lay_rule else None,
        "pass_off": _why(pass_rule, language) if pass_rule else None,
        "no_cards": _why("bluff_nepal.lay.count", language),
        "no_rank": _why("bluff_nepal.lead.any-rank", language),
    }


def script(language: Language, seats: int) -> dict[str, Any]:
    """The button for every lay in words, and every word for a rank, for typed commands."""
    return {"labels": labels(language), "names": card_page.names()}


@cache
def labels(language: Language) -> dict[str, Any]:
    """`said`: rank -> the button for 1 to 4 cards; `times`: the same in signs; `cards`: before a rank is named."""
    numbers = range(1, MOST_CARDS + 1)
    some: Card = "AS"
    return {
        "none": page_words.text("choose", language),
        "cards": [words.action(Lay((some,) * count), language) for count in numbers],
        "said": {rank: [words.action(Lay((some,) * count, rank), language) for count in numbers] for rank in RANKS},
        "times": {rank: [f"{count} × {card_words.index(rank, language)}" for count in numbers] for rank in RANKS},
    }


def action_from(fields: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The action that a plain form means. A lay without a rank is handed on without one: a running round has its own."""
    kind = fields.get("type", "")
    if kind != "lay":
        return {"type": kind}
    rank = fields.get("rank", "")
    return {"type": "lay", "cards": list(lists.get("cards", ()))} | ({"rank": rank} if rank else {})
