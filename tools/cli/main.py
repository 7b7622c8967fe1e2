"""The command line: `souls`. Here all commands meet, and every error becomes one sentence and an exit code."""

import os
import sys
from collections.abc import Sequence

import typer
from eventsourcing.persistence import PersistenceError
from typer.exceptions import TyperException

from domain.table.catalogue import KERNEL_CATALOGUE
from domain.table.recorded import RecordedGameError
from domain.table.refusals import Refusal
from infra.embedded import EmbeddedServerError
from infra.exports import ExportError
from infra.ledger import TableNotFoundError
from infra.rulebooks import RulebookError, UnknownGameError
from infra.settings import SettingsError
from tools.cli import demo, files, laws, operate, play, replay, tables, undo
from tools.cli.common import Colours, CommandError

FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130

app = typer.Typer(
    name="souls",
    help="Play, keep and verify board games by post: every table is a log that nothing is ever lost from.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("demo")(demo.demo)
app.command("games")(laws.games)
app.command("law")(laws.law)
app.command("tables")(tables.tables)
app.command("show")(tables.show)
app.command("log")(tables.log)
app.command("scores")(tables.scores)
app.command("replay")(replay.replay)
app.command("undo")(undo.undo)
app.command("export")(files.export)
app.command("import")(files.import_)
app.command("verify")(files.verify)
app.command("rebuild")(operate.rebuild)
app.command("bench")(operate.bench)

# Errors that say in one sentence what is wrong.
_EXPECTED = (
    CommandError,
    EmbeddedServerError,
    ExportError,
    PersistenceError,
    RecordedGameError,
    RulebookError,
    SettingsError,
    TableNotFoundError,
    UnknownGameError,
)


def run(arguments: Sequence[str] | None = None) -> None:
    """Run `souls` and exit: 0 done, 1 not done, 2 wrongly asked, 130 interrupted."""
    sys.exit(outcome(sys.argv[1:] if arguments is None else arguments))


def outcome(arguments: Sequence[str]) -> int:
    """Run `souls` with these arguments; returns the exit code."""
    try:
        # Without a command, people get the whole help instead of a sentence about it.
        result = typer.main.get_command(app).main(
            list(arguments) or ["--help"], prog_name="souls", standalone_mode=False
        )
    except TyperException as error:
        return _fail(f"{error.format_message().rstrip('.')}. See 'souls --help'.", WRONG_USE)
    except (typer.Abort, KeyboardInterrupt):
        return _fail("Stopped.", INTERRUPTED)
    except _EXPECTED as error:
        return _fail(str(error), FAILED)
    except Refusal as refusal:
        return _fail(f"{KERNEL_CATALOGUE.refusal(refusal)} [{refusal.clause}]", FAILED)
    except BrokenPipeError:
        # Who reads us has gone; Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        if os.environ.get("SOULS_TRACEBACK"):
            raise
        name = type(error).__name__
        return _fail(f"This should not have happened: {name}: {error} (SOULS_TRACEBACK=1 shows where).", FAILED)
    return result if isinstance(result, int) else 0


def _fail(message: str, code: int) -> int:
    Colours.err.print(f"souls: {' '.join(message.split())}", style="red", markup=False)
    return code


if __name__ == "__main__":
    run()
