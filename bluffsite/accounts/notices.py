"""Notices: what a person is told on the page, and by mail where they want it. The one door is `notify`.

A kind is registered by its app in `AppConfig.ready()`, with the sentences it uses (`texts`, marked for translation with
`%(name)s` for parameters). Only parameters are stored; the sentence is made in the reader's language when it is read or
mailed. Parameters are data: texts and numbers, and three special ones: `game` holds a game's slug and becomes its title,
names that end in `_at` hold an ISO time and become date and time in the reader's own zone, and `zone` names the zone for
readers who have none; which one it is then stands beside the time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo

import structlog
from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import translate_url
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise

from bluffsite.accounts import letters
from bluffsite.accounts.models import Notice, NoticeChoice, User
from bluffsite.accounts.services import Merged
from bluffsite.accounts.zones import is_zone, zone_of
from games.core.game import Language
from games.core.registry import all_games, game_named

Channel = Literal["page", "mail"]
Mail = NoticeChoice.Mail
MORNING = 8
"""The hour of a daily mail, on the person's own clock."""

NOBODY = "—"
"""Instead of the name of somebody whose account is deleted."""

MAIL_TASK = "accounts.mail_notices"
log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Kind:
    """A kind of notice that a person can choose to have or not. `default_channels` holds until they choose."""

    key: str
    title: str | Promise
    default_channels: tuple[Channel, ...]
    texts: Mapping[str, str | Promise]


kinds: dict[str, Kind] = {}


def register_kind(
    key: str, title: str | Promise, default_channels: Sequence[Channel] = ("page",), *, texts: Mapping[str, str | Promise]
) -> None:
    """`texts`: text id -> sentence. Registering again replaces the kind."""
    kinds[key] = Kind(key, title, tuple(default_channels), dict(texts))


def notify(
    user: User,
    kind: str,
    *,
    text_id: str,
    params: Mapping[str, Any] | None = None,
    url: str = "",
    about: str = "",
    once: str | None = None,
) -> Notice | None:
    """Tell `user` by the channels they chose for this kind, or for this kind `about` one thing such as "league:12".

    `url`: a path of ours in any language, shown in the reader's. `once`: told only the first time under this key, so that
    a task may run twice. Returns None where there is nothing to do: guests get no mail, erased people nothing at all.
    Mail goes out after commit by a task, and by the next sweep where that was lost. KeyError: unknown kind or text.
    """
    kinds[kind].texts[text_id]
    choice = choice_of(user, kind, about)
    mail = choice.mail if choice.mail != Mail.OFF and not user.is_guest and letters.confirmed_address(user) else Mail.OFF
    if user.erased_at is not None or not (choice.on_page or mail != Mail.OFF):
        return None
    notice = Notice(user=user, kind=kind, text_id=text_id, params=dict(params or {}), url=url, about=about, once=once)
    notice.is_on_page, notice.mail_due_at = choice.on_page, due_at(mail, timezone.now(), zone_of(user))
    try:
        with transaction.atomic():
            notice.save(force_insert=True)
    except IntegrityError:  # told before
        return None
    if mail == Mail.NOW:
        transaction.on_commit(lambda: _ask_to_mail(user.pk))
    return notice


def _ask_to_mail(user_id: int) -> None:
    """Make it prompt. Where the broker does not answer, the next sweep mails."""
    try:
        current_app.send_task(MAIL_TASK, (user_id,), retry=False, ignore_result=True)
    except Exception as error:  # whatever the broker's client raises
        log.warning("a mail was not asked for", error=type(error).__name__)


def choice_of(user: User, kind: str, about: str = "") -> NoticeChoice:
    """What the person chose: for this thing, else for the kind, else what the kind has by default (not stored)."""
    found = {choice.about: choice for choice in NoticeChoice.objects.filter(user=user, kind=kind, about__in={about, ""})}
    if choice := found.get(about) or found.get(""):
        return choice
    channels = kinds[kind].default_channels
    return NoticeChoice(user=user, kind=kind, on_page="page" in channels, mail=Mail.NOW if "mail" in channels else Mail.OFF)


def choose(*, user: User, kind: str, on_page: bool, mail: str, about: str = "") -> None:
    """Keep a choice. KeyError for an unknown kind, ValueError for an unknown value of `mail`."""
    kinds[kind]
    defaults = {"on_page": on_page, "mail": Mail(mail)}
    NoticeChoice.objects.update_or_create(user=user, kind=kind, about=about, defaults=defaults)


def due_at(mail: str, now: datetime, zone: tzinfo = UTC) -> datetime | None:
    """When a notice is mailed: at once, with the next full hour, or with the next morning at 8 in `zone`. None: never."""
    if mail == Mail.NOW:
        return now
    if mail == Mail.HOURLY:
        return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    if mail == Mail.DAILY:
        here = now.astimezone(zone)
        morning = here.replace(hour=MORNING, minute=0, second=0, microsecond=0)
        return (morning if here < morning else morning + timedelta(days=1)).astimezone(UTC)
    return None


def sentence(notice: Notice, reader: User) -> str:
    """The notice in the language that is active. A kind or text that is no longer known gives an empty string."""
    kind = kinds.get(notice.kind)
    text = kind.texts.get(notice.text_id) if kind else None
    return (
        ""
        if text is None
        else str(text) % {name: _shown(name, value, reader, notice.params.get("zone", "")) for name, value in notice.params.items()}
    )


def path_in(language: str, path: str) -> str:
    """A path of ours in this language, whichever it was made in: Django finds a path only while its own language is active."""
    with translation.override(translation.get_language_from_path(path)):
        return translate_url(path, language)


def _shown(name: str, value: Any, reader: User, elsewhere: str) -> Any:
    if name == "game" and value in {game.slug for game in all_games()}:
        return game_named(value).words.title(cast(Language, translation.get_language()))
    if name.endswith("_at"):
        own = reader.time_zone if is_zone(reader.time_zone) else ""
        zone = own or (elsewhere if is_zone(elsewhere) else "UTC")
        text = date_format(datetime.fromisoformat(value).astimezone(ZoneInfo(zone)), "DATETIME_FORMAT")
        return text if own else f"{text} ({zone})"
    return value


def move_notices(guest: User, member: User) -> Merged:
    """A guest signs in to an account: what the guest was told is the member's. Not counted as something moved."""
    told = set(Notice.objects.filter(user=member).exclude(once=None).values_list("once", flat=True))
    Notice.objects.filter(user=guest).exclude(once__in=told).update(user=member)
    return Merged()


def unname(*, name: str, about: Collection[str]) -> None:
    """What others were told `about` these things names this person no more, and what the person wrote to them there is gone.

    By name, for notices hold nothing else: of two with one name in one place both would lose it.
    """
    for notice in Notice.objects.filter(Q(params__who=name) | Q(params__whom=name), about__in=about):
        if "text" in notice.params:
            notice.delete()
            continue
        notice.params |= {key: NOBODY for key in ("who", "whom") if notice.params.get(key) == name}
        notice.save(update_fields=["params"])


def unread_count(user: User) -> int:
    return Notice.objects.filter(user=user, read_at=None, is_on_page=True).count()


def mark_read(*, user: User, ids: Sequence[int] | None = None) -> None:
    """Read: the given ones, or all."""
    unread = Notice.objects.filter(user=user, read_at=None)
    (unread if ids is None else unread.filter(pk__in=ids)).update(read_at=timezone.now())
