"""`souls refusals`: what a seat was turned down for, so that it can contest that."""

from typing import Annotated

import msgspec
import typer

from domain.table.lifecycle import SetOrder
from domain.table.table import Table
from infra.refusals import KeptRefusal
from infra.wiring import Souls
from tools.cli.common import (
    DataOption,
    JsonOption,
    RulebookOption,
    TableArgument,
    installation,
    printable,
    say,
    say_json,
    speaker,
)
from tools.cli.writing import time_text


def refusals(
    table: TableArgument,
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="Whose: a seat, host or arbiter.")],
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell which commands of a seat were turned down, and why. They are for that seat alone.

    'souls contest TABLE --refusal ID' contests one.
    """
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        who = speaker(found, seat)
        own = own_refusals(souls, found, who)
        if as_json:
            rows = [{**msgspec.structs.asdict(one), "sentence": refusal_sentence(found, one)} for one in own]
            say_json({"table": found.id, "seat": who, "refusals": rows})
            return
        if not own:
            say(f"{found.catalogue.seat(who)} has met no refusal at table {found.id}.")
        for one in own:
            say(f"{one.id}  {time_text(one.at)}  at {one.version}: {refusal_sentence(found, one)} [{one.clause}]")
            say(f"    {printable(one.command)}", "dim")


def own_refusals(souls: Souls, table: Table, who: int) -> list[KeptRefusal]:
    """What the person was turned down for who holds a seat now, or the host or the arbiter; the oldest first."""
    since = table.seats[who].since if who >= 0 else 0
    return [one for one in souls.ledger.refusals(table.id) if one.by == who and one.version >= since]


def refusal_sentence(table: Table, refused: KeptRefusal) -> str:
    """A refusal in words. Of a standing order it is not kept what was wrong with it."""
    if command_name(refused) == SetOrder.__name__:
        return f"A standing order was turned down ({refused.code})."
    return table.catalogue.refusal(refused.refusal)


def command_name(refused: KeptRefusal) -> str:
    """The name of the command that was refused; nothing where it was none."""
    command = msgspec.json.decode(refused.command)
    return str(command.get("command", "")) if isinstance(command, dict) else ""
