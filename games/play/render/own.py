"""The part of one reader: banner, clock, what the seat sees and may do, the one phone, the rematch."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.core.game import Game, Language
from games.core.options import SPEED_FACTOR
from games.core.registry import game_named
from games.play.ratings.words import own_receipt
from games.play.render.lobby import lobby_own
from games.play.render.parts import Remembered, addresses, build, digits_of, page_of, piece
from games.play.render.phases import FINISHED, LOBBY, clock_text, hand_over, is_my_turn, phase_of
from games.play.shown import ShownDevice, ShownSeat, ShownTable


def own(shown: ShownTable, seat: ShownSeat | None, language: Language, digits: bool) -> dict[str, Any]:
    phase = phase_of(shown)
    base = {
        "version": shown.version,
        "build": build(),
        "phase": phase,
        "slug": shown.game,
        "d": digits_of(digits),
        "seat": None if seat is None else seat.index,
        "my_turn": is_my_turn(shown, seat),
        "post": addresses(shown.key),
        "clock": None,
        "at_zero": "",
        "cover": None,
        "device": None,
    }
    if phase == LOBBY:
        return base | lobby_own(shown, seat, language)
    game, page = game_named(shown.game), page_of(shown.game)
    names = shown.names(language)
    view = shown.view if seat is None else seat.view
    me = None if seat is None else seat.index
    made: dict[str, Any] = base | {
        "banner": game.words.turn(view, language, names, me),
        "terms": page.terms(language),
        "mine": page.own(view, () if seat is None or phase == FINISHED else seat.choices, language, names, me),
    }
    if phase == FINISHED:
        return made | {
            "pieces": Remembered(shown.game, language, digits),
            "rematch": _rematch(shown, me, names),
            "key": shown.key,
            "has_others": any(place.kind == "person" and place.index != me for place in shown.seats),
            "check_url": f"{base['post']['table']}check/",
            "record_url": base["post"]["record"],
            "rating": own_receipt(is_counted=shown.is_counted, receipt=seat.receipt) if shown.rated and seat is not None else None,
        }
    key = None if seat is None else page.moves_key(view, seat.choices)
    in_game = seat is not None and any(choice.open or choice.rule is not None for choice in seat.choices)
    return (
        made
        | _clock(shown, game, view, language)
        | _halt(shown, seat, names)
        | _long(shown, seat, names)
        | {
            "pieces": Remembered(shown.game, language, digits),
            "moves": "" if key is None else piece(shown.game, "moves", language, digits, key),
            "given_up": seat is not None and seat.is_handed_over,
            "playing": in_game,
            "window": _window(shown, view, made["mine"]) if in_game else 0,
            "more_time": seat is not None and seat.more_time_in_ms is not None,
            "more_time_in": None if seat is None else seat.more_time_in_ms,
        }
    )


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


def _clock(shown: ShownTable, game: Game, view: Any, language: Language) -> dict[str, Any]:
    """Number, bar, word, and what running out does (UX-316). No clock: nothing of it."""
    if shown.remaining_ms is None:
        return {}
    left, whole = shown.remaining_ms, max(shown.turn_ms or shown.remaining_ms, 1)
    clock = {"left": left, "all": whole, "text": clock_text(left), "hurry": left * 4 <= whole, "stopped": shown.halt is not None}
    return {"clock": clock, "at_zero": game.words.timeout(view, language)}


def _halt(shown: ShownTable, seat: ShownSeat | None, names: Sequence[str]) -> dict[str, Any]:
    """A pause that stands, or who would like one. Rules: common.pause, common.leave.bot."""
    made: dict[str, Any] = {"halted": "", "may_resume": False, "votes": "", "may_vote": False}
    if shown.halt == "pause":
        left = clock_text(shown.halt_ms or 0)
        made["halted"] = _("Pause. Clocks and computers stand still, for %(time)s more at most.") % {"time": left}
        made["may_resume"] = seat is not None
    elif shown.halt == "staff":
        made["halted"] = _("Staff have paused this match, for %(time)s more at most.") % {"time": clock_text(shown.halt_ms or 0)}
    elif shown.halt == "deserted":
        made["banner"] = _("Everyone is away. The match waits.")
    elif shown.votes:
        made["votes"] = _("Would like a pause: %(names)s. It begins when all agree.") % {
            "names": ", ".join(names[one] for one in shown.votes)
        }
        made["may_vote"] = seat is not None and not seat.has_voted
    return made


def _long(shown: ShownTable, seat: ShownSeat | None, names: Sequence[str]) -> dict[str, Any]:
    """The quiet offer to end a long game, and who agrees already; nothing of it in any other. Rules: common.long.agreed."""
    if not shown.is_long:
        return {"long": None}
    agreed = ", ".join(names[one] for one in shown.end_votes)
    return {
        "long": {
            "text": _("This game has gone on for long. It may end by what each holds now, if all agree."),
            "agreed": _("Would like to end it: %(names)s.") % {"names": agreed} if agreed else "",
            "may_agree": seat is not None and seat.may_end and not seat.wants_end,
            "may_play_on": seat is not None and seat.wants_end,
        }
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
