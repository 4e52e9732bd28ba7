"""Builds the heads-up tables of the hard level: `python -m games.liars_dice.solve`. Needs numpy; the site does not."""
