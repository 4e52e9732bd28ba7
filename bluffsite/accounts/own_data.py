"""*Download my data*: everything the site keeps about a person, in one file that holds a page to read and JSON."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any, cast

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from bluffsite.accounts import addresses, notices, registry
from bluffsite.accounts.browsers import named
from bluffsite.accounts.models import AddressChange, Circle, NoticeChoice, User
from bluffsite.accounts.zones import zone_of
from games.core.game import Language
from games.core.registry import NotInThisGame, game_named

LABELS = {
    "username": _("Username"),
    "name": _("Name at the table"),
    "email": _("Email"),
    "email_confirmed": _("Email confirmed"),
    "is_guest": _("Guest"),
    "joined_at": _("Here since"),
    "member_since": _("Account since"),
    "last_sign_in_at": _("Last sign-in"),
    "language": _("Language"),
    "time_zone": _("Time zone"),
    "devanagari_digits": _("Digits ० १ २ ३"),
    "more_time": _("I want more time to think"),
    "shown_to": _("Who sees my games, places and ratings"),
    "invited_by": _("Who may invite me to their tables"),
    "known_games": _("Games you know"),
    "last_game": _("Last game"),
    "delete_after": _("Will be deleted on"),
    "devices": _("Devices"),
    "since": _("Since"),
    "browser": _("Browser"),
    "system": _("System"),
    "network": _("Network"),
    "second_steps": _("Second steps"),
    "type": _("Kind"),
    "network_days": _("Days on which your network was noted"),
    "refused_names": _("Names that the team has taken from you"),
    "waiting_address": _("New email address that waits for a yes"),
    "programs": _("Programs"),
    "made_at": _("Made"),
    "expires_at": _("Until"),
    "text": _("Text"),
    "at": _("Time"),
    "read_at": _("Read"),
    "mailed_at": _("Mailed"),
    "kind": _("Kind"),
    "about": _("About"),
    "on_page": _("On the page"),
    "mail": _("By email"),
    "notices": _("Notices"),
    "choices": _("How you are told"),
    "table": _("Table"),
    "game": _("Game"),
    "ended_at": _("Ended"),
    "place": _("Place"),
    "of": _("Of"),
}

STEPS = {"totp": _("Code from an app"), "recovery_codes": _("Recovery codes"), "webauthn": _("Passkey")}

MOST_ROWS = 100
"""Of one list that the page shows; the JSON has all."""


@dataclass(frozen=True)
class Part:
    """One app's part; `rows` is its data as nested lists for the page: (label, text or rows)."""

    key: str
    title: str
    data: Any
    rows: list[Any]


def parts_of(user: User) -> list[Part]:
    found = [(exporter, exporter.export(user)) for exporter in registry.exporters]
    return [Part(one.key, str(one.title), data, _rows(data, one, user)) for one, data in found]


def archive_of(user: User) -> bytes:
    """A zip with `my-data.html` in the reader's language and `my-data.json`."""
    parts = parts_of(user)
    whole = {"made_at": timezone.now().isoformat(), **{part.key: part.data for part in parts}}
    page = render_to_string("accounts/data_file.html", {"parts": parts, "made_at": timezone.now(), "language": get_language()})
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("my-data.html", page)
        archive.writestr("my-data.json", json.dumps(whole, ensure_ascii=False, indent=2, default=str))
    return file.getvalue()


def _rows(data: Any, exporter: registry.Exporter, user: User) -> list[Any]:
    """Dicts and lists as (label, rows), the rest as (label, text)."""
    labels, said = {**LABELS, **exporter.words}, {**NAMED, **exporter.said}
    pairs = data.items() if isinstance(data, dict) else enumerate(data, 1) if isinstance(data, list | tuple) else [("", data)]
    shown = []
    for key, value in islice(pairs, MOST_ROWS):
        told = _told(value, said.get(key))
        if told is not None or value is None:
            is_nested = isinstance(told, dict | list | tuple)
            shown.append((labels.get(key, key), _rows(told, exporter, user) if is_nested else _text(told, user)))
    if isinstance(data, list | tuple) and len(data) > MOST_ROWS:
        shown.append(("…", _("and %(count)d more: the file has them all as JSON") % {"count": len(data) - MOST_ROWS}))
    return shown


def _told(value: Any, said: Callable[[Any], Any] | None) -> Any:
    """The value in the words of its key; one that has none there stays as it is. None: it is left out."""
    if said is None or value is None or value in ("", [], {}):
        return value
    with suppress(KeyError, ValueError, IndexError, NotInThisGame):
        return said(value)
    return value


def _title(slug: str) -> str:
    return game_named(slug).words.title(cast(Language, get_language()))


TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:\+\d\d:\d\d|Z)")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
SAID = {True: _("yes"), False: _("no"), None: "–", "": "–"}
NAMED: Mapping[str, Callable[[str], Any]] = {
    "shown_to": lambda value: Circle(value).label,
    "invited_by": lambda value: Circle(value).label,
    "mail": lambda value: NoticeChoice.Mail(value).label,
    "language": lambda value: dict(settings.LANGUAGES)[value],
    "game": _title,
    "last_game": _title,
    "known_games": lambda games: ", ".join(_title(slug) for slug in games),
}
"""Values that the page says in words, by their key; any other value of such a key stands as it is."""


def _text(value: Any, user: User) -> Any:
    if value is None or value == "" or isinstance(value, bool):
        return SAID[value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, str):
        return value
    if TIME.fullmatch(value):
        return date_format(datetime.fromisoformat(value).astimezone(zone_of(user)), "DATETIME_FORMAT")
    if DAY.fullmatch(value):
        return date_format(date.fromisoformat(value), "DATE_FORMAT")
    return value


def account_data(user: User) -> dict[str, Any]:
    """What `accounts` keeps. Passwords and keys are not told to anybody, not even here."""
    address = addresses.given(user)
    return {
        "username": "" if user.is_guest else user.username,
        "name": user.display_name,
        "email": address.email if address else user.email,
        "email_confirmed": address is not None and address.verified,
        "is_guest": user.is_guest,
        "joined_at": _iso(user.date_joined),
        "member_since": _iso(user.member_since),
        "last_sign_in_at": _iso(user.last_login),
        "language": user.language,
        "time_zone": user.time_zone,
        "devanagari_digits": user.devanagari_digits,
        "more_time": user.more_time,
        "shown_to": user.shown_to,
        "invited_by": user.invited_by,
        "known_games": user.known_games,
        "last_game": user.last_game,
        "delete_after": _iso(user.delete_after),
        "devices": [{"since": _iso(s.created_at), "network": s.ip, **named(s)} for s in UserSession.objects.filter(user=user)],
        "second_steps": [{"type": a.type, "made_at": _iso(a.created_at)} for a in Authenticator.objects.filter(user=user)],
        "network_days": sorted({str(day) for day in user.networks.values_list("day", flat=True)}),
        "refused_names": list(user.refused_names.values_list("skeleton", flat=True)),
        "waiting_address": list(AddressChange.objects.filter(user=user).values_list("email", flat=True)),
        "programs": [{"made_at": _iso(t.created_at), "expires_at": _iso(t.expires_at)} for t in user.api_tokens.all()],
    }


def notice_data(user: User) -> dict[str, Any]:
    told = user.notices.order_by("created_at")
    return {
        "notices": [
            {
                "at": _iso(n.created_at),
                "kind": n.kind,
                "about": n.about,
                "text": notices.sentence(n, user),
                "read_at": _iso(n.read_at),
                "mailed_at": _iso(n.mailed_at),
            }
            for n in told
        ],
        "choices": [{"kind": c.kind, "about": c.about, "on_page": c.on_page, "mail": c.mail} for c in user.notice_choices.all()],
    }


def _iso(at: Any) -> str | None:
    return at.isoformat() if at else None


def register() -> None:
    registry.register_exporter("account", _("Your account"), account_data, said={"type": STEPS.__getitem__})
    registry.register_exporter(
        "notices", _("Notices"), notice_data, said={"kind": lambda kind: notices.kinds[kind].title, "about": lambda about: None}
    )
