"""`souls demo`: a whole game in seconds: played, stored, undone, replayed and verified."""

from random import Random, SystemRandom
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn

from domain.table.digest import digest
from domain.table.kernel import Accepted
from domain.table.lifecycle import Redo, Undo
from domain.table.refusals import Refusal
from domain.table.table import Table
from domain.table.undoing import is_free
from infra.bots import BOTS, bot_of
from infra.exports import export_table
from infra.settings import Settings
from infra.verification import Report, verify
from infra.wiring import Souls
from projections import Piles, piles_of
from projections.pictures.boards import board_svg, timeline_svg
from tools.cli.common import (
    Colours,
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    SeedOption,
    TableOption,
    insist,
    installation,
    say,
    say_json,
    show_raw,
    souls_command,
    submit,
    way_here,
    write_file,
)
from tools.cli.opening import kinds_of_players, open_and_begin
from tools.cli.writing import board_text, picture_path, standing_line, timeline_text


def demo(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")] = "carcassonne",
    seed: SeedOption = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", metavar="BOTS", help="Who plays the seats, by commas: random or greedy; else greedy bots."
        ),
    ] = None,
    option: TableOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> int:
    """Watch bots play a whole game; every event is stored, one command is undone and brought back, and all is verified."""
    with installation(data, rulebook) as souls:
        book = souls.ledger.rulebooks[game]
        kinds = kinds_of_players(players, book, first="greedy")
        if any(kind not in BOTS for kind in kinds):
            raise CommandError("In a demo all seats are played by bots; 'souls play' lets you play.")
        table = open_and_begin(souls.ledger, book, kinds, option or (), seed)
        if not as_json:
            say(f"{book.title}: {' and '.join(kinds)} play. Every event goes to {souls.settings.place}.")
        rng = SystemRandom() if seed is None else Random(seed)
        table, undone, tried = _play(souls, table, rng, quiet=as_json)
        table = _close(souls, table)
        result, report = _result(souls, table, undone, seed)
        if as_json:
            say_json(result)
        else:
            _tell(souls.settings, table, result, report, tried)
        return 0 if report.good and result["replay_equals_live"] else 1


def _play(souls: Souls, table: Table, rng: Random, quiet: bool) -> tuple[Table, int | None, int]:
    """The table at the game's end, the version that a command was undone to, if any was, and how many were tried."""
    undone: int | None = None
    tried = 0
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("version {task.completed}"))
    with Progress(
        *columns, console=Colours.err, transient=True, disable=quiet or not Colours.err.is_terminal
    ) as progress:
        task = progress.add_task("playing", total=None)
        while table.prompts:
            seat = table.prompts[0].seat
            kind = bot_of(table.seats[seat].person)
            assert kind is not None
            before = table.version
            table = insist(souls.ledger, table, seat, BOTS[kind](table, seat, rng))
            if undone is None and _is_under_way(table):
                tried += 1
                if _taken_back(souls, table, seat, before):
                    undone = before
                    table = insist(souls.ledger, souls.ledger.current(table.id), seat, Redo())
            scores = " : ".join(map(str, table.rulebook.scores(table.game)))
            progress.update(task, completed=table.version, description=f"playing, {scores}")
    return table, undone, tried


def _is_under_way(table: Table) -> bool:
    """Whether something has been played that others could have answered, and the game goes on: time to show an undo."""
    return bool(table.prompts) and table.version > table.setup_end + len(table.seats)


def _taken_back(souls: Souls, table: Table, seat: int, before: int) -> bool:
    """Take the command just given back, if it has shown nothing to anybody, so that nobody needs to be asked."""
    return is_free(table, seat, before) and isinstance(submit(souls.ledger, table, seat, Undo(before)), Accepted)


def _close(souls: Souls, table: Table) -> Table:
    closed = souls.ledger.close_table(table.id)
    if isinstance(closed, Refusal):
        raise RefusedError(table.catalogue, closed, game=table.rulebook.game)
    return souls.ledger.current(table.id)


def _result(souls: Souls, table: Table, undone: int | None, seed: int | None) -> tuple[dict[str, Any], Report]:
    assert table.finished is not None
    souls.catch_up()
    picture = picture_path(souls.settings.data, table.id)
    write_file(picture, board_svg(table, None).encode())
    replayed = souls.ledger.table(table.id)
    report = verify(export_table(souls.ledger, souls.signer, table.id), souls.ledger.rulebooks)
    result = {
        "table": table.id,
        "game": table.rulebook.game,
        "seed": seed,
        "version": table.version,
        "scores": table.finished.scores,
        "ranking": table.finished.ranking,
        "picture": str(picture),
        "undone_to": undone,
        "replay_equals_live": digest(replayed) == digest(table),
        "verified": report.good,
        "proved": report.proved,
        "unproved": report.unproved,
        "faults": [str(fault) for fault in report.faults],
    }
    piles = _piles_with_a_past(table)
    if piles is not None:
        timeline = picture_path(souls.settings.data, f"{table.id}-{piles.name.replace('_', '-')}")
        write_file(timeline, timeline_svg(piles, table).encode())
        result["timeline"] = str(timeline)
    return result, report


def _piles_with_a_past(table: Table) -> Piles | None:
    piles = piles_of(table.rulebook.game)
    return piles if piles is not None and piles.has_timeline(table) else None


def _tell(settings: Settings, table: Table, result: dict[str, Any], report: Report, tried: int) -> None:
    show_raw(board_text(table, None))
    say()
    piles = _piles_with_a_past(table)
    if piles is not None:
        show_raw(timeline_text(piles, table))
        say()
    say(standing_line(table), "bold")
    if result["undone_to"] is not None:
        say(
            f"✓ On the way one command was undone to version {result['undone_to']} and brought back: nothing is lost.",
            "green",
        )
    elif tried:
        say("· No undo is shown: after each command others would have had to be asked first.")
    else:
        say("· No undo is shown: the game was over too soon.")
    if result["replay_equals_live"]:
        say(f"✓ {table.version} records; replayed from the log it is the game that was played.", "green")
    else:
        say(f"✗ {table.version} records; replayed from the log it is ANOTHER game than was played.", "red")
    for sentence in report.proved:
        say(f"✓ {sentence}", "green")
    for sentence in report.unproved:
        say(f"· {sentence}")
    for fault in report.faults:
        say(f"✗ {fault}", "red")
    say()
    say(f"Table:   {table.id}")
    say(f"Picture: {result['picture']}")
    if piles is not None:
        say(f"         {result['timeline']}  ({piles.title} over the game)")
    say("Look further:")
    souls = souls_command()
    further = (
        (f"{souls} show {table.id} --at {table.version // 2}", "the board as it was"),
        (f"{souls} log {table.id}", "what happened, each line with its clause"),
        (f"{souls} scores {table.id}", "every point explained"),
        *([(f"{souls} piles {table.id} --timeline", "every card in them, and from where")] if piles else []),
        (f"{souls} replay {table.id}", "the whole game again"),
        (f"{souls} verify {table.id}", "check chain, scores and chance"),
        (f"{souls} export {table.id} -o game.souls", "one signed file"),
        (f"{souls} play {table.rulebook.game}", "play yourself"),
    )
    commands = [command + way_here(settings) for command, _ in further]
    width = min(max(map(len, commands)), 60)
    for command, (_, what) in zip(commands, further, strict=True):
        say(f"  {command:<{width}}  {what}")
