"""The command line: `souls`. Here all commands meet, and every error becomes one sentence and an exit code."""

import os
import re
import sys
from collections.abc import Sequence
from importlib import metadata
from io import TextIOWrapper
from itertools import takewhile
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from eventsourcing.persistence import PersistenceError
from typer.exceptions import TyperException

from domain.table.catalogue import KERNEL_CATALOGUE
from domain.table.recorded import RecordedGameError
from domain.table.refusals import Refusal
from infra.backup import BackupError
from infra.collected import CollectionError
from infra.corrections import CorrectionError
from infra.embedded import EmbeddedServerError
from infra.exports import ExportError
from infra.keyring import KeyringError
from infra.ledger import SecretsLostError, TableNotFoundError
from infra.people.access import TooManySpectatorsError
from infra.people.addresses import AddressError
from infra.people.store import PeopleError
from infra.people.tokens import TokenError
from infra.rulebooks import RulebookError, UnknownGameError
from infra.settings import SettingsError
from tools.cli import (
    access,
    backups,
    case,
    clock,
    contest,
    counterfactual,
    demo,
    disputes,
    due,
    files,
    forks,
    laws,
    notify,
    operate,
    orders,
    people,
    piles,
    play,
    posting,
    precedents,
    readjudicate,
    refusals,
    replay,
    rule,
    serve,
    settle,
    tables,
    undo,
)
from tools.cli.common import Colours, CommandError, ConfigFile, LaterError, RefusedError, printable, say, say_json

FAILED, WRONG_USE, LATER, INTERRUPTED = 1, 2, 75, 130

app = typer.Typer(
    name="souls",
    help="Play, keep and verify board games by post: every table is a log that nothing is ever lost from.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def souls(
    version: Annotated[bool, typer.Option("--version", help="Tell the version.")] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config", metavar="FILE", help="A settings file; else SOULS_CONFIG, or souls.toml in the data folder."
        ),
    ] = None,
) -> None:
    """Play, keep and verify board games by post: every table is a log that nothing is ever lost from."""
    ConfigFile.named = config
    if version:
        say(f"souls {metadata.version('lost-souls')}")


app.command("play", short_help="Play here: hot-seat, against bots, or both.")(play.play)
app.command("demo", short_help="Watch bots play a whole game, stored and verified.")(demo.demo)
app.command("games", short_help="List the games, with their seats and options.")(laws.games)
app.command("law", short_help="Tell the law of a game, or one clause of it.")(laws.law)
app.command("tables", short_help="List all tables, and who is awaited since when.")(tables.tables)
app.command("show", short_help="Show a table's board, now or at a version.")(tables.show)
app.command("log", short_help="Tell what happened, each line with its clause.")(tables.log)
app.command("scores", short_help="Tell who scored what, when, and by which clause.")(tables.scores)
app.command("piles", short_help="Look through the open piles, and their past.")(piles.piles)
app.command("replay", short_help="Replay a game step by step or as a time-lapse.")(replay.replay)
app.command("post", short_help="Let all commands of a post happen, or none.")(posting.post)
app.command("notation", short_help="Tell how a game's commands are typed.")(posting.notation)
app.command("undo", short_help="Take back, ask to, or bring back.")(undo.undo)
app.command("order", short_help="Decide in advance: standing orders of a seat.")(orders.order)
app.command("fork", short_help="Ask what if: fork a table into a sandbox.")(forks.fork)
app.command("forks", short_help="Tell the tree of a table's forks.")(forks.forks)
app.add_typer(precedents.app, name="precedents", short_help="Find what was ruled before; hand it on.")
app.command("counterfactual", short_help="Replay the rest of a game under the other reading.")(
    counterfactual.tell_counterfactual
)
app.command("case", short_help="Tell the case of a contest, as a reader may see it.")(case.case)
app.command("refusals", short_help="Tell what a seat was turned down for.")(refusals.refusals)
app.command("contest", short_help="Contest a record or a refusal.")(contest.contest)
app.command("disputes", short_help="Tell the contests, and what can be done next.")(disputes.disputes)
app.command("evidence", short_help="Add to a contest.")(contest.evidence)
app.command("withdraw-contest", short_help="Take back a contest.")(contest.withdraw_contest)
app.command("settle", short_help="Settle a contest among the parties.")(settle.settle)
app.command("rule", short_help="Rule on a contest, or put it to the vote.")(rule.rule)
app.command("vote", short_help="Vote on a ruling.")(rule.vote)
app.command("accept-arbiter", short_help="Accept an arbiter who is a party.")(rule.accept_arbiter)
app.command("appeal", short_help="Ask, once, that another judges.")(rule.appeal)
app.add_typer(people.app, name="people", short_help="Tell who is known, make accounts, forget.")
app.command("access", short_help="Tell or change who may look at a table.")(access.access)
app.command("due", short_help="Call time wherever it is over.")(due.due)
app.command("clock", short_help="Tell a table's time; vacations, more time.")(clock.clock)
app.add_typer(notify.app, name="notify", short_help="Tell people what happens at their tables.")
app.add_typer(notify.mail_app, name="mail", short_help="Take in what people answer by mail.")
app.command("close", short_help="Close a finished table and publish its seed.")(operate.close)
app.command("export", short_help="Write a table to one signed file.")(files.export)
app.command("import", short_help="Take a table in from a file.")(files.import_)
app.command("verify", short_help="Verify a file or a table; exit code 0 or 1.")(files.verify)
app.command("backup", short_help="Write everything to one file, while it is used.")(backups.backup)
app.command("restore", short_help="Restore a backup where nothing is yet.")(backups.restore_backup)
app.command("rebuild", short_help="Make all views anew from the log.")(operate.rebuild)
app.command("readjudicate", short_help="Tell what another edition would decide.")(readjudicate.readjudicate_tables)
app.command("serve", short_help="Serve tables over HTTP.")(serve.serve)
app.command("bench", short_help="Measure this machine, as ratios in one run.")(operate.bench)

# Where a word begins in a name of a class.
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")

# Errors that say in one sentence what is wrong.
_EXPECTED = (
    AddressError,
    BackupError,
    CollectionError,
    CommandError,
    CorrectionError,
    EmbeddedServerError,
    ExportError,
    KeyringError,
    PeopleError,
    PersistenceError,
    RecordedGameError,
    RulebookError,
    SecretsLostError,
    SettingsError,
    TableNotFoundError,
    TokenError,
    TooManySpectatorsError,
    UnknownGameError,
)


def run(arguments: Sequence[str] | None = None) -> None:
    """Run `souls` and exit: 0 done, 1 not done, 2 wrongly asked, 75 to be tried again later, 130 interrupted."""
    # What a terminal cannot show, or was typed in another encoding, is no reason to stop.
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    sys.exit(outcome(sys.argv[1:] if arguments is None else arguments))


def outcome(arguments: Sequence[str]) -> int:
    """Run `souls` with these arguments; returns the exit code. Where they ask for JSON, an error is JSON on stdout too."""
    try:
        # Without a command, people get the whole help instead of a sentence about it.
        result = typer.main.get_command(app).main(
            list(arguments) or ["--help"], prog_name="souls", standalone_mode=False
        )
    except BrokenPipeError:
        # Who reads us has gone; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        trouble = _trouble(error)
        if trouble.code == FAULT and os.environ.get("SOULS_TRACEBACK"):
            raise
    except KeyboardInterrupt:
        trouble = STOPPED
    else:
        # Typer makes an exit code of Ctrl-C.
        if result != INTERRUPTED:
            return result if isinstance(result, int) else 0
        trouble = STOPPED
    Colours.err.print(f"souls: {printable(trouble.message)}", style="red", markup=False)
    for line in trouble.ruled_before:
        Colours.err.print(printable(line), markup=False)
    if "--json" in takewhile(lambda word: word != "--", arguments):
        say_json({"error": trouble.to_builtins()})
    return trouble.exit_code


class Trouble(NamedTuple):
    """Why a command was not done: the sentence for people, and what was ruled before on its clause; for scripts a code, and
    what a refusal says besides."""

    message: str
    code: str
    exit_code: int = FAILED
    refusal: Refusal | None = None
    ruled_before: Sequence[str] = ()

    def to_builtins(self) -> dict[str, object]:
        """Plain data, with the same fields whatever it is."""
        error: dict[str, object] = {"code": self.code, "clause": None, "arguments": {}}
        if self.refusal is not None:
            error = self.refusal.to_builtins()
        return {**error, "message": printable(self.message)}


FAULT = "FAULT"
STOPPED = Trouble("Stopped.", "STOPPED", INTERRUPTED)


def _trouble(error: Exception) -> Trouble:
    match error:
        case TyperException():
            return Trouble(f"{error.format_message().rstrip('.')}. See 'souls --help'.", "WRONG_USE", WRONG_USE)
        case typer.Abort():
            return STOPPED
        case RefusedError():
            return Trouble(str(error), error.refusal.code, refusal=error.refusal, ruled_before=error.ruled_before)
        case Refusal():
            sentence = f"{KERNEL_CATALOGUE.refusal(error)} [{error.clause}]"
            return Trouble(sentence, error.code, refusal=error)
        case LaterError():
            return Trouble(str(error), "LATER", LATER)
        case CommandError():
            return Trouble(str(error), "NOT_DONE")
        case UnicodeEncodeError():
            return Trouble(f"'{error.object}' is no text: it cannot be written in {error.encoding}.", "NO_TEXT")
        case UnicodeError():
            return Trouble(f"A name cannot be written as it must be: {error}.", "NO_TEXT")
        case OSError() if not isinstance(error, _EXPECTED):
            return Trouble(f"{error.strerror or error}.", "SYSTEM")
    name = type(error).__name__
    if isinstance(error, _EXPECTED):
        return Trouble(str(error), _CAPITAL.sub("_", name.removesuffix("Error")).upper())
    return Trouble(f"This should not have happened: {name}: {error} (SOULS_TRACEBACK=1 shows where).", FAULT)


if __name__ == "__main__":
    run()
