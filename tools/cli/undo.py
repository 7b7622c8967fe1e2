"""`souls undo`: taking back, with or without asking, and bringing back."""

from typing import Annotated

import typer

from domain.table.kernel import Accepted
from domain.table.lifecycle import GiveConsent, Redo, RefuseConsent, RequestUndo, Undo, WithdrawRequest
from domain.table.messages import ARBITER, HOST, Command
from domain.table.refusals import Refusal
from domain.table.table import Table
from domain.table.undoing import actor, redo_is_free
from infra.undos import NothingPlayedError, before_last, bots_agree
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    TableArgument,
    installation,
    say,
    say_json,
    speaker,
    submit,
)
from tools.cli.undo_ahead import show_undo
from tools.cli.writing import standing_line


def undo(
    table: TableArgument,
    to: Annotated[
        int | None, typer.Option("--to", metavar="VERSION", help="Back to this version; else one command.")
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="WHO", help="A seat, host or arbiter; else whose it was.")
    ] = None,
    redo: Annotated[bool, typer.Option("--redo", help="Bring back what was undone last.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask those who must agree; bots agree at once.")] = False,
    agree: Annotated[bool, typer.Option("--agree", help="Agree to what was asked.")] = False,
    decline: Annotated[bool, typer.Option("--decline", help="Decline what was asked.")] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take back what was asked.")] = False,
    keep_later: Annotated[
        bool, typer.Option("--keep-later", help="With --ask: only this command; later moves are made again.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell who would be asked, why, and what would stay; nothing is done.")
    ] = False,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Undo the last command, or all back to a version. The records stay; the history jumps.

    It is free where it shows nobody anything new and nobody acted since. Otherwise ask (--ask), or let the arbiter decide
    (--by arbiter).
    """
    if sum((redo, ask, agree, decline, withdraw)) > 1:
        raise CommandError("Choose one of --redo, --ask, --agree, --decline and --withdraw.")
    if keep_later and not ask:
        raise CommandError("--keep-later goes with --ask.")
    if dry_run and (redo or agree or decline or withdraw):
        raise CommandError("--dry-run is for an undo, with --ask or without.")
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        command = _command(found, to, redo, ask, agree, decline, withdraw, keep_later)
        who = _speaker(found, by, command)
        if isinstance(command, Undo | RequestUndo) and dry_run:
            show_undo(souls, found, who, command, as_json)
            return
        outcome = submit(souls.ledger, found, who, command)
        if isinstance(outcome, Refusal):
            hint = " Ask them with --ask." if outcome.code == "UNDO_NOT_FREE" else ""
            raise RefusedError(found.catalogue, outcome, hint, found.rulebook.game)
        if ask and not as_json:
            _tell_answered(found, outcome)
        if ask:
            bots_agree(souls.ledger, table)
        _tell(souls.ledger.current(table), as_json)


def _command(
    table: Table,
    to: int | None,
    redo: bool,
    ask: bool,
    agree: bool,
    decline: bool,
    withdraw: bool,
    keep_later: bool,
) -> Command:
    if redo:
        return Redo()
    if agree:
        return GiveConsent()
    if decline:
        return RefuseConsent()
    if withdraw:
        return WithdrawRequest()
    target = _before_last(table) if to is None else to
    if not 0 <= target < 2**40:
        raise CommandError(f"There is no version {target}.")
    return RequestUndo(target, keep_later) if ask else Undo(target)


def _before_last(table: Table) -> int:
    try:
        return before_last(table, table.version)
    except NothingPlayedError as error:
        raise CommandError(str(error)) from error


def _speaker(table: Table, by: str | None, command: Command) -> int:
    if by is not None:
        return speaker(table, by)
    if isinstance(command, GiveConsent | RefuseConsent) and table.request:
        return next(seat for seat in sorted(table.request.asked) if seat not in table.request.agreed)
    if isinstance(command, WithdrawRequest) and table.request:
        return table.request.by
    everybody: list[int] = [*range(len(table.seats)), HOST, ARBITER]
    if isinstance(command, Redo) and any(redo_is_free(table, who) for who in everybody):
        return next(who for who in everybody if redo_is_free(table, who))
    return _whose_last(table)


def _whose_last(table: Table) -> int:
    """Whose the last move was: nobody is taken for the arbiter who has not said so."""
    last = actor(table, table.history.tip) if table.history.tip else ARBITER
    if last not in (HOST, *range(len(table.seats))):
        raise CommandError("Say with --by who takes back: what happened last is no seat's own move.")
    return last


def _tell_answered(table: Table, outcome: Accepted) -> None:
    """Who has answered at once, as ordered in advance."""
    for record in outcome.records:
        if record.law == "T-27":
            say(f"{table.catalogue.event(record.event)} [T-27]")


def _tell(table: Table, as_json: bool) -> None:
    names = table.catalogue
    waiting = sorted(table.request.asked - table.request.agreed) if table.request else []
    if as_json:
        say_json({"table": table.id, "version": table.version, "history": len(table.history.line()), "asked": waiting})
        return
    if waiting:
        say(f"Waiting for the consent of {', '.join(map(names.seat, waiting))}.")
    say(f"{table.id}, version {table.version}. {standing_line(table)}")
