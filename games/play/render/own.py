"""The part of one reader: banner, clock, what the seat sees and may do, the one phone, the rematch."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.core.game import Language
from games.core.options import SPEED_FACTOR
from games.core.registry import game_named
from games.play.ratings.words import own_receipt
from games.play.render.lobby import lobby_own
from games.play.render.parts import Remembered, addresses, build, digits_of, page_of, piece
from games.play.render.phases import FINISHED, LOBBY, PLAYING, clock_text, hand_over, is_my_turn, phase_of
from games.play.shown import ShownDevice, ShownSeat, ShownTable


class Common(NamedTuple):
    """What is the same for all readers of one language and kind of digits: names by seat, and values of the fragment."""

    names: Sequence[str]
    values: dict[str, Any]


def common(shown: ShownTable, language: Language, digits: bool) -> Common:
    """Made once for all seats of a table. `language` is active."""
    phase, names = phase_of(shown), shown.names(language)
    post = addresses(shown.key)
    values: dict[str, Any] = {
        "version": shown.version,
        "build": build(),
        "phase": phase,
        "slug": shown.game,
        "d": digits_of(digits),
        "post": post,
        "clock": None,
        "at_zero": "",
        "cover": None,
        "device": None,
    }
    if phase != LOBBY:
        values["terms"] = page_of(shown.game).terms(language)
        values["pieces"] = Remembered(shown.game, language, digits)
    if phase == PLAYING:
        values["clock"] = _clock(shown)
        values |= _halt(shown, names)
        values["long"] = _long(shown, names)
    if phase == FINISHED:
        values |= {"key": shown.key, "check_url": f"{post['table']}check/", "record_url": post["record"]}
    return Common(names, values)


def own(shown: ShownTable, seat: ShownSeat | None, language: Language, digits: bool, same: Common) -> dict[str, Any]:
    """The values of the fragment. `language` is active; `same` is what `common` made of this table for it."""
    names, me = same.names, None if seat is None else seat.index
    made = {**same.values, "seat": me, "my_turn": is_my_turn(shown, seat)}
    if made["phase"] == LOBBY:
        return made | lobby_own(shown, seat, language)
    game, page = game_named(shown.game), page_of(shown.game)
    view = shown.view if seat is None else seat.view
    choices = () if seat is None or made["phase"] == FINISHED else seat.choices
    made["mine"] = mine = page.own(view, choices, language, names, me)
    made["banner"] = made.get("halt_banner") or game.words.turn(view, language, names, me)
    if made["phase"] == FINISHED:
        made["rematch"] = _rematch(shown, me, names)
        made["has_others"] = any(place.kind == "person" and place.index != me for place in shown.seats)
        made["rating"] = own_receipt(is_counted=shown.is_counted, receipt=seat.receipt) if shown.rated and seat is not None else None
        return made
    in_game = any(choice.open or choice.rule is not None for choice in choices)
    key = None if seat is None else page.moves_key(view, choices)
    if made["clock"] is not None:
        made["at_zero"] = game.words.timeout(view, language)
    made["moves"] = "" if key is None else piece(shown.game, "moves", language, digits, key)
    made["playing"] = in_game
    made["window"] = _window(shown, view, mine) if in_game else 0
    made["given_up"] = seat is not None and seat.is_handed_over
    made["more_time_in"] = None if seat is None else seat.more_time_in_ms
    made["may_resume"] = seat is not None and shown.halt == "pause"
    made["may_vote"] = seat is not None and bool(made["votes"]) and not seat.has_voted
    made["may_agree"] = seat is not None and seat.may_end and not seat.wants_end
    made["may_play_on"] = seat is not None and seat.wants_end
    return made


def _window(shown: ShownTable, view: Any, mine: dict[str, Any]) -> int:
    """For how many milliseconds a computer that is to act leaves time for calls (UX-307); 0 where none is shown.

    It says how long the rules let it wait, and not how long it will: that is nobody's to know. Rules: common.bot.pace.
    """
    if not mine["waits"] or view.to_act is None or shown.halt is not None or not shown.seats[view.to_act].level:
        return 0
    return round(1000 * mine["waits"] * SPEED_FACTOR[shown.options["bot_speed"]] * (2 if shown.is_calm else 1))


def device_part(shown: ShownTable, seat: ShownSeat | None, device: ShownDevice, names: Sequence[str], language: Language) -> dict[str, Any]:
    """One phone: the cover before each hand, and who may come back. Rules: common.one-phone; UX-601, UX-603."""
    made: dict[str, Any] = {"device": {"gone": [{"seat": one, "name": names[one]} for one in device.gone], "held": device.held}}
    if shown.phase == FINISHED:
        offer = shown.rematch
        begun = offer is not None and offer.by is None and offer.key is not None
        made["rematch"] = {"offered": False, "mine": None, "text": "", "key": offer.key if begun and offer is not None else None}
    if seat is None and shown.halt is not None:
        made["may_resume"] = shown.halt == "pause"
    if seat is None and device.to is not None:
        before, after = hand_over("\0", language).split("\0")
        made |= {
            "cover": {"seat": device.to, "name": names[device.to], "before": before.strip(), "after": after.strip(" .।")},
            "my_turn": False,
        }
    return made


def _clock(shown: ShownTable) -> dict[str, Any] | None:
    """Number, bar and word (UX-316). None: there is no clock."""
    if shown.remaining_ms is None:
        return None
    left, whole = shown.remaining_ms, max(shown.turn_ms or shown.remaining_ms, 1)
    return {"left": left, "all": whole, "text": clock_text(left), "hurry": left * 4 <= whole, "stopped": shown.halt is not None}


def _halt(shown: ShownTable, names: Sequence[str]) -> dict[str, Any]:
    """A pause that stands, or who would like one. Rules: common.pause, common.leave.bot."""
    made: dict[str, Any] = {"halted": "", "halt_banner": "", "votes": ""}
    if shown.halt == "pause":
        left = clock_text(shown.halt_ms or 0)
        made["halted"] = _("Pause. Clocks and computers stand still, for %(time)s more at most.") % {"time": left}
    elif shown.halt == "staff":
        made["halted"] = _("Staff have paused this match, for %(time)s more at most.") % {"time": clock_text(shown.halt_ms or 0)}
    elif shown.halt == "deserted":
        made["halt_banner"] = _("Everyone is away. The match waits.")
    elif shown.votes:
        made["votes"] = _("Would like a pause: %(names)s. It begins when all agree.") % {
            "names": ", ".join(names[one] for one in shown.votes)
        }
    return made


def _long(shown: ShownTable, names: Sequence[str]) -> dict[str, str] | None:
    """The quiet offer to end a long game, and who agrees already; None in any other. Rules: common.long.agreed."""
    if not shown.is_long:
        return None
    agreed = ", ".join(names[one] for one in shown.end_votes)
    return {
        "text": _("This game has gone on for long. It may end by what each holds now, if all agree."),
        "agreed": _("Would like to end it: %(names)s.") % {"names": agreed} if agreed else "",
    }


def _rematch(shown: ShownTable, me: int | None, names: Sequence[str]) -> dict[str, Any] | None:
    """Who has said yes to another match (UX-502). None for spectators."""
    offer = shown.rematch
    if me is None:
        return None
    if offer is None or offer.by is None:
        return {"offered": False, "mine": None, "text": "", "key": offer.key if offer else None}
    said = [names[seat] for seat, answer in enumerate(offer.answers) if answer]
    text = _("Said yes to a rematch: %(names)s.") % {"names": ", ".join(said)}
    if offer.remaining_ms is not None:
        text += " " + _("It starts with them in %(n)s s at the latest.") % {"n": clock_text(offer.remaining_ms)}
    return {"offered": True, "mine": offer.answers[me], "text": text, "key": offer.key}
