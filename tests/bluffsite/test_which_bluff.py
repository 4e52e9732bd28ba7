"""Which bluff does my family play: every way ends at a game, and its options are set on the sheet of a new table."""

import re

import pytest

from games.core.errors import IllegalOptions
from games.core.registry import all_games, game_named
from games.play.new_table_form import read_options
from games.play.services import tables
from rulebook.check import LANGUAGES
from rulebook.family import START, Found, answers_to, ask

pytestmark = pytest.mark.django_db


def ends(answered=""):
    """(answers, game found) of every way through the questions."""
    step = ask(answered)[1]
    if isinstance(step, Found):
        return [(answered, step)]
    return [end for name, _ in answers_to(step, answered) for end in ends(name)]


def test_every_game_is_found_and_every_way_makes_a_table():
    assert {found.slug for _, found in ends()} == {game.slug for game in all_games()}
    for _, found in ends():
        game = game_named(found.slug)
        options = read_options(game, dict(found.options))
        assert len(options) == len(found.options)
        try:
            tables.read_options(game, game.default_seats, options)
        except IllegalOptions as refused:
            pytest.fail(str(refused))


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_and_results_in_every_language(client, language):
    first = client.get(f"/{language}/rules/which/").content.decode()
    assert re.findall(r'href="[?]so=([a-z_.]+)"', first) == [name for name, _ in answers_to(START, "")]
    for answered, found in ends():
        page = client.get(f"/{language}/rules/which/", {"so": answered}).content.decode()
        assert re.search(rf'href="/{language}/play/{found.slug}/["?]', page)


def test_the_sheet_of_a_new_table_has_the_options_set(client):
    page = client.get("/en/rules/which/", {"so": "cups.one"}).content.decode()
    sheet = client.get(re.search(r'href="(/en/play/[^"]+)"', page)[1]).content.decode()
    chosen = [tag for tag in re.findall(r"<input[^>]*>", sheet) if 'name="loss"' in tag and " checked" in tag]
    assert len(chosen) == 1 and 'value="one"' in chosen[0]


@pytest.mark.parametrize("answered", ["nothing", "cups.one.more", "cups..", "<b>"])
def test_answers_that_there_are_not_begin_anew(client, answered):
    answer = client.get("/en/rules/which/", {"so": answered})
    assert answer.status_code == 200 and "<b>" not in answer.content.decode()[answer.content.decode().index("<h1>") :][:2000]
