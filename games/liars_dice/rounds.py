"""Rounds of Liar's Dice: the roll, the bids, the count and what it costs. Pure steps from state to state.

Nothing here asks whether an action is legal: that is the engine's.
"""

from typing import Literal

from msgspec.structs import replace

from games.core.chance import Chance
from games.core.game import Step
from games.liars_dice.bids import is_face
from games.liars_dice.endings import end_game
from games.liars_dice.state import (
    DICE_EACH,
    FACES,
    STAR,
    Action,
    Bid,
    BidMade,
    Challenge,
    Challenged,
    Event,
    Face,
    Fall,
    MadeBid,
    Revealed,
    Rolled,
    State,
)


def new_game(state: State, chance: Chance) -> Step:
    """Five dice for every seat that has not left; `state.starter` opens. Rules: liars_dice.dice, common.leave.match."""
    fresh = replace(
        state,
        game=state.game + 1,
        round=0,
        game_over=False,
        counts=tuple(0 if seat in state.removed else DICE_EACH for seat in range(state.seats)),
        loser=state.starter,
        falls=tuple(Fall((seat,), "left") for seat in (*state.removed, *state.away)),
        removed_before=len(state.removed),
    )
    return roll(fresh, chance)


def roll(state: State, chance: Chance) -> Step:
    """All dice of all active seats are rolled, in order of seats; `state.starter` is to bid. Rules: liars_dice.roll."""
    number = state.round + 1
    thrown = chance.throws(f"game {state.game} / round {number} / roll", sides=len(FACES), count=sum(state.counts))
    faces = iter([FACES[die] for die in thrown])
    dice = tuple([tuple([next(faces) for _ in range(count)]) for count in state.counts])
    rolled = replace(state, round=number, phase="bid", dice=dice, bids=(), reveal=None, to_act=state.starter)
    return Step(rolled, (Rolled(state.game, number, state.starter, state.counts, dice),))


def next_active(counts: tuple[int, ...], seat: int) -> int:
    """The next seat clockwise that has dice, `seat` itself last of all. Rules: liars_dice.direction, common.seats.next."""
    seats = len(counts)
    return next(other for step in range(1, seats + 1) if counts[other := (seat + step) % seats])


def act(state: State, seat: int, action: Action) -> Step:
    """A legal action takes effect."""
    if isinstance(action, Challenge):
        return count_dice(state, seat)
    assert is_face(action.face)  # or it had been refused
    made = MadeBid(seat, action.count, action.face)
    following = next_active(state.counts, seat)
    bid = replace(state, phase="respond", bids=(*state.bids, made), to_act=following)
    return Step(bid, (BidMade(seat, made.count, made.face),))


def count_dice(state: State, challenger: int) -> Step:
    """The last bid is counted and paid for. Rules: liars_dice.challenge.reveal, liars_dice.start.*, liars_dice.eliminate."""
    bid = state.bids[-1]
    count, stars = matching(state.dice, bid.face)
    case: Literal["exact", "less", "more"] = "exact" if count == bid.count else "less" if count < bid.count else "more"
    losses = losses_by_seat(state, challenger, count)
    counts = tuple([had - lost for had, lost in zip(state.counts, losses, strict=True)])
    knocked = tuple([seat for seat, lost in enumerate(losses) if lost and not counts[seat]])
    loser = bid.seat if case == "less" else challenger
    over = sum(1 for left in counts if left) == 1
    opener = loser if counts[loser] else next_active(counts, loser)
    revealed = Revealed(
        dice=state.dice,
        bid=Bid(bid.count, bid.face),
        challenger=challenger,
        bidder=bid.seat,
        count=count,
        stars=stars,
        case=case,
        losses=losses,
        eliminated=knocked,
        next_starter=None if over else opener,
    )
    settled = replace(
        state,
        phase="reveal",
        dice=((),) * state.seats,
        counts=counts,
        to_act=None,
        starter=opener,
        loser=loser,
        falls=(*state.falls, Fall(knocked, "out")) if knocked else state.falls,
        reveal=revealed,
    )
    events: tuple[Event, ...] = (Challenged(challenger, bid.seat), revealed)
    if not over:
        return Step(settled, events)
    ended, more = end_game(settled)
    return Step(ended, (*events, *more))


def matching(dice: tuple[tuple[Face, ...], ...], face: Face) -> tuple[int, int]:
    """How many dice fit a bid on `face`, and how many of those are stars. Rules: liars_dice.count.number, .stars."""
    stars = sum([hand.count(STAR) for hand in dice])
    return (stars, stars) if face == STAR else (stars + sum([hand.count(face) for hand in dice]), stars)


def losses_by_seat(state: State, challenger: int, count: int) -> tuple[int, ...]:
    """Dice lost by seat when the last bid meets `count`. Rules: liars_dice.resolve.exact, .less, .more, .cap, .mild."""
    bid = state.bids[-1]
    if count == bid.count:
        return tuple([1 if had and seat != bid.seat else 0 for seat, had in enumerate(state.counts)])
    loser = bid.seat if count < bid.count else challenger
    price = 1 if state.options.loss == "one" else abs(count - bid.count)
    return with_entry((0,) * state.seats, loser, min(price, state.counts[loser]))


def with_entry[T](by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The list with one seat's entry changed."""
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
