"""`souls refusals`: what a seat was turned down for, so that it can contest that."""

from typing import Annotated

import msgspec
import typer

from domain.table.seeing import hides_nothing
from infra.refusals import own_refusals, refusal_said
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

    'souls contest TABLE --refusal ID' contests one, which publishes its command, with what it names.
    """
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        who = speaker(found, seat)
        own = own_refusals(souls.ledger.refusals(found.id), found, who)
        if as_json:
            rows = [{**msgspec.structs.asdict(one), "sentence": refusal_said(found, one)} for one in own]
            say_json({"table": found.id, "seat": who, "refusals": rows})
            return
        if not own:
            say(f"{found.catalogue.seat(who)} has met no refusal at table {found.id}.")
        for one in own:
            say(f"{one.id}  {time_text(one.at)}  at {one.version}: {refusal_said(found, one)} [{one.clause}]")
            say(f"    {printable(one.command)}", "dim")
        if own and not hides_nothing(found.rulebook):
            say("Whoever contests one publishes its command: a card that it names becomes known.")
