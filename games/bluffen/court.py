"""Bluffen in the casebook (rules 8): positions into states, actions and questions into outcomes.

Readings taken where the notation leaves room:

- A position after a challenge is the one from which play goes on: the pause that shows the cards is left out. After a game
  `to_act` and `phase` are null. `next_game_starter` is told after every game, also when the match ends with it.
- A `challenge` is settled with the calls that have arrived; a `leave` while calls are collected leaves them collected.
  Of `calls`, those that are not legal are passed over; if none is legal, the first one's rule refuses them.
- `phase` and `live` follow from each other and from the pile where one is missing; `to_act` is then the seat after the
  newest lay, and before an opening the `starter`. Seats without cards that are named nowhere went out first.
- Seats named in `left` are played by a computer with `leave_mode=bot` and hold nothing with `leave_mode=remove`; they left
  in this game, and if they are named in `out` too, after going out.
- Whoever was shown a card knows where it is while it lies open or is held by whoever took it; not when it has been laid
  face down again by somebody else.
- `rank` is the condition of the two modes that have ranks. `deck` is null for a table that is not accepted.
- A word with a lay that is no claim is refused by `bluffen.lay.only-claim`, `pass` by `bluffen.turn.no-pass`.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from games.bluffen import engine
from games.bluffen.claims import conditions, lay_patterns
from games.bluffen.endings import active, points_for, present, standing
from games.bluffen.rounds import deck, hand_counts, in_order, new_game, next_active
from games.bluffen.state import Accept, Challenge, Event, GameOver, Lay, Options, Phase, Play, Revealed, State
from games.core import casebook
from games.core.cards import JOKER, RANKS, SUITS, Card
from games.core.errors import IllegalAction, NotInThisGame
from games.core.events import Left
from games.core.game import Step
from games.core.scoring import shared_places

Case = Mapping[str, Any]
Outcome = dict[str, Any]

_CARDS = {JOKER, *(rank + suit for rank in RANKS for suit in SUITS)}


def judge(case: Case) -> Outcome:
    """The outcome of one case. Raises NotInThisGame or KeyError for one that cannot be judged."""
    kind = case["action"]["type"]
    if kind in _QUESTIONS:
        return _QUESTIONS[kind](case)
    if kind in _ACTIONS:
        return _carried_out(case, _ACTIONS[kind])
    raise NotInThisGame(f"Bluffen has no action or question {kind!r}")


# --- positions -------------------------------------------------------------------------------------------------------


def position(case: Case) -> State:
    """The state that a case's `given` and `options` describe. It need not be reachable. Raises NotInThisGame."""
    given = case.get("given") or {}
    seats, options = casebook.seats_of(case), casebook.options_named(case, Options)
    left = casebook.seats_named(given.get("left") or (), seats)
    removed = left if options.leave_mode == "remove" else ()
    hands = tuple([() if seat in removed else hand for seat, hand in enumerate(_hands(given, seats))])
    pile = tuple([_play(raw, given, options, seats) for raw in given.get("pile") or ()])
    phase, live = _phase(given, hands, pile)
    out = [seat for group in given.get("out") or () for seat in (group if isinstance(group, list) else [group])]
    outs = casebook.seats_named(out, seats)
    if not given.get("hands"):
        empty = (*outs, pile[-1].seat) if phase == "answer_last" else outs
        hands = tuple([() if seat in empty else hand for seat, hand in enumerate(hands)])
    answered = pile[-1].seat if pile and live else None
    outs = (*(seat for seat in range(seats) if not hands[seat] and seat not in (*outs, *removed, answered)), *outs)
    state = State(
        options=options,
        seats=seats,
        game=1,
        round=1 if pile else 0,
        phase=phase,
        hands=hands,
        starter=0,
        timeouts=casebook.numbers_by_seat(given, "timeouts", seats),
        pile=pile,
        condition=_condition(given, pile, options),
        live=live,
        calls=casebook.seats_named(given.get("calls") or (), seats),
        previous_suit=given.get("previous_suit"),
        turned_up=_cards(given.get("turned_up") or ()),
        gone=_cards(given.get("removed") or ()),
        outs=outs,
        fell=tuple([seat for seat in left if seat not in outs]),
        removed=removed,
        away=left if options.leave_mode == "bot" else (),
    )
    to_act = _to_act(given, state)
    starter = casebook.seat_named(given.get("starter", pile[0].seat if pile else to_act), seats)
    return replace(state, to_act=to_act, starter=starter)


def _cards(raw: Sequence[Any]) -> tuple[Card, ...]:
    if any(card not in _CARDS for card in raw):
        raise NotInThisGame(f"not all of these are cards: {raw!r}")
    return tuple(raw)


def _hands(given: Case, seats: int) -> list[tuple[Card, ...]]:
    """Hands by seat: as given, else as many cards as `hand_counts` says, else five each."""
    hands = given.get("hands") or [["AC"] * count for count in given.get("hand_counts") or [5] * seats]
    if len(hands) != seats:
        raise NotInThisGame("`hands` does not have one list per seat")
    return [in_order(_cards(hand or ())) for hand in hands]


def _play(raw: Case, given: Case, options: Options, seats: int) -> Play:
    cards = _cards(raw["cards"])
    claim = raw.get("claim", given.get("condition", given.get("rank")))
    return Play(casebook.seat_named(raw["seat"], seats), len(cards), _named(claim, options), bool(raw.get("open")), cards)


def _named(claim: Any, options: Options) -> str:
    """A condition of the mode; a number is its rank. Raises NotInThisGame."""
    if str(claim) not in conditions(options):
        raise NotInThisGame(f"{claim!r} is no claim in the mode {options.mode}")
    return str(claim)


def _condition(given: Case, pile: Sequence[Play], options: Options) -> str | None:
    named = given.get("condition", given.get("rank"))
    if named is None:
        return pile[-1].claim if pile else None
    return _named(named, options)


def _phase(given: Case, hands: Sequence[Sequence[Card]], pile: Sequence[Play]) -> tuple[Phase, bool]:
    """Phase and whether the newest claim is live, each as given or read from the other."""
    named = given.get("phase")
    if named not in (None, "open", "respond", "answer_last", "must_lay"):
        raise NotInThisGame(f"Bluffen has no phase {named!r}")
    if named not in (None, "open") and not pile:
        raise NotInThisGame(f"there is no pile in the phase {named!r}")
    live = bool(pile) and bool(given.get("live", named in ("respond", "answer_last")))
    if named is not None:
        return named, live
    if not pile:
        return "open", False
    if not live:
        return "must_lay", False
    return "respond" if hands[pile[-1].seat] else "answer_last", True


def _to_act(given: Case, state: State) -> int:
    """The seat to act: as given, else after the newest lay, else the starter."""
    named = given.get("to_act")
    if named is None:
        named = next_active(state, state.pile[-1].seat) if state.pile else given.get("starter", 0)
    return casebook.seat_named(named, state.seats)


# --- actions ---------------------------------------------------------------------------------------------------------


def _lay(state: State, action: Case) -> Step:
    seat = casebook.seat_named(action["seat"], state.seats)
    claim = action.get("claim")
    try:
        lay = msgspec.convert({"type": "lay", "cards": action.get("cards") or (), "claim": None if claim is None else str(claim)}, Lay)
    except msgspec.ValidationError:
        raise IllegalAction("common.action.reject") from None
    if action.keys() - {"seat", "type", "cards", "claim"}:
        raise IllegalAction("bluffen.lay.only-claim")
    return engine.apply(state, seat, lay, casebook.any_chance())


def _challenge(state: State, action: Case) -> Step:
    return _settled(engine.apply(state, casebook.seat_named(action["seat"], state.seats), Challenge(), casebook.any_chance()))


def _settled(called: Step) -> Step:
    """A call that was only collected, settled."""
    if not called.state.calls:
        return called
    settled = engine.proceed(called.state, casebook.any_chance())
    return Step(settled.state, (*called.events, *settled.events))


def _calls(state: State, action: Case) -> Step:
    step, refusals = Step(state, ()), []
    for seat in casebook.seats_named(action["seats"], state.seats):
        try:
            after, events = engine.apply(step.state, seat, Challenge(), casebook.any_chance())
            step = Step(after, (*step.events, *events))
        except IllegalAction as error:
            refusals.append(error.rule)
    if not step.events:
        raise IllegalAction((refusals or ["bluffen.challenge.needs-claim"])[0])
    settled = _settled(Step(step.state, ()))
    return Step(settled.state, (*step.events, *settled.events))


def _accept(state: State, action: Case) -> Step:
    return engine.apply(state, casebook.seat_named(action["seat"], state.seats), Accept(), casebook.any_chance())


def _pass(state: State, action: Case) -> Step:
    raise IllegalAction("bluffen.turn.no-pass")


def _timeout(state: State, action: Case) -> Step:
    seat = casebook.seat_named(action.get("seat", state.to_act), state.seats)
    if seat == state.to_act and not state.hands[seat] and state.phase != "answer_last":
        raise NotInThisGame(f"seat {seat} is to lay and has no cards")
    return engine.timeout(state, seat, casebook.any_chance())


def _leave(state: State, action: Case) -> Step:
    return engine.leave(state, casebook.seat_named(action["seat"], state.seats), casebook.any_chance())


def _deal(state: State, action: Case) -> Step:
    """A starter that has left hands on to the next one. Rules: bluffen.start.next-game."""
    here = present(state)
    if not here:
        raise NotInThisGame("all seats have left")
    starter = next(seat for step in range(state.seats) if (seat := (state.starter + step) % state.seats) in here)
    return new_game(replace(state, game=0, starter=starter), casebook.any_chance())


_ACTIONS: dict[str, Callable[[State, Case], Step]] = {
    "lay": _lay,
    "challenge": _challenge,
    "calls": _calls,
    "accept": _accept,
    "pass": _pass,
    "timeout": _timeout,
    "leave": _leave,
    "deal": _deal,
}


def _carried_out(case: Case, action: Callable[[State, Case], Step]) -> Outcome:
    """The outcome of an action, refused or accepted."""
    before = position(case)
    if case["action"]["type"] != "deal" and len(active(before)) < 2:
        raise NotInThisGame("fewer than two seats are in the game")
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
    shown = casebook.first_of(events, Revealed)
    leaver = next((event.seat for event in events if isinstance(event, Left)), None)
    return {
        **_new_position(after),
        **(casebook.game_scored(over.places, over.points) if over else casebook.GAME_GOES_ON),
        "next_starter": shown.taker if shown and not over else None,
        "next_game_starter": after.starter if over else None,
        "revealed": list(shown.cards) if shown else [],
        "claim_true": shown.claim_true if shown else None,
        "caller": shown.challenger if shown else None,
        "pile_to": shown.taker if shown else None,
        "eliminated": [],
        "round_void": False,
        "place_of_leaver": None if leaver is None else _place_of(after, leaver),
    }


def _new_position(state: State) -> Outcome:
    playing = state.phase != "over" and not state.game_over
    return {
        "to_act": state.to_act if playing else None,
        "phase": state.phase if playing else None,
        "live": state.live,
        "direction": "clockwise",
        "starter": state.starter if playing else None,
        "condition": state.condition,
        "rank": None if state.options.mode == "suit" else state.condition,
        "passed": [],
        "out": list(state.outs),
        "left": [*state.removed, *state.away],
        "set_aside_count": 0,
        "pile_count": sum(play.count for play in state.pile),
        "hand_counts": list(hand_counts(state)),
    }


def _place_of(state: State, leaver: int) -> int:
    if state.game_over:
        return state.finished[-1].places[leaver]
    return shared_places(standing(state, by_cards=False), state.seats)[leaver]


# --- questions -------------------------------------------------------------------------------------------------------


def _create_table(case: Case) -> Outcome:
    answer = casebook.create_table(case, engine)
    return {**answer, "deck": len(deck(casebook.options_named(case, Options))) if answer["accepted"] else None}


def _legal_types(case: Case) -> Outcome:
    """Types that would be accepted now, also where calls are being collected that the seat cannot know of."""
    state = position(case)
    choices = engine.choices(state, casebook.seat_named(case["action"].get("seat", state.to_act), state.seats))
    return {"types": sorted([choice.type for choice in choices if choice.open and (choice.type == "challenge" or not state.calls)])}


def _claims_open(case: Case) -> list[str]:
    """What the seat may claim with some lay now."""
    state = position(case)
    seat = casebook.seat_named(case["action"].get("seat", state.to_act), state.seats)
    if state.calls or not any(choice.type == "lay" and choice.open for choice in engine.choices(state, seat)):
        return []
    return list(dict.fromkeys([claim for pattern in lay_patterns(state, state.hands[seat]) for claim in pattern.get("claim", ())]))


def _legal_claims(case: Case) -> Outcome:
    return {"claims": _claims_open(case)}


def _each(case: Case) -> Outcome:
    asked = case["action"]
    claims = _claims_open(case)
    return {"legal_each": [str(claim) in claims for claim in asked.get("values", asked.get("bids", asked.get("claims", ())))]}


def _view(case: Case) -> Outcome:
    """What that seat, or a spectator (null), may know. Rules: bluffen.view."""
    state = position(case)
    viewer = casebook.viewer_named(case, state.seats, state.to_act)
    seen = engine.view(state, viewer)
    known = _known(state, viewer)
    of = case["action"].get("of") or ()
    counts, claims = list(seen.hand_counts), [play.claim for play in seen.pile]
    public = {"claims": claims, "hand_counts": counts, "pile_count": seen.pile_count, "set_aside_count": 0, "to_act": seen.to_act}
    return {
        "sees_each": [of[: place + 1].count(card) <= known[card] for place, card in enumerate(of)],
        "hand_counts": counts,
        "pile_count": seen.pile_count,
        "sees_public": public,
    }


def _known(state: State, viewer: int | None) -> Counter[Card]:
    """How many cards of each code the viewer can place: those its view shows, and those shown to all before their taker got them."""
    seen = engine.view(state, viewer)
    known = Counter([*(seen.own or ()), *(card for play in seen.pile for card in play.cards or ())])
    held = Counter([card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand])
    return known + (Counter(state.turned_up) & held)


_QUESTIONS: dict[str, Callable[[Case], Outcome]] = {
    "create_table": _create_table,
    "score_game": lambda case: casebook.score_game(case, lambda places: points_for(places, casebook.options_named(case, Options))),
    "score_match": lambda case: casebook.score_match(case, lambda places: points_for(places, casebook.options_named(case, Options))),
    "legal_types": _legal_types,
    "legal_claims": _legal_claims,
    "each": _each,
    "view": _view,
}
