#!/usr/bin/env python3
"""Runs everything. On a bare machine it first makes its own environment: see bluffsite/bootstrap.py."""

import os
import sys

from bluffsite import bootstrap


def main():
    bootstrap.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bluffsite.settings")
    if sys.argv[1:2] == ["serve"]:  # its data folder decides the settings
        from bluffsite.running.serve import main as serve

        sys.exit(serve(sys.argv[2:]))
    if sys.argv[1:2] == ["test"]:  # must be able to say what is wrong with the settings
        from bluffsite.running.trial import main as test

        sys.exit(test(sys.argv[2:]))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
