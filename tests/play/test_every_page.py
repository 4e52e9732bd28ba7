"""What the table page of every registered game keeps to, in positions of random matches: `games.core.page` and its frame."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from games.core.game import Game, Language
from games.core.registry import all_games
from games.play import render
from games.play.render import parts
from games.play.selectors import ShownEntry
from games.play.shown import ShownPlace, ShownSeat, ShownTable
from tests.games.core.walks import Moment, Walk
from tests.play.elements import Page

GAMES = [pytest.param(game, id=game.slug) for game in all_games()]
LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla", "Deepa", "Emil", "Fenna", "Ruby", "Theo", "Nora", "Owen", "Mira", "Jonas")
ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates/play"
LOOKED_AT = 24
"""Positions of a match that are looked at, besides the first and the last."""


@cache
def moments(game: Game, seed: int) -> tuple[Moment, ...]:
    """The first, the last and some positions of a random match; each seed with another number of seats."""
    seats = game.default_seats if seed == 0 else game.seats[0]
    whole = tuple(Walk(game, seats, game.options(), seed, trouble=0.02).moments())
    between = sorted(Random(seed).sample(range(len(whole)), min(LOOKED_AT, len(whole))))
    return tuple(whole[at] for at in sorted({0, *between, len(whole) - 1}))


def positions(game: Game) -> Iterator[tuple[Moment, Language]]:
    for seed in (0, 1):
        for at, moment in enumerate(moments(game, seed)):
            yield moment, LANGUAGES[at % len(LANGUAGES)]


def shown(game: Game, moment: Moment) -> ShownTable:
    engine, state = game.engine, moment.state
    view, away = engine.view(state, None), engine.away(state)
    places = tuple(
        ShownPlace(index=seat, kind="person", name=NAMES[seat], is_connected=True, is_handed_over=seat in away)
        for seat in range(view.seats)
    )
    result, waited = engine.result(state), engine.actors(state).waited
    return ShownTable(
        key="every-page-key-0000000", code=None, game=game.slug, options=msgspec.to_builtins(view.options), size=view.seats,
        phase="finished" if result else "playing", is_public=False, is_calm=False, rated=False, is_quick=False,
        starts_at_ms=None, host=0, seats=places, version=1, revision=1,
        commitment="c" * 64, view=view, result=result, waited=waited, remaining_ms=None if waited is None else 24_000,
        turn_ms=None if waited is None else 45_000,
    )  # fmt: skip


def seat(game: Game, moment: Moment, index: int) -> ShownSeat:
    engine, state = game.engine, moment.state
    return ShownSeat(
        index=index, view=engine.view(state, index), choices=engine.choices(state, index), controller="", is_host=index == 0,
        is_ready=False, is_handed_over=index in engine.away(state), has_voted=False, more_time_in_ms=None,
    )  # fmt: skip


def readers(game: Game, moment: Moment) -> Iterator[ShownSeat | None]:
    yield from (seat(game, moment, index) for index in range(game.engine.view(moment.state, None).seats))
    yield None


@pytest.mark.parametrize("game", GAMES)
def test_words_of_the_page_are_there_in_every_language(game: Game) -> None:
    page = render.page_of(game.slug)
    for language in LANGUAGES:
        terms = msgspec.to_builtins(page.terms(language))
        for name in (
            "claim",
            "reveal",
            "hand",
            "call",
            "call_by",
            "read_hand",
            "watching",
            "cover",
            "one_phone",
            "fair",
            "command",
            "commands",
        ):
            assert terms[name], name
        assert set(terms["sounds"]) == {"claim", "call", "true", "bluff"}
        assert all(text for _, text in terms["keys"])


@pytest.mark.parametrize("game", GAMES)
def test_tags_commands_and_files_are_real(game: Game) -> None:
    page = render.page_of(game.slug)
    tags = {event.__struct_config__.tag for event in game.engine.Event.__args__}
    assert set(page.LOG_KINDS) <= tags
    assert set(page.SOUNDS) <= tags
    assert set(page.LOG_KINDS.values()) <= {"round", "big"}
    assert set(page.SOUNDS.values()) <= {"claim", "call", "reveal"}
    types = {action.__struct_config__.tag for action in getattr(game.engine.Action, "__args__", (game.engine.Action,))}
    assert {"hand", "table", "time"} <= set(page.COMMANDS) <= {"hand", "table", "time"} | types
    assert page.MAIN_ACTION in types
    assert json.loads(json.dumps(page.script("en", game.default_seats)))


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_has_one_place_round_the_table(game: Game) -> None:
    for moment, language in positions(game):
        view = game.engine.view(moment.state, None)
        around = render.page_of(game.slug).around(view, language)
        assert sorted(around.order) == list(range(view.seats))
        assert len(around.seats) == view.seats
        assert around.next is None or (around.next != view.to_act and around.next not in view.left and not around.seats[around.next].gone)
        for one in around.seats:
            assert one.mark.strip().lower() not in ("out", "uit", "aus", "raus")
            assert all(count.noun and count.value >= 0 for count in one.counts)


@pytest.mark.parametrize("game", GAMES)
def test_every_position_can_be_shown_to_every_reader(game: Game) -> None:
    """No id twice, every control that is off says why, and the hand is spoken to its owner alone."""
    for moment, language in positions(game):
        table = shown(game, moment)
        everyone = render.public_html(table, language, language == "ne")
        for reader in readers(game, moment):
            html = render.own_html(table, reader, language, language == "ne")
            page = Page(html + everyone)
            ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
            assert len(ids) == len(set(ids)), sorted({one for one in ids if ids.count(one) > 1})
            for _, attributes in page.elements:
                if attributes.get("aria-disabled") == "true":
                    assert page.text(attributes["aria-describedby"])
            assert page.text("banner")


@pytest.mark.parametrize("game", GAMES)
def test_the_frame_finds_what_it_asks_of_a_reader(game: Game) -> None:
    page = render.page_of(game.slug)
    for moment, language in positions(game):
        everyone = game.engine.view(moment.state, None)
        names = NAMES[: everyone.seats]
        public = page.public(everyone, language, names)
        assert "reveal" in public
        for reader in readers(game, moment):
            view, choices, me = (everyone, (), None) if reader is None else (reader.view, reader.choices, reader.index)
            mine: dict[str, Any] = page.own(view, choices, language, names, me)
            assert {"reveal", "spoken", "hint", "position", "waits"} <= set(mine)
            for piece, used in page.USES.items():
                assert set(used) <= set(public if piece in ("seat_open", "middle") else mine), piece
            if reader is None:
                assert not mine["spoken"]
                assert not mine["hint"]


@pytest.mark.parametrize("game", GAMES)
def test_pieces_that_were_made_before_look_as_if_made_anew(game: Game) -> None:
    """What a game says that its pieces use is all that they use."""

    def page(moment: Moment, language: Language) -> list[str]:
        table = shown(game, moment)
        owns = [render.own_html(table, reader, language, language == "ne") for reader in readers(game, moment)]
        return [render.public_html(table, language, language == "ne"), *owns]

    parts.forget()
    remembered = [page(moment, language) for moment, language in positions(game)]
    for (moment, language), before in zip(positions(game), remembered, strict=True):
        parts.forget()
        assert page(moment, language) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_button_that_is_on_does_what_the_rules_allow(game: Game) -> None:
    """Buttons that carry their whole action carry a legal one."""
    for moment, _ in positions(game):
        table = shown(game, moment)
        for reader in readers(game, moment):
            if reader is None or table.result is not None:
                continue
            allowed = {choice.type for choice in reader.choices if choice.open}
            for _, attributes in Page(render.own_html(table, reader, "en", False)).elements:
                if "data-act" in attributes and attributes.get("aria-disabled") != "true":
                    kind = json.loads(attributes["data-act"])["type"]
                    assert kind in allowed | {"rejoin", "more_time", "pause", "resume", "end_game", "play_on"}
                    assert attributes["value"] == kind


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_log_can_be_shown(game: Game) -> None:
    for moment, language in positions(game):
        table = shown(game, moment)
        for index in (0, None):
            events = tuple(seen for event in moment.events if (seen := game.engine.show(event, index)) is not None)
            entry = ShownEntry(number=1, seat=0, by="person", at="", table_action=None, events=events)
            lines = render.log_lines(table, [entry], index, language, False)
            with render.translation.override(language):
                assert render.log_html(lines, False).count('<li id="log-') == len(lines)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_the_log_about_a_ruling_leads_to_its_clause(game: Game) -> None:
    clauses = set(re.findall(r"\[([\w., -]+)\]", (ROOT / f"games/{game.slug}/rulebook/en.md").read_text()))
    known = {rule.strip() for group in clauses for rule in group.split(",")}
    linked = 0
    for moment, language in positions(game):
        rulings = [rule for event in moment.events if (rule := parts.review_of(game.slug).ruling(event)) is not None]
        entry = ShownEntry(number=1, seat=0, by="person", at="", table_action=None, events=moment.events)
        lines = render.log_lines(shown(game, moment), [entry], None, language, False)
        with render.translation.override(language):
            links = re.findall(r'class="t-clause" href="/(\w+)/rules/(\w+)/#([\w.-]+)"', render.log_html(lines, False))
        assert sorted(links) == sorted((language, game.slug, rule) for rule in rulings)
        assert set(rulings) <= known
        linked += len(links)
    assert linked


def frame_ids() -> list[str]:
    """The ids that stand around the fragments: in the template of the page and those that it includes."""
    frame = (TEMPLATES / "table.html").read_text()
    sources = [frame, *((TEMPLATES.parent / name).read_text() for name in re.findall(r'include "(play/[\w/]+\.html)"', frame))]
    return [found for source in sources for found in re.findall(r'\sid="([\w-]+)"', source)]


@pytest.mark.parametrize("game", GAMES)
def test_no_two_parts_of_a_page_have_the_same_id(game: Game) -> None:
    around = frame_ids()
    assert {"talk", "say-sheet", "net"} <= set(around)
    for moment, language in positions(game):
        table = shown(game, moment)
        public = render.public_html(table, language, False)
        for reader in readers(game, moment):
            page = public + render.own_html(table, reader, language, False)
            ids = [found for found in re.findall(r'\sid="([^"]+)"', page) if found not in {"public", "own"}]
            assert len(ids) == len(set(ids)), sorted({one for one in ids if ids.count(one) > 1})
            assert not set(ids) & set(around), set(ids) & set(around)
