"""Vacations in a line of a post: how they are typed and written."""

import pytest

from domain.table.clocks.messages import EndVacation, TakeVacation
from domain.table.messages import Command
from infra.notation import NotationError, notation_of
from tests.table.timed import timed
from tests.table.toy import toy

NOTATION = notation_of(toy)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("vacation 7 days", TakeVacation(7)), ("Vacation 1 day", TakeVacation(1)), ("vacation 3", TakeVacation(3)),
        ("back", EndVacation()), ("back from vacation", EndVacation()), ("end vacation", EndVacation()),
    ],
)  # fmt: skip
def test_a_vacation_is_typed_in_a_few_words_and_written_so_that_it_is_read_again(line: str, command: Command):
    table = timed(move=60, vacation=9).table
    assert NOTATION.read(table, 0, line) == command
    assert NOTATION.read(table, 0, NOTATION.write(table, 0, command)) == command


def test_a_vacation_without_days_is_told_in_a_sentence():
    with pytest.raises(NotationError, match="is a number"):
        NOTATION.read(timed(move=60, vacation=9).table, 0, "vacation long")
