"""How often one person or one address may do something. Counted in the cache; when it does not answer, nobody is held up."""

from collections.abc import Sequence
from functools import partial
from ipaddress import ip_network
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


class TooFast(Exception):
    """More often than allowed. `seconds` until the next try counts."""

    code = "too_fast"

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


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


def spend(action: str, who: Who, *, per_user: Sequence[str] = (), per_address: Sequence[str] = ()) -> None:
    """Count one `action` of `who`. Raises TooFast when one of the rates (`10/m`, `60/h`, ...) is used up.

    An IPv6 address counts as its /64 network, which is what one household has.
    """
    _require(_usages(action, who, per_user, per_address, increment=True), spare=0)


def require_left(action: str, who: Who, *, per_user: Sequence[str] = (), per_address: Sequence[str] = ()) -> None:
    """The same without counting: for actions of which only some are counted, by `spend`, once they have been tried."""
    _require(_usages(action, who, per_user, per_address, increment=False), spare=1)


def _usages(action: str, who: Who, per_user: Sequence[str], per_address: Sequence[str], *, increment: bool) -> list[dict[str, Any]]:
    counted = [(rate, f"user {who.user_id}") for rate in per_user if who.user_id is not None]
    counted += [(rate, f"address {_network(who.address)}") for rate in per_address if who.address]
    try:
        usages = [get_usage(None, group=action, key=partial(_always, key), rate=rate, increment=increment) for rate, key in counted]
    except (redis.RedisError, OSError) as error:
        log.warning("rate limit not counted: the cache does not answer", action=action, error=type(error).__name__)
        return []
    return [usage for usage in usages if usage is not None]


def _always(key: str, group: str, request: None) -> str:
    return key


def _require(usages: list[dict[str, Any]], *, spare: int) -> None:
    waits = [max(1, usage["time_left"]) for usage in usages if usage["count"] + spare > usage["limit"]]
    if waits:
        raise TooFast(max(waits))


def _network(address: str) -> str:
    if ":" not in address:
        return address
    try:
        return str(ip_network(f"{address}/64", strict=False))
    except ValueError:
        return address
