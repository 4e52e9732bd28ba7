"""The lesson: every answer is judged by the engine, in four languages, and nothing can break it."""

import pytest

from games.core.game import Language
from games.liars_dice import engine, lesson, words
from games.liars_dice.state import Challenge

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


def test_raises_are_right_exactly_where_the_engine_takes_them() -> None:
    choice = next(choice for choice in engine.choices(lesson.position(2), lesson.ME) if choice.type == "bid")
    for answer, _ in lesson.answers(2, "en"):
        bid = lesson._bid(answer)
        legal = any(
            pattern["face"] == bid.face and pattern["count"]["min"] <= bid.count <= pattern["count"]["max"] for pattern in choice.patterns
        )
        assert lesson.page_of(2, answer, "en")["right"] is legal


def test_refused_raise_is_answered_by_the_rules_reason() -> None:
    assert lesson.page_of(2, "3x2", "de")["reply"] == words.reason("liars_dice.bid.raise", "de")
    assert lesson.page_of(2, "1x*", "de")["reply"] == words.reason("liars_dice.bid.to-stars", "de")


def test_doubt_of_step_three_costs_the_bidder_and_the_raise_costs_the_reader() -> None:
    doubted, raised = (lesson.page_of(3, answer, "en")["reveal"] for answer in ("doubt", "10x5"))
    assert doubted["losses"][lesson.OWEN] > 0
    assert raised["losses"][lesson.ME] > 0


def test_last_step_is_met_exactly() -> None:
    state = engine.apply(lesson.position(4), lesson.ME, Challenge(), None).state  # type: ignore[arg-type]
    assert state.reveal is not None
    assert state.reveal.case == "exact"


@pytest.mark.parametrize(("step", "answer"), [(0, "x"), (99, "doubt"), (2, "3x9"), (3, "<script>"), (1, "9")])
def test_nonsense_counts_as_no_answer(step: int, answer: str) -> None:
    shown = lesson.page_of(step, answer, "en")
    assert 1 <= shown["step"] <= lesson.STEPS
    if step != 99:
        assert shown["right"] is None
