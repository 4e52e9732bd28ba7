"""What other apps add to the pages of people. They register in `AppConfig.ready()`; `accounts` itself imports none of them.

A panel is a part of a profile, a settings page a link on the settings, an exporter a part of *Download my data*, and an
eraser takes a person out of an app's rows when the account is deleted for good.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from bluffsite.accounts.models import User

Title = str | Promise


@dataclass(frozen=True)
class Panel:
    """A part of the profile of `person` as `viewer` (a user or AnonymousUser) may see it; a context of None: nothing to show.

    Whether the viewer may see the profile's details at all is decided before: `context` need not ask again.
    """

    key: str
    title: Title
    context: Callable[[User, Any], dict[str, Any] | None]
    template: str


@dataclass(frozen=True)
class SettingsPage:
    """A page about oneself, by URL name (no arguments). `for_guests`: guests see the link too."""

    key: str
    title: Title
    url_name: str
    for_guests: bool = False


@dataclass(frozen=True)
class Exporter:
    """What an app keeps about a person, as JSON-able data: dicts, lists, texts, numbers. Only what the person may know.

    For the page: `words` are what its keys are called, and `said` what it says for values of a key; None leaves them out.
    """

    key: str
    title: Title
    export: Callable[[User], Any]
    words: Mapping[str, Title] = field(default_factory=dict)
    said: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Eraser:
    """Removes or anonymises what an app keeps about a person. Runs inside a transaction, perhaps more than once.

    The row of the user stays, without a name, so that other people's histories and standings stay whole.
    """

    key: str
    erase: Callable[[User], None]


profile_panels: list[Panel] = []
settings_pages: list[SettingsPage] = []
exporters: list[Exporter] = []
erasers: list[Eraser] = []


def register_panel(key: str, title: Title, context: Callable[[User, Any], dict[str, Any] | None], template: str) -> None:
    _put(profile_panels, Panel(key, title, context, template))


def register_settings_page(key: str, title: Title, url_name: str, *, for_guests: bool = False) -> None:
    _put(settings_pages, SettingsPage(key, title, url_name, for_guests))


def register_exporter(
    key: str,
    title: Title,
    export: Callable[[User], Any],
    *,
    words: Mapping[str, Title] | None = None,
    said: Mapping[str, Callable[[Any], Any]] | None = None,
) -> None:
    """`words` and `said` are for the page that shows the data: see `Exporter`. `own_data.LABELS` has words for all apps."""
    _put(exporters, Exporter(key, title, export, words or {}, said or {}))


def register_eraser(key: str, erase: Callable[[User], None]) -> None:
    _put(erasers, Eraser(key, erase))


def _put(entries: list[Any], entry: Any) -> None:
    """Registering twice under one key leaves the newer one, in the place of the older."""
    for index, known in enumerate(entries):
        if known.key == entry.key:
            entries[index] = entry
            return
    entries.append(entry)
