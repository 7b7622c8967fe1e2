"""Texts that people give with a command: kept beside the log under the key of who speaks, and gone again with what did not
happen (T-60)."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from domain.table.messages import ARBITER
from domain.table.refusals import Refusal
from domain.table.table import Table
from domain.table.wire import stored_command
from domain.table.writings import as_text
from infra.streams import OutcomeUnknownError
from infra.writings import WritingStore, Written

# The fields of commands that hold the hash of a text.
_TEXTS = ("argument", "text", "reasons")


class Kept(msgspec.Struct, frozen=True):
    """A text that is kept, by its hash. `is_new`: it is here for the command that is to be given, and goes if that fails."""

    hash: str
    is_new: bool


def keep_text(writings: WritingStore, table: Table, by: int, text: str, command_id: str | None = None) -> Kept:
    """Keep a text for a command. Where the command of that id has happened and said the same, it is the text from then: so a
    command with a text can be asked twice.

    `Refusal` for what is no text, and where nobody speaks so at the table; errors as for `WritingStore.write`.
    """
    person = person_of(table, by)
    text = as_text(text)
    before = _said_before(table, command_id)
    if before is not None:
        found = writings.read(table.id, before)
        if isinstance(found, Written) and (found.person, found.writing.text) == (person, text):
            return Kept(before, False)
    return Kept(writings.write(table.id, person, text), True)


@contextmanager
def written(writings: WritingStore, table: Table, by: int, text: str | None) -> Iterator[str | None]:
    """The hash under which a text is kept, None without one. It goes away again where what it is for does not happen."""
    if text is None:
        yield None
        return
    kept = keep_text(writings, table, by, text)
    try:
        yield kept.hash
    except OutcomeUnknownError:
        raise  # it may have happened, and then the log names the text
    except Exception:
        writings.remove(table.id, kept.hash)
        raise


def person_of(table: Table, by: int) -> str:
    """The person who speaks; SEAT_VACANT (T-2), NO_ARBITER (T-23) and NOT_PERMITTED (T-10) where nobody does."""
    person = table.person_of(by)
    if person is not None:
        return person
    if by >= 0:
        raise Refusal("SEAT_VACANT", "T-2", seat=by)
    if by == ARBITER:
        raise Refusal("NO_ARBITER", "T-23")
    raise Refusal("NOT_PERMITTED", "T-10", by=by, command="")


def _said_before(table: Table, command_id: str | None) -> str | None:
    """The hash of the text that the command of an id has said, None where there is none."""
    version = table.commands.get(command_id) if command_id is not None else None
    if version is None:
        return None
    cause = table.records[table.command_span(version)[0] - 1].cause
    assert cause is not None
    try:
        command = stored_command(table.rulebook, cause.command)
    except msgspec.DecodeError:
        return None
    return next((said for name in _TEXTS if (said := getattr(command, name, None)) is not None), None)
