"""`souls access`: who may look at a table through the service."""

from typing import Annotated

import typer

from infra.people.access import sat_until
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RulebookOption,
    TableArgument,
    installation,
    say,
    say_json,
)


def access(
    table: TableArgument,
    public: Annotated[bool, typer.Option("--public", help="Let anybody look, as a spectator.")] = False,
    members: Annotated[bool, typer.Option("--members", help="Let only those look who have a part in it.")] = False,
    spectator: Annotated[
        list[str] | None, typer.Option("--spectator", metavar="PERSON", help="Let a person look; may be repeated.")
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--no-spectator", metavar="PERSON", help="Let a person look no more; may be repeated."),
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell who may look at a table through the service, or change it. A table is for its members, if nothing else was said."""
    if public and members:
        raise CommandError("A table is either --public or for its --members.")
    with installation(data, rulebook) as souls:
        souls.ledger.stored(table)  # there must be one
        for person in spectator or ():
            if souls.people.profile(person) is None:
                raise CommandError(f"Nothing is known here of person '{person}'; 'souls people' lists who is known.")
        if public or members:
            souls.access.show(table, "public" if public else "members")
        for person in spectator or ():
            souls.access.add_spectator(table, person)
        for person in without or ():
            until = sat_until(souls.ledger.table(table), person, souls.access.of(table))
            souls.access.remove_spectator(table, person, until)
        found = souls.access.of(table)
        names = [f"{souls.people.name(person)} ({person})" for person in found.spectators]
    if as_json:
        say_json({"table": table, "visibility": found.visibility, "spectators": found.spectators})
        return
    say(f"Table {table} is {'public' if found.visibility == 'public' else 'for its members'}.")
    if names:
        say(f"Spectators: {', '.join(names)}.")
