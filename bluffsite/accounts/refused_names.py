"""Names that are not a person's to take: one that staff have taken from them, and one that looks like somebody of the staff."""

from django.db.models import Q

from bluffsite.accounts.models import RefusedName, User
from bluffsite.accounts.names import NameRefused, skeleton


def refuse(*, user: User, name: str) -> None:
    """From now on. Doing it again changes nothing."""
    RefusedName.objects.get_or_create(user=user, skeleton=skeleton(name)[:200])


def allow_again(*, user: User) -> None:
    """The decision was taken back."""
    RefusedName.objects.filter(user=user).delete()


def check(*, user: User, name: str) -> None:
    """Raises NameRefused: refused, reserved. `user` may be a new one."""
    look = skeleton(name)
    if RefusedName.objects.filter(user=user.pk, skeleton=look[:200]).exists():
        raise NameRefused("refused")
    if look in _looks_of_staff(but=user):
        raise NameRefused("reserved")


def _looks_of_staff(*, but: User) -> set[str]:
    """What the names of staff and moderators look like: usernames and names at the table."""
    staff = User.objects.filter(Q(is_staff=True) | Q(groups__isnull=False), is_active=True).exclude(pk=but.pk)
    return {skeleton(name) for names in staff.values_list("username", "display_name") for name in names}


def move(guest: User, member: User) -> None:
    """A guest's refusals go along to the account that the guest signs in to."""
    for row in RefusedName.objects.filter(user=guest):
        RefusedName.objects.get_or_create(user=member, skeleton=row.skeleton)
        row.delete()
