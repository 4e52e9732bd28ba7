"""Bluffen: one face-down card a turn, claimed to fit; whoever is doubted and lied takes the pile; get rid of all cards."""

from games.bluffen import bot, court, engine, words
from games.core.game import Game

GAME = Game(
    slug="bluffen",
    seats=(3, 7),
    minutes=15,
    rules_version=engine.RULES_VERSION,
    engine=engine,
    bots=bot,
    words=words,
    court=court,
    options=engine.Options,
    calls=("challenge",),
)
