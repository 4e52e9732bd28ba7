"""Which bids there are and how they stand. The lists are read from the text of the rules, not from the engine."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from games.blef import engine
from games.blef.engine import Options
from games.blef.ladder import RANKS, hand_of, ladder_of, pack_size, refusal
from games.core.cards import SUITS
from tests.games.blef.table import FIVE, HIGHEST, HIGHEST_52, REST, THREE, bid, is_open, may_bid, position
from tests.games.blef.table import refusal as refused

LAW = (Path(__file__).parents[2] / "law" / "rules.md").read_text(encoding="utf-8")
SIGNS = dict(zip("♣♦♥♠", SUITS, strict=True))
SMALL, LARGE = 3, 7
"""Seats of a table with 24 and with 52 cards."""


def ladder(seats=SMALL, **options):
    return ladder_of(seats, Options(**options))


def listed(text, kind):
    """(place, bid) for `36: 9-10; 37: 9-J` of the rules, in the notation of the casebook."""
    for place, named in re.findall(r"(\d+): ([^;|.]+)", text):
        words = named.strip().removeprefix("to ").split()
        parts = [SIGNS.get(part, part) for word in words for part in word.split("-")]
        yield int(place), f"{kind}:{','.join(parts)}"


def law_52():
    kinds = {
        "High card": "high", "Pair": "pair", "Two pairs": "two_pair", "Three of a kind": "three", "Straight": "straight",
        "Flush": "flush", "Full house (three-two)": "full", "Four of a kind": "four", "Straight flush": "sflush",
    }  # fmt: skip
    appendix = LAW[LAW.index("## Appendix A") :]
    return dict(pair for name, text in re.findall(r"- \*\*(.+?)\*\* \(\d+\): (.+)", appendix) for pair in listed(text, kinds[name]))


def law_24():
    kinds = {
        "high card": "high", "pair": "pair", "two pairs": "two_pair", "three of a kind": "three", "full house (three-two)": "full",
        "flush": "flush", "four of a kind": "four", "small straight": "straight", "big straight": "straight",
        "small straight flush": "sflush", "big straight flush": "sflush",
    }  # fmt: skip
    clause = LAW[LAW.index("`blef.bids.list-24`") : LAW.index("`blef.bids.poker-ranking` —")]
    straights = {"9–K": "small", "10–A": "big"}
    found = {}
    for name, text in re.findall(r"\| ([a-z() -]+?) \| \d+ \| (.+?) \|", clause):
        for place, each in listed(text, kinds[name]):
            for long, short in straights.items():
                each = each.replace(long, short)
            found[place] = each
    return found


@pytest.mark.rule("blef.bids.list-52")
def test_the_ladder_for_52_cards_is_that_of_the_appendix():
    law = law_52()
    assert sorted(law) == list(range(1, 341))
    assert list(ladder(LARGE).bids) == [law[place] for place in range(1, 341)]


@pytest.mark.rule("blef.bids.list-24")
@pytest.mark.rule("blef.bids.kind-order")
def test_the_ladder_for_24_cards_is_that_of_the_rules():
    law = law_24()
    assert sorted(law) == list(range(1, 84))
    assert list(ladder().bids) == [law[place] for place in range(1, 84)]


@pytest.mark.rule("blef.bids.ace-low")
def test_without_the_low_ace_five_bids_fall_away_and_the_order_stays():
    law = law_52()
    assert list(ladder(LARGE, ace_low=False).bids) == [law[place] for place in law if place not in (118, 301, 302, 303, 304)]


@pytest.mark.rule("blef.bids.poker-ranking")
def test_poker_ranking_orders_the_same_83_bids_otherwise():
    plain, poker = ladder(), ladder(poker_ranking=True)
    assert sorted(plain.bids) == sorted(poker.bids)
    kinds = [hand_of(each).kind for each in poker.bids]
    spans = {kind: (kinds.index(kind) + 1, kinds.index(kind) + kinds.count(kind)) for kind in dict.fromkeys(kinds)}
    assert spans == {
        "high": (1, 6), "pair": (7, 12), "two_pair": (13, 27), "three": (28, 33), "straight": (34, 35), "flush": (36, 39),
        "full": (40, 69), "four": (70, 75), "sflush": (76, 83),
    }  # fmt: skip
    for kind in spans:  # nothing moves inside a kind
        assert [each for each in plain.bids if hand_of(each).kind == kind] == [each for each in poker.bids if hand_of(each).kind == kind]


@pytest.mark.rule("blef.bids.poker-ranking")
@pytest.mark.rule("blef.bids.ace-low")
@pytest.mark.rule("blef.options.conflicts")
@pytest.mark.parametrize("poker_ranking", [False, True])
@pytest.mark.parametrize("ace_low", [False, True])
@pytest.mark.parametrize("bid_on_rest", [False, True])
@pytest.mark.parametrize("elimination", ["five", "stock"])
def test_every_set_of_options_is_accepted_and_without_effect_where_it_has_none(poker_ranking, ace_low, bid_on_rest, elimination):
    options = Options(poker_ranking=poker_ranking, ace_low=ace_low, bid_on_rest=bid_on_rest, elimination=elimination)
    for seats in range(2, 11):
        engine.check_table(seats, options)
    assert ladder_of(4, options).bids == ladder(4, poker_ranking=poker_ranking, bid_on_rest=bid_on_rest).bids
    assert ladder_of(5, options).bids == ladder(5, ace_low=ace_low, bid_on_rest=bid_on_rest).bids


@pytest.mark.rule("blef.bids.within-kind")
def test_within_a_kind_the_first_rank_counts_then_the_second():
    small = ladder().places
    assert small["two_pair:Q,J"] < small["two_pair:K,9"] < small["two_pair:K,10"]
    assert small["full:9,A"] < small["full:10,9"] < small["full:10,J"]
    assert small["flush:C"] < small["flush:D"] < small["flush:H"] < small["flush:S"]
    # the straight first, then the suit: every small one is below every big one
    assert small["sflush:small,C"] < small["sflush:small,S"] < small["sflush:big,C"]


@pytest.mark.rule("blef.rank.order")
@pytest.mark.rule("blef.suit.order")
def test_ranks_go_from_two_to_the_ace_and_suits_from_clubs_to_spades():
    assert RANKS == ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    assert [each for each in ladder(LARGE).bids if each.startswith("pair:")] == [f"pair:{rank}" for rank in RANKS]
    assert [each for each in ladder(LARGE).bids if each.startswith("flush:")] == ["flush:C", "flush:D", "flush:H", "flush:S"]
    assert ladder(LARGE).pack[:5] == ("2C", "2D", "2H", "2S", "3C")


@pytest.mark.rule("blef.bids.two-pair")
def test_two_pairs_may_be_named_in_either_order_and_the_higher_one_stands_first():
    state = bid(position(THREE), "two_pair:9,K")
    assert state.bids[-1].bid == "two_pair:K,9"
    assert refused(state, 1, "two_pair:K,9") == refused(state, 1, "two_pair:9,K") == "blef.bid.higher"
    assert may_bid(state, 1, "two_pair:10,K")
    assert sum(each.startswith("two_pair") for each in ladder().bids) == 15
    assert refused(position(THREE), 0, "two_pair:K,K") == "blef.bids.two-pair"
    assert bid(position(THREE, (0, HIGHEST), options=REST), "rest/two_pair:9,K").bids[-1].bid == "rest/two_pair:K,9"


@pytest.mark.rule("blef.bids.full-house")
def test_the_order_in_a_full_house_matters():
    places = ladder().places
    assert places["full:K,A"] == 60
    assert places["full:A,K"] == 65
    assert sum(each.startswith("full") for each in ladder().bids) == 30
    assert refused(position(THREE), 0, "full:9,9") == "blef.bids.full-house"


@pytest.mark.rule("blef.bids.kinds")
@pytest.mark.parametrize(
    "asked",
    [
        "", "high", "high:", "high:1", "high:X", "high:K,Q", "pair:KS", "two_pair:K", "two_pair:K,Q,J", "full:K", "flush:K", "flush:",
        "five:K", "straight:9", "straight:K", "straight:small,S", "sflush:small", "sflush:small,X", "sflush:S,small", "PAIR:K", "pair: K",
        "rest/", "rest/rest/high:9", "King",
    ],
)  # fmt: skip
def test_what_names_no_hand_is_no_bid(asked):
    assert refused(position(THREE), 0, asked) == "blef.bids.kinds"
    assert refused(position(THREE, (0, HIGHEST), options=REST), 1, asked) == "blef.bids.kinds"


@pytest.mark.rule("blef.bids.kinds")
def test_straights_have_names_with_24_cards_and_their_highest_card_with_52():
    assert may_bid(position(THREE), 0, "straight:small")
    assert may_bid(position(THREE), 0, "sflush:big,H")
    assert may_bid(position(FIVE), 0, "straight:10")
    for each in ("straight:small", "sflush:big,H"):
        assert refused(position(FIVE), 0, each) == "blef.bids.kinds"


@pytest.mark.rule("blef.bids.no-great")
@pytest.mark.parametrize("hands", [THREE, FIVE])
@pytest.mark.parametrize("great", ["straight:great", "sflush:great,S", "rest/straight:great"])
def test_there_is_no_great_straight(hands, great):
    assert refused(position(hands), 0, great) == "blef.bids.no-great"


@pytest.mark.rule("blef.bids.ace-low")
@pytest.mark.parametrize("low", ["2", "3", "4"])
def test_straights_do_not_run_round_the_corner(low):
    for each in (f"straight:{low}", f"sflush:{low},D"):
        assert refused(position(FIVE), 0, each) == "blef.bids.ace-low"
    assert may_bid(position(FIVE), 0, "straight:5")
    assert refused(position(FIVE, options={"ace_low": False}), 0, "straight:5") == "blef.bids.ace-low"
    assert refused(position(FIVE, options={"ace_low": False}), 0, "sflush:5,S") == "blef.bids.ace-low"
    assert may_bid(position(FIVE, options={"ace_low": False}), 0, "straight:6")


@pytest.mark.rule("blef.deck.24")
@pytest.mark.rule("blef.deck.52")
@pytest.mark.parametrize(("seats", "cards"), [(2, 24), (3, 24), (4, 24), (5, 52), (7, 52), (10, 52)])
def test_the_pack_goes_by_the_number_of_seats(seats, cards):
    pack = ladder(seats).pack
    assert (len(pack), len(set(pack)), pack_size(seats)) == (cards, cards, cards)
    assert {card[:-1] for card in pack} == set(RANKS if cards == 52 else RANKS[7:])


@pytest.mark.rule("blef.deck.24")
@pytest.mark.parametrize("low", ["high:8", "pair:2", "two_pair:K,8", "two_pair:8,K", "full:9,2", "four:5"])
def test_24_cards_hold_no_low_ranks(low):
    assert refused(position(THREE), 0, low) == "blef.deck.24"
    assert may_bid(position(FIVE), 0, low)


@pytest.mark.rule("blef.deck.fixed")
def test_the_pack_stays_when_seats_drop_out():
    state = position([["2C"], ["7D"], [], [], []], out=[2, 3, 4])
    assert may_bid(state, 0, "high:2")
    assert may_bid(state, 0, "straight:7")
    assert engine.view(state, 0).deck == 52


# --- higher ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.bid.higher")
@pytest.mark.parametrize("options", [{}, {"poker_ranking": True}, {"ace_low": False}, REST])
@pytest.mark.parametrize("seats", [SMALL, LARGE])
def test_exactly_the_bids_that_stand_higher_may_follow(seats, options):
    table = ladder(seats, **options)
    ordinary = table.bids[: table.ordinary]
    for place, last in enumerate(ordinary[:-1], start=1):
        assert table.above(last) == ordinary[place:]
        assert refusal(last, last, table) == "blef.bid.higher"
        assert [refusal(each, last, table) for each in (ordinary[0], ordinary[place])] == ["blef.bid.higher", None]
    assert table.above(None) == ordinary


@pytest.mark.rule("blef.bid.higher")
def test_a_bid_must_stand_higher_in_the_list_than_the_last():
    state = position(THREE, (0, "pair:K"), (1, "two_pair:10,9"))
    assert refused(state, 2, "pair:A") == "blef.bid.higher"
    assert refused(state, 2, "two_pair:10,9") == "blef.bid.higher"  # the same bid
    assert may_bid(state, 2, "two_pair:J,9")


@pytest.mark.rule("blef.bid.free")
def test_any_bid_may_open_whatever_is_held_and_however_few_cards_are_dealt():
    for hands in ([["9C"], ["9D"]], FIVE):
        state = position(hands)
        assert all(may_bid(state, 0, each) for each in ladder(len(hands)).bids)


@pytest.mark.rule("blef.max.must-check")
@pytest.mark.parametrize(("hands", "highest", "below"), [(THREE, HIGHEST, "sflush:big,H"), (FIVE, HIGHEST_52, "sflush:A,H")])
def test_after_the_highest_bid_only_a_check_is_left(hands, highest, below):
    assert is_open(position(hands, (0, below)), 1, "bid")
    state = position(hands, (0, highest))
    assert not is_open(state, 1, "bid")
    assert is_open(state, 1, "check")
    assert engine.choices(state, 1)[0].rule == "blef.max.must-check"
    for each in (highest, "high:K", "rest/high:K", "nonsense"):
        assert refused(state, 1, each) == "blef.max.must-check"


# --- on the rest -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.rest.when")
def test_the_rest_may_be_bid_on_only_after_the_highest_ordinary_bid():
    assert refused(position(THREE, options=REST), 0, "rest/high:9") == "blef.rest.when"
    assert refused(position(THREE, (0, "sflush:big,H"), options=REST), 1, "rest/sflush:big,S") == "blef.rest.when"
    state = position(THREE, (0, HIGHEST), options=REST)
    assert is_open(state, 1, "bid")
    assert may_bid(state, 1, "rest/high:9")
    assert may_bid(position(THREE, (0, HIGHEST), (1, "rest/high:9"), options=REST), 2, "rest/high:10")


@pytest.mark.rule("blef.rest.when")
@pytest.mark.parametrize(
    "each", ["rest/high:9", "rest/flush:S", "rest/straight:big", "rest/sflush:small,C", "rest/two_pair:9,K", "rest/full:9,K"]
)
def test_without_the_option_the_rest_is_never_bid_on(each):
    assert refused(position(THREE, (0, "high:9")), 1, each) == "blef.rest.when"


@pytest.mark.rule("blef.rest.order")
@pytest.mark.parametrize(("seats", "options", "number"), [(3, {}, 166), (5, {}, 680), (5, {"ace_low": False}, 670)])
def test_bids_on_the_rest_have_the_same_list_above_all_ordinary_ones(seats, options, number):
    table = ladder(seats, **REST, **options)
    assert len(table.bids) == number
    assert table.bids[number // 2 :] == tuple(f"rest/{each}" for each in table.bids[: number // 2])
    assert all(low < high for low, high in pairwise(table.places[each] for each in table.bids))


@pytest.mark.rule("blef.rest.order")
def test_after_a_bid_on_the_rest_no_ordinary_bid_is_possible():
    state = position(THREE, (0, HIGHEST), (1, "rest/pair:9"), options=REST)
    assert refused(state, 2, HIGHEST) == "blef.rest.order"
    assert refused(state, 2, "full:A,K") == "blef.rest.order"
    assert refused(state, 2, "rest/pair:9") == "blef.bid.higher"
    assert refused(state, 2, "rest/high:A") == "blef.bid.higher"
    assert may_bid(state, 2, "rest/pair:10")


@pytest.mark.rule("blef.rest.max")
def test_after_the_highest_bid_on_the_rest_only_a_check_is_left():
    assert is_open(position(THREE, (0, HIGHEST), (1, "rest/sflush:big,H"), options=REST), 2, "bid")
    state = position(THREE, (0, HIGHEST), (1, f"rest/{HIGHEST}"), options=REST)
    assert [(choice.type, choice.open, choice.rule) for choice in engine.choices(state, 2)] == [
        ("bid", False, "blef.rest.max"),
        ("check", True, None),
    ]
    assert refused(state, 2, f"rest/{HIGHEST}") == "blef.rest.max"


def test_choices_name_the_legal_bids_once_and_are_kept():
    state = position(FIVE, (0, "four:A"))
    (bids, _), (again, _) = engine.choices(state, 1), engine.choices(state, 1)
    assert bids is again
    assert bids.patterns == ({"bid": list(ladder(5).bids[300:])},)
