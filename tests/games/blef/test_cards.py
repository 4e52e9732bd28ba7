"""Over random matches: no card is lost or doubled, hidden ones stay hidden, and a slow reference agrees with every step.

Every set of options and every number of seats comes to an end, however it is played.
"""

from itertools import pairwise, product
from random import Random

import msgspec
import pytest

from games.blef import engine
from games.blef.engine import Bid, Check, Options
from games.blef.ladder import ladder_of
from games.blef.rounds import rest_of
from games.blef.state import Dealt, GameOver, Left, Revealed
from games.core.chance import SecretChance
from games.core.registry import game_named
from tests.games.blef.reference import held, next_with_cards, paid
from tests.games.blef.table import HIGHEST, HIGHEST_52
from tests.games.core.walks import Walk

SEEDS = [*range(10), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(10, 60))]
MANY = [range(20), *(pytest.param(range(at, at + 120), marks=pytest.mark.long) for at in range(20, 740, 120))]
"""Matches that the reference follows: some 4,000 positions in every run, over 100,000 in a long one."""


def walk(seed, trouble=0.15):
    rng = Random(seed)
    options = engine.Options(
        games=rng.randint(1, 2),
        leave_mode=rng.choice(["bot", "remove"]),
        elimination=rng.choice(["five", "stock"]),
        bid_on_rest=rng.random() < 0.5,
        poker_ranking=rng.random() < 0.3,
        ace_low=rng.random() < 0.7,
    )
    return Walk(game_named("blef"), 2 + seed % 9, options, seed, trouble)


# --- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_and_rest_are_the_pack_and_every_hand_is_as_large_as_its_count(seed):
    for state in walk(seed).states():
        pack = ladder_of(state.seats, state.options).pack
        held_now = [card for hand in state.hands for card in hand]
        assert sorted([*held_now, *rest_of(state)]) == sorted(pack)
        in_round = state.phase in ("open", "respond")
        assert [len(hand) for hand in state.hands] == (list(state.counts) if in_round else [0] * state.seats)
        assert all(list(hand) == sorted(hand, key=pack.index) for hand in state.hands)


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_change_only_by_lost_rounds_leavers_and_new_games(seed):
    for before, after in pairwise(walk(seed).moments()):
        counts = list(before.state.counts)
        for event in after.events:
            if isinstance(event, Revealed):
                changed = [seat for seat, count in enumerate(event.counts) if count != counts[seat]]
                assert {event.loser} <= set(changed) <= {event.loser, event.eliminated}
                assert event.eliminated is not None or event.counts[event.loser] == counts[event.loser] + 1
                assert [len(hand) for hand in event.hands] == counts
                counts = list(event.counts)
            if isinstance(event, Left) and event.mode == "remove" and not before.state.game_over:
                if not any(isinstance(other, GameOver) for other in after.events[: after.events.index(event)]):
                    counts[event.seat] = 0
            if isinstance(event, Dealt) and event.round == 1:
                counts = [0 if seat in after.state.removed else 1 for seat in range(len(counts))]
        assert list(after.state.counts) == counts


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_seats_view_adds_nothing_but_its_own_cards_to_the_public_one(seed):
    for state in walk(seed).states():
        public = msgspec.to_builtins(engine.view(state, None))
        assert public["own"] is None
        for seat in range(state.seats):
            view = msgspec.to_builtins(engine.view(state, seat))
            assert {**view, "own": None} == public
            assert (view["own"] or ()) == state.hands[seat]


@pytest.mark.rule("common.view.no-leak")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_rest_is_shown_only_after_a_bid_on_it(seed):
    for moment in walk(seed).moments():
        for event in moment.events:
            if isinstance(event, Revealed):
                assert (event.rest is not None) == event.bid.startswith("rest/")


# --- the reference ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("blef.truth.contain")
@pytest.mark.rule("blef.stock.tie")
@pytest.mark.rule("blef.start.left-of-dealer")
@pytest.mark.parametrize("seeds", MANY, ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}")
def test_the_reference_agrees_with_every_step(seeds):
    """Who acts next, whether a bid is true, who pays and who goes out, deals and opens: worked out a second time."""
    steps = 0
    for seed in seeds:
        losers = []
        for before, after in pairwise(walk(seed, trouble=0.03).moments()):
            steps += 1
            told = [type(event) for event in after.events]
            if Left in told:
                continue  # leaving has tests of its own
            if after.call[0] == "proceed":
                losers = [] if before.state.game_over else losers
                assert after.state.to_act == next_with_cards(after.state.counts, after.state.dealer)
            if after.call[0] in ("apply", "timeout"):
                _check_step(before.state, after.state, losers)
    assert steps > 100 * len(seeds)


def _check_step(before, after, losers):
    """`losers` of the rounds of this game so far in order; the loser of this one is added."""
    seat = before.to_act
    if len(after.bids) > len(before.bids):
        assert after.to_act == next_with_cards(before.counts, seat)
        assert after.bids[-1].seat == seat
        return
    bid, pack = before.bids[-1], ladder_of(before.seats, before.options).pack
    in_play = {card for hand in before.hands for card in hand}
    on_rest = bid.bid.startswith("rest/")
    is_true = held(bid.bid.removeprefix("rest/"), set(pack) - in_play if on_rest else in_play)
    loser = seat if is_true else bid.seat
    counts, out = paid(before.counts, loser, losers, pack=len(pack), stock=before.options.elimination == "stock")
    losers.append(loser)
    shown = after.reveal
    assert (shown.bid_true, shown.loser, list(shown.counts), shown.eliminated) == (is_true, loser, counts, out)
    goes_on = len([count for count in counts if count]) > 1
    assert shown.next_starter == (next_with_cards(counts, loser) if goes_on else None)
    assert shown.funeral == (goes_on and out == loser)
    assert after.dealer == loser


# --- every table ends ------------------------------------------------------------------------------------------------

ALL_OPTIONS = [
    {"poker_ranking": poker, "ace_low": ace, "bid_on_rest": rest, "elimination": elimination}
    for poker, ace, rest, elimination in product([False, True], [True, False], [False, True], ["five", "stock"])
]


def play(seats, options, decide):
    """A match in which `decide(state, legal bids)` makes every move; returns its result and the number of rounds."""
    chance = SecretChance(bytes(32), f"{seats}", ())
    state, rounds = engine.start(seats, Options(**options), chance).state, 1
    while engine.result(state) is None:
        if engine.due(state):
            state, rounds = engine.proceed(state, chance).state, rounds + 1
            continue
        seat, last = state.to_act, state.bids[-1].bid if state.bids else None
        action = decide(state, ladder_of(seats, state.options).above(last))
        state = (engine.apply(state, seat, action, chance) if action else engine.timeout(state, seat, chance)).state
    return engine.result(state), rounds


def _most_rounds(seats, elimination):
    """Every lost round but the last of a seat adds a card: there is a number of rounds that no game can pass."""
    return 5 * seats - 1 if elimination == "five" else 52 * seats


@pytest.mark.rule("blef.end.last-seat")
@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 7, 10])
def test_random_play_and_time_outs_alone_end_with_every_set_of_options(seats, options):
    rng = Random(seats)

    def random_move(state, legal):
        checks = not legal or (state.bids and rng.random() < 0.4)
        return Check() if checks else Bid(rng.choice(legal))

    for decide in (random_move, lambda state, legal: None):
        result, rounds = play(seats, {**options, "max_timeouts": 0}, decide)
        assert sorted(result.places) == list(range(1, seats + 1))
        assert rounds <= _most_rounds(seats, options["elimination"])


@pytest.mark.rule("blef.place")
@pytest.mark.parametrize("elimination", ["five", "stock"])
@pytest.mark.parametrize("seats", [4, 5, pytest.param(10, marks=pytest.mark.long)])
def test_the_slowest_play_ends_too(seats, elimination):
    """Everybody makes the lowest bid that is left, up to the very last one on the rest, in every round."""
    result, _ = play(seats, {"elimination": elimination, "bid_on_rest": True}, lambda state, legal: Bid(legal[0]) if legal else Check())
    assert sorted(result.places) == list(range(1, seats + 1))


@pytest.mark.rule("blef.place")
@pytest.mark.parametrize(("seats", "false"), [(2, HIGHEST), (3, HIGHEST), (6, HIGHEST_52)])
def test_the_most_rounds_there_can_be_are_played_when_losses_go_round(seats, false):
    """Each opener makes a bid that is false: it deals, and the loss moves on to its left. Nobody can lose more often."""
    result, rounds = play(seats, {}, lambda state, legal: Check() if state.bids else Bid(false))
    assert sorted(result.places) == list(range(1, seats + 1))
    assert rounds == _most_rounds(seats, "five")
