"""Leagues: one that is its members' own, where `organiser` may do all but what the owner alone may, and a public one."""

from datetime import timedelta

from django.utils import timezone

from bluffsite.accounts.models import User
from leagues.models import Dispute, Fixture, Round, Season, Seating
from leagues.services import disputes, feeds, joining, making, roles, seasons, standing
from leagues.services.plans import Plan
from leagues.services.rights import RIGHTS
from tests.leagues.people import played
from tests.permissions.frame import REGISTER, Answer, Row, World

TOMORROW = (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%d")
SEASON = {"format": "round_robin", "first_day": TOMORROW, "seats": "4", "round_days": "7"}
LEAGUE = {"name": "Another", "joining": "link", "most_members": "50", "time_zone": "Europe/Amsterdam"}
ROLES = ("visitor", "guest", "member", "owner", "organiser", "teammate", "outcast")
ORGANISERS = ("owner", "organiser")


def _own(path: str, method: str = "GET", answer: Answer = 200, *, of: tuple[str, ...] = (*ORGANISERS, "teammate"), **more: object) -> Row:
    """A page of the private league: nothing for people outside, 403 for members without the right."""
    inside = {role: answer if role in of else 403 for role in (*ORGANISERS, "teammate")}
    return Row(f"/en/leagues/{{league}}/{path}", method, everyone=404, **{**inside, **more})


ROWS = [
    Row("/en/leagues/", everyone=200),
    Row("/en/leagues/new/", everyone=200),
    Row("/en/leagues/new/blef/", everyone=REGISTER, member=200),
    Row("/en/leagues/new/blef/", "POST", everyone=REGISTER, member=302, data={**SEASON, **LEAGUE}),
    Row("/en/leagues/new/nothing/", everyone=404),
    Row("/en/leagues/join/{invitation}/", everyone=200, owner=302, organiser=302, teammate=302),
    Row("/en/leagues/join/{invitation}/", "POST", everyone=REGISTER, member=302),
    Row("/en/leagues/join/aaaaaaaaaaaaaaaaaaaaaa/", everyone=404),
    Row("/en/leagues/join/aaaaaaaaaaaaaaaaaaaaaa/", "POST", everyone=404),
    Row("/en/leagues/{public}/", everyone=200),
    Row("/en/leagues/{public}/join/", "POST", everyone=REGISTER, member=302),
    Row("/en/leagues/{public}/me/", everyone=REGISTER, member=403, owner=200),
    Row("/en/leagues/{public}/me/", "POST", everyone=REGISTER, member=403, owner=302),
    Row("/en/leagues/{public}/organise/", everyone=REGISTER, member=403, owner=200),
    Row("/en/leagues/aaaaaaaaaaaa/", everyone=404),
    _own(""),
    _own("log/"),
    _own("members/"),
    _own("members/{teammate}/"),
    _own("members/{outcast}/", of=ORGANISERS, teammate=404),
    _own("seasons/1/"),
    _own("seasons/9/", answer=404),
    _own("me/"),
    _own("me/", "POST", 302),
    _own("leave/"),
    _own("leave/", "POST", 302),
    _own("join/", "POST", 302),
    _own("seasons/1/enter/", "POST", 302),
    _own("seasons/1/withdraw/", "POST", 302),
    _own("table/"),
    _own("table/{entry}/"),
    _own("table/0/", answer=404),
    _own("table.csv"),
    _own("results.csv"),
    _own("cross/"),
    _own("matches/"),
    _own("rounds/1/"),
    _own("rounds/9/", answer=404),
    _own("rounds/open/", "POST", 302, of=ORGANISERS),
    _own("calendar/"),
    _own("calendar/", "POST", 302),
    _own("matches/{open}/"),
    _own("matches/aaaaaaaaaaaa/", answer=404),
    _own("matches/{open}/", "POST", 302, data={"do": "here"}),
    _own("matches/{open}/stand-in/{entry}/"),
    _own("matches/{open}/stand-in/{entry}/", "POST", 302, data={"stand_in": "", "reason": "why"}),
    _own("matches/{open}/stand-in/{other}/", of=ORGANISERS),
    _own("matches/{open}/stand-in/{other}/", "POST", 302, of=ORGANISERS, data={"stand_in": "", "reason": "why"}),
    _own("matches/{open}/decide/", of=ORGANISERS),
    _own("matches/{open}/decide/", "POST", 302, of=ORGANISERS, data={"do": "decide", "sure": "1", "seen": "-", "appeared-reason": "why"}),
    _own("matches/{fixture}/correct/", of=ORGANISERS),
    _own("matches/{fixture}/correct/", "POST", 302, of=ORGANISERS, data={"kind": "void", "sure": "1", "reason": "why"}),
    Row("/calendar/{feed}.ics", everyone=200),
    Row("/calendar/unknown.ics", everyone=404),
    *(
        _own(f"organise/{page}", of=ORGANISERS)
        for page in ("", "member/{teammate}/", "season/", "season/start/", "season/call-off/", "message/")
    ),
    _own("organise/season/end/", of=ORGANISERS),
    _own("matches/{fixture}/dispute/"),
    _own("matches/{fixture}/dispute/", "POST", 302, data={"reason": "why"}),
    _own("organise/disputes/{dispute}/", of=ORGANISERS),
    _own("organise/disputes/{dispute}/", "POST", 302, of=ORGANISERS, data={"reason": "why"}),
    _own("organise/league/", of=("owner",)),
    _own("organise/close/", of=("owner",)),
    _own("organise/member/{teammate}/", "POST", 302, of=ORGANISERS, data={"act": "ban", "reason": "why"}),
    _own("organise/member/{teammate}/", "POST", 302, of=("owner",), data={"act": "rights", "rights": ["members"]}),
    _own("organise/member/{teammate}/", "POST", 302, of=("owner",), data={"act": "hand_over"}),
    _own("organise/season/", "POST", 302, of=ORGANISERS, data=SEASON),
    _own("organise/season/start/", "POST", 302, of=ORGANISERS),
    _own("organise/season/call-off/", "POST", 302, of=ORGANISERS, data={"reason": "why"}),
    _own("organise/season/end/", "POST", 302, of=ORGANISERS, data={"reason": "why"}),
    _own("organise/message/", "POST", 302, of=ORGANISERS, data={"text": "Hello"}),
    _own("organise/link/", "POST", 302, of=ORGANISERS),
    _own("organise/league/", "POST", 302, of=("owner",), data=LEAGUE),
    _own("organise/close/", "POST", 302, of=("owner",)),
]


def _open_fixture(season: Season, *people: User) -> Fixture:
    """A match of these members that is still to be played, in the first round."""
    deadline = timezone.now() + timedelta(days=3)
    first = Round.objects.create(division=season.divisions.get(), number=1, size=3, opened_at=timezone.now(), deadline=deadline)
    made = Fixture.objects.create(key="to-be-played", season=season, division=first.division, round=first, number=1, deadline=deadline)
    for index, user in enumerate(people):
        Seating.objects.create(fixture=made, entry=season.entries.get(member__user=user), index=index)
    standing.recompute(season_id=season.pk)
    return made


def furnish(world: World) -> None:
    for role in ("owner", "organiser", "teammate", "outcast"):
        world.people[role] = User.objects.create(username=role, display_name=role.title())
    owner = world.people["owner"]
    plan = Plan(format="round_robin", starts_at=timezone.now() + timedelta(days=7), options={})
    own = making.create_league(owner=owner, name="Tuesdays", game="blef", plan=plan)
    public = making.create_league(owner=owner, name="Open to all", game="blef", plan=plan, joining="open")
    members = {
        role: joining.join(league=own, user=world.people[role], invitation=own.invite_key) for role in ("organiser", "teammate", "outcast")
    }
    roles.give_rights(league=own, user=owner, member_id=members["organiser"].pk, rights=list(RIGHTS))
    season = seasons.start_season(season=own.seasons.get(), user=owner)
    seasons.plan_season(league=own, user=owner, plan=plan)
    joining.ban(league=own, user=owner, member_id=members["outcast"].pk, reason="A test")
    fixture = played(season, world.people["organiser"], world.people["teammate"], owner)
    to_play = _open_fixture(season, owner, world.people["organiser"], world.people["teammate"])
    dispute = disputes.dispute(fixture=fixture, user=world.people["organiser"], reason="It was otherwise")
    Dispute.objects.filter(pk=dispute.pk).update(member=members["outcast"])
    world.words |= {
        "league": own.key,
        "public": public.key,
        "invitation": own.invite_key,
        "teammate": str(members["teammate"].pk),
        "outcast": str(members["outcast"].pk),
        "fixture": fixture.key,
        "dispute": str(dispute.pk),
        "open": to_play.key,
        "entry": str(members["teammate"].entries.get(season=season).pk),
        "other": str(season.entries.get(member__user=owner).pk),
        "feed": feeds.feed_of(owner).key,
    }
