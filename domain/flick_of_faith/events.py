"""What can happen in a game of Flick of Faith. Each event holds its whole outcome; tags never change their meaning."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from domain.flick_of_faith import real_board_events
from domain.flick_of_faith.commands import Shot, Wall
from domain.flick_of_faith.parts import Built, Launched, Micrometres, Moved, Scattered
from domain.table.messages import GameEvent, ScoringEvent, SeatNumber

Number = Annotated[int, Meta(ge=0, le=100_000)]
SquaredMicrometres = Annotated[int, Meta(ge=0, le=2**53)]
Zone = Literal["box", "ready", "map", "reserve", "unused"]

# --- Set-up -----------------------------------------------------------------------------------------------------------


class TableLaid(GameEvent, frozen=True, tag="laid"):
    """The mat lies on the table: hashes of its map, of the physics and of both decks, and each seat's corner."""

    clause = "S-1"
    map: str
    physics: str
    laws: str
    deities: str
    corners: tuple[str, ...]
    generations: Number


class LawsShuffled(GameEvent, frozen=True, tag="shuffle"):
    """The Laws are shuffled. Their order is not stored: it follows from the table's chance."""

    clause = "S-3"
    size: Number


class DeityChosen(GameEvent, frozen=True, tag="deity"):
    clause = "S-5"
    seat: SeatNumber
    deity: str
    by: Literal["choice", "chance"]


class PieceSwapped(GameEvent, frozen=True, tag="swap"):
    """A ready Prophet has gone to the box, and another disc is ready instead."""

    clause = "S-5"
    seat: SeatNumber
    out: str
    into: str


class PieceGained(GameEvent, frozen=True, tag="gain"):
    """A disc from the box is ready."""

    clause = "law-new-disciple"
    seat: SeatNumber
    disc: str


class FirstFlickSealed(GameEvent, frozen=True, tag="f-seal"):
    """A seat has flicked towards the Navel; where to, only it knows before all have flicked."""

    clause = "S-4"
    secrets: ClassVar[tuple[str, ...]] = ("shot", "scatter")
    seat: SeatNumber
    shot: Shot | None = None
    scatter: tuple[Scattered, ...] = ()


class FirstFlicksRevealed(GameEvent, frozen=True, tag="f-show"):
    """Where each disc came to rest, and the square of its distance from the Navel (None: off the map), by seat."""

    clause = "S-4"
    seats: tuple[SeatNumber, ...]
    shots: tuple[Shot, ...]
    rest: tuple[tuple[Micrometres, Micrometres], ...]
    squares: tuple[SquaredMicrometres | None, ...]


class FirstPlayerDetermined(GameEvent, frozen=True, tag="first"):
    clause = "S-4"
    seat: SeatNumber
    by: Literal["flick", "chance", "report"]


# --- A Generation -----------------------------------------------------------------------------------------------------


class GenerationStarted(GameEvent, frozen=True, tag="gen"):
    clause = "P-1"
    number: Number
    first: SeatNumber


class LawsDrawn(GameEvent, frozen=True, tag="laws"):
    """The upper card is the one drawn first."""

    clause = "FF-3.1"
    secrets: ClassVar[tuple[str, ...]] = ("upper", "lower")
    upper: str
    lower: str | None


class LawVoteSealed(GameEvent, frozen=True, tag="v-seal"):
    """A seat has voted; how, only it knows before all have voted."""

    clause = "FF-3.2"
    secrets: ClassVar[tuple[str, ...]] = ("thumb",)
    seat: SeatNumber
    thumb: str | None = None


class LawVotesRevealed(GameEvent, frozen=True, tag="v-show"):
    clause = "FF-3.2"
    thumbs: tuple[str, ...]


class LawEnacted(GameEvent, frozen=True, tag="enact"):
    """A Law is in force; the other card, if there was one, is discarded."""

    clause = "FF-3.3"
    law: str
    discarded: str | None
    by: Literal["majority", "chance", "themis", "last_card"]


class DiscPlaced(GameEvent, frozen=True, tag="place"):
    """A neutral disc lies on the map."""

    clause = "law-king-ape"
    disc: str
    x: Micrometres
    y: Micrometres


class HazardPlaced(GameEvent, frozen=True, tag="hazard"):
    clause = "law-tornado"
    city: str


class TurnStarted(GameEvent, frozen=True, tag="turn"):
    clause = "P-2"
    seat: SeatNumber


class DecisionRequested(GameEvent, frozen=True, tag="ask"):
    """Something is awaited of a seat; about which disc, where it is about one."""

    clause = "P-2"
    seat: SeatNumber
    kind: str
    disc: str = ""


class StepEnded(GameEvent, frozen=True, tag="done"):
    """What was awaited of a seat is done."""

    clause = "P-2"
    seat: SeatNumber
    kind: str


# --- Flicks -----------------------------------------------------------------------------------------------------------


class FlickResolved(GameEvent, frozen=True, tag="flick"):
    """A flick has come to rest (D-4): with what it was made, what it did, and a digest of every step between.

    `physics` is the version, `constants` the hash of its figures, `map` that of the map.
    """

    clause = "FF-1.1"
    seat: SeatNumber
    physics: str
    constants: str
    map: str
    launches: tuple[Launched, ...]
    walls: tuple[Wall, ...]
    moved: tuple[Moved, ...]
    off: tuple[str, ...]
    events: Number
    digest: str


class ReflickDeclined(GameEvent, frozen=True, tag="keep"):
    clause = "FF-1.2"
    seat: SeatNumber
    prophet: str


class PowerUsed(GameEvent, frozen=True, tag="power"):
    """A deity's power is used up for this Generation."""

    clause = "S-5"
    seat: SeatNumber
    deity: str
    disc: str | None = None


class FlickForfeited(GameEvent, frozen=True, tag="forfeit"):
    clause = "P-2"
    seat: SeatNumber
    prophet: str


class PiecesTakenByLaw(GameEvent, frozen=True, tag="taken"):
    clause = "P-2"
    law: str
    discs: tuple[str, ...]
    to: Zone
    settled: tuple[Moved, ...] = ()


# --- Temples, the Navel, Worship --------------------------------------------------------------------------------------


class TemplesBuilt(GameEvent, frozen=True, tag="built"):
    clause = "FF-4.2"
    seat: SeatNumber
    builds: tuple[Built, ...]
    settled: tuple[Moved, ...] = ()


class TemplesPassed(GameEvent, frozen=True, tag="pass"):
    clause = "FF-4.1"
    seat: SeatNumber


class NavelScored(ScoringEvent, frozen=True, tag="navel"):
    """Prophets have been taken off the Navel, for points to their owner; they are in the reserve."""

    clause = "FF-5.1"
    discs: tuple[str, ...]
    islands: tuple[str, ...]
    settled: tuple[Moved, ...] = ()


class PointsAwarded(ScoringEvent, frozen=True, tag="award"):
    clause = "P-2"


class MissionEnded(GameEvent, frozen=True, tag="mission"):
    clause = "P-4"


class HeartDropped(GameEvent, frozen=True, tag="heart"):
    """The Heart lies at (x, y), by the drawn scatter, or on a real board where only the group sees it; the discs that it
    touches count for its seat in this Worship."""

    clause = "deity-freyja"
    seat: SeatNumber
    draws: tuple[Scattered, ...]
    x: Micrometres | None
    y: Micrometres | None
    discs: tuple[str, ...]


class WorshipScored(ScoringEvent, frozen=True, tag="worship"):
    """What a seat scores for Presence and Dominance; the Islands where it is present, and those that it dominates."""

    clause = "FF-6.1"
    present: tuple[str, ...]
    dominated: tuple[str, ...]


class ProphetsReturned(GameEvent, frozen=True, tag="home"):
    """Prophets are ready again; discs that lay on them have settled on the mat."""

    clause = "FF-6.4"
    discs: tuple[str, ...]
    settled: tuple[Moved, ...] = ()


class GenerationEnded(GameEvent, frozen=True, tag="gen-end"):
    """Laws of this Generation are discarded, and the next seat clockwise begins."""

    clause = "P-1"
    number: Number
    laws_discarded: tuple[str, ...]
    first: SeatNumber


class TieBroken(GameEvent, frozen=True, tag="tie"):
    """These seats have the most points alike: what decides between them, or that nothing does."""

    clause = "P-5"
    seats: tuple[SeatNumber, ...]
    by: Literal["temples", "dominated", "shared"]


EVENTS: tuple[type[GameEvent], ...] = (
    TableLaid, LawsShuffled, DeityChosen, PieceSwapped, PieceGained, FirstFlickSealed, FirstFlicksRevealed,
    FirstPlayerDetermined, GenerationStarted, LawsDrawn, LawVoteSealed, LawVotesRevealed, LawEnacted, DiscPlaced, HazardPlaced,
    TurnStarted, DecisionRequested, StepEnded, FlickResolved, ReflickDeclined, PowerUsed, FlickForfeited, PiecesTakenByLaw,
    TemplesBuilt, TemplesPassed, NavelScored, PointsAwarded, MissionEnded, HeartDropped, WorshipScored, ProphetsReturned,
    GenerationEnded, TieBroken,
    *real_board_events.EVENTS,
)  # fmt: skip
