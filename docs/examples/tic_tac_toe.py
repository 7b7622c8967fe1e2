"""Noughts and crosses: a whole game in one file, to begin another from.

Try it in this folder: souls demo tictactoe --rulebook tic_tac_toe:rulebook
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.table.catalogue import Catalogue, Texts
from domain.table.chance import Chance
from domain.table.clauses import Clause, Edition, Law
from domain.table.lifecycle import GameFinished
from domain.table.messages import Command, GameEvent, ScoringEvent, SeatNumber, Term
from domain.table.offers import Offer
from domain.table.prompts import Prompt
from domain.table.ranking import ranking
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Options, Rulebook, Under

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Cell = Annotated[int, Meta(ge=0, le=8)]

# --- What can be asked, and what can happen ---------------------------------------------------------------------------


class Mark(Command, frozen=True):
    """Put one's sign into a free cell; cells are 0 to 8, row by row."""

    clause = "X-1"
    cell: Cell


class Marked(GameEvent, frozen=True, tag="mark"):
    clause = "X-1"
    seat: SeatNumber
    cell: Cell


class LineMade(ScoringEvent, frozen=True, tag="line"):
    """Every point of the final scores comes from an event like this one, and says why."""

    clause = "X-2"


# --- The state, and what each seat sees of it -------------------------------------------------------------------------


@dataclass
class State:
    edition: Edition
    cells: list[int | None] = field(default_factory=lambda: [None] * 9)
    scores: list[int] = field(default_factory=lambda: [0, 0])
    prompts: tuple[Prompt, ...] = ()


class View(msgspec.Struct, frozen=True):
    cells: tuple[int | None, ...]
    scores: tuple[int, ...]


def awaited(seat: int) -> tuple[Prompt, ...]:
    return (Prompt(seat, "mark", "X-1", ("Mark",)),)


def has_line(cells: list[int | None], seat: int) -> bool:
    """X-2: three of one's own signs in a row."""
    return any(all(cells[cell] == seat for cell in line) for line in LINES)


# --- The rulebook -----------------------------------------------------------------------------------------------------


class TicTacToe(Rulebook):
    game = "tictactoe"
    title = "Noughts and crosses"
    seats = range(2, 3)
    seat_names = ("nought", "cross")
    editions = (Edition("1"),)
    commands = (Mark,)
    events = (Marked, LineMade)

    law = Law([
        Clause("X-1", "Marking", "In turn each puts a sign into a free cell; nought begins."),
        Clause("X-2", "End", "Three signs in a row win 1 point. Without a free cell the game ends."),
    ])  # fmt: skip
    catalogue = Catalogue(
        Texts(
            language="en",
            refusals={"CELL_TAKEN": "Cell {cell} is taken."},
            events={"Marked": "{seat:seat} marks cell {cell}", "LineMade": "{seats:seats} has three in a row"},
            prompts={"mark": "{seat:seat} is to mark a cell"},
        ),
        seat_names,
    )

    def start(self, options: Options, seats: int, edition: Edition) -> State:
        # A game that shuffles or deals would wait for nobody yet, and let its first event make the first prompt.
        return State(edition, prompts=awaited(0))

    def setup(self, state: State, chance: Chance) -> Iterator[Happening]:
        return iter(())

    def decide(self, state: State, seat: int, command: Mark, chance: Chance) -> Iterator[Happening]:
        # All checks come before the first yield; after it the state has changed already.
        if state.cells[command.cell] is not None:
            raise Refusal("CELL_TAKEN", "X-1", cell=command.cell)
        yield Marked(seat, command.cell)
        if has_line(state.cells, seat):
            yield LineMade((seat,), (Term("line", 1, 1, "X-2"),))
        if any(state.scores) or None not in state.cells:
            yield Under("X-2", GameFinished(tuple(state.scores), ranking(state.scores)))

    def evolve(self, state: State, event: Any) -> None:
        # Facts only: no check, no rule. The kernel's own `GameFinished` comes here too.
        if isinstance(event, Marked):
            state.cells[event.cell] = event.seat
            state.prompts = awaited(1 - event.seat)
        elif isinstance(event, LineMade):
            state.scores[event.seats[0]] += event.points
        elif isinstance(event, GameFinished):
            state.prompts = ()

    def legal(self, state: State, seat: int) -> list[Offer]:
        if not any(prompt.seat == seat for prompt in state.prompts):
            return []
        return [Offer(Mark, ("cell",), [(cell,) for cell, sign in enumerate(state.cells) if sign is None])]

    def view(self, state: State, seat: int | None) -> View:
        return View(tuple(state.cells), tuple(state.scores))

    def copy(self, state: State) -> State:
        return State(state.edition, state.cells.copy(), state.scores.copy(), state.prompts)

    def estimate(self, state: State, seat: int) -> int:
        return 10 * (has_line(state.cells, seat) - has_line(state.cells, 1 - seat)) + (state.cells[4] == seat)


rulebook = TicTacToe()
