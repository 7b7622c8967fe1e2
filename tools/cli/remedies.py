"""Remedies as they are typed: going back, a correction, points."""

from typing import Annotated, Any

import typer

from domain.table.disputes.messages import Remedy
from domain.table.disputes.state import Contest
from domain.table.messages import MAX_VERSION
from domain.table.phrases import joined
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.corrections import correctable, fields_of, parts_of, stored_correction
from tools.cli.common import CommandError, printable, say, say_json, seat_number
from tools.cli.options import said
from tools.cli.words import text_given

MOST_POINTS = 10_000
LONGEST_CORRECTION = 20_000
BEFORE, AFTER = "before", "after"
HELP = "help"

RewindOption = Annotated[
    str | None,
    typer.Option(
        "--rewind", metavar="VERSION", help="Back to a version, or to 'before' or just 'after' what is contested."
    ),
]
ReapplyOption = Annotated[
    bool, typer.Option("--reapply", help="Make later moves again where they are legal and mean the same.")
]
PointsOption = Annotated[
    str | None, typer.Option("--points", metavar="SEAT=N,…", help="Points for seats, as red=3,blue=-1.")
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show what it would do; nothing is done.")]


def remedy_typed(
    table: Table, contest: Contest, rewind: str | None, reapply: bool, points: str | None, correct: str | None = None
) -> Remedy:
    """The remedy that options say; `CommandError` where one of them is none."""
    if reapply and rewind is None:
        raise CommandError("--reapply goes with --rewind: nothing is made again where nothing is taken back.")
    return Remedy(
        None if rewind is None else _version(table, contest, rewind),
        "" if correct is None else _correction(table.rulebook, correct),
        () if points is None else points_typed(table, points),
        reapply,
    )


def points_typed(table: Table, text: str) -> tuple[int, ...]:
    """Points by seat, from words like red=3,blue=-1; seats that are not named get none."""
    points: dict[int, int] = {}
    for word in text.split(","):
        name, equals, number = word.rpartition("=")
        if not equals:
            raise CommandError(f"Points are given as SEAT=N, by commas, not as '{printable(word)}'.")
        seat = seat_number(table, name.strip())
        if seat in points:
            raise CommandError(f"{table.catalogue.seat(seat)} is given points twice.")
        points[seat] = _points(number.strip())
    return tuple(points.get(seat, 0) for seat in range(len(table.seats)))


def tell_correctable(rulebook: Rulebook, as_json: bool) -> None:
    """Tell which events a correction may have, with their fields."""
    known = {
        name: {field: _field_said(hint) for field, hint in fields_of(kind).items()}
        for name, kind in correctable(rulebook).items()
    }
    if as_json:
        say_json({"game": rulebook.game, "events": known})
        return
    say('A correction is a list of events in JSON: [{"event": "NAME", "field": value, …}, …]')
    for name, fields in known.items():
        say(name, "bold")
        for field, what in fields.items():
            say(f"  {field}: {what}")


def _field_said(hint: Any) -> str:
    parts = parts_of(hint)
    return f"{said(hint)}, with {joined(parts)}" if parts else said(hint)


def _version(table: Table, contest: Contest, typed: str) -> int:
    if typed in (BEFORE, AFTER):
        # A refusal did nothing: the table stood as it was.
        if contest.refused:
            return contest.disputed
        first, last = table.move_span(contest.disputed)
        return first - 1 if typed == BEFORE else last
    if not (typed.isascii() and typed.isdigit() and len(typed) <= len(str(MAX_VERSION)) and int(typed) <= MAX_VERSION):
        raise CommandError(f"To go back to is a version, or '{BEFORE}' or '{AFTER}', not '{typed}'.")
    return int(typed)


def _points(typed: str) -> int:
    digits = typed[1:] if typed[:1] in ("-", "+") else typed
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST_POINTS)) and int(digits) <= MOST_POINTS:
        return int(typed)
    raise CommandError(f"Points are a whole number from -{MOST_POINTS} to {MOST_POINTS}, not '{typed}'.")


def _correction(rulebook: Rulebook, typed: str) -> str:
    stored = stored_correction(rulebook, text_given(typed))
    if len(stored) > LONGEST_CORRECTION:
        raise CommandError(
            f"The correction is too long: {len(stored)} characters, and {LONGEST_CORRECTION} are allowed."
        )
    return stored
