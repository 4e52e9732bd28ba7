"""Tags that any page may use: digits of the reader, icons."""

import json
import re
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.play.reader import wants_devanagari

register = template.Library()

_MARKUP_OR_DIGITS = re.compile(r"(?P<markup><[^>]*>|&#?\w+;)|[0-9]+")

DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


def in_devanagari(text: Any) -> str:
    """The same text with the digits ० to ९. For output only: never for names of fields, ids or JSON."""
    return str(text).translate(DEVANAGARI)


def _in_devanagari(context: template.Context) -> bool:
    """Whether the reader wants the digits ० to ९; also in a part that was included with `only`."""
    request = context.get("request") or getattr(context, "request", None)
    return request is not None and wants_devanagari(request.COOKIES, getattr(request, "user", None))


@register.simple_tag(takes_context=True)
def digits(context: template.Context, value: Any) -> str:
    """A number as the reader wants digits: `{% digits table.size %}`."""
    return in_devanagari(value) if _in_devanagari(context) else str(value)


@register.simple_block_tag(takes_context=True)
def text_digits(context: template.Context, content: str) -> SafeString:
    """All digits of a piece of a page as the reader wants them, but none in tags and entities: `{% text_digits %}...`."""
    if not _in_devanagari(context):
        return mark_safe(content)  # noqa: S308 - the block was rendered, and escaped, by its template
    return mark_safe(_MARKUP_OR_DIGITS.sub(lambda found: found["markup"] or in_devanagari(found[0]), content))  # noqa: S308 - as above


@register.simple_tag
def icon(name: str) -> SafeString:
    """A picture that only decorates: `{% icon "people" %}` shows `#people` of icons.svg."""
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>', static("icons.svg"), name)


@register.filter
def field(form: Any, name: str) -> Any:
    """The field of a form by name, for loops: `{% with f=form|field:name %}`."""
    return form[name]


@register.simple_tag(takes_context=True)
def json_digits(context: template.Context, texts: list[str]) -> str:
    """A list of texts as JSON for an attribute, with the reader's digits."""
    return json.dumps([digits(context, text) for text in texts], ensure_ascii=False)


@register.filter
def lines(text: str) -> list[str]:
    """The lines of an address given as one setting, `Street 1|1234 Town`."""
    return [line.strip() for line in text.split("|") if line.strip()]
