"""Recorded games of Carcassonne: the format, and how its turns become commands.

A file holds one complete game: per turn the tile, where it was laid, how many placements were legal, which tiles had been
discarded, what was deployed, who escaped, and the scores after it. What these rules do not know is refused, never skipped.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.carcassonne.messages import (
    Coordinate,
    Deploy,
    Escape,
    FeatureScored,
    FinalScoringStarted,
    GoodsMajorityScored,
    PieceKind,
    PlaceTile,
    Segment,
    SkipDeploy,
    SkipEscape,
    TileDiscarded,
    TileId,
)
from domain.carcassonne.options import SETS
from domain.carcassonne.river import spring
from domain.carcassonne.state import RIVER, RIVER_SETS, STACK
from domain.carcassonne.tiles import tile_types
from domain.carcassonne.turns import START_TILE
from domain.table.messages import Event, Points, ScoringEvent
from domain.table.recorded import RecordedGameError, RecordedPlay, Step
from domain.table.table import Table

FORMAT = 1
# How the records name what is scored at the end.
FINAL_KINDS = {
    "city": "city.incomplete",
    "road": "road.incomplete",
    "building": "monastery.incomplete",
    "shrine": "shrine.incomplete",
    "farm": "field",
}
GOODS_KIND = "trade-goods"

Player = Annotated[int, Meta(ge=0, le=5)]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Scores = tuple[Points, ...]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything in a file."""


class WrittenStart(Written, frozen=True):
    tile: TileId
    x: Coordinate
    y: Coordinate
    rot: Annotated[int, Meta(ge=0, le=3)]


class WrittenOptions(Written, frozen=True):
    """The table's options. A `blank_mode` that is absent says that no blank tile is in the stack."""

    shrine_adjacency: Literal["direct", "strict"] = "direct"
    escape_adjacency: Literal["any_city_tile", "siege_tile"] = "any_city_tile"
    blank_mode: Literal["joker", "custom", "absent"] = "absent"


class WrittenDeploy(Written, frozen=True):
    piece: PieceKind
    segment: Segment


class WrittenEscape(Written, frozen=True):
    x: Coordinate
    y: Coordinate
    segment: Segment
    piece: PieceKind


class WrittenTurn(Written, frozen=True):
    p: Player
    tile: TileId
    legal: Count
    x: Coordinate
    y: Coordinate
    rot: Annotated[int, Meta(ge=0, le=3)]
    score_after: Scores
    discarded_before: tuple[TileId, ...] = ()
    deploy: WrittenDeploy | None = None
    escape: WrittenEscape | None = None
    as_: TileId | None = msgspec.field(default=None, name="as")


class WrittenTotal(Written, frozen=True):
    player: Player
    kind: Literal[
        "city.incomplete", "road.incomplete", "monastery.incomplete", "shrine.incomplete", "field", "trade-goods"
    ]
    points: Points


class WrittenGame(Written, frozen=True):
    format: int
    id: Annotated[str, Meta(min_length=1, max_length=100)]
    sets: tuple[str, ...]
    players: Annotated[int, Meta(ge=2, le=6)]
    start: WrittenStart
    turns: tuple[WrittenTurn, ...]
    discarded_at_end: tuple[TileId, ...]
    final_scores: Scores
    options: WrittenOptions = WrittenOptions()
    coverage: dict[str, Count] = {}
    final_breakdown: tuple[WrittenTotal, ...] | None = None


class RecordedCarcassonne(RecordedPlay, frozen=True):
    """A recorded game of Carcassonne."""

    def discards_in(self, events: Sequence[Event]) -> tuple[str, ...]:
        """The tiles that fitted nowhere."""
        return tuple(event.tile for event in events if isinstance(event, TileDiscarded))

    def totals_of(self, events: Sequence[Event]) -> Mapping[str, int]:
        """What the final scoring pays each seat, by kind of feature."""
        totals: Counter[str] = Counter()
        for event in _final(events):
            if isinstance(event, FeatureScored | GoodsMajorityScored):
                kind = FINAL_KINDS[event.kind] if isinstance(event, FeatureScored) else GOODS_KIND
                for seat in event.seats:
                    totals[_total_name(seat, kind)] += event.points
        return totals

    def scores_at(self, table: Table) -> tuple[int, ...]:
        """The scores after a turn; after the last one, those before the final scoring that follows it at once."""
        scores = list(table.rulebook.scores(table.game))
        if table.finished:
            for event in _final([record.event for record in table.records]):
                if isinstance(event, ScoringEvent):
                    for seat in event.seats:
                        scores[seat] -= event.points
        return tuple(scores)


def read_recorded(data: bytes) -> RecordedCarcassonne:
    """Decode a file; RecordedGameError where it is not a whole game in this format."""
    written = _decode(data)
    _check(written)
    final = written.final_breakdown
    return RecordedCarcassonne(
        seats=written.players,
        options=msgspec.json.encode(_options(written)).decode(),
        chance=_chance(written),
        steps=tuple(step for number, turn in enumerate(written.turns, 1) for step in _steps(number, turn)),
        discarded_at_end=written.discarded_at_end,
        totals=None if final is None else {_total_name(line.player, line.kind): line.points for line in final},
        final_scores=written.final_scores,
    )


def _final(events: Sequence[Event]) -> Sequence[Event]:
    started = next((at for at, event in enumerate(events) if isinstance(event, FinalScoringStarted)), len(events))
    return events[started:]


def _decode(data: bytes) -> WrittenGame:
    try:
        written = msgspec.json.decode(data)
        number = written.get("format") if isinstance(written, dict) else None
        if type(number) is not int or number != FORMAT:
            raise RecordedGameError(f"The file is not of format {FORMAT} of recorded games.")
        return msgspec.convert(written, WrittenGame)
    except msgspec.MsgspecError as error:
        raise RecordedGameError(f"The file is not a recorded game: {error}.") from None
    except (UnicodeDecodeError, RecursionError):
        raise RecordedGameError("The file is not a recorded game: it is not JSON text.") from None


def _check(written: WrittenGame) -> None:
    unknown = sorted(set(written.sets) - set(SETS))
    if unknown:
        raise RecordedGameError(f"The game uses sets that these rules do not have: {', '.join(unknown)}.")
    if "base" not in written.sets or len(set(written.sets)) != len(written.sets):
        raise RecordedGameError("The game must name the base set, and each set once.")
    if "creativity" in written.sets and written.options.blank_mode == "custom":
        raise RecordedGameError("A file holds no tiles of a group's own making, so their games cannot be played again.")
    start = _start_tile(written)
    if written.start != WrittenStart(start, 0, 0, 0):
        raise RecordedGameError(f"The start tile is {start} at (0, 0), unturned.")
    for number, turn in enumerate(written.turns, 1):
        if len(turn.score_after) != written.players:
            raise RecordedGameError(f"Turn {number} has {len(turn.score_after)} scores for {written.players} players.")
    if len(written.final_scores) != written.players:
        raise RecordedGameError(f"There are {len(written.final_scores)} final scores for {written.players} players.")
    if written.final_breakdown is not None:
        lines = Counter((line.player, line.kind) for line in written.final_breakdown)
        twice = next((line for line, count in lines.items() if count > 1), None)
        if twice is not None:
            raise RecordedGameError(f"The final breakdown has two lines for player {twice[0]} and {twice[1]}.")
    _check_tiles(written)


def _check_tiles(written: WrittenGame) -> None:
    """Every tile but the start tile is drawn exactly once: else the game was not played to its end."""
    types, start = tile_types(written.sets), _start_tile(written)
    drawn = Counter(_drawn(written))
    unknown = sorted(drawn.keys() - types.keys())
    if unknown:
        raise RecordedGameError(f"There is no tile {', '.join(unknown)} in these sets.")
    for tile in types.values():
        stacked = tile.count - (tile.id == start)
        if drawn[tile.id] != stacked:
            raise RecordedGameError(f"{tile.id} is drawn {drawn[tile.id]} times, and the stack has it {stacked} times.")


def _drawn(written: WrittenGame) -> Iterator[str]:
    for turn in written.turns:
        yield from turn.discarded_before
        yield turn.tile
    yield from written.discarded_at_end


def _start_tile(written: WrittenGame) -> str:
    return spring(written.sets) or START_TILE


def _options(written: WrittenGame) -> dict[str, object]:
    options: dict[str, object] = {"sets": written.sets}
    options["shrine_adjacency"] = written.options.shrine_adjacency
    options["escape_adjacency"] = written.options.escape_adjacency
    return options


def _chance(written: WrittenGame) -> dict[str, tuple[str, ...]]:
    """The drawn tiles by the pile that they come from; a river's fork and lake are not drawn by chance."""
    types = tile_types(written.sets)
    drawn = list(_drawn(written))
    river = (tile for tile in drawn if types[tile].set in RIVER_SETS and types[tile].river_role is None)
    return {STACK: tuple(tile for tile in drawn if types[tile].set not in RIVER_SETS), RIVER: tuple(river)}


def _steps(number: int, turn: WrittenTurn) -> Iterator[Step]:
    place = PlaceTile(turn.tile, turn.x, turn.y, turn.rot, turn.as_)
    yield Step(number, turn.p, place, offered=turn.legal, discarded=turn.discarded_before)
    if turn.deploy is None:
        yield Step(number, turn.p, SkipDeploy(), if_awaited=True)
    else:
        yield Step(number, turn.p, Deploy(turn.deploy.piece, turn.deploy.segment))
    if turn.escape is None:
        yield Step(number, turn.p, SkipEscape(), scores=turn.score_after, if_awaited=True)
    else:
        leaving = turn.escape
        knight = Escape(leaving.x, leaving.y, leaving.segment, leaving.piece)
        yield Step(number, turn.p, knight, scores=turn.score_after)


def _total_name(seat: int, kind: str) -> str:
    return f"{kind} of player {seat}"
