"""The state of a game of Flick of Faith. Only `changes` writes it."""

from dataclasses import dataclass, field, replace

from domain.flick_of_faith.cards import DEITIES, LAWS, Deity, Law
from domain.flick_of_faith.commands import Report, Shot, Spot
from domain.flick_of_faith.map import Map, PieceKind, house_map
from domain.flick_of_faith.options import GameOptions
from domain.table.clauses import Edition
from domain.table.prompts import Prompt

NEUTRAL = -1
KING_APE = "king-ape"
SPHINX = "sphinx"


@dataclass(slots=True)
class Piece:
    """A disc: its kind and owner, its zone (S-2), and where it lies while it is on the map.

    `on` is the disc that it lies on. `spot` is what a group says of it at a real board, where it gives no coordinates.
    """

    kind: PieceKind
    owner: int
    zone: str = "box"
    x: int = 0
    y: int = 0
    on: str | None = None
    spot: Spot | None = None

    @property
    def on_map(self) -> bool:
        return self.zone == "map"

    def copy(self) -> "Piece":
        """The same disc, faster than `replace` makes it: a bot copies all discs thousands of times."""
        return Piece(self.kind, self.owner, self.zone, self.x, self.y, self.on, self.spot)


@dataclass(slots=True)
class OpenReport:
    """A report of a flick on a real board, and what others say of it (M-1 to M-4). `asked` is the prompt it answers.

    `photo` is what names the reporter's (M-7).
    """

    seat: int
    report: Report
    asked: str = "report"
    confirmed: frozenset[int] = frozenset()
    counters: dict[int, Report] = field(default_factory=dict)
    voting: bool = False
    votes: dict[int, int] = field(default_factory=dict)
    photo: str = ""

    def copy(self) -> "OpenReport":
        return replace(self, counters=self.counters.copy(), votes=self.votes.copy())


@dataclass(slots=True)
class Correction:
    """A correction that has been proposed, who has agreed, and what was awaited before (M-5)."""

    seat: int
    spots: tuple[Spot, ...]
    agreed: frozenset[int]
    before: tuple[Prompt, ...]


@dataclass(slots=True)
class Game:
    """A game of Flick of Faith. `discs` is in ascending order of the ids, which is the canonical one (physics 4).

    `laid` are the hashes of the map and of the physics that the table was laid with.

    `deck` holds the Laws not yet drawn, sorted: their order is chance's secret. `generation` counts from 1. `shots` are first
    flicks that are not yet revealed, with their scatter, `flicking` the seats that still take part in the flick-off.

    `flicked` are the Prophets of the present turn, `pending` those of them that may still lie in the corner, `awaiting` the
    one that is to be flicked again, `bound` those whose flick a vote has voided (M-4). `used` are the deities whose power is
    used up in this Generation, `hazard` the City of the Tornado, `heart` the discs that the Heart touches, `knocked_off` what
    the latest flick sent off the map. `trails` are the ways of the latest flick's discs, with whether they left the map.
    `sent_off` is what the latest report accepted had leave
    the map and nothing has moved since, `drowned` what is out of the game. `stage` is what comes next when nobody is waited
    for.
    """

    options: GameOptions
    edition: Edition
    map: Map
    corners: tuple[str, ...]
    generations: int
    discs: dict[str, Piece]
    scores: list[int]
    deities: list[str | None]
    deck: list[str]
    prompts: tuple[Prompt, ...] = ()
    phase: str = "setup"
    generation: int = 0
    first: int = 0
    active: int = 0
    laws: list[str] = field(default_factory=list)
    council: tuple[str, str | None] | None = None
    votes: dict[int, str] = field(default_factory=dict)
    shots: dict[int, tuple[Shot, tuple[int, ...]]] = field(default_factory=dict)
    flick_offs: int = 0
    flicking: tuple[int, ...] = ()
    flicked: list[str] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    awaiting: str = ""
    bound: tuple[str, ...] = ()
    used: set[str] = field(default_factory=set)
    hazard: str | None = None
    heart: frozenset[str] = frozenset()
    dominated: dict[int, tuple[str, ...]] = field(default_factory=dict)
    report: OpenReport | None = None
    correction: Correction | None = None
    knocked_off: tuple[str, ...] = ()
    sent_off: tuple[str, ...] = ()
    drowned: frozenset[str] = frozenset()
    trails: tuple[tuple[str, tuple[tuple[int, int], ...], bool], ...] = ()
    stage: str = "setup"
    ranking: tuple[int, ...] = ()
    laid: tuple[str, str] = ("", "")

    @property
    def seats(self) -> int:
        return len(self.corners)

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def digital(self) -> bool:
        return self.options.mode == "digital"

    def radius(self, disc: str) -> int:
        """The radius of a disc in micrometres."""
        return self.map.pieces.of(self.discs[disc].kind).radius

    def laws_of(self, *kinds: str) -> list[Law]:
        """The Laws of these types of effect that are in force, in the order in which they came into play."""
        return [LAWS[law] for law in self.laws if LAWS[law].kind in kinds]

    def law(self, kind: str) -> Law | None:
        """The Law of that type of effect that is in force; of several the latest (rules 9)."""
        return next(reversed(self.laws_of(kind)), None)

    def power(self, seat: int, kind: str) -> Deity | None:
        """The deity of a seat, if it has that power."""
        deity = self.deities[seat]
        return DEITIES[deity] if deity is not None and DEITIES[deity].kind == kind else None

    def owned(self, seat: int, *zones: str) -> list[str]:
        """A seat's Prophets of any kind in these zones."""
        return [
            disc
            for disc, at in self.discs.items()
            if at.owner == seat and at.zone in zones and self.map.pieces.of(at.kind).counts_as_prophet
        ]

    def temples(self, seat: int, *zones: str) -> list[str]:
        """A seat's Temples in these zones."""
        return [
            disc for disc, at in self.discs.items() if at.owner == seat and at.kind == "temple" and at.zone in zones
        ]

    def copy(self) -> "Game":
        """A game that shares nothing mutable with this one."""
        return replace(
            self,
            discs={disc: at.copy() for disc, at in self.discs.items()},
            scores=self.scores.copy(),
            deities=self.deities.copy(),
            deck=self.deck.copy(),
            laws=self.laws.copy(),
            votes=self.votes.copy(),
            shots=self.shots.copy(),
            flicked=self.flicked.copy(),
            pending=self.pending.copy(),
            used=self.used.copy(),
            dominated=self.dominated.copy(),
            report=self.report and self.report.copy(),
            correction=self.correction and replace(self.correction),
        )


def new_game(options: GameOptions, seats: int, edition: Edition) -> Game:
    """The state before the first event: each seat's ready Prophets and Temples, all else in the box (S-2)."""
    board = options.map or house_map()
    ready = board.supply.prophets_ready_at_start[str(seats)]  # type: ignore[index]
    discs: dict[str, Piece] = {SPHINX: Piece("sphinx", NEUTRAL), KING_APE: Piece("king_ape", NEUTRAL)}
    for seat in range(seats):
        for n in range(1, board.supply.prophets_per_player + 1):
            discs[f"{seat}-p{n:02}"] = Piece("prophet", seat, "ready" if n <= ready else "box")
        for n in range(1, board.supply.templars_per_player + 1):
            discs[f"{seat}-m{n:02}"] = Piece("templar", seat)
        for n in range(1, board.supply.temples_per_player + 1):
            discs[f"{seat}-t{n:02}"] = Piece("temple", seat, "unused")
    usual = 3 if seats == 3 else 4
    return Game(
        options,
        edition,
        board,
        board.seats[str(seats)],  # type: ignore[index]
        options.generations or usual,
        dict(sorted(discs.items())),
        [0] * seats,
        [None] * seats,
        sorted(LAWS) if options.laws else [],
    )
