"""The engine of Blef. Pure: no clock, I/O or randomness of its own; states are values and never change.

rule                              | function
--------------------------------- | -----------------------------------------------------------------------------------
blef.players                      | check_table
blef.deck.24, .fixed              | ladder.pack_size: by the seats of the match, whoever is still in
blef.deck.52                      | ladder.pack_size
blef.rank.order                   | ladder.RANKS
blef.suit.order                   | games.core.cards.SUITS
blef.options.conflicts            | check_table: none
blef.bids.kinds                   | ladder.hand_of, ladder.refusal
blef.bids.kind-order              | ladder.KINDS
blef.bids.poker-ranking           | ladder.POKER_KINDS
blef.bids.no-great                | ladder.refusal
blef.bids.within-kind             | ladder._of_kind
blef.bids.two-pair                | ladder._of_kind, Ladder.spelled
blef.bids.full-house              | ladder._of_kind
blef.bids.list-24                 | ladder.ladder_of
blef.bids.list-52                 | ladder.ladder_of
blef.bids.ace-low                 | ladder.straight_ranks, ladder.ladder_of
blef.truth.contain, .not-both     | truth.missing, rounds.pool_of
blef.start.dealer                 | start
blef.deal                         | rounds.new_game (one card each), rounds.deal
blef.start.left-of-dealer         | rounds.deal, rounds.next_active
blef.turn.first-bid               | _off
blef.turn.bid-or-check            | _off, actors
blef.bid.higher                   | ladder.refusal, Ladder.above
blef.bid.free                     | ladder.refusal: nothing is asked of an opening bid, and no bid is held against the cards
blef.max.must-check               | ladder.refusal, choices
blef.check.reveal                 | rounds.check
blef.check.true, .false           | rounds.check
blef.lose.extra-card              | rounds.after_loss
blef.lose.deals                   | rounds.check
blef.eliminate.limit              | rounds.after_loss
blef.eliminate.funeral            | rounds.check, rounds.deal
blef.end.last-seat                | rounds.check, _leave_for_good
blef.place                        | endings.standing
blef.start.next-game              | endings.with_next_game_dealer, rounds.new_game
blef.points                       | endings.score_game
blef.rest.when, .order, .max      | ladder.ladder_of, Ladder.above, ladder.refusal
blef.rest.truth                   | rounds.pool_of, rounds.check
blef.stock.when, .most, .tie, .duel | rounds.after_loss
blef.stock.dealer                 | rounds.check
blef.timeout.open, .respond       | timeout_move
blef.leave                        | _leave_for_good
blef.view                         | view, show
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
common.calls.*                    | none: only the seat to act may check, so calls never meet
common.long.*                     | is_long, end_long: no game is long
common.one-phone                  | none: only the seat to act ever acts; the hand-over is the table's
other common.* rules              | none: clocks, pauses, computers and the order of arrival are the table's
"""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from games.blef.endings import end_game, end_match, fallen, present, with_next_game_dealer
from games.blef.ladder import highest_rule, ladder_of, refusal
from games.blef.rounds import act, deal, new_game, next_active, with_entry
from games.blef.state import RULES_VERSION, Action, Bid, BidCode, Check, Dealt, Event, Fall, Lot, Options, State, View
from games.core import saving
from games.core.chance import Chance
from games.core.errors import IllegalAction, IllegalOptions, NotInThisGame
from games.core.events import Left, Rejoined, RoundVoid, TimedOut
from games.core.game import Actors, Choice, Due, Result, Step
from games.core.options import check_common
from games.core.scoring import match_totals

__all__ = [
    "RULES_VERSION",
    "Action",
    "Bid",
    "Check",
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
"""Seconds between a check and the next deal, at normal speed. Rules: common.reveal."""


# --- tables and games ------------------------------------------------------------------------------------------------


def check_table(seats: int, options: Options) -> None:
    """Raises IllegalOptions for a table that may not be. Rules: blef.players, blef.options.conflicts."""
    check_common(options)
    if not 2 <= seats <= 10:
        raise IllegalOptions("blef.players")


def start(seats: int, options: Options, chance: Chance) -> Step:
    """The match begins: a dealer by lot, and the first deal. Raises IllegalOptions. Rules: blef.start.dealer."""
    check_table(seats, options)
    dealer = chance.lot("match / dealer", size=seats)
    nothing = (0,) * seats
    before = State(
        options=options,
        seats=seats,
        game=0,
        round=0,
        phase="reveal",
        counts=nothing,
        hands=((),) * seats,
        dealer=dealer,
        starter=(dealer + 1) % seats,
        last_loss=nothing,
        timeouts=nothing,
        game_over=True,
    )
    state, events = new_game(before, chance)
    return Step(state, (Lot(dealer), *events))


def proceed(state: State, chance: Chance) -> Step:
    """The next deal, or the next game. Raises IllegalAction when nothing is due. Rules: common.reveal."""
    if state.phase != "reveal":
        raise IllegalAction("common.reveal")
    return new_game(state, chance) if state.game_over else deal(state, chance)


def due(state: State) -> Due | None:
    """What the server does next; None while a seat is waited for and after the end."""
    if state.phase != "reveal":
        return None
    return Due("next_game" if state.game_over else "deal", REVEAL_PAUSE)


def abandon(state: State) -> Step:
    """The match ends as the table stands; a running game is scored by the cards held. Rules: common.leave.bot."""
    if state.phase == "over":
        raise IllegalAction("blef.end.last-seat")
    return Step(*(end_match(state, "abandoned") if state.game_over else end_game(state, "abandoned")))


def is_long(state: State) -> bool:
    """Never: every round costs somebody a card, and bids only rise. Rules: common.long.agreed."""
    return False


def end_long(state: State) -> Step:
    """Raises IllegalAction. Rules: common.long.agreed."""
    raise IllegalAction("common.long.agreed")


def result(state: State) -> Result | None:
    """None while the match runs."""
    return state.result


# --- actions ---------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action, chance: Chance) -> Step:
    """A seat's own bid or check. Raises IllegalAction. Rules: common.action.reject, common.clock.expire."""
    rule = _refusal(state, seat, action)
    if rule is not None:
        raise IllegalAction(rule)
    if state.timeouts[seat]:
        state = replace(state, timeouts=with_entry(state.timeouts, seat, 0))
    return act(state, seat, action)


def _refusal(state: State, seat: int, action: Action) -> str | None:
    """The rule that forbids this action of this seat now, or None. Raises NotInThisGame for something else."""
    if not isinstance(action, Bid | Check):
        raise NotInThisGame(f"not an action of Blef: {type(action).__name__}")
    off = _off(state, seat, type(action))
    if off is None and isinstance(action, Bid):
        return refusal(action.bid, _last(state), ladder_of(state.seats, state.options))
    return off


def _off(state: State, seat: int, kind: type[Bid] | type[Check]) -> str | None:
    """The rule that closes this whole type of action to the seat now, or None. A bid may still be none of the open ones.

    Rules: blef.turn.bid-or-check, blef.turn.first-bid, common.reveal.
    """
    if state.phase == "over":
        return "blef.end.last-seat"
    if state.phase == "reveal":
        return "common.reveal"
    if seat != state.to_act:
        return "blef.turn.bid-or-check"
    return "blef.turn.first-bid" if kind is Check and not state.bids else None


def _last(state: State) -> BidCode | None:
    return state.bids[-1].bid if state.bids else None


# --- time-outs and leaving -------------------------------------------------------------------------------------------


def timeout_move(state: State) -> Action:
    """What is done for a seat whose time is up. Rules: blef.timeout.open, blef.timeout.respond."""
    return Check() if state.bids else Bid(ladder_of(state.seats, state.options).bids[0])


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

    Rules: common.leave.when, common.leave.bot, common.leave.remove, blef.leave.
    """
    if state.phase == "over" or not 0 <= seat < state.seats or seat in state.away or seat in state.removed:
        raise IllegalAction("common.leave.when")
    falls = state.falls if state.game_over or seat in fallen(state) else (*state.falls, Fall(seat, "left"))
    left = replace(state, timeouts=with_entry(state.timeouts, seat, 0), falls=falls)
    told = Left(seat, state.options.leave_mode)
    if state.options.leave_mode == "bot":
        return Step(replace(left, away=(*state.away, seat)), (told,))
    after, events = _leave_for_good(replace(left, removed=(*state.removed, seat)), seat, chance)
    return Step(after, (told, *events))


def _leave_for_good(state: State, seat: int, chance: Chance) -> Step:
    """The count of a seat just removed goes out; a running round is void, and the same dealer deals again.

    Rules: blef.leave.
    """
    if state.game_over:
        after = with_next_game_dealer(state)
        return Step(*end_match(after, "left")) if len(present(after)) == 1 else Step(after, ())
    if not state.counts[seat]:
        return Step(state, ())
    counts = with_entry(state.counts, seat, 0)
    after = replace(state, counts=counts, starter=next_active(counts, state.dealer))
    events: tuple[Event, ...] = ()
    in_round = state.phase != "reveal"
    if in_round:
        after, events = replace(after, bids=()), (RoundVoid(seat),)
    if sum([1 for count in counts if count]) == 1:
        after, more = end_game(after)
    elif in_round:
        after, more = deal(after, chance)
    else:
        more = ()
    return Step(after, (*events, *more))


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
        falls=tuple([fall for fall in state.falls if fall != Fall(seat, "left")]),
        timeouts=with_entry(state.timeouts, seat, 0),
    )
    return Step(back, (Rejoined(seat),))


def away(state: State) -> tuple[int, ...]:
    """Seats that a computer plays because their person left, in order of leaving."""
    return state.away


# --- what a seat may do and know -------------------------------------------------------------------------------------


def actors(state: State) -> Actors:
    """The seat to act; nobody ever acts out of turn. Rules: blef.turn.bid-or-check."""
    return Actors(state.to_act)


def choices(state: State, seat: int) -> tuple[Choice, ...]:
    """Bid (one pattern with all legal bids, low to high) and check, open or off; () for a seat without cards or after the end.

    Two pairs are listed with the higher one first; named the other way round they are the same bid.
    """
    if state.phase == "over" or not 0 <= seat < state.seats or not state.counts[seat]:
        return ()
    off = _off(state, seat, Bid)
    bid = Choice("bid", open=False, rule=off) if off else _bid_choice(state.seats, state.options, _last(state))
    off = _off(state, seat, Check)
    return bid, Choice("check", open=off is None, rule=off)


@lru_cache(maxsize=2000)
def _bid_choice(seats: int, options: Options, last: BidCode | None) -> Choice:
    """What may be bid after `last`. Rules: blef.bid.higher, blef.max.must-check, blef.rest.when, blef.rest.max."""
    legal = list(ladder_of(seats, options).above(last))
    if legal or last is None:
        return Choice("bid", open=True, patterns=({"bid": legal},))
    return Choice("bid", open=False, rule=highest_rule(last))


def view(state: State, seat: int | None) -> View:
    """The position as that seat, or a spectator (None), may know it. Rules: blef.view, common.view.*"""
    hand_counts = tuple([len(hand) for hand in state.hands])
    deck = len(ladder_of(state.seats, state.options).pack)
    return View(
        game=state.game,
        games=state.options.games,
        round=state.round,
        phase=state.phase,
        seats=state.seats,
        deck=deck,
        counts=state.counts,
        hand_counts=hand_counts,
        rest_count=deck - sum(hand_counts) if state.to_act is not None else 0,
        bids=state.bids,
        to_act=state.to_act,
        dealer=state.dealer,
        funeral=state.funeral,
        starter=state.starter,
        own=(state.hands[seat] or None) if seat is not None else None,
        out=tuple([(fall.seat,) for fall in state.falls if fall.why == "out"]),
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
    """The event as that seat, or a spectator (None), was shown it: of a deal only the own cards. Rules: blef.view."""
    if not isinstance(event, Dealt):
        return event
    return replace(event, hands=tuple([hand if owner == seat else None for owner, hand in enumerate(event.hands)]))


# --- saving ----------------------------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def dump(state: State) -> bytes:
    """The state as JSON, with its `rules_version`."""
    return _encoder.encode(state)


def load(data: bytes | str) -> State:
    """The inverse of dump. Raises NotInThisGame for anything else, also for a version of the rules not known here."""
    return saving.read(_decoder, data, "Blef", RULES_VERSION, ("counts", "hands", "last_loss", "timeouts"))
