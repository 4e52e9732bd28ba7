"""The table page of Blufpoker: what each seat is offered in each phase and under each option, and what nobody is told."""

import json
import re

import msgspec
import pytest

from games.blufpoker import GAME, engine, odds, page, page_words, words
from games.blufpoker.state import Blind, Claim, Doubt, Options, Throw
from games.blufpoker.values import VALUES, values_above
from games.core.game import Language
from games.play import new_table_form as sheet
from games.play import render
from games.play.selectors import ShownEntry
from tests.games.blufpoker.table import accept, blind, claim, done, doubt, position, started, throw
from tests.play.shown_tables import NAMES, shown_seat, shown_table
from tests.play.test_render import Page
from tests.stopwatch import seconds

LANGUAGES: tuple[Language, ...] = ("nl", "de", "en", "ne")
ALL = {"sixes": True, "blind_pass": True, "three_throws": True, "choose_direction": True, "swap_seats": "round"}


def own_html(state, seat, language: Language = "en") -> str:
    return render.own_html(shown_table("blufpoker", state), None if seat is None else shown_seat("blufpoker", state, seat), language, False)


def public_html(state, language: Language = "en") -> str:
    return render.public_html(shown_table("blufpoker", state), language, False)


def own(state, seat, language: Language = "en") -> Page:
    return Page(own_html(state, seat, language))


def public(state, language: Language = "en") -> Page:
    return Page(public_html(state, language))


def offered(shown: Page) -> list[int]:
    """The values in the picker, as it lists them."""
    return [int(given["value"]) for tag, given in shown.elements if tag == "input" and given.get("name") in ("value", "unseen")]


def ringed(shown: Page) -> list[int]:
    rings = [at for at, (_, given) in enumerate(shown.elements) if given.get("class") == "bp-value mine"]
    return [int(shown.elements[at + 1][1]["value"]) for at in rings]


PHASES = {
    "start": lambda: position(phase="start_throw", to_act=0, options=ALL),
    "opening": lambda: position(phase="own_throw", to_act=0, dice=[4, 2, 5], options=ALL),
    "decide": lambda: position((0, 541), dice=[4, 2, 5], options=ALL),
    "highest": lambda: position((0, 666), dice=[4, 2, 5], options=ALL),
    "must": lambda: position((0, 666), dice=[4, 2, 5]),
    "accepted": lambda: position((0, 541), dice=[6, 2, 5], phase="accepted", to_act=1, options=ALL),
    "higher": lambda: position((0, 541), dice=[6, 2, 5], phase="own_throw", to_act=1, options=ALL),
    "unseen": lambda: position((0, 541), dice=[6, 2, 5], phase="own_throw", to_act=1, throws=3, options=ALL),
    "attempt": lambda: accept(position((0, 666), dice=[4, 2, 5], options=ALL)),
    "attempt again": lambda: throw(accept(position((0, 666), dice=[4, 2, 5], options=ALL)), 6, 3, 1),
    "revealed": lambda: doubt(position((0, 541), dice=[4, 2, 5], options=ALL)),
    "failed": lambda: throw(throw(throw(accept(position((0, 666), dice=[4, 2, 5], options=ALL)), 6, 3, 1), 2, 2), 2, 2),
}
in_each_phase = pytest.mark.parametrize("phase", PHASES)
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


# --- the frame in each phase -------------------------------------------------------------------------------------------


@in_each_language
@in_each_phase
def test_banner_and_end_of_the_clock_are_the_games_own_sentences(phase, language):
    state = PHASES[phase]()
    for seat in (*range(4), None):
        view, shown = engine.view(state, seat), own(state, seat, language)
        assert shown.text("banner") == words.turn(view, language, NAMES, seat)
        if state.to_act is not None:
            assert shown.text("at-zero") == words.timeout(view, language)


@in_each_language
@in_each_phase
def test_ids_are_unique_and_what_is_off_has_a_reason_with_its_clause(phase, language):
    state = PHASES[phase]()
    for seat in (*range(4), None):
        html = own_html(state, seat, language)
        shown = Page(public_html(state, language) + html)
        ids = [given["id"] for _, given in shown.elements if "id" in given]
        assert len(ids) == len(set(ids))
        for _, given in shown.elements:
            assert "disabled" not in given
            if given.get("aria-disabled") == "true":
                reason = given["aria-describedby"]
                assert shown.text(reason)
                assert re.search(rf'id="{reason}"[^>]*>[^<]+<a href="/{language}/rules/(?:blufpoker|common)/#[a-z_.0-9-]+"', html)


def test_snapshot_of_a_decision_in_english():
    state = position((3, 611), (0, 621), dice=[4, 2], aside=1, options=ALL, penalties=[1, 2, 3, 5])
    mine, everyone = own(state, 1), public(state)
    assert mine.text("banner") == "Your turn: Anna says 621. Believe it, doubt it or pass it on unseen."
    assert mine.text("claim") == "Anna said 621at least 621"
    assert mine.text("call") == "Bluff! Anna: 621"
    assert mine.text("accept") == "Believe it and take the cup then throw and say more than 621"
    assert mine.text("blind") == "Pass on blind: 622Pass on blind"
    assert mine.text("hand").endswith("You may look once you believe it.")
    assert everyone.text("middle") == "clockwise · Round 1 · Laid aside: 6"


@in_each_language
def test_each_seat_has_a_die_with_the_points_it_has_left(language):
    state = position(phase="start_throw", to_act=0, penalties=[0, 2, 5, 6])
    html = public_html(state, language)
    for seat, left in enumerate((6, 4, 1, 0)):
        row = html[html.index(f'id="seat-{seat}"') :].split("</li>")[0]
        counts = row.split('class="t-counts"')[1]
        assert f'#die-{left or "hidden"}"' in counts
        assert page_words.text("left_one" if left == 1 else "left", language) in counts


def test_many_points_are_told_as_a_number():
    counts = page.around(engine.view(position(phase="start_throw", to_act=0, options={"penalty_limit": 20}), None), "en").seats
    assert {(seat.counts[0].icon, seat.counts[0].value) for seat in counts} == {("die-hidden", 20)}


# --- looking ---------------------------------------------------------------------------------------------------------


@in_each_language
def test_only_who_has_seen_the_dice_can_lift_the_cup(language):
    state = position((0, 541), dice=[4, 2, 5], seen_by=[0])
    assert [("look" in own(state, seat, language).by_id) for seat in (0, 1, 2, 3, None)] == [True, False, False, False, False]
    shown = own(state, 0, language)
    assert words.spoken(542, language) in shown.by_id["look"][1]["data-spoken"]
    assert "data-lift" in shown.by_id["look-5"][1]


@in_each_language
def test_no_name_of_a_part_tells_the_dice_while_the_cup_is_down(language):
    """Others may hear the page of a phone: only what is hidden until the cup is lifted says them."""
    shown = own(position((0, 541), dice=[4, 2, 5], seen_by=[0]), 0, language)
    told = words.spoken(542, language)
    assert shown.by_id["hand"][1]["aria-label"] == page.terms(language).hand
    assert [
        given["id"] for _, given in shown.elements if any(told in value for name, value in given.items() if name != "data-spoken")
    ] == []
    assert told in shown.text("dice")


def test_a_cup_with_sixes_beside_it_is_told_as_both():
    spoken = page.own(engine.view(position((0, 541), dice=[5, 2], aside=1, phase="accepted", to_act=1), 1), (), "en", NAMES, 1)["cup"][
        "spoken"
    ]
    assert spoken == "1 six aside, 5-2 under the cup, together six-five-two"


@in_each_language
def test_a_third_throw_is_in_nobodys_page(language):
    """Rules: blufpoker.three-throws.third-blind."""
    state = PHASES["unseen"]()
    for seat in (*range(4), None):
        shown = own(state, seat, language)
        assert "look" not in shown.by_id
        assert ringed(shown) == []
    assert page_words.text("unseen", language) in own(state, 1, language).text("hand")


# --- the values --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blufpoker.claim.values")
def test_an_opening_claim_offers_all_56_values_in_rising_order():
    shown = own(PHASES["opening"](), 0)
    assert offered(shown) == list(VALUES)
    assert len(VALUES) == 56


@pytest.mark.rule("blufpoker.claim.higher")
@pytest.mark.parametrize("last", VALUES[:-1])
def test_only_values_above_the_last_claim_are_offered(last):
    state = position((0, last), dice=[4, 2, 5], phase="own_throw", to_act=1)
    legal = next(choice for choice in engine.choices(state, 1) if choice.type == "claim").patterns[0]["value"]
    assert offered(own(state, 1)) == list(values_above(last)) == legal


@pytest.mark.parametrize(("dice", "ring", "start"), [([6, 5, 1], [651], 651), ([4, 2, 1], [], 542)])
def test_my_own_value_is_ringed_and_taken_first_if_it_may_be_said(dice, ring, start):
    shown = own(position((0, 541), dice=dice, phase="own_throw", to_act=1), 1)
    assert ringed(shown) == ring
    assert [int(given["value"]) for _, given in shown.elements if given.get("name") == "value" and "checked" in given] == [start]
    assert shown.text("say-words") == f"Say {start}"


@in_each_language
def test_ring_and_dice_are_in_my_own_part_alone(language):
    """Whatever I threw, and whether I then tell the truth, nobody else gets another byte (UX-407)."""
    parts = set()
    for dice in ([6, 5, 1], [4, 2, 1], [5, 5, 5]):
        state = position((0, 541), dice=dice, phase="own_throw", to_act=1, options=ALL)
        parts.add((public_html(state, language), *(own_html(state, seat, language) for seat in (0, 2, 3, None))))
        told = claim(state, 651)
        parts.add((public_html(told, language), *(own_html(told, seat, language) for seat in (0, 2, 3, None))))
    assert len(parts) == 2


# --- every option has its controls -------------------------------------------------------------------------------------


def test_believing_is_told_in_two_steps():
    """UX-408: what it asks for stands on the button, and the throw is a button of its own."""
    state = position((0, 541), dice=[4, 2, 5])
    assert "then throw and say more than 541" in own(state, 1).text("accept")
    assert "call" in own(state, 1).by_id
    after = own(accept(state), 1)
    assert after.text("throw") == "Throw"
    assert not {"accept", "say"} & after.by_id.keys()


def test_without_options_none_of_their_controls_are_there():
    for state in (position((0, 541), dice=[6, 6, 5]), position((0, 541), dice=[6, 2, 5], phase="accepted", to_act=1)):
        assert not {"blind", "again", "keep-0", "clockwise"} & own(state, state.to_act).by_id.keys()
    assert not {"again", "clockwise"} & own(position(phase="own_throw", to_act=0, dice=[1, 2, 3]), 0).by_id.keys()


@pytest.mark.parametrize(("dice", "aside", "most"), [([6, 2, 5], 0, 1), ([6, 6, 6], 0, 2), ([6, 6], 1, 1), ([4, 2, 5], 0, 0)])
def test_sixes_can_be_laid_aside_and_all_are_unless_told_otherwise(dice, aside, most):
    state = position((0, 541), dice=dice, aside=aside, phase="accepted", to_act=1, options={"sixes": True})
    shown = own(state, 1)
    counts = [int(given["value"]) for _, given in shown.elements if given.get("name") == "keep"]
    assert counts == list(range(most + 1))
    assert shown.text("throw") == words.action(Throw(most), "en")
    assert ("keep-off" in shown.by_id) == (most == 0)


def test_a_six_that_cannot_be_laid_aside_says_why():
    for dice, aside, rule in (([4, 2, 5], 0, "blufpoker.sixes.no-six"), ([6], 2, "blufpoker.sixes.must-throw-one")):
        shown = own(position((0, 541), dice=dice, aside=aside, phase="accepted", to_act=1, options={"sixes": True}), 1)
        assert shown.text("why-keep").startswith(words.reason(rule, "en"))


@in_each_language
def test_sixes_aside_are_open_to_all(language):
    state = position((0, 541), dice=[5], aside=2, options={"sixes": True})
    html = public_html(state, language)
    assert re.findall(r"#die-(\d)", html[html.index('id="middle"') :]) == ["6", "6"]


def test_throwing_again_counts_and_the_third_is_told_to_be_unseen():
    state = position((0, 541), dice=[4, 2, 5], phase="own_throw", to_act=1, options={"three_throws": True})
    assert own(state, 1).text("again") == "Throw again (2 of 3)"
    assert public(state).text("middle").endswith("Throw 1 of 3")
    second = throw(state, 4, 4, 1)
    assert own(second, 1).text("again") == "Throw unseen (3 of 3)"
    third = own(throw(second, 4, 4, 1), 1)
    assert third.by_id["again"][1]["aria-disabled"] == "true"
    assert "after 2 throws" in own(claim(second, 551), 2).text("claim")
    assert "third throw, unseen" in own(claim(throw(second, 1, 1, 1), 551), 2).text("claim")


def test_a_blind_pass_has_its_values_and_ends_at_666():
    state = position((0, 541), dice=[4, 2, 5], options={"blind_pass": True})
    shown = own(state, 1)
    assert offered(shown) == list(values_above(541))
    assert shown.text("say-words") == words.action(Blind(542), "en")
    assert own(state, 1).text("why-low").startswith(words.reason("blufpoker.blind.pass", "en"))
    assert "passed on unseen" in own(blind(state, 551), 2).text("claim")
    top = own(position((0, 666), dice=[4, 2, 5], options={"blind_pass": True, "sixes": True}), 1)
    assert top.by_id["blind"][1]["aria-disabled"] == "true"
    assert top.text("why-blind").startswith(words.reason("blufpoker.blind.max", "en"))


def test_666_can_be_believed_only_with_sixes():
    believed = own(position((0, 666), dice=[4, 2, 5], options={"sixes": True}), 1)
    assert "three open throws" in believed.text("accept")
    must = own(position((0, 666), dice=[4, 2, 5]), 1)
    assert must.by_id["accept"][1]["aria-disabled"] == "true"
    assert "aria-disabled" not in must.by_id["call"][1]


@pytest.mark.rule("blufpoker.sixes.666.open")
def test_an_attempt_is_shown_to_everyone_throw_by_throw():
    state = accept(position((0, 666), dice=[4, 2, 5], options={"sixes": True}))
    for number, roll in enumerate(((6, 3, 1), (2, 6)), 1):
        assert own(state, 1).text("throw") == f"Throw for 666 ({number} of 3)"
        state = throw(state, *roll)
        for seat in (*range(4), None):
            html = own_html(state, seat).split('id="claim"')[1].split("</section>")[0]
            assert f"Throw {number} of 3" in html
            assert sorted(re.findall(r"#die-(\d)", html)) == sorted([*["6"] * state.aside, *map(str, state.dice)])
            assert html.count("bp-die hit") == state.aside


@in_each_language
def test_the_direction_is_drawn_and_said_and_chosen_with_the_opening_claim(language):
    state = position(phase="own_throw", to_act=0, dice=[5, 5, 1], direction="anticlockwise", options={"choose_direction": True})
    shown = own(state, 0, language)
    chosen = [given["value"] for _, given in shown.elements if given.get("name") == "direction" and "checked" in given]
    assert chosen == ["anticlockwise"]
    assert shown.text("say-words") + shown.text("say-way") == words.action(Claim(551, "anticlockwise"), language)
    assert "#i-anticlockwise" in public_html(state, language).split('id="middle"')[1]
    assert "clockwise" not in own(claim(state, 551, "clockwise"), 1, language).by_id
    assert "#i-clockwise" in public_html(claim(state, 551, "clockwise"), language).split('id="middle"')[1]


def test_the_next_seat_follows_the_direction_and_the_places():
    state = position((0, 541), dice=[4, 2, 5], to_act=1, direction="anticlockwise", order=[2, 1, 3, 0])
    assert page.around(engine.view(state, None), "en").next == 2
    assert public(state).text("seat-2").endswith("next")


@pytest.mark.parametrize("swap", ["round", "game"])
def test_after_a_swap_seats_are_listed_as_they_sit_and_it_is_said(swap):
    options = {"swap_seats": swap, "games": 2}
    state = position(phase="start_throw", to_act=2, order=[3, 2, 0, 1], options=options, first_round=swap == "game")
    state = msgspec.structs.replace(state, game=2 if swap == "game" else 1)
    ids = [given["id"] for _, given in public(state).elements if re.fullmatch(r"seat-\d", given.get("id", ""))]
    assert ids == ["seat-3", "seat-2", "seat-0", "seat-1"]
    assert "The seats are shuffled. Clockwise: Deepa, Carla, Anna, Bob." in own(state, 0).text("claim")


def test_the_open_dice_of_the_start_lie_beside_the_names():
    state, _ = started(4, [3, 6, 2, 6], [5, 1])
    html = public_html(state)
    rows = [html[html.index(f'id="seat-{seat}"') :].split("</li>")[0].split("bp-start")[1] for seat in range(4)]
    assert [re.findall(r"#die-(\d)", row) for row in rows] == [["3"], ["6", "5"], ["2"], ["6", "1"]]
    assert "bp-start" not in public_html(throw(state, 1, 2, 3))


# --- a round is settled ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "sign", "wrong"), [([4, 2, 5], "<", "1"), ([4, 1, 5], "=", "0"), ([6, 1, 5], ">", "0")])
def test_a_doubt_shows_dice_claim_point_and_who_goes_on(dice, sign, wrong):
    claimed = 541 if sign != "<" else 551
    state = doubt(position((0, claimed), dice=dice))
    shown = own(state, 1)
    assert shown.by_id["reveal"][1]["data-wrong"] == wrong
    assert words.sentence(state.reveal, "en", NAMES, 1) in shown.text("reveal")
    assert shown.text("reveal").endswith("Carla starts the next round.")
    assert sign in shown.text("reveal")
    loser = 0 if wrong == "1" else 1
    assert "one penalty point more" in public(state).text(f"seat-{loser}")


def test_the_starter_of_the_next_round_is_told_so():
    state = doubt(position((0, 541), dice=[4, 2, 5]))
    assert own(state, 2).text("reveal").endswith("You start the next round.")


def test_a_settled_round_unfolds_in_the_log_and_nothing_else_does():
    state = position((0, 641), dice=[4, 2], aside=1)
    events = done(state, Doubt()).events
    entry = ShownEntry(number=2, seat=1, by="person", at="", table_action=None, events=events)
    lines = render.log_lines(shown_table("blufpoker", state), [entry], None, "en", False)
    assert [bool(line.more) for line in lines] == [True, False]
    html = render.log_html(lines, False)
    assert re.findall(r"#die-(\d)", html) == ["6", "4", "2"]


# --- nothing is told that is not to be ---------------------------------------------------------------------------------


@in_each_language
@in_each_phase
def test_no_share_of_throws_is_in_the_page_during_a_match(phase, language):
    """UX-408: neither a figure with a percent sign nor one of the exact chances, in no part and no language."""
    state = PHASES[phase]()
    chances = {f"{100 * odds.at_least(value, aside):.{n}f}" for value in VALUES for aside in (0, 1, 2) for n in (1, 2)}
    html = public_html(state, language) + "".join(own_html(state, seat, language) for seat in (*range(4), None))
    html += json.dumps(page.script(language, 4), ensure_ascii=False)
    assert "%" not in html
    assert not set(re.findall(r"\d+[.,]\d+", html)) & (chances | {chance.replace(".", ",") for chance in chances})


def test_the_hint_for_beginners_is_the_same_whatever_lies_there():
    hints = {page.own(engine.view(position((0, 541), dice=d), 1), (), "en", NAMES, 1)["hint"] for d in ([1, 1, 1], [6, 6, 6])}
    assert len(hints) == 1


# --- forms, commands, time ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ({"type": "claim", "value": "632"}, {"type": "claim", "value": 632}),
        ({"type": "claim", "value": "632", "direction": "clockwise"}, {"type": "claim", "value": 632, "direction": "clockwise"}),
        ({"type": "claim", "unseen": "641"}, {"type": "blind", "value": 641}),
        ({"type": "blind", "unseen": "641"}, {"type": "blind", "value": 641}),
        ({"type": "throw", "keep": "2"}, {"type": "throw", "keep": 2}),
        ({"type": "throw", "keep": "0"}, {"type": "throw"}),
        ({"type": "throw"}, {"type": "throw"}),
        ({"type": "doubt", "unseen": "641"}, {"type": "doubt"}),
        ({"type": "claim", "value": "६३२"}, {"type": "claim", "value": "६३२"}),
        ({"type": "claim"}, {"type": "claim", "value": ""}),
    ],
)
def test_a_plain_form_becomes_an_action(fields, action):
    assert page.action_from(fields, {}) == action


def test_no_typed_word_means_two_things():
    kinds = [(word, kind) for kind, known in page.COMMANDS.items() for word in known]
    assert len({word for word, _ in kinds}) == len(kinds)


@in_each_language
def test_words_of_buttons_are_those_of_the_game(language):
    labels = page.script(language, 4)["labels"]
    assert labels["claim"].replace("{value}", "632") == words.action(Claim(632), language)
    assert labels["claim"].replace("{value}", "632") + labels["clockwise"] == words.action(Claim(632, "clockwise"), language)
    assert labels["blind"].replace("{value}", "632") == words.action(Blind(632), language)
    assert labels["throw"] == [words.action(Throw(keep), language) for keep in (0, 1, 2)]


def test_rendering_is_fast():
    """The largest picker and the fullest table, far above what they take, so that only a real slip fails."""
    state = position(phase="own_throw", to_act=0, dice=[1, 1, 1], seats=6, options=ALL)
    for make in (lambda: own_html(state, 0, "ne"), lambda: public_html(state, "ne")):
        make()
        assert seconds(make) < 0.030


def test_the_sheet_of_a_new_table_offers_shorter_and_longer_games():
    offered = {
        option.name: [int(value.value) for value in option.values] for option in sheet.options_of(GAME, "en", {}) if option.is_number
    }
    assert offered["penalty_limit"] == [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20]


def test_options_are_all_named_in_a_test_of_controls():
    """A seventh option of the table would have to find its controls here."""
    own_options = set(Options.__struct_fields__) - set(Options.__base__.__struct_fields__)
    assert own_options == {*ALL, "penalty_limit"}
