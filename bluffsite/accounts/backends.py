"""Who a name and a password belong to. One fingerprint is made for every answer, whoever exists (UX-1307)."""

import unicodedata

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.db.models import Q

from bluffsite.accounts.models import User
from bluffsite.accounts.names import skeleton


class MemberBackend(AuthenticationBackend):
    """allauth's, but an address counts for the account that has confirmed it, and capitals of all scripts make no difference.

    Were others who merely typed an address asked as well, the time of an answer would tell whether somebody has confirmed it.
    """

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        address = EmailAddress.objects.filter(email__iexact=email, verified=True).select_related("user").first()
        return self._check_password(address.user if address else None, password)

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        return self._check_password(member_called(username), password)


def member_called(username: str) -> User | None:
    """The one whose username this is; databases alone do not know capitals outside of English."""
    if "\x00" in username:  # which PostgreSQL cannot be asked
        return None
    alike = User.objects.filter(Q(username__iexact=username) | Q(skeleton=skeleton(username), is_guest=False))
    found = [user for user in alike if _folded(user.username) == _folded(username)]
    exact = [user for user in found if user.username == username] or found
    return exact[0] if len(exact) == 1 else None


def _folded(username: str) -> str:
    return unicodedata.normalize("NFKC", username).casefold()
