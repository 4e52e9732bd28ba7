"""How many sit at a table, how many tables there are, and how long everyone meeting everyone takes."""

from games.core.game import Game

LEAST, MOST = 3, 6
"""Tables of a round robin or of Swiss-like rounds hold so many, unless they are duels."""


def allows_duels(game: Game) -> bool:
    """Whether the game can be played by two. Rules: common.league.seats."""
    return game.seats[0] <= 2


def table_sizes(game: Game) -> range:
    """The sizes that a season of this game may choose from; duels aside."""
    return range(max(LEAST, game.seats[0]), min(MOST, game.seats[1]) + 1)


def best_size(members: int, sizes: range, wanted: int = 4) -> int:
    """The size with the fewest byes for so many members; of several the nearest to `wanted`, then the greater."""
    fitting = [size for size in sizes if size <= members] or [min(sizes)]
    return min(fitting, key=lambda size: (members % size, abs(size - wanted), -size))


def full_length(members: int, size: int) -> int:
    """Rounds until everyone has sat with as many as there are others. Duels: each against each, once."""
    if members < 2:
        return 0
    seated = members - members % size
    if not seated:
        return 1
    pairs, made = members * (members - 1), seated * (size - 1)
    return -(-pairs // made)
