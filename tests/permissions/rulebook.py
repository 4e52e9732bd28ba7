"""Rules are everybody's; the sheet of a table is for whoever knows the table's address."""

from tests.permissions.frame import Row, World

ROWS = [
    *(
        row
        for page in ("", "common/", "which/", "compare/", "blef/", "blef/beside/nl/", "blef/a4.pdf")
        for row in (Row(f"/en/rules/{page}", everyone=200),)
    ),
    Row("/en/rules/nothing/", everyone=404),
    Row("/en/rules/blef/version/1/", everyone=302),
    Row("/en/rules/blef/version/99/", everyone=404),
    Row("/en/rules/blef/clause/1.1/", everyone=302),
    Row("/en/rules/blef/clause/99.9/", everyone=404),
    Row("/fr/rules/blef/", everyone=404),
    Row("/tables/{table}/rules/", everyone=200),
    Row("/tables/{table}/rules/a4.pdf", everyone=200),
    Row("/tables/aaaaaaaaaaaaaaaaaaaaaa/rules/", everyone=404),
]


def furnish(world: World) -> None:
    """The rules are files; the table is that of `play`."""
