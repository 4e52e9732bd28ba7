"""Builds the tables of the hard level: `python -m games.blufpoker.solve`. Needs numpy; the site does not."""
