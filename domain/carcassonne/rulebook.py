"""Carcassonne as a rulebook: where the kernel finds its rules, words and data."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.carcassonne import scene as drawing
from domain.carcassonne.board import coordinates
from domain.carcassonne.estimate import estimate
from domain.carcassonne.faces import KIND_NAMES
from domain.carcassonne.messages import COMMANDS, EVENTS, Deploy, PlaceTile, SkipDeploy
from domain.carcassonne.options import SETS, GameOptions
from domain.carcassonne.recorded import RecordedCarcassonne, read_recorded
from domain.carcassonne.state import EVOLVE, Game, new_game
from domain.carcassonne.turns import (
    ROLES,
    deploy,
    legal_deployments,
    legal_placements,
    place_tile,
    set_up,
    skip_deploy,
)
from domain.carcassonne.view import GameView, SeenPiece, SeenTile
from domain.table.catalogue import Catalogue, load_texts
from domain.table.chance import Chance
from domain.table.clauses import Ambiguity, Edition, Law, load_law, load_register
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Rulebook
from domain.table.scene import Scene

_DATA = "domain.carcassonne.data"
_DECIDE: dict[type, Callable[[Game, int, Any, Chance], Iterator[Happening]]] = {
    PlaceTile: place_tile,
    Deploy: deploy,
    SkipDeploy: skip_deploy,
}


class Carcassonne(Rulebook):
    """The base game, third-edition farms."""

    game = "carcassonne"
    title = "Carcassonne"
    seats = range(2, 6)
    seat_names = ("red", "blue", "green", "yellow", "black", "pink")
    editions = (Edition("1"),)
    options = GameOptions
    commands = COMMANDS
    events = EVENTS

    @property
    def law(self) -> Law:
        return load_law(_DATA)

    @property
    def catalogue(self) -> Catalogue:
        return Catalogue(load_texts(_DATA), self.seat_names)

    @property
    def register(self) -> tuple[Ambiguity, ...]:
        return load_register(_DATA)

    def check_options(self, options: GameOptions, seats: int) -> None:  # type: ignore[override]
        unknown = tuple(name for name in options.sets if name not in SETS)
        if unknown:
            raise Refusal("UNKNOWN_SET", "B-2", unknown=unknown, known=tuple(SETS))
        if "base" not in options.sets or len(set(options.sets)) != len(options.sets):
            raise Refusal("BASE_SET_REQUIRED", "B-2")

    def start(self, options: GameOptions, seats: int, edition: Edition) -> Game:
        return new_game(options, seats, edition)

    def setup(self, state: Game, chance: Chance) -> Iterator[Happening]:
        return set_up(state, chance)

    def decide(self, state: Game, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        return _DECIDE[type(command)](state, seat, command, chance)

    def evolve(self, state: Game, event: Any) -> None:
        EVOLVE[type(event)](state, event)

    def legal(self, state: Game, seat: int) -> list[Offer]:
        if not any(prompt.seat == seat for prompt in state.prompts):
            return []
        if state.phase == "place":
            rows = [(state.drawn, *placement) for placement in legal_placements(state)]
            return [Offer(PlaceTile, ("tile", "x", "y", "rot"), rows)]
        return [Offer(SkipDeploy), Offer(Deploy, ("piece", "segment"), legal_deployments(state, seat))]

    def copy(self, state: Game) -> Game:
        return state.copy()

    def view(self, state: Game, seat: int | None) -> GameView:
        """Everything is public but the order of the stack, which the state does not hold (the law's section 3.5)."""
        tiles: list[SeenTile] = []
        placed = -1
        for cell, laid in state.board.tiles.items():
            x, y = coordinates(cell)
            if (x, y) == state.placed:
                placed = len(tiles)
            tiles.append(SeenTile(laid.face.tile.id, x, y, laid.rot, laid.seat, laid.turn))
        return GameView(
            state.sets,
            state.seats,
            state.phase,
            state.turn,
            state.active,
            state.drawn,
            placed,
            tuple(tiles),
            tuple(_seen_pieces(state)),
            tuple(state.scores),
            tuple(dict(supply) for supply in state.supply),
            {tile: state.stack.count(tile) for tile in sorted(set(state.stack))},
            tuple(state.discarded),
            state.ranking,
        )

    def scene(self, view: GameView) -> Scene:
        return drawing.scene(view)

    def estimate(self, state: Game, seat: int) -> int:
        return estimate(state, seat)

    def recorded(self, data: bytes) -> RecordedCarcassonne:
        return read_recorded(data)


def _seen_pieces(state: Game) -> Iterator[SeenPiece]:
    features = state.board.features
    for node, (seat, piece) in sorted(features.pieces.items()):
        x, y, segment = features.sites[node]
        yield SeenPiece(seat, piece, ROLES[KIND_NAMES[features.kinds[node]]], x, y, segment)


rulebook = Carcassonne()
