"""Noughts and crosses: a whole game in one file, to begin another from.

Try it in this folder: souls demo tictactoe --rulebook tic_tac_toe:rulebook
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

from domain.table.catalogue import Catalogue, Texts
from domain.table.chance import Chance
from domain.table.clauses import Clause, Edition, Law
from domain.table.messages import Command, GameEvent, ScoringEvent, SeatNumber, Term
from domain.table.offers import Offer
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Options, Rulebook, Under

Cell = Annotated[int, msgspec.Meta(ge=0, le=8)]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
AWAITED = [(Prompt(seat, "mark", "X-1", ("Mark",)),) for seat in (0, 1)]


class Mark(Command, frozen=True):
    """What can be asked: to put one's sign into a cell; cells are 0 to 8, row by row."""

    clause = "X-1"
    cell: Cell


class Marked(GameEvent, frozen=True, tag="mark"):
    clause = "X-1"
    seat: SeatNumber
    cell: Cell


class LineMade(ScoringEvent, frozen=True, tag="line"):
    """Every point of the final scores comes from an event like this one, and says why."""

    clause = "X-2"


@dataclass
class State:
    edition: Edition
    prompts: tuple[Prompt, ...]
    cells: list[int | None] = field(default_factory=lambda: [None] * 9)
    scores: list[int] = field(default_factory=lambda: [0, 0])


class View(msgspec.Struct, frozen=True):
    cells: tuple[int | None, ...]
    scores: tuple[int, ...]


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
            refusals={"CELL_TAKEN": "Cell {cell} is taken."},
            events={"Marked": "{seat:seat} marks cell {cell}", "LineMade": "{seats:seats} has three in a row"},
            prompts={"mark": "{seat:seat} is to mark a cell"},
        ),
        seat_names,
    )

    def start(self, options: Options, seats: int, edition: Edition) -> State:
        return State(edition, AWAITED[0])

    def decide(self, state: State, seat: int, command: Mark, chance: Chance) -> Iterator[Happening]:
        # All checks come before the first yield; after it the state has changed already.
        if state.cells[command.cell] is not None:
            raise Refusal("CELL_TAKEN", "X-1", cell=command.cell)
        yield Marked(seat, command.cell)
        won = any(all(state.cells[cell] == seat for cell in line) for line in LINES)
        if won:
            yield LineMade((seat,), (Term("line", 1, 1, "X-2"),))
        # Not by the scores: an arbiter may have given points too.
        if won or None not in state.cells:
            yield Under("X-2", self.result(state))

    def evolve(self, state: State, event: Any) -> None:
        # Facts only: no check, no rule. The kernel's own `GameFinished` comes here too.
        if isinstance(event, Marked):
            state.cells[event.cell] = event.seat
            state.prompts = AWAITED[1 - event.seat]
        elif isinstance(event, LineMade):
            state.scores[event.seats[0]] += event.points

    def legal(self, state: State, seat: int) -> list[Offer]:
        free = [(cell,) for cell, sign in enumerate(state.cells) if sign is None]
        return [Offer(Mark, ("cell",), free)] if state.prompts == AWAITED[seat] else []

    def view(self, state: State, seat: int | None) -> View:
        return View(tuple(state.cells), tuple(state.scores))


rulebook = TicTacToe()
