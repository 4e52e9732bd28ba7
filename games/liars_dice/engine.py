"""The engine of Liar's Dice. Pure: no clock, I/O or randomness of its own; states are values and never change.

rule                              | function
--------------------------------- | -----------------------------------------------------------------------------------
liars_dice.players                | check_table
liars_dice.dice                   | rounds.new_game (five dice each), state.FACES
liars_dice.direction              | rounds.next_active
liars_dice.roll                   | rounds.roll
liars_dice.start.first            | start
liars_dice.turn                   | _refusal, actors
liars_dice.bid.form               | bids.refusal
liars_dice.bid.count-limit        | bids.refusal, choices
liars_dice.bid.free               | bids.refusal: nothing is asked of an opening bid, and no bid is held against the dice
liars_dice.bid.order              | bids.rank_of
liars_dice.bid.order-total        | bids.rank_of, bids.bid_ladder
liars_dice.bid.raise              | bids.refusal, bids.least_count
liars_dice.bid.from-stars         | bids.refusal, bids.least_count
liars_dice.bid.to-stars           | bids.refusal, bids.least_count
liars_dice.bid.maximum            | bids.refusal, choices
liars_dice.challenge.who          | _refusal, choices
liars_dice.challenge.reveal       | rounds.count_dice
liars_dice.count.number           | rounds.matching
liars_dice.count.stars            | rounds.matching
liars_dice.resolve.*              | rounds.losses_by_seat
liars_dice.eliminate              | rounds.count_dice
liars_dice.start.loser            | rounds.count_dice
liars_dice.start.exact            | rounds.count_dice
liars_dice.start.loser-out        | rounds.count_dice
liars_dice.end.winner             | rounds.count_dice, _leave_for_good
liars_dice.place                  | endings.standing
liars_dice.start.next-game        | endings.next_game_opener
liars_dice.points                 | endings.score_game
liars_dice.timeout.open, .respond | timeout_move
liars_dice.leave                  | _leave_for_good
liars_dice.view                   | view, show
common.seats.order, .next         | rounds.next_active
common.random.server              | games.core.chance
common.start.lot                  | start
common.options.fixed              | State.options is never replaced
common.options.validate           | check_table
common.action.reject, .binding    | apply: refused before anything is made; no action takes one back
common.clock.expire               | timeout; the clock itself is the table's
common.clock.out-of-turn          | timeout, actors: nobody but the seat to act is waited for
common.reveal                     | due
common.leave.*                    | leave, rejoin, abandon, endings
common.view.*                     | view, show; the record is the table's
common.place.method, common.match.*, common.points.placing | games.core.scoring, endings
common.calls.*                    | none: only the seat to act may challenge, so calls never meet
common.long.*                     | is_long, end_long: no game is long
common.one-phone                  | none: only the seat to act ever acts; the hand-over is the table's
other common.* rules              | none: clocks, pauses, computers and the order of arrival are the table's
"""

import msgspec
from msgspec.structs import replace

from games.core import saving
from games.core.chance import Chance
from games.core.errors import IllegalAction, IllegalOptions, NotInThisGame
from games.core.events import Left, Rejoined, RoundVoid, TimedOut
from games.core.game import Actors, Choice, Due, Result, Step
from games.core.options import check_common
from games.core.scoring import match_totals
from games.liars_dice.bids import least_count, refusal
from games.liars_dice.endings import end_game, end_match, fallen, present
from games.liars_dice.rounds import act, new_game, next_active, roll, with_entry
from games.liars_dice.state import FACES, RULES_VERSION, Action, Bid, Challenge, Event, Fall, Lot, Options, Rolled, State, View

__all__ = [
    "RULES_VERSION",
    "Action",
    "Bid",
    "Challenge",
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
"""Seconds between a count and the next roll, at normal speed. Rules: common.reveal."""


# --- tables and games ------------------------------------------------------------------------------------------------


def check_table(seats: int, options: Options) -> None:
    """Raises IllegalOptions for a table that may not be. Rules: liars_dice.players, common.options.validate."""
    check_common(options)
    if not 2 <= seats <= (12 if options.extra_set else 6):
        raise IllegalOptions("liars_dice.players")


def start(seats: int, options: Options, chance: Chance) -> Step:
    """The match begins: an opener by lot, and the first roll. Raises IllegalOptions. Rules: liars_dice.start.first."""
    check_table(seats, options)
    opener = chance.lot("match / opener", size=seats)
    nothing = (0,) * seats
    before = State(
        options=options,
        seats=seats,
        game=0,
        round=0,
        phase="reveal",
        counts=nothing,
        dice=((),) * seats,
        starter=opener,
        loser=opener,
        timeouts=nothing,
        game_over=True,
    )
    state, events = new_game(before, chance)
    return Step(state, (Lot(opener), *events))


def proceed(state: State, chance: Chance) -> Step:
    """The next roll, or the next game. Raises IllegalAction when nothing is due. Rules: common.reveal."""
    if state.phase != "reveal":
        raise IllegalAction("common.reveal")
    return new_game(state, chance) if state.game_over else roll(state, chance)


def due(state: State) -> Due | None:
    """What the server does next; None while a seat is waited for and after the end."""
    if state.phase != "reveal":
        return None
    return Due("next_game" if state.game_over else "deal", REVEAL_PAUSE)


def abandon(state: State) -> Step:
    """The match ends as the table stands; a running game is scored by the dice left. Rules: common.leave.bot."""
    if state.phase == "over":
        raise IllegalAction("liars_dice.end.winner")
    return Step(*(end_match(state, "abandoned") if state.game_over else end_game(state, "abandoned")))


def is_long(state: State) -> bool:
    """Never: every round costs somebody a die, and bids only rise. Rules: common.long.agreed."""
    return False


def end_long(state: State) -> Step:
    """Raises IllegalAction. Rules: common.long.agreed."""
    raise IllegalAction("common.long.agreed")


def result(state: State) -> Result | None:
    """None while the match runs."""
    return state.result


# --- actions ---------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action, chance: Chance) -> Step:
    """A seat's own bid or challenge. Raises IllegalAction. Rules: common.action.reject, common.clock.expire."""
    rule = _refusal(state, seat, action)
    if rule is not None:
        raise IllegalAction(rule)
    if state.timeouts[seat]:
        state = replace(state, timeouts=with_entry(state.timeouts, seat, 0))
    return act(state, seat, action)


def _refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this action of this seat now, or None. Raises NotInThisGame for something else."""
    if not isinstance(action, Bid | Challenge):
        raise NotInThisGame(f"not an action of Liar's Dice: {type(action).__name__}")
    off = _off(state, seat, type(action))
    if off is None and isinstance(action, Bid):
        return refusal(action.count, action.face, state.bids[-1] if state.bids else None, sum(state.counts))
    return off


def _off(state: State, seat: int, kind: type[Bid] | type[Challenge]) -> str | None:
    """The rule that closes this whole type of action to the seat now, or None. A bid may still be none of the open ones.

    Rules: liars_dice.turn, liars_dice.challenge.who, common.reveal.
    """
    if state.phase == "over":
        return "liars_dice.end.winner"
    if state.phase == "reveal":
        return "common.reveal"
    if seat != state.to_act:
        return "liars_dice.turn" if kind is Bid else "liars_dice.challenge.who"
    return "liars_dice.challenge.who" if kind is Challenge and not state.bids else None


# --- time-outs and leaving -------------------------------------------------------------------------------------------


def timeout_move(state: State) -> Action:
    """What is done for a seat whose time is up. Rules: liars_dice.timeout.open, liars_dice.timeout.respond."""
    return Challenge() if state.bids else Bid(1, 1)


def timeout(state: State, seat: int, chance: Chance) -> Step:
    """The time-out move of the seat that is waited for; at `max_timeouts` in a row it then leaves.

    Raises IllegalAction for any other seat. Rules: common.clock.expire, common.clock.out-of-turn.
    """
    if seat != state.to_act:
        raise IllegalAction("common.clock.out-of-turn")
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

    Rules: common.leave.when, common.leave.bot, common.leave.remove, liars_dice.leave.
    """
    if state.phase == "over" or not 0 <= seat < state.seats or seat in state.away or seat in state.removed:
        raise IllegalAction("common.leave.when")
    falls = state.falls if state.game_over or seat in fallen(state) else (*state.falls, Fall((seat,), "left"))
    left = replace(state, timeouts=with_entry(state.timeouts, seat, 0), falls=falls)
    told = Left(seat, state.options.leave_mode)
    if state.options.leave_mode == "bot":
        return Step(replace(left, away=(*state.away, seat)), (told,))
    after, events = _leave_for_good(replace(left, removed=(*state.removed, seat)), seat, chance)
    return Step(after, (told, *events))


def _leave_for_good(state: State, seat: int, chance: Chance) -> Step:
    """The dice of a seat just removed go out; a running round is void and rolled again. Rules: liars_dice.leave."""
    if state.game_over:
        after = replace(state, starter=_present_from(state, state.starter))
        return Step(*end_match(after, "left")) if len(present(after)) == 1 else Step(after, ())
    if not state.counts[seat]:
        return Step(state, ())
    counts = with_entry(state.counts, seat, 0)
    opener = state.starter if counts[state.starter] else next_active(counts, state.starter)
    after = replace(state, counts=counts, starter=opener)
    events: tuple[Event, ...] = ()
    in_round = state.phase != "reveal"
    if in_round:
        after, events = replace(after, bids=()), (RoundVoid(seat),)
    if sum(1 for left in counts if left) == 1:
        after, more = end_game(after)
    elif in_round:
        after, more = roll(after, chance)
    else:
        more = ()
    return Step(after, (*events, *more))


def _present_from(state: State, seat: int) -> int:
    """`seat`, or the next clockwise that has not left for good."""
    here = present(state)
    return next(other for step in range(state.seats) if (other := (seat + step) % state.seats) in here)


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
        falls=tuple([fall for fall in state.falls if fall != Fall((seat,), "left")]),
        timeouts=with_entry(state.timeouts, seat, 0),
    )
    return Step(back, (Rejoined(seat),))


def away(state: State) -> tuple[int, ...]:
    """Seats that a computer plays because their person left, in order of leaving."""
    return state.away


# --- what a seat may do and know -------------------------------------------------------------------------------------


def actors(state: State) -> Actors:
    """The seat to act; nobody ever acts out of turn. Rules: liars_dice.turn."""
    return Actors(state.to_act)


def choices(state: State, seat: int) -> tuple[Choice, ...]:
    """Bid (one pattern per face that can be bid) and challenge, open or off; () for a seat without dice or after the end."""
    if state.phase == "over" or not 0 <= seat < state.seats or not state.counts[seat]:
        return ()
    return _bid_choice(state, seat), _challenge_choice(state, seat)


def _bid_choice(state: State, seat: int) -> Choice:
    """Rules: liars_dice.bid.raise, liars_dice.bid.count-limit, liars_dice.bid.maximum."""
    off = _off(state, seat, Bid)
    if off is not None:
        return Choice("bid", open=False, rule=off)
    last, most = state.bids[-1] if state.bids else None, sum(state.counts)
    least = [(face, least_count(face, last)) for face in FACES]
    patterns = tuple([{"face": face, "count": {"min": few, "max": most}} for face, few in least if few <= most])
    return Choice("bid", open=True, patterns=patterns) if patterns else Choice("bid", open=False, rule="liars_dice.bid.maximum")


def _challenge_choice(state: State, seat: int) -> Choice:
    """Rules: liars_dice.challenge.who."""
    off = _off(state, seat, Challenge)
    return Choice("challenge", open=off is None, rule=off)


def view(state: State, seat: int | None) -> View:
    """The position as that seat, or a spectator (None), may know it. Rules: liars_dice.view, common.view.*"""
    own = state.dice[seat] if seat is not None else ()
    return View(
        game=state.game,
        games=state.options.games,
        round=state.round,
        phase=state.phase,
        seats=state.seats,
        dice_counts=state.counts,
        in_play=sum(state.counts),
        bids=state.bids,
        to_act=state.to_act,
        starter=state.starter,
        own=own or None,
        out=tuple([fall.seats for fall in state.falls if fall.why == "out"]),
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
    """The event as that seat, or a spectator (None), was shown it: of a roll only the own dice. Rules: liars_dice.view."""
    if not isinstance(event, Rolled):
        return event
    return replace(event, dice=tuple([hand if owner == seat else None for owner, hand in enumerate(event.dice)]))


# --- saving ----------------------------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def dump(state: State) -> bytes:
    """The state as JSON, with its `rules_version`."""
    return _encoder.encode(state)


def load(data: bytes | str) -> State:
    """The inverse of dump. Raises NotInThisGame for anything else, also for a version of the rules not known here."""
    return saving.read(_decoder, data, "Liar's Dice", RULES_VERSION, ("counts", "dice", "timeouts"))
