"""Which people share a network, for staff who look into a report: a hint and no proof. No address is kept.

What is kept is a digest under the site's secret, of the address (IPv6: its /64), for `KEPT` at most. A household, a school
and a mobile network look alike.
"""

import hashlib
import hmac
from datetime import date, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.utils import timezone
from redis import RedisError

from bluffsite.accounts.limits import network_of
from bluffsite.accounts.models import Network, User

KEPT = timedelta(days=14)
_SECONDS = 6 * 3600  # how long a process remembers that it has been noted


def note(*, user: User, address: str) -> None:
    """The person came from this address today. Says it once to the database; an unknown address ("") is not noted."""
    if not address:
        return
    digest, day = digest_of(address), timezone.now().date()
    if not _is_new(user.pk, digest, day):
        return
    try:
        with transaction.atomic():
            Network.objects.create(user=user, digest=digest, day=day)
    except IntegrityError:  # noted before
        return


def shared(one: User, other: User) -> int:
    """On how many days lately both came from one network."""
    mine = Network.objects.filter(user=one, day__gt=_oldest()).values_list("digest", "day")
    theirs = Network.objects.filter(user=other, day__gt=_oldest()).values_list("digest", "day")
    digests = {digest for digest, _ in mine} & {digest for digest, _ in theirs}
    return len({day for digest, day in [*mine, *theirs] if digest in digests})


def forget() -> int:
    """What is older than `KEPT` goes. Returns how many rows that were."""
    return Network.objects.filter(day__lte=_oldest()).delete()[0]


def digest_of(address: str) -> str:
    """The same for every address of a network, and of no use to whoever has not the site's secret."""
    key = f"network {settings.SECRET_KEY}".encode()
    return hmac.new(key, network_of(address).encode(), hashlib.sha256).hexdigest()[:32]


def _oldest() -> date:
    return (timezone.now() - KEPT).date()


def _is_new(user_id: int, digest: str, day: date) -> bool:
    try:
        return cache.add(f"network:{user_id}:{digest}:{day}", True, _SECONDS)
    except (RedisError, OSError):
        return True
