"""`souls clock`: a table's time, and what a seat or the host can do about it (T-65 to T-73)."""

from collections.abc import Iterator
from typing import Annotated

import typer

from domain.table.clocks import Deadline, deadlines, next_due
from domain.table.clocks.calendar import MINUTE
from domain.table.clocks.messages import ArrangeTime, EndVacation, GrantTime, ProposeTime, TakeVacation, TimeControl
from domain.table.lifecycle import Phase
from domain.table.messages import HOST, Command
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.clock_spelling import read_time, some_days, some_span, write_time
from infra.spelling import SpellingError
from infra.undos import bots_agree
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    SeatOption,
    TableArgument,
    installation,
    say,
    say_json,
    seat_names,
    seat_number,
    submit,
)
from tools.cli.writing import time_text

HOW = "move=48h,bank=10d+6h,cap=20d,weekends=sat+sun,night=22:00-8:00,utc=+60,vacation=14d,remind=24h+2h,out=bot"


def clock(
    table: TableArgument,
    arrange: Annotated[
        str | None,
        typer.Option(
            "--arrange", metavar="HOW", help=f"How time runs, such as {HOW}; or none. Later all seats are asked."
        ),
    ] = None,
    grant: Annotated[
        str | None, typer.Option("--grant", metavar="SPAN", help="More time for --seat, from the host.")
    ] = None,
    vacation: Annotated[
        str | None, typer.Option("--vacation", metavar="DAYS", help="--seat is away, so many days from now on.")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="--seat is back from its vacation.")] = False,
    seat: SeatOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell how time runs at a table, and until when each seat is awaited; or do something about it."""
    if sum((arrange is not None, grant is not None, vacation is not None, back)) > 1:
        raise CommandError("Choose one of --arrange, --grant, --vacation and --back.")
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        done = _deed(found, arrange, grant, vacation, back, seat)
        if done is not None:
            by, command = done
            outcome = submit(souls.ledger, found, by, command)
            if isinstance(outcome, Refusal):
                raise RefusedError(found.catalogue, outcome, game=found.rulebook.game)
            if isinstance(command, ProposeTime):
                bots_agree(souls.ledger, table)
            found = souls.ledger.current(table)
        _tell(found, as_json)


def time_typed(text: str) -> TimeControl:
    """How time runs, as it was typed; `CommandError` where that cannot be read."""
    try:
        return read_time(text)
    except SpellingError as error:
        raise CommandError(str(error)) from error


def until_text(time: Deadline) -> str:
    """Until when a seat has time, in a few words; nothing where it has for ever."""
    if time.overdue:
        return f"late since {time_text(time.until or 0)[:16]}"
    return "" if time.until is None else f"until {time_text(time.until)[:16]}"


def _deed(
    table: Table, arrange: str | None, grant: str | None, vacation: str | None, back: bool, seat: str | None
) -> tuple[int, Command] | None:
    if arrange is not None:
        time = time_typed(arrange)
        return HOST, ArrangeTime(time) if table.phase in (Phase.OPEN, Phase.SEATED) else ProposeTime(time)
    if grant is None and vacation is None and not back:
        return None
    if seat is None:
        raise CommandError("Say with --seat whose time it is about.")
    number = seat_number(table, seat)
    try:
        if grant is not None:
            return HOST, GrantTime(number, some_span(grant))
        return number, EndVacation() if vacation is None else TakeVacation(some_days(vacation))
    except SpellingError as error:
        raise CommandError(str(error)) from error


def _tell(table: Table, as_json: bool) -> None:
    control, times = table.clocks.control, deadlines(table)
    asked = sorted(table.request.asked - table.request.agreed) if table.request and table.request.time else []
    if as_json:
        rows = [{"seat": seat, **_plain(time)} for seat, time in times.items()]
        say_json({
            "table": table.id, "version": table.version, "time": control, "spelled": write_time(control), "seats": rows,
            "asked": asked, "due": next_due(table),
        })  # fmt: skip
        return
    catalogue = table.catalogue
    told = catalogue.part(control)
    say(f"{told[0].upper()}{told[1:]}. ({write_time(control)})")
    if asked:
        say(f"Other time is proposed; waiting for the consent of {', '.join(map(catalogue.seat, asked))}.")
    names = seat_names(table)
    wide = max(map(len, names), default=0)
    for seat, time in times.items():
        say(f"{names[seat]:<{wide}}  {', '.join(_said(table, time))}")


def _said(table: Table, time: Deadline) -> Iterator[str]:
    def span(microseconds: int) -> str:
        return table.catalogue.span(microseconds // MINUTE)

    if not time.awaited:
        yield "not awaited"
    else:
        yield f"awaited {until_text(time) or 'and its clock stands'}"
    if table.clocks.control.bank or time.bank:
        yield f"bank {span(time.bank)}"
    if time.away is not None:
        yield f"on vacation until {time_text(time.away)[:16]}"
    elif time.vacation:
        yield f"vacation {span(time.vacation)}"


def _plain(time: Deadline) -> dict[str, object]:
    return {name: getattr(time, name) for name in time.__struct_fields__}
