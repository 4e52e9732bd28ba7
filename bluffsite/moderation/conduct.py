"""The code of conduct: the clauses that a decision names. Short, in plain words, the same for everybody."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Clause(NamedTuple):
    """`title` names the clause in a decision, `text` says what it asks of people."""

    key: str
    title: Promise
    text: Promise


CLAUSES = (
    Clause("respect", _("Respect"), _("Be kind. No insults, no hate, nothing that makes others feel small, whatever the game brings.")),
    Clause("threats", _("Threats"), _("Do not threaten or stalk anyone, here or anywhere else.")),
    Clause("names", _("Names"), _("Choose a name that insults nobody and that cannot be taken for somebody else or for the team.")),
    Clause(
        "fair", _("Fair play"), _("Play your own hand. No secret agreements, no second account, no help from a program where people play.")
    ),
    Clause("finish", _("Play to the end"), _("Finish what you begin. Do not leave on purpose, stall, or lose on purpose.")),
    Clause("spam", _("Advertising"), _("No advertising, no links that nobody asked for, no flood of messages.")),
    Clause("privacy", _("Privacy"), _("Say nothing private about others: no full names, addresses, numbers or pictures.")),
    Clause("reports", _("Honest reports"), _("Report what happened, not whom you dislike.")),
)

RULES = {clause.key: clause for clause in CLAUSES}


def title_of(rule: str) -> str:
    """The name of a clause in the active language; an unknown one as it is."""
    return str(RULES[rule].title) if rule in RULES else rule
