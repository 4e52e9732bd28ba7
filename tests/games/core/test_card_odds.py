"""Chances of hidden cards, against a count of every deal."""

from itertools import combinations, product

import pytest

from games.core import card_odds


def counted(pool, good, drawn, need):
    """By dealing every hand."""
    hands = list(combinations(range(pool), drawn))
    return sum(sum(card < good for card in hand) >= need for hand in hands) / len(hands)


@pytest.mark.parametrize(("pool", "good", "drawn"), [(8, 3, 4), (6, 6, 2), (7, 0, 3), (9, 4, 9), (5, 2, 0), (6, 5, 4)])
def test_chances_equal_a_count_of_every_deal(pool, good, drawn):
    for need in range(good + 2):
        assert card_odds.at_least(pool, good, drawn, need) == pytest.approx(counted(pool, good, drawn, need), abs=1e-12)


def test_more_than_there_is_cannot_be_drawn():
    assert card_odds.at_least(10, 2, 5, 3) == 0
    assert card_odds.at_least(10, 2, 5, -1) == 1


def test_cards_known_with_chances_add_to_what_is_drawn():
    known = [1.0, 0.25, 0.5, 0.0]
    for need in range(6):
        expected = 0.0
        for quarter, half in product((0, 1), (0, 1)):
            weight = (0.25 if quarter else 0.75) * 0.5
            expected += weight * counted(7, 2, 3, need - 1 - quarter - half)
        assert card_odds.holds(need, known, 7, 2, 3) == pytest.approx(expected)
    assert card_odds.holds(1, known, 7, 2, 3) == 1


def test_claimed_cards_leave_fewer_good_ones_the_more_they_are_trusted():
    assert card_odds.spent(10, 3, 2, 1.0) == ((8, 1, 1.0),)
    assert card_odds.spent(10, 3, 2, 0.0) == ((8, 3, 1.0),)
    assert card_odds.spent(10, 1, 4, 1.0) == ((6, 0, 1.0),)
    left = card_odds.spent(10, 3, 2, 0.5)
    assert [(pool, good) for pool, good, _ in left] == [(8, 3), (8, 2), (8, 1)]
    assert [chance for _, _, chance in left] == pytest.approx([0.25, 0.5, 0.25])
    assert card_odds.spent(3, 3, 2, 0.1) == ((1, 1, 1.0),)


def test_somebody_has_what_no_single_hand_is_sure_to_have():
    assert card_odds.somebody_has(1, 4, 4, [2, 2]) == 1
    assert card_odds.somebody_has(2, 10, 2, [3, 3]) == pytest.approx(1 - (1 - counted(10, 2, 3, 2)) ** 2)
