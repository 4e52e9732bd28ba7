"""What the table page of Blef shows, as plain data: a view goes in, the pieces that the fragments print come out.

Pure: no HTML, no Django. `public` depends on nothing that a spectator may not see; `own` on one seat's view and choices.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from games.blef import page_words, words
from games.blef.ladder import REST, Ladder, hand_of, ladder_of, pack_size, straight_ranks
from games.blef.odds import ranks as ranks_of
from games.blef.page_words import ROWS, line
from games.blef.state import Bid, BidCode, Check, Options
from games.blef.truth import FLUSH
from games.core import card_page, card_words
from games.core.cards import Card, Rank, Suit
from games.core.game import Choice, Language
from games.core.page import Around, Assets, Key, Seat, Terms, next_seat, places_from_last

ASSETS = Assets(css=("hands.css",), script="picker.js", kits=("cards",), drawings=True)
MAIN_ACTION = "bid"
LOG_KINDS = {"dealt": "round", "revealed": "big", "game_over": "big", "match_over": "big"}
SOUNDS = {"bid": "claim", "checked": "call", "revealed": "reveal"}
COMMANDS: dict[str, list[str]] = {
    "bid": ["bid", "bied", "biete", "bieten", "bod", "gebot", "बोली"],
    "check": ["check", "controleer", "controleren", "prüfe", "prüfen", "pruefe", "pruefen", "जाँच", "जाँच्ने"],
    "hand": ["hand", "cards", "kaarten", "karten", "तास"],
    "table": ["table", "tafel", "tisch", "टेबल"],
    "time": ["time", "turn", "tijd", "beurt", "zeit", "zug", "समय", "पालो"],
}
"""What may be typed in text mode, in any of the four languages (UX-808)."""

REST_WORDS = ("rest", "undealt", "ongedeeld", "बाँकी")


def terms(language: Language) -> Terms:
    return page_words.terms(language)


# --- the ladder in rungs -------------------------------------------------------------------------------------------
def rung_of(bid: BidCode) -> str:
    """The rung of the picker that a bid belongs to: its kind, or one for each straight where there are only two."""
    kind, _, names = bid.removeprefix(REST).partition(":")
    name = names.split(",")[0]
    return f"{kind}:{name}" if name in ("small", "big") else kind


@cache
def rungs(ladder_seats: int, options: Options) -> dict[str, tuple[BidCode, ...]]:
    """The ordinary bids of a table by rung, both low to high: 11 rungs with 24 cards, 9 with 52. Rules: blef.bids.*"""
    ladder = ladder_of(ladder_seats, options)
    found: dict[str, list[BidCode]] = {}
    for bid in ladder.bids[: ladder.ordinary]:
        found.setdefault(rung_of(bid), []).append(bid)
    return {rung: tuple(bids) for rung, bids in found.items()}


def _ladder_key(view: Any) -> tuple[int, Options]:
    """Tables whose picker has the same rungs: few seats or many, and the options that make the ladder."""
    told = view.options
    same = Options(poker_ranking=told.poker_ranking, ace_low=told.ace_low, bid_on_rest=told.bid_on_rest)
    return 2 if view.deck == pack_size(2) else 5, same


def _fields(bid: BidCode) -> dict[str, str]:
    """A bid as the fields of the plain form: the rung, and what that asks for."""
    rung = rung_of(bid)
    names = bid.removeprefix(REST).partition(":")[2].split(",")
    return {"kind": rung} | {field: name for (field, _, _), name in zip(ROWS[rung], names[":" in rung :], strict=True)}


# --- what lies on the table ------------------------------------------------------------------------------------------
def picture(bid: BidCode, language: Language) -> list[dict[str, Any]]:
    """The cards that a bid names, each with an index, a suit, or both, as far as it names them."""
    return [_blank(rank, suit, language) for rank, suit in _named(bid)]


def _named(bid: BidCode) -> list[tuple[Rank | None, Suit | None]]:
    hand = hand_of(bid)
    if not hand.ranks:
        return [(None, hand.suit)] * FLUSH
    return [(rank, hand.suit) for rank, number in hand.ranks for _ in range(number)]


def _blank(rank: Rank | None, suit: Suit | None, language: Language) -> dict[str, Any]:
    return {"index": "" if rank is None else card_words.index(rank, language), "suit": suit}


def making(bid: BidCode, pool: Iterable[Card]) -> list[Card | None]:
    """The cards that make the hand, in the order in which the bid names them, None for each that is missing (UX-410).

    Of more than needed the first in the pool. Rules: blef.truth.contain, blef.truth.not-both.
    """
    left, found = list(pool), []
    for rank, suit in _named(bid):
        card = next((one for one in left if rank in (None, one[:-1]) and suit in (None, one[-1])), None)
        if card is not None:
            left.remove(card)
        found.append(card)
    return found


def revealed(reveal: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """The open hands by seat, the cards that make the bid or what is missing, and what it costs (UX-410, UX-309)."""
    dealt = [card for hand in reveal.hands for card in hand]
    made = making(reveal.bid, dealt if reveal.rest is None else reveal.rest)
    hits = [card for card in made if card is not None]
    slots = [
        {"card": None, **_blank(rank, suit, language)} if card is None else {"card": card_page.face(card, language)}
        for (rank, suit), card in zip(_named(reveal.bid), made, strict=True)
    ]
    own_hits = hits if reveal.rest is None else []
    return {
        "hands": {seat: card_page.faces(hand, language, own_hits) for seat, hand in enumerate(reveal.hands) if hand},
        "rest": None if reveal.rest is None else card_page.faces(reveal.rest, language, hits),
        "rest_text": line("rest", language),
        "more": None if reveal.eliminated == reveal.loser else reveal.loser,
        "more_text": line("one_more", language),
        "bidder": names[reveal.bidder],
        "claim": words.claim(reveal.bid, language),
        "by": line("by", language, reveal.checker == me, name=names[reveal.checker]),
        "slots": slots,
        "missing_text": line("missing", language),
        "verdict": line("true" if reveal.bid_true else "false", language),
        "found": words.found(reveal, language),
        "cost": words.losses(reveal, language, names, me),
        "next": page_words.following(reveal, language, names, me),
        "wrong": not reveal.bid_true,
    }


def replay(event: Any, language: Language, names: Sequence[str]) -> dict[str, Any] | None:
    """What a line of the log unfolds: after a check, every hand as it lay (UX-309). None for other events."""
    if event.__struct_config__.tag != "revealed":
        return None
    shown = revealed(event, language, names, None)
    hands = [{"name": names[seat], "cards": cards} for seat, cards in shown["hands"].items()]
    if shown["rest"] is not None:
        hands.append({"name": shown["rest_text"], "cards": shown["rest"]})
    return {"game": "blef", "hands": hands, "show": line("show", language)}


def around(view: Any, language: Language) -> Around:
    """Seats clockwise with their cards; who is knocked out keeps the place. Rules: common.seats.next, blef.place.

    Places are told only while nobody has left: a leaver's place depends on when it left, which a view does not tell.
    """
    out = [seat for group in view.out for seat in group]
    standing = {} if view.left or view.away else places_from_last(view.out, view.seats)
    seats = []
    for seat in range(view.seats):
        gone = seat in out
        counts = () if gone else (card_page.count(_cards_of(view, seat), language),)
        seats.append(Seat(counts=counts, place=standing.get(seat), gone=gone, mark=line("out", language) if gone else ""))
    order = tuple(range(view.seats))
    return Around(order=order, seats=tuple(seats), next=next_seat(order, view.to_act, (*out, *view.left)))


def _cards_of(view: Any, seat: int) -> int:
    """The cards of a seat; while all hands are open, those that lie there."""
    return len(view.reveal.hands[seat]) if view.reveal else int(view.counts[seat])


def calls(event: Any) -> tuple[int, int] | None:
    return (event.seat, event.bidder) if event.__struct_config__.tag == "checked" else None


def _in_play(view: Any) -> int:
    return sum(_cards_of(view, seat) for seat in range(view.seats))


def public(view: Any, language: Language, names: Sequence[str]) -> dict[str, Any]:
    """What everyone at the table sees of the game, without a word for "you"."""
    dealer = names[view.dealer]
    return {
        "round": view.round,
        "in_play": line("in_play", language, n=_in_play(view), all=view.deck),
        "funeral": line("funeral", language) if view.funeral and not view.reveal else "",
        "last_deal": line("last_deal", language, name=dealer) if view.funeral and not view.reveal else "",
        "deals": "" if view.reveal else line("deals", language, name=dealer),
        "counts": [] if view.reveal else list(view.counts),
        "reveal": revealed(view.reveal, language, names, None) if view.reveal else None,
    }


def board_key(view: Any) -> Key:
    """The rungs of the table, and the one on which the last bid stands."""
    return (*_ladder_key(view), rung_of(view.bids[-1].bid) if view.bids else None)


def board(key: Key) -> dict[str, Any]:
    """All kinds of bid low to high, `now` marks that of the last bid. Rules: blef.bids.kind-order, blef.bids.poker-ranking."""
    seats, options, now = key
    return {
        "rungs": [
            {
                "picture": _picture_id(rung),
                "names": {language: page_words.kind(rung, language) for language in page_words.LANGUAGES},
                "now": rung == now,
            }
            for rung in rungs(seats, options)
        ],
        "order": {language: line("order", language) for language in page_words.LANGUAGES},
        "now": {language: line("now", language) for language in page_words.LANGUAGES},
    }


def _picture_id(rung: str) -> str:
    return "bf-" + rung.replace(":", "-").replace("_", "-")


# --- the picker --------------------------------------------------------------------------------------------------------
def moves_key(view: Any, choices: Sequence[Choice]) -> Key | None:
    """What the bid picker depends on, or the rule that shuts it; None for a seat that is not in the game."""
    bid = next((choice for choice in choices if choice.type == "bid"), None)
    if bid is None:
        return None
    if not bid.open:
        return ("off", bid.rule)
    last = view.bids[-1].bid if view.bids else None
    return (*_ladder_key(view), last, view.own or (), view.deck, _in_play(view))


def moves(key: Key, language: Language) -> dict[str, Any]:
    """The bid picker: the kinds in order with those that are too low off, then ranks and suits with mine marked; or why none.

    `from` of a rung is how many of its bids, counted from the lowest of the pack, may not be made now. While the bids are
    on the rest, that is said, and the ordinary ones are gone. Rules: blef.bid.higher, blef.rest.when, blef.rest.order.
    """
    if key[0] == "off":
        return {"picker": None, "bid_off": _why(key[1], language)}
    seats, options, last, own, deck, in_play = key
    ladder = ladder_of(seats, options)
    legal = ladder.above(last)
    start = legal[0]
    on_rest = start.startswith(REST)
    low = _why("blef.bid.higher", language) if last is None else {"rule": "blef.bid.higher", "text": page_words.higher(last, language)}
    fields = _fields(start)
    rows: dict[str, list[dict[str, Any]]] = {
        "ranks": _ranks_shown(deck, own, language),
        "tops": _tops_shown(ladder, own, language) if deck == pack_size(5) else [],
        "suits": [{**suit, "mine": sum(card[-1] == suit["code"] for card in own)} for suit in card_page.suits(language)[::-1]],
    }
    for row in (row for shown in rows.values() for row in shown):
        row["mine_text"] = line("mine", language, n=row["mine"])
    picker = {
        **rows,
        "rungs": _rungs_shown(rungs(seats, options), legal, last, language, seats),
        "start": fields,
        "rest": line("on_rest", language, n=deck - in_play) if on_rest else "",
        "action": words.action(Bid(start), language),
        "low": low,
        "twice": {"two_pair": _why("blef.bids.two-pair", language), "full": _why("blef.bids.full-house", language)},
        "texts": {name: line(name, language) for name in ("kinds", "back", "first_pair", "second_pair", "top", "suit")},
    }
    return {"picker": picker, "bid_off": None}


def _rungs_shown(
    order: Mapping[str, object], legal: Sequence[BidCode], last: BidCode | None, language: Language, seats: int
) -> list[dict[str, Any]]:
    """The rungs in the order of this table; the one of the lowest legal bid is the first to choose from."""
    left = Counter(rung_of(bid) for bid in legal)
    return [
        {
            "code": rung,
            "id": rung.replace(":", "-"),
            "picture": _picture_id(rung),
            "name": page_words.kind(rung, language),
            "from": len(every_bid(seats)[rung]) - left[rung],
            "off": not left[rung],
            "start": rung == rung_of(legal[0]),
            "now": last is not None and rung == rung_of(last),
        }
        for rung in order
    ]


@cache
def every_bid(seats: int) -> dict[str, tuple[BidCode, ...]]:
    """All ordinary bids that a table of so many seats can have under any options, by rung."""
    return rungs(2 if pack_size(seats) == pack_size(2) else 5, Options())


def _ranks_shown(deck: int, own: Sequence[Card], language: Language) -> list[dict[str, Any]]:
    return [{**rank, "mine": sum(card[:-1] == rank["code"] for card in own)} for rank in card_page.ranks(language, ranks_of(deck))]


def _tops_shown(ladder: Ladder, own: Sequence[Card], language: Language) -> list[dict[str, Any]]:
    """The straights by their highest card; mine are the ranks of it that I hold. Rules: blef.bids.ace-low."""
    names = [bid.partition(":")[2] for bid in ladder.bids[: ladder.ordinary] if bid.startswith("straight:")]
    return [
        {
            "code": name,
            "index": card_words.index(name, language),
            "word": card_words.up_to(name, language),
            "mine": len({card[:-1] for card in own} & set(straight_ranks(name))),
        }
        for name in names
    ]


def _why(rule: str | None, language: Language) -> dict[str, str]:
    return {"rule": rule or "", "text": words.reason(rule or "", language)}


# --- the reader's own ---------------------------------------------------------------------------------------------------
USES: dict[str, tuple[str, ...]] = {"claim": ("claim", "reveal"), "call": ("check",), "hand": ("cards", "hand_label")}
"""Pieces of the own part that look at nothing but these of `own`'s values: made once for equal ones."""


def last_claim(view: Any, language: Language, names: Sequence[str], me: int | None) -> dict[str, Any] | None:
    """The bid that stands, who made it, in words and as cards. None: nobody has bid yet."""
    if not view.bids:
        return None
    bid = view.bids[-1]
    return {
        "name": names[bid.seat],
        "mine": bid.seat == me,
        "claim": words.claim(bid, language),
        "picture": picture(bid.bid, language),
    }


def own(view: Any, choices: Sequence[Choice], language: Language, names: Sequence[str], me: int | None) -> dict[str, Any]:
    """What one seat sees and may do. For a spectator (`me` None) only the claim that stands."""
    by_type = {choice.type: choice for choice in choices}
    checking = by_type.get("check")
    last = view.bids[-1] if view.bids else None
    check = None
    if checking is not None:
        off = None if checking.open else _why(checking.rule, language)
        label = words.action(Check(), language)
        if last is not None and last.seat != me and not view.reveal:
            label = words.check(names[last.seat], last, language)
        check = {"type": "check", "label": label, "off": off}
    cards = view.own or ()
    return {
        "claim": last_claim(view, language, names, me),
        "cards": card_page.hand(cards, language, ace_high=True),
        "hand_label": terms(language).hand,
        "spoken": card_page.spoken(cards, language, ace_high=True) if cards else "",
        "check": check,
        "waits": 0,
        "position": f"{view.game}-{view.round}-{len(view.bids)}-{view.phase}",
        "hint": _hint(view, language) if last is not None and cards and not view.reveal and not last.bid.startswith(REST) else "",
        "reveal": revealed(view.reveal, language, names, me) if view.reveal else None,
    }


def _hint(view: Any, language: Language) -> str:
    made = making(view.bids[-1].bid, view.own)
    return page_words.hint(len(made), sum(card is not None for card in made), _in_play(view) - len(view.own), language)


# --- script and plain form ------------------------------------------------------------------------------------------------
def script(language: Language, seats: int) -> dict[str, Any]:
    """Every bid in words, what each kind asks for, and the words that may be typed."""
    every = every_bid(seats)
    return {
        "labels": _labels(language, seats),
        "rows": {rung: [[field, line(name, language), times] for field, name, times in ROWS[rung]] for rung in every},
        "typed": {
            "kinds": page_words.typed_kinds(tuple(every)),
            "ranks": card_words.named_ranks(),
            "suits": card_words.named_suits(),
            "rest": REST_WORDS,
        },
    }


@cache
def _labels(language: Language, seats: int) -> dict[str, Any]:
    """`{claim}` in `bid` and `rest` is one of `claims`, by bid."""
    some = every_bid(seats)["high"][0]
    said = words.claim(some, language)
    return {
        "claims": {bid: words.claim(bid, language) for bids in every_bid(seats).values() for bid in bids},
        "bid": words.action(Bid(some), language).replace(said, "{claim}"),
        "rest": words.action(Bid(REST + some), language).replace(said, "{claim}"),
    }


def action_from(fields: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The action that a plain form means. What is no bid is handed on as it is, to be refused with its reason."""
    if fields.get("type") != "bid":
        return {"type": fields.get("type", "")}
    rung = fields.get("kind", "")
    kind, _, name = rung.partition(":")
    asked = [fields.get(field, "") for field, _, _ in ROWS.get(rung, ())]
    rest = REST if fields.get("where") == "rest" else ""
    return {"type": "bid", "bid": f"{rest}{kind}:{','.join([name] * bool(name) + asked)}"}
