"""The settings of one reader."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class SettingsForm(forms.Form):
    """`LOOK` fields are values of `pages.look.ALLOWED`; empty is the usual."""

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
    more_time = forms.BooleanField(
        label=_("I want more time to think"),
        required=False,
        help_text=_("Tables where you sit before the start then run with all times doubled. Others only see: a calm table."),
    )
