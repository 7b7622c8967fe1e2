"""`souls play`: one terminal for all who sit at it, and bots for the other seats."""

import re
import sys
from collections import Counter
from itertools import islice
from random import Random, SystemRandom
from typing import Annotated

import msgspec
import typer

from domain.table.kernel import Accepted
from domain.table.lifecycle import GiveConsent, Phase, RefuseConsent, RequestUndo, Undo
from domain.table.messages import Command
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.table import Table
from infra.bots import BOTS
from infra.wiring import Souls
from tools.cli.common import (
    CommandError,
    DataOption,
    RulebookOption,
    SeedOption,
    TableOption,
    insist,
    installation,
    printable,
    refusal_sentence,
    say,
    show_raw,
    souls_command,
    submit,
    way_here,
)
from tools.cli.opening import YOU, bot_of, kinds_of_players, open_and_begin
from tools.cli.writing import board_text, standing_line

HELP = """Type the number of a choice, or its words, such as '-1 0 3' for a cell and a turn, 'road:0', or 'skip';
a command that is shown with its fields only is typed so, with JSON: ProposeRuling {"points": [3, 0]}.
  list   all choices, or with words only those that have them: list BA-B, list -1 0
                            board  the board again       log    what happened lately
  undo   take back          law    the clause            quit   leave; the table waits for you"""

LISTED = 12
# Offers can hold more combinations than anybody would read.
MOST_CHOICES = 20_000
# More are told by their number, and listed with words that narrow them.
MOST_LISTED = 400
# A command's name, and its fields as JSON.
SPELLED = re.compile(r"\s*[A-Za-z]+\s*\{")


class Leave(Exception):  # noqa: N818 - somebody leaves, nothing is wrong
    """Whoever types wants to stop."""


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")] = "carcassonne",
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="WHO",
            help="Who plays the seats, by commas: you, random or greedy (bots); else you against greedy bots.",
        ),
    ] = None,
    table_id: Annotated[str | None, typer.Option("--table", metavar="TABLE", help="Go on at this table.")] = None,
    seed: SeedOption = None,
    option: TableOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
) -> None:
    """Play in this terminal: hot-seat, against bots, or both. Leave at any time; the table waits."""
    with installation(data, rulebook) as souls:
        if table_id is None:
            book = souls.ledger.rulebooks[game]
            table = open_and_begin(souls.ledger, book, kinds_of_players(players, book, first=YOU), option or (), seed)
            say(f"Table {table.id}. Type 'help' at any time.")
        else:
            table = _resumed(souls, table_id)
        rng: Random = SystemRandom() if seed is None else Random(seed)
        try:
            table = _play(souls, table, rng)
        except (Leave, KeyboardInterrupt):
            say()
            say(f"The table waits: {souls_command()} play --table {table.id}{way_here(souls.settings)}")
            return
        show_raw(board_text(table, None))
        say(standing_line(table), "bold")
        here = way_here(souls.settings)
        say(f"What happened:  {souls_command()} log {table.id}{here}")
        say(f"Every point:    {souls_command()} scores {table.id}{here}")
        say(
            f"The end of it:  {souls_command()} close {table.id}{here}  (publishes the seed, so that chance can be checked)"
        )


def _resumed(souls: Souls, table_id: str) -> Table:
    table = souls.ledger.current(table_id)
    if table.phase is not Phase.BEGUN:
        raise CommandError(f"Nobody can play at table {table_id}: it is {table.phase.value}.")
    return table


def _play(souls: Souls, table: Table, rng: Random) -> Table:
    said = table.version
    while table.prompts:
        if table.request is not None:
            table = _settled(souls, table)
            continue
        seat = table.prompts[0].seat
        kind = bot_of(table.seats[seat].person)
        if kind is not None:
            table = insist(souls.ledger, table, seat, BOTS[kind](table, seat, rng))
            continue
        _say_since(table, said, seat)
        show_raw(board_text(table, seat))
        said = table.version
        table = _ask(souls, table, seat)
    _say_since(table, said, None)
    return table


def _ask(souls: Souls, table: Table, seat: int) -> Table:
    """Ask the seat until something has happened."""
    offers = [offer for offer in table.rulebook.legal(table.game, seat) if offer.rows]
    small = [offer for offer in offers if offer.size <= MOST_CHOICES]
    choices = list(islice((command for offer in small for command in offer.all()), MOST_CHOICES))
    prompt = next(prompt for prompt in table.prompts if prompt.seat == seat)
    say(f"{table.catalogue.prompt(prompt)} [{prompt.clause}]", "bold")
    _list(list(enumerate(choices[:LISTED], 1)))
    if len(choices) > LISTED:
        say(f"  … and {len(choices) - LISTED} more: 'list' shows them", "dim")
    for offer in offers:
        if offer.size > MOST_CHOICES:
            say(f"       {_written(offer)}", "dim")
    while True:
        line = _read()
        words = line.split()
        match [word.lower() for word in words[:1]]:
            case []:
                continue
            case ["help" | "?"]:
                say(HELP)
            case ["list"]:
                _list_with(choices, words[1:])
            case ["board"]:
                show_raw(board_text(table, seat))
            case ["log"]:
                _say_since(table, max(0, table.version - 20), seat)
            case ["law"]:
                clause = table.rulebook.law[words[1] if words[1:] and words[1] in table.rulebook.law else prompt.clause]
                say(f"{clause.id}  {clause.title}: {clause.text}")
            case ["quit" | "q" | "exit"]:
                raise Leave
            case ["undo"]:
                taken_back = _take_back(souls, souls.ledger.current(table.id))
                if taken_back is not None:
                    return taken_back
            case _:
                command = _spelled(souls, table, offers, line) if SPELLED.match(line) else chosen(choices, words)
                if isinstance(command, str):
                    say(command, "yellow")
                    continue
                outcome = submit(souls.ledger, table, seat, command)
                present = souls.ledger.current(table.id)
                if isinstance(outcome, Accepted):
                    return present
                say(refusal_sentence(table.catalogue, outcome), "yellow")
                if present.version != table.version:
                    # Somebody else has played at this table meanwhile: look at it anew.
                    return present


def chosen(choices: list[Command], words: list[str]) -> Command | str:
    """The choice that somebody means: its number, the last of its words, or its name with them. Else a sentence."""
    if len(words) == 1 and words[0] in map(str, range(1, len(choices) + 1)):
        return choices[int(words[0]) - 1]
    meant = [command for command in choices if _ends(command, words)]
    if not meant:
        meant = [command for command in choices if _is_name(command, words[0]) and _ends(command, words[1:])]
    if len(meant) == 1:
        return meant[0]
    if meant:
        return f"That can mean {len(meant)} things: say more."
    return f"'{printable(' '.join(words))}' is none of the {len(choices)} choices; 'list' shows them, 'help' explains."


def _written(offer: Offer) -> str:
    """How a command is typed that can have too many forms to list them."""
    spelled = {field.name: field.encode_name for field in msgspec.structs.fields(offer.command)}
    fields = ", ".join(f'"{spelled[name]}": …' for name in (*offer.fields, *offer.free))
    return f"{offer.command.__name__} {{{fields}}}"


def _spelled(souls: Souls, table: Table, offers: list[Offer], line: str) -> Command | str:
    """A command that is typed with its name and its fields as JSON. A sentence where it is none."""
    name, _, fields = line.strip().partition("{")
    known = {offer.command.__name__.lower(): offer.command.__name__ for offer in offers}
    if name.strip().lower() not in known:
        return f"'{printable(name)}' is no command that is awaited now; there is {', '.join(known.values())}."
    codec = souls.ledger.partition(table.id).application.mapper.codec(table.rulebook.game)
    comma = "" if fields.strip() == "}" else ", "
    try:
        return codec.read_command(f'{{"command": "{known[name.strip().lower()]}"{comma}{fields}')
    except msgspec.MsgspecError as error:
        return f"This cannot be read: {printable(str(error))}."


def _take_back(souls: Souls, table: Table) -> Table | None:
    """Undo the last command that was given here, whosever turn it is now; where that needs consent, ask the others, who sit
    here too or are bots."""
    own = [version for version in table.history.line() if _sits_here(table, table.records[version - 1].by)]
    if not own:
        say("There is nothing to take back.", "yellow")
        return None
    seat, target = table.records[own[-1] - 1].by, table.command_span(own[-1])[0] - 1
    if isinstance(submit(souls.ledger, table, seat, Undo(target)), Accepted):
        return souls.ledger.current(table.id)
    asking = submit(souls.ledger, table, seat, RequestUndo(target))
    if isinstance(asking, Refusal):
        say(refusal_sentence(table.catalogue, asking), "yellow")
        return None
    return _settled(souls, souls.ledger.current(table.id))


def _sits_here(table: Table, by: int) -> bool:
    return by >= 0 and not table.seats[by].vacant and bot_of(table.seats[by].person) is None


def _settled(souls: Souls, table: Table) -> Table:
    """Ask all whose consent is awaited, until one declines: who sits here is asked, a bot agrees."""
    while table.request is not None:
        asked = min(table.request.asked - table.request.agreed)
        agrees = bot_of(table.seats[asked].person) or _agrees(table, asked)
        table = insist(souls.ledger, table, asked, GiveConsent() if agrees else RefuseConsent())
        if not agrees:
            say(f"{table.catalogue.seat(asked)} does not agree.", "yellow")
    return table


def _agrees(table: Table, seat: int) -> bool:
    edition = table.request.edition if table.request else None
    what = f"play by edition {edition}" if edition else "take it back"
    say(f"{table.catalogue.seat(seat)}, do you agree to {what}? y or n")
    while True:
        match _read().strip().lower():
            case "y" | "yes":
                return True
            case "n" | "no":
                return False
            case "quit" | "q" | "exit":
                raise Leave
            case _:
                say("y or n, or 'quit' to leave: the table waits for the answer.", "yellow")


def _is_name(command: Command, word: str) -> bool:
    return len(word) >= 3 and type(command).__name__.lower().startswith(word.lower())


def _ends(command: Command, words: list[str]) -> bool:
    return not words or [word.lower() for word in _words(command)[-len(words) :]] == [word.lower() for word in words]


def _words(command: Command) -> list[str]:
    return [str(getattr(command, name)) for name in _fields(command)]


def _fields(command: Command) -> list[str]:
    """The fields that say something in this command."""
    return [name for name in command.__struct_fields__ if getattr(command, name) is not None]


def _list_with(choices: list[Command], words: list[str]) -> None:
    """List the choices that have all these words, each with its number."""
    wanted = Counter(word.lower() for word in words)
    numbered = [
        (number, command)
        for number, command in enumerate(choices, 1)
        if wanted <= Counter(word.lower() for word in (type(command).__name__, *_words(command)))
    ]
    _list(numbered[:MOST_LISTED])
    if len(numbered) > MOST_LISTED:
        say(f"  … and {len(numbered) - MOST_LISTED} more: 'list' and words, such as 'list BA-B' or 'list -1 0'", "dim")
    if not numbered:
        say("No choice has these words.", "yellow")


def _list(numbered: list[tuple[int, Command]]) -> None:
    shown: type[Command] | None = None
    for number, command in numbered:
        if type(command) is not shown:
            shown = type(command)
            say(f"       {shown.__name__:<12} {' '.join(name.rstrip('_') for name in _fields(command))}", "dim")
        say(f"  {number:>3}  {type(command).__name__:<12} {' '.join(_words(command))}")


def _read() -> str:
    sys.stdout.write("> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise Leave
    return line


def _say_since(table: Table, version: int, viewer: int | None) -> None:
    """Tell what has happened since a version, as far as the viewer may see it."""
    for record in table.records[version:]:
        seen = seen_record(table, record, viewer)
        if seen is not None:
            say(f"  {table.catalogue.event(seen.event)} [{seen.law}]", "dim")
