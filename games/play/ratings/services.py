"""The writer of ratings. Every match is counted once, in the order of the ends of matches, whatever the order of the calls.

One that ended earlier than others already counted, or is voided, has those after it counted again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from games.core.errors import NotInThisGame
from games.core.game import Result
from games.core.registry import game_named
from games.play.models import Match, Seat, Table, Void
from games.play.ratings import reckoning
from games.play.ratings.models import Book, RatedMatch, Rating, Receipt
from games.play.ratings.reckoning import NEW, Standing
from games.play.services import lobby
from games.play.services.saved import unpack

AT_ONCE = 200
"""Missed matches that one sweep counts."""


class Played(NamedTuple):
    """What the log says of a match: members by seat with their places among themselves, and who of them had left."""

    users: tuple[int, ...]
    places: tuple[int, ...]
    left: tuple[bool, ...]


def enter(match: Match) -> None:
    """A rated match begins, inside the caller's transaction."""
    RatedMatch.objects.create(match=match, game=match.game)


@transaction.atomic
def count(*, match_id: int) -> bool:
    """Let an ended match move the ratings, once; True if it was not counted before. Rules: common.rated.order."""
    game = RatedMatch.objects.filter(pk=match_id, is_counted=False).values_list("game", flat=True).first()
    if game is None:
        return False
    _hold(game)
    rated = RatedMatch.objects.select_related("match", "match__table").get(pk=match_id)
    if rated.is_counted or rated.match.ended_at is None:
        return False
    rated.is_counted, rated.ended_at, rated.is_void = True, rated.match.ended_at, Void.objects.filter(pk=match_id).exists()
    rated.save(update_fields=["is_counted", "ended_at", "is_void"])
    _count_again(game, rated.ended_at, rated.pk)
    lobby.changed(rated.match.table)  # its pages show the receipts
    return True


def count_missed() -> int:
    """What the sweep does: rated matches whose end or voiding nobody heard of. Returns how many these were."""
    ended = RatedMatch.objects.filter(is_counted=False, match__ended_at__isnull=False).order_by("match")
    voided = RatedMatch.objects.filter(Q(is_void=False, match__void__isnull=False) | Q(is_void=True, match__void=None))
    done = [count(match_id=match_id) for match_id in ended.values_list("pk", flat=True)[:AT_ONCE]]
    return sum(done) + sum(heed_void(match_id=match_id) for match_id in list(voided.values_list("pk", flat=True)[:AT_ONCE]))


@transaction.atomic
def heed_void(*, match_id: int) -> bool:
    """Take a match that staff declared void out of the ratings, or in again, and count those after it again.

    Returns whether that changed anything: not for a match that was no rated one. Rules: common.league.void, common.rated.void.
    """
    game = RatedMatch.objects.filter(pk=match_id).values_list("game", flat=True).first()
    if game is None:
        return False
    _hold(game)
    is_void = Void.objects.filter(pk=match_id).exists()
    if not RatedMatch.objects.filter(pk=match_id, is_void=not is_void).update(is_void=is_void):
        return False
    rated = RatedMatch.objects.get(pk=match_id)
    if rated.is_counted and rated.ended_at is not None:
        _count_again(game, rated.ended_at, rated.pk)
    return True


@transaction.atomic
def rebuild(*, game: str) -> None:
    """Everything of a game anew from its ended matches, also those that were never entered."""
    _hold(game)
    for match in Match.objects.filter(game=game, table__rated=True, rated=None):
        enter(match)
    ended = RatedMatch.objects.select_related("match", "match__void").filter(game=game, match__ended_at__isnull=False)
    for rated in ended.defer("match__saved"):
        rated.is_counted, rated.ended_at, rated.is_void = True, rated.match.ended_at, hasattr(rated.match, "void")
        rated.save(update_fields=["is_counted", "ended_at", "is_void"])
    _count_again(game)


def differences(*, game: str) -> list[str]:
    """What is stored otherwise than the ended matches say, one line each; nothing where all is well."""
    wanted = reckoned(_in_order(game, RatedMatch.objects.filter(match__ended_at__isnull=False)), {})
    found = {(one.match_id, one.user_id): _values(one) for one in Receipt.objects.filter(match__game=game)}
    expected = {(one.match_id, one.user_id): _values(one) for one in wanted.receipts}
    lines = [
        f"receipt of user {user} for match {match}"
        for match, user in sorted(found.keys() | expected.keys())
        if found.get((match, user)) != expected.get((match, user))
    ]
    stored = {one.user_id: Standing(one.mu, one.sigma, one.matches) for one in Rating.objects.filter(game=game)}
    lines += [
        f"rating of user {user}"
        for user in sorted(stored.keys() | wanted.standings.keys())
        if stored.get(user) != wanted.standings.get(user)
    ]
    waiting = Match.objects.filter(Q(rated=None) | Q(rated__is_counted=False), game=game, table__rated=True, ended_at__isnull=False)
    return lines + [f"match {match} is not counted" for match in waiting.values_list("pk", flat=True).order_by("pk")]


# --- reckoning --------------------------------------------------------------------------------------------------------
class Reckoned(NamedTuple):
    """Receipts in order, and where everybody who had one stands after the last."""

    receipts: list[Receipt]
    standings: dict[int, Standing]


def reckoned(matches: Iterable[tuple[int, Played]], before: Mapping[int, Standing]) -> Reckoned:
    """What these matches do in this order to those who stood as `before` says; nothing is stored."""
    standings, receipts = dict(before), list[Receipt]()
    for match_id, played in matches:
        if len(played.users) < 2:
            continue
        was = [standings.get(user, NEW) for user in played.users]
        now = reckoning.after(was, played.places)
        standings.update(zip(played.users, now, strict=True))
        receipts += [
            Receipt(
                match_id=match_id,
                user_id=user,
                number=new.matches,
                place=place,
                shared_by=played.places.count(place),
                of=len(played.users),
                has_left=left,
                mu_before=old.mu,
                sigma_before=old.sigma,
                mu_after=new.mu,
                sigma_after=new.sigma,
            )
            for user, place, left, old, new in zip(played.users, played.places, played.left, was, now, strict=True)
        ]
    return Reckoned(receipts, standings)


def _count_again(game: str, ended_at: datetime | None = None, match_id: int = 0) -> None:
    """Count all counted matches of the game, or those from this one on, again. The caller holds the book."""
    tail, before = RatedMatch.objects.filter(game=game, is_counted=True), dict[int, Standing]()
    if ended_at is not None:
        tail = tail.filter(Q(ended_at__gt=ended_at) | Q(ended_at=ended_at, match_id__gte=match_id))
    matches = _in_order(game, tail)
    old = Receipt.objects.filter(match__in=tail)
    touched = {*old.values_list("user_id", flat=True), *(user for _, played in matches for user in played.users)}
    if ended_at is not None:
        before = _before(game, touched, ended_at, match_id)
    old.delete()
    new = reckoned(matches, before)
    Receipt.objects.bulk_create(new.receipts, batch_size=500)
    if ended_at is None:
        touched |= set(Rating.objects.filter(game=game).values_list("user_id", flat=True))
    Rating.objects.filter(game=game, user_id__in=touched - new.standings.keys()).delete()
    Rating.objects.bulk_create(
        [Rating(user_id=user, game=game, **one._asdict()) for user, one in sorted(new.standings.items()) if user in touched],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["user", "game"],
        update_fields=["mu", "sigma", "matches"],
    )


def _before(game: str, users: set[int], ended_at: datetime, match_id: int) -> dict[int, Standing]:
    """Where these members stood before the match: by their last receipts."""
    earlier = Q(match__ended_at__lt=ended_at) | Q(match__ended_at=ended_at, match_id__lt=match_id)
    rows = Receipt.objects.filter(earlier, match__game=game, user_id__in=users).order_by("number")
    return {
        user: Standing(mu, sigma, number) for user, mu, sigma, number in rows.values_list("user_id", "mu_after", "sigma_after", "number")
    }


def _in_order(game: str, rated: QuerySet[RatedMatch]) -> list[tuple[int, Played]]:
    """The matches that count, in the order of their ends, each with what was played."""
    found = rated.filter(game=game, match__void=None, match__table__phase=Table.Phase.FINISHED, match__result__isnull=False)
    matches = Match.objects.filter(rated__in=found).order_by("ended_at", "pk")
    people = defaultdict[int, dict[int, int]](dict)
    seated = Seat.objects.filter(table__match__rated__in=found, user__isnull=False, user__is_guest=False)
    for table_id, index, user_id in seated.values_list("table_id", "index", "user_id"):
        people[table_id][index] = user_id
    return [(match.pk, played(match, people[match.pk])) for match in matches]


def played(match: Match, members: Mapping[int, int]) -> Played:
    """What an ended match says of its `members`, user by seat. Rules: common.leave.place, common.rated.order."""
    result = game_result(match)
    seats = sorted(members)
    left = _leavers(match)
    return Played(
        tuple(members[seat] for seat in seats),
        tuple(reckoning.places_among(result.places, seats)),
        tuple(seat in left for seat in seats),
    )


def game_result(match: Match) -> Result:
    found = match.result
    return Result(found["reason"], tuple(found["places"]), tuple(found["totals"]), tuple(tuple(game) for game in found["games"]))


def _leavers(match: Match) -> set[int]:
    """Seats whose person was gone or away at the end."""
    engine = game_named(match.game).engine
    try:
        state = engine.load(bytes(unpack(match.saved).engine))
    except NotInThisGame:  # of an old version of the rules
        return set()
    return {*engine.away(state), *engine.view(state, None).left}


def _values(receipt: Receipt) -> tuple[object, ...]:
    return tuple(getattr(receipt, field.attname) for field in Receipt._meta.concrete_fields if not field.primary_key)


def _hold(game: str) -> None:
    """Until the transaction ends nobody else changes ratings of the game."""
    Book.objects.get_or_create(game=game)
    Book.objects.select_for_update().get(game=game)
