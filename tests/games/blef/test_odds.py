"""The odds of Blef: against every deal of small packs, and against the figures of the source rules."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from games.blef import odds
from games.blef.ladder import straight_ranks
from games.core.cards import SUITS, pack

DECKS = {24: pack(odds.ranks(24)), 52: pack(odds.ranks(52))}


def bids(deck):
    """Every bid there is, made here without the ladder, on the hands and on the rest."""
    ranks = odds.ranks(deck)
    straights = ["small", "big"] if deck == 24 else ["5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    made = [f"{kind}:{rank}" for kind in ("high", "pair", "three", "four") for rank in ranks]
    made += [f"two_pair:{high},{low}" for high in ranks for low in ranks if ranks.index(high) > ranks.index(low)]
    made += [f"full:{three},{two}" for three in ranks for two in ranks if three != two]
    made += [f"straight:{name}" for name in straights] + [f"flush:{suit}" for suit in SUITS]
    made += [f"sflush:{name},{suit}" for name in straights for suit in SUITS]
    return made + [f"rest/{bid}" for bid in made]


def contains(cards, bid):
    """The rule in its own words, without the odds. Rules: blef.truth.contain."""
    kind, _, detail = bid.removeprefix("rest/").partition(":")
    names = detail.split(",")
    ranks, suits = [card[:-1] for card in cards], [card[-1] for card in cards]
    fives = {"small": "9 10 J Q K", "big": "10 J Q K A", "5": "A 2 3 4 5", "10": "6 7 8 9 10", "A": "10 J Q K A"}
    match kind:
        case "high" | "pair" | "three" | "four":
            return ranks.count(names[0]) >= ["high", "pair", "three", "four"].index(kind) + 1
        case "two_pair":
            return min(ranks.count(names[0]), ranks.count(names[1])) >= 2
        case "full":
            return ranks.count(names[0]) >= 3 and ranks.count(names[1]) >= 2
        case "flush":
            return suits.count(names[0]) >= 5
        case "straight":
            return all(rank in ranks for rank in fives[names[0]].split())
        case "sflush":
            return all(rank + names[1] in cards for rank in fives[names[0]].split())


@pytest.mark.parametrize(("others", "percent"), [(3, "6.13"), (9, "48.62"), (15, "86.96")])
def test_chance_of_a_pair_of_a_rank_as_printed(others, percent):
    assert f"{100 * odds.chance('pair:K', (), others, 24):.2f}" == percent


def test_chance_of_a_flush_among_15_cards_as_printed():
    assert f"{100 * odds.chance('flush:H', (), 15, 24):.2f}" == "23.80"


@pytest.mark.parametrize(
    ("own", "others"),
    [
        ((), 2),
        (("9S",), 3),
        (("KH", "KS"), 2),
        (("9S", "10S", "JS", "QS"), 3),
        (("AS", "AH", "AD", "9C", "9D"), 2),
        (("9C", "10D", "JH"), 0),
    ],
)
def test_chances_equal_a_count_of_every_deal(own, others):
    """Of 24 cards, for every bid on the hands."""
    left = [card for card in DECKS[24] if card not in own]
    deals = list(combinations(left, others))
    for bid in bids(24):
        if not bid.startswith("rest/"):
            true = sum(contains((*own, *deal), bid) for deal in deals)
            assert odds.chance(bid, own, others, 24) == float(Fraction(true, len(deals))), bid


@pytest.mark.parametrize(("own", "others"), [((), 21), (("9S", "10S", "JS"), 18), (("9C", "9D", "AH", "KS", "KD"), 17)])
def test_chances_of_bids_on_the_rest_equal_a_count_of_every_rest(own, others):
    """The rest is what is left of the unseen cards when the other hands are full; own cards are never in it."""
    left = [card for card in DECKS[24] if card not in own]
    rests = list(combinations(left, 24 - len(own) - others))
    for bid in bids(24):
        if bid.startswith("rest/"):
            true = sum(contains(rest, bid) for rest in rests)
            assert odds.chance(bid, own, others, 24) == float(Fraction(true, len(rests))), bid


@pytest.mark.parametrize(
    "bid", ["straight:small", "full:9,K", "two_pair:A,K", "sflush:big,S", "flush:S", "rest/straight:big", "rest/full:A,Q"]
)
@pytest.mark.parametrize("others", [6, 17])
def test_chances_of_many_cards_are_near_what_many_deals_show(bid, others):
    own, rng = ("9S", "AS", "KD", "KC"), Random(5)
    left = [card for card in DECKS[24] if card not in own]
    true = 0
    for _ in range(4000):
        rng.shuffle(left)
        true += contains(left[others:] if bid.startswith("rest/") else (*own, *left[:others]), bid)
    assert odds.chance(bid, own, others, 24) == pytest.approx(true / 4000, abs=0.035)


@pytest.mark.parametrize(
    "bid", ["straight:5", "straight:10", "straight:A", "sflush:5,H", "four:2", "flush:C", "rest/straight:5", "full:2,3"]
)
def test_chances_with_52_cards_are_near_what_many_deals_show(bid):
    own, rng = ("AC", "2H", "2S", "10C", "3D"), Random(6)
    left = [card for card in DECKS[52] if card not in own]
    true = 0
    for _ in range(4000):
        rng.shuffle(left)
        true += contains(left[22:] if bid.startswith("rest/") else (*own, *left[:22]), bid)
    assert odds.chance(bid, own, 22, 52) == pytest.approx(true / 4000, abs=0.035)


@pytest.mark.parametrize("deck", [24, 52])
def test_what_own_cards_prove_is_certain_and_what_cannot_be_has_no_chance(deck):
    own = ("KC", "KD", "KH", "AS", "AD")
    for bid in ("high:K", "pair:A", "two_pair:A,K", "three:K", "full:K,A"):
        assert odds.chance(bid, own, 4, deck) == 1
        assert odds.chance(f"rest/{bid}", own, 4, deck) < 1
    assert odds.chance("full:A,K", own, 0, deck) == 0
    assert 0 < odds.chance("full:A,K", own, 1, deck) < 1
    assert odds.chance("rest/pair:K", own, 4, deck) == 0
    assert odds.chance("rest/sflush:big,S" if deck == 24 else "rest/sflush:A,S", own, 4, deck) == 0


def test_whole_pack_in_play_holds_every_bid():
    own = DECKS[24][:12]
    assert all(odds.chance(bid, own, 12, 24) == (not bid.startswith("rest/")) for bid in bids(24))


@pytest.mark.parametrize("deck", [24, 52])
def test_more_cards_in_play_make_no_bid_less_likely(deck):
    own = ("9C", "KD", "AS")
    for bid in bids(deck):
        chances = [odds.chance(bid, own, others, deck) for others in range(1, 20)]
        assert chances == sorted(chances, reverse=bid.startswith("rest/"))


def test_straights_begin_with_the_ace_only_at_the_low_end():
    assert straight_ranks("5") == ("A", "2", "3", "4", "5")
    assert straight_ranks("6") == ("2", "3", "4", "5", "6")
    assert straight_ranks("small") == straight_ranks("K") == ("9", "10", "J", "Q", "K")
    assert straight_ranks("big") == straight_ranks("A")


def test_what_is_no_bid_is_refused():
    with pytest.raises(ValueError, match="no bid"):
        odds.need("great:9")


@pytest.mark.parametrize("own", [(), ("9S", "10S", "JS", "QS"), ("AS", "AH", "AD", "9C", "9D")])
@pytest.mark.parametrize("others", [0, 1, 3, 9, 19])
def test_what_is_possible_is_what_has_a_chance(own, others):
    chances = odds.Chances(own, others, 24)
    assert [bid for bid in bids(24) if chances.possible(bid)] == [bid for bid in bids(24) if chances[bid] > 0]
