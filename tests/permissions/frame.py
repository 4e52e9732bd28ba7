"""The table of permissions: what each role gets at each address, for each method.

A row says a path, a method and what comes back: a status code, or `SIGN_IN` or `REGISTER` (a redirect to that page). `everyone`
counts for every role that is not named; a role that is not named gets what the one it builds on gets (see `ROLES`):

    Row("/en/account/", everyone=SIGN_IN, member=200)
    Row("/tables/{table}/start/", "POST", everyone=403, guest=302, data={"part": ""})

Words in braces stand for rows of the world (`World.words`), which each app furnishes (`furnish` in its module). A method
without a row must be refused (`REFUSED`). Below `/api/` a role comes with its token, elsewhere with its cookie.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bluffsite.accounts.models import User

Answer = int | str
SIGN_IN, REGISTER = "sign in", "register"
REFUSED = (405, 404, 403, SIGN_IN, REGISTER)
"""What a method without a row may answer."""

ROLES: Mapping[str, str | None] = {
    "visitor": None,
    "stranger": None,
    "guest": "stranger",
    "member": None,
    "moderator": "member",
    "superuser": "member",
    "owner": "member",
    "organiser": "member",
    "teammate": "member",
    "outcast": "member",
    "banned": "member",
}
"""Each role and the one whose answers it gets unless a row names it. `guest` sits at the tables of the world, as their
host; `stranger` is a guest who sits elsewhere. `owner`, `organiser` and `teammate` are in the league of the world, `outcast` is
banned from it, and `banned` is shut out of the site: they are asked only by modules that name them in ROLES of their own.
Add yours here, and its user in your module's `furnish`."""

SPECIAL = frozenset({"owner", "organiser", "teammate", "outcast", "banned"})
"""Roles that only mean something in one part of the site."""

METHODS = ("GET", "POST")
API_METHODS = ("GET", "POST", "PATCH", "DELETE")


class Row:
    """One address and method. `roles` may name any of ROLES; `data` is the form (below `/api/` the JSON body), `script` whether a
    table's script sends it."""

    def __init__(
        self,
        path: str,
        method: str = "GET",
        *,
        everyone: Answer | None = None,
        data: Mapping[str, Any] | None = None,
        script: bool = False,
        **roles: Answer,
    ) -> None:
        assert roles.keys() <= ROLES.keys(), f"unknown roles at {path}: {roles.keys() - ROLES.keys()}"
        self.path, self.method, self.data, self.script = path, method, dict(data or {}), script
        self._everyone, self._roles = everyone, roles

    def answer(self, role: str) -> Answer:
        """What the role gets."""
        asked: str | None = role
        while asked is not None:
            if asked in self._roles:
                return self._roles[asked]
            asked = ROLES[asked]
        assert self._everyone is not None, f"{self.method} {self.path} says nothing about the role {role}"
        return self._everyone


@dataclass
class World:
    """The people and things that the rows speak of. `words` fills the braces of paths and data;
    `tokens` and `cookies` say who a role is."""

    people: dict[str, User] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def fill(self, text: str) -> str:
        return text.format_map(self.words)

    def fill_form(self, row: Row) -> dict[str, Any]:
        """The data of a row; only words as a whole value are filled."""
        return {name: self.fill(value) if isinstance(value, str) else value for name, value in row.data.items()}
