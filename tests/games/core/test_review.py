"""Looking back, for every game that offers it: verdicts are made of what may be known, agree with the truth, and have words."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from games.core.card_odds import UNLIKELY
from games.core.game import Game, Language
from games.core.registry import all_games
from games.core.review import Recall, Review, Verdict, judge
from tests.games.core.walks import Walk
from tests.law.test_claims import law

GAMES = [pytest.param(game, id=game.slug) for game in all_games() if find_spec(f"games.{game.slug}.review")]
LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
SEEDS = (3, 4)
LOOKED_AT = 60


def review_of(game: Game) -> Review:
    return import_module(f"games.{game.slug}.review")  # type: ignore[return-value]


@cache
def moments(game: Game, seed: int) -> tuple[Any, ...]:
    return tuple(Walk(game, game.default_seats, game.options(), seed, trouble=0.01).moments())


def open_states(game: Game) -> Iterator[tuple[Any, Recall]]:
    """Positions of random matches in which a claim waits for an answer and nobody has called it yet, and what was shown till then."""
    review = review_of(game)
    for seed in SEEDS:
        found = [at for at, one in enumerate(moments(game, seed)) if review.is_open(one.state)]
        found = [at for at in found if game.engine.actors(moments(game, seed)[at].state).waited is not None]
        looked, recall = set(Random(seed).sample(found, min(LOOKED_AT, len(found)))), Recall(game.engine, game.bots, game.default_seats)
        for at, one in enumerate(moments(game, seed)):
            recall.see(one.events)
            if at in looked:
                yield one.state, recall


def judged(game: Game) -> Iterator[tuple[Any, Verdict]]:
    for state, recall in open_states(game):
        decider = game.engine.actors(state).waited
        assert decider is not None
        yield state, judge(game.engine, review_of(game), state, (decider + 1) % game.default_seats, decider, recall=recall)


@pytest.mark.parametrize("game", GAMES)
def test_every_claim_that_is_made_can_be_judged(game: Game) -> None:
    """After whatever makes a claim it is open, unless the round was over at once; and there are some."""
    review = review_of(game)
    made = [one for seed in SEEDS for one in moments(game, seed) if any(review.claimant(event) is not None for event in one.events)]
    assert made
    assert sum(review.is_open(one.state) for one in made) > len(made) / 2
    assert not any(review.is_open(one.state) for seed in SEEDS for one in moments(game, seed) if game.engine.result(one.state))


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_chances_and_certainty_is_the_truth(game: Game) -> None:
    review, some = review_of(game), 0
    for state, verdict in judged(game):
        some += 1
        for chance in (verdict.own, verdict.public, verdict.call, verdict.stand):
            assert -1e-9 <= chance <= 1 + 1e-9
        assert verdict.true == review.is_true(state)
        assert not (verdict.true and verdict.own <= 0)
        assert not (verdict.true and verdict.public <= 0)
        if review.CHANCE == "true":
            assert verdict.true or verdict.own < 1
            assert verdict.true or verdict.public < 1
        else:
            assert not (verdict.true and verdict.stand <= 0)
            assert verdict.true or verdict.stand < 1
    assert some > 10


@pytest.mark.parametrize("game", GAMES)
def test_better_answer_is_the_likelier_one(game: Game) -> None:
    found = set()
    for _, verdict in judged(game):
        if review_of(game).CHANCE == "true":
            assert verdict.call == 1 - verdict.own
        elif verdict.own <= 0:
            assert verdict.stand <= UNLIKELY
        assert verdict.better == (None if abs(verdict.call - verdict.stand) < 1e-9 else "call" if verdict.call > verdict.stand else "stand")
        found.add(verdict.better)
    assert {"call", "stand"} <= found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_truth_and_answers_have_words(game: Game, language: Language) -> None:
    review = review_of(game)
    for state, _ in judged(game):
        said = review.truth(state, language)
        assert said
        assert "{" not in said
    answers = {review.answer("call", language), review.answer("stand", language)}
    assert len(answers) == 2
    assert all(answers)


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_by_seat(game: Game) -> None:
    review = review_of(game)
    for seed in SEEDS:
        for one in moments(game, seed)[:200]:
            assert len(review.hands(one.state)) == game.default_seats


@pytest.mark.parametrize("game", GAMES)
def test_rulings_name_rules_of_the_game(game: Game) -> None:
    review, known = review_of(game), set(law(f"{game.slug}."))
    rulings = {review.ruling(event) for seed in SEEDS for one in moments(game, seed) for event in one.events} - {None}
    assert rulings
    assert rulings <= known
