"""Bluff as played in Nepal: lay cards as any one rank, add to it or pass, call bluff; the first one out of cards wins."""

from games.bluff_nepal import bot, court, engine, words
from games.core.game import Game

GAME = Game(
    slug="bluff_nepal",
    seats=(2, 6),
    minutes=10,
    rules_version=engine.RULES_VERSION,
    engine=engine,
    bots=bot,
    words=words,
    court=court,
    options=engine.Options,
    calls=("call",),
)
