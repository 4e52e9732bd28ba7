"""Bluff (Nepal) in the casebook (rules 8): positions into states, actions and questions into outcomes.

Readings taken where the notation leaves room:

- A position after a call is the one from which the next round starts: `to_act` is its leader and `phase` is `lead`; after a
  game both are null. `next_game_starter` and `next_game_dealer` are told after every game, also when the match ends with it;
  where no `dealer` is given, nothing that depends on it is told.
- `rank` and `condition` are the same. `starter` is the leader of the round: as given, else who laid first, else who is to act.
- A `call` is settled at once, together with the `calls` of the position. In `calls` those that may not call are refused, and
  with `call_grace_ms=0` the first of the others settles it; the whole is refused when nobody's call is taken.
- `legal_types` and `live` are those of the law: while calls are collected only calls are open, whoever knows of them.
- Seats named in `left` are played by a computer with `leave_mode=bot` and have no cards with `leave_mode=remove`.
- Everyone may know where a card is that a call has turned over, as long as it is in a hand; who laid a card in this round
  knows that it is in the pile. Of a code that occurs twice the first one asked for is the one known.
- `place_of_leaver` is the place as of the moment of leaving, in the game that was running or has just ended.
- A lay whose rank or cards cannot be read is refused by `bluff_nepal.lead.any-rank` or `bluff_nepal.lay.count`.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from games.bluff_nepal import engine
from games.bluff_nepal.endings import next_dealer, present, standing
from games.bluff_nepal.legal import blocked
from games.bluff_nepal.rounds import deck, new_game, next_active, next_player, pile_cards, settle
from games.bluff_nepal.state import Call, Event, GameOver, Laid, Lay, LetGo, Options, Pass, Phase, SetAside, State, TurnedOver
from games.core import casebook
from games.core.cards import JOKER, RANKS, SUITS, Card
from games.core.errors import IllegalAction, NotInThisGame
from games.core.events import Left
from games.core.game import Choice, Step
from games.core.scoring import shared_places

Case = Mapping[str, Any]
Outcome = dict[str, Any]

_CARDS = {rank + suit for rank in RANKS for suit in SUITS} | {JOKER}
_PHASES: tuple[Phase, ...] = ("lead", "follow", "answer_last")


def judge(case: Case) -> Outcome:
    """The outcome of one case. Raises NotInThisGame or KeyError for one that cannot be judged."""
    kind = case["action"]["type"]
    if kind in _QUESTIONS:
        return _QUESTIONS[kind](case)
    if kind in _ACTIONS:
        return _carried_out(case, _ACTIONS[kind])
    raise NotInThisGame(f"Bluff (Nepal) has no action or question {kind!r}")


# --- positions -------------------------------------------------------------------------------------------------------


def position(case: Case) -> State:
    """The state that a case's `given` and `options` describe. It need not be reachable. Raises NotInThisGame."""
    given = case.get("given") or {}
    seats, options = casebook.seats_of(case), casebook.options_named(case, Options)
    left = casebook.seats_named(given.get("left") or (), seats)
    gone = left if options.leave_mode == "remove" else ()
    if len({*gone}) == seats:
        raise NotInThisGame("all seats have left")
    pile = tuple(Laid(casebook.seat_named(lay["seat"], seats), _cards(lay["cards"])) for lay in given.get("pile") or ())
    state = State(
        options=options,
        seats=seats,
        game=1,
        round=1,
        phase="lead",
        dealer=casebook.seat_named(given.get("dealer") or 0, seats),
        leader=0,
        hands=_hands(given, seats, gone),
        timeouts=casebook.numbers_by_seat(given, "timeouts", seats),
        pile=pile,
        rank=_rank(given),
        live=bool(pile) and bool(given.get("live", given.get("phase") == "answer_last")),
        calls=casebook.seats_named(given.get("calls") or (), seats),
        passed=casebook.seats_named(given.get("passed") or (), seats),
        set_aside=_cards(given.get("set_aside") or ()),
        taken_out=_cards(given.get("removed") or ()),
        turned_over=_cards(given.get("turned_over") or ()),
        removed=gone,
        away=() if options.leave_mode == "remove" else left,
    )
    return _in_phase(state, given)


def _in_phase(state: State, given: Case) -> State:
    """The state with its phase, who is to act and who led: as given, else as they follow from the pile and the hands."""
    layer = state.pile[-1].seat if state.pile else None
    phase = given.get("phase")
    if phase is None:
        phase = "lead" if layer is None else "follow" if state.hands[layer] or not state.live else "answer_last"
    if phase not in _PHASES:
        raise NotInThisGame(f"there is no phase {phase!r}")
    if phase != "lead" and (layer is None or state.rank is None):
        raise NotInThisGame("a round that has started needs a pile and a rank")
    named = given.get("to_act")
    if named is None:
        named = given.get("starter", next_active(state, state.dealer)) if layer is None else next_player(state, layer)
    to_act = casebook.seat_named(named, state.seats)
    starter = to_act if phase == "lead" else casebook.seat_named(given.get("starter", state.pile[0].seat), state.seats)
    return replace(state, phase=phase, to_act=to_act, leader=starter)


def _cards(codes: Sequence[Any]) -> tuple[Card, ...]:
    if any(code not in _CARDS for code in codes):
        raise NotInThisGame(f"not all of these are cards: {codes!r}")
    return tuple(codes)


def _hands(given: Case, seats: int, gone: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
    """Hands by seat: as given, else as many cards as `hand_counts` says, else five each; none for seats that are gone."""
    hands = given.get("hands") or [["AC"] * count for count in given.get("hand_counts") or [5] * seats]
    if len(hands) != seats:
        raise NotInThisGame("`hands` does not have one list per seat")
    empty = [*gone]
    if given.get("phase") == "answer_last" and given.get("pile") and not given.get("hands"):
        empty.append(given["pile"][-1]["seat"])
    return tuple(() if seat in empty else _cards(hand or ()) for seat, hand in enumerate(hands))


def _rank(given: Case) -> str | None:
    """The round's rank: as `rank` or `condition`, else as the claim of the newest lay."""
    pile = given.get("pile") or ()
    named = (given.get("rank"), given.get("condition"), pile[-1].get("claim") if pile else None)
    rank = next((str(each) for each in named if each is not None), None)
    if rank is not None and rank not in RANKS:
        raise NotInThisGame(f"there is no rank {rank!r}")
    return rank


# --- actions ---------------------------------------------------------------------------------------------------------


def _lay(state: State, action: Case) -> Step:
    seat, cards, rank = casebook.seat_named(action["seat"], state.seats), action.get("cards"), action.get("rank")
    readable = tuple(str(card) for card in cards) if isinstance(cards, list) else ()
    return engine.apply(state, seat, Lay(readable, None if rank is None else str(rank)), casebook.any_chance())


def _pass(state: State, action: Case) -> Step:
    return engine.apply(state, casebook.seat_named(action["seat"], state.seats), Pass(), casebook.any_chance())


def _let_go(state: State, action: Case) -> Step:
    return engine.apply(state, casebook.seat_named(action["seat"], state.seats), LetGo(), casebook.any_chance())


def _call(state: State, action: Case) -> Step:
    return _collected(state, (casebook.seat_named(action["seat"], state.seats),))


def _calls(state: State, action: Case) -> Step:
    return _collected(state, casebook.seats_named(action["seats"], state.seats))


def _collected(state: State, seats: Sequence[int]) -> Step:
    """These seats call one after another, and what has been collected is settled. Raises IllegalAction if none may call."""
    rules: list[str] = []
    for seat in seats:
        try:
            step = engine.apply(state, seat, Call(), casebook.any_chance())
        except IllegalAction as error:
            rules.append(error.rule)
            continue
        if not step.state.calls:
            return step
        state = step.state
    if len(rules) == len(seats):
        raise IllegalAction(rules[0] if rules else "bluff_nepal.call.needs-claim")
    return settle(state)


def _timeout(state: State, action: Case) -> Step:
    seat = casebook.seat_named(action.get("seat", state.to_act), state.seats)
    if seat == state.to_act and not state.hands[seat] and state.phase == "lead":
        raise NotInThisGame(f"seat {seat} is to lead and has no cards")
    return engine.timeout(state, seat, casebook.any_chance())


def _leave(state: State, action: Case) -> Step:
    return engine.leave(state, casebook.seat_named(action["seat"], state.seats), casebook.any_chance())


def _deal(state: State, action: Case) -> Step:
    return new_game(replace(state, game=0), casebook.any_chance())


_ACTIONS: dict[str, Callable[[State, Case], Step]] = {
    "lay": _lay,
    "pass": _pass,
    "call": _call,
    "calls": _calls,
    "let_go": _let_go,
    "timeout": _timeout,
    "leave": _leave,
    "deal": _deal,
}


def _carried_out(case: Case, action: Callable[[State, Case], Step]) -> Outcome:
    """The outcome of an action, refused or accepted."""
    before = position(case)
    if len(present(before)) < 2:
        raise NotInThisGame("fewer than two seats are in the game")
    has_dealer = (case.get("given") or {}).get("dealer") is not None
    made: Outcome = {"made": []} if case["action"]["type"] == "timeout" else {}
    try:
        after, events = action(before, case["action"])
    except IllegalAction as error:
        return {**_outcome(before, (), has_dealer=has_dealer), **casebook.refused(error.rule), **made}
    if made:
        made = {"made": [msgspec.to_builtins(engine.timeout_move(before))]}
    return {**_outcome(after, events, has_dealer=has_dealer), **casebook.ALLOWED, **made}


def _outcome(after: State, events: Sequence[Event], *, has_dealer: bool) -> Outcome:
    """Every outcome key of an action but `legal`, `unchanged`, `rule` and `made`."""
    over = casebook.first_of(events, GameOver)
    reveal = next((event.reveal for event in events if isinstance(event, TurnedOver)), None)
    leaver = next((event.seat for event in events if isinstance(event, Left)), None)
    ended = reveal is not None or any(isinstance(event, SetAside) for event in events)
    dealer = next_dealer(after) if over and has_dealer else None
    return {
        **_new_position(after),
        **(casebook.game_scored(over.places, over.points) if over else casebook.GAME_GOES_ON),
        "dealer": after.dealer if has_dealer else None,
        "next_starter": after.leader if ended and not over else None,
        "next_game_dealer": dealer,
        "next_game_starter": None if dealer is None else next_active(after, dealer),
        "turned_over": list(reveal.cards) if reveal else [],
        "claim_true": reveal.claim_true if reveal else None,
        "caller": reveal.caller if reveal else None,
        "pile_to": reveal.pile_to if reveal else None,
        "eliminated": [],
        "round_void": False,
        "place_of_leaver": None if leaver is None else _place_of(after, leaver),
    }


def _new_position(state: State) -> Outcome:
    playing = state.phase != "over" and not state.game_over
    waiting = state.phase == "reveal"
    return {
        "to_act": (state.leader if waiting else state.to_act) if playing else None,
        "phase": ("lead" if waiting else state.phase) if playing else None,
        "live": state.live,
        "direction": "anticlockwise",
        "starter": state.leader if playing else None,
        "rank": state.rank,
        "condition": state.rank,
        "passed": list(state.passed),
        "out": [],
        "left": [*state.removed, *state.away],
        "set_aside_count": len(state.set_aside),
        "pile_count": len(pile_cards(state)),
        "hand_counts": [len(hand) for hand in state.hands],
    }


def _place_of(state: State, leaver: int) -> int:
    if state.game_over:
        return state.finished[-1].places[leaver]
    return shared_places(standing(state, None), state.seats)[leaver]


# --- questions -------------------------------------------------------------------------------------------------------


def _create_table(case: Case) -> Outcome:
    outcome = casebook.create_table(case, engine)
    return {**outcome, "deck": len(deck(jokers=casebook.options_named(case, Options).jokers)) if outcome["accepted"] else None}


def _choices(case: Case, state: State) -> tuple[Choice, ...]:
    """What is open and off to the seat that asks, else to the seat to act."""
    return engine.choices(state, casebook.seat_named(case["action"].get("seat", state.to_act), state.seats))


def _legal_types(case: Case) -> Outcome:
    state = position(case)
    open_now = [choice.type for choice in _choices(case, state) if choice.open]
    kinds: dict[str, Any] = {"lay": Lay, "pass": Pass, "let_go": LetGo, "call": Call}
    return {"types": sorted(kind for kind in open_now if blocked(state, kinds[kind]) is None)}


def _view(case: Case) -> Outcome:
    """What that seat, or a spectator (null), may know. Rules: bluff_nepal.view."""
    state = position(case)
    seen = engine.view(state, casebook.viewer_named(case, state.seats, state.to_act))
    known = Counter([*(seen.own or ()), *(card for lay in seen.pile for card in lay.cards or ())])
    held = Counter(card for hand in state.hands for card in hand)
    known |= Counter(seen.turned_over) & held
    sees: list[bool] = []
    for card in _cards(case["action"].get("of") or ()):
        sees.append(known[card] > 0)
        known[card] -= 1
    public = {
        "rank": seen.rank,
        "claims": [seen.rank for _ in seen.pile],
        "passed": list(seen.passed),
        "hand_counts": list(seen.hand_counts),
        "pile_count": seen.pile_count,
        "set_aside_count": seen.set_aside_count,
        "turned_over": list(seen.turned_over),
        "to_act": seen.to_act,
    }
    return {"sees_each": sees, "sees_public": public}


def _legal_claims(case: Case) -> Outcome:
    """The ranks that the seat may name with a lay now: any to lead, else the round's. Rules: bluff_nepal.follow.same-rank."""
    state = position(case)
    if state.calls or not any(choice.open for choice in _choices(case, state) if choice.type == "lay"):
        return {"claims": []}
    return {"claims": list(RANKS) if state.rank is None else [state.rank]}


_QUESTIONS: dict[str, Callable[[Case], Outcome]] = {
    "create_table": _create_table,
    "score_game": casebook.score_game,
    "score_match": casebook.score_match,
    "legal_types": _legal_types,
    "legal_claims": _legal_claims,
    "view": _view,
}
