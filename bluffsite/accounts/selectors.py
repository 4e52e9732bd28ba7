"""What may be known of people, and by whom."""

from typing import Any

from bluffsite.accounts.models import Circle, User


def is_open_to(circle: str, person: User, other: Any) -> bool:
    """Whether `other` (a user or a stranger) is within the circle that `person` chose."""
    if getattr(other, "pk", None) == person.pk:
        return True
    return circle == Circle.EVERYBODY or (circle == Circle.MEMBERS and getattr(other, "is_member", False))


def profile_for(reader: Any, key: str) -> User | None:
    """The person of a profile that the reader may see. None for unknown, hidden and deleted alike."""
    person = User.objects.filter(profile_key=key, is_guest=False, erased_at=None).first()
    if person is None or not is_open_to(person.shown_to, person, reader):
        return None
    return None if person.delete_after is not None and person.pk != reader.pk else person


def may_invite(inviter: Any, person: User) -> bool:
    """Whether `person` lets `inviter` invite them. Whom somebody has blocked is for the apps that know it."""
    return person.erased_at is None and is_open_to(person.invited_by, person, inviter)
