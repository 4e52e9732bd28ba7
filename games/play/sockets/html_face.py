"""The face for the page: fragments of HTML in an envelope, sentences to say, and the few facts that the script needs.

Pieces are rendered once: the public part per language and digits, the own part per seat besides.
"""

from collections.abc import Sequence
from typing import Any

from django.utils import translation

from games.core.game import Language
from games.core.registry import game_named
from games.play import board, render
from games.play.selectors import ShownEntry
from games.play.services.record import News
from games.play.shown import ShownDevice, ShownSeat
from games.play.sockets import hub
from games.play.sockets.connection import Connection
from games.play.sockets.door import Visitor
from games.play.sockets.showing import Show, shown_entry
from games.play.sockets.text import encode
from games.play.talk.selectors import Said

_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")

MOST_LINES = 60
"""Changes of a long absence that are still written into the log of the page."""

MOST_SAID = 6
"""Sentences of a burst that are read out; earlier ones stay in the log."""


class HtmlFace:
    """Tells a table as HTML."""

    def frames(self, connection: Connection) -> Sequence[str]:
        show: Show | None = connection.local and connection.local.show
        if show is None or connection.is_told(show):
            return ()
        seat, visitor = connection.seat, connection.visitor
        page = Page(show, seat, visitor.language, visitor.devanagari, show.device(visitor.user_id))
        missed = connection.missed(show)
        if missed is None:
            hub.current().catch_up(connection)
            return ()
        news = missed[-MOST_LINES:]
        turn = page.turn
        begins = turn is not None and turn != connection.memory and (bool(news) or connection.shown is not None)
        connection.memory = turn
        connection.told(show)
        with translation.override(visitor.language):
            return (
                f'{{"type":"page","version":{show.version},"revision":{show.revision},{page.parts()},'
                f'"log":{page.log(news)},"say":{page.say(news, begins=begins)},'
                f'"sounds":{page.sounds(news, begins=begins)},'
                f'"remaining_ms":{show.clock()}{page.go(visitor)}}}',
            )

    def talk(self, connection: Connection, lines: Sequence[Said]) -> Sequence[str]:
        """New lines, newest first, with what is read out and shown over the page, and the numbers of those that were removed."""
        show: Show | None = connection.local and connection.local.show
        if show is None:
            return ()
        visitor = connection.visitor
        told = render.talk_lines(lines, visitor.user_id, show.facts.table.key, visitor.language)
        new = [line for line in told if not line.is_removed]
        return (
            encode(
                {
                    "type": "talk",
                    "html": render.talk_html(new, show.facts.table.key, visitor.language, visitor.devanagari),
                    "heard": [(line.number, line.name, line.text, line.by) for line in new if not line.is_mine],
                    "removed": [line.number for line in told if line.is_removed],
                    "last": max(line.number for line in lines),
                }
            ),
        )


class Page:
    """What one reader's page shows of a table: by seat, language and digits. Everything is kept in the `Show`.

    `language` is active whenever something is made.

    `device`: the reader has the one phone of the table. Rules: common.one-phone.
    """

    def __init__(self, show: Show, seat: int | None, language: Language, digits: bool, device: ShownDevice | None = None) -> None:
        self.show, self.seat, self.language, self.digits, self.device = show, seat, language, digits, device
        self._reader = (seat, language, digits, device is not None)

    @property
    def _own(self) -> ShownSeat | None:
        return self.show.own(self.seat)

    @property
    def turn(self) -> tuple[int | None, int] | None:
        """Who of the reader's side is waited for, and on one phone since which version; None: nobody is."""
        if self.device is not None and self.show.record is not None:
            return None if self.device.to is None else (self.device.to, self.show.record.sitting.position)
        return (self.seat, 0) if render.is_my_turn(self.show.sight.public, self._own) else None

    def parts(self) -> str:
        """The two fragments and the title."""
        public = self.show.keep(("public", self.language, self.digits), self._public)
        return public + self.show.keep(("own", *self._reader), self._own_part)

    def _public(self) -> str:
        return f'"public":{encode(render.public_part(self.show.sight.public, self.language, self.digits))},'

    def _own_part(self) -> str:
        public = self.show.sight.public
        same = self.show.keep(("common", self.language, self.digits), lambda: render.common(public, self.language, self.digits))
        html = render.own_part(public, self._own, self.language, self.digits, same, self.device)
        return f'"own":{encode(html)},"title":{encode(render.title_of(public, self._own, self.language, self.device))}'

    def log(self, news: Sequence[News]) -> str:
        """New lines of the log, newest first."""
        if not news:
            return '""'
        lines = self._lines(news)
        key = ("log", self.language, self.digits, encode(lines))  # the same for all whom the lines do not call "you"
        return self.show.keep(key, lambda: encode(render.log_html(lines, self.digits)))

    def _lines(self, news: Sequence[News]) -> list[render.Line]:
        return self.show.keep(("lines", *self._reader, news[0].number if news else None), lambda: self._put_in_words(news))

    def _put_in_words(self, news: Sequence[News]) -> list[render.Line]:
        return render.log_lines(self.show.sight.public, self._entries(news), self._told, self.language, self.digits)

    @property
    def _told(self) -> int | None:
        """Whom the log tells what happened: on one phone nobody in person, for its lines stay when the phone goes on (UX-602)."""
        return self.seat if self.device is None else None

    def _entries(self, news: Sequence[News]) -> list[ShownEntry]:
        """The changes as the reader was shown them."""
        record = self.show.record
        if record is None or not news:
            return []
        return self.show.keep(("entries", self._told, news[0].number), lambda: [shown_entry(record, one, self._told) for one in news])

    def say(self, news: Sequence[News], *, begins: bool) -> str:
        """What a screen reader hears: the new lines in one go, and at once what the reader has to know now."""
        if not news and not begins:
            return "[]"
        key = ("say", *self._reader, news[0].number if news else None, begins)
        return self.show.keep(key, lambda: encode(self._say(news, begins)))

    def _say(self, news: Sequence[News], begins: bool) -> list[tuple[str, str]]:
        """New lines of the log in one breath; but what calls the reader, word for word and at once."""
        urgent = self._urgent(news) + ([self._turn()] if begins else [])
        calm = [line.text for line in reversed(self._lines(news)) if line.text not in urgent][-MOST_SAID:]
        said = [("polite", " ".join(calm))] if calm else []
        said += [("assertive", " ".join(urgent))] if urgent else []
        return [(how, self._in_digits(text)) for how, text in said]

    def _urgent(self, news: Sequence[News]) -> list[str]:
        """Somebody doubts the reader's own claim."""
        if self.seat is None or self.show.record is None:
            return []
        events = [event for entry in self._entries(news) for event in entry.events]
        public = self.show.sight.public
        calls = render.page_of(public.game).calls
        mine = [event for event in events if (call := calls(event)) is not None and call[1] == self.seat]
        names, words = public.names(self.language), game_named(public.game).words
        return [words.sentence(event, self.language, names, self.seat) for event in mine]

    def _turn(self) -> str:
        public = self.show.sight.public
        own = self._own
        names = public.names(self.language)
        if own is None and self.device is not None and self.device.to is not None:
            return render.hand_over(names[self.device.to], self.language)
        view: Any = public.view if own is None else own.view
        return game_named(public.game).words.turn(view, self.language, names, self.seat)

    def _in_digits(self, text: str) -> str:
        return text.translate(_DEVANAGARI) if self.digits else text

    def sounds(self, news: Sequence[News], *, begins: bool) -> str:
        """Names of what can be heard: the types of the new events in order, each once, and `turn`."""
        names = [event.__struct_config__.tag for entry in self._entries(news)[-MOST_SAID:] for event in entry.events]
        return encode(list(dict.fromkeys([*names, *(["turn"] if begins else [])])))

    def go(self, visitor: Visitor) -> str:
        """Where the page goes on: the table of the rematch that has begun. A big screen goes along with those who play.

        Once the rematch is over as well, its players can look at this result again.
        """
        rematch = self.show.sight.public.rematch
        if rematch is None or rematch.key is None:
            return ""
        if visitor.is_screen:
            return f',"go":{encode(board.address(rematch.key, signed=visitor.has_link))}'
        seat = self.device.held[0] if self.device is not None else self.seat
        if seat is None or rematch.is_over or not rematch.answers[seat]:
            return ""
        return f',"go":{encode(f"/tables/{rematch.key}/")}'
