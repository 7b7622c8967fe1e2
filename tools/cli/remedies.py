"""Remedies as they are typed: going back, a correction, points."""

from typing import Annotated, Any, Final, Literal

import typer

from domain.table.disputes.messages import Remedy
from domain.table.disputes.state import Contest
from domain.table.messages import MAX_VERSION
from domain.table.phrases import joined
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.corrections import correctable, fields_of, parts_of
from infra.remedies import RemedyError, remedy_asked
from tools.cli.common import CommandError, printable, say, say_json, seat_number
from tools.cli.options import said
from tools.cli.words import text_given

MOST_POINTS = 10_000
BEFORE: Final = "before"
AFTER: Final = "after"
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
    try:
        return remedy_asked(
            table,
            contest,
            None if rewind is None else _rewind(rewind),
            reapply,
            {} if points is None else points_typed(table, points),
            None if correct is None else text_given(correct),
        )
    except RemedyError as error:
        raise CommandError(str(error)) from error


def points_typed(table: Table, text: str) -> dict[int, int]:
    """Points by seat, from words like red=3,blue=-1."""
    points: dict[int, int] = {}
    for word in text.split(","):
        name, equals, number = word.rpartition("=")
        if not equals:
            raise CommandError(f"Points are given as SEAT=N, by commas, not as '{printable(word)}'.")
        seat = seat_number(table, name.strip())
        if seat in points:
            raise CommandError(f"{table.catalogue.seat(seat)} is given points twice.")
        points[seat] = _points(number.strip())
    return points


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


def _rewind(typed: str) -> int | Literal["before", "after"]:
    if typed == BEFORE:
        return BEFORE
    if typed == AFTER:
        return AFTER
    if not (typed.isascii() and typed.isdigit() and len(typed) <= len(str(MAX_VERSION)) and int(typed) <= MAX_VERSION):
        raise CommandError(f"To go back to is a version, or '{BEFORE}' or '{AFTER}', not '{typed}'.")
    return int(typed)


def _points(typed: str) -> int:
    digits = typed[1:] if typed[:1] in ("-", "+") else typed
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST_POINTS)) and int(digits) <= MOST_POINTS:
        return int(typed)
    raise CommandError(f"Points are a whole number from -{MOST_POINTS} to {MOST_POINTS}, not '{typed}'.")
