"""The solver of heads-up rounds: against known values, and against a perfect opponent."""

from itertools import product

import numpy as np
import pytest

from games.liars_dice import engine, tables
from games.liars_dice.abstraction import hands
from games.liars_dice.ladder import FACES, ladder, number
from games.liars_dice.solve import __main__ as build
from games.liars_dice.solve.best_response import BestResponse, exploitability
from games.liars_dice.solve.cfr import Round
from games.liars_dice.solve.check import beaten_by
from games.liars_dice.solve.plan import plan, round_payoff
from tests.games.liars_dice.table import ANY, position

WHOLE = 100
"""More rungs than any ladder here has."""


def one_die_each(kind="last3", turns=60, **more):
    game = Round((1, 1), kind, WHOLE, round_payoff((1, 1), {}, "difference"), **more)
    return game, game.solve(turns)


def test_starter_with_one_die_each_wins_35_of_72():
    """Bounded from both sides by exact best responses, so by no more than the solver's own word."""
    game, policy = one_die_each(turns=50)
    least = 1 - BestResponse(game, policy, 1).value()
    most = BestResponse(game, policy, 0).value()
    assert least <= 35 / 72 <= most
    assert most - least < 0.03
    assert game.value(policy) == pytest.approx(35 / 72, abs=0.003)


def test_with_stars_above_their_double_as_in_perudo_the_starter_wins_17_of_36():
    """The published figure holds for the order in which exactly twice as many dice do not beat stars."""
    steps = sorted(ladder(2), key=lambda bid: 6 * bid[0] + bid[1] if bid[1] else 12 * bid[0] + 5.5)
    game, policy = one_die_each(steps=steps, turns=50)
    assert game.value(policy) == pytest.approx(17 / 36, abs=0.003)
    assert exploitability(game, policy) < 0.005


def test_more_turns_are_beaten_by_less():
    beaten = [exploitability(*one_die_each(turns=turns)) for turns in (2, 8, 30)]
    assert beaten == sorted(beaten, reverse=True)
    assert beaten[-1] < 0.02 < beaten[0]


def test_best_response_finds_what_a_fool_gives_away():
    """Who never doubts loses to the highest bid that is true, and who always doubts to a bid on the own die."""
    game, _ = one_die_each(turns=1)
    doubts = [[np.zeros_like(each) for each in seat] for seat in game.policy]
    for seat in doubts:
        for group, each in zip(game.groups, seat, strict=True):
            each[:, :, 0] = 1  # the doubt, and for the opener the lowest bid
            assert each.shape[2] == group.raises + group.doubt
    assert BestResponse(game, doubts, 0).value() == pytest.approx(1)


@pytest.mark.parametrize("dice", [(1, 2), (2, 1)])
def test_payoffs_are_those_of_the_engine(dice):
    """Every bid, hand and seat: who wins the game, or who opens the next round with how many dice."""
    values = {(1, 1): 0.25, (2, 1): 0.6, (1, 2): 0.1}
    payoff = round_payoff(dice, values, "difference")
    for bidder, count, face in product((0, 1), range(1, 4), FACES):
        for own, other in product(hands(dice[0])[::2], hands(dice[1])[::3]):
            shown = [[FACES[face] for face in hand] for hand in (own, other)]
            step = engine.apply(position(shown, (bidder, count, face)), 1 - bidder, engine.Challenge(), ANY)
            there = step.state.reveal.count
            if step.state.result:
                expected = float(step.state.result.places[0] == 1)
            else:
                opener = step.state.starter
                chance = values[step.state.counts[opener], step.state.counts[1 - opener]]
                expected = chance if opener == 0 else 1 - chance
            assert payoff(1 - bidder, count, there) == expected


def test_counts_by_hand_are_those_of_the_engine():
    game, _ = one_die_each(turns=1)
    for bid, (seat, own, other) in product(range(12), product((0, 1), range(6), range(6))):
        count, face = ladder(2)[bid]
        dice = [[FACES[own]], [FACES[other]]] if seat == 0 else [[FACES[other]], [FACES[own]]]
        state = engine.apply(position(dice, (1 - seat, count, FACES[face])), seat, engine.Challenge(), ANY).state
        assert game.doubts[seat][bid][own, other] == (state.result.places[0] == 1)


# --- the tables as shipped -------------------------------------------------------------------------------------------


def values(loss):
    return {dice: table.size.value for dice, table in tables.load(loss).items()}


@pytest.mark.parametrize("loss", tables.LOSSES)
def test_what_hard_plays_with_one_die_each_is_nearly_unbeatable(loss):
    assert values(loss)[1, 1] == pytest.approx(35 / 72, abs=0.001)
    assert beaten_by((1, 1), values(loss), loss) < 0.005


@pytest.mark.long
@pytest.mark.parametrize("loss", tables.LOSSES)
@pytest.mark.parametrize("dice", [(1, 2), (2, 1)])
def test_what_hard_plays_with_three_dice_is_hard_to_beat(dice, loss):
    assert beaten_by(dice, values(loss), loss) < 0.012


def test_the_tables_are_what_the_script_makes(tmp_path, monkeypatch):
    """The smallest size built anew in few turns: the same form, and values near those of the shipped tables."""
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    build.main(["one", "--most", "2", "--speed", "10"])
    made = tables.load("one", tmp_path)
    assert set(made) == {(1, 1)}
    for dice, table in made.items():
        shipped = tables.load("one")[dice].size
        assert (table.size.kind, table.size.rungs) == (shipped.kind, shipped.rungs) == plan(dice)[:2]
        assert table.size.value == pytest.approx(shipped.value, abs=0.02)


def test_faces_have_one_number_each():
    assert [number(face) for face in FACES] == list(range(6))
