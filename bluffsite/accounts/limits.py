"""How often one person or one address may do something: LIMITS has all of it, for every app.

Counted in the cache; when it does not answer, nobody is held up. What a socket may say is counted there (`games.play.sockets`);
each endpoint of the API has a rate of its own beside these. A view may let `TooFast` pass: the reader gets a page with 429.
"""

from collections.abc import Sequence
from contextvars import ContextVar
from functools import partial
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, NamedTuple

import redis
import structlog
from django.conf import settings
from django.http import HttpRequest
from django_ratelimit.core import get_usage

log = structlog.get_logger(__name__)


class Who(NamedTuple):
    """Whom a limit counts: the user, if there is one yet, and the address they come from ("" = unknown, not counted)."""

    user_id: int | None
    address: str


class Limit(NamedTuple):
    """Rates of one action, as django-ratelimit spells them: a number, "/", then s, m, h or d. All of them hold."""

    per_user: tuple[str, ...] = ()
    per_address: tuple[str, ...] = ()


# One address may be a school class behind one router: it gets what thirty people need, a script does not.
LIMITS = {
    "guest": Limit(per_address=("120/m", "1200/h")),
    "register": Limit(per_user=("30/h",), per_address=("60/h",)),
    "sign in": Limit(per_address=("20/m", "200/h")),
    "sign in as": Limit(per_address=("60/m", "400/h")),  # of all addresses together: one alone cannot keep a person out of their account
    "second step": Limit(per_user=("10/m", "40/h")),
    "passkey": Limit(per_address=("60/m", "600/h")),
    "forgotten password": Limit(per_address=("10/m", "60/h")),
    "new password": Limit(per_address=("20/m", "120/h")),
    "mail address": Limit(per_user=("10/m", "30/h")),
    "letter": Limit(per_address=("6/h", "15/d")),  # of a kind to one mailbox that nobody here is known to own, or that did not ask
    "rename": Limit(per_user=("20/m", "60/h")),
    "confirm address": Limit(per_address=("60/m", "600/h")),
    "unsubscribe": Limit(per_address=("60/m", "600/h")),
    "look at data": Limit(per_user=("20/m", "120/h")),
    "download data": Limit(per_user=("5/m", "20/h")),
    "password": Limit(per_user=("10/m", "30/h")),
    "create table": Limit(per_user=("20/m", "200/h"), per_address=("120/m", "1200/h")),
    "quick match": Limit(per_user=("30/m", "300/h"), per_address=("300/m",)),
    "lobby": Limit(per_user=("150/m",), per_address=("3600/m",)),
    "wrong code": Limit(per_address=("10/m", "60/h")),
    "unsent": Limit(per_address=("60/m", "600/h")),
    "change table": Limit(per_user=("120/m",), per_address=("1800/m",)),
    "act": Limit(per_user=("300/m",), per_address=("3000/m",)),
    "invite": Limit(per_user=("10/m", "60/h")),
    "share": Limit(per_user=("20/m", "200/h")),
    "talk": Limit(per_user=("60/m",)),  # tries; how many lines are said is counted by the lines
    "avoid": Limit(per_user=("120/m",)),
    "report": Limit(per_address=("40/h",)),
    "appeal": Limit(per_user=("10/h",)),
    "search": Limit(per_user=("60/m",), per_address=("300/m",)),
    "compare": Limit(per_user=("60/m",), per_address=("300/m",)),
    "pdf": Limit(per_user=("30/m", "300/h"), per_address=("120/m", "1200/h")),
    "found league": Limit(per_user=("4/m", "20/d")),
    "propose time": Limit(per_user=("10/m", "60/h")),
    "name substitute": Limit(per_user=("10/m", "40/h")),
    "enter season": Limit(per_user=("10/m", "40/h")),
    "join league": Limit(per_user=("10/m", "60/h")),
    "api": Limit(per_address=("600/m",)),
    "socket": Limit(per_address=("1200/m",)),
}


class TooFast(Exception):
    """More often than allowed. `seconds` until the next try counts."""

    code = "too_fast"

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


refused_for: ContextVar[int] = ContextVar("refused_for", default=0)
"""Seconds that the request at hand was asked to wait; 0: it was refused nothing. A form that tells it itself is a 429 all the same."""


def who(request: HttpRequest) -> Who:
    """The person behind a request. Behind proxies the address is the one that the outermost trusted one saw."""
    user = getattr(request, "user", None)
    return Who(user.pk if user is not None and user.is_authenticated else None, address_of(request.META))


def address_of(meta: dict[str, Any]) -> str:
    """The client's address. `TRUSTED_PROXIES` says how many hops of X-Forwarded-For are ours."""
    hops = settings.TRUSTED_PROXIES
    forwarded = [part.strip() for part in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if hops and len(forwarded) >= hops:
        return forwarded[-hops]
    return meta.get("REMOTE_ADDR") or ""


def spend(
    action: str, who: Who, *, about: str = "", per_user: Sequence[str] | None = None, per_address: Sequence[str] | None = None
) -> None:
    """Count one `action` of `who`. Raises TooFast when one of its rates is used up.

    The rates are those of LIMITS unless the caller brings its own. `about` counts apart what is done to different things. An
    IPv6 address counts as its /64 network, which is what one household has.
    """
    _require(_usages(action, who, about, per_user, per_address, increment=True), spare=0)


def require_left(
    action: str, who: Who, *, about: str = "", per_user: Sequence[str] | None = None, per_address: Sequence[str] | None = None
) -> None:
    """The same without counting: for actions of which only some are counted, by `spend`, once they have been tried."""
    _require(_usages(action, who, about, per_user, per_address, increment=False), spare=1)


def _rates(action: str, per_user: Sequence[str] | None, per_address: Sequence[str] | None) -> Limit:
    if per_user is None and per_address is None:
        return LIMITS[action]
    return Limit(tuple(per_user or ()), tuple(per_address or ()))


def _usages(
    action: str, who: Who, about: str, per_user: Sequence[str] | None, per_address: Sequence[str] | None, *, increment: bool
) -> list[dict[str, Any]]:
    rates, group = _rates(action, per_user, per_address), f"{action} {about}".strip()
    counted = [(rate, f"user {who.user_id}") for rate in rates.per_user if who.user_id is not None]
    counted += [(rate, f"address {network_of(who.address)}") for rate in rates.per_address if who.address]
    try:
        usages = [get_usage(None, group=group, key=partial(_always, key), rate=rate, increment=increment) for rate, key in counted]
    except (redis.RedisError, OSError) as error:
        log.warning("rate limit not counted: the cache does not answer", action=action, error=type(error).__name__)
        return []
    return [usage for usage in usages if usage is not None]


def _always(key: str, group: str, request: None) -> str:
    return key


def _require(usages: list[dict[str, Any]], *, spare: int) -> None:
    waits = [max(1, usage["time_left"]) for usage in usages if usage["count"] + spare > usage["limit"]]
    if waits:
        refused_for.set(max(waits))
        raise TooFast(max(waits))


def network_of(address: str) -> str:
    """What counts as one place: an IPv6 address stands for its /64; an IPv4 address written as one of IPv6 is itself."""
    try:
        found = ip_address(address)
        if isinstance(found, IPv4Address):
            return address
        return str(found.ipv4_mapped or ip_network(f"{address}/64", strict=False))
    except ValueError:
        return address
