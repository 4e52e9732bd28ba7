"""Builds the heads-up tables of the hard level: `python -m games.liars_dice.solve`. Needs numpy; the site does not."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: the matrices are small, and others work here too
