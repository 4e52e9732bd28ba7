"""Blufpoker: one cup, three dice; claim a higher value, believe or doubt; the fewest penalty points win."""

from games.blufpoker import bot, court, engine, tally, words
from games.core.game import Game

GAME = Game(
    slug="blufpoker",
    seats=(3, 6),
    minutes=20,
    rules_version=engine.RULES_VERSION,
    engine=engine,
    bots=bot,
    words=words,
    court=court,
    options=engine.Options,
    tally=tally,
)
