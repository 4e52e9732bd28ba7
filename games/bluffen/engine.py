"""The engine of Bluffen. Pure: no clock, I/O or randomness of its own; states are values and never change.

rule                                | function
----------------------------------- | ---------------------------------------------------------------------------------
bluffen.players                     | check_table
bluffen.deck                        | rounds.deck
bluffen.rank.order                  | games.core.cards.RANKS, lowest_first; claims.steps
bluffen.options.conflicts           | check_table
bluffen.mode.exclusive              | state.Options.mode: one of the three
bluffen.deal                        | rounds.new_game
bluffen.start.first                 | start
bluffen.start.next-game             | endings.end_game, _leave_for_good
bluffen.direction                   | rounds.next_active
bluffen.open.condition              | claims.conditions, rounds.lay
bluffen.open.free                   | claims.nameable: no hand is looked at
bluffen.open.repeat-suit            | claims.nameable
bluffen.open.forced                 | turns.off, turns.challenge_off
bluffen.turn.options, .no-pass      | turns.off
bluffen.lay.count                   | claims.most_cards
bluffen.lay.claim                   | claims.claims, claims.refusal
bluffen.lay.claim-missing           | claims.claim_made
bluffen.lay.only-claim              | state.Lay has no further field
bluffen.challenge.needs-claim       | turns.challenge_off
bluffen.challenge.window            | State.live, rounds.lay, rounds.accept
bluffen.challenge.next-player-only  | turns.challenge_off
bluffen.challenge.anyone            | turns.challenge_off, actors
bluffen.challenge.simultaneous      | rounds.call, rounds.settle_calls
bluffen.challenge.no-second-thought | turns.challenge_off
bluffen.resolve.reveal              | rounds.challenge, view: one lay is turned up
bluffen.resolve.lie, .true          | rounds.challenge
bluffen.resolve.compare             | claims.fits
bluffen.resolve.taker-opens         | rounds.take_pile
bluffen.last.answer                 | rounds.lay, turns.off
bluffen.last.accepted               | rounds.accept
bluffen.last.called-true            | rounds.challenge
bluffen.last.called-lie             | rounds.challenge
bluffen.last.safe                   | rounds.lay
bluffen.last.default                | state.Options
bluffen.end.stop, .play-on          | rounds.go_out, endings.standing
bluffen.end.loser                   | endings.loser_of
bluffen.points                      | endings.points_for
bluffen.sequence.open               | claims.nameable
bluffen.sequence.step               | claims.steps
bluffen.sequence.by-claim           | rounds.lay: the condition is what was claimed
bluffen.same-rank.follow            | claims.claims
bluffen.same-rank.four              | claims.most_cards
bluffen.same-rank.truth             | claims.is_true
bluffen.joker.wild, .mixed          | claims.fits, claims.is_true
bluffen.joker.true-claim, .void     | rounds.challenge
bluffen.open-start.shown            | claims.refusal, rounds.lay
bluffen.open-start.joker            | claims.refusal
bluffen.open-start.last             | rounds.lay
bluffen.timeout.open, .follow       | claims.timeout_lay
bluffen.timeout.last                | timeout_move
bluffen.leave                       | _leave_for_good, rounds.take_away
bluffen.view                        | view, show
bluffen.penalty.not-online          | apply: a wrong number is refused
common.seats.order, .next           | rounds.next_active
common.random.server                | games.core.chance
common.start.lot                    | start
common.options.fixed                | State.options is never replaced
common.options.validate             | check_table
common.action.reject, .binding      | apply: refused before anything is made; no action takes one back
common.calls.simultaneous, .block   | rounds.call, rounds.settle_calls, turns.refusal, actors
common.clock.expire                 | timeout; the clock itself is the table's
common.clock.out-of-turn            | timeout, actors
common.reveal                       | due, proceed
common.leave.*                      | leave, rejoin, abandon, endings
common.long.*                       | is_long, end_long
common.view.*                       | view, show; the record is the table's
common.place.method, common.match.*, common.points.placing | games.core.scoring, endings
common.one-phone                    | check_table; the hand-over is the table's
other common.* rules                | none: clocks, pauses, computers and the order of arrival are the table's
"""

import msgspec
from msgspec.structs import replace

from games.bluffen.claims import claim_made, lay_patterns, timeout_lay
from games.bluffen.endings import active, end_game, end_match, present
from games.bluffen.rounds import accept, call, hand_counts, lay, new_game, resume, settle_calls, take_away, with_entry
from games.bluffen.state import (
    RULES_VERSION,
    Accept,
    Action,
    Called,
    Challenge,
    Dealt,
    Event,
    Laid,
    Lay,
    Lot,
    Options,
    Play,
    State,
    Taken,
    View,
)
from games.bluffen.turns import challenge_off, off, over, refusal
from games.core import saving
from games.core.chance import Chance
from games.core.errors import IllegalAction, IllegalOptions
from games.core.events import Left, Rejoined, TimedOut
from games.core.game import Actors, Choice, Due, Result, Step
from games.core.options import check_common
from games.core.scoring import match_totals

__all__ = [
    "RULES_VERSION",
    "Accept",
    "Action",
    "Challenge",
    "Event",
    "Lay",
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
"""Seconds between a reveal and the next turn or deal, at normal speed. Rules: common.reveal."""

LONG = 1000
"""Actions after which a game may be ended by the cards held. Rules: common.long.agreed."""


# --- tables and games ------------------------------------------------------------------------------------------------


def check_table(seats: int, options: Options) -> None:
    """Raises IllegalOptions for a table that may not be.

    Rules: bluffen.players, bluffen.options.conflicts, common.one-phone, common.options.validate.
    """
    check_common(options)
    if not 3 <= seats <= 7:
        raise IllegalOptions("bluffen.players")
    if (
        (options.joker_reveal == "void" and not options.jokers)
        or (not options.repeat_suit and (options.mode != "suit" or options.open_start))
        or (options.decks == 2 and options.mode == "suit")
        or (options.points == "placing" and options.finish == "stop")
    ):
        raise IllegalOptions("bluffen.options.conflicts")
    if options.one_phone and options.challengers == "anyone":
        raise IllegalOptions("common.one-phone")


def start(seats: int, options: Options, chance: Chance) -> Step:
    """The match begins: a starter by lot, and the first deal. Raises IllegalOptions. Rules: bluffen.start.first."""
    check_table(seats, options)
    starter = chance.lot("match / starter", size=seats)
    before = State(
        options=options,
        seats=seats,
        game=0,
        round=0,
        phase="open",
        hands=((),) * seats,
        starter=starter,
        timeouts=(0,) * seats,
        game_over=True,
    )
    state, events = new_game(before, chance)
    return Step(state, (Lot(starter), *events))


def proceed(state: State, chance: Chance) -> Step:
    """The collected calls are settled, or what was shown has been seen, or the next game is dealt. Raises IllegalAction."""
    if state.calls:
        return settle_calls(state)
    if not state.showing:
        raise IllegalAction("common.reveal")
    return new_game(state, chance) if state.game_over else resume(state)


def due(state: State) -> Due | None:
    """What the server does next; None while a seat is waited for and after the end."""
    if state.calls:
        return Due("settle", state.options.call_grace_ms / 1000)
    if not state.showing:
        return None
    return Due("next_game" if state.game_over else "deal", REVEAL_PAUSE)


def abandon(state: State) -> Step:
    """The match ends as the table stands; a running game is scored by the cards held. Rules: common.leave.bot."""
    if state.phase == "over":
        raise IllegalAction(over(state))
    return Step(*(end_match(state, "abandoned") if state.game_over else end_game(state, "abandoned", by_cards=True)))


def is_long(state: State) -> bool:
    """Whether the running game has seen so many actions that it may be ended early. Rules: common.long.agreed."""
    return state.acted >= LONG and not state.game_over


def end_long(state: State) -> Step:
    """The running game is placed by the cards held; the match goes on. Raises IllegalAction. Rules: common.long.agreed."""
    if not is_long(state):
        raise IllegalAction("common.long.agreed")
    return Step(*end_game(state, by_cards=True))


def result(state: State) -> Result | None:
    """None while the match runs."""
    return state.result


# --- actions ---------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action, chance: Chance) -> Step:
    """A seat's own action. Raises IllegalAction. Rules: common.action.reject, common.clock.expire.

    A call that is only collected leaves everything as others see it, the count of time-outs included, until it is settled.
    """
    rule = refusal(state, seat, action)
    if rule is not None:
        raise IllegalAction(rule)
    if isinstance(action, Challenge):
        return call(state, seat)
    return _act(replace(state, timeouts=with_entry(state.timeouts, seat, 0)), seat, action)


def _act(state: State, seat: int, action: Lay | Accept) -> Step:
    if isinstance(action, Accept):
        return accept(state, seat)
    claim = claim_made(state, action)
    assert claim is not None  # or it had been refused
    return lay(state, seat, action.cards, claim)


# --- time-outs and leaving -------------------------------------------------------------------------------------------


def timeout_move(state: State) -> Lay | Accept:
    """What is done for a seat whose time is up. Rules: bluffen.timeout.open, bluffen.timeout.follow, bluffen.timeout.last."""
    if state.phase == "answer_last" or state.to_act is None:
        return Accept()
    return timeout_lay(state, state.hands[state.to_act])


def timeout(state: State, seat: int, chance: Chance) -> Step:
    """The time-out move of the seat that is waited for; at `max_timeouts` in a row it then leaves.

    Raises IllegalAction for any other seat, and while calls are collected: the clock stands still then.
    Rules: common.clock.expire, common.clock.out-of-turn, common.calls.block.
    """
    if seat != actors(state).waited:
        raise IllegalAction("common.calls.block" if state.calls and seat == state.to_act else "common.clock.out-of-turn")
    count = state.timeouts[seat] + 1
    moved, events = _act(replace(state, timeouts=with_entry(state.timeouts, seat, count)), seat, timeout_move(state))
    events = (TimedOut(seat, count), *events)
    limit = state.options.max_timeouts
    if not limit or count < limit or seat in state.away or moved.phase == "over":
        return Step(moved, events)
    gone, more = leave(moved, seat, chance)
    return Step(gone, (*events, *more))


def leave(state: State, seat: int, chance: Chance) -> Step:
    """The seat's person leaves. Raises IllegalAction when it has left before, or the match is over.

    Rules: common.leave.when, common.leave.bot, common.leave.remove, bluffen.leave.
    """
    if state.phase == "over" or not 0 <= seat < state.seats or seat in state.away or seat in state.removed:
        raise IllegalAction("common.leave.when")
    fell = state.fell if state.game_over or seat in state.outs else (*state.fell, seat)
    left = replace(state, timeouts=with_entry(state.timeouts, seat, 0), fell=fell)
    told = Left(seat, state.options.leave_mode)
    if state.options.leave_mode == "bot":
        return Step(replace(left, away=(*state.away, seat)), (told,))
    after, events = _leave_for_good(replace(left, removed=(*state.removed, seat)), seat)
    return Step(after, (told, *events))


def _leave_for_good(state: State, seat: int) -> Step:
    """What a removed seat leaves behind, in a game or between two. Rules: bluffen.leave, bluffen.start.next-game."""
    if state.game_over:
        here = present(state)
        starter = next(other for step in range(state.seats) if (other := (state.starter + step) % state.seats) in here)
        after = replace(state, starter=starter)
        return Step(*end_match(after, "left")) if len(here) == 1 else Step(after, ())
    return Step(state, ()) if seat in state.outs else take_away(state, seat)


def rejoin(state: State, seat: int) -> Step:
    """The person takes the seat back; what happened on the table then counts for it. Rules: common.leave.bot.

    Raises IllegalAction when no computer holds the seat.
    """
    if seat in state.removed:
        raise IllegalAction("common.leave.remove")
    if state.phase == "over" or seat not in state.away:
        raise IllegalAction("common.leave.bot")
    back = replace(
        state,
        away=tuple([other for other in state.away if other != seat]),
        fell=tuple([other for other in state.fell if other != seat]),
        timeouts=with_entry(state.timeouts, seat, 0),
    )
    return Step(back, (Rejoined(seat),))


def away(state: State) -> tuple[int, ...]:
    """Seats that a computer plays because their person left, in order of leaving."""
    return state.away


# --- what a seat may do and know -------------------------------------------------------------------------------------


def actors(state: State) -> Actors:
    """The seat to act, and with `challengers=anyone` all others that may challenge. Rules: bluffen.challenge.anyone."""
    if state.phase == "over" or state.showing:
        return Actors(None)
    waited = None if state.calls else state.to_act
    callers: tuple[int, ...] = ()
    if state.live and state.options.challengers == "anyone":
        callers = tuple([seat for seat in active(state) if seat != waited and challenge_off(state, seat) is None])
    return Actors(waited, callers, state.phase == "answer_last")


def choices(state: State, seat: int) -> tuple[Choice, ...]:
    """Lay, challenge and accept, open or off; () for a seat that is out of the game and after the end of the match."""
    if state.phase == "over" or not 0 <= seat < state.seats or seat not in active(state):
        return ()
    lays, challenges, accepts = (off(state, seat, kind) for kind in (Lay, Challenge, Accept))
    return (
        Choice("lay", open=lays is None, rule=lays, patterns=() if lays else lay_patterns(state, state.hands[seat])),
        Choice("challenge", open=challenges is None, rule=challenges),
        Choice("accept", open=accepts is None, rule=accepts),
    )


def view(state: State, seat: int | None) -> View:
    """The position as that seat, or a spectator (None), may know it; a seat that is out of the game sees as a spectator does.

    Rules: bluffen.view, common.view.*
    """
    reader = seat if seat in active(state) else None
    own = state.hands[reader] if reader is not None else ()
    is_over = state.phase == "over"
    return View(
        game=state.game,
        games=state.options.games,
        round=state.round,
        phase="over" if is_over else "reveal" if state.showing else state.phase,
        seats=state.seats,
        hand_counts=hand_counts(state),
        own=own or None,
        pile=tuple([_seen(play, reader) for play in state.pile]),
        pile_count=sum([play.count for play in state.pile]),
        condition=state.condition,
        live=state.live,
        called=seat in state.calls,
        previous_suit=state.previous_suit,
        to_act=None if state.showing or is_over else state.to_act,
        next_to_act=state.to_act if state.showing else None,
        starter=state.starter,
        reveal=state.reveal,
        taken=state.taken if reader is not None and state.reveal is not None and state.reveal.taker == reader else (),
        turned_up=state.turned_up,
        out=tuple([(gone,) for gone in state.outs]),
        left=state.removed,
        away=state.away,
        timeouts=state.timeouts,
        acted=state.acted,
        scores=state.finished,
        totals=match_totals([score.points for score in state.finished]) if state.finished else (0.0,) * state.seats,
        result=state.result,
        options=state.options,
    )


def _seen(play: Play, seat: int | None) -> Play:
    return play if play.open or play.seat == seat else replace(play, cards=None)


def show(event: Event, seat: int | None) -> Event | None:
    """The event as that seat, or a spectator (None), was shown it. Rules: bluffen.view, common.calls.*"""
    if isinstance(event, Dealt):
        return replace(event, hands=tuple([hand if owner == seat else None for owner, hand in enumerate(event.hands)]))
    if isinstance(event, Laid) and not event.open and event.seat != seat:
        return replace(event, cards=None)
    if isinstance(event, Taken) and event.seat != seat:
        return replace(event, cards=None)
    return None if isinstance(event, Called) and event.seat != seat else event


# --- saving ----------------------------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def dump(state: State) -> bytes:
    """The state as JSON, with its `rules_version`."""
    return _encoder.encode(state)


def load(data: bytes | str) -> State:
    """The inverse of dump. Raises NotInThisGame for anything else, also for a version of the rules not known here."""
    return saving.read(_decoder, data, "Bluffen", RULES_VERSION, ("hands", "timeouts"))
