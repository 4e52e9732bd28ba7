"""Pages of people. The roles that every app needs are made here."""

from bluffsite.accounts.models import Notice, User
from tests.permissions.frame import SIGN_IN, Row, World


def for_members(path: str, *, get: int = 200, post: int = 422, wrong: dict[str, str] | None = None) -> list[Row]:
    """A page that asks everybody else to sign in."""
    return [Row(path, everyone=SIGN_IN, member=get), Row(path, "POST", everyone=SIGN_IN, member=post, data=wrong)]


def for_accounts(path: str, *, get: int = 200, post: int = 422) -> list[Row]:
    """A page for guests, too: everybody who has a row here."""
    return [Row(path, visitor=SIGN_IN, everyone=get), Row(path, "POST", visitor=SIGN_IN, everyone=post)]


ROWS = [
    Row("/en/register/", everyone=200, member=302),
    Row("/en/register/", "POST", everyone=422, member=302),
    Row("/en/register/", "POST", everyone=302, data={"username": "newcomer", "password": "correct horse battery", "email": ""}),
    Row("/en/sign-in/", everyone=200, member=302),
    Row("/en/sign-in/", "POST", everyone=422, member=302, data={"username": "member", "password": "wrong"}),
    Row("/en/sign-in/start/", everyone=SIGN_IN),
    Row("/en/sign-in/code/", everyone=SIGN_IN, member=302),
    Row("/en/sign-in/code/", "POST", everyone=SIGN_IN, member=302, data={"code": "123456"}),
    Row("/en/sign-in/passkey/", everyone=200, member=302),
    Row("/en/sign-in/passkey/", "POST", everyone=SIGN_IN, member=302, data={"credential": "[]"}),
    Row("/en/sign-in/closed/", everyone=200),
    Row("/en/sign-out/", everyone=200),
    Row("/en/sign-out/", "POST", everyone=302),
    Row("/en/account/", everyone=SIGN_IN, member=200),
    Row("/en/account/name/", "POST", everyone=SIGN_IN, member=302, data={"name": "Somebody"}),
    *for_members("/en/account/again/", wrong={"password": "wrong"}),
    *for_members("/en/account/again/code/", get=302, post=302),
    *for_members("/en/account/again/passkey/", get=302, post=302),
    *for_members("/en/account/security/", post=405),
    *for_members("/en/account/security/app/", get=302, post=302),
    *for_members("/en/account/security/app/off/", get=404, post=404),
    *for_members("/en/account/security/codes/", get=404, post=405),
    *for_members("/en/account/security/codes/new/", get=302, post=302),
    *for_members("/en/account/security/passkey/", get=302, post=302),
    *for_members("/en/account/security/passkey/1/", get=302, post=302),
    *for_members("/en/account/security/passkey/1/remove/", get=302, post=302),
    *for_members("/en/account/devices/", post=302),
    *for_members("/en/account/email/", post=302),
    Row("/en/account/email/confirm/abc:def/", everyone=200),
    Row("/en/account/email/confirm/abc:def/", "POST", everyone=404),
    Row("/en/account/email/old/abc:def/", everyone=404),
    Row("/en/account/email/old/abc:def/", "POST", everyone=404),
    *for_members("/en/account/email/keep/", get=405, post=302),
    Row("/en/password/forgotten/", everyone=200),
    Row("/en/password/forgotten/", "POST", everyone=302, data={"email": "nobody@example.org"}),
    Row("/en/password/forgotten/sent/", everyone=200),
    Row("/en/password/new/1-abc-def/", everyone=200),
    Row("/en/password/new/1-abc-def/", "POST", everyone=200),
    *for_members("/en/account/privacy/", post=422),
    Row("/en/account/privacy/", "POST", everyone=SIGN_IN, member=302, data={"shown_to": "all", "invited_by": "nobody"}),
    *for_accounts("/en/account/notices/", post=302),
    *for_accounts("/en/account/data/", post=405),
    *for_accounts("/en/account/data/file/", get=405, post=200),
    *for_accounts("/en/account/delete/", post=422),
    *for_members("/en/account/keep/", get=405, post=302),
    *for_accounts("/en/notices/", post=302),
    Row("/en/notices/{others_notice}/", visitor=SIGN_IN, everyone=404, member=302, moderator=404, superuser=404),
    Row("/en/notices/stop/abc:def/", everyone=404),
    Row("/en/notices/stop/abc:def/", "POST", everyone=404),
    Row("/en/people/{member_profile}/", everyone=404, member=200, moderator=404, superuser=404),
    Row("/en/people/{open_profile}/", everyone=404, member=200),
    Row("/en/people/nobody/", everyone=404),
    Row("/en/account/password/", "POST", everyone=SIGN_IN, member=422, data={"old": "wrong", "new": "correct horse battery"}),
]


def furnish(world: World) -> None:
    guests = {"guest", "stranger"}
    for role in (*guests, "member", "moderator"):
        world.people[role] = User.objects.create(username=role, display_name=role.title(), is_guest=role in guests)
    member = world.people["member"]
    User.objects.filter(pk=world.people["moderator"].pk).update(shown_to="members")
    told = Notice.objects.create(user=member, kind="none", text_id="none", url="/en/account/")
    world.words |= {
        "member_profile": member.profile_key,
        "open_profile": world.people["moderator"].profile_key,
        "others_notice": str(told.pk),
    }
    world.people["superuser"] = User.objects.create_superuser("superuser", password="correct horse", display_name="Superuser")
