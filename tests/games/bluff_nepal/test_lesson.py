"""The lesson: every answer is judged by the engine, in four languages, and nothing can break it."""

import pytest

from games.bluff_nepal import engine, lesson, words
from games.bluff_nepal.rounds import deck
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


@pytest.mark.parametrize("step", range(1, lesson.STEPS + 1))
def test_every_table_of_the_lesson_has_each_card_once(step: int) -> None:
    state = lesson.position(step)
    cards = [*state.set_aside, *(card for hand in state.hands for card in hand), *(card for lay in state.pile for card in lay.cards)]
    assert sorted(cards) == sorted(deck(jokers=False))


def test_what_the_rules_refuse_is_answered_by_their_reason() -> None:
    assert lesson.page_of(1, "pass", "de")["reply"] == words.reason("bluff_nepal.lead.any-rank", "de")
    assert lesson.page_of(2, "other", "ne")["reply"] == words.reason("bluff_nepal.follow.same-rank", "ne")


def test_calling_turns_over_a_lie_and_letting_go_shows_nothing() -> None:
    for step, layer in ((3, lesson.OWEN), (4, lesson.NORA)):
        called, gone = (lesson.page_of(step, answer, "en") for answer in ("call", "let_go"))
        assert called["reveal"]["wrong"]
        assert called["reveal"]["to"] == layer
        assert called["pile"] == 0
        assert (gone["reveal"], gone["right"]) == (None, False)


def test_last_cards_that_are_let_go_have_won() -> None:
    state = engine.apply(lesson.position(4), lesson.ME, lesson._ANSWERS[4]["let_go"], None).state  # type: ignore[arg-type]
    assert state.result is not None
    assert state.result.places[lesson.NORA] == 1


@pytest.mark.parametrize(("step", "answer"), [(0, "x"), (99, "lay"), (2, "3x9"), (3, "<script>"), (1, "call")])
def test_nonsense_counts_as_no_answer(step: int, answer: str) -> None:
    shown = lesson.page_of(step, answer, "en")
    assert 1 <= shown["step"] <= lesson.STEPS
    assert shown["right"] is None
