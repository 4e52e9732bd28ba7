"""The fragments of the table page: what they say in each phase and language, what they never say, and how long they take."""

import re

import pytest

from games.core.game import Language
from games.liars_dice import engine, page, words
from games.liars_dice.state import Bid, Challenge, Options
from games.play import render
from games.play.render import phases
from games.play.selectors import ShownEntry
from games.play.shown import ShownRematch
from tests.play.elements import Page
from tests.play.shown_tables import Staged, lobby, lobby_seat
from tests.stopwatch import seconds

LANGUAGES: tuple[Language, ...] = ("nl", "de", "en", "ne")


def own(staged: Staged, seat: int | None, language: Language = "en", digits: bool = False) -> Page:
    return Page(render.own_html(staged.table(), None if seat is None else staged.seat(seat), language, digits))


def public(staged: Staged, language: Language = "en", digits: bool = False) -> Page:
    return Page(render.public_html(staged.table(), language, digits))


# --- the frame in each phase (UX-301, UX-302) ----------------------------------------------------------------------------
def opening() -> Staged:
    return Staged(4)


def bidding() -> Staged:
    return Staged(4).act(Bid(3, 2), Bid(4, 5))


def highest() -> Staged:
    return Staged(4).act(Bid(20, "*"))


def revealed() -> Staged:
    return Staged(4).act(Bid(9, 5), Challenge())


PHASES = {"opening": opening, "bidding": bidding, "highest": highest, "revealed": revealed}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
def test_banner_is_the_games_own_sentence_for_every_reader(phase: str, language: Language) -> None:
    staged = PHASES[phase]()
    names = staged.table().names(language)
    for seat in (*range(4), None):
        view = engine.view(staged.state, seat)
        assert own(staged, seat, language).text("banner") == words.turn(view, language, names, seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_needed_for_a_decision_is_in_words(language: Language) -> None:
    staged = bidding()
    mine, everyone = own(staged, staged.waited, language), public(staged, language)
    assert words.claim(Bid(4, 5), language) in mine.text("claim")
    assert "24" in mine.text("clock")
    assert mine.text("at-zero") == words.timeout(staged.table().view, language)
    assert "20" in everyone.text("middle")
    assert [everyone.text(f"seat-{seat}").count("5") for seat in range(4)] == [1, 1, 1, 1]
    assert words.claim(Bid(4, 5), language) in mine.text("call")


def test_snapshot_of_my_turn_in_english() -> None:
    staged = bidding()
    assert staged.waited is not None
    mine = own(staged, staged.waited)
    bidder = staged.names[staged.state.bids[-1].seat]
    assert mine.text("banner") == "Your turn: bid higher or doubt."
    assert mine.text("claim") == f"{bidder} said 4× four fives"
    assert mine.text("call") == f"Doubt {bidder}: four fives"
    assert mine.text("at-zero") == "At 0 the bid is doubted."
    assert public(staged).text("middle") == "Play goes clockwise. Round 1 · Dice in play: 20 of 20"


def test_next_and_acting_players_are_marked_in_words() -> None:
    staged = bidding()
    assert staged.waited is not None
    everyone = public(staged)
    assert everyone.text(f"seat-{staged.waited}").endswith("to act")
    assert everyone.text(f"seat-{(staged.waited + 1) % 4}").endswith("next")


def test_reveal_tells_count_difference_and_losses_in_one_sentence() -> None:
    staged = revealed()
    said = own(staged, 0).text("reveal")
    reveal = staged.table().view.reveal
    assert words.counted(reveal, "en") in said
    assert words.losses(reveal, "en", staged.names, 0) in said
    marked = [attributes for _, attributes in public(staged).elements if attributes.get("class") == "ld-die hit"]
    assert len(marked) == reveal.count


def test_result_names_everyone_how_it_ended_and_what_comes_next() -> None:
    staged = Staged(3).until_over()
    everyone, mine = public(staged), own(staged, 0)
    assert all(name in everyone.text("result") for name in staged.names)
    assert "Played to the end." in everyone.text("result")
    assert {"rematch", "new-table", "check", "record"} <= mine.by_id.keys()
    assert "record" not in own(staged, None).by_id


def test_series_shows_points_of_every_game_and_totals() -> None:
    staged = Staged(2, options=Options(games=2)).until_over()
    result = public(staged).text("result")
    totals = [phases.points_text(total) for total in staged.table().result.totals]
    assert "Points by game" in result
    assert all(total in result for total in totals)


def test_rematch_says_who_agreed() -> None:
    staged = Staged(3).until_over()
    offer = ShownRematch(by=1, answers=(None, True, None), remaining_ms=12_000, commitment="c", key=None)
    html = render.own_html(staged.table(rematch=offer), staged.seat(0), "en", False)
    assert Page(html).text("rematch-state") == "Said yes to a rematch: Bob. It starts with them in 12 s at the latest."


# --- the picker (UX-405, UX-412) --------------------------------------------------------------------------------------------
POSITIONS: list[tuple[Bid, ...]] = [
    (),
    (Bid(1, 1),),
    (Bid(4, 5),),
    (Bid(5, 3),),
    (Bid(3, "*"),),
    (Bid(10, "*"),),
    (Bid(20, 5),),
    (Bid(19, "*"),),
]


@pytest.mark.parametrize("bids", POSITIONS, ids=str)
def test_every_legal_bid_is_at_most_four_taps_away_and_no_other_is(bids: tuple[Bid, ...]) -> None:
    """A face (1), the number (2), its place in the grid of all counts (3), bid (4); what is not legal is off with a reason."""
    staged = Staged(4).act(*bids)
    mine = own(staged, staged.waited)
    assert staged.waited is not None
    legal = {
        (face, count)
        for choice in engine.choices(staged.state, staged.waited)
        if choice.type == "bid"
        for pattern in choice.patterns
        for face in [pattern["face"]]
        for count in range(pattern["count"]["min"], pattern["count"]["max"] + 1)
    }
    offered = set()
    for face in page.FACES:
        _, radio = mine.by_id[f"face-{page.face_key(face)}"]
        if radio.get("aria-disabled") == "true":
            assert mine.text(radio["aria-describedby"])
            continue
        offered |= {(face, count) for count in range(int(radio["data-least"]), int(radio["data-most"]) + 1)}
    assert offered == legal
    assert len(legal) > 0


def test_after_the_highest_bid_only_doubt_is_left_and_says_why() -> None:
    staged = highest()
    mine = own(staged, staged.waited)
    assert "picker" not in mine.by_id
    assert mine.text("why-bid") == words.reason("liars_dice.bid.maximum", "en")
    assert "aria-disabled" not in mine.by_id["call"][1]


def test_picker_starts_with_the_lowest_raise_of_the_face_i_have_most_of() -> None:
    staged = bidding()
    assert staged.waited is not None
    key = page.moves_key(engine.view(staged.state, staged.waited), engine.choices(staged.state, staged.waited))
    assert key is not None
    start = page.moves(key, "en")["picker"]
    dice = engine.view(staged.state, staged.waited).own
    held = {face: sum(page.matches(die, face) for die in dice) for face in (1, 2, 3, 4, 5)}
    assert held[start["face"]] == max(held.values())
    assert start["count"] == 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
def test_every_control_that_is_off_has_a_reason_with_its_clause(phase: str, language: Language) -> None:
    staged = PHASES[phase]()
    for seat in range(4):
        html = render.own_html(staged.table(), staged.seat(seat), language, False)
        mine = Page(html)
        for _, attributes in mine.elements:
            assert "disabled" not in attributes
            if attributes.get("aria-disabled") == "true":
                reason = attributes["aria-describedby"]
                assert mine.text(reason)
                assert re.search(rf'id="{reason}"[^>]*>[^<]+<a href="/{language}/rules/(?:liars_dice|common)/#[a-z_.-]+"', html)


def test_button_of_a_bid_repeats_its_words_in_each_language() -> None:
    assert page.labels("en", 6)["5"][5] == "Bid six fives"
    assert page.labels("de", 6)["*"][0] == "Bieten: ein Stern"
    assert len(page.labels("ne", 30)["*"]) == 30


def test_plain_form_becomes_an_action() -> None:
    assert page.action_from({"type": "bid", "count": "5", "face": "*"}, {}) == {"type": "bid", "count": 5, "face": "*"}
    assert page.action_from({"type": "bid", "count": "5", "face": "2"}, {}) == {"type": "bid", "count": 5, "face": 2}
    assert page.action_from({"type": "challenge", "count": "5"}, {}) == {"type": "challenge"}
    assert page.action_from({"type": "bid", "count": "٣", "face": "x"}, {}) == {"type": "bid", "count": "٣", "face": "x"}


# --- secrets (common.view.no-leak) -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_hidden_dice_are_in_nobody_elses_html(language: Language) -> None:
    """Two matches that differ in seat 1's dice alone look the same to everyone else, to the last byte."""
    staged = bidding()
    other = bidding()
    dice = list(other.state.dice)
    dice[1] = ("*", "*", "*", "*", "*") if dice[1] != ("*",) * 5 else (1, 1, 1, 1, 1)
    other.state = type(other.state)(**{**{name: getattr(other.state, name) for name in other.state.__struct_fields__}, "dice": tuple(dice)})
    assert render.public_html(staged.table(), language, False) == render.public_html(other.table(), language, False)
    for seat in (0, 2, 3, None):
        mine, theirs = (render.own_html(one.table(), None if seat is None else one.seat(seat), language, False) for one in (staged, other))
        assert mine == theirs
    assert render.own_html(staged.table(), staged.seat(1), language, False) != render.own_html(
        other.table(), other.seat(1), language, False
    )


def test_names_are_data() -> None:
    staged = Staged(2, names=("<img src=x onerror=alert(1)>", "\u202eevil"))
    html = render.public_html(staged.table(), "en", False) + render.own_html(staged.table(), staged.seat(0), "en", False)
    assert "<img" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    assert "<bdi" in html


# --- waiting room ------------------------------------------------------------------------------------------------------------
def test_stranger_sees_game_seats_and_differing_options_before_sitting() -> None:
    shown = lobby(taken=2, options=Options(loss="one", turn_seconds=30))
    everyone, mine = Page(render.public_html(shown, "en", False)), Page(render.own_html(shown, None, "en", False))
    assert "Anna" in everyone.text("seats")
    assert "host" in everyone.text("seats")
    assert "computer, hard" in everyone.text("lobby-seat-3")
    assert everyone.text("option-loss") == "Dice lostA mistake always costs one die."
    assert "30 seconds" in everyone.text("option-turn_seconds")
    assert mine.text("banner") == "Anna invites you to Liar's Dice"
    assert "sit-down" in mine.by_id


def test_full_table_offers_a_new_one() -> None:
    mine = Page(render.own_html(lobby(taken=4), None, "en", False))
    assert "sit-down" not in mine.by_id
    assert "full" in mine.text("sit")


def test_closed_waiting_room_has_no_controls_left() -> None:
    for seat in (lobby_seat(0), lobby_seat(1), None):
        mine = Page(render.own_html(lobby(phase="closed"), seat, "en", False))
        assert mine.text("banner") == "This table is closed."
        assert not {"sit-down", "start", "ready", "stand", "setup"} & mine.by_id.keys()


def test_match_ended_by_staff_shows_its_result() -> None:
    staged = Staged(3).until_over()
    html = render.public_html(staged.table(phase="closed"), "en", False)
    assert Page(html).text("result")


def test_host_starts_and_sets_up_and_others_are_ready() -> None:
    shown = lobby()
    host, guest = (Page(render.own_html(shown, lobby_seat(seat), "en", False)) for seat in (0, 1))
    assert {"start", "setup", "o-loss", "level-2"} <= host.by_id.keys()
    assert "2 free seats will be played by the computer." in host.text("sit")
    assert "ready" in guest.by_id
    assert not {"start", "setup"} & guest.by_id.keys()


# --- the rest ------------------------------------------------------------------------------------------------------------------
def test_given_up_seat_offers_to_take_it_back() -> None:
    staged = bidding().leave(1)
    mine = own(staged, 1)
    assert "rejoin" in mine.by_id
    assert not {"call", "picker"} & mine.by_id.keys()
    assert "computer plays" in public(staged).text("seat-1")


def test_spectator_has_no_controls_and_no_dice() -> None:
    mine = own(bidding(), None)
    assert not {"call", "picker", "hand", "rejoin"} & mine.by_id.keys()
    assert "watching" in mine.by_id


def test_pause_and_votes_are_told() -> None:
    staged = bidding()
    paused = Page(render.own_html(staged.table(halt="pause", halt_ms=90_000), staged.seat(0), "en", False))
    assert "1:30" in paused.text("halt")
    assert paused.by_id["clock"][1]["data-stopped"] == "1"
    asked = Page(render.own_html(staged.table(votes=(2,)), staged.seat(0), "en", False))
    assert "Carla" in asked.text("votes")
    assert "Agree" in asked.text("votes")
    agreed = Page(render.own_html(staged.table(votes=(0,)), staged.seat(0, has_voted=True), "en", False))
    assert "Agree" not in agreed.text("votes")


def test_more_time_comes_only_where_it_may_be_used() -> None:
    staged = bidding()
    waited = staged.waited
    assert waited is not None
    assert "more-time" not in own(staged, waited).by_id
    soon = Page(render.own_html(staged.table(), staged.seat(waited, more_time_in_ms=9000), "en", False))
    now = Page(render.own_html(staged.table(), staged.seat(waited, more_time_in_ms=0), "en", False))
    assert "hidden" in soon.by_id["more-time"][1]
    assert "hidden" not in now.by_id["more-time"][1]


def test_hurry_is_a_word_in_the_last_quarter() -> None:
    staged = bidding()
    calm, hurried = (Page(render.own_html(staged.table(remaining_ms=left), staged.seat(0), "en", False)) for left in (12_000, 11_000))
    assert "hidden" in calm.by_id["clock-word"][1]
    assert "hidden" not in hurried.by_id["clock-word"][1]


@pytest.mark.parametrize(("left", "text"), [(0, "0"), (1, "1"), (23_001, "24"), (60_000, "1:00"), (3_661_000, "1:01:01")])
def test_clock_is_rounded_up(left: int, text: str) -> None:
    assert render.clock_text(left) == text


def test_devanagari_digits_are_for_the_eye_only() -> None:
    staged = bidding()
    html = render.own_html(staged.table(), staged.seat(staged.waited or 0), "ne", True)
    mine = Page(html)
    assert "२४" in mine.text("clock")
    assert mine.by_id["count"][1]["value"].isascii()
    assert 'name="version" value="3"' in html
    assert not re.search(r'(?:id|name|value|class|href|data-[a-z-]+)="[^"]*[०-९]', html)


def test_title_calls_the_reader() -> None:
    staged = bidding()
    waited = staged.waited
    assert waited is not None
    assert render.title_of(staged.table(), staged.seat(waited), "en") == "(!) Your turn – Liar's Dice"
    assert render.title_of(staged.table(), staged.seat((waited + 1) % 4), "en") == "Liar's Dice"


def test_log_lines_are_in_the_readers_words_newest_first_and_computers_carry_a_sign() -> None:
    staged = bidding()
    entries = [
        ShownEntry(
            number=at + 1,
            seat=None,
            by="bot" if at == 1 else "person",
            at="",
            table_action=None,
            events=tuple(engine.show(event, 0) for event in events),
        )
        for at, events in enumerate(staged.events)
    ]
    lines = render.log_lines(staged.table(), entries, 0, "de", False)
    bidder = staged.state.bids[0].seat
    assert lines[0].text == words.sentence(staged.events[-1][0], "de", staged.names, 0)
    assert lines[1].computer
    assert lines[1].text == words.sentence(staged.events[1][0], "de", staged.names, 0)
    assert staged.names[bidder] in lines[1].text or bidder == 0
    assert render.log_html(lines, False).count("<li") == len(lines)


def test_a_count_can_be_looked_at_again_from_the_log() -> None:
    """UX-309: the line of a count unfolds every cup; no other line unfolds anything."""
    staged = revealed()
    entries = [
        ShownEntry(number=at + 1, seat=None, by="person", at="", table_action=None, events=events)
        for at, events in enumerate(staged.events)
    ]
    lines = render.log_lines(staged.table(), entries, None, "en", False)
    html = render.log_html(lines, False)
    assert [bool(line.more) for line in lines].count(True) == 1
    assert html.count("ld-die hit") == staged.table().view.reveal.count
    assert all(html.count(f"<bdi>{name}</bdi>") == 1 for name in staged.names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ids_are_unique_on_the_page(language: Language) -> None:
    for staged in (*[make() for make in PHASES.values()], Staged(3).until_over()):
        for seat in (0, None):
            html = render.public_html(staged.table(), language, False)
            html += render.own_html(staged.table(), None if seat is None else staged.seat(seat), language, False)
            ids = [attributes["id"] for _, attributes in Page(html).elements if "id" in attributes]
            assert len(ids) == len(set(ids))


def test_rendering_is_fast() -> None:
    """Far above the aim (1 ms public, 0.5 ms own on an idle machine), so that only a real slip fails."""
    staged = bidding()
    table, seat = staged.table(), staged.seat(0)
    for make in (lambda: render.public_html(table, "de", False), lambda: render.own_html(table, seat, "de", False)):
        make()
        assert seconds(make, times=20) < 0.004
