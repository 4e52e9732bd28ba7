"""Rounds of Blufpoker: the start, throws, claims, believing and doubting, and what it costs. Pure steps from state to state.

Nothing here asks whether an action is legal: that is `legality`.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from games.blufpoker.endings import end_game, present, without_round
from games.blufpoker.state import (
    DICE,
    HIGHEST,
    MOST_THROWS,
    Accept,
    Accepted,
    Action,
    AttemptOver,
    AttemptThrown,
    Blind,
    Claim,
    Claimed,
    Direction,
    Doubted,
    Event,
    MadeClaim,
    PassedBlind,
    Revealed,
    RoundBegan,
    StartRolled,
    State,
    Swapped,
    Throw,
    Thrown,
)
from games.blufpoker.values import value_of
from games.core.chance import Chance
from games.core.game import Step

SIX = 6

# --- seats -----------------------------------------------------------------------------------------------------------


def next_seat(order: Sequence[int], direction: Direction, gone: Collection[int], seat: int) -> int:
    """The next seat in the direction of play that is not gone, `seat` itself last of all.

    `order` are all seats clockwise. Rules: common.seats.next, blufpoker.direction.base, blufpoker.swap.effect.
    """
    seats, at = len(order), order.index(seat)
    step = 1 if direction == "clockwise" else -1
    return next(other for far in range(1, seats + 1) if (other := order[(at + step * far) % seats]) not in gone)


def next_active(state: State, seat: int) -> int:
    """The next active seat after `seat` in the direction of play."""
    return next_seat(state.order, state.direction, state.removed, seat)


def with_entry[T](by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The list with one seat's entry changed."""
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


# --- games and rounds begin ------------------------------------------------------------------------------------------


def new_game(state: State, chance: Chance) -> Step:
    """The next game: perhaps other seats, nobody has points, open dice decide who starts.

    Rules: blufpoker.start.roll, blufpoker.penalty.count, blufpoker.direction.first-round, blufpoker.swap.when.
    """
    number = state.game + 1
    fresh = replace(
        without_round(state),
        game=number,
        round=0,
        game_over=False,
        direction="clockwise",
        first_round=True,
        penalties=(0,) * state.seats,
        removed_before=len(state.removed),
        reveal=None,
    )
    events: tuple[Event, ...] = ()
    if state.options.swap_seats == "game" and state.game:
        fresh, events = swap(fresh, f"game {number} / seats", chance)
    rolls = start_rolls(state.seats, present(state), number, chance)
    starter = highest(rolls[-1])[0]
    begun, more = begin_round(replace(fresh, start_rolls=rolls, starter=starter))
    return Step(begun, (*events, StartRolled(number, rolls, starter), *more))


def start_rolls(seats: int, rolling: list[int], game: int, chance: Chance) -> tuple[tuple[int | None, ...], ...]:
    """Open dice by seat until one of the rolling seats is highest. Rules: blufpoker.start.roll, blufpoker.start.tie."""
    rolls: list[tuple[int | None, ...]] = []
    while len(rolling) > 1 or not rolls:
        thrown = chance.throws(f"game {game} / start / roll {len(rolls) + 1}", sides=6, count=len(rolling))
        by_seat = dict(zip(rolling, [die + 1 for die in thrown], strict=True))
        rolls.append(tuple([by_seat.get(seat) for seat in range(seats)]))
        rolling = highest(rolls[-1])
    return tuple(rolls)


def highest(roll: Sequence[int | None]) -> list[int]:
    """The seats that rolled the highest die, one or more. Rules: blufpoker.start.tie."""
    best = max(die for die in roll if die is not None)
    return [seat for seat, die in enumerate(roll) if die == best]


def swap(state: State, purpose: str, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Who sits where is shuffled; points and the right to start stay with the players. Rules: blufpoker.swap.effect."""
    order = chance.shuffle(purpose, size=state.seats)
    return replace(state, order=order), (Swapped(order),)


def next_round(state: State, chance: Chance) -> Step:
    """The round after a settled one. Rules: blufpoker.swap.when, blufpoker.round.next-starter."""
    events: tuple[Event, ...] = ()
    if state.options.swap_seats == "round":
        state, events = swap(state, f"game {state.game} / round {state.round + 1} / seats", chance)
    begun, more = begin_round(state)
    return Step(begun, (*events, *more))


def begin_round(state: State) -> Step:
    """`state.starter` is to throw. Rules: blufpoker.throw.open."""
    begun = replace(without_round(state), round=state.round + 1, phase="start_throw", to_act=state.starter, reveal=None)
    return Step(begun, (RoundBegan(begun.game, begun.round, begun.starter, begun.direction, begun.order),))


# --- actions ---------------------------------------------------------------------------------------------------------


def act(state: State, seat: int, action: Action, chance: Chance) -> Step:
    """A legal action takes effect."""
    match action:
        case Throw(keep):
            return _attempt(state, seat, chance) if state.phase == "six_attempt" else _throw(state, seat, keep, chance)
        case Claim(value, direction):
            said = replace(state, direction=direction or state.direction)
            made = MadeClaim(seat, value, state.throws)
            return Step(_claimed(said, made), (Claimed(seat, value, state.throws, direction),))
        case Blind(value):
            passed = replace(state, throws=0)
            return Step(_claimed(passed, MadeClaim(seat, value, 0, blind=True)), (PassedBlind(seat, value),))
        case Accept():
            return _accept(state, seat)
        case _:
            return _doubt(state, seat)


def _throw(state: State, seat: int, keep: int, chance: Chance) -> Step:
    """All dice under the cup but `keep` sixes; the third throw of a turn is seen by nobody.

    Rules: blufpoker.throw.open, blufpoker.accept.must-throw, blufpoker.sixes.keep, blufpoker.three-throws.*
    """
    count, number = DICE - state.aside - keep, state.throws + 1
    dice = _rolled(state, f"turn {len(state.claims) + 1}", number, count, chance)
    seen = number < MOST_THROWS
    thrown = replace(state, phase="own_throw", dice=dice, aside=state.aside + keep, throws=number, seen_by=(seat,) if seen else ())
    return Step(thrown, (Thrown(seat, number, count, keep, thrown.aside, seen, dice),))


def _rolled(state: State, turn: str, number: int, count: int, chance: Chance) -> tuple[int, ...]:
    """`count` dice as they fall."""
    purpose = f"game {state.game} / round {state.round} / {turn} / throw {number}"
    return tuple([die + 1 for die in chance.throws(purpose, sides=6, count=count)])


def _claimed(state: State, made: MadeClaim) -> State:
    """The cup goes on under a new claim. Rules: blufpoker.claim.open, blufpoker.claim.higher, blufpoker.blind.pass."""
    return replace(state, phase="decide", claims=(*state.claims, made), to_act=next_active(state, made.seat))


def _accept(state: State, seat: int) -> Step:
    """The seat looks and must throw; after 666 all three dice go into the attempt.

    Rules: blufpoker.accept.look, blufpoker.sixes.666.accept, blufpoker.sixes.666.fresh.
    """
    last = state.claims[-1]
    seen_by = state.seen_by if seat in state.seen_by else (*state.seen_by, seat)
    looked = replace(state, phase="accepted", throws=0, seen_by=seen_by)
    if last.value == HIGHEST:
        looked = replace(looked, phase="six_attempt", dice=(*state.dice, *(SIX,) * state.aside), aside=0)
    return Step(looked, (Accepted(seat, last.seat, last.value, looked.dice),))


def _doubt(state: State, doubter: int) -> Step:
    """All dice are shown. Rules: blufpoker.doubt.reveal, blufpoker.doubt.lower, blufpoker.doubt.equal-or-higher."""
    last = state.claims[-1]
    value = real_value(state)
    loser = last.seat if value < last.value else doubter
    settled, next_starter = _penalty(state, loser, doubter)
    told = Revealed(
        dice=state.dice,
        aside=state.aside,
        value=value,
        claim=last.value,
        claimant=last.seat,
        doubter=doubter,
        penalty_to=loser,
        penalties=settled.penalties,
        limit=state.options.penalty_limit,
        next_starter=next_starter,
    )
    return _over_or_not(replace(settled, reveal=told), (Doubted(doubter, last.seat), told))


def real_value(state: State) -> int:
    """What the dice under the cup and those aside are worth together. Rules: blufpoker.value, blufpoker.sixes.persist."""
    return value_of((*state.dice, *(SIX,) * state.aside))


def _attempt(state: State, seat: int, chance: Chance) -> Step:
    """One open throw for 666; sixes are laid aside by themselves. Rules: blufpoker.sixes.666.*"""
    number = state.throws + 1
    dice = _rolled(state, "attempt", number, DICE - state.aside, chance)
    rest = tuple([die for die in dice if die != SIX])
    thrown = replace(state, dice=rest, aside=DICE - len(rest), throws=number)
    shown = AttemptThrown(seat, number, dice, thrown.aside)
    success = not rest
    if not success and number < MOST_THROWS:
        return Step(thrown, (shown,))
    claimant = state.claims[-1].seat
    loser = claimant if success else seat
    settled, next_starter = _penalty(thrown, loser, seat)
    told = AttemptOver(
        dice=rest,
        aside=thrown.aside,
        value=real_value(thrown),
        claimant=claimant,
        acceptor=seat,
        success=success,
        throws=number,
        penalty_to=loser,
        penalties=settled.penalties,
        limit=state.options.penalty_limit,
        next_starter=next_starter,
    )
    return _over_or_not(replace(settled, reveal=told), (shown, told))


# --- a round is settled ----------------------------------------------------------------------------------------------


def _penalty(state: State, loser: int, doubter: int) -> tuple[State, int | None]:
    """One point for the loser, and who starts the next round: None when the limit is reached.

    Rules: blufpoker.penalty.count, blufpoker.end.limit, blufpoker.round.next-starter, blufpoker.direction.choose.
    """
    points = state.penalties[loser] + 1
    starter = loser if state.options.choose_direction else next_active(state, doubter)
    settled = replace(
        without_round(state),
        phase="reveal",
        to_act=None,
        first_round=False,
        starter=starter,
        penalties=with_entry(state.penalties, loser, points),
    )
    return settled, starter if points < state.options.penalty_limit else None


def _over_or_not(state: State, events: tuple[Event, ...]) -> Step:
    """The game ends with this round when somebody reached the limit. Rules: blufpoker.end.limit."""
    assert state.reveal is not None
    if state.reveal.next_starter is not None:
        return Step(state, events)
    ended, more = end_game(state)
    return Step(ended, (*events, *more))
