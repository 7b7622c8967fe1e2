"""The sequence of play: draw, place, deploy, score, next seat; and the end (B-1 to B-6, B-12, B-14).

Offering and doing stand side by side: `legal_…` lists what the checks of the command below it let pass.
"""

from collections.abc import Iterator

from domain.carcassonne.board import Placement, cell_at, coordinates
from domain.carcassonne.faces import KIND_NAMES
from domain.carcassonne.messages import (
    Deploy,
    DeploySkipped,
    FinalScoringStarted,
    GameStarted,
    PieceDeployed,
    PlaceTile,
    SkipDeploy,
    StackShuffled,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnEnded,
)
from domain.carcassonne.scoring import score_end, score_placement
from domain.carcassonne.state import STACK, Game
from domain.table.chance import Chance
from domain.table.lifecycle import GameFinished
from domain.table.ranking import ranking
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

START_TILE = "BA-D"
ROLES = {"city": "knight", "road": "thief", "farm": "farmer", "building": "monk"}

# --- B-2 Set-up -------------------------------------------------------------------------------------------------------


def set_up(game: Game, chance: Chance) -> Iterator[Happening]:
    """B-2: the start tile lies at (0, 0), all others are shuffled together; then the first seat draws."""
    yield GameStarted(START_TILE, 0, 0, 0)
    yield StackShuffled(STACK, len(game.stack))
    yield from draw_tile(game, chance)


# --- B-3 Draw ---------------------------------------------------------------------------------------------------------


def draw_tile(game: Game, chance: Chance) -> Iterator[Happening]:
    """B-3: the top tile is drawn and shown; one that fits nowhere is discarded and the next one drawn.

    B-14: where there is none to draw, the game ends.
    """
    while game.stack:
        tile = chance.pick(STACK, game.stack)
        yield TileDrawn(game.active, tile)
        if game.board.has_placement(game.face(tile)):
            return
        yield TileDiscarded(tile)
    yield from end_game(game)


# --- B-4 Placement ----------------------------------------------------------------------------------------------------


def legal_placements(game: Game) -> list[Placement]:
    """B-4: the cells and rotations in which the drawn tile may be laid."""
    return [] if game.drawn is None else game.board.placements(game.face(game.drawn))


def place_tile(game: Game, seat: int, command: PlaceTile, chance: Chance) -> Iterator[Happening]:
    """B-4: the cell is empty, beside a tile, and all touching edges show the same terrain."""
    _check_placement(game, command)
    yield TilePlaced(seat, command.tile, command.x, command.y, command.rot)
    if not legal_deployments(game, seat):
        yield DeploySkipped(seat, automatic=True)
        yield from end_turn(game, seat, chance)


def _check_placement(game: Game, command: PlaceTile) -> None:
    if command.tile != game.drawn:
        raise Refusal("TILE_NOT_DRAWN", "B-3", tile=command.tile, drawn=str(game.drawn))
    if not 0 <= command.rot <= 3:
        raise Refusal("BAD_ROTATION", "B-4", rot=command.rot)
    cell = cell_at(command.x, command.y)
    if coordinates(cell) != (command.x, command.y):
        # So far away that its number is another cell's.
        raise Refusal("NOT_ADJACENT", "B-4", x=command.x, y=command.y)
    if cell in game.board.tiles:
        raise Refusal("CELL_OCCUPIED", "B-4", x=command.x, y=command.y)
    demand = game.board.demands.get(cell)
    if demand is None:
        raise Refusal("NOT_ADJACENT", "B-4", x=command.x, y=command.y)
    fitting = game.face(command.tile).fits(demand)
    if command.rot not in fitting:
        raise Refusal(
            "EDGE_MISMATCH", "B-4", tile=command.tile, x=command.x, y=command.y, rot=command.rot, fitting=fitting
        )


# --- B-6 Deployment ---------------------------------------------------------------------------------------------------


def legal_deployments(game: Game, seat: int) -> list[tuple[str, str]]:
    """B-6: the pieces and segments that the seat may choose from on the tile just laid."""
    if game.placed is None or not game.supply[seat]["follower"]:
        return []
    laid = game.board.tiles[cell_at(*game.placed)]
    features = game.board.features
    return [
        ("follower", segment)
        for node, segment in enumerate(laid.face.segments, laid.base)
        if not features.is_occupied(node)
    ]


def deploy(game: Game, seat: int, command: Deploy, chance: Chance) -> Iterator[Happening]:
    """B-6: a follower from the supply goes on a segment whose feature is unoccupied after joining."""
    assert game.placed is not None
    _check_deployment(game, seat, command)
    x, y = game.placed
    kind = KIND_NAMES[game.board.features.kinds[game.board.node(x, y, command.segment)]]
    yield PieceDeployed(seat, command.piece, x, y, command.segment, ROLES[kind])
    yield from end_turn(game, seat, chance)


def _check_deployment(game: Game, seat: int, command: Deploy) -> None:
    assert game.placed is not None
    segments = game.board.tiles[cell_at(*game.placed)].face.segments
    if command.segment not in segments:
        raise Refusal("NO_SUCH_SEGMENT", "B-6", segment=command.segment, segments=segments)
    if not game.supply[seat].get(command.piece, 0):
        raise Refusal("PIECE_NOT_IN_SUPPLY", "B-6", piece=command.piece)
    if game.board.features.is_occupied(game.board.node(*game.placed, command.segment)):
        raise Refusal("FEATURE_OCCUPIED", "B-6", segment=command.segment)


def skip_deploy(game: Game, seat: int, command: SkipDeploy, chance: Chance) -> Iterator[Happening]:
    """B-6: the player may, and need not, put a piece."""
    yield DeploySkipped(seat, automatic=False)
    yield from end_turn(game, seat, chance)


# --- The end of a turn, and of the game -------------------------------------------------------------------------------


def end_turn(game: Game, seat: int, chance: Chance) -> Iterator[Happening]:
    """B-12: deployment comes first, so the completed features are scored now; then it is the next seat's turn (B-1)."""
    assert game.placed is not None
    yield from score_placement(game, *game.placed)
    yield TurnEnded(seat, (seat + 1) % game.seats)
    yield from draw_tile(game, chance)


def end_game(game: Game) -> Iterator[Happening]:
    """B-14, B-15: what is unfinished pays, then the farms; the highest total wins, equal totals share the rank."""
    yield FinalScoringStarted()
    yield from score_end(game)
    yield Under("B-15", GameFinished(tuple(game.scores), ranking(game.scores)))
