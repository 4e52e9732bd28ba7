"""The settings of one reader."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bluffsite.accounts.zones import UNKNOWN, zone_names

NOT_IN_LIST = {"invalid_choice": _("Choose one of the list.")}


class SettingsForm(forms.Form):
    """`time_zone` empty: not known yet. `LOOK` fields are values of `pages.look.ALLOWED`; empty is the usual."""

    LOOK = ("theme", "contrast", "motion", "text", "sound", "digits")

    theme = forms.ChoiceField(
        label=_("Theme"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", _("As the system has it")), ("light", _("Light")), ("dark", _("Dark"))],
    )
    contrast = forms.ChoiceField(
        label=_("Contrast"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", pgettext_lazy("contrast", "Normal")), ("more", _("High contrast"))],
    )
    text = forms.ChoiceField(
        label=_("Text size"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", pgettext_lazy("text size", "Normal")), ("large", _("Large")), ("largest", _("Largest"))],
    )
    motion = forms.ChoiceField(
        label=_("Motion"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", _("As the system has it")), ("on", _("On")), ("off", _("No motion at all"))],
    )
    sound = forms.ChoiceField(
        label=_("Sound"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", _("On, after your first tap")), ("off", _("Off"))],
    )
    digits = forms.ChoiceField(
        label=_("Digits"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", "0 1 2 3"), ("ne", "० १ २ ३")],
    )
    language = forms.ChoiceField(label=_("Language"), required=False, choices=settings.LANGUAGES, error_messages=NOT_IN_LIST)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("For dates of leagues and notices."),
        widget=forms.Select(attrs={"data-zone": ""}),
        error_messages={"invalid_choice": UNKNOWN},
    )
    more_time = forms.BooleanField(
        label=_("I want more time to think"),
        required=False,
        help_text=_("Tables where you sit before the start then run with all times doubled. Others only see: a calm table."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = [("", "–"), *((name, name.replace("_", " ")) for name in zone_names())]  # type: ignore[attr-defined]
