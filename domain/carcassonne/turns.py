"""The sequence of play: draw, place, deploy, score, a second part perhaps, an escape perhaps, next seat; and the end.

Offering and doing stand side by side: `legal_…` lists what the checks of the command below it let pass. The base game's
sequence stays as it is (CSC-4); what the expansions add to it is asked of their own modules.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.carcassonne.board import cell_at, coordinates
from domain.carcassonne.companions import earns_second_part, is_extra_tile, with_companions
from domain.carcassonne.creativity import check_declared, joker_rows
from domain.carcassonne.cult import declare_challenges, lapse_challenges, may_stand_here
from domain.carcassonne.custom import Bonus, NoDeploy
from domain.carcassonne.custom import Recall as RecallEffect
from domain.carcassonne.faces import BUILDING, Face
from domain.carcassonne.messages import (
    BonusScored,
    Deploy,
    DeploySkipped,
    Escape,
    EscapeAwaited,
    EscapeSkipped,
    FinalScoringStarted,
    FollowerRecalled,
    GameStarted,
    KnightEscaped,
    PieceDeployed,
    PlaceTile,
    Recall,
    SecondPartStarted,
    SkipDeploy,
    SkipEscape,
    StackShuffled,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnEnded,
)
from domain.carcassonne.pieces import COMPANIONS, FOLLOWERS, role_of
from domain.carcassonne.river import next_river_tile, river_goes_on, spring
from domain.carcassonne.scoring import returned, score_end, score_placement
from domain.carcassonne.siege import check_escape, legal_escapes
from domain.carcassonne.state import RIVER, STACK, Game
from domain.table.chance import Chance
from domain.table.lifecycle import GameFinished
from domain.table.messages import Term
from domain.table.ranking import ranking
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

START_TILE = "BA-D"

# --- B-2 Set-up -------------------------------------------------------------------------------------------------------


def set_up(game: Game, chance: Chance) -> Iterator[Happening]:
    """B-2: the start tile lies at (0, 0), all others are shuffled together; then the first seat draws.

    R-1: where a river is in play, its spring lies there instead, and its tiles are a stack of their own.
    """
    yield GameStarted(spring(game.sets) or START_TILE, 0, 0, 0)
    if game.river:
        yield Under("R-1", StackShuffled(RIVER, len(game.river)))
    yield StackShuffled(STACK, len(game.stack))
    yield from draw_tile(game, chance)
    if not game.prompts:
        yield from end_game(game)


# --- B-3 Draw ---------------------------------------------------------------------------------------------------------


def draw_tile(game: Game, chance: Chance) -> Iterator[Happening]:
    """B-3: the top tile is drawn and shown; one that has no legal placement is discarded and the next one drawn.

    CSC-22: a blank is drawn like any other tile. Where no tile is left, nothing is drawn (B-14).
    """
    while game.river or game.stack:
        tile = next_river_tile(game, chance) if game.river else chance.pick(STACK, game.stack)
        yield TileDrawn(game.active, tile)
        if has_placement(game):
            return
        yield TileDiscarded(tile)


# --- B-4 Placement ----------------------------------------------------------------------------------------------------


def has_placement(game: Game) -> bool:
    """Whether the drawn tile can be laid anywhere."""
    shown = game.drawn_face
    if shown is None:
        return bool(joker_rows(game))
    face = game.face(shown)
    if _fits_by_edges_alone(game, face):
        return game.board.has_placement(face)
    return any(
        may_lie_here(game, face, cell, rotation)
        for cell, demand in game.board.demands.items()
        for rotation in face.fits(demand)
    )


def legal_placements(game: Game) -> Sequence[tuple[Any, ...]]:
    """B-4: tile, x, y and rotation of each placement of the drawn tile; for a joker also the declared type (CSC-23)."""
    if game.drawn is None:
        return []
    shown, tile = game.drawn_face, game.drawn
    if shown is None:
        return joker_rows(game)
    face = game.face(shown)
    placements = game.board.placements(tile, face)
    if _fits_by_edges_alone(game, face):
        return placements
    return [row for row in placements if may_lie_here(game, face, cell_at(row[1], row[2]), row[3])]


def _fits_by_edges_alone(game: Game, face: Face) -> bool:
    if face.tile.rivers:
        return False
    return face.building < 0 or not (game.board.abbeys if face.tile.shrine else game.board.shrines)


def may_lie_here(game: Game, face: Face, cell: int, rotation: int) -> bool:
    """What else than fitting edges a placement needs: CSC-9 and R-1."""
    strict = game.options.shrine_adjacency == "strict"
    return may_stand_here(game.board, face, cell, strict) and river_goes_on(game, face, cell, rotation)


def place_tile(game: Game, seat: int, command: PlaceTile, chance: Chance) -> Iterator[Happening]:
    """B-4: the cell is empty, beside a tile, and all touching edges show the same terrain."""
    shown = _check_placement(game, command)
    as_ = shown if shown != command.tile else ""
    yield TilePlaced(seat, command.tile, command.x, command.y, command.rot, as_)
    own = game.placed_own
    if own is not None and isinstance(own.effect, Bonus) and own.effect.on == "placed":
        yield BonusScored((seat,), (Term("bonus", 1, own.effect.points, "CSC-24"),), command.x, command.y)
    if not legal_deployments(game, seat) and not legal_recalls(game, seat):
        yield DeploySkipped(seat, automatic=True)
        yield from after_deployment(game, seat, chance)


def _check_placement(game: Game, command: PlaceTile) -> str:
    if command.tile != game.drawn:
        raise Refusal("TILE_NOT_DRAWN", "B-3", tile=command.tile, drawn=str(game.drawn))
    shown = check_declared(game, command)
    check_place(game, shown, command.x, command.y, command.rot)
    return shown


def check_place(game: Game, shown: str, x: int, y: int, rot: int) -> None:
    """B-4, CSC-9, R-1: whether a tile that shows this may be laid there, turned so, on the board as it is."""
    if not 0 <= rot <= 3:
        raise Refusal("BAD_ROTATION", "B-4", rot=rot)
    cell = cell_at(x, y)
    if coordinates(cell) != (x, y):
        # So far away that its number is another cell's.
        raise Refusal("NOT_ADJACENT", "B-4", x=x, y=y)
    if cell in game.board.tiles:
        raise Refusal("CELL_OCCUPIED", "B-4", x=x, y=y)
    demand = game.board.demands.get(cell)
    if demand is None:
        raise Refusal("NOT_ADJACENT", "B-4", x=x, y=y)
    face = game.face(shown)
    fitting = face.fits(demand)
    if rot not in fitting:
        raise Refusal("EDGE_MISMATCH", "B-4", tile=shown, x=x, y=y, rot=rot, fitting=fitting)
    if not may_stand_here(game.board, face, cell, game.options.shrine_adjacency == "strict"):
        raise Refusal("SHRINE_ADJACENCY", "CSC-9", tile=shown, x=x, y=y)
    if not river_goes_on(game, face, cell, rot):
        raise Refusal("RIVER_RULE", "R-1", tile=shown, x=x, y=y)


# --- B-6 Deployment ---------------------------------------------------------------------------------------------------


def legal_deployments(game: Game, seat: int) -> list[tuple[str, str]]:
    """B-6: the pieces and segments that the seat may choose from on the tile just laid.

    IC-5: the big follower goes wherever a follower may. TB-3, TB-5: builder and pig go where an own follower is.
    """
    if game.placed is None:
        return []
    laid = game.board.laid(*game.placed)
    if why_no_deployment(game, seat, None):
        return []
    features, home = game.board.features, game.supply[seat]
    followers = [piece for piece in FOLLOWERS if home.get(piece)]
    companions = [piece for piece in COMPANIONS if home.get(piece)]
    rows = []
    for node, segment in enumerate(laid.face.segments, laid.base):
        if not features.is_occupied(node):
            rows += [(piece, segment) for piece in followers]
        elif companions and _has_own_follower(game, seat, node):
            rows += [(piece, segment) for piece in companions if features.kinds[node] in COMPANIONS[piece]]
    return rows


def deploy(game: Game, seat: int, command: Deploy, chance: Chance) -> Iterator[Happening]:
    """B-6: a follower from the supply goes on a segment whose feature is unoccupied after joining."""
    assert game.placed is not None
    node = _check_deployment(game, seat, command)
    x, y = game.placed
    kind = game.board.features.kinds[node]
    role = role_of(command.piece, kind, game.board.laid(x, y).face.tile.shrine)
    clause = {"builder": "TB-3", "pig": "TB-5", "heretic": "CSC-6"}.get(role, "B-6")
    yield Under(clause, PieceDeployed(seat, command.piece, x, y, command.segment, role))
    if kind == BUILDING:
        yield from declare_challenges(game, seat, node)
    yield from after_deployment(game, seat, chance)


def _check_deployment(game: Game, seat: int, command: Deploy) -> int:
    assert game.placed is not None
    features, laid = game.board.features, game.board.laid(*game.placed)
    if command.segment not in laid.face.segments:
        raise Refusal("NO_SUCH_SEGMENT", "B-6", segment=command.segment, segments=laid.face.segments)
    if not game.supply[seat].get(command.piece, 0):
        raise Refusal("PIECE_NOT_IN_SUPPLY", "B-6", piece=command.piece)
    node = laid.base + laid.face.segments.index(command.segment)
    if command.piece in COMPANIONS:
        clause = "TB-3" if command.piece == "builder" else "TB-5"
        if features.kinds[node] not in COMPANIONS[command.piece]:
            raise Refusal("PIECE_NOT_ALLOWED_HERE", clause, piece=command.piece, segment=command.segment)
        if not _has_own_follower(game, seat, node):
            raise Refusal("NO_OWN_FOLLOWER", clause, piece=command.piece, segment=command.segment)
    elif features.is_occupied(node):
        raise Refusal("FEATURE_OCCUPIED", "B-6", segment=command.segment)
    return node


def why_no_deployment(game: Game, seat: int, command: Deploy | None) -> Refusal | None:
    """CSC-24: on a tile of the group's own that forbids it nothing is put, so that nobody is asked."""
    own = game.placed_own
    if own is None or not isinstance(own.effect, NoDeploy):
        return None
    return Refusal("NOTHING_MAY_STAND_HERE", "CSC-24", tile=own.name)


def _has_own_follower(game: Game, seat: int, node: int) -> bool:
    features = game.board.features
    return any(owner == seat and piece in FOLLOWERS for _, owner, piece in features.pieces_on(features.root(node)))


def skip_deploy(game: Game, seat: int, command: SkipDeploy, chance: Chance) -> Iterator[Happening]:
    """B-6: the player may, and need not, put a piece."""
    yield DeploySkipped(seat, automatic=False)
    yield from after_deployment(game, seat, chance)


# --- Taking back a follower, where a tile of the group's own making lets one (CSC-24) ---------------------------------


def legal_recalls(game: Game, seat: int) -> list[tuple[int, int, str, str]]:
    """CSC-24: the own followers that may be taken back instead of deploying."""
    if not _lets_recall(game):
        return []
    features = game.board.features
    return [
        (*features.sites[node], piece)
        for node, (owner, piece) in sorted(features.pieces.items())
        if owner == seat and piece in FOLLOWERS
    ]


def recall(game: Game, seat: int, command: Recall, chance: Chance) -> Iterator[Happening]:
    """CSC-24: a follower comes home from anywhere; companions that it leaves alone come too, its challenges lapse."""
    if (command.x, command.y, command.segment, command.piece) not in legal_recalls(game, seat):
        raise Refusal("NO_SUCH_PIECE", "CSC-24", piece=command.piece, x=command.x, y=command.y, segment=command.segment)
    node = game.board.node(command.x, command.y, command.segment)
    # A builder that the tile has joined counts, even if it now goes home with the follower (TB-3).
    second = earns_second_part(game, seat)
    yield FollowerRecalled(seat, command.piece, command.x, command.y, command.segment)
    yield from lapse_challenges(game, node)
    yield from returned(game, with_companions(game, [node]), "recalled")
    yield from score_part(game, seat, second, chance)


def why_no_recall(game: Game, seat: int, command: Recall) -> Refusal | None:
    """CSC-24: after any other tile nobody is taken back."""
    deploys = game.phase == "deploy" and game.active == seat
    return Refusal("NO_RECALL", "CSC-24") if deploys and not _lets_recall(game) else None


def _lets_recall(game: Game) -> bool:
    own = game.placed_own
    return own is not None and isinstance(own.effect, RecallEffect)


# --- The rest of a turn -----------------------------------------------------------------------------------------------


def after_deployment(game: Game, seat: int, chance: Chance) -> Iterator[Happening]:
    """B-12: deployment comes first, so the completed features are scored now. Then a builder's second part (TB-3)."""
    yield from score_part(game, seat, earns_second_part(game, seat), chance)


def score_part(game: Game, seat: int, second: bool, chance: Chance) -> Iterator[Happening]:
    """What the tile has completed pays. Then the second part, if one was earned; B-14: where the stack is empty it is
    dropped. CSC-21: by option a knight may escape before it."""
    assert game.placed is not None
    yield from score_placement(game, seat, *game.placed)
    if not second or not (game.river or game.stack):
        yield from before_turn_end(game, seat, chance)
    elif game.options.escape_each_part and legal_escapes(game, seat):
        yield EscapeAwaited(seat, second_part_follows=True)
    else:
        yield from start_second_part(game, seat, chance)
        if not game.prompts:
            yield from before_turn_end(game, seat, chance)


def start_second_part(game: Game, seat: int, chance: Chance) -> Iterator[Happening]:
    """TB-3, CSC-24: the seat draws and plays a second tile. Where none fits anywhere, nothing is awaited after this."""
    yield Under("CSC-24" if is_extra_tile(game) else "TB-3", SecondPartStarted(seat))
    yield from draw_tile(game, chance)


def before_turn_end(game: Game, seat: int, chance: Chance) -> Iterator[Happening]:
    """CSC-21: at the end of the own turn one knight may escape; where none can, the phase is passed."""
    if legal_escapes(game, seat):
        yield EscapeAwaited(seat, second_part_follows=False)
    else:
        yield from end_turn(game, seat, chance)


def escape(game: Game, seat: int, command: Escape, chance: Chance) -> Iterator[Happening]:
    """CSC-21: one own knight leaves a besieged city, for no points; a builder that it leaves alone goes home (TB-4)."""
    node = check_escape(game, seat, command)
    yield KnightEscaped(seat, command.piece, command.x, command.y, command.segment)
    yield from returned(game, with_companions(game, [node]), "escaped")
    yield from after_escape(game, seat, chance)


def skip_escape(game: Game, seat: int, command: SkipEscape, chance: Chance) -> Iterator[Happening]:
    """CSC-21: the player may, and need not, let a knight escape."""
    yield EscapeSkipped(seat)
    yield from after_escape(game, seat, chance)


def after_escape(game: Game, seat: int, chance: Chance) -> Iterator[Happening]:
    """CSC-21: one escape a part; a second part in which no tile can be laid has none of its own."""
    if game.second_part_follows:
        yield from start_second_part(game, seat, chance)
    if not game.prompts:
        yield from end_turn(game, seat, chance)


def end_turn(game: Game, seat: int, chance: Chance) -> Iterator[Happening]:
    """B-1: it is the next seat's turn, which draws; B-14: where there is no tile to draw, the game ends."""
    yield TurnEnded(seat, (seat + 1) % game.seats)
    yield from draw_next(game, game.active, chance)


def draw_next(game: Game, seat: int, chance: Chance) -> Iterator[Happening]:
    """B-3: the seat draws; B-14: where there is no tile to draw the game ends. TB-3: a second part ends with its turn."""
    yield from draw_tile(game, chance)
    if not game.prompts:
        yield from before_turn_end(game, seat, chance) if game.part == 2 else end_game(game)


def end_game(game: Game) -> Iterator[Happening]:
    """B-14, B-15: what is unfinished pays, then the farms; the highest total wins, equal totals share the rank."""
    yield FinalScoringStarted()
    yield from score_end(game)
    yield Under("B-15", GameFinished(tuple(game.scores), ranking(game.scores)))
