"""The state of a game, and how each event changes it. Nothing here asks a rule: an event is a fact."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from domain.carcassonne.board import Board
from domain.carcassonne.custom import Bonus, CustomTile, Manual, Recall, custom_id
from domain.carcassonne.faces import GOODS, Face, face, face_of
from domain.carcassonne.messages import (
    BonusScored,
    ChallengeDeclared,
    ChallengeDrawn,
    ChallengeLapsed,
    ChallengeUnresolved,
    ChallengeWon,
    DeploySkipped,
    EscapeAwaited,
    EscapeSkipped,
    FeatureScored,
    FinalScoringStarted,
    FollowerRecalled,
    GameStarted,
    GoodsAwarded,
    GoodsMajorityScored,
    KnightEscaped,
    PieceDeployed,
    PiecesReturned,
    RulingAccepted,
    RulingProposed,
    RulingRejected,
    RulingScored,
    RulingSettled,
    SecondPartStarted,
    StackShuffled,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnEnded,
)
from domain.carcassonne.options import GameOptions
from domain.carcassonne.pieces import supply
from domain.carcassonne.tiles import tile_types
from domain.table.clauses import Edition
from domain.table.lifecycle import GameFinished
from domain.table.messages import ScoringEvent
from domain.table.prompts import Prompt

STACK, RIVER = "stack", "river"
RIVER_SETS = ("river_1", "river_2")
BLANK = "CR-1"

SEATS = range(6)
PLACE = tuple(Prompt(seat, "place", "B-4", ("PlaceTile",)) for seat in SEATS)
DEPLOY = tuple(Prompt(seat, "deploy", "B-6", ("Deploy", "SkipDeploy")) for seat in SEATS)
RECALL = tuple(Prompt(seat, "recall", "CSC-24", ("Deploy", "SkipDeploy", "Recall")) for seat in SEATS)
ESCAPE = tuple(Prompt(seat, "escape", "CSC-21", ("Escape", "SkipEscape")) for seat in SEATS)
PROPOSE = tuple(Prompt(seat, "propose", "CSC-24", ("ProposeRuling",), optional=True) for seat in SEATS)
ANSWER = tuple(Prompt(seat, "answer", "CSC-24", ("AnswerRuling",)) for seat in SEATS)


@dataclass(slots=True)
class Challenge:
    """A challenge between the followers on two buildings, by their nodes (CSC-7, CSC-8)."""

    abbey: int
    shrine: int


@dataclass(slots=True)
class Proposal:
    """What a seat has proposed that a tile's text does, and who has accepted it (CSC-24)."""

    event: RulingProposed
    accepted: frozenset[int]
    before: tuple[Prompt, ...]


@dataclass(slots=True)
class Game:
    """A game of Carcassonne. `stack` and `river` are the sorted tiles not yet drawn; their order is chance's secret.

    `placed` is the cell of the latest tile as (x, y), `supply[seat]` counts pieces at home by kind, `goods[seat]` tokens in
    the order of GOODS. `part` is 2 in the second part of a turn. `manual` counts the tiles whose text waits for a ruling.
    """

    options: GameOptions
    seats: int
    edition: Edition
    sets: tuple[str, ...]
    stack: list[str]
    river: list[str]
    scores: list[int]
    supply: list[dict[str, int]]
    goods: list[list[int]]
    board: Board = field(default_factory=Board)
    prompts: tuple[Prompt, ...] = ()
    phase: str = "place"
    active: int = 0
    turn: int = 1
    part: int = 1
    second_part_follows: bool = False
    drawn: str | None = None
    blanks_drawn: int = 0
    placed: tuple[int, int] | None = None
    discarded: list[str] = field(default_factory=list)
    challenges: list[Challenge] = field(default_factory=list)
    bonuses: dict[int, int] = field(default_factory=dict)
    manual: int = 0
    proposal: Proposal | None = None
    ranking: tuple[int, ...] = ()

    def face(self, tile: str) -> Face:
        """What a tile of that id shows; KeyError if it is not of a set in play."""
        for number, own in enumerate(self.options.custom_tiles):
            if tile == custom_id(number):
                return _own_face(own, number)
        return face(self.sets, tile)

    def custom(self, tile: str) -> CustomTile | None:
        """The group's own tile of that id, if it is one."""
        for number, own in enumerate(self.options.custom_tiles):
            if tile == custom_id(number):
                return own
        return None

    @property
    def placed_own(self) -> CustomTile | None:
        """The latest tile, if it is one of the group's own making (CSC-24)."""
        if self.placed is None or not self.options.custom_tiles:
            return None
        return self.custom(self.board.laid(*self.placed).face.tile.id)

    @property
    def drawn_face(self) -> str | None:
        """The type of tile that is to be laid: the drawn tile's own, or that of the group's own tile which a blank stands
        for (CSC-24). None without a drawn tile, and for a joker that nobody has declared yet."""
        if self.drawn != BLANK:
            return self.drawn
        return custom_id(self.blanks_drawn - 1) if self.options.blank_mode == "custom" else None

    def copy(self) -> "Game":
        """A game that shares nothing mutable with this one."""
        return Game(
            self.options, self.seats, self.edition, self.sets, self.stack.copy(), self.river.copy(), self.scores.copy(),
            [pieces.copy() for pieces in self.supply], [tokens.copy() for tokens in self.goods], self.board.copy(),
            self.prompts, self.phase, self.active, self.turn, self.part, self.second_part_follows, self.drawn,
            self.blanks_drawn, self.placed, self.discarded.copy(), self.challenges.copy(), self.bonuses.copy(),
            self.manual, self.proposal, self.ranking,
        )  # fmt: skip


@lru_cache(maxsize=256)
def _own_face(own: CustomTile, number: int) -> Face:
    # Made ready once a definition, and not once a look: groups may bring any number of them.
    return face_of(own.tile(number))


def new_game(options: GameOptions, seats: int, edition: Edition) -> Game:
    """The state before the first event: an empty table, and all tiles still in the box.

    CSC-3: the tiles of all sets are one stack; only a river's are laid before (R-1).
    """
    tiles = tile_types(options.sets).values()
    stack = sorted(tile.id for tile in tiles for _ in range(tile.count) if tile.set not in RIVER_SETS)
    river = sorted(tile.id for tile in tiles for _ in range(tile.count) if tile.set in RIVER_SETS)
    supplies = [supply(options.sets) for _ in range(seats)]
    goods = [[0] * len(GOODS) for _ in range(seats)]
    return Game(options, seats, edition, options.sets, stack, river, [0] * seats, supplies, goods)


# --- Drawing and laying -----------------------------------------------------------------------------------------------


def _started(game: Game, event: GameStarted) -> None:
    _leave_box(game, event.tile)
    game.board.lay(event.tile, game.face(event.tile), event.x, event.y, event.rot, seat=-1, turn=0)


def _drawn(game: Game, event: TileDrawn) -> None:
    _leave_box(game, event.tile)
    game.drawn, game.phase = event.tile, "place"
    game.blanks_drawn += event.tile == BLANK
    game.prompts = PLACE[event.seat : event.seat + 1]
    if game.manual and game.part == 1:
        game.prompts += PROPOSE[: game.seats]


def _discarded(game: Game, event: TileDiscarded) -> None:
    game.drawn, game.prompts = None, ()
    game.discarded.append(event.tile)


def _placed(game: Game, event: TilePlaced) -> None:
    shown = event.as_ or event.tile
    own = game.custom(event.as_) if event.as_ else None
    counts = event.tile != BLANK or own is not None or game.options.blank_joker_scores
    base = game.board.lay(event.tile, game.face(shown), event.x, event.y, event.rot, event.seat, game.turn, counts)
    game.drawn, game.phase, game.placed = None, "deploy", (event.x, event.y)
    game.prompts = DEPLOY[event.seat : event.seat + 1]
    if own is not None:
        _own_tile_placed(game, event, own, base)


def _own_tile_placed(game: Game, event: TilePlaced, own: CustomTile, base: int) -> None:
    if isinstance(own.effect, Bonus) and own.effect.on == "completed":
        game.bonuses[base + own.tile(0).segments.index(own.effect.segment)] = own.effect.points
    if isinstance(own.effect, Manual):
        game.manual += 1
    if isinstance(own.effect, Recall):
        game.prompts = RECALL[event.seat : event.seat + 1]


def _leave_box(game: Game, tile: str) -> None:
    for pile in (game.river, game.stack) if game.river else (game.stack,):
        at = bisect_left(pile, tile)
        if at < len(pile) and pile[at] == tile:
            del pile[at]
            return
    raise LookupError(f"no {tile} is left in the stack")


# --- Pieces and points ------------------------------------------------------------------------------------------------


def _deployed(game: Game, event: PieceDeployed) -> None:
    game.board.features.put(game.board.node(event.x, event.y, event.segment), (event.seat, event.piece))
    game.supply[event.seat][event.piece] -= 1
    if game.placed == (event.x, event.y):
        # On any other tile it is a ruling that has put the piece, and no deployment.
        game.prompts = tuple(prompt for prompt in game.prompts if prompt.kind not in ("deploy", "recall"))


def _returned(game: Game, event: PiecesReturned) -> None:
    for piece in event.pieces:
        game.board.features.take(game.board.node(piece.x, piece.y, piece.segment))
        game.supply[piece.seat][piece.piece] += 1


def _scored(game: Game, event: ScoringEvent) -> None:
    points = event.points
    for seat in event.seats:
        game.scores[seat] += points


def _goods(game: Game, event: GoodsAwarded) -> None:
    for index, tokens in enumerate((event.wine, event.grain, event.cloth)):
        game.goods[event.seat][index] += tokens


# --- Challenges -------------------------------------------------------------------------------------------------------


def _challenged(game: Game, event: ChallengeDeclared) -> None:
    nodes = game.board.node(event.x, event.y, "building"), game.board.node(event.other_x, event.other_y, "building")
    first_is_shrine = game.board.laid(event.x, event.y).face.tile.shrine
    abbey, shrine = reversed(nodes) if first_is_shrine else nodes
    game.challenges.append(Challenge(abbey, shrine))


def _challenge_ended(game: Game, event: ChallengeWon | ChallengeDrawn | ChallengeLapsed | ChallengeUnresolved) -> None:
    pair = {game.board.node(event.x, event.y, "building"), game.board.node(event.other_x, event.other_y, "building")}
    game.challenges = [challenge for challenge in game.challenges if {challenge.abbey, challenge.shrine} != pair]


# --- Turns ------------------------------------------------------------------------------------------------------------


def _second_part(game: Game, event: SecondPartStarted) -> None:
    game.part = 2


def _turn_ended(game: Game, event: TurnEnded) -> None:
    game.active = event.next_seat
    game.turn += 1
    game.part = 1


def _escape_awaited(game: Game, event: EscapeAwaited) -> None:
    game.phase, game.second_part_follows = "escape", event.second_part_follows
    game.prompts = ESCAPE[event.seat : event.seat + 1]


def _waits_for_nobody(game: Game, event: object) -> None:
    game.prompts = ()


def _finished(game: Game, event: GameFinished) -> None:
    game.phase, game.prompts, game.ranking = "over", (), event.ranking


# --- Rulings on a tile's own text -------------------------------------------------------------------------------------


def _proposed(game: Game, event: RulingProposed) -> None:
    game.proposal = Proposal(event, frozenset({event.seat}), game.prompts)
    game.prompts = tuple(ANSWER[seat] for seat in range(game.seats) if seat != event.seat)


def _accepted(game: Game, event: RulingAccepted) -> None:
    assert game.proposal is not None
    proposal = game.proposal
    game.proposal = Proposal(proposal.event, proposal.accepted | {event.seat}, proposal.before)
    game.prompts = tuple(prompt for prompt in game.prompts if prompt.seat != event.seat)


def _rejected(game: Game, event: RulingRejected) -> None:
    assert game.proposal is not None
    game.prompts, game.proposal = game.proposal.before, None


def _settled(game: Game, event: RulingSettled) -> None:
    assert game.proposal is not None
    game.manual -= 1
    before = game.proposal.before
    game.prompts = before if game.manual else tuple(prompt for prompt in before if not prompt.optional)
    game.proposal = None


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    StackShuffled: _waits_for_nobody,
    GameStarted: _started,
    TileDrawn: _drawn,
    TileDiscarded: _discarded,
    TilePlaced: _placed,
    PieceDeployed: _deployed,
    DeploySkipped: _waits_for_nobody,
    FollowerRecalled: _waits_for_nobody,
    FeatureScored: _scored,
    BonusScored: _scored,
    GoodsMajorityScored: _scored,
    PiecesReturned: _returned,
    GoodsAwarded: _goods,
    ChallengeDeclared: _challenged,
    ChallengeWon: _challenge_ended,
    ChallengeDrawn: _challenge_ended,
    ChallengeLapsed: _challenge_ended,
    ChallengeUnresolved: _challenge_ended,
    SecondPartStarted: _second_part,
    EscapeAwaited: _escape_awaited,
    EscapeSkipped: _waits_for_nobody,
    KnightEscaped: _waits_for_nobody,
    RulingProposed: _proposed,
    RulingAccepted: _accepted,
    RulingRejected: _rejected,
    RulingScored: _scored,
    RulingSettled: _settled,
    TurnEnded: _turn_ended,
    FinalScoringStarted: _waits_for_nobody,
    GameFinished: _finished,
}
