"""The pages of a review for every game: light, whole, and in order."""

import re
from functools import cache
from typing import Any

import msgspec
import pytest

from games.core.game import Game, Language
from games.core.registry import all_games
from games.core.replay import Entry
from games.play import render, review
from tests.games.core.walks import Walk

GAMES = [pytest.param(game, id=game.slug) for game in all_games()]
LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla", "Deepa", "Emil", "Fenna", "Ruby", "Theo", "Nora", "Owen", "Mira", "Jonas")
MOST_BYTES = 135_000
"""Of the steps of one page; with the frame around it that stays under 150 kB."""


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@cache
def log(game: Game, seats: int) -> tuple[Entry, ...]:
    """A random match as its record has it."""
    entries = []
    for number, moment in enumerate(Walk(game, seats, game.options(), 11, trouble=0.01).moments(), start=1):
        name, *rest = moment.call
        action = plain(rest[1]) if name == "apply" else {"type": name}
        seat = rest[0] if name in ("apply", "timeout", "leave", "rejoin") else None
        entries.append(Entry(number=number, seat=seat, by="bot", action=action, draws=moment.draws, events=plain(moment.events)))
    return tuple(entries)


@cache
def played(game: Game, seats: int) -> review.Played:
    found = review.replayed(game, seats, plain(game.options()), log(game, seats))
    assert found is not None
    return found


def sizes(game: Game) -> tuple[int, ...]:
    return (game.seats[0], game.default_seats)


def html(game: Game, found: review.Played, page: int, language: Language, *, hands: bool) -> str:
    parts = review.parts_of(game, found, page, NAMES, language, hands=hands)
    with render.translation.override(language):
        template = render.template("play/review.jinja", language, language == "ne")
        made = {"parts": parts, "games": 1, "hands": hands}
        return template.render(review=made, slug=game.slug, d=render.digits_of(language == "ne"))


@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_light_in_every_language(game: Game) -> None:
    for seats in sizes(game):
        found = played(game, seats)
        for page in range(1, len(found.pages) + 1):
            language = LANGUAGES[page % len(LANGUAGES)]
            assert len(html(game, found, page, language, hands=True).encode()) < MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_every_event_that_all_saw_is_on_one_page_in_order(game: Game) -> None:
    found = played(game, game.default_seats)
    numbers = [step.entry.number for page in found.pages for part in page for step in part.steps]
    assert numbers == sorted(set(numbers))
    events = {entry.number for entry in log(game, game.default_seats) if entry.events}
    assert set(numbers) <= events
    assert set(found.verdicts) <= set(numbers)


@pytest.mark.parametrize("game", GAMES)
def test_no_hand_is_on_a_page_that_hides_hands(game: Game) -> None:
    found = played(game, game.default_seats)
    for page in range(1, min(4, len(found.pages)) + 1):
        assert 'class="r-hands' not in html(game, found, page, "en", hands=False)
        assert '<details class="r-verdict" open>' not in html(game, found, page, "en", hands=False)


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_there_once(game: Game) -> None:
    found = played(game, game.default_seats)
    ids = re.findall(r' id="([^"]+)"', html(game, found, 1, "en", hands=True))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", GAMES)
def test_a_log_that_cannot_be_played_again_gives_no_pages(game: Game) -> None:
    whole = log(game, game.default_seats)
    assert review.replayed(game, game.default_seats, plain(game.options()), (whole[0], *whole[2:])) is None or len(whole) < 3
