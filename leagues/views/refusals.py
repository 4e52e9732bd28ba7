"""What a service refused, as the form shows it: the sentence, beside its field where it has one, and the clause of a rule."""

from typing import Any

from django import forms

from games.play.sentences import sentence
from games.play.services.errors import TableError
from leagues.services.errors import LeagueError

FIELD_OF = {
    "empty_name": "name",
    "long_name": "name",
    "past": "first_day",
    "far": "first_day",
    "ends_first": "last_day",
    "no_duels": "format",
    "time_zone": "time_zone",
    "reason": "reason",
    "empty_text": "text",
}


def refuse_in_form(form: forms.Form, error: LeagueError | TableError, game: str) -> dict[str, Any]:
    """Puts the sentence on the form; returns what the page shows above it."""
    if isinstance(error, LeagueError):
        field = FIELD_OF.get(error.code)
        form.add_error(field if field in form.fields else None, error.sentence)
        return {}
    page = "common" if error.rule is not None and error.rule.startswith("common.") else game
    text = sentence(error.code, error.rule, game)
    return {"refusal": text, "refusal_rule": error.rule or "", "refusal_page": page}
