"""What happens to the Eyrie alone."""

from domain.root.eyrie.commands import Addition
from domain.table.messages import GameEvent, SeatNumber


class LeaderChosen(GameEvent, frozen=True, tag="leader"):
    """A leader is in charge, and the viziers stand in the columns that it names."""

    clause = "7.3"
    seat: SeatNumber
    leader: str
    viziers: tuple[str, ...]


class DecreeExtended(GameEvent, frozen=True, tag="decree"):
    clause = "7.4.2"
    seat: SeatNumber
    additions: tuple[Addition, ...]


class DecreeCardResolved(GameEvent, frozen=True, tag="resolve"):
    clause = "7.5.2"
    seat: SeatNumber
    column: str
    card: str


class TurmoilStarted(GameEvent, frozen=True, tag="turmoil"):
    """The Decree failed in a column."""

    clause = "7.7"
    seat: SeatNumber
    column: str


class LeaderDeposed(GameEvent, frozen=True, tag="depose"):
    """The leader is face down; `face_up` are the leaders to choose from."""

    clause = "7.7.3"
    seat: SeatNumber
    leader: str
    face_up: tuple[str, ...]


EVENTS: tuple[type[GameEvent], ...] = (
    LeaderChosen,
    DecreeExtended,
    DecreeCardResolved,
    TurmoilStarted,
    LeaderDeposed,
)
