"""Remedies as people ask for them: going back to before or after what is contested, a correction by names, points by seat."""

from collections.abc import Mapping
from typing import Literal

from domain.table.disputes.messages import Remedy
from domain.table.disputes.state import Contest
from domain.table.table import Table
from infra.corrections import stored_correction

LONGEST_CORRECTION = 20_000


class RemedyError(Exception):
    """What was asked for is no remedy; the message is one sentence."""


def remedy_asked(
    table: Table,
    contest: Contest,
    rewind: int | Literal["before", "after"] | None,
    reapply: bool,
    points: Mapping[int, int],
    correction: str | None,
) -> Remedy:
    """The remedy for a contest. `correction` is JSON as people write it; seats without `points` get none.

    `RemedyError`, or `CorrectionError`, where it is none.
    """
    if reapply and rewind is None:
        raise RemedyError("Nothing can be made again where nothing is taken back.")
    by_seat = tuple(points.get(seat, 0) for seat in range(len(table.seats))) if points else ()
    stored = "" if correction is None else stored_correction(table.rulebook, correction)
    if len(stored) > LONGEST_CORRECTION:
        raise RemedyError(
            f"The correction is too long: {len(stored)} characters, and {LONGEST_CORRECTION} are allowed."
        )
    return Remedy(_version(table, contest, rewind), stored, by_seat, reapply)


def _version(table: Table, contest: Contest, rewind: int | Literal["before", "after"] | None) -> int | None:
    if not isinstance(rewind, str):
        return rewind
    # A refusal did nothing: the table stood as it was.
    if contest.refused:
        return contest.disputed
    first, last = table.move_span(contest.disputed)
    return first - 1 if rewind == "before" else last
