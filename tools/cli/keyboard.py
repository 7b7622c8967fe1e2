"""The one keyboard that all who sit at a terminal share, and what each of them has been told."""

import sys
from collections.abc import Sequence

from domain.table.messages import HOST
from domain.table.seeing import hides_nothing, seen_record
from domain.table.table import Table
from infra.bots import bot_of
from tools.cli.common import Colours, say, seat_names

# To the first corner; what is on the screen and what has left it are gone.
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class Leave(Exception):  # noqa: N818 - somebody leaves, nothing is wrong
    """Whoever types wants to stop."""


class Keyboard:
    """Goes from seat to seat; where the game hides something, nobody's secrets are on the screen that somebody else has."""

    def __init__(self, table: Table) -> None:
        here = [seat for seat in range(len(table.seats)) if sits_here(table, seat)]
        # Nobody has secrets from himself: the host plays all seats that nobody holds.
        people = {table.seats[seat].person for seat in here}
        self._private = len(people) > 1 and not hides_nothing(table.rulebook)
        self._told = dict.fromkeys(here, table.version)
        self._sitting: int | None = None
        self._ahead: list[str] = []

    def next_line(self) -> str:
        """What is typed next, or what was typed ahead in one line."""
        if self._ahead:
            say(f"> {self._ahead[0]}", "dim")
            return self._ahead.pop(0)
        return read_line()

    def type_ahead(self, lines: Sequence[str]) -> None:
        """Keep lines for what the seat is asked next; none where what was typed before them has not happened."""
        self._ahead = list(lines)

    def pass_to(self, table: Table, seat: int) -> None:
        """Let a seat sit down, and tell it what has happened since it sat here, or since anybody did if all see alike."""
        if seat != self._sitting:
            self._ahead = []
        if self._private and seat != self._sitting:
            self._hand_over(table, seat)
        self._sitting = seat
        self._tell(table, seat)

    def _hand_over(self, table: Table, seat: int) -> None:
        """Who sits here sees what came of its own command, and hides it; then the other may look."""
        name = seat_names(table)[seat]
        if self._sitting is not None:
            self._tell(table, self._sitting)
            _wait(f"Press Enter to hide this, and pass the keyboard to {name}.")
        _clear_screen()
        _wait(f"{name}, press Enter.")

    def _tell(self, table: Table, seat: int) -> None:
        say_since(table, self._told[seat], seat)
        self._told |= {seat: table.version} if self._private else dict.fromkeys(self._told, table.version)

    def end(self, table: Table) -> None:
        """Tell all who sit here how it went on to the end."""
        say_since(table, min(self._told.values(), default=table.setup_end), None)


QUIT = ("quit", "q", "exit")
"""What somebody types who leaves."""


def sits_here(table: Table, by: int) -> bool:
    """Whether somebody at this terminal plays the seat, or as the host those that nobody holds."""
    if by == HOST:
        return any(seat.vacant for seat in table.seats)
    return by >= 0 and bot_of(table.seats[by].person) is None


def read_line() -> str:
    """What is typed next; `Leave` where nothing comes any more."""
    sys.stdout.write("> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise Leave
    return line


def say_since(table: Table, version: int, viewer: int | None) -> None:
    """Tell what has happened since a version, as far as the viewer may see it."""
    for record in table.records[version:]:
        seen = seen_record(table, record, viewer)
        if seen is not None and not table.rulebook.is_aside(seen.event):
            say(f"  {table.catalogue.event(seen.event)} [{seen.law}]", "dim")


def _wait(what: str) -> None:
    say(what, "bold")
    if read_line().strip().lower() in QUIT:
        raise Leave


def _clear_screen() -> None:
    if Colours.out.is_terminal:
        sys.stdout.write(_CLEAR)
