"""Why the services of leagues say no. Codes are stable; each has a sentence for people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "unknown": _("There is no such league, or it is not open to you."),
    "members_only": _("Leagues are for people with an account. Register first: you come back here afterwards."),
    "not_member": _("You are not a member of this league."),
    "no_right": _("You do not have the right to do that in this league (any more)."),
    "closed": _("This league is closed."),
    "full": _("This league is full."),
    "banned": _("The organisers of this league have banned you. You cannot come back unless they lift that."),
    "barred": _("A measure against your account does not allow that at the moment."),
    "not_open": _("Members are invited by a link."),
    "too_many": _("You run as many leagues as one person can. Close one first."),
    "too_fast": _("That was too often. Wait a moment."),
    "owner_stays": _("The owner cannot leave. Hand the league over to somebody first, or close it."),
    "owner_only": _("Only the owner can do that."),
    "not_yourself": _("You cannot do that to yourself."),
    "unknown_member": _("There is no such member in this league."),
    "reason": _("Say in a few words why. Everybody in the league can read it."),
    "season_running": _("A season is running. It has to end first."),
    "season_planned": _("The next season is planned already."),
    "no_season": _("There is no season like that."),
    "not_planned": _("This season has begun: its rules stay as they are."),
    "not_running": _("This season is not running."),
    "too_few": _("Too few members have signed up for this season."),
    "ends_first": _("The season would end before it begins."),
    "empty_name": _("Give the league a name with at least one letter or digit."),
    "long_name": _("Use at most 40 characters for the name."),
    "too_long": _("This text is too long."),
    "empty_text": _("Write something first."),
    "no_date": _("This is not a date."),
    "asked": _("You have asked to join. The organisers will decide."),
    "past": _("This date has passed. Choose one that is still to come."),
    "far": _("This date is too far away."),
    "time_zone": _("This time zone does not exist."),
    "bad_value": _("Something in this form cannot be used. Look at it again."),
    "no_duels": _("This game is not played by two."),
    "no_late_entry": _("The season has begun, and it has no late entry."),
    "no_result": _("There is no result of this match yet."),
    "not_yours": _("Only members whose match it was can dispute its result."),
    "too_late": _("The season ended too long ago for that."),
    "disputed": _("You have disputed this result already. That is possible once."),
    "unknown_fixture": _("There is no such match in this league."),
    "not_a_player": _("You do not play in this match."),
    "decided": _("This match is decided already."),
    "begun": _("This match has begun already."),
    "busy": _("You are in a running match. Play that one first, or leave it."),
    "round_open": _("Matches of this round are still open."),
    "no_round": _("There is no further round in this season."),
    "after_season": _("The season is over by then. Choose an earlier time."),
    "after_deadline": _("This time is after the deadline of the match. Choose an earlier one."),
    "too_many_times": _("You have proposed several times already. Take one back first."),
    "unknown_time": _("This proposal does not stand any more."),
    "too_near": _("It is too late for that: the match is about to begin."),
    "places": _("Give everybody in the match a place, 1 for the best. Equal places are shared."),
    "unchanged": _("This is how it stands already."),
    "void_by_staff": _("Staff of the site declared this match void. Only they can let it count again."),
    "heir": _("This member cannot take the league over at the moment."),
    "already": _("That is done already."),
}


class LeagueError(Exception):
    """A change of a league that is not possible; nothing was changed. `code` is a key of SENTENCES."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        """In the language that is active now."""
        return str(SENTENCES[self.code])
