"""Inviting a member to a waiting table, by username. Whether there is such a person, and whether they were told, is never said.

TableError codes: not_seated, started, closed.
"""

import unicodedata

from django.db import transaction
from django.urls import reverse

from bluffsite.accounts import marks
from bluffsite.accounts.backends import member_called
from bluffsite.accounts.models import Notice, User
from bluffsite.accounts.notices import notify
from bluffsite.accounts.selectors import may_invite
from games.play.models import Table
from games.play.services import lobby
from games.play.talk.avoiding import hears

NOTICE = "invitation"


@transaction.atomic
def invite(*, table: Table, user: User, username: str) -> None:
    """Tell the member of this username that `user`, who sits there, would like to play: once per table and inviter.

    Nothing happens where there is nobody, where they do not want it from this person, where one of the two blocks the
    other, or where staff have shut either out. Takes the same queries whichever it is, but for the notice itself.
    """
    lobby.require_lobby(table)
    lobby.seat_of(table, user)
    name = unicodedata.normalize("NFKC", username[:200]).strip()
    person = member_called(name)
    if person is None or person.is_guest or not person.is_active or person.pk == user.pk or not _is_welcome(user, person):
        return
    notify(
        person,
        NOTICE,
        text_id="table",
        params={"who": lobby.seat_of(table, user).name, "game": table.game},
        url=reverse("play:table", args=[table.key]),
        once=f"invited to {table.pk} by {user.pk}",
    )


def _is_welcome(user: User, person: User) -> bool:
    barred = marks.is_shut_out(user) or marks.is_shut_out(person) or not hears(person.pk, user.pk)
    return may_invite(user, person) and not barred


def rename(*, user: User, name: str) -> None:
    """Those whom the person invited read this name in the invitation, and no more the old one."""
    for notice in Notice.objects.filter(kind=NOTICE, once__startswith="invited to ", once__endswith=f" by {user.pk}"):
        notice.params["who"] = name
        notice.save(update_fields=["params"])
