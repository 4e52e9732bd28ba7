"""Who works at the desk: the members of the group of moderators, unless they are shut out themselves."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from bluffsite.accounts.marks import is_shut_out
from bluffsite.accounts.models import User

RIGHT = "moderation.moderate"
View = Callable[Concatenate[HttpRequest, ...], HttpResponse]


def is_moderator(user: Any) -> bool:
    return getattr(user, "is_member", False) and user.has_perm(RIGHT) and not is_shut_out(user)


def may_decide_about(staff: User, person: User) -> bool:
    """Nobody decides about themselves, and only a superuser about a colleague."""
    return staff.pk != person.pk and (staff.is_superuser or not (person.is_superuser or person.has_perm(RIGHT)))


def moderators_only(view: View) -> View:
    """For everybody else there is no such page."""

    @wraps(view)
    @never_cache
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_moderator(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return checked
