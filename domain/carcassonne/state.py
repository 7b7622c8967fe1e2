"""The state of a game, and how each event changes it. Nothing here asks a rule: an event is a fact."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from domain.carcassonne.board import Board
from domain.carcassonne.faces import Face, face
from domain.carcassonne.messages import (
    DeploySkipped,
    FeatureScored,
    FinalScoringStarted,
    GameStarted,
    PieceDeployed,
    PiecesReturned,
    StackShuffled,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnEnded,
)
from domain.carcassonne.options import GameOptions
from domain.carcassonne.tiles import tile_types
from domain.table.clauses import Edition
from domain.table.lifecycle import GameFinished
from domain.table.prompts import Prompt

FOLLOWERS = 7
STACK = "stack"

PLACE = tuple(Prompt(seat, "place", "B-4", ("PlaceTile",)) for seat in range(6))
DEPLOY = tuple(Prompt(seat, "deploy", "B-6", ("Deploy", "SkipDeploy")) for seat in range(6))


@dataclass(slots=True)
class Game:
    """A game of Carcassonne. `stack` is the sorted tiles not yet drawn; their order is chance's secret.

    `placed` is the cell of the latest tile as (x, y), `supply[seat]` counts pieces at home by kind.
    """

    options: GameOptions
    seats: int
    edition: Edition
    sets: tuple[str, ...]
    stack: list[str]
    scores: list[int]
    supply: list[dict[str, int]]
    board: Board = field(default_factory=Board)
    prompts: tuple[Prompt, ...] = ()
    phase: str = "place"
    active: int = 0
    turn: int = 1
    drawn: str | None = None
    placed: tuple[int, int] | None = None
    discarded: list[str] = field(default_factory=list)
    ranking: tuple[int, ...] = ()

    def face(self, tile: str) -> Face:
        """The tile of that id, ready for the board; KeyError if it is not of a set in play."""
        return face(self.sets, tile)

    def copy(self) -> "Game":
        """A game that shares nothing mutable with this one."""
        return Game(
            self.options, self.seats, self.edition, self.sets, self.stack.copy(), self.scores.copy(),
            [supply.copy() for supply in self.supply], self.board.copy(), self.prompts, self.phase, self.active, self.turn,
            self.drawn, self.placed, self.discarded.copy(), self.ranking,
        )  # fmt: skip


def new_game(options: GameOptions, seats: int, edition: Edition) -> Game:
    """The state before the first event: an empty table, and all tiles still in the box."""
    tiles = tile_types(options.sets)
    stack = sorted(tile.id for tile in tiles.values() for _ in range(tile.count))
    return Game(
        options, seats, edition, options.sets, stack, [0] * seats, [{"follower": FOLLOWERS} for _ in range(seats)]
    )


def _started(game: Game, event: GameStarted) -> None:
    _leave_stack(game, event.tile)
    game.board.lay(game.face(event.tile), event.x, event.y, event.rot, seat=-1, turn=0)


def _drawn(game: Game, event: TileDrawn) -> None:
    _leave_stack(game, event.tile)
    game.drawn, game.phase = event.tile, "place"
    game.prompts = PLACE[event.seat : event.seat + 1]


def _discarded(game: Game, event: TileDiscarded) -> None:
    game.drawn, game.prompts = None, ()
    game.discarded.append(event.tile)


def _placed(game: Game, event: TilePlaced) -> None:
    game.board.lay(game.face(event.tile), event.x, event.y, event.rot, event.seat, game.turn)
    game.drawn, game.phase, game.placed = None, "deploy", (event.x, event.y)
    game.prompts = DEPLOY[event.seat : event.seat + 1]


def _deployed(game: Game, event: PieceDeployed) -> None:
    game.board.features.put(game.board.node(event.x, event.y, event.segment), (event.seat, event.piece))
    game.supply[event.seat][event.piece] -= 1
    game.prompts = ()


def _skipped(game: Game, event: DeploySkipped) -> None:
    game.prompts = ()


def _scored(game: Game, event: FeatureScored) -> None:
    for seat in event.seats:
        game.scores[seat] += event.points


def _returned(game: Game, event: PiecesReturned) -> None:
    for piece in event.pieces:
        game.board.features.take(game.board.node(piece.x, piece.y, piece.segment))
        game.supply[piece.seat][piece.piece] += 1


def _turn_ended(game: Game, event: TurnEnded) -> None:
    game.active = event.next_seat
    game.turn += 1


def _nothing(game: Game, event: StackShuffled | FinalScoringStarted) -> None:
    game.prompts = ()


def _finished(game: Game, event: GameFinished) -> None:
    game.phase, game.prompts, game.ranking = "over", (), event.ranking


def _leave_stack(game: Game, tile: str) -> None:
    at = bisect_left(game.stack, tile)
    if at == len(game.stack) or game.stack[at] != tile:
        raise LookupError(f"no {tile} is left in the stack")
    del game.stack[at]


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    StackShuffled: _nothing,
    GameStarted: _started,
    TileDrawn: _drawn,
    TileDiscarded: _discarded,
    TilePlaced: _placed,
    PieceDeployed: _deployed,
    DeploySkipped: _skipped,
    FeatureScored: _scored,
    PiecesReturned: _returned,
    TurnEnded: _turn_ended,
    FinalScoringStarted: _nothing,
    GameFinished: _finished,
}
