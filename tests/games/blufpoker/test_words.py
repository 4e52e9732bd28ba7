"""Claims and sentences of Blufpoker, language by language, as the glossary has them."""

import string
from itertools import product

import pytest

from games.blufpoker import engine, words
from games.blufpoker.legality import KINDS
from games.blufpoker.state import (
    Accept,
    Accepted,
    AttemptOver,
    AttemptThrown,
    Blind,
    Claim,
    Claimed,
    Doubt,
    Doubted,
    Left,
    MadeClaim,
    PassedBlind,
    Revealed,
    RoundBegan,
    StartRolled,
    Swapped,
    Throw,
    Thrown,
)
from games.core.game import Language
from games.core.registry import game_named
from tests.games.blufpoker.table import accept, claim, doubt, position, throw
from tests.games.core.walks import Walk

LANGUAGES: tuple[Language, ...] = ("en", "nl", "de", "ne")
NAMES = ("Anna", "Bob", "Carla", "आशा")
EVERY_OPTION = {"sixes": True, "blind_pass": True, "three_throws": True, "choose_direction": True, "swap_seats": "round", "games": 2}


def said(event, language="en", me=None):
    return words.sentence(event, language, NAMES, me)


@pytest.mark.parametrize(
    ("value", "spoken"),
    [
        (632, {"en": "six-three-two", "nl": "zes-drie-twee", "de": "sechs-drei-zwei", "ne": "छ–तीन–दुई"}),
        (551, {"en": "five-five-one", "nl": "vijf-vijf-één", "de": "fünf-fünf-eins", "ne": "पाँच–पाँच–एक"}),
        (666, {"en": "triple six", "nl": "drie zessen", "de": "dreimal die Sechs", "ne": "तीनवटै छक्का"}),
    ],
)
def test_a_value_is_spoken_digit_by_digit(value, spoken):
    assert {language: words.spoken(value, language) for language in LANGUAGES} == spoken


def test_a_claim_is_written_as_digits_and_in_full_with_at_least():
    made = MadeClaim(0, 632)
    assert {words.claim(made, language) for language in LANGUAGES} == {"632"}
    full = {language: words.at_least(made, language) for language in LANGUAGES}
    assert full == {"en": "at least 632", "nl": "minstens 632", "de": "mindestens 632", "ne": "कम्तीमा 632"}


def test_numbers_of_things_have_their_plural():
    assert [words.sixes(count, "nl") for count in (1, 2)] == ["1 zes", "2 zessen"]
    assert [words.penalty_points(count, "de") for count in (1, 3)] == ["1 Strafpunkt", "3 Strafpunkte"]
    assert [words.penalty_points(count, "en") for count in (1, 0)] == ["1 penalty point", "0 penalty points"]


def test_the_start_names_every_roll():
    rolled = StartRolled(1, ((5, 3, 5, None), (2, None, 4, None)), 2)
    assert said(rolled) == "Everyone throws one die: Anna (5), Bob (3), Carla (5); again: Anna (2), Carla (4). Carla starts."
    assert said(rolled, "nl", 2).endswith("; opnieuw: Anna (2), Carla (4). Jij begint.")


def test_a_throw_is_told_without_its_dice_to_the_thrower_too():
    """The log lies open while the cup does not: only a hand on the cup shows the dice."""
    seen = Thrown(1, 1, 2, 1, 1, True, (2, 5))
    assert said(seen, "en", 1) == "You lay 1 six aside. You throw."
    assert said(engine.show(seen, 0), "en", 0) == "Bob lays 1 six aside. Bob throws."
    again = Thrown(1, 2, 3, 0, 0, True, (2, 5, 1))
    assert said(again, "de", 1) == "Du würfelst noch einmal (2 von 3)."
    assert said(engine.show(again, 0), "nl", 0) == "Bob gooit opnieuw (2 van 3)."


def test_an_unseen_throw_tells_nobody():
    unseen = engine.show(Thrown(1, 3, 3, 0, 0, False, (6, 6, 5)), 1)
    assert said(unseen, "en", 1) == "You throw a third time. Nobody sees this throw."
    assert said(unseen, "ne", 0) == "Bobले तेस्रो पटक पासा फाल्नुभयो। यो फालाइ कसैले देख्दैन।"


def test_a_claim_says_its_direction_if_one_was_said():
    assert said(Claimed(0, 421, 1, None)) == "Anna says 421."
    assert said(Claimed(0, 421, 1, "anticlockwise"), "nl", 0) == "Jij zegt 421. De beker gaat tegen de klok in."
    assert said(PassedBlind(1, 431), "de") == "Bob gibt den Becher ungesehen weiter: 431."


def test_believing_is_told_without_the_dice_to_the_believer_too():
    accepted = Accepted(1, 0, 421, (1, 4, 2))
    assert said(accepted, "en", 1) == "You believe it and take the cup."
    assert said(engine.show(accepted, 0), "en", 0) == "Bob believes it and takes the cup."
    assert said(engine.show(Accepted(1, 0, 666, (1, 4, 2)), 2), "nl", 2) == "Bob gelooft het en probeert 666 te halen."


def test_doubt_and_reveal_say_who_gets_the_point():
    assert said(Doubted(1, 0), "en", 0) == "Bob doubts you."
    low = Revealed((4, 2, 1), 0, 421, 533, 0, 1, 0, (2, 0, 0), 6, 2)
    assert said(low) == "421 lies there, 533 was said. That was too high. Penalty point for Anna (2 of 6)."
    met = Revealed((5, 3, 3), 0, 533, 533, 0, 1, 1, (2, 1, 0), 6, 2)
    assert said(met, "nl", 1) == "Er ligt 533, gezegd was 533. Dat was waar. Strafpunt voor jou (1 van 6)."


def test_an_attempt_is_told_throw_by_throw():
    assert said(AttemptThrown(1, 2, (5, 6), 2)) == "Bob throws openly (2 of 3): 6 5. Aside: 2 sixes."
    assert said(AttemptThrown(1, 1, (5, 1, 2), 0), "de", 1) == "Du würfelst offen (1 von 3): 5 2 1."
    over = AttemptOver((), 3, 666, 0, 1, True, 2, 0, (1, 0, 0), 6, 2)
    assert said(over) == "666 is there! Penalty point for Anna (1 of 6)."


def test_rounds_and_seats():
    assert said(RoundBegan(1, 3, 0, "clockwise", (0, 1, 2)), "de", 0) == "Runde 3. Du beginnst."
    assert said(Swapped((2, 0, 1)), "nl") == "De stoelen zijn gehusseld. Met de klok mee: Carla, Anna, Bob."
    assert said(Left(1, "bot"), "en").startswith("Bob has left.")  # told as in every game


# --- the turn --------------------------------------------------------------------------------------------------------


def banners(state, me):
    view = engine.view(state, me)
    return {language: words.turn(view, language, NAMES, me) for language in LANGUAGES}


def test_the_banner_says_what_the_reader_may_do():
    state = position(phase="start_throw", to_act=0)
    assert banners(state, 0)["en"] == "Your turn: throw the dice."
    assert banners(state, 1)["nl"] == "We wachten op de worp van Anna."
    state = throw(state, 4, 2, 1)
    assert banners(state, 0)["en"] == "Your turn: say what lies there, or something else."
    state = claim(state, 421)
    assert banners(state, 1)["en"] == "Your turn: Anna says 421. Do you believe it?"
    assert banners(state, None)["de"] == "Anna sagt 421. Wir warten auf Bob."
    state = accept(state)
    assert banners(state, 1)["en"] == "Your turn: throw. Then you must say more than 421."
    assert banners(throw(state, 1, 1, 1), 1)["en"] == "Your turn: say more than 421."
    assert banners(position((0, 666)), 1)["en"] == "Your turn: nothing is higher than 666, you must doubt."
    state = position((0, 666), options={"sixes": True})
    assert banners(state, 1)["en"] == "Your turn: Anna says 666. Do you believe it?"
    assert banners(accept(state), 1)["en"] == "Your turn: throw for 666 (1 of 3)."
    assert "unseen" in banners(position((0, 421), options={"blind_pass": True}), 1)["en"]
    assert banners(doubt(position((0, 421))), 1)["en"] == "The dice lie open. The next round follows."


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"phase": "start_throw"}, "At 0 the dice are thrown and a value is claimed."),
        ({"phase": "own_throw", "throws": 3}, "At 0 the lowest possible value is claimed: 111."),
        ({"phase": "own_throw"}, "At 0 the true value is claimed if it is high enough, else the lowest that is: 111."),
    ],
)
def test_what_running_out_of_time_will_do(given, told):
    assert words.timeout(engine.view(position(to_act=0, **given), None), "en") == told


def test_running_out_of_time_after_a_claim():
    assert words.timeout(engine.view(position((0, 421)), None), "nl") == "Bij 0 wordt de claim betwijfeld."
    state = accept(position((0, 666), options={"sixes": True}))
    assert words.timeout(engine.view(state, None), "de") == "Bei 0 werden die übrigen Würfe gemacht."


@pytest.mark.parametrize(
    ("action", "button"),
    [
        (Throw(), "Gooien"),
        (Throw(2), "2 zessen wegleggen en gooien"),
        (Claim(421), "421 zeggen"),
        (Claim(421, "clockwise"), "421 zeggen, met de klok mee"),
        (Doubt(), "Bluf!"),
        (Accept(), "Geloven"),
        (Blind(431), "Blind doorgeven: 431"),
    ],
)
def test_actions_as_buttons(action, button):
    assert words.action(action, "nl") == button
    assert all(words.action(action, language) for language in LANGUAGES)


def test_every_type_of_action_has_a_button():
    assert {kind.__struct_config__.tag for kind in KINDS} <= set(words._ACTIONS)


# --- whole tables ----------------------------------------------------------------------------------------------------


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("table", [words._LINES, words._TURN, words._AT_ZERO, words._ACTIONS, words._REASONS])
def test_every_text_exists_in_four_languages_with_the_same_fields(table):
    for key, text in table.items():
        assert set(text) == set(LANGUAGES), key
        names = [fields(text[language]) for language in LANGUAGES]
        assert all(each <= {*names[0], "name"} and each >= names[0] - {"name"} for each in names), key


@pytest.mark.parametrize("seed", range(4))
def test_everything_that_happens_can_be_told_to_everyone(seed):
    """No sentence, banner or hint is empty or keeps an unfilled field, whoever reads it."""
    walk = Walk(game_named("blufpoker"), 4, engine.Options(**EVERY_OPTION), seed, trouble=0.1)
    for moment in walk.moments():
        for reader, language in product((None, *range(4)), LANGUAGES):
            view = engine.view(moment.state, reader)
            texts = [words.turn(view, language, NAMES, reader), words.timeout(view, language)]
            texts += [words.sentence(engine.show(event, reader), language, NAMES, reader) for event in moment.events]
            assert all(text and "{" not in text for text in texts), (moment.events, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_value_is_explained(language):
    values = {
        "penalty_limit": range(1, 21),
        "sixes": (False, True),
        "blind_pass": (False, True),
        "three_throws": (False, True),
        "choose_direction": (False, True),
        "swap_seats": ("off", "round", "game"),
        "call_grace_ms": (300,),
        "games": (1, 5),
    }
    for name, allowed in values.items():
        for value in allowed:
            label, meaning = words.option(name, value, language)
            assert label and meaning and "{" not in meaning


def test_every_reason_names_a_rule_of_the_game():
    assert all(words.reason(rule, language) for rule in words.rules() for language in LANGUAGES)
    assert "common.reveal" in words.rules()
