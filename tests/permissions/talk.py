"""Talk at tables, whom one does not want to hear, leaving early, and reports. A table's forms are sent as its script sends them."""

from bluffsite.moderation.reports import file_report
from games.play.models import Table
from games.play.talk.services import say
from tests.permissions.frame import Row, World

ROWS = [
    Row("/tables/{table}/talk/", "POST", everyone=422, guest=204, data={"phrase": "1"}, script=True),
    Row("/tables/{match}/talk/", "POST", everyone=404, guest=422, data={"phrase": "1"}, script=True),
    Row("/tables/{table}/avoid/", "POST", everyone=204, guest=422, data={"seat": "0", "how": "mute"}, script=True),
    Row("/tables/{table}/avoid/", "POST", everyone=204, guest=422, data={"mute": "1"}, script=True),
    Row("/tables/{match}/avoid/", "POST", everyone=404, guest=422, data={"seat": "0", "how": "block"}, script=True),
    Row("/tables/{table}/people/", everyone=200),
    Row("/tables/{match}/people/", everyone=404, guest=200),
    Row("/en/play/talk/", everyone=200),
    Row("/en/play/talk/", "POST", everyone=302, data={"hears": "phrases"}),
    Row("/en/play/avoid/", "POST", everyone=404, data={"profile": "nobody", "how": "mute"}),
    Row("/en/play/leaving/", everyone=200),
    Row("/en/report/?kind=table&key={table}", everyone=200),
    Row("/en/report/?kind=table&key={match}", everyone=404, guest=200),
    Row("/en/report/?kind=line&key={table}.1", everyone=200),
    Row("/en/report/?kind=profile&key=nobody-at-all", everyone=404),
    Row("/en/report/", everyone=404),
    Row("/en/report/", "POST", everyone=302, guest=422, data={"kind": "line", "key": "{table}.1", "reason": "abuse", "words": "No."}),
    Row("/en/report/", "POST", everyone=404, guest=302, data={"kind": "table", "key": "{match}", "reason": "abuse", "words": "No."}),
    Row("/en/reports/", everyone=200),
    Row("/en/reports/{receipt}/", everyone=404, stranger=200, guest=404),
    Row("/en/reports/unknown/", everyone=404),
]


def furnish(world: World) -> None:
    """The guest has said something, and the stranger has reported it."""
    table = Table.objects.get(key=world.words["table"])
    line = say(table=table, user=world.people["guest"], phrase=1, language="en")
    filed = file_report(
        reporter=world.people["stranger"],
        kind="line",
        target=line.user,
        about=f"{table.key}.{line.number}",
        label="Guest",
        reason="abuse",
        words="It was not kind.",
        language="en",
        table=table,
    )
    world.words["receipt"] = filed.key
