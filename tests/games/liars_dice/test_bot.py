"""The computer players of Liar's Dice: always legal, never foolish, blind to what their seat may not see, and quick."""

from functools import partial
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from games.core.arena import random_action
from games.core.chance import SecretChance
from games.core.game import LEVELS
from games.liars_dice import bot, engine
from games.liars_dice.ladder import number
from games.liars_dice.odds import support
from games.liars_dice.state import FACES, Bid, BidMade, Challenge, Options
from tests.games.liars_dice.table import bid, position
from tests.stopwatch import decides_in_time, timed, undisturbed

SEEDS = [*range(8), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(8, 80)]]
"""Of tables and matches at random: a few in every run, many in a long one."""


@pytest.fixture(scope="module", autouse=True)
def _tables_are_read():
    bot.preload()


def chance(seed):
    return SecretChance(seed.to_bytes(32, "big"), "test", [])


def any_table(rng):
    """Seats and options as a host might choose them, more often than not unusual ones."""
    extra_set = rng.random() < 0.3
    options = Options(
        loss=rng.choice(["difference", "one"]),
        extra_set=extra_set,
        games=rng.choice([1, 1, 2]),
        leave_mode=rng.choice(["bot", "remove"]),
    )
    return rng.randint(2, 12 if extra_set else 6), options


class Walk:
    """A match in which seats play at random, by levels, and sometimes run out of time or leave. Yields what comes to be decided."""

    def __init__(self, seed, *, seats=None, options=None, wild=0.3):
        self.rng, self.chance, self.wild = Random(seed), chance(seed), wild
        drawn, drawn_options = any_table(self.rng)
        self.seats, self.options = seats or drawn, options or drawn_options
        self.memories = [bot.new_memory(self.seats, seat) for seat in range(self.seats)]
        self.shown = [[] for _ in range(self.seats)]
        self._take(engine.start(self.seats, self.options, self.chance))

    def _take(self, step):
        self.state = step.state
        for seat in range(self.seats):
            for event in (engine.show(event, seat) for event in step.events):
                if event is not None:
                    self.shown[seat].append(event)
                    self.memories[seat] = bot.remember(self.memories[seat], event)

    def decisions(self):
        """(state, seat, memory) of each decision of the match."""
        while engine.result(self.state) is None:
            if engine.due(self.state):
                self._take(engine.proceed(self.state, self.chance))
                continue
            seat = engine.actors(self.state).waited
            yield self.state, seat, self.memories[seat]
            self._take(self._move(seat))

    def _move(self, seat):
        luck = self.rng.random()
        if luck < 0.003 and seat not in engine.away(self.state):
            return engine.leave(self.state, seat, self.chance)
        if luck < 0.01:
            return engine.timeout(self.state, seat, self.chance)
        if luck < self.wild:
            action = msgspec.convert(random_action(engine.choices(self.state, seat), self.rng), engine.Action)
        else:
            action = bot.choose(engine.view(self.state, seat), self.memories[seat], self.rng.choice(LEVELS), self.rng)
        return engine.apply(self.state, seat, action, self.chance)


def decide(state, seat, memory, level, seed=0):
    return bot.choose(engine.view(state, seat), memory, level, Random(seed))


def fresh(state, seat, level, seed=0):
    """A decision without anything remembered."""
    return decide(state, seat, bot.new_memory(state.seats, seat), level, seed)


# --- legal -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_every_level_acts_legally_in_every_position_it_may_meet(seed):
    for state, seat, memory in Walk(seed).decisions():
        for level in LEVELS:
            engine.apply(state, seat, decide(state, seat, memory, level, seed), chance(seed))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("hand", [["*"], [1], ["*"] * 5, [1, 2, 3, 4, 5], [5, 5, 5, 5, 5]])
def test_every_bid_that_can_be_met_is_answered_legally(level, hand):
    """Heads-up and at three: also bids that no sane player makes."""
    for others in ([[2]], [[1, 1, 1, 1, 1]], [[2, 3], ["*", 4, 4]]):
        dice = [hand, *others]
        for count in range(1, sum(map(len, dice)) + 1):
            for face in FACES:
                state = position(dice, (len(dice) - 1, count, face))
                engine.apply(state, 0, fresh(state, 0, level), chance(1))


@pytest.mark.parametrize("level", LEVELS)
def test_after_the_highest_bid_there_is_only_the_challenge(level):
    state = position([["*", "*"], ["*", 1]], (1, 4, "*"))
    assert fresh(state, 0, level) == Challenge()


def test_a_view_of_a_seat_that_is_not_to_act_is_refused():
    state = position([[1, 2], [3, 4]], (1, 1, 1))
    with pytest.raises(ValueError, match="not the view"):
        bot.choose(engine.view(state, None), bot.new_memory(2, 0), "hard", Random(1))


# --- the two nevers --------------------------------------------------------------------------------------------------


def sure_truth(view):
    """The own dice alone prove the last bid."""
    last = view.bids[-1]
    return sum(die in (last.face, "*") for die in view.own) >= last.count


def sure_lie(view):
    """Not even if every other die supported it would the last bid be true."""
    last = view.bids[-1]
    return sum(die in (last.face, "*") for die in view.own) + view.in_play - len(view.own) < last.count


@pytest.mark.parametrize("seed", SEEDS)
def test_no_level_doubts_what_its_own_dice_prove_nor_passes_over_what_they_disprove(seed):
    for state, seat, memory in Walk(seed + 1000, wild=0.6).decisions():
        view = engine.view(state, seat)
        if not view.bids:
            continue
        for level in LEVELS:
            action = decide(state, seat, memory, level, seed)
            if sure_truth(view) and (view.bids[-1].count, view.bids[-1].face) != (view.in_play, "*"):
                assert isinstance(action, Bid), f"{level} doubts {view.bids[-1]} with {view.own}"
            if sure_lie(view):
                assert action == Challenge(), f"{level} passes over {view.bids[-1]} with {view.own}"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bid_that_own_dice_prove_is_never_doubted(level):
    state = position([["*", 3, 3], [1, 2]], (1, 3, 3))
    assert all(isinstance(fresh(state, 0, level, seed), Bid) for seed in range(60))


@pytest.mark.parametrize("level", LEVELS)
def test_a_bid_that_cannot_be_true_is_always_doubted(level):
    state = position([[1, 2, 4], [1, 2]], (1, 3, 3))
    assert all(fresh(state, 0, level, seed) == Challenge() for seed in range(60))
    possible = position([[1, 2, 4], [1, 2]], (1, 2, 3))
    assert any(isinstance(fresh(possible, 0, "easy", seed), Bid) for seed in range(60))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_no_level_bids_what_its_own_dice_disprove(level, seed):
    for state, seat, memory in Walk(seed).decisions():
        action = decide(state, seat, memory, level, seed)
        if isinstance(action, Bid):
            bidden = replace(engine.view(state, seat), bids=(action,))
            assert not sure_lie(bidden)


# --- character -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "own"), [(2, [1, 2, 5, 5, 4]), (6, [1, 2, 5, 5, 4])])
def test_easy_doubts_15_to_25_percent_whatever_the_odds(count, own):
    state = position([own, [1] * 5, [2] * 5], (2, count, 3))
    doubts = sum(fresh(state, 0, "easy", seed) == Challenge() for seed in range(1000))
    assert 150 <= doubts <= 250


def test_easy_bids_low_and_lies_freely():
    state = position([[1, 1, 1, 1, 1], [2] * 5, [3] * 5])
    bids = [fresh(state, 0, "easy", seed) for seed in range(400)]
    assert max(made.count for made in bids) <= 4
    assert {made.face for made in bids} == set(FACES)


def test_normal_goes_by_the_odds_of_its_own_dice():
    likely, unlikely = (4, 3), (8, 3)
    for own, doubts in (([3, 3, "*", 1, 2], likely), ([1, 2, 4, 4, 5], unlikely)):
        state = position([own, [1] * 5, [2] * 5], (2, *doubts))
        assert (fresh(state, 0, "normal") == Challenge()) == (doubts == unlikely)
    opening = position([[4, 4, 4, "*", 1], [2] * 5, [3] * 5])
    assert {fresh(opening, 0, "normal", seed).face for seed in range(40)} == {4}


def test_normal_forgets_who_bid_what():
    by_one = position([[1, 2, 2, 4, 5], [1] * 5, [2] * 5], (1, 2, 3), (2, 4, 3))
    by_other = position([[1, 2, 2, 4, 5], [1] * 5, [2] * 5], (1, 2, 5), (2, 4, 3))
    assert [fresh(by_one, 0, "normal", seed) for seed in range(20)] == [fresh(by_other, 0, "normal", seed) for seed in range(20)]


def doubts_of_hard(state, memory, times=60):
    return sum(decide(state, 0, memory, "hard", seed) == Challenge() for seed in range(times))


def test_hard_believes_a_face_more_that_several_have_bid():
    dice = [[1, 1, 2, 4, 5], [3] * 5, [3] * 5, [3] * 5]
    alone = position(dice, (1, 3, 5), (2, 4, 4), (3, 7, 3))
    backed = position(dice, (1, 3, 3), (2, 5, 3), (3, 7, 3))
    memory = bot.new_memory(4, 0)
    assert doubts_of_hard(alone, memory) > doubts_of_hard(backed, memory) + 10


def test_hard_doubts_a_seat_that_was_found_empty_handed_sooner():
    dice = [[1, 1, 2, 4, 5], [3] * 5, [3] * 5]
    state = position(dice, (1, 2, 3), (2, 5, 3))
    memory = bot.new_memory(3, 0)
    plain = memory.habits[2]
    liar = replace(memory, habits=(*memory.habits[:2], replace(plain, shown=60, backed=12)))
    honest = replace(memory, habits=(*memory.habits[:2], replace(plain, shown=60, backed=38)))
    assert doubts_of_hard(state, liar) > doubts_of_hard(state, honest) + 20


def test_hard_mixes_its_play():
    for state in (position([[1, 1, 2, 4, 5], [3] * 5]), position([[1, 1, 2, 4, 5], [3] * 5, [2] * 5])):
        assert len({fresh(state, 0, "hard", seed) for seed in range(60)}) > 2


def test_hard_tells_the_truth_to_one_opponent_who_doubts_everything():
    state = position([[3, 3, "*", 1, 2], [4] * 5])
    memory = bot.new_memory(2, 0)
    doubter = replace(memory.habits[1], faced=9, doubted=9, plain=0.2, safe_faced=9, safe_doubted=9)
    known = replace(memory, habits=(memory.habits[0], doubter))

    def true_openings(memory):
        made = [decide(state, 0, memory, "hard", seed) for seed in range(40)]
        return sum(support([number(die) for die in (3, 3, "*", 1, 2)], number(one.face)) >= one.count for one in made)

    assert true_openings(known) >= 30
    assert true_openings(memory) < 30


# --- blind to what is hidden -----------------------------------------------------------------------------------------


def twin(state, seat, rng):
    """The same for that seat, but all other dice thrown again."""
    dice = tuple(hand if at == seat else tuple(rng.choice(FACES) for _ in hand) for at, hand in enumerate(state.dice))
    return replace(state, dice=dice)


@pytest.mark.parametrize("seed", SEEDS)
def test_shuffling_what_the_seat_cannot_see_changes_no_decision(seed):
    rng = Random(seed)
    for state, seat, memory in Walk(seed + 2000).decisions():
        other = twin(state, seat, rng)
        for level in LEVELS:
            assert decide(other, seat, memory, level, seed) == decide(state, seat, memory, level, seed)


def test_the_same_view_memory_and_luck_give_the_same_decision_and_the_luck_alone_is_drawn_from():
    for state, seat, memory in Walk(7).decisions():
        before = Random(0).getstate()
        for level in LEVELS:
            assert decide(state, seat, memory, level) == decide(state, seat, memory, level)
        assert Random(0).getstate() == before


# --- memory ----------------------------------------------------------------------------------------------------------


def test_memory_is_a_fold_over_what_was_shown():
    walk = Walk(11, seats=4, options=Options(games=2))
    for _ in walk.decisions():
        pass
    for seat in range(4):
        memory = bot.new_memory(4, seat)
        for event in walk.shown[seat]:
            kept = msgspec.json.encode(memory)
            after = bot.remember(memory, event)
            assert msgspec.json.encode(memory) == kept
            assert bot.remember(memory, event) == after
            memory = after
        assert memory == walk.memories[seat]


def test_memory_survives_being_saved_at_any_moment():
    memory = bot.new_memory(5, 2)
    walk = Walk(12, seats=5)
    for _ in walk.decisions():
        pass
    for event in walk.shown[2]:
        memory = bot.remember(msgspec.json.decode(msgspec.json.encode(memory), type=bot.Memory), event)
    assert memory == walk.memories[2]


def test_memory_stays_small_however_long_the_match():
    sizes = []
    walk = Walk(13, seats=6, options=Options(games=20))
    for _ in walk.decisions():
        sizes.append(len(msgspec.json.encode(walk.memories[0])))
    assert len(walk.shown[0]) > 1000
    assert max(sizes) < 1500


def test_memory_of_a_seat_holds_no_hidden_die():
    """Everything remembered is public: all seats remember the same but for who they are."""
    walk = Walk(14, seats=4)
    for _ in walk.decisions():
        pass
    assert len({msgspec.json.encode(replace(memory, seat=0)) for memory in walk.memories}) == 1


def test_memory_counts_doubts_and_what_was_found_under_the_cups():
    state = position([[1, 1, 4], [2, 2, 2], [5, 4, 4]])
    memory = bot.new_memory(3, 0)
    memory = bot.remember(memory, engine.Rolled(1, 1, 0, (3, 3, 3), ((1, 1, 4), None, None)))
    for seat, count, face in ((0, 2, 1), (1, 3, 2), (2, 4, 5)):
        memory = bot.remember(memory, engine.show(BidMade(seat, count, face), 0))
        state = bid(state, seat, count, face)
    for event in engine.apply(state, 0, Challenge(), chance(1)).events:
        memory = bot.remember(memory, engine.show(event, 0))
    first, second, third = memory.habits
    assert (first.faced, first.doubted) == (1, 1)
    assert (second.faced, second.doubted) == (1, 0)
    assert (first.backed, second.backed, third.backed) == (2, 3, 1)
    assert [one.shown for one in memory.habits] == [3, 3, 3]


# --- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 6, 12])
def test_a_decision_of_hard_takes_few_milliseconds(seats):
    """CPU time of each first thought about a position: at most 50 ms, and 10 ms for 99 of 100."""
    times = []
    with undisturbed():
        for state, seat, memory in Walk(21, seats=seats, options=Options(extra_set=True, games=20 // seats), wild=0.1).decisions():
            view, rng = engine.view(state, seat), Random(1)
            times.append(timed(partial(bot.choose, view, memory, "hard", rng)))
    assert len(times) > 50
    assert decides_in_time(times)
