"""Liar's Dice in the casebook (rules 8): positions into states, actions and questions into outcomes.

Readings taken where the notation leaves room:

- A position after a count is the one from which the next round starts: `to_act` is its opener and `phase` is `open`;
  after a game both are null. `next_game_starter` is told after every game, also when the match ends with it; with one seat left it is null.
- `phase` is `open` before the first bid and `respond` after it. `live` tells whether a bid stands.
- `out` and `left` give no times between them: leavers are taken to have left after the seats named in `out` went out.
  Seats in one inner list of `out` went out together; seats without dice that are named nowhere went out first, together.
- Seats named in `left` are played by a computer with `leave_mode=bot` and have no dice with `leave_mode=remove`.
- The last loser, who opens the next game, is not part of a position: it is `last_loser` if given, else the opener.
- `place_of_leaver` is the place as of the moment of leaving, in the game that was running or has just ended.
- A bid that is no count and face at all is refused by `liars_dice.bid.form`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from games.core import casebook
from games.core.errors import IllegalAction, NotInThisGame
from games.core.events import Left, RoundVoid
from games.core.game import Step
from games.core.scoring import shared_places
from games.liars_dice import engine
from games.liars_dice.bids import bid_ladder, is_face, rank_of, refusal
from games.liars_dice.endings import present, standing
from games.liars_dice.rounds import matching, next_active, roll, with_entry
from games.liars_dice.state import DICE_EACH, Bid, Challenge, Event, Face, Fall, GameOver, MadeBid, Options, Revealed, State

Case = Mapping[str, Any]
Outcome = dict[str, Any]


def judge(case: Case) -> Outcome:
    """The outcome of one case. Raises NotInThisGame or KeyError for one that cannot be judged."""
    kind = case["action"]["type"]
    if kind in _QUESTIONS:
        return _QUESTIONS[kind](case)
    if kind in _ACTIONS:
        return _carried_out(case, _ACTIONS[kind])
    raise NotInThisGame(f"Liar's Dice has no action or question {kind!r}")


# --- positions -------------------------------------------------------------------------------------------------------


def position(case: Case) -> State:
    """The state that a case's `given` and `options` describe. It need not be reachable. Raises NotInThisGame."""
    given = case.get("given") or {}
    seats, options = casebook.seats_of(case), casebook.options_named(case, Options)
    left = casebook.seats_named(given.get("left") or (), seats)
    out = tuple(casebook.seats_named(group if isinstance(group, list) else (group,), seats) for group in given.get("out") or ())
    gone = {*(seat for group in out for seat in group), *(left if options.leave_mode == "remove" else ())}
    dice = _dice(given, seats, gone)
    unnamed = tuple(seat for seat in range(seats) if not dice[seat] and seat not in gone)
    falls = [Fall(group, "out") for group in ((unnamed,) if unnamed else ()) + out]
    falls += [Fall((seat,), "left") for seat in left if not any(seat in fall.seats for fall in falls)]
    counts = tuple(len(hand) for hand in dice)
    bids = tuple(_made_bid(bid, seats) for bid in given.get("bids") or ())
    to_act = _to_act(given, counts, bids)
    starter = casebook.seat_named(given.get("starter", bids[0].seat if bids else to_act), seats)
    return State(
        options=options,
        seats=seats,
        game=1,
        round=1,
        phase="respond" if bids else "bid",
        counts=counts,
        dice=dice,
        starter=starter,
        loser=casebook.seat_named(given.get("last_loser", starter), seats),
        timeouts=casebook.numbers_by_seat(given, "timeouts", seats),
        to_act=to_act,
        bids=bids,
        falls=tuple(falls),
        removed=left if options.leave_mode == "remove" else (),
        away=left if options.leave_mode == "bot" else (),
    )


def _dice(given: Case, seats: int, gone: set[int]) -> tuple[tuple[Face, ...], ...]:
    """Dice by seat: as given, else (also for a null) as many ones as `dice_counts` says, else five; none for seats that are gone."""
    counts = given.get("dice_counts") or given.get("counts") or [DICE_EACH] * seats
    if any(count is not None and not 0 <= count <= DICE_EACH for count in counts):
        raise NotInThisGame(f"a seat has something else than 0 to {DICE_EACH} dice")
    dice = given.get("dice") or [None] * len(counts)
    if len(dice) != seats or len(counts) != seats or not all(hand is None or isinstance(hand, list) for hand in dice):
        raise NotInThisGame("`dice` does not have one list per seat")
    dice = [[1] * (count or 0) if hand is None else hand for hand, count in zip(dice, counts, strict=True)]
    if not all(is_face(die) for hand in dice for die in hand):
        raise NotInThisGame("a die shows something else than 1 to 5 or *")
    return tuple(() if seat in gone else tuple(hand) for seat, hand in enumerate(dice))


def _made_bid(raw: Any, seats: int) -> MadeBid:
    bid = _well_formed(raw)
    return MadeBid(casebook.seat_named(raw.get("seat"), seats), bid.count, bid.face)


def _to_act(given: Case, counts: tuple[int, ...], bids: tuple[MadeBid, ...]) -> int:
    """The seat to act: as given, else after the last bidder, else the starter. It must have dice."""
    seats = len(counts)
    if not any(counts):
        raise NotInThisGame("no seat has dice")
    named = given.get("to_act")
    if named is None:
        named = next_active(counts, bids[-1].seat) if bids else given.get("starter", next_active(counts, seats - 1))
    seat = casebook.seat_named(named, seats)
    if not counts[seat]:
        raise NotInThisGame(f"seat {seat} is to act without dice")
    return seat


# --- actions ---------------------------------------------------------------------------------------------------------


def _bid(state: State, action: Case) -> Step:
    asked = _read_bid(action)
    seat = _actor(state, action)
    if asked is None and seat == state.to_act:
        raise IllegalAction("liars_dice.bid.form")
    return engine.apply(state, seat, asked or Bid(1, 1), casebook.any_chance())


def _read_bid(raw: Any) -> Bid | None:
    """The bid in an action or a list of bids; None when it is no count and face."""
    if not isinstance(raw, Mapping):
        return None
    try:
        return msgspec.convert({"type": "bid", "count": raw.get("count"), "face": raw.get("face")}, Bid)
    except msgspec.ValidationError:
        return None


def _challenge(state: State, action: Case) -> Step:
    return engine.apply(state, _actor(state, action), Challenge(), casebook.any_chance())


def _actor(state: State, action: Case) -> int:
    return casebook.seat_named(action.get("seat", state.to_act), state.seats)


def _timeout(state: State, action: Case) -> Step:
    return engine.timeout(state, _actor(state, action), casebook.any_chance())


def _leave(state: State, action: Case) -> Step:
    return engine.leave(state, casebook.seat_named(action["seat"], state.seats), casebook.any_chance())


def _deal(state: State, action: Case) -> Step:
    return roll(msgspec.structs.replace(state, round=0), casebook.any_chance())


_ACTIONS: dict[str, Callable[[State, Case], Step]] = {
    "bid": _bid,
    "challenge": _challenge,
    "timeout": _timeout,
    "leave": _leave,
    "deal": _deal,
}


def _carried_out(case: Case, action: Callable[[State, Case], Step]) -> Outcome:
    """The outcome of an action, refused or accepted."""
    before = position(case)
    if sum(1 for count in before.counts if count) < 2:
        raise NotInThisGame("the game is over: fewer than two seats have dice")
    made: Outcome = {"made": []} if case["action"]["type"] == "timeout" else {}
    try:
        after, events = action(before, case["action"])
    except IllegalAction as error:
        return {**_outcome(before, before, ()), **casebook.refused(error.rule), **made}
    if made:
        made = {"made": [msgspec.to_builtins(engine.timeout_move(before))]}
    return {**_outcome(before, after, events), **casebook.ALLOWED, **made}


def _outcome(before: State, after: State, events: Sequence[Event]) -> Outcome:
    """Every outcome key of an action but `legal`, `unchanged`, `rule` and `made`."""
    over = casebook.first_of(events, GameOver)
    counted = casebook.first_of(events, Revealed)
    leaver = next((event.seat for event in events if isinstance(event, Left)), None)
    void = any(isinstance(event, RoundVoid) for event in events)
    opener = after.starter if (counted or void) and not over else None
    return {
        **_new_position(after),
        **(casebook.game_scored(over.places, over.points) if over else casebook.GAME_GOES_ON),
        "next_starter": opener,
        "next_game_starter": after.starter if over and len(present(after)) > 1 else None,
        "count": counted.count if counted else None,
        "case": counted.case if counted else None,
        "losses": list(counted.losses) if counted else [0] * before.seats,
        "eliminated": list(counted.eliminated) if counted else [],
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
        "starter": state.starter if playing else None,
        "dice_counts": list(state.counts),
        "out": [seat for fall in state.falls if fall.why == "out" for seat in fall.seats],
        "left": [*state.removed, *state.away],
    }


def _place_of(state: State, leaver: int) -> int:
    if state.game_over:
        return state.finished[-1].places[leaver]
    return shared_places(standing(state), state.seats)[leaver]


# --- questions -------------------------------------------------------------------------------------------------------


def _legal_types(case: Case) -> Outcome:
    state = position(case)
    return {"types": sorted(choice.type for choice in engine.choices(state, _actor(state, case["action"])) if choice.open)}


def _legal_bids(state: State, seat: int, bids: Sequence[Bid | None]) -> list[bool]:
    """Which bids that seat may make now."""
    last, in_play = state.bids[-1] if state.bids else None, sum(state.counts)
    return [seat == state.to_act and bid is not None and refusal(bid.count, bid.face, last, in_play) is None for bid in bids]


def _each(case: Case) -> Outcome:
    state = position(case)
    seat = _actor(state, case["action"])
    return {"legal_each": _legal_bids(state, seat, [_read_bid(raw) for raw in case["action"]["bids"] or ()])}


def _list_bids(case: Case) -> Outcome:
    state = position(case)
    seat = _actor(state, case["action"])
    ladder = bid_ladder(sum(state.counts))
    legal = [bid for bid, may in zip(ladder, _legal_bids(state, seat, ladder), strict=True) if may]
    return _listed(case, legal)


def _ladder(case: Case) -> Outcome:
    return _listed(case, list(bid_ladder(sum(position(case).counts))))


def _listed(case: Case, bids: Sequence[Bid]) -> Outcome:
    """Bids in rising order as an outcome; `positions` count from 1, null for a bid that is not among them."""
    place = {bid: number for number, bid in enumerate(bids, start=1)}
    asked = [_read_bid(raw) for raw in case["action"].get("positions_of") or ()]
    return {
        "number": len(bids),
        "lowest": _plain(bids[0]) if bids else None,
        "highest": _plain(bids[-1]) if bids else None,
        "bids": [_plain(bid) for bid in bids] if case["action"].get("full") else None,
        "positions": [place.get(bid) if bid else None for bid in asked],
    }


def _plain(bid: Bid | MadeBid) -> Outcome:
    return {"count": bid.count, "face": bid.face}


def _order(case: Case) -> Outcome:
    bids = [_well_formed(raw) for raw in case["action"]["bids"]]
    return {"order": [_plain(bid) for bid in sorted(bids, key=lambda bid: rank_of(bid.count, bid.face))]}


def _well_formed(raw: Any) -> MadeBid:
    """A bid of a list, whoever made it. Raises NotInThisGame for what no table can bid."""
    bid = _read_bid(raw)
    if bid is None or bid.count < 1 or not is_face(bid.face):
        raise NotInThisGame(f"not a bid: {raw!r}")
    return MadeBid(0, bid.count, bid.face)


def _truth(case: Case) -> Outcome:
    """Which bids the dice of all seats make true. Rules: liars_dice.count.number, liars_dice.count.stars."""
    dice = position(case).dice
    bids = [_well_formed(raw) for raw in case["action"]["bids"]]
    return {"true_each": [matching(dice, bid.face)[0] >= bid.count for bid in bids]}


def _view(case: Case) -> Outcome:
    """What that seat, or a spectator (null), may know. Rules: liars_dice.view."""
    state = position(case)
    viewer = casebook.viewer_named(case, state.seats, state.to_act)
    seen = engine.view(state, viewer)
    nothing: tuple[list[Face] | None, ...] = (None,) * state.seats
    hands = nothing if viewer is None else with_entry(nothing, viewer, list(seen.own or ()))
    counts = list(seen.dice_counts)
    public = {"claims": [_plain(bid) for bid in seen.bids], "dice_counts": counts, "in_play": seen.in_play, "to_act": seen.to_act}
    return {"dice_seen": list(hands), "dice_counts": counts, "sees_public": public}


_QUESTIONS: dict[str, Callable[[Case], Outcome]] = {
    "create_table": lambda case: casebook.create_table(case, engine),
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
