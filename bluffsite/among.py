"""The lookup `among`: `in` for long lists, such as everybody who is connected.

Django makes an expression and a parameter of each value of `in`, which for thousands takes longer than the query. Here the
whole list is one parameter. Registered for every field by `bluffsite.accounts`, the first app of ours.
"""

import json
from typing import Any

from django.db.models import Field, Lookup


class Among(Lookup):
    """`pk__among=[1, 2]`: values as the field stores them, numbers or text. Of an empty list there is none."""

    lookup_name = "among"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """For SQLite."""
        lhs, params = self.process_lhs(compiler, connection)
        return f"{lhs} IN (SELECT value FROM json_each(%s))", [*params, json.dumps(list(self.rhs))]  # noqa: S608  # `lhs` is a column

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        lhs, params = self.process_lhs(compiler, connection)
        return f"{lhs} = ANY(%s)", [*params, list(self.rhs)]


def register() -> None:
    """Doing it again changes nothing."""
    Field.register_lookup(Among)
