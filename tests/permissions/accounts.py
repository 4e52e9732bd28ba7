"""Pages of people. The roles that every app needs are made here."""

from bluffsite.accounts.models import User
from tests.permissions.frame import SIGN_IN, Row, World

ROWS = [
    Row("/en/register/", everyone=200, member=302),
    Row("/en/register/", "POST", everyone=422, member=302),
    Row("/en/register/", "POST", everyone=302, data={"username": "newcomer", "password": "correct horse battery", "email": ""}),
    Row("/en/sign-in/", everyone=200),
    Row("/en/sign-in/", "POST", everyone=422, data={"username": "member", "password": "wrong"}),
    Row("/en/sign-out/", everyone=200),
    Row("/en/sign-out/", "POST", everyone=302),
    Row("/en/account/", everyone=SIGN_IN, member=200),
    Row("/en/account/name/", "POST", everyone=SIGN_IN, member=302, data={"name": "Somebody"}),
    Row("/en/account/password/", "POST", everyone=SIGN_IN, member=422, data={"old": "wrong", "new": "correct horse battery"}),
]


def furnish(world: World) -> None:
    guests = {"guest", "stranger"}
    for role in (*guests, "member", "moderator"):
        world.people[role] = User.objects.create(username=role, display_name=role.title(), is_guest=role in guests)
    world.people["superuser"] = User.objects.create_superuser("superuser", display_name="Superuser")
