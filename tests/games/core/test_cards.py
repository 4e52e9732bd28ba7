import pytest

from games.core import cards


def test_a_pack_holds_every_card_once_and_jokers_last():
    assert len(cards.pack()) == len(set(cards.pack())) == 52
    assert cards.pack(jokers=2)[-2:] == ("X", "X")
    assert len(cards.pack(packs=2, jokers=4)) == 108
    assert cards.pack(("9", "10"))[:3] == ("9C", "10C", "9D")


def test_rank_and_suit():
    assert (cards.rank_of("10H"), cards.suit_of("10H")) == ("10", "H")
    assert (cards.rank_of("X"), cards.suit_of("X")) == (None, None)


def test_lowest_first_has_aces_low_then_suits_and_jokers_last():
    assert sorted(["X", "KC", "2S", "AS", "AC"], key=cards.lowest_first) == ["AC", "AS", "2S", "KC", "X"]


def test_cards_are_held_as_often_as_they_are_named():
    assert cards.holds(["AS", "AS", "X"], ["AS", "X"])
    assert not cards.holds(["AS"], ["AS", "AS"])
    assert cards.without(("AS", "2C", "AS"), ["AS"]) == ("2C", "AS")
    with pytest.raises(ValueError, match="not in list"):
        cards.without(("AS",), ["2C"])


def test_dealing_gives_the_odd_cards_to_the_first_seats():
    hands = cards.dealt(cards.pack(), range(52), seats=(0, 1, 2), first=1)
    assert {seat: len(hand) for seat, hand in hands.items()} == {1: 18, 2: 17, 0: 17}
    assert hands[1][:2] == ("AC", "4C")
