"""Forms of the desk. What is possible is decided by the services; these only read what was typed, and lose nothing of it."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.forms import PersonForm
from bluffsite.moderation.conduct import CLAUSES
from bluffsite.moderation.desk.models import Sanction
from bluffsite.moderation.desk.sanctions import MOST_REASON
from bluffsite.moderation.models import Report
from bluffsite.moderation.views import REASONS as REASONS

Act = Sanction.Act

ACTS = {
    Act.REMIND: _("Kind reminder"),
    Act.REMOVE_TEXT: _("Remove the marked lines"),
    Act.RENAME: _("Give another name"),
    Act.WARN: _("Warning"),
    Act.MUTE: _("Nothing written, no quick phrases either"),
    Act.NO_TEXT: _("Quick phrases only"),
    Act.NO_RATED: _("No rated matches"),
    Act.TIME_OUT: _("Suspend for a time"),
    Act.BAN: _("Exclude"),
}
"""What staff can do, in words. `Act` values are stable."""

BESIDE = (Act.REMOVE_TEXT, Act.RENAME)
"""What can be done beside a measure."""

MEASURES = tuple(act for act in Act if act not in BESIDE)

RULE_OF = {
    Report.Reason.ABUSE: "respect",
    Report.Reason.NAME: "names",
    Report.Reason.CHEATING: "fair",
    Report.Reason.SPOILING: "finish",
    Report.Reason.SPAM: "spam",
    Report.Reason.OTHER: "respect",
}
KINDS = {
    Report.Kind.TABLE: _("Table"),
    Report.Kind.SEAT: _("Player"),
    Report.Kind.LOG: _("Log"),
    Report.Kind.RESULT: _("Result"),
    Report.Kind.LINE: _("Line"),
    Report.Kind.PROFILE: _("Profile"),
    Report.Kind.LEAGUE: _("League"),
    Report.Kind.REPORT: _("Report"),
}

ENDS = (("1", _("1 day")), ("3", _("3 days")), ("7", _("7 days")), ("14", _("14 days")), ("30", _("30 days")))
ENDS += (("90", _("90 days")), ("365", _("a year")), ("date", _("on the date below")), ("never", _("no end (only to exclude)")))  # type: ignore[assignment]


class DecisionForm(PersonForm):
    """What is done, by which rule, in which words, and until when."""

    measure = forms.ChoiceField(
        label=_("Measure"), required=False, choices=[("", _("None of these")), *((act, ACTS[act]) for act in MEASURES)]
    )
    beside = forms.MultipleChoiceField(
        label=_("Besides"), required=False, choices=[(act, ACTS[act]) for act in BESIDE], widget=forms.CheckboxSelectMultiple
    )
    rule = forms.ChoiceField(label=_("Rule"), choices=[(clause.key, clause.title) for clause in CLAUSES])
    language = forms.ChoiceField(label=_("Language of the reason"), choices=settings.LANGUAGES)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=MOST_REASON,
        help_text=_("The person reads exactly this. Left empty, it is the template of the rule."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    end = forms.ChoiceField(label=_("Ends after"), choices=ENDS, initial="7", required=False)
    date = forms.DateField(
        label=_("End date"), required=False, widget=forms.DateInput(attrs={"type": "date"}), help_text=_("The end of this day, UTC.")
    )

    def acts(self) -> list[str]:
        measure = self.cleaned_data["measure"]
        return [*self.cleaned_data["beside"], *([measure] if measure else [])]

    def until(self) -> datetime | None:
        """None: without an end, or no date given."""
        end, date = self.cleaned_data["end"], self.cleaned_data["date"]
        if end == "date":
            return datetime.combine(date, time(23, 59, 59), UTC) if date else None
        return timezone.now() + timedelta(days=int(end)) if end.isdigit() else None

    def clean(self) -> dict[str, Any]:
        """A date that was asked for and is not there is no ban without an end."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("end") == "date" and not data.get("date") and "date" not in self.errors:
            self.add_error("date", _("Please fill this in."))
        return data


class NoteForm(PersonForm):
    """A few words for colleagues."""

    note = forms.CharField(label=_("Note for colleagues"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))


class AnswerForm(PersonForm):
    """What the person reads about their appeal."""

    answer = forms.CharField(label=_("Answer to the person"), max_length=MOST_REASON, widget=forms.Textarea(attrs={"rows": 4}))


class AppealForm(PersonForm):
    words = forms.CharField(
        label=_("Why is this decision wrong?"),
        max_length=1000,
        help_text=_("In your own words, in your language. Somebody who had no part in the decision reads it."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class WordingForm(PersonForm):
    text = forms.CharField(
        label=_("Text"),
        required=False,
        max_length=MOST_REASON,
        help_text=_("Left empty, the first text comes back."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
