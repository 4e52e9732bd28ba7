"""The lesson: every answer is judged by the engine, in four languages, and nothing can break it."""

import pytest

from games.blufpoker import engine, lesson, words
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
    assert {True, False} == set(rights)
    assert lesson.page_of(step, "", language)["right"] is None


def test_claims_are_right_exactly_where_the_engine_takes_them() -> None:
    choice = next(choice for choice in engine.choices(lesson.position(2), lesson.ME) if choice.type == "claim")
    for answer, _ in lesson.answers(2, "en"):
        assert lesson.page_of(2, answer, "en")["right"] is (int(answer) in choice.patterns[0]["value"])


@pytest.mark.parametrize(("answer", "rule"), [("421", "blufpoker.claim.higher"), ("640", "blufpoker.claim.values")])
def test_a_refused_claim_is_answered_by_the_rules_reason(answer: str, rule: str) -> None:
    assert lesson.page_of(2, answer, "de")["reply"] == words.reason(rule, "de")


def test_doubt_costs_owen_in_step_three_and_the_reader_in_step_four() -> None:
    third, fourth = (lesson.page_of(step, "doubt", "en") for step in (3, 4))
    assert third["reveal"]["wrong"]
    assert "Owen" in third["reveal"]["cost"]
    assert not fourth["reveal"]["wrong"]
    assert "you" in fourth["reveal"]["cost"]


@pytest.mark.parametrize("step", [3, 4])
def test_believing_lets_the_reader_look(step: int) -> None:
    assert lesson.page_of(step, "", "en")["dice"] == []
    assert lesson.page_of(step, "accept", "en")["dice"] == [str(die) for die in lesson.position(step).dice]


@pytest.mark.parametrize(("step", "answer"), [(0, "x"), (99, "nothing"), (2, "652"), (3, "<script>"), (1, "9")])
def test_nonsense_counts_as_no_answer(step: int, answer: str) -> None:
    shown = lesson.page_of(step, answer, "en")
    assert 1 <= shown["step"] <= lesson.STEPS
    assert shown["right"] is None
