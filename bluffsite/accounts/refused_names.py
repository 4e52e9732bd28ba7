"""Names that staff have taken from a person: the same one, or one that looks like it, is not theirs to take again."""

from bluffsite.accounts.models import RefusedName, User
from bluffsite.accounts.names import NameRefused, skeleton


def refuse(*, user: User, name: str) -> None:
    """From now on. Doing it again changes nothing."""
    RefusedName.objects.get_or_create(user=user, skeleton=skeleton(name)[:200])


def allow_again(*, user: User) -> None:
    """The decision was taken back."""
    RefusedName.objects.filter(user=user).delete()


def check(*, user: User, name: str) -> None:
    """Raises NameRefused("refused")."""
    if RefusedName.objects.filter(user=user, skeleton=skeleton(name)[:200]).exists():
        raise NameRefused("refused")


def move(guest: User, member: User) -> None:
    """A guest's refusals go along to the account that the guest signs in to."""
    for row in RefusedName.objects.filter(user=guest):
        RefusedName.objects.get_or_create(user=member, skeleton=row.skeleton)
        row.delete()
