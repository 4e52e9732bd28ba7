"""Why something was refused, in words: the reason that helps, never one that says the opposite."""

import pytest
from django.utils import translation

from games.play.sentences import SENTENCES, sentence

LANGUAGES = ("en", "nl", "de", "ne")


def test_where_the_rules_say_no_the_rule_gives_the_reason():
    with translation.override("en"):
        assert sentence("illegal", "liars_dice.bid.raise", "liars_dice") == "You must bid higher than the last bid."
        assert sentence("not_allowed", "common.pause", "liars_dice") == "A pause needs everyone's yes."


@pytest.mark.parametrize("code", ["computer_plays", "paused", "deadline_passed", "stale_version"])
def test_a_code_that_says_why_keeps_its_sentence_beside_a_rule(code):
    with translation.override("en"):
        assert sentence(code, "common.leave.bot", "liars_dice") == str(SENTENCES[code])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_speaks_every_language(language):
    with translation.override("en"):
        english = [sentence(code) for code in SENTENCES]
    with translation.override(language):
        said = [sentence(code) for code in SENTENCES]
    assert all(said)
    assert language == "en" or not set(said) & set(english)
