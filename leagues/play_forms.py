"""Forms of matches: moments are typed and read in the reader's own time zone."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from leagues.forms import ERRORS, LeagueForm

FORMAT = "%Y-%m-%dT%H:%M"


class MomentField(forms.CharField):
    """A day and time by the clock of the active time zone. One that the change of the clocks leaves out, or brings twice, is refused."""

    no_moment = _("This is not a day and time, such as 2027-05-31 19:30.")

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"type": "datetime-local", "autocomplete": "off"})
        super().__init__(max_length=25, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return timezone.localtime(value).strftime(FORMAT) if isinstance(value, datetime) else value

    def clean(self, value: Any) -> datetime:
        text = super().clean(value)
        try:
            wall = datetime.fromisoformat(text)
        except ValueError:
            raise forms.ValidationError(self.no_moment, code="moment") from None
        if wall.tzinfo is not None or ":" not in text or not 2020 < wall.year < 2200:  # a day alone would be its midnight
            raise forms.ValidationError(self.no_moment, code="moment")
        at = timezone.make_aware(wall)
        if timezone.localtime(at.astimezone(UTC)).replace(tzinfo=None) != wall:
            raise forms.ValidationError(_("The clocks change at that hour: this time does not exist. Choose another."), code="gap")
        if at.utcoffset() != timezone.make_aware(wall.replace(fold=1)).utcoffset():
            raise forms.ValidationError(_("The clocks change at that hour: this time comes twice. Choose another."), code="twice")
        return at


class TimeForm(LeagueForm):
    """A time that one proposes."""

    at = MomentField(label=_("Day and time"), help_text=_("By your own clock."))


class ReasonForm(LeagueForm):
    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=_("Everybody in the league can read it."))


class DeadlineForm(ReasonForm):
    to = MomentField(label=_("New deadline"), help_text=_("By your own clock."))
    field_order = ("to", "reason")


class LongSelect(forms.Select):
    """A select of a thousand names: the options without a template for each."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        attributes = flatatt(self.build_attrs(self.attrs, {**(attrs or {}), "name": name}))
        chosen = {str(one) for one in self.format_value(value)}
        options = ((key, flatatt({"selected": str(key) in chosen}), label) for key, label in self.choices)
        return format_html("<select{}>{}</select>", attributes, format_html_join("", '<option value="{}"{}>{}</option>', options))


class SubstituteForm(ReasonForm):
    """`stand_in` is the id of a membership, empty where the member plays after all."""

    stand_in = forms.ChoiceField(label=_("Who plays instead"), required=False, widget=LongSelect)
    field_order = ("stand_in", "reason")

    def __init__(self, *args: Any, people: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["stand_in"].choices = [("", _("nobody: the member plays")), *((str(pk), name) for pk, name in people)]  # type: ignore[attr-defined]


class PlacesForm(ReasonForm):
    """A place for every member of a match, by entry."""

    def __init__(self, *args: Any, people: Sequence[tuple[int, str, int]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = [entry for entry, _, _ in people]
        for entry, name, place in people:
            field = forms.IntegerField(label=name, min_value=1, max_value=len(people), initial=place, required=False)
            field.error_messages.update(ERRORS)
            self.fields[f"place_{entry}"] = field
        self.order_fields([*(f"place_{entry}" for entry in self.entries), "reason"])

    def places(self) -> dict[int, int]:
        return {entry: self.cleaned_data.get(f"place_{entry}") or 0 for entry in self.entries}
