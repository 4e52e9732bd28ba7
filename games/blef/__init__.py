"""Blef: bid on poker hands that all dealt cards together could form; check the bid; the loser holds one card more."""

from games.blef import bot, court, engine, tally, words
from games.core.game import Game

GAME = Game(
    slug="blef",
    seats=(2, 10),
    minutes=15,
    rules_version=engine.RULES_VERSION,
    engine=engine,
    bots=bot,
    words=words,
    court=court,
    options=engine.Options,
    tally=tally,
)
