"""The engine of Blufpoker. Pure: no clock, I/O or randomness of its own; states are values and never change.

rule                              | function
--------------------------------- | -----------------------------------------------------------------------------------
blufpoker.players                 | check_table
blufpoker.equipment               | state.DICE, rounds._rolled
blufpoker.value                   | values.value_of
blufpoker.claim.values            | values.VALUES, legality.refusal
blufpoker.options.conflicts       | check_table: no options conflict
blufpoker.start.roll, .tie        | rounds.start_rolls
blufpoker.direction.base          | rounds.next_seat
blufpoker.throw.open              | rounds.begin_round, act
blufpoker.claim.open              | legality.open_values: nothing is asked of an opening claim, and none is held against the dice
blufpoker.decide                  | legality.closed
blufpoker.accept.look             | rounds.act, view
blufpoker.accept.must-throw       | legality.closed, rounds.act
blufpoker.claim.higher            | legality.open_values, legality.refusal
blufpoker.max.must-doubt          | legality.closed
blufpoker.doubt.reveal            | rounds.act
blufpoker.doubt.lower             | rounds.act
blufpoker.doubt.equal-or-higher   | rounds.act
blufpoker.round.next-starter      | rounds.act
blufpoker.end.limit               | rounds.act
blufpoker.penalty.count           | rounds.new_game, rounds.act
blufpoker.place                   | endings.standing
blufpoker.points                  | endings.score_game, endings.end_match
blufpoker.sixes.keep              | legality.most_keep, rounds.act
blufpoker.sixes.no-six            | legality.most_keep
blufpoker.sixes.persist           | State.aside, rounds.real_value
blufpoker.sixes.must-throw-one    | legality.most_keep
blufpoker.sixes.opener            | legality.most_keep
blufpoker.sixes.claim-range       | legality.open_values: sixes aside ask nothing of a claim
blufpoker.sixes.666.*             | legality.closed, rounds.act
blufpoker.blind.*                 | legality.closed, rounds.act
blufpoker.three-throws.*          | legality.closed, legality.most_keep, rounds.act, view
blufpoker.direction.*             | legality.may_choose_direction, rounds.new_game, rounds.act
blufpoker.swap.*                  | rounds.swap
blufpoker.timeout.*               | timeout
blufpoker.leave                   | _leave_for_good
blufpoker.view                    | view, show
common.seats.order, .next         | rounds.next_seat
common.random.server              | games.core.chance
common.start.lot                  | none: open dice decide who starts
common.options.fixed              | State.options is never replaced
common.options.validate           | check_table
common.action.reject, .binding    | apply: refused before anything is made; no action takes one back
common.clock.expire               | timeout; the clock itself is the table's
common.clock.out-of-turn          | timeout, actors: nobody but the seat to act is waited for
common.reveal                     | due
common.leave.*                    | leave, rejoin, abandon, endings
common.view.*                     | view, show; the record is the table's
common.place.method, common.match.*, common.points.placing | games.core.scoring, endings
common.calls.*                    | none: only the seat to act may doubt, so calls never meet
common.long.*                     | is_long, end_long: no game is long
common.one-phone                  | none: only the seat to act ever acts; the hand-over is the table's
other common.* rules              | none: clocks, pauses, computers and the order of arrival are the table's
"""

import msgspec
from msgspec.structs import replace

from games.blufpoker.endings import end_game, end_match, present, without_round
from games.blufpoker.legality import KINDS, Kind, closed, may_choose_direction, most_keep, open_values, refusal
from games.blufpoker.rounds import act, begin_round, new_game, next_active, next_round, real_value, with_entry
from games.blufpoker.state import RULES_VERSION, Accepted, Action, Blind, Claim, Doubt, Event, Options, State, Throw, Thrown, View
from games.core import saving
from games.core.chance import Chance
from games.core.errors import IllegalAction, IllegalOptions
from games.core.events import Left, Rejoined, RoundVoid, TimedOut
from games.core.game import Actors, Choice, Due, Result, Step
from games.core.options import check_common
from games.core.scoring import match_totals

__all__ = [
    "RULES_VERSION",
    "Action",
    "Event",
    "Options",
    "State",
    "View",
    "abandon",
    "actors",
    "apply",
    "away",
    "check_table",
    "choices",
    "due",
    "dump",
    "end_long",
    "is_long",
    "leave",
    "load",
    "proceed",
    "rejoin",
    "result",
    "show",
    "start",
    "timeout",
    "view",
]

REVEAL_PAUSE = 2.5
"""Seconds between a settled round and the next, at normal speed. Rules: common.reveal."""


# --- tables and games ------------------------------------------------------------------------------------------------


def check_table(seats: int, options: Options) -> None:
    """Raises IllegalOptions for a table that may not be. Rules: blufpoker.players, blufpoker.options.conflicts."""
    check_common(options)
    if not 3 <= seats <= 6:
        raise IllegalOptions("blufpoker.players")


def start(seats: int, options: Options, chance: Chance) -> Step:
    """The match begins: everyone rolls one open die, the highest is to throw. Raises IllegalOptions.

    Rules: blufpoker.start.roll.
    """
    check_table(seats, options)
    nothing = (0,) * seats
    before = State(
        options=options,
        seats=seats,
        game=0,
        round=0,
        phase="reveal",
        order=tuple(range(seats)),
        direction="clockwise",
        first_round=True,
        starter=0,
        to_act=None,
        penalties=nothing,
        timeouts=nothing,
        game_over=True,
    )
    return new_game(before, chance)


def proceed(state: State, chance: Chance) -> Step:
    """The next round, or the next game. Raises IllegalAction when nothing is due. Rules: common.reveal."""
    if state.phase != "reveal":
        raise IllegalAction("common.reveal")
    return new_game(state, chance) if state.game_over else next_round(state, chance)


def due(state: State) -> Due | None:
    """What the server does next; None while a seat is waited for and after the end."""
    if state.phase != "reveal":
        return None
    return Due("next_game" if state.game_over else "deal", REVEAL_PAUSE)


def abandon(state: State) -> Step:
    """The match ends as the table stands; a running game is scored by its penalty points. Rules: common.leave.bot."""
    if state.phase == "over":
        raise IllegalAction("blufpoker.end.limit")
    return Step(*(end_match(state, "abandoned") if state.game_over else end_game(state, "abandoned")))


def is_long(state: State) -> bool:
    """Never: claims only rise, and every round gives a point. Rules: common.long.agreed."""
    return False


def end_long(state: State) -> Step:
    """Raises IllegalAction. Rules: common.long.agreed."""
    raise IllegalAction("common.long.agreed")


def result(state: State) -> Result | None:
    """None while the match runs."""
    return state.result


# --- actions ---------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action, chance: Chance) -> Step:
    """A seat's own action. Raises IllegalAction. Rules: common.action.reject, common.clock.expire."""
    rule = refusal(state, seat, action)
    if rule is not None:
        raise IllegalAction(rule)
    if state.timeouts[seat]:
        state = replace(state, timeouts=with_entry(state.timeouts, seat, 0))
    return act(state, seat, action, chance)


# --- time-outs and leaving -------------------------------------------------------------------------------------------


def timeout(state: State, seat: int, chance: Chance) -> Step:
    """The turn of the seat that is waited for is finished for it; at `max_timeouts` in a row it then leaves.

    Raises IllegalAction for any other seat. Rules: common.clock.expire, common.clock.out-of-turn.
    """
    if seat != state.to_act:
        raise IllegalAction("common.clock.out-of-turn")
    count = state.timeouts[seat] + 1
    moved, events = _finish_turn(replace(state, timeouts=with_entry(state.timeouts, seat, count)), seat, chance)
    events = (TimedOut(seat, count), *events)
    limit = state.options.max_timeouts
    if not limit or count < limit or seat in state.away or moved.phase == "over":
        return Step(moved, events)
    gone, more = leave(moved, seat, chance)
    return Step(gone, (*events, *more))


def _finish_turn(state: State, seat: int, chance: Chance) -> Step:
    """Rules: blufpoker.timeout.throw, blufpoker.timeout.claim, blufpoker.timeout.decide, blufpoker.timeout.attempt."""
    events: tuple[Event, ...] = ()
    if state.phase in ("start_throw", "accepted"):
        state, events = act(state, seat, Throw(most_keep(state)), chance)
    if state.phase == "decide":
        return act(state, seat, Doubt(), chance)
    while state.phase == "six_attempt":
        state, more = act(state, seat, Throw(), chance)
        events = (*events, *more)
    if state.phase != "own_throw":
        return Step(state, events)
    claimed, more = act(state, seat, Claim(_value_at_zero(state, seat)), chance)
    return Step(claimed, (*events, *more))


def _value_at_zero(state: State, seat: int) -> int:
    """The true value if the seat has seen it and may claim it, else the lowest. Rules: blufpoker.timeout.claim."""
    legal = open_values(state)
    true = real_value(state)
    return true if seat in state.seen_by and true in legal else legal[0]


def leave(state: State, seat: int, chance: Chance) -> Step:
    """The seat's person leaves. Raises IllegalAction when it has left before, or the match is over.

    Rules: common.leave.when, common.leave.bot, common.leave.remove, blufpoker.leave.
    """
    if state.phase == "over" or not 0 <= seat < state.seats or seat in state.away or seat in state.removed:
        raise IllegalAction("common.leave.when")
    left = replace(state, timeouts=with_entry(state.timeouts, seat, 0))
    told = Left(seat, state.options.leave_mode)
    if state.options.leave_mode == "bot":
        return Step(replace(left, away=(*state.away, seat)), (told,))
    after, events = _leave_for_good(replace(left, removed=(*state.removed, seat)), seat)
    return Step(after, (told, *events))


def _leave_for_good(state: State, seat: int) -> Step:
    """A seat was just removed: a running round is void, and the same starter begins again. Rules: blufpoker.leave."""
    alone = len(present(state)) == 1
    if state.game_over:
        return Step(*end_match(state, "left")) if alone else Step(state, ())
    if seat == state.starter:
        state = replace(state, starter=next_active(state, seat))
    events: tuple[Event, ...] = ()
    in_round = state.phase != "reveal"
    if in_round:
        state, events = without_round(state), (RoundVoid(seat),)
    if alone:
        state, more = end_game(state)
    elif in_round:
        state, more = begin_round(state)
    else:
        more = ()
    return Step(state, (*events, *more))


def rejoin(state: State, seat: int) -> Step:
    """The person takes the seat back; what happened on the table then counts for it. Rules: common.leave.bot.

    Raises IllegalAction when no computer holds the seat.
    """
    if seat in state.removed:
        raise IllegalAction("common.leave.remove")
    if state.phase == "over" or seat not in state.away:
        raise IllegalAction("common.leave.bot")
    others = tuple([other for other in state.away if other != seat])
    back = replace(state, away=others, timeouts=with_entry(state.timeouts, seat, 0))
    return Step(back, (Rejoined(seat),))


def away(state: State) -> tuple[int, ...]:
    """Seats that a computer plays because their person left, in order of leaving."""
    return state.away


# --- what a seat may do and know -------------------------------------------------------------------------------------


def actors(state: State) -> Actors:
    """The seat to act; nobody ever acts out of turn. Rules: blufpoker.decide."""
    return Actors(state.to_act)


def choices(state: State, seat: int) -> tuple[Choice, ...]:
    """Throw, claim, accept, doubt and blind, open or off; () for a seat that left for good, or after the end."""
    if state.phase == "over" or not 0 <= seat < state.seats or seat in state.removed:
        return ()
    return tuple([_choice(state, seat, kind) for kind in KINDS])


def _choice(state: State, seat: int, kind: Kind) -> Choice:
    """Rules: 4.11 of the rules document."""
    name = str(kind.__struct_config__.tag)
    off = closed(state, seat, kind)
    if off is not None:
        return Choice(name, open=False, rule=off)
    if kind is Throw:
        return Choice(name, open=True, patterns=({}, {"keep": {"min": 0, "max": most_keep(state)}}))
    if kind is Blind:
        return Choice(name, open=True, patterns=({"value": list(open_values(state))},))
    if kind is not Claim:
        return Choice(name, open=True)
    plain = {"value": list(open_values(state))}
    if not may_choose_direction(state):
        return Choice(name, open=True, patterns=(plain,))
    return Choice(name, open=True, patterns=(plain, {**plain, "direction": ["clockwise", "anticlockwise"]}))


def view(state: State, seat: int | None) -> View:
    """The position as that seat, or a spectator (None), may know it. Rules: blufpoker.view, common.view.*"""
    open_dice = state.phase == "six_attempt" and state.throws > 0
    return View(
        game=state.game,
        games=state.options.games,
        round=state.round,
        phase=state.phase,
        seats=state.seats,
        order=state.order,
        direction=state.direction,
        first_round=state.first_round,
        starter=state.starter,
        to_act=state.to_act,
        cup=state.dice if state.dice and (open_dice or seat in state.seen_by) else None,
        under_cup=len(state.dice),
        aside=state.aside,
        throws=state.throws,
        seen_by=state.seen_by,
        claims=state.claims,
        accepted_by=state.to_act if state.claims and state.phase != "decide" else None,
        penalties=state.penalties,
        limit=state.options.penalty_limit,
        start_rolls=state.start_rolls,
        out=(),
        left=state.removed,
        away=state.away,
        timeouts=state.timeouts,
        reveal=state.reveal,
        scores=state.finished,
        totals=match_totals([score.points for score in state.finished]) if state.finished else (0.0,) * state.seats,
        result=state.result,
        options=state.options,
    )


def show(event: Event, seat: int | None) -> Event:
    """The event as that seat, or a spectator (None), was shown it: dice under the cup for who looks. Rules: blufpoker.view."""
    hidden = isinstance(event, Thrown) and not (event.seen and event.seat == seat)
    hidden = hidden or (isinstance(event, Accepted) and event.seat != seat)
    return replace(event, dice=None) if hidden else event


# --- saving ----------------------------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def dump(state: State) -> bytes:
    """The state as JSON, with its `rules_version`."""
    return _encoder.encode(state)


def load(data: bytes | str) -> State:
    """The inverse of dump. Raises NotInThisGame for anything else, also for a version of the rules not known here."""
    return saving.read(_decoder, data, "Blufpoker", RULES_VERSION, ("order", "penalties", "timeouts"))
