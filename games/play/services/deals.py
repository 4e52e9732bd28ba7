"""The chance of a match. Its secret is read from the database for a deal, throw or lot, and kept nowhere."""

from collections.abc import Sequence

from games.core.chance import Draw, SecretChance
from games.play.models import Secret


class MatchChance:
    """`games.core.chance.Chance` of one match, which reads the secret only if something is drawn."""

    def __init__(self, table_id: int, key: str, parts: Sequence[str]) -> None:
        self._table_id, self._key, self._parts = table_id, key, parts
        self._source: SecretChance | None = None

    @property
    def draws(self) -> list[Draw]:
        """What was drawn so far, in order."""
        return self._source.draws if self._source is not None else []

    def throws(self, purpose: str, *, sides: int, count: int) -> tuple[int, ...]:
        return self._opened().throws(purpose, sides=sides, count=count)

    def shuffle(self, purpose: str, *, size: int) -> tuple[int, ...]:
        return self._opened().shuffle(purpose, size=size)

    def lot(self, purpose: str, *, size: int) -> int:
        return self._opened().lot(purpose, size=size)

    def _opened(self) -> SecretChance:
        if self._source is None:
            value = Secret.objects.values_list("value", flat=True).get(pk=self._table_id)
            self._source = SecretChance(bytes(value), self._key, self._parts)
        return self._source
