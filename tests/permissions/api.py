"""The public API. Roles come with a token of their own; a visitor has none."""

from games.play.api.tokens import make_token
from tests.permissions.frame import Row, World

NO_TOKEN = 401
ACT = {"token": "one", "version": 1, "action": {"type": "pause"}}

ROWS = [
    Row("/api/v1/", everyone=200),
    Row("/api/v1/openapi.json", everyone=200),
    Row("/api/v1/protocol.md", everyone=200),
    Row("/api/v1/client_example.py", everyone=200),
    Row("/api/v1/nothing", everyone=404),
    Row("/api/v1/guests", "POST", everyone=201),
    Row("/api/v1/games", everyone=200),
    Row("/api/v1/games/blef/options", everyone=200),
    Row("/api/v1/games/blef/rules", everyone=200),
    Row("/api/v1/tables", everyone=200),
    Row("/api/v1/tables", "POST", everyone=201, visitor=NO_TOKEN, data={"game": "blef"}),
    Row("/api/v1/tables/{table}", everyone=200),
    Row("/api/v1/tables/{table}", "PATCH", everyone=403, visitor=NO_TOKEN, guest=200, data={"options": {}}),
    Row("/api/v1/tables/{table}/seat", "POST", everyone=200, visitor=NO_TOKEN),
    Row("/api/v1/tables/{table}/seat", "DELETE", everyone=403, visitor=NO_TOKEN, guest=204),
    Row("/api/v1/tables/{table}/ready", "POST", everyone=403, visitor=NO_TOKEN, guest=204),
    Row("/api/v1/tables/{table}/start", "POST", everyone=403, visitor=NO_TOKEN, guest=200),
    Row("/api/v1/tables/{table}/talk", everyone=200),
    Row("/api/v1/tables/{match}/talk", everyone=404, guest=200),
    Row("/api/v1/tables/{match}/talk", "POST", everyone=404, visitor=NO_TOKEN, guest=409, data={"token": "t", "phrase": 1}),
    Row("/api/v1/tables/{table}/talk", "POST", everyone=403, visitor=NO_TOKEN, guest=201, data={"token": "t", "phrase": 1}),
    Row("/api/v1/tables/{table}/avoid", "POST", everyone=204, visitor=NO_TOKEN, guest=409, data={"how": "mute", "seat": 0}),
    Row("/api/v1/tables/{match}/state", everyone=404, guest=200),
    Row("/api/v1/tables/{ended}/record", everyone=404, visitor=NO_TOKEN, guest=200),
    Row("/api/v1/tables/{match}/act", "POST", everyone=404, visitor=NO_TOKEN, guest=200, data=ACT),
]


def furnish(world: World) -> None:
    world.tokens |= {role: make_token(user=user)[0] for role, user in world.people.items()}
