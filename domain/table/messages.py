"""What goes in and what comes out: commands, events, and the terms of a score.

A command is what somebody asks; an event is what happened. Both are frozen. Commands travel as maps and forbid unknown
fields; events are stored as arrays that begin with their tag, which is short and never changes its meaning.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

MAX_SEATS = 12
MAX_VERSION = 2**40
MOST_POINTS = 1_000_000

SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Version = Annotated[int, Meta(ge=0, le=MAX_VERSION)]
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Microseconds = Annotated[int, Meta(ge=0, lt=2**53)]
# In Python `$` also matches before a newline at the end, hence `(?!\n)`.
Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$(?!\n)")]
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]

# Who speaks: a seat by its number, or one of these. Nobody speaks as the origin: what a fork has copied stands under it.
HOST, ARBITER, SERVER, ORIGIN = -1, -2, -3, -4
By = Annotated[int, Meta(ge=ORIGIN, lt=MAX_SEATS)]

# Who looks: a seat, a spectator (None), or somebody who may see everything.
WHOLE = -1
Viewer = Annotated[int, Meta(ge=WHOLE, lt=MAX_SEATS)] | None


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True, tag_field="command"):
    """Base of everything that can be asked. `clause` is the sentence of the law that gives the right to ask it."""

    clause: ClassVar[str]


class Event(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False):
    """Base of everything that can happen.

    `clause` is the sentence of the law it follows from. `secrets` names the fields that may hold what some seat must not
    see; a rulebook's `redact` hides their values, and what it leaves visible counts as shown.
    """

    clause: ClassVar[str]
    secrets: ClassVar[tuple[str, ...]] = ()


class TableEvent(Event, frozen=True):
    """An event about the table itself: it counts for ever, also when the history is rewound behind it."""


class GameEvent(Event, frozen=True):
    """An event of the game: it counts while it is in the history."""


class Term(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One summand of a score: `count` things at `factor` points each, by a clause. `label` names the things."""

    label: str
    count: Annotated[int, Meta(ge=-100_000, le=100_000)]
    factor: Annotated[int, Meta(ge=-100_000, le=100_000)]
    clause: str

    @property
    def points(self) -> int:
        return self.count * self.factor


class ForfeitingEvent(GameEvent, frozen=True):
    """An event by which `seat` would have scored the sum of `terms`, and does not."""

    seat: SeatNumber
    terms: tuple[Term, ...]

    @property
    def points(self) -> int:
        """What the seat would have scored."""
        return sum(term.points for term in self.terms)


class ScoringEvent(GameEvent, frozen=True):
    """An event by which each of `seats` scores the sum of `terms`."""

    seats: tuple[SeatNumber, ...]
    terms: tuple[Term, ...]

    @property
    def points(self) -> int:
        """What each of the seats scores."""
        return sum(term.count * term.factor for term in self.terms)
