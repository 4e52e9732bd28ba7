"""The pages about the site itself. Each is one template per language, which an operator may replace (docs/operations.md)."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ABOUT: dict[str, Promise] = {
    "privacy": _("Privacy"),
    "terms": _("Terms of use"),
    "accessibility": _("Accessibility"),
    "credits": _("Credits"),
    "contact": _("Contact"),
    "imprint": _("Imprint"),
}


def titles() -> list[tuple[str, Promise]]:
    """(name in the address, title) in the order of the footer."""
    return list(ABOUT.items())


def template_of(page: str, language: str) -> str:
    return f"pages/about/{page}/{language}.html"
