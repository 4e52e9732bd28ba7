"""How a page looks to one reader: theme, contrast, motion, text size, sound, digits. Kept in one cookie, not in the database.

The server writes the choice as attributes of `<html>`, so that no page flashes in the wrong colours.
"""

from dataclasses import asdict, dataclass, fields, replace

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

COOKIE = "look"
ALLOWED = {
    "theme": ("light", "dark"),
    "contrast": ("more",),
    "motion": ("on", "off"),
    "text": ("large", "largest"),
    "sound": ("off",),
    "digits": ("ne",),
}


@dataclass(frozen=True)
class Look:
    """Each field is a value of `ALLOWED`, or empty: as the system has it, or the usual."""

    theme: str = ""
    contrast: str = ""
    motion: str = ""
    text: str = ""
    sound: str = ""
    digits: str = ""

    @property
    def attributes(self) -> SafeString:
        """For the `<html>` tag: ` data-theme="dark"`, nothing for what is not chosen."""
        return format_html_join("", ' data-{}="{}"', ((name, value) for name, value in asdict(self).items() if value))


def read_look(request: HttpRequest) -> Look:
    """The look of the cookie; what it does not allow counts as not chosen."""
    pairs = (pair.partition(":") for pair in request.COOKIES.get(COOKIE, "")[:200].split("|"))
    return changed(Look(), {name: value for name, _, value in pairs})


def changed(look: Look, values: dict[str, str]) -> Look:
    """`look` with the given values; unknown names are left out, values that are not allowed become empty."""
    known = {field.name for field in fields(Look)} & values.keys()
    return replace(look, **{name: values[name] if values[name] in ALLOWED[name] else "" for name in known})


def keep_look(response: HttpResponse, look: Look) -> None:
    """Set the cookie for a year."""
    value = "|".join(f"{name}:{value}" for name, value in asdict(look).items() if value)  # e.g. theme:dark|text:large
    response.set_cookie(COOKIE, value, max_age=365 * 86400, samesite="Lax", secure=settings.IS_SECURE)
