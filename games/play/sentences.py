"""Why something was refused, as a sentence in the active language: for pages, sockets and the API alike.

Every code of `services.errors` and of the services' TableErrors has one; the rules' own reasons come from the game.
"""

from typing import cast

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.names import SENTENCES as NAMES
from games.core.errors import NotInThisGame
from games.core.game import Language
from games.core.registry import game_named

SENTENCES: dict[str, Promise] = {
    # a match
    "unknown_match": _("There is no match at this table yet."),
    "bad_action": _("This action cannot be read."),
    "not_your_seat": _("This is not your seat."),
    "not_taken": _("Say first who has the phone."),
    "not_controller": _("You play this seat in another window. Take over here first."),
    "match_over": _("The match is over."),
    "paused": _("The match is paused."),
    "staff_pause": _("Staff have paused this match. It goes on in ten minutes at the latest."),
    "already_left": _("The computer plays for you already. You may take your seat back at any time."),
    "computer_plays": _("The computer plays for you. Take your seat back first."),
    "deadline_passed": _("Your time had already run out."),
    "stale_version": _("The table has moved on. Look again."),
    "call_too_late": _("That play can no longer be called."),
    "call_pending": _("Somebody has called. That is settled first."),
    "illegal": _("The rules do not allow that."),
    "not_allowed": _("That is not possible now."),
    "rate_limited": _("That was too fast. Wait a moment."),
    # a table
    "unknown_game": _("There is no such game."),
    "unknown_table": _("There is no table at this address."),
    "unknown_code": _("There is no open table with this code."),
    "not_open": _("This table is open to its players only."),
    "options": _("These options do not go together."),
    "options_fixed": _("The match has begun: its rules stay as they are."),
    "bad_size": _("This game is not played with that many seats."),
    "too_small": _("More people sit at the table than that."),
    "bad_seat": _("There is no such seat."),
    "bad_level": _("There is no such computer level."),
    "bad_part": _("The random part of the browser cannot be read."),
    "seat_taken": _("Somebody else has this seat."),
    "full": _("The table is full."),
    "not_host": _("Only the host can do that."),
    "not_seated": _("You have no seat at this table."),
    "removed": _("The host keeps this table for others. Other tables are open."),
    "nobody_there": _("There is nobody to be found there."),
    "yourself": _("That is you."),
    "nobody_seated": _("Nobody sits at the table yet."),
    "started": _("The match has already begun."),
    "closed": _("This table has been closed."),
    "not_finished": _("The match is not over yet."),
    "no_offer": _("No rematch is offered at the moment."),
    "cool_down": _("You have left several matches lately: for a while you play against computers or by invitation only."),
    "rated_members": _("This table is rated, and only members have a rating. Register, and you may sit down."),
    "rated_barred": _("You cannot play rated matches at the moment. Your account page says why and until when."),
    "too_fast": _("That was too often. Wait a moment."),
    "shut_out": _("Your account is suspended. Reload the page to read why and until when."),
    # talk
    "not_said": _("That was not said. Try once more."),
    "talk_off": _("There is no talk at this table."),
    "no_such_phrase": _("There is no such phrase."),
    "empty": _("Type something first."),
    "long_line": _("Use at most 200 characters."),
    "phrases_only": _("At this table there are quick phrases only."),
    "members_only": _("Guests have the quick phrases. With an account you can write at tables that allow it."),
    "seven_days": _("At open tables you can write once you have been a member for seven days. The quick phrases are there for you."),
    "child_safe": _("You have chosen phrases only, in your settings."),
    "talk_barred": _("You cannot write."),
    "bad_word": _("A word in this line is not shown here. Change it; nothing you typed is lost."),
    "talk_too_fast": _("Five lines in ten seconds are enough. Wait a moment."),
    # a message or request
    "bad_message": _("This message cannot be read."),
    "too_large": _("This is too large."),
    "too_deep": _("This is nested too deeply."),
    "bad_request": _("This request cannot be read."),
    "not_signed_in": _("Sign in first: the token is missing, unknown or expired."),
    "not_found": _("There is nothing at this address."),
    "wrong_method": _("This address has other methods."),
}

RULES_SPEAK = frozenset({"illegal", "not_allowed", "options"})
"""Codes that say no more than that a rule forbids it."""


def sentence(code: str, rule: str | None = None, game: str | None = None) -> str:
    """Why it was refused, in the active language. Raises KeyError for an unknown code.

    Where the rules themselves say no, the rule of `game` gives its own reason; elsewhere it is only the clause to read.
    """
    if code in RULES_SPEAK and rule is not None and game is not None and (reason := rule_reason(rule, game)):
        return reason
    if code.startswith("name_"):
        return str(NAMES[code.removeprefix("name_")])
    return str(SENTENCES[code])


def rule_reason(rule: str, game: str) -> str | None:
    """The game's sentence for the rule in the active language; None if it has none."""
    try:
        return game_named(game).words.reason(rule, cast(Language, get_language()))
    except (KeyError, NotInThisGame):
        return None
