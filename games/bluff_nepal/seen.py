"""What a seat of Bluff (Nepal), or a spectator, may know of a position and of an event. Rules: bluff_nepal.view, common.view.*"""

from msgspec.structs import replace

from games.bluff_nepal.state import Called, CardsLaid, Claim, Dealt, Event, SeenLay, State, TurnedOver, View
from games.core.scoring import match_totals


def view(state: State, seat: int | None) -> View:
    """The position as that seat, or a spectator (None), may know it; a seat that left for good is a spectator.

    Calls of others that wait to be settled do not show. Rules: bluff_nepal.view, common.view.out.
    """
    reader = None if seat in state.removed else seat
    newest = state.pile[-1] if state.pile else None
    counts = [len(lay.cards) for lay in state.pile]
    return View(
        game=state.game,
        games=state.options.games,
        round=state.round,
        phase=state.phase,
        seats=state.seats,
        dealer=state.dealer,
        leader=state.leader,
        to_act=state.to_act,
        hand_counts=tuple([len(hand) for hand in state.hands]),
        own=None if reader is None else state.hands[reader],
        pile=tuple([SeenLay(lay.seat, len(lay.cards), lay.cards if lay.seat == reader else None) for lay in state.pile]),
        pile_count=sum(counts),
        rank=state.rank,
        claim=Claim(newest.seat, counts[-1], state.rank) if newest and state.rank else None,
        live=state.live,
        called=reader in state.calls,
        passed=state.passed,
        set_aside_count=len(state.set_aside),
        taken_out_count=len(state.taken_out),
        turned_over=state.turned_over,
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


def show(event: Event, seat: int | None) -> Event | None:
    """The event as that seat, or a spectator (None), was shown it; None if it was shown nothing.

    Of a deal only the own hand, of a lay only the own cards, of a pile all cards to whoever takes it; a call that waits
    only to its caller.
    """
    match event:
        case Dealt():
            return replace(event, hands=tuple([hand if owner == seat else None for owner, hand in enumerate(event.hands)]))
        case CardsLaid() if event.seat != seat:
            return replace(event, cards=None)
        case TurnedOver() if event.reveal.pile_to != seat:
            return replace(event, pile=None)
        case Called() if event.seat != seat:
            return None
        case _:
            return event
