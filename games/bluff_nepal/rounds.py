"""Rounds of Bluff (Nepal): the deal, laying, passing, calls and how they end. Pure steps from state to state.

Nothing here asks whether an action is legal: that is in `legal`.
"""

from msgspec.structs import replace

from games.bluff_nepal.endings import end_game, next_dealer, present, to_the_right
from games.bluff_nepal.state import (
    Action,
    Call,
    CallCounts,
    CardsLaid,
    Dealt,
    Event,
    Laid,
    LastLetGo,
    Lay,
    LetGo,
    Passed,
    Reveal,
    RoundBegan,
    SetAside,
    State,
    TurnedOver,
)
from games.core.cards import JOKER, Card, Rank, dealt, pack, rank_of, without
from games.core.chance import Chance
from games.core.game import Step


def deck(*, jokers: bool) -> tuple[Card, ...]:
    """All cards of the game, in the order in which chance numbers them. Rules: bluff_nepal.deck."""
    return pack(jokers=2 if jokers else 0)


def new_game(state: State, chance: Chance) -> Step:
    """The next dealer deals all cards out, and the seat to its right leads.

    Rules: bluff_nepal.deal, bluff_nepal.start, bluff_nepal.dealer, common.leave.match.
    """
    dealer = next_dealer(state) if state.game else state.dealer
    number = state.game + 1
    cards = deck(jokers=state.options.jokers)
    order = chance.shuffle(f"game {number} / deal", size=len(cards))
    here = present(state)
    leader = next(seat for seat in _rightwards(state, dealer) if seat in here)
    by_seat = dealt(cards, order, here[::-1], leader)
    hands = tuple([by_seat.get(seat, ()) for seat in range(state.seats)])
    fresh = replace(
        state,
        game=number,
        round=0,
        dealer=dealer,
        leader=leader,
        hands=hands,
        pile=(),
        rank=None,
        live=False,
        passed=(),
        set_aside=(),
        taken_out=(),
        turned_over=(),
        actions=0,
        removed_before=len(state.removed),
        reveal=None,
        game_over=False,
    )
    began = begin_round(fresh)
    return Step(began.state, (Dealt(number, dealer, tuple([len(hand) for hand in hands]), hands), *began.events))


def begin_round(state: State) -> Step:
    """`state.leader` is to lead under any rank; all passes are lifted. Rules: bluff_nepal.resolve.leader, .all-pass.leader."""
    number = state.round + 1
    led = replace(state, round=number, phase="lead", to_act=state.leader, pile=(), rank=None, live=False, passed=())
    return Step(led, (RoundBegan(state.game, number, state.leader),))


# --- whose turn it is ------------------------------------------------------------------------------------------------


def _rightwards(state: State, seat: int) -> list[int]:
    """All seats in order of play after this one, itself last. Rules: bluff_nepal.direction."""
    return [(seat - step) % state.seats for step in range(1, state.seats + 1)]


def next_active(state: State, seat: int) -> int:
    """The next seat to the right that has not left for good, itself last of all. Rules: common.seats.next."""
    return next(other for other in _rightwards(state, seat) if other not in state.removed)


def next_player(state: State, seat: int) -> int | None:
    """The next seat to the right that has cards and has not passed this round; None if there is no other one.

    Rules: bluff_nepal.next, bluff_nepal.last.who-answers.
    """
    return next((other for other in _rightwards(state, seat)[:-1] if state.hands[other] and other not in state.passed), None)


def layer_of(state: State) -> int | None:
    """Who laid last in this round; None before the lead."""
    return state.pile[-1].seat if state.pile else None


def round_is_over(state: State) -> bool:
    """Whether nobody is left to play on against the newest lay.

    Everyone but its layer has passed; or the layer has left, and at most one seat has not passed.
    Rules: bluff_nepal.all-pass.set-aside, bluff_nepal.leave.
    """
    layer = state.pile[-1].seat
    free = _may_play_on(state)
    return len(free) <= 1 if layer in state.removed else all(seat == layer for seat in free)


def _may_play_on(state: State) -> list[int]:
    """Seats with cards that have not passed this round."""
    return [seat for seat, hand in enumerate(state.hands) if hand and seat not in state.passed]


# --- actions take effect ---------------------------------------------------------------------------------------------


def act(state: State, seat: int, action: Action) -> Step:
    """A legal action takes effect; a call at once."""
    match action:
        case Lay():
            return _lay(state, seat, action)
        case Call():
            return settle(replace(state, calls=(*state.calls, seat)))
        case LetGo():
            return let_go(_counted(state), seat)
        case _:
            return _pass(state, seat)


def _counted(state: State) -> State:
    """One more action in this game. Rules: common.long.agreed."""
    return replace(state, actions=state.actions + 1)


def _lay(state: State, seat: int, action: Lay) -> Step:
    """Rules: bluff_nepal.lead.any-rank, bluff_nepal.follow.same-rank, bluff_nepal.last.answer."""
    rank = state.rank or action.rank
    assert rank is not None  # or it had been refused
    left = without(state.hands[seat], action.cards)
    laid = replace(
        _counted(state),
        phase="follow" if left else "answer_last",
        hands=with_entry(state.hands, seat, left),
        pile=(*state.pile, Laid(seat, action.cards)),
        rank=rank,
        live=True,
    )
    told = CardsLaid(seat, len(action.cards), rank, not state.pile, not left, action.cards)
    return _then(told, _hand_on(laid, seat))


def _pass(state: State, seat: int) -> Step:
    """The window of the newest lay closes. Rules: bluff_nepal.pass.out, bluff_nepal.call.window."""
    return _then(Passed(seat), _hand_on(replace(_counted(state), passed=(*state.passed, seat), live=False), seat))


def _hand_on(state: State, seat: int) -> Step:
    """The next player after `seat` is to act, unless the round is over."""
    return end_round(state) if round_is_over(state) else Step(replace(state, to_act=next_player(state, seat)), ())


def end_round(state: State) -> Step:
    """A round that is over without a call: last cards stand, any other pile leaves the game.

    Its last layer leads the next one; if that has left, the seat that has not passed, or else the next to the right.
    Rules: bluff_nepal.all-pass.set-aside, bluff_nepal.all-pass.leader, bluff_nepal.last.let-go, bluff_nepal.leave.
    """
    layer = state.pile[-1].seat
    if state.phase == "answer_last":
        return let_go(state, None)
    leader = layer
    if layer in state.removed:
        free = _may_play_on(state)
        leader = free[0] if free else next_active(state, layer)
    pile = pile_cards(state)
    after = begin_round(replace(state, leader=leader, set_aside=(*state.set_aside, *pile), reveal=None))
    return _then(SetAside(len(pile)), after)


def let_go(state: State, seat: int | None) -> Step:
    """Last cards stand unseen, and their layer has won. Rules: bluff_nepal.last.let-go, bluff_nepal.win."""
    layer = state.pile[-1].seat
    return _then(LastLetGo(seat, layer), Step(*end_game(state, layer)))


def _then(event: Event, step: Step) -> Step:
    return Step(step.state, (event, *step.events))


# --- calls -----------------------------------------------------------------------------------------------------------


def settle(state: State) -> Step:
    """Of the calls that have arrived, the one met first to the right of the layer counts; the rest are dropped.

    Every caller has acted by itself, so that its time-outs are forgotten.
    Rules: bluff_nepal.call.simultaneous, common.calls.simultaneous, common.clock.expire.
    """
    layer = state.pile[-1].seat
    caller = min(state.calls, key=lambda seat: to_the_right(state, layer, seat))
    timeouts = tuple([0 if seat in state.calls else count for seat, count in enumerate(state.timeouts)])
    return _turn_over(replace(_counted(state), timeouts=timeouts, calls=()), caller)


def _turn_over(state: State, caller: int) -> Step:
    """The newest lay is shown, and whoever was wrong takes the whole pile.

    Rules: bluff_nepal.resolve.reveal, .bluff, .true, .leader, bluff_nepal.last.called-true, .called-bluff.
    """
    newest, rank = state.pile[-1], state.rank
    layer = newest.seat
    assert rank is not None  # somebody has led
    true = claim_is_true(newest.cards, rank)
    taker, leader = (caller, layer) if true else (layer, caller)
    over = true and not state.hands[layer]
    pile = pile_cards(state)
    reveal = Reveal(
        layer=layer,
        caller=caller,
        rank=rank,
        cards=newest.cards,
        claim_true=true,
        pile_to=taker,
        pile_count=len(pile),
        next_leader=None if over else leader,
    )
    settled = replace(
        state,
        phase="reveal",
        to_act=None,
        leader=leader,
        hands=with_entry(state.hands, taker, (*state.hands[taker], *pile)),
        pile=(),
        rank=None,
        live=False,
        passed=(),
        turned_over=(*state.turned_over, *newest.cards),
        reveal=reveal,
    )
    events = (CallCounts(caller, layer), TurnedOver(reveal, pile))
    if not over:
        return Step(settled, events)
    ended, more = end_game(settled, layer)
    return Step(ended, (*events, *more))


def claim_is_true(cards: tuple[Card, ...], rank: Rank) -> bool:
    """Whether all these cards are of that rank, jokers aside. Rules: bluff_nepal.resolve.bluff, bluff_nepal.jokers.wild."""
    return all(card == JOKER or rank_of(card) == rank for card in cards)


def pile_cards(state: State) -> tuple[Card, ...]:
    """All cards of the pile, bottom first."""
    return tuple([card for lay in state.pile for card in lay.cards])


def with_entry[T](by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The list with one seat's entry changed."""
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
