"""Stored results as the outcomes that standings are computed from. Reads only."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import msgspec
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from leagues.models import Division, Result
from leagues.standings import Outcome, Part

_parts = msgspec.json.Decoder(tuple[Part, ...])


def outcomes(division: Division | int, *, before_round: int | None = None) -> list[Outcome]:
    """All results of a division; of the rounds before `before_round` only, where that is given. One query."""
    return [outcome for outcome, number in numbered(division) if before_round is None or number is None or number < before_round]


def numbered(division: Division | int) -> list[tuple[Outcome, int | None]]:
    """The same, each with the number of its round (None in free play)."""
    return read(Result.objects.filter(division=division))


def read(results: QuerySet[Result]) -> list[tuple[Outcome, int | None]]:
    """These results, oldest first, each with the number of its round."""
    rows = results.order_by().annotate(text=Cast("parts", TextField()))
    columns = sorted(rows.values_list("pk", "size", "text", "kind", "is_void", "fixture__round__number"), key=itemgetter(0))
    decode, bye = _parts.decode, Result.Kind.BYE.value
    return [
        (Outcome(pk, size, decode(text), "bye" if kind == bye else "match", is_void), number)
        for pk, size, text, kind, is_void, number in columns
    ]


def outcome(result: Result) -> Outcome:
    """One result in hand."""
    kind = "bye" if result.kind == Result.Kind.BYE else "match"
    return Outcome(result.pk, result.size, parts_of(result.parts), kind, result.is_void)


def parts_of(stored: Any) -> tuple[Part, ...]:
    return msgspec.convert(stored, tuple[Part, ...])


def stored(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """The form of `Result.parts`, in the order of members."""
    plain: list[dict[str, Any]] = msgspec.to_builtins(sorted(parts, key=lambda part: part.member))
    return plain
