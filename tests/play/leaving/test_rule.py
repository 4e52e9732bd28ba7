"""How leaving adds up: the steps, the way back, and what does not count."""

from datetime import UTC, datetime, timedelta

from games.play.leaving.rule import FORGET, REPAIR, STEPS, Told, standing

START = datetime(2030, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def endings(hows: str) -> list[Told]:
    """One an hour: `l` left, `s` stayed, `e` excused."""
    names = {"l": "left", "s": "stayed", "e": "excused"}
    return [Told(number, names[how], START + number * HOUR) for number, how in enumerate(hows)]


def step_after(hows: str) -> int:
    return standing(endings(hows), START + len(hows) * HOUR).step


def test_each_leaving_goes_one_step_up_and_the_last_step_stays():
    found = standing(endings("l" * 7), START + 7 * HOUR)
    assert [one.step for one in found.cool_downs] == [1, 2, 3, 4, 5, 5, 5]
    assert [one.until - (START + one.match_id * HOUR) for one in found.cool_downs] == [*STEPS, STEPS[-1], STEPS[-1]]
    assert list(STEPS) == sorted(set(STEPS))


def test_three_finished_matches_take_one_step_back_and_leaving_begins_anew():
    assert REPAIR == 3
    assert [step_after(hows) for hows in ("ll", "llss", "llsss", "llssssss", "llsssssss", "llssls", "llssl")] == [2, 2, 1, 0, 0, 3, 3]
    assert standing(endings("llss"), START + 4 * HOUR).to_repair == 1
    assert standing(endings("sss"), START + 4 * HOUR).to_repair == 0


def test_excused_endings_change_nothing():
    assert standing(endings("eee"), START + 9 * HOUR).cool_downs == ()
    assert [step_after(hows) for hows in ("le", "lseses")] == [1, 0]


def test_a_week_without_leaving_takes_one_step_back():
    told = endings("ll")
    last = told[-1].at
    just_before, then = last + FORGET - timedelta(seconds=1), last + FORGET
    assert [standing(told, moment).step for moment in (just_before, then, then + FORGET)] == [2, 1, 0]
    later = Told(9, "left", then + HOUR)
    assert standing([*told, later], later.at).cool_downs[-1].step == 2


def test_the_order_of_the_endings_makes_no_difference_and_the_future_does_not_count():
    told = endings("lslel")
    now = START + 9 * HOUR
    assert standing(told[::-1], now) == standing(told, now)
    assert standing(told, START + HOUR) == standing(told[:2], START + HOUR)
