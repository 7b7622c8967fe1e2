"""`souls play`: one terminal for all who sit at it, and bots for the other seats."""

from functools import partial
from random import Random, SystemRandom
from typing import Annotated

import typer

from domain.table.clocks.messages import ArrangeTime
from domain.table.consent import orders_of
from domain.table.kernel import Accepted
from domain.table.lifecycle import GiveConsent, Phase, Redo, RefuseConsent, RequestUndo, SetOrder, Undo
from domain.table.messages import Command
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from domain.table.undoing import redo_is_free
from infra.bots import BOTS, bot_of
from infra.codec import Codec
from infra.notation import NotationError, notation_of
from infra.wiring import Souls
from projections.pictures.text import render_text
from tools.cli.choosing import SPELLED, Choices
from tools.cli.clock import HOW, time_typed
from tools.cli.common import (
    CommandError,
    DataOption,
    RefusedError,
    RulebookOption,
    SeedOption,
    TableOption,
    insist,
    installation,
    play_for,
    printable,
    say,
    show_raw,
    souls_command,
    submit,
    wants_colour,
    way_here,
    width,
)
from tools.cli.contest import contest_lately, is_clause
from tools.cli.disputing import disputes_typed, paused_line
from tools.cli.keyboard import QUIT, Keyboard, Leave, read_line, say_since, sits_here
from tools.cli.laws import clauses_meant, tell_clauses
from tools.cli.opening import YOU, kinds_of_players, open_and_begin
from tools.cli.orders import order_text, tell_orders
from tools.cli.rights import seat_to_sit, tell_rights
from tools.cli.ruled_before import precedent_lines
from tools.cli.writing import board_text, standing_line

HELP = """Type the number of a choice; or words of it in their order, as many as tell it from the others; or the name of its
command and its last values. A command that is shown with its fields only is typed so, with JSON behind its name."""
HELP_WORDS = """  list   all choices, or with words only those that have them
  order  what you can decide in advance, so as not to be asked; to do it: order, a kind and an order, or 'none'
  law    the clause that you follow now, or with its number another
  board  the board again    log    what happened lately
  undo   take back          redo   bring back what was taken back last
  quit   leave; the table waits for you
  contest  with a clause, and why: that you were turned down last is contested, and all see the command
  as     another seat that sits here takes the keyboard, for what it may do though nobody waits for it: as yellow"""

# A longer one is not lined up with the others.
WIDEST_EXAMPLE = 24


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
    disputes: Annotated[
        str | None,
        typer.Option(
            "--disputes",
            metavar="HOW",
            help="How disputes are settled, by commas: pauses, vote, sealed, quorum=N, hours=N, silence=agrees.",
        ),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option("--time", metavar="HOW", help=f"How time runs, such as {HOW}."),
    ] = None,
    table_id: Annotated[str | None, typer.Option("--table", metavar="TABLE", help="Go on at this table.")] = None,
    seed: SeedOption = None,
    option: TableOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
) -> None:
    """Play in this terminal: hot-seat, against bots, or both. Leave at any time; the table waits."""
    if disputes is not None and table_id is not None:
        raise CommandError("How disputes are settled is said when a table is opened; --table goes on at one.")
    if time is not None and table_id is not None:
        raise CommandError("How time runs is said when a table is opened; later it is with 'souls clock --arrange'.")
    arranged: list[Command] = [] if disputes is None else [disputes_typed(disputes)]
    arranged += [] if time is None else [ArrangeTime(time_typed(time))]
    with installation(data, rulebook) as souls:
        if table_id is None:
            book = souls.ledger.rulebooks[game]
            kinds = kinds_of_players(players, book, first=YOU)
            table = open_and_begin(souls.ledger, book, kinds, option or (), seed, arranged)
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
        if table.phase is Phase.PAUSED:
            say(paused_line(table))
            return
        here = way_here(souls.settings)
        say(f"What happened:  {souls_command()} log {table.id}{here}")
        say(f"Every point:    {souls_command()} scores {table.id}{here}")
        say(
            f"The end of it:  {souls_command()} close {table.id}{here}  (publishes the seed, so that chance can be checked)"
        )


def _resumed(souls: Souls, table_id: str) -> Table:
    table = souls.ledger.current(table_id)
    if table.phase is Phase.PAUSED:
        raise CommandError(f"Nobody can play at table {table_id}. {paused_line(table)}")
    if table.phase is not Phase.BEGUN:
        raise CommandError(f"Nobody can play at table {table_id}: it is {table.phase.value}.")
    return table


def _play(souls: Souls, table: Table, rng: Random) -> Table:
    keyboard = Keyboard(table)
    while table.prompts:
        if table.request is not None:
            table = _settled(souls, table)
            continue
        seat = _next(table)
        kind = bot_of(table.seats[seat].person)
        if kind is not None:
            table = insist(souls.ledger, table, seat, BOTS[kind](table, seat, rng))
            continue
        table = _sit(souls, table, seat, keyboard)
    keyboard.end(table)
    return table


def _next(table: Table) -> int:
    """The seat that is asked: the first that is waited for."""
    return next((prompt for prompt in table.prompts if not prompt.optional), table.prompts[0]).seat


def _sit(souls: Souls, table: Table, seat: int, keyboard: Keyboard) -> Table:
    """Ask the seat, and whoever takes the keyboard instead, until something has happened."""
    while True:
        keyboard.pass_to(table, seat)
        show_raw(board_text(table, seat))
        after = _ask(souls, table, seat, keyboard)
        if isinstance(after, Table):
            return after
        seat = after


def _ask(souls: Souls, table: Table, seat: int, keyboard: Keyboard) -> Table | int:
    """Ask the seat until something has happened, or another seat that sits here is to have the keyboard."""
    codec = souls.ledger.partition(table.id).application.mapper.codec(table.rulebook.game)
    notation = notation_of(table.rulebook)
    choices = Choices(table.catalogue, table.rulebook.legal(table.game, seat), partial(_usage, table, seat))
    prompt = next(prompt for prompt in table.prompts if prompt.seat == seat)
    say(f"{table.catalogue.prompt(prompt)} [{prompt.clause}]", "bold")
    choices.show()
    tell_rights(table, seat)
    while True:
        line = keyboard.next_line()
        words = line.split()
        match [word.lower() for word in words[:1]]:
            case []:
                continue
            case ["help" | "?"]:
                _help(table.catalogue.examples, notation.help)
            case ["list"]:
                choices.show_with(words[1:])
            case ["board"]:
                show_raw(board_text(table, seat))
            case ["log"]:
                say_since(table, max(0, table.version - 20), seat)
            case ["law"]:
                _law(table.rulebook, words[1] if words[1:] else prompt.clause)
            case ["order" | "orders"]:
                changed = _order(souls, table, seat, line.split(maxsplit=2)[1:])
                if changed is not None:
                    return changed
            case ["contest"] if is_clause(table, words[1:2]):
                contested = _contest(souls, table, seat, line.split(maxsplit=2)[1:])
                if contested is not None:
                    return contested
            case [word] if word in QUIT:
                raise Leave
            case ["as"]:
                other = seat_to_sit(table, " ".join(words[1:]), seat)
                if other is not None:
                    return other
            case ["undo"]:
                taken_back = _take_back(souls, souls.ledger.current(table.id))
                if taken_back is not None:
                    return taken_back
            case ["redo"]:
                brought_back = _bring_back(souls, souls.ledger.current(table.id), seat)
                if brought_back is not None:
                    return brought_back
            case _:
                first, *ahead = notation.parts(line) if len(words) > 1 and not SPELLED.match(line) else [line]
                command = _meant(table, seat, first if ahead else line, choices, codec)
                keyboard.type_ahead([])
                if command is None:
                    continue
                outcome = play_for(souls.ledger, table, seat, command)
                present = souls.ledger.current(table.id)
                if isinstance(outcome, Accepted):
                    keyboard.type_ahead(ahead)
                    return present
                _say_refused(souls, table, seat, outcome)
                if present.version != table.version:
                    # Somebody else has played at this table meanwhile: look at it anew.
                    return present


def _say_refused(souls: Souls, table: Table, seat: int, refusal: Refusal) -> None:
    """Why a seat's command was refused, and what was ruled before on that."""
    say(notation_of(table.rulebook).refused(table, seat, refusal), "yellow")
    edition = table.edition.name if table.edition else None
    for line in precedent_lines(souls, table.rulebook.game, (refusal.clause,), edition):
        say(printable(line), "dim")


def _help(examples: dict[str, str], notation: str) -> None:
    """How choices are typed, with the game's own examples and its notation, and what else can be typed."""
    say(HELP)
    wide = max((len(typed) for typed in examples if len(typed) <= WIDEST_EXAMPLE), default=0)
    for typed, what in examples.items():
        say(f"  {typed:<{wide}}  {what}")
    say(notation)
    say(HELP_WORDS)


def _law(rulebook: Rulebook, text: str) -> None:
    try:
        tell_clauses(clauses_meant(rulebook.game, rulebook.law, text))
    except CommandError as error:
        say(printable(str(error)), "yellow")


def _usage(table: Table, seat: int, command: str) -> str | None:
    return notation_of(table.rulebook).usage(table, seat, command)


def _meant(table: Table, seat: int, line: str, choices: Choices, codec: Codec) -> Command | None:
    """The command that a line means, by its number in the list, in the game's notation or by words of the list; else it has
    been said why there is none, or shown what a command would do."""
    if SPELLED.match(line) or choices.has_number(line):
        return choices.meant(line, codec)
    notation = notation_of(table.rulebook)
    try:
        preview = notation.preview(table, seat, line)
        if preview is None:
            return notation.read(table, seat, line)
    except NotationError as error:
        if not error.begun or choices.can_mean(line):
            return choices.meant(line, codec)
        say(printable(str(error)), "yellow")
        return None
    show_raw(render_text(preview.scene, width(), wants_colour()))
    for sentence in preview.sentences:
        say(sentence)
    return None


def _order(souls: Souls, table: Table, seat: int, words: list[str]) -> Table | None:
    """Tell the seat's standing orders and what can be ordered, or those of one kind; or give an order, or take it back.

    The table after it, where an order has changed.
    """
    match words:
        case [kind, text]:
            outcome = submit(souls.ledger, table, seat, SetOrder(kind, order_text(table.rulebook, kind, text)))
            if isinstance(outcome, Accepted):
                return souls.ledger.current(table.id)
            _say_refused(souls, table, seat, outcome)
        case [kind] if kind not in {**orders_of(table, seat), **table.seats[seat].orders}:
            say(f"Nothing can be ordered in advance for '{printable(kind)}'; 'order' tells for what it can.", "yellow")
        case _:
            tell_orders(table, seat, words[0] if words else None)
    return None


def _contest(souls: Souls, table: Table, seat: int, words: list[str]) -> Table | None:
    """Contest what the seat was turned down for last; the table after it, None where that cannot be."""
    try:
        return contest_lately(souls, table, seat, words[0], "".join(words[1:]).strip())
    except RefusedError as error:
        say(str(error), "yellow")
    except CommandError as error:
        say(printable(str(error)), "yellow")
    except Refusal as refusal:
        _say_refused(souls, table, seat, refusal)
    return None


def _take_back(souls: Souls, table: Table) -> Table | None:
    """Undo the last command that was given here, whosever turn it is now; where that needs consent, ask the others, who sit
    here too or are bots."""
    played = [version for version in table.history.line() if version > table.setup_end]
    own = [version for version in played if sits_here(table, table.records[version - 1].by)]
    if not own:
        say("There is nothing to take back.", "yellow")
        return None
    seat, target = table.records[own[-1] - 1].by, table.command_span(own[-1])[0] - 1
    if isinstance(submit(souls.ledger, table, seat, Undo(target)), Accepted):
        return souls.ledger.current(table.id)
    asking = submit(souls.ledger, table, seat, RequestUndo(target))
    if isinstance(asking, Refusal):
        _say_refused(souls, table, seat, asking)
        return None
    return _settled(souls, souls.ledger.current(table.id))


def _bring_back(souls: Souls, table: Table, seat: int) -> Table | None:
    """Redo the next command that was undone, for whoever sits here and undid it; None where that cannot be, which the seat
    that typed is told."""
    here = (one for one in range(len(table.seats)) if sits_here(table, one))
    undid = next((one for one in here if redo_is_free(table, one)), seat)
    outcome = submit(souls.ledger, table, undid, Redo())
    if isinstance(outcome, Accepted):
        return souls.ledger.current(table.id)
    _say_refused(souls, table, seat, outcome)
    return None


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
    request = table.request
    what = "take it back"
    if request is not None and request.edition is not None:
        what = f"play by edition {request.edition}"
    if request is not None and request.time is not None:
        what = f"play on so: {table.catalogue.part(request.time)}"
    say(f"{table.catalogue.seat(seat)}, do you agree to {what}? y or n")
    while True:
        match read_line().strip().lower():
            case "y" | "yes":
                return True
            case "n" | "no":
                return False
            case "quit" | "q" | "exit":
                raise Leave
            case _:
                say("y or n, or 'quit' to leave: the table waits for the answer.", "yellow")
