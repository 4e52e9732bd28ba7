"""Who is at the door of a socket: origin, session or token, and the language to speak. Nothing here knows tables."""

from collections.abc import Collection, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import msgspec
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest, parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import get_language_from_request

from bluffsite.accounts import limits, marks
from bluffsite.accounts.models import ApiToken, User
from games.core.game import Language
from games.play.api.tokens import user_of_token
from games.play.board import is_signed
from games.play.reader import wants_devanagari
from games.play.sockets.codes import Close

Scope = dict[str, Any]
SessionStore = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
_PORTS = {"http": 80, "https": 443}


class SignedOutError(Exception):
    """The session or token that was shown is unknown, ended or expired."""


class ShutOutError(Exception):
    """Staff have suspended or banned this person."""


class Visitor(NamedTuple):
    """Who reads at a socket. `user` is None for a stranger; `session` and `token` say by what they came in.

    `is_screen`: a big screen; `has_link`: by the link of those who sit at the table, it may look on also where others may not.
    """

    user: User | None
    language: Language
    devanagari: bool
    session: str | None = None
    token: str | None = None
    is_screen: bool = False
    has_link: bool = False

    @property
    def user_id(self) -> int | None:
        return None if self.user is None else self.user.pk


class Knock(msgspec.Struct, frozen=True):
    """What a handshake says. `bearer` is the token of a program; its cookies count for nothing.

    `board`: what the link of a big screen carries, None for any other page. `talk_since`: the newest line of talk that the
    client knows.
    """

    key: str
    origin: str
    host: str
    bearer: str | None
    cookies: dict[str, str]
    languages: str
    since: int | None
    board: str | None = None
    address: str = ""
    talk_since: int = 0


def knock(scope: Scope, key: str) -> Knock:
    """Read the handshake of a table's socket. A header that was sent twice counts as missing."""
    headers = _headers(scope)
    kind, _, token = headers.get(b"authorization", "").partition(" ")
    bearer = token.strip() if kind.lower() == "bearer" else None
    query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    since, board = query.get("since", [""])[0], query.get("board", [None])[0]
    return Knock(
        key=key,
        origin=headers.get(b"origin", ""),
        host=headers.get(b"host", ""),
        bearer=bearer,
        cookies={} if bearer is not None else parse_cookie(headers.get(b"cookie", "")),
        languages=headers.get(b"accept-language", ""),
        since=_number(since),
        board=board,
        address=limits.address_of(
            {"REMOTE_ADDR": (scope.get("client") or [""])[0], "HTTP_X_FORWARDED_FOR": headers.get(b"x-forwarded-for", "")}
        ),
        talk_since=_number(query.get("talk", [""])[0]) or 0,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _headers(scope: Scope) -> dict[bytes, str]:
    seen: dict[bytes, str] = {}
    twice = set()
    for name, value in scope["headers"]:
        if name in seen:
            twice.add(name)
        seen[name] = value.decode("latin-1")
    return {name: value for name, value in seen.items() if name not in twice}


def origin_is_ours(origin: str, host: str) -> bool:
    """Whether a page of `origin` may open a socket at `host`: scheme, name and port of this site, exactly."""
    named = _place(origin)
    if named is None:
        return False
    if named == _place(settings.SITE_URL):
        return True
    name, _ = split_domain_port(host)
    return validate_host(name, settings.ALLOWED_HOSTS) and named == _place(f"{'https' if settings.IS_SECURE else 'http'}://{host}")


def _place(address: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an origin; None when it is not one."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname, port or _PORTS[parts.scheme]


def visitor_of(at: Knock) -> Visitor:
    """Who knocks. Reads the database. Raises SignedOutError for a session or token that is not alive."""
    if at.bearer is not None:
        found = user_of_token(at.bearer)
        if found is None:
            raise SignedOutError
        user, digest = found
        return Visitor(user, _language(at, user), False, token=digest)
    session_key = at.cookies.get(settings.SESSION_COOKIE_NAME)
    if not session_key:
        return Visitor(None, _language(at, None), wants_devanagari(at.cookies, None))
    return _visitor_of_session(at, session_key)


def big_screen(at: Knock) -> Visitor:
    """A big screen is nobody, whoever is signed in there: it shows no hand. It speaks the language of who set it up."""
    try:
        who = visitor_of(at)
    except SignedOutError:
        who = Visitor(None, _language(at, None), wants_devanagari(at.cookies, None))
    return Visitor(None, who.language, who.devanagari, is_screen=True, has_link=is_signed(at.key, at.board or ""))


def _visitor_of_session(at: Knock, session_key: str) -> Visitor:
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    if request.session.session_key is None:
        raise SignedOutError
    if not isinstance(user, User):
        return Visitor(None, _language(at, None), wants_devanagari(at.cookies, None), session=session_key)
    return Visitor(user, _language(at, user), wants_devanagari(at.cookies, user), session=session_key)


def _language(at: Knock, user: User | None) -> Language:
    """The person's own choice, else the cookie's, else the browser's."""
    if user and user.language:
        return user.language  # type: ignore[return-value]
    request = SimpleNamespace(COOKIES=at.cookies, META={"HTTP_ACCEPT_LANGUAGE": at.languages})
    return get_language_from_request(request)  # type: ignore[arg-type, return-value]


def require_admitted(visitor: Visitor) -> None:
    """Raises ShutOutError."""
    if marks.is_shut_out(visitor.user):
        raise ShutOutError


def no_longer_welcome(visitors: Collection[Visitor]) -> dict[Visitor, Close]:
    """Those whose session or token has ended since, whose password has changed, or whom staff have shut out: three queries for all."""
    sessions = {visitor.session for visitor in visitors if visitor.session is not None}
    tokens = {visitor.token for visitor in visitors if visitor.token is not None}
    users = {visitor.user.pk for visitor in visitors if visitor.user is not None}
    now = timezone.now()
    alive = set(Session.objects.filter(pk__among=sessions, expire_date__gt=now).values_list("pk", flat=True)) if sessions else set()
    alive |= set(ApiToken.objects.filter(digest__among=tokens, expires_at__gt=now).values_list("digest", flat=True)) if tokens else set()
    rows = User.objects.filter(pk__among=users, is_active=True).values_list("pk", "password", "shut_out_until") if users else ()
    passwords: dict[int, str] = {}
    barred: set[int] = set()
    for pk, password, until in rows:
        passwords[pk] = password
        if until is not None and until > now:
            barred.add(pk)
    gone = {visitor: Close.SIGNED_OUT for visitor in visitors if not _is_alive(visitor, alive, passwords)}
    return gone | {visitor: Close.SHUT_OUT for visitor in visitors if visitor.user_id in barred}


def _is_alive(visitor: Visitor, alive: Collection[str], passwords: Mapping[int, str]) -> bool:
    key = visitor.session or visitor.token
    return (key is None or key in alive) and (visitor.user is None or passwords.get(visitor.user.pk) == visitor.user.password)
