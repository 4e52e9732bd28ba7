"""Why the services of tables and matches say no. Codes are stable: pages and programs may rely on them.

`Refused` codes, all from `actions.submit_action` unless the line says otherwise:

- `unknown_match`      there is no such match
- `bad_action`         the action cannot be read: not an object of this game's actions, too large, too deep, no such type
- `not_your_seat`      the seat is not this person's (a computer's, somebody else's, or there is no such seat)
- `not_taken`          one phone goes round, and nobody has said yet that they have it (sockets, pages and API)
- `not_controller`     another connection of the same person has taken control of the seat
- `match_over`         the match has ended
- `paused`             the persons at the table have paused it
- `staff_pause`        staff have paused the match; nobody at the table ends that
- `already_left`       the person has left before, and may come back (`rejoin`)
- `computer_plays`     the seat was handed to a computer: take it back first (`rejoin`)
- `deadline_passed`    the clock has acted for the seat before this action arrived
- `call_too_late`      the play that the call names can no longer be called
- `call_pending`       somebody has called; until that is settled only further calls are accepted
- `stale_version`      the table has moved on since the version that the action answers
- `illegal`            the rules say no; `rule` is the clause
- `not_allowed`        a table action that is not possible now: time already added, nothing to resume, ...; `rule` says why
- `shut_out`           staff have suspended or banned this person, who wants the seat back
- `rate_limited`       too many actions (sockets and API)

`TableError` codes are listed where they are raised, in `tables.py`, `seats.py`, `presence.py`, `rematch.py` and `sharing.py`.
"""


class Refused(Exception):
    """An action changed nothing. `rule` is a rule id or None; `version` is the table's version as the refusal saw it, or None."""

    def __init__(self, code: str, rule: str | None = None, version: int | None = None) -> None:
        super().__init__(code if rule is None else f"{code}: {rule}")
        self.code, self.rule, self.version = code, rule, version


class TableError(Exception):
    """A change of a table or lobby that is not possible. `code` is stable; `rule` is a rule id or None."""

    def __init__(self, code: str, rule: str | None = None) -> None:
        super().__init__(code if rule is None else f"{code}: {rule}")
        self.code, self.rule = code, rule
