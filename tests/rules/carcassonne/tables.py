"""Tables for tests: boards drawn as text, pieces on them, and turns in one line each.

A board is a grid of tiles, a letter and the quarter turns each: ``E2`` is BA-E turned twice, ``SI-1/2`` a tile of another set,
``D0*`` the start tile at (0, 0), ``.`` an empty cell. Pieces stand as ``0 city:0 @0,-1``: seat, segment, cell; other pieces
than followers as ``0 big@city:0 @0,-1``. A turn is ``E 0,-1 2 city:0``: tile, cell, turns, and what is deployed, if anything,
such as ``pig@farm:0``; ``!0,-1 city:0`` at its end lets a knight escape. A blank is ``CR-1=SI-3``. The board, the pieces and
their challenges are set out by events, as a log would hold them; the turns are played by commands.
"""

import re
from collections import Counter, deque
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.carcassonne.messages import (
    BonusScored,
    ChallengeDeclared,
    Deploy,
    Escape,
    FeatureScored,
    GameStarted,
    GoodsMajorityScored,
    PieceDeployed,
    PlaceTile,
    RulingScored,
    SkipDeploy,
    SkipEscape,
    StackShuffled,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
)
from domain.carcassonne.pieces import role_of
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import RIVER, STACK, Game
from domain.carcassonne.tiles import TileType, tile_types
from domain.table.chance import Dictated
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import BeginGame, GameBegun, OpenTable, TakeSeat
from domain.table.messages import HOST
from domain.table.records import Cause, Draw, Record, Submission
from domain.table.refusals import Refusal
from domain.table.table import Table

TABLE_ID = "TESTTABLE234"
BASE = ("base",)
SHEET = ("base", "cult", "siege", "creativity")
EVERYTHING = (*SHEET, "inns_cathedrals", "traders_builders")
TYPES = tile_types(BASE)
ALL_TYPES = tile_types((*EVERYTHING, "river_1", "river_2"))
Cell = tuple[int, int]

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_TOKEN = re.compile(r"(?P<base>[A-X])(?P<rot>[0-3])\*?|(?P<other>[A-Z0-9]+-[A-Z0-9]+)/(?P<turns>[0-3])")


def options_of(sets: Sequence[str] = BASE, **others: object) -> str:
    """The options of a table, as a host writes them."""
    return msgspec.json.encode({"sets": list(sets), **others}).decode()


def opened(seats: int, options: str = options_of(), chance: str = "dictated") -> Table:
    """A table whose seats are taken."""
    table = Table(TABLE_ID, rulebook)
    commands = [OpenTable("carcassonne", "1", seats, "host", "0" * 64, options, chance, "arbiter")]
    commands += [TakeSeat(seat, f"person-{seat}") for seat in range(seats)]
    for number, command in enumerate(commands):
        done = handle(table, Submission(f"open-{number}", HOST, table.version, command), Moment(1, Dictated({}), b""))
        assert isinstance(done, Accepted), done
    return table


def tile_id(word: str) -> str:
    """The id of a tile that is written as a letter of the base set, or in full."""
    return f"BA-{word}" if len(word) == 1 else word


def drawn_board(drawing: str) -> dict[Cell, tuple[str, int]]:
    """The tiles of a drawing by cell, the start tile first, each beside one before it."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    found = {(x, y): token for y, row in enumerate(rows) for x, token in enumerate(row) if token != "."}
    start = next(cell for cell, token in found.items() if token.endswith("*"))
    tiles = {(x - start[0], y - start[1]): _tile_of(token) for (x, y), token in found.items()}
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


def _tile_of(token: str) -> tuple[str, int]:
    found = _TOKEN.fullmatch(token)
    assert found is not None, token
    if found["base"]:
        return f"BA-{found['base']}", int(found["rot"])
    return found["other"], int(found["turns"])


def edges_of(tile: TileType) -> tuple[str, str, str, str]:
    """What a tile shows on its edges; a blank has none."""
    assert tile.edges is not None
    return tile.edges


def _check_edges(tiles: dict[Cell, tuple[str, int]]) -> None:
    for (x, y), (tile, rot) in tiles.items():
        for edge, beside in ((1, (x + 1, y)), (2, (x, y + 1))):
            if beside in tiles:
                other, other_rot = tiles[beside]
                mine = edges_of(ALL_TYPES[tile])[(edge - rot) % 4]
                theirs = edges_of(ALL_TYPES[other])[(edge + 2 - other_rot) % 4]
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
        options: str = options_of(),
    ) -> None:
        laid = drawn_board(board)
        forced = [tile_id(word) for word in tiles.split()]
        self.table = opened(seats, options)
        self._number = 0
        left = Counter({tile.id: tile.count for tile in tile_types(self.table.options.sets).values()})
        left.subtract(tile for tile, _ in laid.values())
        left.subtract(forced)
        assert min(left.values()) >= 0, f"too few copies: {[tile for tile, n in left.items() if n < 0]}"
        rest = sorted(left.elements())
        self.source = Dictated({STACK: [*forced, *rest]})
        self._set_out(laid, pieces, rest if ends else [], [*forced, *rest])

    def _set_out(
        self, laid: dict[Cell, tuple[str, int]], pieces: str, gone: Sequence[str], order: Sequence[str]
    ) -> None:
        cause = Cause("begin", -1, msgspec.Raw(_encode({"command": "BeginGame"})), b"")
        self.table.apply(Record(1, HOST, GameBegun(), cause=cause))
        self._fact(GameStarted("BA-D", 0, 0, 0))
        self._fact(StackShuffled(STACK, len(self.game.stack)))
        for (x, y), (tile, rot) in list(laid.items())[1:]:
            self._fact(TileDrawn(0, tile))
            self._fact(TilePlaced(0, tile, x, y, rot))
        self._stand(laid, pieces)
        for tile in gone:
            self._fact(TileDrawn(0, tile))
            self._fact(TileDiscarded(tile))
        bound, value = len(self.game.stack), self.game.stack.index(order[0])
        self.table.apply(Record(1, HOST, TileDrawn(0, order[0]), (Draw(STACK, 0, bound, value),)))

    def _stand(self, laid: dict[Cell, tuple[str, int]], pieces: str) -> None:
        held: dict[Cell, int] = {}
        for seat, piece, segment, x, y in re.findall(r"(\d) (?:(\w+)@)?(\S+) @(-?\d+),(-?\d+)", pieces):
            cell, piece = (int(x), int(y)), piece or "follower"
            shrine = ALL_TYPES[laid[cell][0]].shrine
            kind = ("city", "road", "farm", "building").index(segment.partition(":")[0])
            self._fact(PieceDeployed(int(seat), piece, *cell, segment, role_of(piece, kind, shrine)))
            if segment == "building":
                for other, owner in held.items():
                    near = max(abs(other[0] - cell[0]), abs(other[1] - cell[1])) == 1
                    rivals = owner != int(seat) or self.game.options.self_challenge
                    if near and rivals and ALL_TYPES[laid[other][0]].shrine != shrine:
                        self._fact(ChallengeDeclared(int(seat), *cell, owner, *other))
                held[cell] = int(seat)

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

    @property
    def events(self) -> list[Any]:
        """All events of the table."""
        return [record.event for record in self.table.records]

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

    def done(self, command: object, by: int | None = None) -> list[Any]:
        """Give a command that is accepted: its events."""
        events = self.give(command, by)
        assert isinstance(events, list), events
        return events

    def twin(self) -> "Match":
        """The same game, to try something on."""
        twin = Match.__new__(Match)
        twin.table, twin.source, twin._number = self.table.copy(), self.source, self._number
        return twin

    def place(self, turn: str) -> list[Any] | Refusal:
        """Lay the tile of a turn."""
        word, cell, rot = turn.split()[:3]
        x, y = map(int, cell.split(","))
        tile, _, declared = word.partition("=")
        return self.give(PlaceTile(tile_id(tile), x, y, int(rot), tile_id(declared) if declared else None))

    def give_deploy(self, segment: str, piece: str = "follower") -> list[Any] | Refusal:
        """Deploy on a segment of the tile just laid; ``big@city:0`` names another piece."""
        named, at, there = segment.rpartition("@")
        return self.give(Deploy(named if at else piece, there))

    def done_deploy(self, segment: str, piece: str = "follower") -> list[Any]:
        """Deploy where it is allowed: the events."""
        events = self.give_deploy(segment, piece)
        assert isinstance(events, list), events
        return events

    def turn(self, turn: str) -> list[Any]:
        """Play a turn whole: its events. Where nothing is named to be deployed, nothing is, and where nobody is named to
        escape, everybody stays."""
        turn, _, escape = turn.partition("!")
        events = self.place(turn)
        assert isinstance(events, list), events
        words = turn.split()
        after: list[Any] | Refusal = []
        if len(words) > 3:
            after = self.give_deploy(words[3])
        elif self.awaited and "SkipDeploy" in self.awaited[1]:
            after = self.give(SkipDeploy())
        assert isinstance(after, list), after
        return events + after + self._escape(escape)

    def turn_open(self, turn: str) -> list[Any]:
        """Play a turn up to the escape, which is left open."""
        events = self.place(turn)
        assert isinstance(events, list), events
        words = turn.split()
        after = self.give_deploy(words[3]) if len(words) > 3 else self.give(SkipDeploy())
        assert isinstance(after, list), after
        return events + after

    def _escape(self, escape: str) -> list[Any]:
        if escape:
            cell, segment = escape.split()
            named, at, there = segment.rpartition("@")
            x, y = map(int, cell.split(","))
            return self.done(Escape(x, y, there, named if at else "follower"))
        return self.done(SkipEscape()) if self.awaited and "SkipEscape" in self.awaited[1] else []

    def turns(self, turns: str) -> list[Any]:
        """Play turns, one a line: all their events."""
        return [event for turn in turns.strip().splitlines() for event in self.turn(turn)]


class Beginning(Match):
    """A game from its very beginning, of which all draws are known: for rivers, and whole games."""

    def __init__(self, tiles: str, river: str = "", seats: int = 2, options: str = options_of()) -> None:
        self._number = 0
        self.table = opened(seats, options)
        stacked = Counter({tile.id: tile.count for tile in tile_types(self.table.options.sets).values()})
        forced = [tile_id(word) for word in tiles.split()]
        stacked.subtract(forced)
        rest = sorted(tile for tile in (+stacked).elements() if not tile.startswith("R"))
        self.source = Dictated({STACK: [*forced, *rest], RIVER: river.split()})
        done = handle(
            self.table, Submission("begin", HOST, self.table.version, BeginGame()), Moment(1, self.source, b"")
        )
        assert isinstance(done, Accepted), done


def letters(turns: str) -> str:
    """The tiles of some turns, to be forced."""
    return " ".join(turn.split()[0].partition("=")[0] for turn in turns.strip().splitlines())


def paid(events: Sequence[Any]) -> list[str]:
    """What features paid, in a line each: ``city 0+1 8 complete``."""
    return [
        f"{event.kind} {'+'.join(map(str, event.seats))} {event.points} {'complete' if event.complete else 'unfinished'}"
        for event in events
        if isinstance(event, FeatureScored)
    ]


def paid_otherwise(events: Sequence[Any]) -> list[str]:
    """What was paid for something else than features, in a line each: ``wine 0+1 10``."""
    names = {BonusScored: "bonus", RulingScored: "ruling"}
    return [
        f"{event.goods if isinstance(event, GoodsMajorityScored) else names[type(event)]} "
        f"{'+'.join(map(str, event.seats))} {event.points}"
        for event in events
        if isinstance(event, BonusScored | RulingScored | GoodsMajorityScored)
    ]


def code(answer: object) -> str:
    """The code of a refusal, or `accepted`."""
    return answer.code if isinstance(answer, Refusal) else "accepted"
