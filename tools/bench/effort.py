"""How much is done: enough to see whether it works, or enough to believe the figures."""

import msgspec

from tools.bench.measure import Pace


class Effort(msgspec.Struct, frozen=True):
    """`appends` of one writer in a round, `stream` events of a long stream, `games` played for the rules, `tables` rebuilt.

    `pace` is that of most comparisons, `slow_pace` that of those whose rounds are long.
    """

    pace: Pace
    slow_pace: Pace
    appends: int
    stream: int
    games: int
    tables: int


QUICK = Effort(Pace(20, 0.5), Pace(5, 0.8), appends=5, stream=5_000, games=6, tables=30)
FULL = Effort(Pace(200, 9.0), Pace(25, 9.0), appends=10, stream=10_000, games=40, tables=200)
