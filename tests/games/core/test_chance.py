"""Chance: unbiased, the same for the same secret everywhere, and repeatable from the log."""

import hashlib
import hmac
from collections import Counter
from itertools import islice, permutations

import pytest

from games.core.chance import Draw, RecordedChance, SecretChance, _below, commitment

SECRET = bytes(range(32))


def chance(secret=SECRET, match="test-match", parts=("a", "", "β")):
    return SecretChance(secret, match, parts)


# --- the same everywhere ---------------------------------------------------------------------------------------------


def test_vectors():
    """Whoever writes a checker of their own gets these numbers."""
    draws = chance()
    assert draws.throws("game 1 / round 1 / roll", sides=6, count=20) == (2, 2, 3, 0, 1, 3, 5, 0, 3, 3, 5, 2, 2, 5, 1, 4, 3, 5, 2, 4)
    assert draws.lot("match / opener", size=5) == 1
    assert draws.shuffle("game 1 / deal", size=10) == (2, 8, 5, 4, 9, 3, 6, 0, 7, 1)
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_a_throw_is_the_remainder_of_words_of_hmac_sha256():
    """Written down a second time: HMAC(secret, JSON of match and parts, purpose, block number), words of four bytes."""
    words = []
    for block in range(3):
        message = f'["test-match",["a","","β"]]\ngame 1 / round 1 / roll\n{block}'
        digest = hmac.new(SECRET, message.encode(), hashlib.sha256).digest()
        words += [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    assert all(word < (1 << 32) - (1 << 32) % 6 for word in words)
    assert chance().throws("game 1 / round 1 / roll", sides=6, count=24) == tuple(word % 6 for word in words)


@pytest.mark.parametrize(
    "other",
    [
        chance(secret=bytes(32)),
        chance(match="another"),
        chance(parts=("a", "", "b")),
        chance(parts=("a", "")),
        chance(parts=("", "a", "β")),
    ],
)
def test_secret_match_parts_and_their_seats_all_matter(other):
    assert other.throws("roll", sides=6, count=40) != chance().throws("roll", sides=6, count=40)


def test_each_purpose_has_a_stream_of_its_own():
    """What was drawn before for another purpose does not matter."""
    late = chance()
    late.throws("game 1 / round 1 / roll", sides=6, count=30)
    assert late.throws("game 1 / round 2 / roll", sides=6, count=9) == chance().throws("game 1 / round 2 / roll", sides=6, count=9)
    assert late.throws("game 1 / round 1 / roll", sides=6, count=30) != late.throws("game 1 / round 2 / roll", sides=6, count=30)


# --- unbiased --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("common.random.server")
def test_words_past_the_last_whole_multiple_are_thrown_away():
    top = 1 << 32
    assert top % 6 == 4
    assert _below(iter([top - 1, top - 4, top - 5, 7]), 6) == (top - 5) % 6
    assert _below(iter([top - 1]), 4) == 3  # nothing to throw away where the size divides


@pytest.mark.rule("common.random.server")
def test_faces_come_equally_often():
    """60,000 throws of a fixed secret: chi-square with 5 degrees of freedom, 1 in 1,000 beyond 20.5."""
    seen = Counter(chance().throws("many", sides=6, count=60_000))
    assert sum((seen[face] - 10_000) ** 2 / 10_000 for face in range(6)) < 20.5


@pytest.mark.rule("common.random.server")
def test_orders_come_equally_often():
    """2,400 shuffles of four things: chi-square with 23 degrees of freedom, 1 in 1,000 beyond 49.7."""
    draws = chance()
    seen = Counter(draws.shuffle(f"deal {number}", size=4) for number in range(2_400))
    assert set(seen) == set(permutations(range(4)))
    assert sum((times - 100) ** 2 / 100 for times in seen.values()) < 49.7


def test_lots_come_equally_often():
    draws = chance()
    seen = Counter(draws.lot(f"lot {number}", size=3) for number in range(3_000))
    assert sum((seen[seat] - 1_000) ** 2 / 1_000 for seat in range(3)) < 13.8


# --- the log ---------------------------------------------------------------------------------------------------------


def test_every_draw_is_logged_with_its_outcome():
    draws = chance()
    thrown = draws.throws("roll", sides=6, count=3)
    picked = draws.lot("opener", size=4)
    order = draws.shuffle("deal", size=5)
    assert draws.draws == [
        Draw("roll", "throws", 6, 3, thrown),
        Draw("opener", "lot", 4, 1, (picked,)),
        Draw("deal", "shuffle", 5, 5, order),
    ]


def test_a_log_repeats_its_draws_without_the_secret():
    draws = chance()
    told = [draws.throws("roll", sides=6, count=3), draws.lot("opener", size=4), draws.shuffle("deal", size=5)]
    again = RecordedChance(draws.draws)
    assert [again.throws("roll", sides=6, count=3), again.lot("opener", size=4), again.shuffle("deal", size=5)] == told
    assert again.draws == draws.draws


@pytest.mark.parametrize(
    "ask",
    [
        lambda log: log.throws("another", sides=6, count=3),
        lambda log: log.throws("roll", sides=6, count=4),
        lambda log: log.throws("roll", sides=5, count=3),
        lambda log: log.lot("roll", size=6),
        lambda log: log.shuffle("roll", size=6),
    ],
)
def test_a_log_refuses_what_it_does_not_hold(ask):
    with pytest.raises(ValueError, match="asked for"):
        ask(RecordedChance([Draw("roll", "throws", 6, 3, (0, 1, 2))]))


def test_a_log_that_has_ended_says_so():
    with pytest.raises(ValueError, match="no further draw"):
        RecordedChance([]).lot("opener", size=2)


def test_a_stream_goes_on_over_blocks():
    """A digest gives eight words; the ninth comes from the next block and is no repetition."""
    words = list(islice(chance()._words("long"), 32))
    assert len(set(words)) == 32
