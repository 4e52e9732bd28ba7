"""Bluff / Liar's Dice: bid on all dice under all cups; doubt the bid; lose dice; the last one with dice wins."""

from games.core.game import Game
from games.liars_dice import bot, court, engine, words

GAME = Game(
    slug="liars_dice",
    seats=(2, 12),
    minutes=15,
    rules_version=engine.RULES_VERSION,
    engine=engine,
    bots=bot,
    words=words,
    court=court,
    options=engine.Options,
)
