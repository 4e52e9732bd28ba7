"""The lesson: every answer is judged by the engine, in four languages, and nothing can break it."""

import pytest

from games.bluffen import engine, lesson, words
from games.bluffen.state import Accept, Challenge, Lay
from games.core.game import Language
from tests.games.bluffen.table import may

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
def test_positions_are_such_as_can_come_about(step: int) -> None:
    """No card twice, one lay after the other clockwise, and the reader may answer the claim."""
    state = lesson.position(step)
    cards = [card for hand in state.hands for card in hand] + [card for play in state.pile for card in play.cards or ()]
    assert len(cards) == len(set(cards))
    seats = [play.seat for play in state.pile]
    assert all((one + 1) % 3 == other for one, other in zip(seats, [*seats[1:], lesson.ME], strict=True))
    assert may(state, lesson.ME, Challenge())
    assert may(state, lesson.ME, Accept()) is (step == 4)
    assert engine.view(state, lesson.ME).phase == ("answer_last" if step == 4 else "respond")


def test_a_bluff_is_a_legal_lay_and_passing_is_refused_by_the_rules_reason() -> None:
    assert all(may(lesson.position(2), lesson.ME, Lay((answer,))) for answer in ("3S", "8H"))
    assert lesson.page_of(2, "3S", "nl")["right"] is True
    assert lesson.page_of(2, "accept", "nl")["reply"] == words.reason("bluffen.turn.no-pass", "nl")


@pytest.mark.parametrize(("step", "wrong"), [(2, False), (3, True), (4, True)])
def test_a_doubt_turns_over_what_the_text_says(step: int, wrong: bool) -> None:
    reveal = lesson.page_of(step, "doubt", "en")["reveal"]
    assert reveal["wrong"] is wrong
    assert reveal["to"] == (lesson.NORA if wrong else lesson.ME)


def test_the_reader_knows_of_twelve_spades_in_the_third_step() -> None:
    state = lesson.position(3)
    own = [*state.hands[lesson.ME], *(card for play in state.pile if play.seat == lesson.ME for card in play.cards or ())]
    assert sum(card.endswith("S") for card in own) == 12
    assert state.pile[-1].cards != ("KS",)


def test_accepting_the_last_card_loses_to_it() -> None:
    after = engine.apply(lesson.position(4), lesson.ME, Accept(), None).state  # type: ignore[arg-type]
    assert after.outs == (lesson.NORA,)


@pytest.mark.parametrize(("step", "answer"), [(0, "x"), (99, "3S"), (2, "9S"), (3, "<script>"), (1, "doubt")])
def test_nonsense_counts_as_no_answer(step: int, answer: str) -> None:
    shown = lesson.page_of(step, answer, "en")
    assert 1 <= shown["step"] <= lesson.STEPS
    assert shown["right"] is None
