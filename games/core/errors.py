"""The few errors of the rules. Each carries the rule id that says no, so that a page can name and link the clause."""


class RulesError(Exception):
    """Something the rules forbid. `rule` is an id of the rules document, e.g. `liars_dice.bid.raise`."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class IllegalAction(RulesError):
    """An action that is not legal for that seat now; nothing changed. Rules: common.action.reject."""


class IllegalOptions(RulesError):
    """Seats or options that no table may have. Rules: common.options.validate."""


class NotInThisGame(Exception):
    """A saved state, position or message that cannot be read as one of this game."""
