"""Where seen cards may lie: certain where it is certain, an estimate elsewhere, and never certain of what is wrong."""

from random import Random

import msgspec
import pytest

from games.core import card_memory
from games.core.card_memory import Seen
from games.core.cards import pack, rank_of


def sevens(card):
    return rank_of(card) == "7"


def where(seen, card):
    return next(spot.at for spot in seen.spots if spot.card == card)


def test_own_cards_in_a_pile_go_with_whoever_takes_it():
    seen = card_memory.laid_open(Seen(3), ["7C", "8D"])
    assert where(seen, "7C") == (0, 0, 0, 1, 0)
    taken = card_memory.pile_to(seen, 2)
    assert where(taken, "7C") == (0, 0, 1, 0, 0)
    assert card_memory.in_hand(taken, 2) == [("7C", 1.0), ("8D", 1.0)]
    assert card_memory.in_hand(taken, 1) == []
    assert where(card_memory.pile_to(seen, seen.gone), "8D") == (0, 0, 0, 0, 1)


def test_a_card_that_fits_is_likelier_laid_but_the_other_may_be():
    seen = card_memory.pile_to(card_memory.laid_open(Seen(3), ["7C", "8D"]), 2)
    seen = card_memory.laid_hidden(seen, 2, 1, 10, sevens, 0.8)
    assert where(seen, "7C")[2] == pytest.approx(0.2)
    assert where(seen, "7C")[3] == pytest.approx(0.8)
    assert 0 < where(seen, "8D")[3] < 0.1
    assert where(seen, "8D")[0] == 0


def test_last_cards_are_certainly_in_the_pile():
    seen = card_memory.pile_to(card_memory.laid_open(Seen(3), ["7C"]), 2)
    assert where(card_memory.laid_hidden(seen, 2, 2, 2, sevens, 0.8), "7C") == (0, 0, 0, 1, 0)


def test_turned_cards_lie_in_the_pile_and_who_takes_it_has_them():
    seen = card_memory.turned_up(Seen(3), 1, ["9H"])
    assert where(card_memory.pile_to(seen, 1), "9H") == (0, 1, 0, 0, 0)
    again = card_memory.turned_up(card_memory.pile_to(seen, 1), 1, ["9H"])
    assert [spot.card for spot in again.spots] == ["9H"]
    assert where(again, "9H") == (0, 0, 0, 1, 0)


def test_whoever_takes_the_pile_learns_what_was_not_in_it():
    seen = card_memory.pile_to(card_memory.laid_open(Seen(3), ["7C", "8D"]), 2)
    seen = card_memory.laid_hidden(seen, 2, 1, 10, sevens, 0.8)
    seen = card_memory.pile_to_own(seen, ["7C"])
    assert [spot.card for spot in seen.spots] == ["8D"]
    assert where(seen, "8D") == (0, 0, 1, 0, 0)


def test_a_hand_that_leaves_is_out_of_the_game():
    seen = card_memory.pile_to(card_memory.laid_open(Seen(3), ["7C"]), 2)
    assert where(card_memory.hand_to(seen, 2, seen.gone), "7C") == (0, 0, 0, 0, 1)


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_no_card_is_ever_where_it_was_ruled_out(seed, packs):
    """Seat 0 watches a long random game; each tracked card can be matched with a true place of its kind."""
    rng, seats = Random(seed), 4
    deck = list(pack(packs=packs, jokers=2 * packs))
    rng.shuffle(deck)
    hands, pile, seen = [deck[seat::seats] for seat in range(seats)], [], Seen(seats)
    for _ in range(150):
        seat = rng.choice([seat for seat in range(seats) if hands[seat]])
        count = rng.randint(1, min(4, len(hands[seat])))
        held = len(hands[seat])
        laid = [hands[seat].pop(rng.randrange(len(hands[seat]))) for _ in range(count)]
        pile += laid
        is_shown = rng.random() < 0.3
        if seat == 0:
            seen = card_memory.laid_open(seen, laid)
        elif is_shown:
            seen = card_memory.turned_up(seen, seat, laid)
        else:
            seen = card_memory.laid_hidden(seen, seat, count, held, sevens, rng.random())
        if is_shown or not any(hands):
            taker = rng.randrange(seats)
            hands[taker] += pile
            seen = card_memory.pile_to_own(seen, pile) if taker == 0 else card_memory.pile_to(seen, taker)
            pile = []
        places = [*hands, pile, []]
        assert seen.spots == msgspec.json.decode(msgspec.json.encode(seen), type=Seen).spots
        for card in {spot.card for spot in seen.spots}:
            spots = [spot for spot in seen.spots if spot.card == card]
            ruled = [at for at in range(seats + 2) if not any(spot.at[at] for spot in spots)]
            elsewhere = sum(places[at].count(card) for at in range(1, seats + 2) if at not in ruled)
            assert elsewhere >= len(spots), f"{card} is not where it may be"
