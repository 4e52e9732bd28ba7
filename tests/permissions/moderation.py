"""Reports and decisions of people, the staff desk, and what is left to somebody who is shut out (`banned`)."""

from datetime import timedelta

from django.contrib.auth.models import Group
from django.utils import timezone

from bluffsite.accounts import marks
from bluffsite.accounts.models import User
from bluffsite.moderation.desk.models import Sanction
from bluffsite.moderation.models import Report
from games.play.models import Table
from leagues.models import League
from tests.permissions.frame import SIGN_IN, Answer, Row, World

ROLES = ("visitor", "stranger", "guest", "member", "moderator", "superuser", "banned")


def _staff(path: str, method: str = "GET", answer: Answer = 200, **more: object) -> Row:
    """For everybody else there is no such page."""
    return Row(f"/en/desk/{path}", method, everyone=404, moderator=answer, superuser=answer, **more)  # type: ignore[arg-type]


ROWS = [
    Row("/en/conduct/", everyone=200),
    Row("/en/conduct/figures/", everyone=200),
    Row("/en/decisions/", everyone=200),
    Row("/en/decisions/{decision}/", everyone=404, banned=200),
    Row("/en/decisions/{decision}/", "POST", everyone=404, banned=302, data={"words": "It was a joke."}),
    _staff(""),
    _staff("cases/{report}/"),
    _staff("cases/{report}/", "POST", 302, data={"do": "claim"}),
    _staff("cases/nothing/", answer=404),
    _staff("cases/nothing/", "POST", 404),
    _staff("waiting/"),
    _staff("decisions/{decision}/"),
    _staff("decisions/{decision}/", "POST", 422, data={"do": "lift", "note": ""}),
    _staff("tables/{watched}/"),
    _staff("tables/{watched}/", "POST", 302, data={"do": "close_table", "note": "Enough."}),
    _staff("leagues/{watched_league}/"),
    _staff("leagues/{watched_league}/", "POST", 422, data={"do": "league_name", "note": ""}),
    _staff("leagues/nothing/", answer=404),
    _staff("leagues/nothing/", "POST", 404),
    _staff("people/"),
    _staff("people/{banned}/"),
    _staff("audit/"),
    _staff("audit/export/", "POST"),
    _staff("templates/"),
    _staff("templates/", "POST", 302, data={"rule": "spam", "language": "en", "text": "Do not."}),
    # What stays open to who is shut out, and what does not.
    Row("/en/", everyone=200),
    Row("/en/account/data/", visitor=SIGN_IN, everyone=200),
    Row("/en/account/delete/", visitor=SIGN_IN, everyone=200),
    Row("/en/account/delete/", "POST", visitor=SIGN_IN, everyone=422),
    Row("/en/leagues/", everyone=200, banned=403),
    Row("/en/play/liars_dice/", everyone=200, banned=403),
    Row("/en/play/liars_dice/", "POST", everyone=422, banned=403),
    Row("/en/play/now/", "POST", everyone=302, banned=403, data={"game": "liars_dice"}),
    Row("/tables/{watched}/", everyone=200, banned=403),
    Row("/tables/{watched}/sit/", "POST", everyone=302, banned=403),
]


def furnish(world: World) -> None:
    world.people["moderator"].groups.add(Group.objects.get(name="moderators"))
    banned = world.people["banned"] = User.objects.create(username="banned", display_name="Banned")
    ban = Sanction.objects.create(
        key="a-decision", person=banned, act="ban", rule="respect", reason="Why.", language="en", given_at=timezone.now(),
        until=timezone.now() + timedelta(days=5), by=world.people["superuser"],
    )  # fmt: skip
    marks.put(user=banned, kind="banned", ref=f"sanction:{ban.key}", until=ban.until, rule="respect", reason="Why.", language="en")
    banned.refresh_from_db()
    case = Report.objects.create(
        key="a-report", target=banned, kind="profile", about="banned", label="Banned", reason="abuse", words="Rude.", language="en"
    )
    watched = Table.objects.create(key="watched-table", game="liars_dice", options={}, size=2, is_public=True, commitment="0" * 64)
    for index in range(2):
        watched.seats.create(index=index)
    league = League.objects.create(key="watchedone", invite_key="watched-league", name="Watched", game="blef", is_public=True)
    world.words |= {"watched_league": league.key}
    world.words |= {"decision": ban.key, "report": case.key, "watched": watched.key, "banned": str(banned.pk)}
