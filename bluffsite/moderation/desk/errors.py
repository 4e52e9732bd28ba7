"""Why the desk says no."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "claimed": _("A colleague is working on this case. Take another one."),
    "not_claimed": _("Take the case first: your time for it has run out."),
    "closed": _("This case is closed already."),
    "waits": _("A decision in this case waits for a second look."),
    "no_person": _("There is nobody left whom this could concern."),
    "yourself": _("You cannot decide about yourself, your own report or a table of yours."),
    "is_staff": _("Only the operator decides about members of the team."),
    "no_act": _("Choose what is to be done."),
    "bad_rule": _("Choose the rule that was broken."),
    "no_reason": _("Write the reason that the person will read."),
    "bad_end": _("Choose an end in the future: at most 30 days for a time-out, at most a year for other measures."),
    "no_lines": _("Mark the lines that are to be removed."),
    "decided": _("This has been decided already."),
    "own_decision": _("You had a part in this decision, so somebody else looks at it now."),
    "no_note": _("Say in a few words why."),
    "no_appeal": _("You cannot appeal against this decision any more."),
    "no_words": _("Say in your own words why this decision is wrong."),
    "unknown_table": _("There is no table at this address."),
    "no_match": _("No match is running at this table."),
    "not_over": _("The match has to be over for that."),
    "unchanged": _("That is so already."),
}


class DeskError(Exception):
    """`code` is a key of SENTENCES; `sentence` says it in the active language."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code])
