"""`souls fork` and `souls forks`: what if, in a sandbox that never touches the table."""

from collections.abc import Iterator
from typing import Annotated

import typer

from domain.table.catalogue import Catalogue
from domain.table.lifecycle import TakeSeat
from domain.table.messages import WHOLE
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.forks import usual_viewer
from infra.ledger import TableNotFoundError
from infra.wiring import Souls
from projections.forks import Fork, tree_of
from projections.scores import ScoreSheet
from projections.turns import Forked, Turn
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    SeatOption,
    TableArgument,
    insist,
    installation,
    printable,
    say,
    say_json,
    seat_number,
    souls_command,
    way_here,
)
from tools.cli.opening import YOU, kinds_of_players, new_person
from tools.cli.tables import AtOption, awaited_text, scores_text
from tools.cli.writing import standing_line


def fork(
    table: TableArgument,
    at: AtOption = None,
    seat: SeatOption = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="WHO",
            help="Who plays the seats of the sandbox, by commas: you, random or greedy (bots); else you play all.",
        ),
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fork a table into a sandbox, as it is or was at a version, to see what might have been. The table stays as it is.

    While a game is not over, what a spectator may not know is dealt anew in the sandbox, or what a seat may not know with
    --seat.
    """
    with installation(data, rulebook) as souls:
        origin = souls.ledger.table(table)
        viewer = usual_viewer(origin) if seat is None else seat_number(origin, seat)
        kinds = _kinds(origin, players)
        made = souls.ledger.fork(table, at, host=new_person(YOU), viewer=viewer)
        if isinstance(made, Refusal):
            raise RefusedError(origin.catalogue, made)
        for number, kind in enumerate(kinds):
            if kind != YOU:
                made = insist(souls.ledger, made, number, TakeSeat(number, new_person(kind)))
        _tell(souls, made, as_json)


def _kinds(origin: Table, players: str | None) -> list[str]:
    if players is None:
        return []
    kinds = kinds_of_players(players, origin.rulebook, first=YOU)
    if len(kinds) != len(origin.seats):
        raise CommandError(f"Table {origin.id} has {len(origin.seats)} seats, and {len(kinds)} players are named.")
    return kinds


def _tell(souls: Souls, made: Table, as_json: bool) -> None:
    assert made.forked is not None
    forked = made.forked
    if as_json:
        whence = {"origin": forked.origin, "at": forked.version, "viewer": forked.viewer}
        say_json({"table": made.id, **whence, "version": made.version})
        return
    here = way_here(souls.settings)
    say(f"Sandbox {made.id}: table {forked.origin} at version {forked.version}{_known(made.catalogue, forked.viewer)}.")
    say(standing_line(made))
    say(f"Play on:    {souls_command()} play --table {made.id}{here}")
    say(f"All forks:  {souls_command()} forks {made.id}{here}")


def _known(names: Catalogue, viewer: int | None) -> str:
    """As whom the sandbox knows its origin."""
    if viewer == WHOLE:
        return ""
    return f", as {'a spectator' if viewer is None else names.seat(viewer)} knows it; the rest is dealt anew"


def forks(
    table: TableArgument, data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False
) -> None:
    """Tell the tree of a table: what it is a fork of, its forks, and theirs, with versions, scores, and who is awaited."""
    with installation(data, rulebook) as souls:
        souls.catch_up()
        tree = tree_of(souls.turns(), table)
        if tree is None:
            raise TableNotFoundError(f"There is no table '{table}' whose forks could be told.")
        if as_json:
            say_json({"table": table, "tree": _data(souls, tree)})
            return
        if tree.missing:
            say(f"{printable(tree.missing)} is not here.", "yellow")
        for line, turn in _lines(souls, tree):
            say(line, "bold" if turn.table == table else None)


def _data(souls: Souls, tree: Fork) -> dict[str, object]:
    sheet = souls.scores(tree.turn.table)
    scores = list(sheet.totals) if sheet else None
    return {"turn": tree.turn, "scores": scores, "forks": [_data(souls, one) for one in tree.forks]}


def _lines(souls: Souls, tree: Fork, lead: str = "", below: str = "") -> Iterator[tuple[str, Turn]]:
    turn = tree.turn
    yield f"{lead}{_line(turn, souls.scores(turn.table))}", turn
    for one in tree.forks:
        last = one is tree.forks[-1]
        yield from _lines(souls, one, f"{below}{'└─ ' if last else '├─ '}", f"{below}{'   ' if last else '│  '}")


def _line(turn: Turn, sheet: ScoreSheet | None) -> str:
    made = f"at {turn.forked.version}{_as(turn, turn.forked)}: " if turn.forked else ""
    return f"{made}{turn.table}  {turn.phase}, version {turn.version}, {scores_text(sheet)}  {awaited_text(turn)}"


def _as(turn: Turn, forked: Forked) -> str:
    if forked.viewer is None:
        return " as a spectator"
    return "" if forked.viewer == WHOLE else f" as {turn.names[forked.viewer]}"
