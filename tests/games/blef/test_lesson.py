"""The lesson: every answer is judged by the engine, in four languages, and nothing can break it."""

import pytest

from games.blef import engine, lesson, words
from games.core.game import Language

LANGUAGES: tuple[Language, ...] = ("nl", "de", "en", "ne")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", range(1, lesson.STEPS + 1))
def test_every_step_has_a_right_answer_and_a_reply_to_each(step: int, language: Language) -> None:
    rights = []
    for answer, label in lesson.answers(step, language):
        shown = lesson.page_of(step, answer, language)
        assert label
        assert shown["reply"]
        rights.append(shown["right"])
    assert True in rights
    assert lesson.page_of(step, "", language)["right"] is None


def test_only_the_pair_in_the_own_hand_is_known_to_be_there() -> None:
    assert [lesson.page_of(1, answer, "en")["right"] for answer, _ in lesson.answers(1, "en")] == [True, False, False]


def test_raises_are_right_exactly_where_the_engine_takes_them() -> None:
    choice = next(choice for choice in engine.choices(lesson.position(2), lesson.ME) if choice.type == "bid")
    for answer, _ in lesson.answers(2, "en"):
        assert lesson.page_of(2, answer, "en")["right"] is (answer in choice.patterns[0]["bid"])


def test_refused_raise_is_answered_by_the_rules_reason() -> None:
    assert lesson.page_of(2, "pair:J", "de")["reply"] == words.reason("blef.bid.higher", "de")


def test_check_of_step_three_costs_the_bidder_and_the_raise_costs_the_reader() -> None:
    checked, raised = (lesson.page_of(3, answer, "en")["reveal"] for answer in ("check", "full:A,9"))
    assert checked["more"] == lesson.OWEN
    assert raised["more"] == lesson.ME


def test_hand_of_the_last_step_is_there_and_costs_the_reader() -> None:
    shown = lesson.page_of(4, "check", "en")["reveal"]
    assert not shown["wrong"]
    assert shown["more"] == lesson.ME


@pytest.mark.parametrize(("step", "answer"), [(0, "x"), (99, "check"), (2, "pair:99"), (3, "<script>"), (1, "check")])
def test_nonsense_counts_as_no_answer(step: int, answer: str) -> None:
    shown = lesson.page_of(step, answer, "en")
    assert 1 <= shown["step"] <= lesson.STEPS
    if step != 99:
        assert shown["right"] is None
