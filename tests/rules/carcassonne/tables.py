"""Tables for tests: boards drawn as text, pieces on them, and turns in one line each.

A board is a grid of tiles, a letter and the quarter turns each: ``E2`` is BA-E turned twice, ``D0*`` the start tile at (0, 0),
``.`` an empty cell. Pieces stand as ``0 city:0 @0,-1``: seat, segment, cell. A turn is ``E 0,-1 2 city:0``: tile, cell, turns,
and what is deployed, if anything. The board and the pieces are set out by events, as a log would hold them; the turns are
played by commands.
"""

import re
from collections import Counter, deque
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.carcassonne.messages import (
    Deploy,
    FeatureScored,
    GameStarted,
    PieceDeployed,
    PlaceTile,
    SkipDeploy,
    StackShuffled,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
)
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import STACK, Game
from domain.carcassonne.tiles import tile_types
from domain.table.chance import Dictated
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import GameBegun, OpenTable, TakeSeat
from domain.table.messages import HOST
from domain.table.records import Cause, Draw, Record, Submission
from domain.table.refusals import Refusal
from domain.table.table import Table

TABLE_ID = "TESTTABLE234"
ROLES = {"city": "knight", "road": "thief", "farm": "farmer", "building": "monk"}
TYPES = tile_types(("base",))
Cell = tuple[int, int]

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def opened(seats: int, options: str = "{}", chance: str = "dictated") -> Table:
    """A table whose seats are taken."""
    table = Table(TABLE_ID, rulebook)
    commands = [OpenTable("carcassonne", "1", seats, "host", "0" * 64, options, chance)]
    commands += [TakeSeat(seat, f"person-{seat}") for seat in range(seats)]
    for number, command in enumerate(commands):
        done = handle(table, Submission(f"open-{number}", HOST, table.version, command), Moment(1, Dictated({}), b""))
        assert isinstance(done, Accepted), done
    return table


def drawn_board(drawing: str) -> dict[Cell, tuple[str, int]]:
    """The tiles of a drawing by cell, the start tile first, each beside one before it."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    found = {(x, y): token for y, row in enumerate(rows) for x, token in enumerate(row) if token != "."}
    start = next(cell for cell, token in found.items() if token.endswith("*"))
    tiles = {
        (x - start[0], y - start[1]): (f"BA-{token[0]}", int(token[1])) for (x, y), token in found.items()
    }
    assert tiles[0, 0] == ("BA-D", 0)
    ordered, waiting = {}, deque([(0, 0)])
    while waiting:
        x, y = cell = waiting.popleft()
        if cell in tiles:
            ordered[cell] = tiles.pop(cell)
            waiting.extend([(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)])
    assert not tiles, f"{sorted(tiles)} are not joined to the start tile"
    _check_edges(ordered)
    return ordered


def _check_edges(tiles: dict[Cell, tuple[str, int]]) -> None:
    for (x, y), (tile, rot) in tiles.items():
        for edge, beside in ((1, (x + 1, y)), (2, (x, y + 1))):
            if beside in tiles:
                other, other_rot = tiles[beside]
                mine = TYPES[tile].edges[(edge - rot) % 4]
                theirs = TYPES[other].edges[(edge + 2 - other_rot) % 4]
                assert mine == theirs, f"{tile} at {x, y} and {other} at {beside} do not fit"


class Match:
    """A game in the middle, of which the next tiles are known. With `ends` the stack holds no others."""

    def __init__(
        self,
        board: str = "D0*",
        pieces: str = "",
        tiles: str = "",
        seats: int = 2,
        ends: bool = False,
        options: str = "{}",
    ) -> None:
        laid = drawn_board(board)
        forced = [f"BA-{letter}" for letter in tiles.split()]
        left = Counter({tile.id: tile.count for tile in TYPES.values()})
        left.subtract(tile for tile, _ in laid.values())
        left.subtract(forced)
        assert min(left.values()) >= 0, f"too few copies: {[tile for tile, n in left.items() if n < 0]}"
        rest = sorted(left.elements())
        self.source = Dictated({STACK: [*forced, *rest]})
        self.table = opened(seats, options)
        self._number = 0
        self._set_out(laid, pieces, rest if ends else [], [*forced, *rest])

    def _set_out(self, laid: dict[Cell, tuple[str, int]], pieces: str, gone: Sequence[str], order: Sequence[str]) -> None:
        cause = Cause("begin", -1, msgspec.Raw(_encode({"command": "BeginGame"})), b"")
        self.table.apply(Record(1, HOST, GameBegun(), cause=cause))
        self._fact(GameStarted("BA-D", 0, 0, 0))
        self._fact(StackShuffled(STACK, 71))
        for (x, y), (tile, rot) in list(laid.items())[1:]:
            self._fact(TileDrawn(0, tile))
            self._fact(TilePlaced(0, tile, x, y, rot))
        for seat, segment, x, y in re.findall(r"(\d) (\S+) @(-?\d+),(-?\d+)", pieces):
            role = ROLES[segment.partition(":")[0]]
            self._fact(PieceDeployed(int(seat), "follower", int(x), int(y), segment, role))
        for tile in gone:
            self._fact(TileDrawn(0, tile))
            self._fact(TileDiscarded(tile))
        bound, value = len(self.game.stack), self.game.stack.index(order[0])
        self.table.apply(Record(1, HOST, TileDrawn(0, order[0]), (Draw(STACK, 0, bound, value),)))

    def _fact(self, event: Any) -> None:
        self.table.apply(Record(1, HOST, event))

    @property
    def game(self) -> Game:
        game: Game = self.table.game
        return game

    @property
    def scores(self) -> list[int]:
        return self.game.scores

    @property
    def home(self) -> list[int]:
        """How many followers each seat has at home."""
        return [supply["follower"] for supply in self.game.supply]

    @property
    def awaited(self) -> tuple[int, tuple[str, ...]] | None:
        """Whose move it is, and which commands are awaited."""
        return next(((prompt.seat, prompt.commands) for prompt in self.table.prompts), None)

    def give(
        self, command: object, by: int | None = None, expected: int | None = None, seat: int | None = None
    ) -> list[Any] | Refusal:
        """Give a command for the seat that is awaited, or another speaker: its events, or the refusal."""
        self._number += 1
        by = self.table.prompts[0].seat if by is None else by
        expected = self.table.version if expected is None else expected
        submission = Submission(f"c{self._number}", by, expected, command, seat)
        done = handle(self.table, submission, Moment(2, self.source, b""))
        return done if isinstance(done, Refusal) else [record.event for record in done.records]

    def place(self, turn: str) -> list[Any] | Refusal:
        """Lay the tile of a turn."""
        letter, cell, rot = turn.split()[:3]
        x, y = map(int, cell.split(","))
        return self.give(PlaceTile(f"BA-{letter}", x, y, int(rot)))

    def give_deploy(self, segment: str, piece: str = "follower") -> list[Any] | Refusal:
        """Deploy on a segment of the tile just laid."""
        return self.give(Deploy(piece, segment))

    def turn(self, turn: str) -> list[Any]:
        """Play a turn whole: its events. Where nothing is named to be deployed, nothing is."""
        events = self.place(turn)
        assert isinstance(events, list), events
        words = turn.split()
        after: list[Any] | Refusal = []
        if len(words) > 3:
            after = self.give_deploy(words[3])
        elif self.awaited and "SkipDeploy" in self.awaited[1]:
            after = self.give(SkipDeploy())
        assert isinstance(after, list), after
        return events + after

    def turns(self, turns: str) -> list[Any]:
        """Play turns, one a line: all their events."""
        return [event for turn in turns.strip().splitlines() for event in self.turn(turn)]


def letters(turns: str) -> str:
    """The tiles of some turns, to be forced."""
    return " ".join(turn.split()[0] for turn in turns.strip().splitlines())


def paid(events: Sequence[Any]) -> list[str]:
    """What features paid, in a line each: ``city 0+1 8 complete``."""
    return [
        f"{event.kind} {'+'.join(map(str, event.seats))} {event.points} {'complete' if event.complete else 'unfinished'}"
        for event in events
        if isinstance(event, FeatureScored)
    ]


def code(answer: object) -> str:
    """The code of a refusal, or `accepted`."""
    return answer.code if isinstance(answer, Refusal) else "accepted"
