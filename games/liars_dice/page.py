"""What the table page of Liar's Dice shows, as plain data: a view goes in, the pieces that the fragments print come out.

Pure: no HTML, no Django. `public` depends on nothing that a spectator may not see; `own` on one seat's view and choices.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from games.core.game import Choice, Language
from games.core.page import Around, Assets, Count, Key, Seat, Terms, next_seat, places_from_last
from games.liars_dice import page_words, words
from games.liars_dice.state import Bid, Challenge

FACES: tuple[int | str, ...] = (1, 2, 3, 4, 5, "*")
STAR = "*"

ASSETS = Assets(css=("dice.css",), script="picker.js", kits=("dice",))
MAIN_ACTION = "bid"
LOG_KINDS = {"rolled": "round", "revealed": "big", "game_over": "big", "match_over": "big"}
SOUNDS = {"bid": "claim", "challenged": "call", "revealed": "reveal"}
COMMANDS: dict[str, list[str]] = {
    "bid": ["bid", "bied", "biete", "bieten", "bod", "gebot", "बोली"],
    "challenge": ["doubt", "challenge", "liar", "betwijfel", "betwijfelen", "geloof", "zweifle", "zweifeln", "anzweifeln", "शंका"],
    "hand": ["dice", "hand", "stenen", "dobbelstenen", "würfel", "wuerfel", "पासा"],
    "table": ["table", "tafel", "tisch", "टेबल"],
    "time": ["time", "turn", "tijd", "beurt", "zeit", "zug", "समय", "पालो"],
}
"""What may be typed in text mode, in any of the four languages (UX-808)."""


def terms(language: Language) -> Terms:
    return page_words.terms(language)


def around(view: Any, language: Language) -> Around:
    """Seats clockwise with their dice; who is knocked out keeps the place. Rules: common.seats.next."""
    standing = places_from_last(view.out, view.seats)
    seats = []
    for seat, dice in enumerate(view.dice_counts):
        place = standing.get(seat)
        counts = () if place is not None else (_count(dice, language),)
        mark = page_words.out(language) if place is not None else ""
        seats.append(Seat(counts=counts, place=place, gone=place is not None, mark=mark))
    order = tuple(range(view.seats))
    following = next_seat(order, view.to_act, (*standing, *view.left))
    return Around(order=order, seats=tuple(seats), next=following)


@cache
def _count(dice: int, language: Language) -> Count:
    return Count("cup", dice, page_words.noun(dice, language))


def calls(event: Any) -> tuple[int, int] | None:
    return (event.seat, event.bidder) if event.__struct_config__.tag == "challenged" else None


def script(language: Language, seats: int) -> dict[str, Any]:
    """The button for every bid in words, and every word for a face."""
    return {"labels": labels(language, 5 * seats), "faces": face_names()}


def face_key(face: int | str) -> str:
    """A face as part of an id or a file name: `star` for the star."""
    return "star" if face == STAR else str(face)


@cache
def labels(language: Language, most: int) -> dict[str, list[str]]:
    """The button for every bid, in words: face -> what it says for 1, 2, ... `most` dice."""
    return {str(face): [words.action(Bid(count, face), language) for count in range(1, most + 1)] for face in FACES}


@cache
def face_word(face: int | str, language: Language) -> str:
    """The word under a die: `star`."""
    return words.face(face, language)


@cache
def faces_word(face: int | str, language: Language) -> str:
    """The word for many of a face: `fives`."""
    return words.face(face, language, 2)


@cache
def face_names() -> dict[str, str]:
    """Every word for a face in any of the four languages -> the face, for typed commands."""
    languages: tuple[Language, ...] = ("ne", "de", "nl", "en")
    named = {words.face(face, language, count).lower(): str(face) for language in languages for face in FACES for count in (1, 2)}
    return named | {str(face): str(face) for face in FACES}


def matches(face: int | str, bid_face: int | str) -> bool:
    """Whether a die of `face` counts for a bid on `bid_face`. Rules: liars_dice.count.number, liars_dice.count.stars."""
    return face == bid_face or (face == STAR and bid_face != STAR)


def cup(dice: Sequence[int | str], bid_face: int | str, language: Language) -> list[dict[str, Any]]:
    """The dice of an open cup in order, each marked whether it counts for the bid."""
    ordered = sorted(dice, key=FACES.index)
    return [{"face": face, "key": face_key(face), "word": face_word(face, language), "hit": matches(face, bid_face)} for face in ordered]


def revealed(reveal: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """The open cups by seat, the count, and the two sentences on what was there and what it costs (UX-406)."""
    face = reveal.bid.face
    return {
        "cups": {seat: cup(dice, face, language) for seat, dice in enumerate(reveal.dice) if dice},
        "bid": {"seat": reveal.bidder, "claim": words.claim(reveal.bid, language), "count": reveal.bid.count, "key": face_key(face)},
        "challenger": reveal.challenger,
        "count": reveal.count,
        "losses": list(reveal.losses),
        "counted": words.counted(reveal, language),
        "cost": words.losses(reveal, language, names, me),
        "wrong": reveal.case == "less",
    }


def replay(event: Any, language: Language, names: Sequence[str]) -> dict[str, Any] | None:
    """What a line of the log unfolds: after a count, every cup as it lay (UX-309). None for other events."""
    if event.__struct_config__.tag != "revealed":
        return None
    cups = [{"name": names[seat], "dice": cup(dice, event.bid.face, language)} for seat, dice in enumerate(event.dice) if dice]
    return {"game": "liars_dice", "cups": cups}


def board_key(view: Any) -> Key:
    """The dice in play and the bid that stands."""
    last = view.bids[-1] if view.bids else None
    return (view.in_play, last and last.count, last and last.face)


def board(key: Key) -> dict[str, Any]:
    """The bid track of the board: the field of c stars stands before the field of the number 2c. Rules: liars_dice.bid.order.

    Fields from 1 to the dice in play, and all star fields; `now` marks the bid that stands.
    """
    in_play, last_count, last_face = key
    fields: list[dict[str, Any]] = []
    for count in range(1, 2 * in_play + 1):
        if count % 2 == 0:
            now = last_face == STAR and last_count * 2 == count
            fields.append({"count": count // 2, "star": True, "now": now, "face": None})
        if count <= in_play:
            now = last_face not in (None, STAR) and last_count == count
            fields.append({"count": count, "star": False, "now": now, "face": last_face if now else None})
    return {"track": fields}


def public(view: Any, language: Language, names: Sequence[str]) -> dict[str, Any]:
    """What everyone at the table sees of the game, without a word for "you"."""
    return {
        "round": view.round,
        "in_play": _in_play(view),
        "of": 5 * len(view.dice_counts),
        "counts": list(view.dice_counts),
        "reveal": revealed(view.reveal, language, names, None) if view.reveal else None,
    }


def _in_play(view: Any) -> int:
    """The dice in play; while the cups are open, those under them, before anybody loses any."""
    return sum(map(len, view.reveal.dice)) if view.reveal else int(view.in_play)


def last_claim(view: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any] | None:
    """The bid that stands, who made it, and in words. None: nobody has bid yet."""
    if not view.bids:
        return None
    bid = view.bids[-1]
    return {
        "name": names[bid.seat],
        "mine": bid.seat == me,
        "claim": words.claim(bid, language),
        "count": bid.count,
        "key": face_key(bid.face),
    }


def _limits(choice: Choice) -> dict[int | str, tuple[int, int]]:
    """Least and greatest count of each face that may be bid."""
    return {pattern["face"]: (pattern["count"]["min"], pattern["count"]["max"]) for pattern in choice.patterns}


def _support(own: Sequence[int | str], face: int | str) -> int:
    """How many of the dice count for a bid on the face. Rules: liars_dice.count.number, liars_dice.count.stars."""
    return own.count(face) + (0 if face == STAR else own.count(STAR))


def _why_off(face: int | str, language: Language) -> dict[str, str]:
    """Why no count at all of this face is possible: it would take more dice than there are."""
    return _why("liars_dice.bid.maximum" if face == STAR else "liars_dice.bid.count-limit", language)


def _why_least(face: int | str, last_face: int | str | None, least: int, language: Language) -> dict[str, str]:
    """Why fewer of this face than `least` are not possible."""
    if least == 1:
        return _why("liars_dice.bid.count-limit", language)
    if last_face == STAR:
        return _why("liars_dice.bid.from-stars", language)
    return _why("liars_dice.bid.to-stars" if face == STAR else "liars_dice.bid.raise", language)


@cache
def _why(rule: str | None, language: Language) -> dict[str, str]:
    """A rule that forbids something, and its reason in words. Not to be changed."""
    return {"rule": rule or "", "text": words.reason(rule or "", language)}


def moves_key(view: Any, choices: Sequence[Choice]) -> Key | None:
    """What the bid picker depends on, or the rule that shuts it; None for a seat that is not in the game.

    It starts with the lowest raise of the face this seat has most of; ties go to the lower bid. Rules: liars_dice.bid.raise.
    """
    bid = next((choice for choice in choices if choice.type == "bid"), None)
    if bid is None:
        return None
    if not bid.open:
        return ("off", bid.rule)
    limits = _limits(bid)
    own = view.own or ()

    def rank(face: int | str) -> tuple[bool, int, int]:
        return face == STAR, -_support(own, face), limits[face][0]

    last_face = view.bids[-1].face if view.bids else None
    return (view.in_play, last_face, min(limits, key=rank), tuple((face, *limits[face]) for face in limits))


def moves(key: Key, language: Language) -> dict[str, Any]:
    """The bid picker: one row per face with its least count, and the bid it starts with; or why there is none now."""
    if key[0] == "off":
        return {"picker": None, "bid_off": _why(key[1], language)}
    in_play, last_face, start, ranges = key
    limits = {face: (least, most) for face, least, most in ranges}
    rows = []
    for face in FACES:
        least, most = limits.get(face, (0, 0))
        rows.append(
            {
                "face": face,
                "key": face_key(face),
                "name": faces_word(face, language),
                "least": least,
                "most": most,
                "start": face == start,
                "off": None if face in limits else _why_off(face, language),
                "low": _why_least(face, last_face, least, language),
            }
        )
    count, most = limits[start]
    picker = {
        "rows": rows,
        "face": start,
        "start_key": face_key(start),
        "count": count,
        "most": most,
        "action": words.action(Bid(count, start), language),
        "in_play": in_play,
        "limit": _why("liars_dice.bid.count-limit", language),
    }
    return {"picker": picker, "bid_off": None}


USES: dict[str, tuple[str, ...]] = {
    "claim": ("claim", "reveal"),
    "call": ("doubt",),
    "hand": ("dice",),
    "seat_open": ("reveal", "counts"),
    "middle": ("round", "in_play", "of"),
}
"""Pieces that look at nothing but these of `own`'s or `public`'s values: made once for equal ones."""


def own(view: Any, choices: Sequence[Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """What one seat sees and may do. For a spectator (`me` None) only the claim that stands."""
    by_type = {choice.type: choice for choice in choices}
    challenge = by_type.get("challenge")
    last = view.bids[-1] if view.bids else None
    dice, spoken = _hand(view.own or (), language)
    doubt = None
    if challenge is not None:
        off = None if challenge.open else _why(challenge.rule, language)
        label = words.action(Challenge(), language) if last is None or last.seat == me else words.doubt(names[last.seat], last, language)
        doubt = {"type": "challenge", "label": label, "off": off}
    return {
        "claim": last_claim(view, language, names, me),
        "dice": dice,
        "spoken": spoken,
        "in_play": _in_play(view),
        "of": 5 * len(view.dice_counts),
        "doubt": doubt,
        "waits": 0,
        "position": f"{view.game}-{view.round}-{len(view.bids)}-{view.in_play}",
        "hint": _hint(view, language) if last is not None and view.own and not view.reveal else "",
        "reveal": revealed(view.reveal, language, names, me) if view.reveal else None,
    }


@lru_cache(maxsize=4096)
def _hand(own: tuple[int | str, ...], language: Language) -> tuple[list[dict[str, Any]], str]:
    """Dice in order, and as spoken. Not to be changed."""
    dice = [{"face": face, "key": face_key(face), "word": face_word(face, language)} for face in sorted(own, key=FACES.index)]
    return dice, ", ".join(face_word(die["face"], language) for die in dice)


def _hint(view: Any, language: Language) -> str:
    """Rules: liars_dice.count.number, liars_dice.count.stars."""
    last = view.bids[-1]
    others = view.in_play - len(view.own)
    share = 6 if last.face == STAR else 3
    return page_words.hint(last.count, _support(view.own, last.face), others, round(others / share, 1), language)


def action_from(fields: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The action that a plain form means. A field that is no number is handed on as it is, to be refused with its reason."""
    if fields.get("type") != "bid":
        return {"type": fields.get("type", "")}
    count, face = fields.get("count", ""), fields.get("face", "")
    return {
        "type": "bid",
        "count": int(count) if count.isascii() and count.isdigit() and len(count) < 6 else count,
        "face": int(face) if face in {"1", "2", "3", "4", "5"} else face,
    }
