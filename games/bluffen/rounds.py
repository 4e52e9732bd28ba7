"""Rounds of Bluffen: the deal, the lays, the challenge and what follows from it. Pure steps from state to state.

Nothing here asks whether an action is legal: that is the engine's.
"""

from msgspec.structs import replace

from games.bluffen.claims import is_true
from games.bluffen.endings import active, end_game, present
from games.bluffen.state import (
    Accepted,
    Called,
    Challenged,
    Dealt,
    Event,
    Laid,
    Options,
    Play,
    Resumed,
    Revealed,
    State,
    Taken,
    WentOut,
)
from games.core.cards import JOKER, Card, dealt, lowest_first, pack, without
from games.core.chance import Chance
from games.core.game import Step


def deck(options: Options) -> tuple[Card, ...]:
    """All cards of the table. Rules: bluffen.deck."""
    return pack(packs=options.decks, jokers=2 * options.decks if options.jokers else 0)


def new_game(state: State, chance: Chance) -> Step:
    """All cards are dealt to the seats that have not left; `state.starter` opens. Rules: bluffen.deal, common.leave.match."""
    cards = deck(state.options)
    game = state.game + 1
    order = chance.shuffle(f"game {game} / deal", size=len(cards))
    by_seat = dealt(cards, order, present(state), state.starter)
    hands = tuple([in_order(by_seat.get(seat, ())) for seat in range(state.seats)])
    fresh = State(
        options=state.options,
        seats=state.seats,
        game=game,
        round=0,
        phase="open",
        hands=hands,
        starter=state.starter,
        to_act=state.starter,
        timeouts=state.timeouts,
        fell=(*state.removed, *state.away),
        removed=state.removed,
        removed_before=len(state.removed),
        away=state.away,
        finished=state.finished,
    )
    return Step(fresh, (Dealt(game, state.starter, hand_counts(fresh), hands),))


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lowest_first))


def hand_counts(state: State) -> tuple[int, ...]:
    return tuple([len(hand) for hand in state.hands])


def next_active(state: State, seat: int) -> int:
    """The next active seat clockwise, `seat` itself last of all. Rules: bluffen.direction, common.seats.next."""
    here = active(state)
    return next(other for step in range(1, state.seats + 1) if (other := (seat + step) % state.seats) in here)


def with_entry[T](by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The list with one seat's entry changed."""
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def lay(state: State, seat: int, cards: tuple[Card, ...], claim: str) -> Step:
    """A legal lay. Rules: bluffen.open.condition, bluffen.lay.claim, bluffen.open-start.*, bluffen.last.answer, .safe."""
    is_opening = state.phase == "open"
    face_up = is_opening and state.options.open_start
    hand = without(state.hands[seat], cards)
    is_last = not hand
    is_live = not face_up and not (is_last and state.options.last_card_safe)
    laid = replace(
        state,
        hands=with_entry(state.hands, seat, hand),
        pile=(*state.pile, Play(seat, len(cards), claim, face_up, cards)),
        condition=claim,
        live=is_live,
        phase="must_lay" if not is_live else "answer_last" if is_last else "respond",
        to_act=next_active(state, seat),
        round=state.round + is_opening,
        starter=seat if is_opening else state.starter,
        reveal=None,
        taken=(),
        acted=state.acted + 1,
    )
    told = Laid(seat, len(cards), claim, is_opening, is_last, face_up, cards)
    if is_live or not is_last:
        return Step(laid, (told,))
    after, events = go_out(laid, seat)
    return Step(after, (told, *events))


def go_out(state: State, seat: int) -> Step:
    """`seat` is out of cards for good; the game ends if that ends it. Rules: bluffen.end.stop, bluffen.end.play-on."""
    out = replace(state, outs=(*state.outs, seat))
    place = None if seat in state.fell else sum(1 for other in out.outs if other not in state.fell)
    told = WentOut(seat, place)
    if state.options.finish == "play_on" and len(active(out)) > 1:
        return Step(out, (told,))
    ended, events = end_game(out)
    return Step(ended, (told, *events))


def accept(state: State, seat: int) -> Step:
    """Last cards are believed; with `play_on` the same seat then lays. Rules: bluffen.last.accepted."""
    claimant = state.pile[-1].seat
    believed = replace(state, live=False, phase="must_lay", acted=state.acted + 1)
    after, events = go_out(believed, claimant)
    return Step(after, (Accepted(seat, claimant), *events))


def call(state: State, seat: int) -> Step:
    """A challenge: settled at once, or collected where others may still come. Rules: bluffen.challenge.*, common.calls.*"""
    if not state.calls and (state.options.challengers == "next" or not state.options.call_grace_ms):
        return challenge(replace(state, timeouts=with_entry(state.timeouts, seat, 0)), seat)
    return Step(replace(state, calls=(*state.calls, seat)), (Called(seat),))


def settle_calls(state: State) -> Step:
    """Of the collected calls the one met first clockwise from the claimant counts. Rules: bluffen.challenge.simultaneous."""
    claimant = state.pile[-1].seat
    first = min(state.calls, key=lambda seat: (seat - claimant) % state.seats)
    timeouts = tuple([0 if seat in state.calls else count for seat, count in enumerate(state.timeouts)])
    return challenge(replace(state, calls=(), timeouts=timeouts), first)


def challenge(state: State, challenger: int) -> Step:
    """The newest lay is turned up and settled. Rules: bluffen.resolve.*, bluffen.joker.*, bluffen.last.called-true, .called-lie"""
    play = state.pile[-1]
    assert play.cards is not None  # in a state all cards are known
    claim_true = is_true(play.cards, play.claim, state.options)
    is_void = claim_true and JOKER in play.cards and state.options.joker_reveal == "void"
    shown = replace(
        state,
        live=False,
        showing=True,
        acted=state.acted + 1,
        turned_up=(*state.turned_up, *dict.fromkeys([card for card in play.cards if card not in state.turned_up])),
    )
    taker = None if is_void else challenger if claim_true else play.seat
    taking: tuple[Event, ...] = ()
    if taker is None:
        pile = (*state.pile[:-1], replace(play, open=True))
        moved = replace(shown, pile=pile, phase="must_lay", to_act=next_active(state, play.seat))
    else:
        moved, taking = take_pile(shown, taker)
    ended: tuple[Event, ...] = ()
    if claim_true and not state.hands[play.seat]:
        moved, ended = go_out(moved, play.seat)
    revealed = Revealed(
        challenger=challenger,
        claimant=play.seat,
        claim=play.claim,
        cards=play.cards,
        claim_true=claim_true,
        void=is_void,
        taker=taker,
        pile_count=sum(each.count for each in state.pile),
        next_to_act=moved.to_act,
    )
    return Step(replace(moved, reveal=revealed), (Challenged(challenger, play.seat), revealed, *taking, *ended))


def take_pile(state: State, taker: int) -> tuple[State, tuple[Event, ...]]:
    """`taker` takes the whole pile and is to open the next round. Rules: bluffen.resolve.taker-opens."""
    cards = tuple([card for play in state.pile for card in play.cards or ()])
    taken = replace(
        state,
        hands=with_entry(state.hands, taker, in_order((*state.hands[taker], *cards))),
        pile=(),
        condition=None,
        previous_suit=state.condition if state.options.mode == "suit" else None,
        phase="open",
        to_act=taker,
        starter=taker,
        taken=cards,
    )
    return taken, (Taken(taker, len(cards), cards),)


def resume(state: State) -> Step:
    """What was turned up has been seen. Rules: common.reveal."""
    assert state.to_act is not None  # or the game were over
    return Step(replace(state, showing=False), (Resumed(state.to_act, "open" if state.phase == "open" else "must_lay"),))


def take_away(state: State, seat: int) -> Step:
    """A seat in the game has just left it for good: its hand goes out unseen, and the others play on. Rules: bluffen.leave."""
    after = replace(
        state,
        hands=with_entry(state.hands, seat, ()),
        gone=(*state.gone, *state.hands[seat]),
        calls=tuple([other for other in state.calls if other != seat]),
    )
    if len(active(after)) == 1:
        return Step(*end_game(after))
    claimant = state.pile[-1].seat if state.live else None
    if claimant == seat:
        after = replace(after, live=False, calls=(), phase="must_lay")
    if state.to_act == seat:
        following = next_active(after, seat)
        if following == claimant:  # nobody answers a claim of its own
            following = next_active(after, following)
        after = replace(after, to_act=following, starter=following if state.phase == "open" else state.starter)
    return Step(after, ())
