"""Blef in the casebook (rules 8): positions into states, actions and questions into outcomes.

Readings taken where the notation leaves room:

- A position after a check is the one from which the next round starts: `to_act` is its opener, `phase` is `open`, and
  `counts` and `hand_counts` are what is dealt next; after a game `to_act`, `phase`, `dealer` and `starter` are null.
  `next_game_dealer` and `next_game_starter` are told after every game, also when the match ends with it.
- `cards_next_round` is told when a round has ended and another one follows; `funeral` tells whether that one is a funeral
  round. A given round is one when its `dealer` is among those who are `out`.
- Without `dealer` the seat to the right of the opener has dealt. The dealer is the last loser, so it deals the next game.
- Hands that are not given, or null, are made up from low cards; nothing but `truth` and a check could tell.
- `out` and `left` give no times between them: leavers are taken to have left after the seats named in `out` went out.
  Seats without cards that are named nowhere went out first.
- Seats named in `left` are played by a computer with `leave_mode=bot` and have no cards with `leave_mode=remove`.
- With `bid_on_rest` the ladder holds the bids on the rest as well, and `position` counts on through them. Null for a refused bid.
- What is no bid at this table is never legal, never true and has no place; it cannot be put in order.
- `place_of_leaver` is the place as of the moment of leaving, in the game that was running or has just ended.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from games.blef import engine
from games.blef.endings import standing
from games.blef.ladder import REST, Ladder, ladder_of
from games.blef.rounds import deal, next_active, pool_of, with_entry
from games.blef.state import Bid, BidMade, Check, Dealt, Event, Fall, GameOver, MadeBid, Options, Revealed, State
from games.blef.truth import is_true
from games.core import casebook
from games.core.cards import Card
from games.core.errors import IllegalAction, NotInThisGame
from games.core.events import Left, RoundVoid
from games.core.game import Step
from games.core.scoring import shared_places

Case = Mapping[str, Any]
Outcome = dict[str, Any]


def judge(case: Case) -> Outcome:
    """The outcome of one case. Raises NotInThisGame or KeyError for one that cannot be judged."""
    kind = case["action"]["type"]
    if kind in _QUESTIONS:
        return _QUESTIONS[kind](case)
    if kind in _ACTIONS:
        return _carried_out(case, _ACTIONS[kind])
    raise NotInThisGame(f"Blef has no action or question {kind!r}")


# --- positions -------------------------------------------------------------------------------------------------------


def position(case: Case) -> State:
    """The state that a case's `given` and `options` describe. It need not be reachable. Raises NotInThisGame."""
    given = case.get("given") or {}
    seats, options = _seats_of(case), casebook.options_named(case, Options)
    ladder = ladder_of(seats, options)
    left = casebook.seats_named(given.get("left") or (), seats)
    out = casebook.seats_named(given.get("out") or (), seats)
    gone = {*out, *(left if options.leave_mode == "remove" else ())}
    counts = _counts(given, seats, gone)
    unnamed = tuple([seat for seat in range(seats) if not counts[seat] and seat not in gone])
    falls = [Fall(seat, "out") for seat in (*unnamed, *out)]
    falls += [Fall(seat, "left") for seat in left if seat not in (*unnamed, *out)]
    bids = tuple([_made_bid(bid, seats, ladder) for bid in given.get("bids") or ()])
    to_act = _to_act(given, counts, bids)
    starter = casebook.seat_named(_or_else(given, "starter", bids[0].seat if bids else to_act), seats)
    dealer = casebook.seat_named(_or_else(given, "dealer", _active_before(counts, starter)), seats)
    last_loss = _numbers(given, "last_loss_round", seats)
    return State(
        options=options,
        seats=seats,
        game=1,
        round=max(last_loss) + 1,
        phase="respond" if bids else "open",
        counts=counts,
        hands=_hands(given, counts, ladder.pack),
        dealer=dealer,
        starter=starter,
        last_loss=last_loss,
        timeouts=_numbers(given, "timeouts", seats),
        funeral=dealer in out,
        to_act=to_act,
        bids=bids,
        falls=tuple(falls),
        removed=left if options.leave_mode == "remove" else (),
        away=left if options.leave_mode == "bot" else (),
    )


def _seats_of(case: Case) -> int:
    seats = casebook.seats_of(case)
    if not 2 <= seats <= 10:
        raise NotInThisGame(f"Blef is not played with {seats} seats")
    return seats


def _or_else(given: Case, key: str, otherwise: int) -> Any:
    return otherwise if given.get(key) is None else given[key]


def _numbers(given: Case, key: str, seats: int) -> tuple[int, ...]:
    """One number per seat, 0 where nothing is given."""
    numbers = given.get(key) or [0] * seats
    if len(numbers) != seats or not all(number is None or (isinstance(number, int) and number >= 0) for number in numbers):
        raise NotInThisGame(f"`{key}` does not have one number per seat")
    return tuple([number or 0 for number in numbers])


def _counts(given: Case, seats: int, gone: set[int]) -> tuple[int, ...]:
    """Cards by seat: as given, else as many as in the hands, else one; none for seats that are gone."""
    sizes = [1 if hand is None else len(hand) for hand in given.get("hands") or ()] or [1] * seats
    counts = _numbers(given if given.get("counts") else {"counts": sizes}, "counts", seats)
    return tuple([0 if seat in gone else count for seat, count in enumerate(counts)])


def _hands(given: Case, counts: tuple[int, ...], pack: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Hands by seat as given; the lowest cards that nobody holds where none is given."""
    named = given.get("hands") or [None] * len(counts)
    if len(named) != len(counts):
        raise NotInThisGame("`hands` does not have one list per seat")
    cards = [card for hand in named for card in hand or ()]
    held = set(cards)
    if not held <= set(pack):
        raise NotInThisGame(f"not in a pack of {len(pack)}: {', '.join(sorted(held - set(pack)))}")
    if len(held) + sum([count for hand, count in zip(named, counts, strict=True) if hand is None]) > len(pack):
        raise NotInThisGame(f"a pack of {len(pack)} does not have so many cards")
    unheld = iter([card for card in pack if card not in held])
    hands = [islice(unheld, count) if hand is None else hand for hand, count in zip(named, counts, strict=True)]
    return tuple([tuple(hand) if count else () for hand, count in zip(hands, counts, strict=True)])


def _made_bid(raw: Any, seats: int, ladder: Ladder) -> MadeBid:
    bid = raw["bid"]
    if not _is_bid(bid, ladder):
        raise NotInThisGame(f"not a bid at this table: {bid!r}")
    return MadeBid(casebook.seat_named(raw["seat"], seats), ladder.spelled(bid))


def _is_bid(named: Any, ladder: Ladder) -> bool:
    return isinstance(named, str) and named in ladder.places


def _to_act(given: Case, counts: tuple[int, ...], bids: tuple[MadeBid, ...]) -> int:
    """The seat to act: as given, else after the last bidder, else the starter, else after the dealer. It must have cards."""
    seats = len(counts)
    if not any(counts):
        raise NotInThisGame("no seat has cards")
    if bids and not counts[bids[-1].seat]:
        raise NotInThisGame("the last bidder has no cards")
    opener = _or_else(given, "starter", next_active(counts, casebook.seat_named(_or_else(given, "dealer", seats - 1), seats)))
    seat = casebook.seat_named(_or_else(given, "to_act", next_active(counts, bids[-1].seat) if bids else opener), seats)
    if not counts[seat]:
        raise NotInThisGame(f"seat {seat} is to act without cards")
    return seat


def _active_before(counts: tuple[int, ...], seat: int) -> int:
    """The nearest seat anticlockwise that has cards."""
    seats = len(counts)
    return next(other for step in range(1, seats + 1) if counts[other := (seat - step) % seats])


# --- actions ---------------------------------------------------------------------------------------------------------


def _actor(state: State, action: Case) -> int:
    return casebook.seat_named(_or_else(action, "seat", state.to_act or 0), state.seats)


def _bid(state: State, action: Case) -> Step:
    return engine.apply(state, _actor(state, action), Bid(str(action["bid"])), casebook.any_chance())


def _check(state: State, action: Case) -> Step:
    return engine.apply(state, _actor(state, action), Check(), casebook.any_chance())


def _timeout(state: State, action: Case) -> Step:
    return engine.timeout(state, _actor(state, action), casebook.any_chance())


def _leave(state: State, action: Case) -> Step:
    return engine.leave(state, casebook.seat_named(action["seat"], state.seats), casebook.any_chance())


def _deal(state: State, action: Case) -> Step:
    return deal(replace(state, round=0), casebook.any_chance())


_ACTIONS: dict[str, Callable[[State, Case], Step]] = {
    "bid": _bid,
    "check": _check,
    "timeout": _timeout,
    "leave": _leave,
    "deal": _deal,
}


def _carried_out(case: Case, action: Callable[[State, Case], Step]) -> Outcome:
    """The outcome of an action, refused or accepted."""
    before = position(case)
    try:
        after, events = action(before, case["action"])
    except IllegalAction as error:
        return {**_outcome(before, before, ()), **casebook.refused(error.rule), "made": []}
    made = []
    if case["action"]["type"] == "timeout":
        move = engine.timeout_move(before)
        made = [{"type": "bid", "bid": move.bid} if isinstance(move, Bid) else {"type": "check"}]
    return {**_outcome(before, after, events), **casebook.ALLOWED, "made": made}


def _outcome(before: State, after: State, events: Sequence[Event]) -> Outcome:
    """Every outcome key of an action but `legal`, `unchanged`, `rule` and `made`."""
    over = casebook.first_of(events, GameOver)
    shown = casebook.first_of(events, Revealed)
    bid = next((event.bid for event in events if isinstance(event, BidMade)), None)
    leaver = next((event.seat for event in events if isinstance(event, Left)), None)
    void = any(isinstance(event, RoundVoid) for event in events)
    follows = not over and (shown is not None or any(isinstance(event, Dealt) for event in events))
    return {
        **_new_position(after),
        **(casebook.game_scored(over.places, over.points) if over else casebook.GAME_GOES_ON),
        "next_starter": after.starter if follows else None,
        "next_game_dealer": after.dealer if over else None,
        "next_game_starter": after.starter if over else None,
        "position": ladder_of(before.seats, before.options).places[bid] if bid else None,
        "bid_true": shown.bid_true if shown else None,
        "loser": shown.loser if shown else None,
        "cards_next_round": sum(after.counts) if follows else None,
        "rest_shown": shown is not None and shown.rest is not None,
        "funeral": follows and after.funeral,
        "eliminated": [shown.eliminated] if shown and shown.eliminated is not None else [],
        "round_void": void,
        "place_of_leaver": None if leaver is None else _place_of(after, leaver),
    }


def _new_position(state: State) -> Outcome:
    playing = state.phase != "over" and not state.game_over
    waiting = state.phase == "reveal"
    return {
        "to_act": (state.starter if waiting else state.to_act) if playing else None,
        "phase": ("respond" if state.phase == "respond" else "open") if playing else None,
        "live": state.phase == "respond",
        "direction": "clockwise",
        "dealer": state.dealer if playing else None,
        "starter": state.starter if playing else None,
        "counts": list(state.counts),
        "hand_counts": list(state.counts) if waiting and playing else [len(hand) for hand in state.hands],
        "out": [fall.seat for fall in state.falls if fall.why == "out"],
        "left": [*state.removed, *state.away],
    }


def _place_of(state: State, leaver: int) -> int:
    if state.game_over:
        return state.finished[-1].places[leaver]
    return shared_places(standing(state), state.seats)[leaver]


# --- questions -------------------------------------------------------------------------------------------------------


def _create_table(case: Case) -> Outcome:
    """With the number of cards in the pack. Rules: blef.players, blef.deck.24, blef.deck.52."""
    asked = casebook.create_table(case, engine)
    deck = len(ladder_of(casebook.seats_of(case), casebook.options_named(case, Options)).pack) if asked["accepted"] else None
    return {**asked, "deck": deck}


def _legal_types(case: Case) -> Outcome:
    state = position(case)
    open_now = [choice.type for choice in engine.choices(state, _actor(state, case["action"])) if choice.open]
    return {"types": sorted(open_now)}


def _legal_bids(state: State, seat: int) -> tuple[str, ...]:
    """The bids that seat may make now, low to high."""
    last = state.bids[-1].bid if state.bids else None
    return ladder_of(state.seats, state.options).above(last) if seat == state.to_act else ()


def _bids_asked(case: Case) -> list[Any]:
    """Raises NotInThisGame for a question that names no list of bids."""
    bids = case["action"].get("bids")
    if bids is None:
        raise NotInThisGame("`bids` does not say which are asked about")
    return list(bids)


def _each(case: Case) -> Outcome:
    state = position(case)
    ladder = ladder_of(state.seats, state.options)
    legal = _legal_bids(state, _actor(state, case["action"]))
    return {"legal_each": [_is_bid(bid, ladder) and ladder.spelled(bid) in legal for bid in _bids_asked(case)]}


def _list_bids(case: Case) -> Outcome:
    state = position(case)
    return _listed(case, ladder_of(state.seats, state.options), _legal_bids(state, _actor(state, case["action"])))


def _ladder(case: Case) -> Outcome:
    ladder = ladder_of(_seats_of(case), casebook.options_named(case, Options))
    return _listed(case, ladder, ladder.bids)


def _listed(case: Case, ladder: Ladder, bids: Sequence[str]) -> Outcome:
    """Bids in rising order as an outcome; `positions` are places in the whole ladder, null for what is not in it."""
    return {
        "number": len(bids),
        "lowest": bids[0] if bids else None,
        "highest": bids[-1] if bids else None,
        "bids": list(bids) if case["action"].get("full") else None,
        "positions": [ladder.places[bid] if _is_bid(bid, ladder) else None for bid in case["action"].get("positions_of") or ()],
    }


def _order(case: Case) -> Outcome:
    """Bids on the rest stand above all others, whether or not the table has them. Rules: blef.rest.order."""
    ladder = ladder_of(_seats_of(case), replace(casebook.options_named(case, Options), bid_on_rest=True))
    unknown = [bid for bid in _bids_asked(case) if not _is_bid(bid, ladder)]
    if unknown:
        raise NotInThisGame(f"not a bid at this table: {unknown[0]!r}")
    return {"order": [ladder.bids[place - 1] for place in sorted([ladder.places[bid] for bid in _bids_asked(case)])]}


def _truth(case: Case) -> Outcome:
    """Which bids the cards make true: all hands, or for a bid on the rest the undealt cards. Rules: blef.truth.contain."""
    state = position(case)
    ladder = ladder_of(state.seats, replace(state.options, bid_on_rest=True))
    bids = _bids_asked(case)
    return {"true_each": [_is_bid(bid, ladder) and is_true(bid, pool_of(state, bid.startswith(REST))) for bid in bids]}


def _view(case: Case) -> Outcome:
    """What that seat, or a spectator (null), may know. Rules: blef.view."""
    state = position(case)
    viewer = casebook.viewer_named(case, state.seats, state.to_act)
    seen = engine.view(state, viewer)
    nothing: tuple[list[Card] | None, ...] = (None,) * state.seats
    hands = nothing if viewer is None else with_entry(nothing, viewer, list(seen.own or ()))
    public = {
        "claims": [made.bid for made in seen.bids],
        "counts": list(seen.counts),
        "hand_counts": list(seen.hand_counts),
        "rest_count": seen.rest_count,
        "dealer": seen.dealer,
        "to_act": seen.to_act,
        "funeral": seen.funeral,
    }
    return {
        "hands_seen": list(hands),
        "sees_each": [card in (seen.own or ()) for card in case["action"].get("of") or ()],
        "counts": list(seen.counts),
        "sees_public": public,
    }


_QUESTIONS: dict[str, Callable[[Case], Outcome]] = {
    "create_table": _create_table,
    "score_game": casebook.score_game,
    "score_match": casebook.score_match,
    "legal_types": _legal_types,
    "each": _each,
    "list_bids": _list_bids,
    "ladder": _ladder,
    "order": _order,
    "truth": _truth,
    "view": _view,
}
