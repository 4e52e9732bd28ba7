"""Tables and the pages around them: `guest` is host and player of three, which wait, run and are over; all are private.

A table's forms are sent as its script sends them: 204 is done, 422 is refused (without a script both lead back to the page).
"""

from games.play.models import Table
from games.play.services import sharing
from tests.permissions.frame import Answer, Row, World
from tests.play import people

UNKNOWN = "a" * 22


def _door(name: str, *, everyone: Answer = 422, table: str = "table", data: dict[str, str] | None = None, **roles: Answer) -> Row:
    return Row(f"/tables/{{{table}}}/{name}/", "POST", everyone=everyone, data=data, script=True, **roles)


ROWS = [
    Row("/en/play/", everyone=200),
    Row("/en/play/watch/", everyone=200),
    Row("/en/play/rows/", everyone=200),
    Row("/en/play/quick/", "POST", everyone=302),
    Row("/en/play/rating/", everyone=200),
    Row("/en/play/mine/", everyone=200),
    Row("/en/play/now/", "POST", everyone=302, data={"game": "liars_dice"}),
    Row("/en/play/code/", everyone=200),
    Row("/en/play/code/", "POST", everyone=302, data={"code": "{code}"}),
    Row("/en/play/code/", "POST", everyone=404, data={"code": "XXXXXX"}),
    Row("/en/play/check/", everyone=200),
    Row("/en/play/fair/", everyone=200),
    Row("/en/play/blef/", everyone=200),
    Row("/en/play/blef/", "POST", everyone=302, data={"size": "4"}),
    Row("/en/play/blef/lesson/", everyone=200),
    Row("/t/{code}", everyone=302),
    Row("/t/{code}", "POST", everyone=302),
    Row("/tables/{table}/", everyone=200),
    Row("/tables/{match}/", everyone=404, guest=200),
    Row(f"/tables/{UNKNOWN}/", everyone=404),
    _door("act", table="match", everyone=404, guest=302, data={"do": "pause"}),
    _door("take", table="match", everyone=404, guest=422, data={"seat": "9"}),
    _door("sit", everyone=204),
    _door("stand", guest=204),
    _door("ready", guest=204, data={"ready": "1"}),
    _door("start", guest=204),
    _door("setup", guest=204, data={"size": "3"}),
    _door("remove", data={"remove": "1 Nobody"}),
    _door("close", guest=204),
    Row("/tables/{table}/invite/", everyone=404, guest=200),
    Row("/tables/{table}/invite/", "POST", everyone=404, guest=302, data={"username": "member"}),
    _door("rematch", table="ended", everyone=404, guest=204),
    _door("known", everyone=204, data={"known": "yes"}),
    Row("/tables/{match}/log/", everyone=404, guest=200),
    Row("/tables/{ended}/record.json", everyone=404, guest=200),
    Row("/tables/{match}/record.json", everyone=404),
    Row("/tables/{ended}/review/", everyone=404, guest=200),
    Row("/tables/{match}/review/", everyone=404),
    Row("/tables/{ended}/share/", "POST", everyone=404, guest=302),
    Row("/tables/{ended}/check/", everyone=404, guest=200),
    Row("/board/{table}/", everyone=200),
    Row("/board/{match}/", everyone=404),
    Row("/review/{share}/", everyone=200),
    Row(f"/review/{UNKNOWN}/", everyone=404),
]


def furnish(world: World) -> None:
    guest = world.people["guest"]
    tables: dict[str, Table] = {
        "table": people.lobby(guest),
        "match": people.running(guest, bot_levels={1: "easy", 2: "easy", 3: "easy"}),
        "ended": people.finished(guest, bot_levels={1: "easy", 2: "easy", 3: "easy"}),
    }
    world.words |= {name: table.key for name, table in tables.items()}
    world.words["code"] = str(tables["table"].code)
    world.words["share"] = sharing.share(table=tables["ended"], user=guest).key
