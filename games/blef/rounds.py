"""Rounds of Blef: the deal, the bids, the check and what it costs. Pure steps from state to state.

Nothing here asks whether an action is legal: that is the engine's.
"""

from msgspec.structs import replace

from games.blef.endings import end_game
from games.blef.ladder import ladder_of
from games.blef.state import MOST_CARDS, Action, BidMade, Check, Checked, Dealt, Event, Fall, MadeBid, Revealed, State
from games.blef.truth import is_true
from games.core.cards import Card
from games.core.chance import Chance
from games.core.game import Step


def new_game(state: State, chance: Chance) -> Step:
    """Every seat that has not left gets one card; `state.dealer` deals. Rules: blef.start.next-game, common.leave.match."""
    fresh = replace(
        state,
        game=state.game + 1,
        round=0,
        game_over=False,
        funeral=False,
        counts=tuple([0 if seat in state.removed else 1 for seat in range(state.seats)]),
        last_loss=(0,) * state.seats,
        falls=tuple([Fall(seat, "left") for seat in (*state.removed, *state.away)]),
        removed_before=len(state.removed),
    )
    return deal(fresh, chance)


def deal(state: State, chance: Chance) -> Step:
    """The whole pack is shuffled and each active seat gets its count; the seat left of the dealer is to bid.

    Cards go out in seat order: as the pack is shuffled, the order of dealing makes no odds. Rules: blef.deal.
    """
    number, pack = state.round + 1, ladder_of(state.seats, state.options).pack
    order = chance.shuffle(f"game {state.game} / round {number} / deal", size=len(pack))
    hands, at = [], 0
    for count in state.counts:
        hands.append(tuple([pack[card] for card in sorted(order[at : at + count])]))
        at += count
    starter = next_active(state.counts, state.dealer)
    dealt = replace(state, round=number, phase="open", hands=tuple(hands), bids=(), reveal=None, starter=starter, to_act=starter)
    told = Dealt(state.game, number, state.dealer, state.funeral, starter, state.counts, len(pack) - at, dealt.hands)
    return Step(dealt, (told,))


def next_active(counts: tuple[int, ...], seat: int) -> int:
    """The next seat clockwise that has cards, `seat` itself last of all. Rules: blef.start.left-of-dealer, common.seats.next."""
    seats = len(counts)
    return next(other for step in range(1, seats + 1) if counts[other := (seat + step) % seats])


def act(state: State, seat: int, action: Action) -> Step:
    """A legal action takes effect."""
    if isinstance(action, Check):
        return check(state, seat)
    made = MadeBid(seat, ladder_of(state.seats, state.options).spelled(action.bid))
    following = next_active(state.counts, seat)
    return Step(replace(state, phase="respond", bids=(*state.bids, made), to_act=following), (BidMade(seat, made.bid),))


def rest_of(state: State) -> tuple[Card, ...]:
    """The undealt cards, low to high. Rules: blef.rest.truth."""
    held = {card for hand in state.hands for card in hand}
    return tuple([card for card in ladder_of(state.seats, state.options).pack if card not in held])


def pool_of(state: State, on_rest: bool) -> tuple[Card, ...]:
    """The cards that a bid speaks of: all hands together, or the rest. Rules: blef.truth.contain, blef.rest.truth."""
    return rest_of(state) if on_rest else tuple([card for hand in state.hands for card in hand])


def check(state: State, checker: int) -> Step:
    """All hands are shown; the checker or the bidder loses the round. Rules: blef.check.*, blef.lose.*, blef.eliminate.*"""
    bid = state.bids[-1]
    on_rest = bid.bid.startswith("rest/")
    pool = pool_of(state, on_rest)
    bid_true = is_true(bid.bid, pool)
    loser = checker if bid_true else bid.seat
    counts, last_loss, out = after_loss(state, loser)
    over = sum([1 for count in counts if count]) == 1
    funeral = out == loser and not over
    starter = next_active(counts, loser)
    revealed = Revealed(
        hands=state.hands,
        rest=pool if on_rest else None,
        bid=bid.bid,
        checker=checker,
        bidder=bid.seat,
        bid_true=bid_true,
        loser=loser,
        counts=counts,
        eliminated=out,
        funeral=funeral,
        next_starter=None if over else starter,
    )
    settled = replace(
        state,
        phase="reveal",
        hands=((),) * state.seats,
        counts=counts,
        last_loss=last_loss,
        to_act=None,
        dealer=loser,
        funeral=funeral,
        starter=starter,
        falls=state.falls if out is None else (*state.falls, Fall(out, "out")),
        reveal=revealed,
    )
    events: tuple[Event, ...] = (Checked(checker, bid.seat), revealed)
    if not over:
        return Step(settled, events)
    ended, more = end_game(settled)
    return Step(ended, (*events, *more))


def after_loss(state: State, loser: int) -> tuple[tuple[int, ...], tuple[int, ...], int | None]:
    """Counts and last losses by seat after `loser` lost this round, and the seat that goes out by it.

    Rules: blef.lose.extra-card, blef.eliminate.limit, blef.stock.when, blef.stock.most, blef.stock.tie.
    """
    last_loss = with_entry(state.last_loss, loser, state.round)
    if state.options.elimination == "five":
        if state.counts[loser] >= MOST_CARDS:
            return with_entry(state.counts, loser, 0), last_loss, loser
        return with_entry(state.counts, loser, state.counts[loser] + 1), last_loss, None
    counts = with_entry(state.counts, loser, state.counts[loser] + 1)
    if sum(counts) <= len(ladder_of(state.seats, state.options).pack):
        return counts, last_loss, None
    out = max(range(state.seats), key=lambda seat: (counts[seat], last_loss[seat]))
    return with_entry(counts, out, 0), last_loss, out


def with_entry[T](by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The list with one seat's entry changed."""
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
