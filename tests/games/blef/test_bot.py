"""The computer players of Blef: always legal, never foolish, blind to what their seat may not see, and quick."""

from functools import partial
from itertools import combinations, islice
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from games.blef import bot, engine
from games.blef.ladder import ladder_of
from games.blef.memory import band_of, names
from games.blef.odds import Chances
from games.blef.position import position_of
from games.blef.stakes import losses
from games.blef.state import Bid, BidMade, Check, Dealt, Options
from games.blef.style import HARD
from games.blef.truth import is_true
from games.blef.worlds import Worlds
from games.core.game import LEVELS
from tests.games.blef.table import FIVE, HIGHEST, HIGHEST_52, REST, STOCK, THREE, position
from tests.games.blef.twins import twin
from tests.games.blef.walk import Walk, chance
from tests.stopwatch import decides_in_time, timed, undisturbed

SEEDS = [*range(3), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 60)]]
"""Of tables and matches at random: a few in every run, many in a long one."""


@pytest.fixture(scope="module", autouse=True)
def _all_is_ready():
    bot.preload()


def decide(state, seat, memory, level, seed=0):
    return bot.choose(engine.view(state, seat), memory, level, Random(seed))


def fresh(state, level, seed=0):
    """A decision of the seat to act without anything remembered."""
    return decide(state, state.to_act, bot.new_memory(state.seats, state.to_act), level, seed)


# --- legal -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.bot.view")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_level_acts_legally_in_every_position_it_may_meet(seed):
    for state, seat, memory in islice(Walk(seed).decisions(), 250):
        for level in LEVELS:
            engine.apply(state, seat, decide(state, seat, memory, level, seed), chance(seed))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("hands", "options"), [(THREE, {}), (THREE, REST), (FIVE, {}), (FIVE, REST), (THREE, STOCK)])
def test_every_bid_that_can_be_met_is_answered_legally(level, hands, options):
    for bid in ladder_of(len(hands), msgspec.convert(options, Options)).bids:
        state = position(hands, (0, bid), options=options)
        engine.apply(state, 1, fresh(state, level), chance(1))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("hands", "highest", "options"), [(THREE, HIGHEST, {}), (FIVE, HIGHEST_52, {}), (THREE, "rest/" + HIGHEST, REST)])
def test_after_the_highest_bid_there_is_only_the_check(level, hands, highest, options):
    assert fresh(position(hands, (0, highest), options=options), level) == Check()


def test_a_view_of_a_seat_that_is_not_to_act_is_refused():
    state = position(THREE, (0, "high:9"))
    for seat in (None, 2):
        with pytest.raises(ValueError, match="not the view"):
            bot.choose(engine.view(state, seat), bot.new_memory(3, 0), "hard", Random(1))


# --- the two nevers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_no_level_checks_what_is_sure_lets_stand_what_cannot_be_nor_bids_it(seed):
    for state, seat, memory in islice(Walk(seed + 1000, wild=0.4).decisions(), 200):
        at = position_of(engine.view(state, seat))
        legal = at.legal()
        for level in LEVELS:
            action = decide(state, seat, memory, level, seed)
            if at.last and legal and at.chances[at.last] == 1:
                assert isinstance(action, Bid), f"{level} checks {at.last} with {at.own}"
            if at.last and at.chances[at.last] == 0:
                assert action == Check(), f"{level} lets {at.last} stand with {at.own}"
            if isinstance(action, Bid) and any(at.chances[bid] > 0 for bid in legal):
                assert at.chances[action.bid] > 0, f"{level} bids {action.bid} with {at.own}"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bid_that_own_cards_prove_is_never_checked(level):
    state = position([["9C", "9D"], ["KH", "KS"], ["QD"]], (0, "pair:K"))
    assert all(isinstance(fresh(state, level, seed), Bid) for seed in range(40))


@pytest.mark.parametrize("level", LEVELS)
def test_a_bid_that_cannot_be_true_is_always_checked(level):
    state = position([["9C", "9D"], ["KH", "KS"], ["QD"]], (0, "four:A"))
    assert all(fresh(state, level, seed) == Check() for seed in range(40))
    possible = position([["9C", "9D"], ["KH", "KS"], ["QD"]], (0, "pair:9"))
    assert any(isinstance(fresh(possible, "easy", seed), Bid) for seed in range(40))


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_surely_true_is_not_checked_even_where_nothing_higher_can_be(level):
    """One card each: high card ace is proved, and of all that is higher only a pair may be; after that pair nothing."""
    state = position([["9C"], ["AH"]], (0, "high:A"))
    assert isinstance(fresh(state, level), Bid)
    whole = position([["9C", "9D", "9H", "9S"], ["AC", "AD", "AH", "AS"]], (0, "four:A"), options=STOCK)
    assert isinstance(fresh(whole, level), Bid)


# --- character -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.bot.level")
@pytest.mark.parametrize("bid", ["pair:9", "three:J"])
def test_easy_checks_15_to_30_percent_whatever_the_odds(bid):
    state = position([["9C", "10D", "JH"], ["AH", "QS", "10S"], ["KD", "9H", "10C"]], (0, bid))
    checks = sum(fresh(state, "easy", seed) == Check() for seed in range(600))
    assert 90 <= checks <= 180


def test_normal_goes_by_the_odds_of_its_own_cards():
    likely = position([["9C", "10D"], ["KH", "KS"], ["QD"]], (0, "high:K"))
    assert {type(fresh(likely, "normal", seed)) for seed in range(20)} == {Bid}
    unlikely = position([["9C", "10D"], ["KH", "QS"], ["QD"]], (0, "three:J"))
    assert {fresh(unlikely, "normal", seed) for seed in range(20)} == {Check()}


def test_normal_forgets_who_bid_what():
    by_one = position([["9C"], ["KH"], ["QD"]], (0, "high:9"), (1, "high:10"))
    by_other = replace(by_one, bids=(replace(by_one.bids[0], bid="high:J", seat=1), by_one.bids[1]))
    assert [fresh(by_one, "normal", seed) for seed in range(20)] == [fresh(by_other, "normal", seed) for seed in range(20)]


HANDS = [["9C", "10D", "JH"], ["AH", "QS", "10S"], ["KD", "9H", "JC"], ["AC", "QC", "10C"]]


def checks_of_hard(state, memory=None, times=60):
    known = memory or bot.new_memory(state.seats, state.to_act)
    return sum(decide(state, state.to_act, known, "hard", seed) == Check() for seed in range(times))


def test_hard_believes_a_rank_more_that_several_have_bid():
    alone = position(HANDS, (0, "high:9"), (1, "pair:10"), (2, "three:K"))
    backed = position(HANDS, (0, "high:K"), (1, "pair:K"), (2, "three:K"))
    assert checks_of_hard(alone) > checks_of_hard(backed) + 5


def with_habits(memory, seat, **habits):
    changed = replace(memory.habits[seat], **habits)
    return replace(memory, habits=(*memory.habits[:seat], changed, *memory.habits[seat + 1 :]))


def believed(state, memory, bid):
    at = position_of(engine.view(state, state.to_act))
    return Worlds(at, memory.habits, HARD, Random(5))[bid]


def test_hard_believes_a_seat_less_whose_bids_did_not_fit_its_cards():
    state, memory = position(HANDS, (0, "high:9"), (1, "high:J"), (2, "pair:K")), bot.new_memory(4, 3)
    liar = with_habits(memory, 2, named=0, chance=12.0)
    honest = with_habits(memory, 2, named=40, chance=12.0)
    assert believed(state, honest, "pair:K") > believed(state, liar, "pair:K") + 0.2


def test_hard_mixes_its_play():
    assert len({fresh(position(HANDS), "hard", seed) for seed in range(40)}) > 2


def test_hard_bids_the_highest_where_the_whole_pack_is_in_play():
    pack = ladder_of(2, Options()).pack
    state = position([pack[::2], pack[1::2]], options=STOCK)
    assert {fresh(state, "hard", seed) for seed in range(20)} == {Bid(HIGHEST)}


# --- what others may hold --------------------------------------------------------------------------------------------


def test_without_bids_of_others_the_deals_have_the_exact_chances():
    at = position_of(engine.view(position(HANDS, options=REST), 0))
    worlds = Worlds(at, bot.new_memory(4, 0).habits, HARD, Random(1))
    for bid in ladder_of(4, Options(bid_on_rest=True)).bids:
        assert worlds[bid] == pytest.approx(at.chances[bid], abs=0.12), bid


def test_a_bid_is_counted_in_each_deal_as_the_rules_do():
    at = position_of(engine.view(position(HANDS, (0, "high:9"), (1, "pair:A"), options=REST), 2))
    worlds = Worlds(at, bot.new_memory(4, 2).habits, HARD, Random(1))
    for deal in range(0, worlds.deals, 40):
        held = {card for card, where in worlds._held.items() if where >> deal & 1}
        assert len(held) == at.others
        rest = [card for card in at.ladder.pack if card not in held and card not in at.own]
        for bid in at.ladder.bids:
            assert worlds.true(bid) >> deal & 1 == is_true(bid, rest if bid.startswith("rest/") else [*at.own, *held]), bid


def test_what_a_bid_names_makes_it_likelier():
    plain = position(HANDS, (0, "high:9"), (1, "high:J"), (2, "pair:Q"))
    kings = replace(plain, bids=(*plain.bids[:2], replace(plain.bids[2], bid="pair:K")))
    memory = bot.new_memory(4, 3)
    assert believed(kings, memory, "pair:K") > believed(plain, memory, "pair:K") + 0.1


def test_bids_name_ranks_suits_or_the_very_cards():
    assert names("two_pair:K,9", "9H")
    assert not names("two_pair:K,9", "10H")
    assert names("flush:S", "2S")
    assert names("sflush:big,S", "10S")
    assert not names("sflush:big,S", "10H")
    assert [card for card in ("9C", "AC") if names("straight:small", card)] == ["9C"]


# --- stakes ----------------------------------------------------------------------------------------------------------


def test_a_lost_round_costs_the_loser_what_the_others_win():
    counts = (1, 3, 5)
    for seat in range(3):
        change = losses(counts, 24, stock=False, seat=seat, power=1.5)
        assert change[seat] < 0 < min(change[other] for other in range(3) if other != seat)
    assert sum(losses(counts, 24, stock=False, seat=seat, power=1.5)[2] for seat in range(3)) == pytest.approx(0, abs=1e-12)


def test_with_stock_the_seat_with_most_cards_goes_out_whoever_lost():
    assert losses((5, 10, 9), 24, stock=True, seat=0, power=1.5)[0] > 0
    assert losses((5, 9, 9), 24, stock=True, seat=0, power=1.5)[0] < 0


def test_who_loses_the_last_round_loses_the_game():
    assert losses((5, 5), 24, stock=False, seat=0, power=1.5) == {0: -0.5, 1: 0.5}


# --- blind to what is hidden -----------------------------------------------------------------------------------------


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("seed", SEEDS)
def test_shuffling_what_the_seat_cannot_see_changes_no_decision(seed):
    rng = Random(seed)
    for state, seat, memory in islice(Walk(seed + 2000).decisions(), 120):
        other = twin(state, seat, rng)
        for level in LEVELS:
            assert decide(other, seat, memory, level, seed) == decide(state, seat, memory, level, seed)


# --- memory ----------------------------------------------------------------------------------------------------------


def test_memory_is_a_fold_that_survives_being_saved_at_any_moment():
    walk = Walk(11, seats=4, options=Options())
    for _ in walk.decisions():
        pass
    for seat in range(4):
        memory = bot.new_memory(4, seat)
        for event in walk.shown[seat]:
            kept = msgspec.json.encode(memory)
            after = bot.remember(memory, event)
            assert msgspec.json.encode(memory) == kept
            memory = msgspec.json.decode(msgspec.json.encode(after), type=bot.Memory)
        assert memory == walk.memories[seat]


def test_memory_stays_small_and_holds_no_hidden_card():
    walk = Walk(13, seats=5, options=Options(games=3))
    sizes = [len(msgspec.json.encode(walk.memories[0])) for _ in walk.decisions()]
    assert max(sizes) < 1500
    assert len({msgspec.json.encode(replace(memory, seat=0)) for memory in walk.memories}) == 1


def test_memory_counts_checks_and_what_was_found_in_hands():
    state, memory = position(THREE), bot.new_memory(3, 0)
    memory = bot.remember(memory, Dealt(1, 1, 2, False, 0, (2, 2, 1), 19, state.hands))
    for seat, bid in ((0, "high:9"), (1, "pair:9"), (2, "pair:K")):
        memory = bot.remember(memory, BidMade(seat, bid))
        state = engine.apply(state, seat, Bid(bid), chance(1)).state
    for event in engine.apply(state, 0, Check(), chance(1)).events:
        memory = bot.remember(memory, engine.show(event, 0))
    band = band_of("pair:K", 5, 24)
    assert memory.habits[0].checked[band] == memory.habits[0].faced[band] == 1
    assert (sum(memory.habits[1].faced), sum(memory.habits[1].checked)) == (1, 0)
    assert [habits.named for habits in memory.habits] == [1, 1, 1]
    assert memory.habits[2].chance == pytest.approx(1 / 6, abs=1e-6)


# --- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, REST), (6, {}), (10, {**REST, **STOCK})])
def test_a_decision_of_hard_takes_few_milliseconds(seats, options):
    """CPU time of each first thought about a position: at most 50 ms, and 10 ms for 99 of 100."""
    times = []
    with undisturbed():
        for state, seat, memory in islice(Walk(21, seats=seats, options=msgspec.convert(options, Options), wild=0.1).decisions(), 400):
            view, rng = engine.view(state, seat), Random(1)
            times.append(timed(partial(bot.choose, view, memory, "hard", rng)))
    assert decides_in_time(times)


def test_every_pair_of_own_cards_proves_what_it_holds():
    for own in combinations(ladder_of(2, Options()).pack[::3], 2):
        chances = Chances(own, 2, 24)
        assert [bid for bid in ladder_of(2, Options()).bids if chances[bid] == 1] == [
            bid for bid in ladder_of(2, Options()).bids if is_true(bid, own)
        ]
