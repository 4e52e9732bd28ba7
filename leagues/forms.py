"""Forms of leagues. What is allowed is decided by the services; the forms read what was typed and keep it."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts.forms import PersonForm
from bluffsite.accounts.zones import zone_names
from games.core.game import Game
from leagues.models import League, Season
from leagues.services.plans import Plan, formats_of, table_sizes
from leagues.services.rights import RIGHTS

ERRORS = {
    "invalid_choice": _("Choose one of the list."),
    "invalid_list": _("Choose one of the list."),
    "min_value": _("This number is too small."),
    "max_value": _("This number is too large."),
}

JOINING = {
    League.Joining.LINK: (_("By invitation link"), _("Only people you give the link to. The league is shown to nobody else.")),
    League.Joining.REQUEST: (_("By request"), _("Anyone can ask, and an organiser decides. The league is public.")),
    League.Joining.OPEN: (_("Open to all"), _("Anyone can join at once. The league is public.")),
}

FORMATS = {
    Season.Format.FREE: (_("Free play"), _("Any table of members of the league counts, whenever you like.")),
    Season.Format.ROUND_ROBIN: (
        _("Everyone meets everyone"),
        _("Each round has tables with new opponents, until all have met as evenly as can be."),
    ),
    Season.Format.SWISS: (
        _("Rounds by points"),
        _("Each round brings those with similar points together. Good for many members and few rounds."),
    ),
    Season.Format.DUELS: (_("Duels"), _("Two at a table, everyone against everyone.")),
}

PLAIN = forms.TextInput(attrs={"autocomplete": "off"})
ZONE_HINT = _("Days of rounds are days there. Everyone sees times in their own zone.")

PARTS_OF_DAY = {"m": _("morning"), "a": _("afternoon"), "e": _("evening")}


class LeagueForm(PersonForm):
    """Sentences of our own for numbers, dates and choices too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages.update(ERRORS)
            if isinstance(field, forms.IntegerField):
                field.error_messages["invalid"] = _("This is not a whole number.")
            if isinstance(field, forms.DateField):
                field.error_messages["invalid"] = _("This is not a date.")


def date_field(**more: Any) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(input_formats=["%Y-%m-%d"], widget=widget, **more)


class SeasonForm(LeagueForm):
    """What a season is like. Options of the game are read beside it, by `games.play.new_table_form`."""

    format = forms.ChoiceField(label=_("How do you play?"), widget=forms.RadioSelect)
    first_day = date_field(
        label=_("First day"), help_text=_("On this day the season starts by itself, once enough members have signed up.")
    )
    last_day = date_field(
        label=_("Last day (optional)"), required=False, help_text=_("Empty: when the last round is over, or when you end it.")
    )
    seats = forms.TypedChoiceField(label=_("Players at a table"), coerce=int, required=False, empty_value=4)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=0, max_value=99, required=False, help_text=_("0: as many as are needed."))
    round_days = forms.IntegerField(label=_("Days for a round"), min_value=1, max_value=60)
    best = forms.IntegerField(
        label=_("Best results that count"),
        min_value=0,
        max_value=100,
        required=False,
        help_text=_("0: all results of a member count."),
    )
    split = forms.IntegerField(label=_("Divisions"), min_value=1, max_value=20, required=False)
    up = forms.IntegerField(label=_("Promoted from each division"), min_value=0, max_value=10, required=False)
    down = forms.IntegerField(label=_("Relegated from each division"), min_value=0, max_value=10, required=False)
    late_entry = forms.BooleanField(label=_("Members may enter after the start"), required=False)

    MORE = ("last_day", "seats", "round_days", "rounds", "best", "late_entry")
    DIVISIONS = ("split", "up", "down")

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        self.game = game
        super().__init__(*args, **kwargs)
        offered = formats_of(game)
        self.fields["format"].choices = [(value, label) for value, (label, _hint) in FORMATS.items() if value in offered]
        least, most = table_sizes(game, Season.Format.ROUND_ROBIN)
        self.fields["seats"].choices = [(size, str(size)) for size in range(least, most + 1)]

    def plan(self, options: dict[str, Any], time_zone: str) -> Plan:
        """Of a valid form: days are days in the league's time zone."""
        data = self.cleaned_data
        zone = ZoneInfo(time_zone)
        last = data["last_day"]
        return Plan(
            format=data["format"],
            starts_at=midnight(data["first_day"], zone),
            ends_at=midnight(min(last, date.max - timedelta(days=1)) + timedelta(days=1), zone) if last else None,
            options=options,
            seats=2 if data["format"] == Season.Format.DUELS else data["seats"],
            rounds=data["rounds"] or 0,
            round_days=data["round_days"],
            best=data["best"] or 0,
            split=data["split"] or 1,
            up=1 if data["up"] is None else data["up"],
            down=1 if data["down"] is None else data["down"],
            late_entry=data["late_entry"],
        )


def midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), tzinfo=zone)


def initial_of(season: Season, zone: ZoneInfo) -> dict[str, Any]:
    """A season as the form shows it."""
    names = ("format", "seats", "rounds", "round_days", "best", "split", "up", "down", "late_entry")
    last = (season.ends_at - timedelta(seconds=1)).astimezone(zone).date() if season.ends_at else None
    return {**{name: getattr(season, name) for name in names}, "first_day": season.starts_at.astimezone(zone).date(), "last_day": last}


class FoundingForm(SeasonForm):
    """A league and its first season: five questions, each answered already (UX-1009, UX-1010)."""

    name = forms.CharField(label=_("Name of the league"), max_length=160, widget=PLAIN)
    joining = forms.ChoiceField(label=_("Who may join?"), widget=forms.RadioSelect)
    time_zone = forms.ChoiceField(
        label=_("Time zone of the league"), help_text=_("Days of rounds are days there. Everyone sees times in their own zone.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["joining"].choices = [(value, label) for value, (label, _hint) in JOINING.items()]
        self.fields["time_zone"].choices = [(name, name.replace("_", " ")) for name in zone_names()]
        self.fields["time_zone"].error_messages["invalid_choice"] = _("This time zone does not exist.")


class ChangeForm(LeagueForm):
    """What the owner may change of a league at any time."""

    name = forms.CharField(label=_("Name of the league"), max_length=160, widget=PLAIN)
    about = forms.CharField(
        label=_("About the league (optional)"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    joining = forms.ChoiceField(label=_("Who may join?"), widget=forms.RadioSelect)
    is_public = forms.BooleanField(label=_("Everyone may find and read the league"), required=False)
    languages = forms.MultipleChoiceField(
        label=_("Languages spoken here"), choices=settings.LANGUAGES, required=False, widget=forms.CheckboxSelectMultiple
    )
    most_members = forms.IntegerField(label=_("Most members"), min_value=2, max_value=2000)
    time_zone = forms.ChoiceField(
        label=_("Time zone of the league"), help_text=_("Days of rounds are days there. Everyone sees times in their own zone.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["joining"].choices = [(value, label) for value, (label, _hint) in JOINING.items()]
        self.fields["time_zone"].choices = [(name, name.replace("_", " ")) for name in zone_names()]
        self.fields["time_zone"].error_messages["invalid_choice"] = _("This time zone does not exist.")


class ReasonForm(LeagueForm):
    """Why an organiser does something."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("Everybody in the league can read it."),
        widget=PLAIN,
    )


class RightsForm(LeagueForm):
    """What a member may do as an organiser; nothing: a plain member."""

    rights = forms.MultipleChoiceField(
        label=_("As an organiser, this member may"), choices=list(RIGHTS.items()), required=False, widget=forms.CheckboxSelectMultiple
    )


class MessageForm(LeagueForm):
    text = forms.CharField(label=_("Message to all members"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))


class AskForm(LeagueForm):
    words = forms.CharField(
        label=_("A few words to the organisers (optional)"),
        max_length=300,
        required=False,
        widget=PLAIN,
    )


class AvailabilityForm(LeagueForm):
    """When a member is mostly free, and whether they are away: for those who propose times."""

    away_until = date_field(label=_("I am away until (optional)"), required=False)
    free_times = forms.MultipleChoiceField(label=_("I am mostly free"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["free_times"].choices = [(f"{day}{part}", "") for day in range(7) for part in PARTS_OF_DAY]
