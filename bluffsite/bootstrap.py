"""First slice; completed with the environment search."""


def enter(argv):
    return None
