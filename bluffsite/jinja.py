"""The Jinja2 environment for fragments (`*.jinja`): what goes over sockets and is included in pages.

There is no request here, so no nonce, no CSRF token and no user: a fragment gets what it shows by name.
"""

from typing import Any

import jinja2
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation


def url(name: str, *args: Any, **kwargs: Any) -> str:
    """The address of a named page: `{{ url("table", key=key) }}`."""
    return reverse(name, args=args or None, kwargs=kwargs or None)


def environment(**options: Any) -> jinja2.Environment:
    """Called by Django with the settings' OPTIONS. A missing name is an error, never an empty text."""
    options |= {"undefined": jinja2.StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    options.pop("autoescape", None)
    made = jinja2.Environment(autoescape=True, extensions=["jinja2.ext.i18n"], **options)
    # Looked up at each call, in the language that is active then.
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext, translation.ngettext, newstyle=False, pgettext=translation.pgettext, npgettext=translation.npgettext
    )
    made.globals.update(static=static, url=url, language=translation.get_language)
    return made
