"""Recorded games of Carcassonne: the format, and how its turns become commands.

A file holds one complete game: per turn the tile, where it was laid, how many placements were legal, which tiles had been
discarded, what was deployed, and the scores after it. What the base game does not know is refused, never skipped.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.carcassonne.messages import (
    Coordinate,
    Deploy,
    FeatureScored,
    FinalScoringStarted,
    PieceKind,
    PlaceTile,
    Segment,
    SkipDeploy,
    TileDiscarded,
    TileId,
)
from domain.carcassonne.options import SETS
from domain.carcassonne.state import STACK
from domain.carcassonne.tiles import tile_types
from domain.carcassonne.turns import START_TILE
from domain.table.messages import Event, Points
from domain.table.recorded import RecordedGameError, RecordedPlay, Step
from domain.table.table import Table

FORMAT = 1
# How the records name what is scored at the end.
FINAL_KINDS = {
    "city": "city.incomplete",
    "road": "road.incomplete",
    "building": "monastery.incomplete",
    "farm": "field",
}

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
    """Options of expansions: the base game has nothing that they could change, so it takes note and goes on."""

    shrine_adjacency: Literal["direct", "strict"] = "direct"
    escape_adjacency: Literal["any_city_tile", "siege_tile"] = "any_city_tile"
    blank_mode: Literal["joker", "custom", "absent"] = "absent"


class WrittenDeploy(Written, frozen=True):
    piece: PieceKind
    segment: Segment


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


class WrittenTotal(Written, frozen=True):
    player: Player
    kind: Literal["city.incomplete", "road.incomplete", "monastery.incomplete", "field"]
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
            if isinstance(event, FeatureScored):
                for seat in event.seats:
                    totals[_total_name(seat, FINAL_KINDS[event.kind])] += event.points
        return totals

    def scores_at(self, table: Table) -> tuple[int, ...]:
        """The scores after a turn; after the last one, those before the final scoring that follows it at once."""
        scores = list(table.rulebook.scores(table.game))
        if table.finished:
            for event in _final([record.event for record in table.records]):
                if isinstance(event, FeatureScored):
                    for seat in event.seats:
                        scores[seat] -= event.points
        return tuple(scores)


def read_recorded(data: bytes) -> RecordedCarcassonne:
    """Decode a file; RecordedGameError where it is not a whole game of the base set in this format."""
    written = _decode(data)
    _check(written)
    final = written.final_breakdown
    return RecordedCarcassonne(
        seats=written.players,
        options=msgspec.json.encode({"sets": written.sets}).decode(),
        chance={STACK: tuple(_drawn(written))},
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
    if list(written.sets) != ["base"]:
        raise RecordedGameError("The game must name the base set, and each set once.")
    if written.start != WrittenStart(START_TILE, 0, 0, 0):
        raise RecordedGameError(f"The start tile is {START_TILE} at (0, 0), unturned.")
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
    types = tile_types(written.sets)
    drawn = Counter(_drawn(written))
    unknown = sorted(drawn.keys() - types.keys())
    if unknown:
        raise RecordedGameError(f"There is no tile {', '.join(unknown)} in these sets.")
    for tile in types.values():
        stacked = tile.count - (tile.id == START_TILE)
        if drawn[tile.id] != stacked:
            raise RecordedGameError(f"{tile.id} is drawn {drawn[tile.id]} times, and the stack has it {stacked} times.")


def _drawn(written: WrittenGame) -> Iterator[str]:
    for turn in written.turns:
        yield from turn.discarded_before
        yield turn.tile
    yield from written.discarded_at_end


def _steps(number: int, turn: WrittenTurn) -> Iterator[Step]:
    place = PlaceTile(turn.tile, turn.x, turn.y, turn.rot)
    yield Step(number, turn.p, place, offered=turn.legal, discarded=turn.discarded_before)
    if turn.deploy is None:
        yield Step(number, turn.p, SkipDeploy(), scores=turn.score_after, if_awaited=True)
    else:
        yield Step(number, turn.p, Deploy(turn.deploy.piece, turn.deploy.segment), scores=turn.score_after)


def _total_name(seat: int, kind: str) -> str:
    return f"{kind} of player {seat}"
