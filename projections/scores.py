"""Scores: who scored what, when, by which clause, in the history that counts; and who plays for something else."""

from collections.abc import Iterator

import msgspec

from domain.table.canonical import encode
from domain.table.messages import ForfeitingEvent, ScoringEvent, Term
from domain.table.table import Table


class Score(msgspec.Struct, frozen=True):
    """One score of one seat: at which version and time (microseconds), by which clause, its terms, and the new total."""

    version: int
    at: int
    seat: int
    points: int
    total: int
    clause: str
    terms: tuple[Term, ...]


class ScoreSheet(msgspec.Struct, frozen=True):
    """A table's scores: the totals by seat, the ranks once it is finished, and every score in its order.

    `forfeited` are scores that do not count, because their seat does not play for points: it plays for what stands in
    `aims`, a word of the game (None: points; no aims before the game begins, or in a row that is older than they are).
    """

    table: str
    version: int
    totals: tuple[int, ...]
    ranking: tuple[int, ...]
    scores: tuple[Score, ...]
    forfeited: tuple[Score, ...] = ()
    aims: tuple[str | None, ...] = ()


def score_sheet(table: Table) -> ScoreSheet:
    """The score sheet of a table."""
    totals = [0] * len(table.seats)
    scores, forfeited = [], []
    for version in table.history.line():
        record = table.records[version - 1]
        event = record.event
        if isinstance(event, ScoringEvent):
            points = event.points
            for seat in event.seats:
                totals[seat] += points
                scores.append(Score(version, record.at, seat, points, totals[seat], record.law, event.terms))
        elif isinstance(event, ForfeitingEvent):
            seat, points = event.seat, event.points
            forfeited.append(Score(version, record.at, seat, points, totals[seat], record.law, event.terms))
    aims = () if table.game is None else table.rulebook.aims(table.game)
    ranking = table.finished.ranking if table.finished else ()
    return ScoreSheet(table.id, table.version, tuple(totals), ranking, tuple(scores), tuple(forfeited), aims)


class Scores:
    """A row a table."""

    name = "scores"
    games = None

    def rows(self, table: Table) -> Iterator[tuple[str, bytes]]:
        yield table.id, encode(score_sheet(table))


def read_score_sheet(row: bytes) -> ScoreSheet:
    """A score sheet from its row."""
    return msgspec.msgpack.decode(row, type=ScoreSheet)
