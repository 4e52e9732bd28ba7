"""Whom people keep away from themselves, as far as a league has to know."""

from bluffsite.accounts.models import User
from games.play.talk.selectors import avoids
from leagues.models import League, Membership


def keeps_away(league: League, user: User) -> bool:
    """Whether the owner of the league and this person block one another."""
    owner = Membership.objects.filter(league=league, role=Membership.Role.OWNER).values_list("user", flat=True).first()
    return avoids(owner, user.pk)
