"""The solver of rounds: against known values, against a perfect opponent, and the tables as shipped."""

from itertools import pairwise

import numpy as np
import pytest

from games.blufpoker import tables
from games.blufpoker.odds import at_least, attempt, spread
from games.blufpoker.solve import __main__ as build
from games.blufpoker.solve.check import beaten_by
from games.blufpoker.solve.local import People, Worth, solve
from games.blufpoker.solve.round import Round, Table
from games.blufpoker.tables import AGAIN, Node, Rules
from games.blufpoker.values import VALUES

ALL = [Rules(sixes, three) for sixes in (False, True) for three in (False, True)]


PLAIN = Rules(False, False)


def solved(rules=PLAIN, turns=150, passes=1, **table):
    game = Round(rules, (Table(**{"seats": 2, "loser_starts": False, "people": 0.0, **table}),))
    for _ in range(passes):
        game.run(turns)
    return game


# --- one throw and one answer ----------------------------------------------------------------------------------------


def test_a_game_of_two_cards_is_solved_as_known():
    """A high or a low card, one bet of 1 over stakes of 1: the low card bluffs a third of the time, the bet is doubted two thirds."""
    doubted = np.array([[[-2.0, -1.0], [2.0, -1.0]]])
    accepted = np.array([[[1.0, -1.0], [1.0, -1.0]]])
    nobody = People(np.full((2, 2), 0.5), np.zeros((1, 2)), np.zeros(1))
    found = solve(np.array([[0.5, 0.5]]), Worth((doubted, -doubted), (accepted, -accepted)), None, nobody, 4000).of(0)
    assert found.claims[1, 0] == pytest.approx(1, abs=0.01)
    assert found.claims[0, 0] == pytest.approx(1 / 3, abs=0.02)
    assert found.doubts[0] == pytest.approx(2 / 3, abs=0.02)


# --- rounds ----------------------------------------------------------------------------------------------------------


def test_the_starter_of_a_round_of_two_wins_64_percent():
    assert solved().values[Node(0, 0, 1)][0].loses[1] == pytest.approx(0.639, abs=0.006)


def test_starting_is_good_so_it_counts_who_starts_next():
    game = solved(passes=3, turns=60)
    assert game.starts[0][0] > 0.1
    assert sum(game.starts[0]) == pytest.approx(0, abs=1e-9)


def test_a_higher_claim_to_beat_is_worse():
    game = solved(turns=100)
    worth = [game.values[Node(floor, 0, 1)][0].worth[0] for floor in range(len(VALUES))]
    assert all(later <= earlier + 0.02 for earlier, later in pairwise(worth))
    assert worth[-1] == pytest.approx(2 * at_least(666) - 1, abs=1e-6)


def test_who_believes_666_goes_for_three_throws():
    game = solved(Rules(True, False), turns=5)
    assert game.accepted(0, len(VALUES) - 1, 0, 2).loses == pytest.approx([attempt(), 1 - attempt()])


def test_what_everybody_gets_sums_to_one_point():
    game = solved(Rules(True, True), turns=3, seats=3, people=0.5)
    for node, values in game.values.items():
        assert sum(values[0].loses) == pytest.approx(1), node
        assert sum(values[0].worth) == pytest.approx(sum(game.starts[0]), abs=1e-6), node


# --- the tables as shipped -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loser_starts", [False, True])
def test_what_hard_plays_against_a_stranger_is_nearly_unbeatable(loser_starts):
    """Points of a round between -1 and 1: a perfect opponent wins less than one round in a hundred more."""
    assert beaten_by(loser_starts) < 0.015


@pytest.mark.parametrize("rules", ALL)
def test_every_kind_of_table_is_there(rules):
    assert set(tables.load(rules)) == {(seats, loser_starts) for seats in range(2, 7) for loser_starts in (False, True)}


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("seats", [2, 6])
def test_every_claim_of_a_table_is_legal_and_all_that_can_be_thrown_is_in_it(rules, seats):
    table = tables.solution(rules, seats, False)
    for node in tables.nodes(rules):
        for throw, chance in enumerate(spread(node.aside)):
            row = table.claims(node, throw)
            if chance or node.throw == 3:
                assert sum(row.values()) == pytest.approx(1)
            assert all(node.floor <= claim < len(VALUES) or (claim == AGAIN and node.throw < rules.throws) for claim in row)
        assert sum(table.outcome(node).loses) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("rules", ALL)
def test_what_a_claim_tells_of_the_cup_is_a_chance(rules):
    table = tables.solution(rules, 3, False)
    for node in tables.nodes(rules)[::7]:
        for claim in range(node.floor, len(VALUES), 5):
            cup = table.cup(node, claim, 0.9)
            assert sum(cup) == pytest.approx(1)
            assert not any(chance for chance, fair in zip(cup, spread(node.aside), strict=True) if not fair)


def test_the_tables_are_what_the_script_makes(tmp_path, monkeypatch):
    """The smallest file built anew in few turns: the same form, and values near those of the shipped tables."""
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    monkeypatch.setattr(build, "all_tables", lambda: (Table(2, False, 0.02),))
    build.main(["plain", "--turns", "60"])
    made = tables.load(Rules(False, False), tmp_path)[2, False]
    shipped = tables.solution(Rules(False, False), 2, False)
    assert made.keys() == set(tables.nodes(Rules(False, False)))
    assert made[Node(0, 0, 1)].outcome.loses == pytest.approx(shipped.outcome(Node(0, 0, 1)).loses, abs=0.03)


def test_tables_are_small():
    assert sum(path.stat().st_size for path in tables.FOLDER.iterdir()) < 4_000_000


# --- files that do not fit -------------------------------------------------------------------------------------------


def spoiled(tmp_path, old, new):
    line, _, data = (tables.FOLDER / "plain.bin").read_bytes().partition(b"\n")
    assert old in line
    (tmp_path / "plain.bin").write_bytes(line.replace(old, new) + b"\n" + data)
    return tmp_path


def test_a_copy_of_the_tables_can_be_read(tmp_path):
    assert len(tables.load(Rules(False, False), spoiled(tmp_path, b"version", b"version"))) == 10


@pytest.mark.parametrize(
    ("old", "new"), [(b'"version":1', b'"version":0'), (b'"sixes":false', b'"sixes":true'), (b'"ladder":', b'"ladder":1')]
)
def test_tables_for_other_values_options_or_versions_are_refused(tmp_path, old, new):
    with pytest.raises(tables.WrongTables):
        tables.load(Rules(False, False), spoiled(tmp_path, old, new))


def test_tables_of_the_wrong_length_are_refused():
    rules = Rules(False, False)
    page = ([0.5], [{0: 1.0}] + [{}] * (len(VALUES) - 1), tables.Outcome((0.0, 0.0), (0.5, 0.5)))
    with pytest.raises(tables.WrongTables):
        tables.unpack(rules, 2, tables.pack([page]))
    with pytest.raises(tables.WrongTables):
        tables.unpack(rules, 2, tables.pack([page] * len(VALUES)))
