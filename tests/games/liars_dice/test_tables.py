"""The heads-up tables: their files, what is looked up in them, and that they fit the rules of today."""

import msgspec
import pytest

from games.liars_dice import tables
from games.liars_dice.abstraction import KINDS, hand_chance, hands, key_of, key_places, keys, next_key
from games.liars_dice.ladder import ladder, places

SIZES = [(loss, dice) for loss in tables.LOSSES for dice in tables.load(loss)]


@pytest.mark.parametrize(("loss", "dice"), SIZES)
def test_every_action_of_a_table_is_legal_and_has_weight(loss, dice):
    table = tables.load(loss)[dice]
    top = len(ladder(sum(dice))) - 1
    for part in table.parts:
        assert 0 not in part.weights
        for place, key in enumerate(keys(table.size.kind, sum(dice), table.size.rungs)):
            actions = part.actions[part.starts[place] : part.starts[place + 1]]
            assert key or tables.DOUBT not in actions, "the opener cannot doubt"
            assert (key[-1] if key else -1) + max(actions, default=0) <= top


@pytest.mark.parametrize(("loss", "dice"), SIZES)
def test_the_opening_is_known_for_every_hand(loss, dice):
    table = tables.load(loss)[dice]
    assert all(tables.row(table, 0, [], hand) for hand in hands(dice[0]))


def test_difference_has_every_size_and_one_the_small_ones():
    assert set(tables.load("difference")) == {(own, other) for own in range(1, 6) for other in range(1, 6)}
    assert {dice for dice in tables.load("difference") if sum(dice) <= 5} == set(tables.load("one"))


def test_with_many_dice_one_way_to_lose_them_serves_both():
    assert tables.table_for("one", (5, 5)) is tables.load("difference")[5, 5]
    assert tables.table_for("one", (2, 3)) is tables.load("one")[2, 3]
    assert tables.table_for("one", (6, 5)) is None


def test_tables_are_small():
    assert sum(path.stat().st_size for path in tables.FOLDER.iterdir()) < 3_000_000


def test_more_dice_than_the_other_are_never_worse():
    for loss in tables.LOSSES:
        value = {dice: table.size.value for dice, table in tables.load(loss).items()}
        for own, other in value:
            if (own + 1, other) in value:
                assert value[own + 1, other] > value[own, other]
            if (own, other + 1) in value:
                assert value[own, other + 1] < value[own, other]


def test_a_row_is_found_where_it_was_packed():
    size = tables.Size((1, 1), "last2", 12, 0.5, 0)
    every = [(key, hand) for key in keys("last2", 2, 12) for hand in hands(1)]
    rows = [[(at % 7 + 1, 1 + at % 200)] * (at % 3) for at in range(len(every))]
    table = tables._unpack(size, tables.pack([rows, rows[::-1]]))
    for (key, hand), row, other in zip(every, rows, rows[::-1], strict=True):
        assert list(tables.row(table, 0, key, hand)) == row
        assert list(tables.row(table, 1, key, hand)) == other


def test_bids_beyond_the_rungs_are_not_in_the_table():
    table = tables.load("difference")[5, 5]
    assert table.size.rungs < len(ladder(10))
    assert tables.row(table, 1, [table.size.rungs], (1, 1, 1, 1, 1)) == ()


# --- files that do not fit -------------------------------------------------------------------------------------------


def spoiled(tmp_path, **changes):
    line, _, data = (tables.FOLDER / "one.bin").read_bytes().partition(b"\n")
    header = msgspec.json.decode(line, type=tables.Header)
    (tmp_path / "one.bin").write_bytes(msgspec.json.encode(msgspec.structs.replace(header, **changes)) + b"\n" + data)
    return tmp_path


def test_a_copy_of_the_tables_can_be_read(tmp_path):
    assert set(tables.load("one", spoiled(tmp_path))) == set(tables.load("one"))


@pytest.mark.parametrize("changes", [{"version": 0}, {"loss": "difference"}, {"ladders": {2: 1}}])
def test_tables_for_another_ladder_or_version_are_refused(tmp_path, changes):
    with pytest.raises(tables.WrongTables):
        tables.load("one", spoiled(tmp_path, **changes))


def test_tables_of_the_wrong_length_are_refused(tmp_path):
    sizes = tuple(table.size for table in tables.load("one").values())
    wrong = (msgspec.structs.replace(sizes[0], rungs=sizes[0].rungs - 1), *sizes[1:])
    with pytest.raises(tables.WrongTables):
        tables.load("one", spoiled(tmp_path, sizes=wrong))


# --- what is told apart ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2, 5])
def test_hands_have_the_chances_of_a_throw(dice):
    assert sum(map(hand_chance, hands(dice))) == pytest.approx(1)
    assert hand_chance((0,) * dice) == pytest.approx(6**-dice)
    assert hand_chance((1, 2)) == pytest.approx(2 / 36)


@pytest.mark.parametrize("kind", [*KINDS, "last4"])
def test_a_key_follows_from_the_key_before_and_the_bid(kind):
    total, bids, key = 3, [0, 3, 4, 9, 12, 17], ()
    for made, bid in enumerate(bids, 1):
        key = next_key(kind, total, key, bid)
        assert key == key_of(kind, total, bids[:made])
        assert key in key_places(kind, total, 18)


@pytest.mark.parametrize("kind", [*KINDS, "last4"])
def test_keys_after_one_key_stand_together(kind):
    place = key_places(kind, 3, 18)
    for key in keys(kind, 3, 18):
        after = [place[next_key(kind, 3, key, bid)] for bid in range(key[-1] + 1 if key else 0, 18)]
        assert after == list(range(after[0], after[0] + len(after))) if after else True


def test_places_follow_the_ladder():
    assert [places(4)[bid] for bid in ladder(4)] == list(range(24))
