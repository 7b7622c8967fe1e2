"""Dry runs for people: what a remedy, or an undo that is asked for, would do, and nothing of it is done."""

from domain.table.messages import Command
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.outlooks import UnknowableError, look_ahead
from infra.wiring import Souls
from projections.disputes.outlook import Outlook
from tools.cli.common import CommandError, RefusedError, say, say_json, seat_names


def show_outlook(souls: Souls, table: Table, by: int, command: Command, as_json: bool) -> None:
    """Tell what a command would do about a contest; nothing is done."""
    try:
        outlook = look_ahead(souls.ledger.trial(table.id), by, command)
    except UnknowableError as error:
        raise CommandError(str(error)) from error
    except Refusal as refusal:
        raise RefusedError(table.catalogue, refusal) from None
    if as_json:
        say_json({"table": table.id, "version": table.version, "outlook": outlook})
    else:
        tell_outlook(table, outlook)


def tell_outlook(table: Table, outlook: Outlook) -> None:
    """An outlook for people."""
    for sentence in outlook.events:
        say(sentence)
    for move in outlook.moves:
        kept = "made again" if move.again else "taken back"
        say(
            f"{move.version:>5}  {table.catalogue.seat(move.seat)}, {kept}: {move.sentence}",
            None if move.again else "dim",
        )
    names = seat_names(table)
    if outlook.after is None:
        say("How it changes the scores depends on chance.")
    elif outlook.after == outlook.before:
        say("The scores stay as they are.")
    else:
        changes = zip(names, outlook.before, outlook.after, strict=True)
        say("Scores: " + ", ".join(f"{name} {old} → {new} ({new - old:+})" for name, old, new in changes))
    say("Nothing has been done.")
