"""The API's endpoints. Each only reads the request, calls a service or selector, and says what came of it."""

from typing import Any

import msgspec
from django.conf import settings

from bluffsite.accounts import guests
from bluffsite.accounts import limits as account_limits
from games.core.errors import NotInThisGame
from games.core.game import Game
from games.core.registry import all_games, game_named
from games.play import listing, selectors
from games.play.api.bodies import (
    AcceptedAction,
    ActBody,
    AvoidBody,
    GameInfo,
    NewGuest,
    NewOptions,
    NewTable,
    Ready,
    RuleInfo,
    SaidLine,
    SayBody,
    Seated,
    Shown,
    SignedIn,
    Since,
    Sit,
    Start,
    TalkLine,
    TalkSince,
)
from games.play.api.endpoints import Call, endpoint
from games.play.api.problems import ApiError, OfGame
from games.play.api.tokens import make_token
from games.play.api.wire import TableInfo, table_info
from games.play.listing import OpenTable
from games.play.models import Table
from games.play.services import one_phone, seats, tables
from games.play.services import record as records
from games.play.services.actions import Actor, submit_action
from games.play.services.errors import Refused, TableError
from games.play.sockets.json_face import state_of
from games.play.sockets.talk import shown
from games.play.talk import selectors as talks
from games.play.talk import services as talk


# --- people ---------------------------------------------------------------------------------------------------------
@endpoint("POST", "guests", "Sign in as a guest", body=NewGuest, answer=SignedIn, status=201, signed_in=False, rate="30/h", problems=(422,))
def sign_in_guest(call: Call) -> SignedIn:
    """Makes a guest and a token that is good for 90 days. The token is shown here only."""
    account_limits.spend("guest", call.who)
    user = guests.create_guest(language=call.language, name=call.body.name)
    token, row = make_token(user=user)
    return SignedIn(token=token, expires_at=row.expires_at.isoformat(), name=user.display_name)


# --- games ----------------------------------------------------------------------------------------------------------
@endpoint("GET", "games", "The games of this site", answer=list[GameInfo], signed_in=False)
def list_games(call: Call) -> list[GameInfo]:
    return [
        GameInfo(
            slug=game.slug,
            title=game.words.title(call.language),
            seats=game.seats,
            default_seats=game.default_seats,
            minutes=game.minutes,
            rules_version=game.rules_version,
        )
        for game in all_games()
    ]


@endpoint("GET", "games/<game>/options", "The options of a game, as a JSON Schema", answer=dict[str, Any], signed_in=False, problems=(404,))
def options_schema(call: Call, game: str) -> dict[str, Any]:
    """Defaults are the plain game. Options that conflict are refused with the rule that says so."""
    return msgspec.json.schema(_game(game).options)


@endpoint("GET", "games/<game>/rules", "The rules that can refuse something", answer=list[RuleInfo], signed_in=False, problems=(404,))
def list_rules(call: Call, game: str) -> list[RuleInfo]:
    """Each `rule` that an error of this game may carry, and why it says no."""
    found = _game(game)
    pages = f"{settings.SITE_URL}/{call.language}/rules"
    books = {rule: "common" if rule.startswith("common.") else found.slug for rule in found.words.rules()}
    return [
        RuleInfo(rule=rule, reason=found.words.reason(rule, call.language), url=f"{pages}/{book}/#{rule}") for rule, book in books.items()
    ]


# --- tables ---------------------------------------------------------------------------------------------------------
@endpoint("GET", "tables", "Public tables that wait for players", answer=list[OpenTable], signed_in=False)
def list_tables(call: Call) -> list[OpenTable]:
    """Newest first, without those where the caller sits already."""
    return listing.open_tables(call.reader)


@endpoint("POST", "tables", "Create a table", body=NewTable, answer=TableInfo, status=201, rate="20/m", problems=(404, 422))
def create_table(call: Call) -> TableInfo:
    """The caller sits on seat 0 and is the host."""
    wanted: NewTable = call.body
    try:
        table = tables.create_table(
            host=call.person,
            game=wanted.game,
            size=wanted.size,
            options=wanted.options,
            bot_levels=dict.fromkeys(range(1, wanted.size or _game(wanted.game).default_seats), wanted.bots),
            is_public=wanted.public,
            rated=wanted.rated,
            allows_text=wanted.text,
            name=wanted.name,
            people=dict(enumerate(wanted.people)),
            part=wanted.part,
            who=call.who,
        )
    except TableError as refused:
        raise OfGame(refused, wanted.game) from None
    return _info(table)


@endpoint("GET", "tables/<key>", "A table", answer=TableInfo, signed_in=False, problems=(404,))
def get_table(call: Call, key: str) -> TableInfo:
    return _info(_table(call, key))


@endpoint("PATCH", "tables/<key>", "Change the options of a table", body=NewOptions, answer=TableInfo, problems=(403, 404, 409, 422))
def change_options(call: Call, key: str) -> TableInfo:
    """The host may, before the match begins. Everybody's ready mark is taken away."""
    table = _table(call, key)
    wanted: NewOptions = call.body
    try:
        tables.change_options(
            table=table,
            host=call.person,
            options=wanted.options,
            size=wanted.size,
            is_public=wanted.public,
            rated=wanted.rated,
            allows_text=wanted.text,
        )
    except TableError as refused:
        raise OfGame(refused, table.game) from None
    return _info(_table(call, key))


@endpoint("POST", "tables/<key>/seat", "Sit down", body=Sit, answer=Seated, problems=(404, 409, 422))
def sit(call: Call, key: str) -> Seated:
    """Who sits already stays, or moves to the seat that is named."""
    table = _table(call, key)
    seat = seats.sit(table=table, user=call.person, name=call.body.name, index=call.body.seat, part=call.body.part)
    return Seated(seat=seat.index)


@endpoint("DELETE", "tables/<key>/seat", "Leave", answer=None, status=204, problems=(403, 404, 409))
def leave(call: Call, key: str) -> None:
    """Before the match the seat is free again; in a match it is left by the rules of the game."""
    tables.leave_table(table=_table(call, key), user=call.person)


@endpoint("POST", "tables/<key>/ready", "Be ready, or not", body=Ready, answer=None, status=204, problems=(403, 404, 409))
def set_ready(call: Call, key: str) -> None:
    seats.set_ready(table=_table(call, key), user=call.person, is_ready=call.body.ready, part=call.body.part)


@endpoint("POST", "tables/<key>/start", "Begin the match", body=Start, answer=TableInfo, problems=(403, 404, 409))
def start(call: Call, key: str) -> TableInfo:
    """The host may. Empty seats become computers. Doing it again changes nothing."""
    return _info(tables.start(table=_table(call, key), user=call.person))


# --- matches --------------------------------------------------------------------------------------------------------
@endpoint(
    "GET",
    "tables/<key>/state",
    "The position, as this person may know it",
    answer=Shown,
    query=Since,
    signed_in=False,
    problems=(400, 403, 404),
)
def get_state(call: Call, key: str) -> str:
    """The same message that the table's socket sends. With `since` it has the events after that version."""
    table = _table(call, key)
    return state_of(table.pk, call.user and call.user.pk, call.query.since, call.query.take)


@endpoint("GET", "tables/<key>/record", "The record of a match that is over", answer=dict[str, Any], problems=(403, 404))
def get_record(call: Call, key: str) -> str:
    """For those who played it, hidden dice and the secret of the deals included: byte by byte what `manage.py verify` checks."""
    table = _table(call, key)
    match = getattr(table, "match", None)
    if match is None or match.ended_at is None:
        raise ApiError("not_found")
    content = selectors.record_file(match, call.person)
    if content is None:
        raise TableError("not_seated")
    return content.decode()


@endpoint("POST", "tables/<key>/act", "Act", body=ActBody, answer=AcceptedAction, rate="300/m", problems=(403, 404, 409, 422))
def act(call: Call, key: str) -> AcceptedAction:
    """The same token gets the same answer again. `version` is the one that the action answers."""
    table = _table(call, key)
    wanted: ActBody = call.body
    seat = selectors.seat_of(call.person, table)
    if seat is None:
        raise TableError("not_seated")
    try:
        accepted = submit_action(
            match_id=table.pk,
            seat=_one_phone_seat(call, table, wanted) if seat.is_held else seat.index,
            action=wanted.action,
            version=wanted.version,
            token=wanted.token,
            actor=Actor.person(call.person.pk),
        )
    except Refused as refused:
        raise OfGame(refused, table.game) from None
    return AcceptedAction(type="accepted", token=wanted.token, version=accepted.version)


def _one_phone_seat(call: Call, table: Table, wanted: ActBody) -> int:
    """Who acts where one phone goes round: the seat that the body names, if it is its turn. Raises Refused."""
    record = records.read(table.pk)
    held = one_phone.held(record, call.person.pk)
    kind = str(wanted.action.get("type"))
    is_next = wanted.seat is not None and one_phone.next_seat(record, held) == wanted.seat
    taken = one_phone.take(record, held, wanted.seat) if is_next and wanted.seat is not None else None
    return one_phone.acting_seat(record, held, taken, kind, wanted.seat)


# --- talk -----------------------------------------------------------------------------------------------------------
@endpoint("GET", "tables/<key>/talk", "What was said", answer=list[TalkLine], query=TalkSince, signed_in=False, problems=(400, 404))
def list_lines(call: Call, key: str) -> list[dict[str, Any]]:
    """Oldest first, at most the newest 60, without people whom the caller has muted or blocked."""
    table = _table(call, key)
    reader = call.user and call.user.pk
    lines = talks.lines_for(reader, table.pk, since=call.query.since, most=talks.LINES_SHOWN)
    return [shown(line, reader, call.language) for line in lines]


@endpoint("POST", "tables/<key>/talk", "Say something", body=SayBody, answer=SaidLine, status=201, problems=(403, 404, 409, 422))
def say_line(call: Call, key: str) -> SaidLine:
    """Quick phrases are read by everyone in their own language. Five lines in ten seconds at most."""
    wanted: SayBody = call.body
    line = talk.say(
        table=_table(call, key), user=call.person, phrase=wanted.phrase, text=wanted.text, language=call.language, token=wanted.token
    )
    return SaidLine(type="said", token=wanted.token, number=line.number, text=line.text)


@endpoint("POST", "tables/<key>/avoid", "Mute or block somebody", body=AvoidBody, answer=None, status=204, problems=(404, 409))
def avoid(call: Call, key: str) -> None:
    """It holds at every table. They are not told."""
    account_limits.spend("avoid", call.who)
    talk.avoid_speaker(table=_table(call, key), user=call.person, how=call.body.how, line=call.body.line, seat=call.body.seat)


def _game(slug: str) -> Game:
    try:
        return game_named(slug)
    except NotInThisGame:
        raise TableError("unknown_game") from None


def _table(call: Call, key: str) -> Table:
    """Raises TableError(unknown_table), also for a table that is not open to this person."""
    table = selectors.table_for(call.reader, key)
    if table is None:
        raise TableError("unknown_table")
    return table


def _info(table: Table) -> TableInfo:
    return table_info(selectors.facts(table.pk))
