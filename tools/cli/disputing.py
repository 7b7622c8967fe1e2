"""How a table settles disputes, as it is typed when it is opened; and what to do where a contest pauses it."""

from domain.table.disputes.messages import ArrangeDisputes
from domain.table.phrases import joined
from domain.table.table import Table
from infra.dispute_spelling import read_disputes
from infra.spelling import SpellingError
from tools.cli.common import CommandError, printable


def disputes_typed(text: str) -> ArrangeDisputes:
    """What is arranged, from words by commas such as pauses,vote,hours=48; `CommandError` where one is none."""
    try:
        return read_disputes(text)
    except SpellingError as error:
        raise CommandError(printable(str(error))) from error


def paused_line(table: Table) -> str:
    """Why nobody can play at a table that is paused, and how it goes on."""
    waiting = [str(contest.number) for contest in table.disputes.open()]
    if not table.disputes.paused or not waiting:
        return "It is paused; host or arbiter let it go on."
    what = "contest" if len(waiting) == 1 else "contests"
    return f"It is paused until {what} {joined(waiting)} is settled or ruled on: souls disputes {table.id}"
