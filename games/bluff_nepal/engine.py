"""The engine of Bluff as played in Nepal. Pure: no clock, I/O or randomness of its own; states are values and never change.

rule                              | function
--------------------------------- | -----------------------------------------------------------------------------------
bluff_nepal.players               | check_table
bluff_nepal.deck                  | rounds.deck
bluff_nepal.rank.order            | timeout_move, games.core.cards.lowest_first
bluff_nepal.options.conflicts     | check_table
bluff_nepal.not-offered           | none: what is not offered has no option, and legal.refusal stops at four cards
bluff_nepal.dealer                | start, endings.next_dealer
bluff_nepal.direction             | rounds.next_player, endings.to_the_right
bluff_nepal.deal                  | rounds.new_game
bluff_nepal.start                 | rounds.new_game
bluff_nepal.lead.any-rank         | legal.refusal, legal.choices
bluff_nepal.lay.count             | legal.refusal, legal.choices
bluff_nepal.follow.options        | legal.choices
bluff_nepal.follow.same-rank      | legal.refusal, rounds.act
bluff_nepal.pass.out              | legal.refusal, rounds.next_player
bluff_nepal.pass.may-call         | legal.may_call: having passed is no hindrance
bluff_nepal.next                  | rounds.next_player
bluff_nepal.call.who, .next-only  | legal.may_call
bluff_nepal.call.window           | rounds.act: a lay puts its own claim in place of the last one, a pass ends it
bluff_nepal.call.needs-claim      | legal.refusal
bluff_nepal.call.simultaneous     | apply, rounds.settle
bluff_nepal.resolve.*             | rounds.settle
bluff_nepal.jokers.wild           | rounds.claim_is_true
bluff_nepal.all-pass.*            | rounds.end_round
bluff_nepal.last.answer           | rounds.act, legal.refusal
bluff_nepal.last.others           | legal.may_call
bluff_nepal.last.who-answers      | rounds.next_player
bluff_nepal.last.let-go           | rounds.let_go
bluff_nepal.last.called-true      | rounds.settle
bluff_nepal.last.called-bluff     | rounds.settle
bluff_nepal.let-go.who            | legal.refusal
bluff_nepal.win                   | rounds.let_go, rounds.settle, endings.end_game
bluff_nepal.place.*               | endings.standing
bluff_nepal.points                | endings.score_game
bluff_nepal.timeout.*             | timeout_move
bluff_nepal.one-phone             | check_table; the hand-over is the table's
bluff_nepal.no-wait               | actors
bluff_nepal.leave                 | leaving.leave_for_good, rounds.round_is_over, rounds.end_round
bluff_nepal.view                  | seen.view, seen.show
common.seats.order, .next         | rounds.next_active, rounds.next_player
common.random.server              | games.core.chance
common.start.lot                  | start
common.options.fixed              | State.options is never replaced
common.options.validate           | check_table
common.action.reject, .binding    | apply: refused before anything is made; no action takes one back
common.calls.*                    | apply, legal.blocked, rounds.settle
common.clock.expire               | timeout; the clock itself is the table's
common.clock.out-of-turn          | timeout, actors: nobody but the seat to act is waited for
common.reveal                     | due
common.leave.*                    | leave, rejoin, abandon, leaving, endings
common.long.*                     | is_long, end_long
common.view.*                     | seen.view, seen.show; the record is the table's
common.place.method, common.match.*, common.points.placing | games.core.scoring, endings
other common.* rules              | none: clocks, pauses, computers and the order of arrival are the table's
"""

import msgspec
from msgspec.structs import replace

from games.bluff_nepal import leaving
from games.bluff_nepal.endings import end_game, end_match
from games.bluff_nepal.legal import choices, may_call, refusal
from games.bluff_nepal.rounds import act, begin_round, new_game, settle, with_entry
from games.bluff_nepal.seen import show, view
from games.bluff_nepal.state import RULES_VERSION, Action, Call, Called, Event, Lay, LetGo, Lot, Options, Pass, State, View
from games.core import saving
from games.core.cards import RANKS, lowest_first, rank_of
from games.core.chance import Chance
from games.core.errors import IllegalAction, IllegalOptions
from games.core.events import Rejoined, TimedOut
from games.core.game import Actors, Due, Result, Step
from games.core.options import check_common

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
    "timeout_move",
    "view",
]

REVEAL_PAUSE = 2.5
"""Seconds between a call and the next round, or a game and the next, at normal speed. Rules: common.reveal."""

LONG = 1000
"""Actions after which a game may be ended as it stands. Rules: common.long.agreed."""


# --- tables and games ------------------------------------------------------------------------------------------------


def check_table(seats: int, options: Options) -> None:
    """Raises IllegalOptions for a table that may not be.

    Rules: bluff_nepal.players, bluff_nepal.options.conflicts, common.options.validate.
    """
    check_common(options)
    if not 2 <= seats <= 6:
        raise IllegalOptions("bluff_nepal.players")
    if options.one_phone and options.callers == "anyone":
        raise IllegalOptions("bluff_nepal.options.conflicts")


def start(seats: int, options: Options, chance: Chance) -> Step:
    """The match begins: a dealer by lot, and the first deal. Raises IllegalOptions. Rules: bluff_nepal.dealer."""
    check_table(seats, options)
    dealer = chance.lot("match / dealer", size=seats)
    before = State(
        options=options,
        seats=seats,
        game=0,
        round=0,
        phase="reveal",
        dealer=dealer,
        leader=dealer,
        hands=((),) * seats,
        timeouts=(0,) * seats,
        game_over=True,
    )
    state, events = new_game(before, chance)
    return Step(state, (Lot(dealer), *events))


def proceed(state: State, chance: Chance) -> Step:
    """Collected calls are settled, or the next round or game begins. Raises IllegalAction when nothing is due.

    Rules: common.calls.simultaneous, common.reveal.
    """
    if state.calls:
        return settle(state)
    if state.phase != "reveal":
        raise IllegalAction("common.reveal")
    return new_game(state, chance) if state.game_over else begin_round(state)


def due(state: State) -> Due | None:
    """What the server does next; None while a seat is waited for and after the end."""
    if state.calls:
        return Due("settle", state.options.call_grace_ms / 1000)
    if state.phase != "reveal":
        return None
    return Due("next_game" if state.game_over else "deal", REVEAL_PAUSE)


def abandon(state: State) -> Step:
    """The match ends as the table stands; a running game is placed by the cards held. Rules: common.leave.bot."""
    if state.phase == "over":
        raise IllegalAction("bluff_nepal.win")
    return Step(*(end_match(state, "abandoned") if state.game_over else end_game(state, None, "abandoned")))


def is_long(state: State) -> bool:
    """Whether the running game has seen 1,000 actions; a call that waits is none yet. Rules: common.long.agreed."""
    return state.actions >= LONG and not state.game_over


def end_long(state: State) -> Step:
    """The running game ends by the cards that each seat holds; calls that wait are dropped. Raises IllegalAction.

    Rules: common.long.agreed, common.long.computers.
    """
    if not is_long(state):
        raise IllegalAction("common.long.agreed")
    return Step(*end_game(state, None))


def result(state: State) -> Result | None:
    """None while the match runs."""
    return state.result


# --- actions ---------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action, chance: Chance) -> Step:
    """A seat's own action. Raises IllegalAction. A call waits with others where more may come, else it is settled at once.

    A call that waits does not show in its caller's time-outs until it is settled: they are public.
    Rules: common.action.reject, common.calls.simultaneous, common.clock.expire.
    """
    rule = refusal(state, seat, action)
    if rule is not None:
        raise IllegalAction(rule)
    if isinstance(action, Call) and _collects(state, seat):
        return Step(replace(state, calls=(*state.calls, seat)), (Called(seat),))
    if state.timeouts[seat]:
        state = replace(state, timeouts=with_entry(state.timeouts, seat, 0))
    return act(state, seat, action)


def _collects(state: State, seat: int) -> bool:
    """Whether that seat's call waits: others have called already, or still may. Rules: common.calls.simultaneous."""
    if not state.options.call_grace_ms:
        return False
    return bool(state.calls) or any(may_call(state, other) for other in range(state.seats) if other != seat)


# --- time-outs and leaving -------------------------------------------------------------------------------------------


def timeout_move(state: State) -> Action:
    """What is done for a seat whose time is up. Rules: bluff_nepal.timeout.turn, .lead, .last, bluff_nepal.rank.order."""
    if state.phase == "answer_last":
        return LetGo()
    if state.phase == "follow" or state.to_act is None:
        return Pass()
    lowest = min(state.hands[state.to_act], key=lowest_first)
    return Lay((lowest,), rank_of(lowest) or RANKS[0])


def timeout(state: State, seat: int, chance: Chance) -> Step:
    """The time-out move of the seat that is waited for; at `max_timeouts` in a row it then leaves.

    Raises IllegalAction for any other seat, and while calls are collected.
    Rules: common.clock.expire, common.clock.out-of-turn, common.calls.block.
    """
    if seat != state.to_act:
        raise IllegalAction("common.clock.out-of-turn")
    if state.calls:
        raise IllegalAction("common.calls.block")
    count = state.timeouts[seat] + 1
    moved, events = act(replace(state, timeouts=with_entry(state.timeouts, seat, count)), seat, timeout_move(state))
    events = (TimedOut(seat, count), *events)
    limit = state.options.max_timeouts
    if not limit or count < limit or seat in state.away or moved.phase == "over":
        return Step(moved, events)
    gone, more = leave(moved, seat, chance)
    return Step(gone, (*events, *more))


def leave(state: State, seat: int, chance: Chance) -> Step:
    """The seat's person leaves. Raises IllegalAction when it has left before, or the match is over.

    Rules: common.leave.when, common.leave.bot, common.leave.remove, bluff_nepal.leave.
    """
    if state.phase == "over" or not 0 <= seat < state.seats or seat in state.away or seat in state.removed:
        raise IllegalAction("common.leave.when")
    return leaving.leave(state, seat)


def rejoin(state: State, seat: int) -> Step:
    """The person takes the seat back; what happened on the table then counts for it. Rules: common.leave.bot.

    Raises IllegalAction when no computer holds the seat.
    """
    if seat in state.removed:
        raise IllegalAction("common.leave.remove")
    if state.phase == "over" or seat not in state.away:
        raise IllegalAction("common.leave.bot")
    here = tuple([other for other in state.away if other != seat])
    return Step(replace(state, away=here, timeouts=with_entry(state.timeouts, seat, 0)), (Rejoined(seat),))


def away(state: State) -> tuple[int, ...]:
    """Seats that a computer plays because their person left, in order of leaving."""
    return state.away


def actors(state: State) -> Actors:
    """The seat to act, and who else may call. While calls are collected nobody is waited for, and any other call counts.

    Rules: bluff_nepal.no-wait, bluff_nepal.call.who, common.calls.block.
    """
    waited = None if state.calls else state.to_act
    if not state.live:
        return Actors(waited)
    callers = tuple([seat for seat in range(state.seats) if seat != waited and may_call(state, seat)])
    return Actors(waited, callers, on_last_cards=state.phase == "answer_last")


# --- saving ----------------------------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def dump(state: State) -> bytes:
    """The state as JSON, with its `rules_version`."""
    return _encoder.encode(state)


def load(data: bytes | str) -> State:
    """The inverse of dump. Raises NotInThisGame for anything else, also for a version of the rules not known here."""
    return saving.read(_decoder, data, "Bluff (Nepal)", RULES_VERSION, ("hands", "timeouts"))
