"""What may be laid and claimed in Bluffen, and whether it is true. Pure functions of a position; nothing changes here."""

from collections.abc import Sequence
from typing import Any

from games.bluffen.state import Lay, Options, State
from games.core.cards import JOKER, RANKS, SUITS, Card, holds, lowest_first, rank_of, suit_of

MOST_AT_ONCE = 4
"""Cards in one lay of the mode `same_rank`. Rules: bluffen.same-rank.four."""


def conditions(options: Options) -> tuple[str, ...]:
    """Every condition of the mode: the suits, or the ranks. Rules: bluffen.open.condition."""
    return SUITS if options.mode == "suit" else RANKS


def nature(card: Card, options: Options) -> str | None:
    """What the card is under the mode: its suit or its rank; None for a joker."""
    return suit_of(card) if options.mode == "suit" else rank_of(card)


def fits(card: Card, claim: str, options: Options) -> bool:
    """Whether the card makes the claim true. Rules: bluffen.resolve.compare, bluffen.joker.wild."""
    return card == JOKER or nature(card, options) == claim


def is_true(cards: Sequence[Card], claim: str, options: Options) -> bool:
    """Whether every card fits. Rules: bluffen.same-rank.truth, bluffen.joker.mixed."""
    return all(fits(card, claim, options) for card in cards)


def steps(rank: str) -> tuple[str, str, str]:
    """The rank one below, the same, and one above, round the circle. Rules: bluffen.sequence.step, bluffen.rank.order."""
    at = RANKS.index(rank)
    return RANKS[at - 1], rank, RANKS[(at + 1) % len(RANKS)]


def nameable(state: State) -> tuple[str, ...]:
    """The conditions an opener may name now. Rules: bluffen.open.free, bluffen.open.repeat-suit."""
    barred = None if state.options.repeat_suit else state.previous_suit
    return tuple([name for name in conditions(state.options) if name != barred])


def claims(state: State) -> tuple[str, ...]:
    """What a lay may claim now, in the order of the notation; () where nothing has been named and nobody is to open."""
    if state.phase == "open":
        return nameable(state)
    if state.condition is None:
        return ()
    return steps(state.condition) if state.options.mode == "sequence" else (state.condition,)


def most_cards(state: State) -> int:
    """How many cards a lay may have now. Rules: bluffen.lay.count, bluffen.open-start.shown."""
    is_open_start = state.phase == "open" and state.options.open_start
    return MOST_AT_ONCE if state.options.mode == "same_rank" and not is_open_start else 1


def claim_made(state: State, lay: Lay) -> str | None:
    """The claim of a lay, one that is missing read from the position; None where nothing tells it.

    Rules: bluffen.lay.claim-missing, bluffen.open-start.shown.
    """
    if lay.claim is not None:
        return lay.claim
    if state.phase != "open":
        return state.condition
    return nature(lay.cards[0], state.options) if state.options.open_start else None


def refusal(state: State, seat: int, lay: Lay) -> str | None:
    """The rule that forbids this lay to the seat to act, whose turn it is to lay; None if it may."""
    return _count_refusal(state, len(lay.cards)) or _cards_refusal(state, seat, lay) or _claim_refusal(state, lay)


def _count_refusal(state: State, count: int) -> str | None:
    if 1 <= count <= most_cards(state):
        return None
    if state.phase == "open" and state.options.open_start:
        return "bluffen.open-start.shown"
    return "bluffen.same-rank.four" if state.options.mode == "same_rank" and count else "bluffen.lay.count"


def _cards_refusal(state: State, seat: int, lay: Lay) -> str | None:
    return None if holds(state.hands[seat], lay.cards) else "common.action.reject"


def _claim_refusal(state: State, lay: Lay) -> str | None:
    claim = claim_made(state, lay)
    if claim is None:
        return "bluffen.lay.claim-missing"
    if state.phase == "open" and state.options.open_start and claim != (nature(lay.cards[0], state.options) or claim):
        return "bluffen.open-start.shown"
    if claim not in conditions(state.options):
        return "bluffen.open.condition" if state.phase == "open" else "bluffen.lay.claim"
    if claim in claims(state):
        return None
    if state.phase == "open":
        return "bluffen.open.repeat-suit"
    return {"suit": "bluffen.open.condition", "sequence": "bluffen.sequence.step", "same_rank": "bluffen.same-rank.follow"}[
        state.options.mode
    ]


def lay_patterns(state: State, hand: Sequence[Card]) -> tuple[dict[str, Any], ...]:
    """Every lay that may be made now from this hand, as patterns of a choice: with its claim, and without where that is read."""
    named = list(claims(state))
    if state.phase == "open" and state.options.open_start:
        return _open_start_patterns(state, hand, named)
    cards = {"of": list(hand), "min": 1, "max": min(most_cards(state), len(hand))}
    with_claim = {"cards": cards, "claim": named}
    return (with_claim,) if state.phase == "open" else (with_claim, {"cards": cards})


def _open_start_patterns(state: State, hand: Sequence[Card], named: list[str]) -> tuple[dict[str, Any], ...]:
    """The visible card names the condition; a joker may be named anything. Rules: bluffen.open-start.*"""
    patterns: list[dict[str, Any]] = []
    for name in named:
        if of := [card for card in hand if nature(card, state.options) == name]:
            patterns.append({"cards": {"of": of, "min": 1, "max": 1}, "claim": [name]})
    if plain := [card for card in hand if card != JOKER]:
        patterns.append({"cards": {"of": plain, "min": 1, "max": 1}})
    if jokers := [card for card in hand if card == JOKER]:
        patterns.append({"cards": {"of": jokers, "min": 1, "max": 1}, "claim": named})
    return tuple(patterns)


def timeout_lay(state: State, hand: Sequence[Card]) -> Lay:
    """What is laid for a seat whose time is up. Rules: bluffen.timeout.open, bluffen.timeout.follow."""
    cards = sorted(hand, key=lowest_first)
    named = claims(state)
    fitting = [card for card in cards if nature(card, state.options) in named]
    if state.phase == "open":
        chosen = (fitting or cards)[0]
        own = nature(chosen, state.options)
        return Lay((chosen,), own if own in named else named[0])
    if fitting:
        return Lay(tuple(fitting[:1]), nature(fitting[0], state.options))
    return Lay((JOKER if JOKER in cards else cards[0],), state.condition)
