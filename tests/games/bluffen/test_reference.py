"""The engine against a second, naive telling of the rules that knows nothing but the events of a match.

It keeps hands and pile card by card, walks round the table seat by seat to find who acts, and decides a challenge by
reading the codes of the cards. Nothing of the engine's own code is used.
"""

from typing import Any

import pytest

from tests.games.bluffen.walks import any_walk

CIRCLE = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PLAIN = [range(at, at + 2) for at in range(0, 24, 2)]
LONG = [pytest.param(range(at, at + 50), marks=pytest.mark.long) for at in range(1000, 1300, 50)]


class Table:
    """What an onlooker who sees all cards would write down."""

    def __init__(self, seats: int, options: Any) -> None:
        self.seats, self.options = seats, options
        self.gone_for_good: set[int] = set()
        self.over = False

    def told(self, event: Any) -> None:
        getattr(self, "_" + type(event).__name__.lower(), self._nothing)(event)

    def _nothing(self, event: Any) -> None: ...

    def _dealt(self, event: Any) -> None:
        self.hands = [list(hand) for hand in event.hands]
        self.pile: list[tuple[int, list[str], str]] = []
        self.safe: set[int] = set()
        self.actor, self.phase, self.over = event.starter, "open", False

    def _sits(self, seat: int) -> bool:
        return seat not in self.safe and seat not in self.gone_for_good

    def _after(self, seat: int) -> int:
        for _ in range(self.seats):
            seat = 0 if seat == self.seats - 1 else seat + 1
            if self._sits(seat):
                return seat
        raise AssertionError("nobody sits at the table")

    def _laid(self, event: Any) -> None:
        assert self.phase in ("open", "respond", "must_lay")
        assert event.opening == (self.phase == "open")
        assert 1 <= len(event.cards) <= (4 if self.options.mode == "same_rank" else 1)
        if self.phase != "open" and self.options.mode == "sequence":
            apart = abs(CIRCLE.index(event.claim) - CIRCLE.index(self.pile[-1][2]))
            assert apart in (0, 1, 12)
        elif self.phase != "open":
            assert event.claim == self.pile[-1][2]
        for card in event.cards:
            self.hands[event.seat].remove(card)
        self.pile.append((event.seat, list(event.cards), event.claim))
        empty = not self.hands[event.seat]
        face_up = self.options.open_start and self.phase == "open"
        if empty and (face_up or self.options.last_card_safe):
            self.safe.add(event.seat)
        self.actor = self._after(event.seat)
        self.phase = "must_lay" if face_up or event.seat in self.safe else "answer_last" if empty else "respond"

    def _accepted(self, event: Any) -> None:
        assert self.phase == "answer_last"
        assert event.seat == self.actor
        self.safe.add(self.pile[-1][0])
        self.phase = "must_lay"

    def _is_true(self) -> bool:
        _, cards, claim = self.pile[-1]
        wrong = [card for card in cards if card != "X" and claim != (card[-1] if self.options.mode == "suit" else card[:-1])]
        return wrong == []

    def _revealed(self, event: Any) -> None:
        assert self.phase in ("respond", "answer_last")
        claimant, cards, claim = self.pile[-1]
        assert (event.claimant, list(event.cards), event.claim) == (claimant, cards, claim)
        assert event.claim_true == self._is_true()
        assert event.challenger != claimant
        assert self._sits(event.challenger)
        if self.options.challengers == "next":
            assert event.challenger == self.actor
        is_void = event.claim_true and "X" in cards and self.options.joker_reveal == "void"
        empty = not self.hands[claimant]
        if is_void:
            assert event.taker is None
            self.actor, self.phase = self._after(claimant), "must_lay"
        else:
            taker = event.challenger if event.claim_true else claimant
            assert event.taker == taker
            self.hands[taker] += [card for _, laid, _ in self.pile for card in laid]
            self.pile, self.actor, self.phase = [], taker, "open"
        if empty and event.claim_true:
            self.safe.add(claimant)

    def _left(self, event: Any) -> None:
        if event.mode == "bot":
            return
        self.gone_for_good.add(event.seat)
        if event.seat in self.safe or self.over:
            return
        self.hands[event.seat] = []
        if not any(self._sits(seat) for seat in range(self.seats)):
            return
        if self.pile and self.pile[-1][0] == event.seat and self.phase in ("respond", "answer_last"):
            self.phase = "must_lay"
        if self.actor == event.seat:
            self.actor = self._after(event.seat)

    def _gameover(self, event: Any) -> None:
        sitting = [seat for seat in range(self.seats) if self._sits(seat)]
        assert event.long or len(sitting) <= 1 or (self.safe and self.options.finish == "stop")
        self.over = True


def check(seeds):
    positions = 0
    for seed in seeds:
        walk = any_walk(seed, trouble=0.08)
        table = Table(walk.seats, walk.options)
        for moment in walk.moments():
            positions += 1
            for event in moment.events:
                table.told(event)
            state = moment.state
            assert [sorted(hand) for hand in table.hands] == [sorted(hand) for hand in state.hands]
            assert table.over == (state.game_over or state.phase == "over")
            if not table.over:
                assert (state.to_act, state.phase) == (table.actor, table.phase), moment.call
                assert [cards for _, cards, _ in table.pile] == [list(play.cards) for play in state.pile]
    return positions


@pytest.mark.rule("bluffen.turn.options")
@pytest.mark.rule("bluffen.resolve.compare")
@pytest.mark.parametrize("seeds", [*PLAIN, *LONG], ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}")
def test_who_acts_next_and_what_is_true_are_as_a_naive_table_finds(seeds):
    assert check(seeds) > 60
