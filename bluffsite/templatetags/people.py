"""Tags about people: their times in their own zone, and the name of somebody who is gone."""

from datetime import datetime
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from bluffsite.accounts.zones import zone_of
from bluffsite.templatetags.frame import digits

register = template.Library()


@register.filter
def shown(person: Any) -> str:
    """The name of a person, in words where the account was deleted."""
    return _("Deleted account") if getattr(person, "erased_at", None) else person.display_name


@register.simple_tag(takes_context=True)
def own_time(context: template.Context, at: datetime) -> str:
    """Date and time in the reader's zone and digits."""
    return _in_zone(context, at, "DATETIME_FORMAT")


@register.simple_tag(takes_context=True)
def own_month(context: template.Context, at: datetime) -> str:
    return _in_zone(context, at, "YEAR_MONTH_FORMAT")


@register.filter
def own_date(at: datetime, reader: Any) -> str:
    return date_format(at.astimezone(zone_of(reader)), "DATE_FORMAT")


@register.filter
def is_rows(value: Any) -> bool:
    """Whether a value of exported data holds rows of its own."""
    return isinstance(value, list)


def _in_zone(context: template.Context, at: datetime, form: str) -> str:
    request = context.get("request")
    return digits(context, date_format(at.astimezone(zone_of(getattr(request, "user", None))), form))
