"""A table's own commands and events, from its opening to its closing (T-1 to T-26, T-64).

Life: open → seated → begun (⇄ paused) → finished or abandoned → closed.
"""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from domain.table.messages import (
    Command,
    GameEvent,
    Hex32,
    Name,
    Points,
    SeatNumber,
    TableEvent,
    Version,
    Viewer,
)

SeatCount = Annotated[int, Meta(ge=1, le=12)]
Rank = Annotated[int, Meta(ge=1, le=12)]
OptionsText = Annotated[str, Meta(max_length=10_000)]
OrderText = Annotated[str, Meta(max_length=10_000)]
ChanceKind = Literal["provable", "seeded", "dictated"]


class Phase(StrEnum):
    """Where a table stands in its life."""

    UNOPENED = "unopened"
    OPEN = "open"
    SEATED = "seated"
    BEGUN = "begun"
    PAUSED = "paused"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    CLOSED = "closed"


# --- Commands ---------------------------------------------------------------------------------------------------------


class OpenTable(Command, frozen=True):
    """Open a table. `options` is the game's options, encoded as JSON text; `commitment` binds the secret seed."""

    clause = "T-1"
    game: Name
    edition: Name
    seats: SeatCount
    host: Name
    commitment: Hex32
    options: OptionsText = "{}"
    chance: ChanceKind = "provable"
    arbiter: Name | None = None


class TakeSeat(Command, frozen=True):
    """Sit down: before the game begins, or at a vacant seat later."""

    clause = "T-2"
    seat: SeatNumber
    person: Name


class LeaveSeat(Command, frozen=True):
    """Stand up before the game begins."""

    clause = "T-3"
    seat: SeatNumber


class FreeSeat(Command, frozen=True):
    """Free a seat for which a begun game has waited in vain."""

    clause = "T-3"
    seat: SeatNumber


class AddEntropy(Command, frozen=True):
    """Add a secret of one's own to the table's chance, once a seat, before the game begins."""

    clause = "T-32"
    entropy: Hex32


class BeginGame(Command, frozen=True):
    """Begin the game at a table whose seats are all taken."""

    clause = "T-4"


class PauseTable(Command, frozen=True):
    """Let nobody play until the host resumes."""

    clause = "T-5"


class ResumeTable(Command, frozen=True):
    """End a pause."""

    clause = "T-5"


class Resign(Command, frozen=True):
    """Leave a begun game: the seat becomes vacant."""

    clause = "T-6"


class AbandonTable(Command, frozen=True):
    """End a table without a result."""

    clause = "T-7"


class CloseTable(Command, frozen=True):
    """End the time for contests and publish the seed."""

    clause = "T-9"
    seed: Hex32 | None = None


class Undo(Command, frozen=True):
    """Make the history what it was at an earlier version."""

    clause = "T-20"
    to_version: Version


class Redo(Command, frozen=True):
    """Bring back the next command that was undone."""

    clause = "T-22"


class RequestUndo(Command, frozen=True, omit_defaults=True):
    """Ask those concerned to agree that the history be what it was at a version. `reapply`: only the command behind it is
    taken back, and what was played since is played again where it is legal and means the same (T-28)."""

    clause = "T-21"
    to_version: Version
    reapply: bool = False


class ProposeEdition(Command, frozen=True):
    """Ask all seats to agree to another edition of the rules."""

    clause = "T-24"
    edition: Name


class GiveConsent(Command, frozen=True):
    """Agree to what was asked."""

    clause = "T-21"


class RefuseConsent(Command, frozen=True):
    """Decline what was asked."""

    clause = "T-21"


class WithdrawRequest(Command, frozen=True):
    """Take back what one has asked."""

    clause = "T-21"


class RenewChance(Command, frozen=True):
    """Begin a new epoch of chance under a new commitment, where the old seed is published or lost."""

    clause = "T-35"
    commitment: Hex32


class SetOrder(Command, frozen=True):
    """Order in advance what a kind of prompt is answered. `order` is the game's own, encoded as JSON text; None takes it
    back."""

    clause = "T-25"
    prompt: Name
    order: OrderText | None


class DiscloseLog(Command, frozen=True):
    """Take all of an unfinished table's log out of the server."""

    clause = "T-17"


class ForkTable(Command, frozen=True):
    """Open a table with the game of another one, the origin, as it stood at a version of it.

    `viewer` is whose knowledge of it the fork has: what that seat or spectator may not know is dealt anew, by `seed`.
    `commitment` binds the secret seed of the fork's own chance.
    """

    clause = "T-64"
    origin: Name
    version: Version
    viewer: Viewer
    host: Name
    commitment: Hex32
    seed: Hex32


# --- Events -----------------------------------------------------------------------------------------------------------


class TableOpened(TableEvent, frozen=True, tag="T.open"):
    clause = "T-1"
    game: str
    edition: str
    seats: SeatCount
    host: str
    commitment: str
    options: str
    chance: ChanceKind
    arbiter: str | None = None


class SeatTaken(TableEvent, frozen=True, tag="T.seat"):
    clause = "T-2"
    seat: SeatNumber
    person: str


class SeatLeft(TableEvent, frozen=True, tag="T.left"):
    clause = "T-3"
    seat: SeatNumber


class SeatFreed(TableEvent, frozen=True, tag="T.free"):
    """The host frees a seat, for which the game has waited in vain for so many days; that it has resigned follows."""

    clause = "T-3"
    seat: SeatNumber
    days: Annotated[int, Meta(ge=0)]


class EntropyAdded(TableEvent, frozen=True, tag="T.ent"):
    clause = "T-32"
    seat: SeatNumber
    entropy: str


class GameBegun(TableEvent, frozen=True, tag="T.begin"):
    clause = "T-4"


class TablePaused(TableEvent, frozen=True, tag="T.pause"):
    clause = "T-5"


class TableResumed(TableEvent, frozen=True, tag="T.resume"):
    clause = "T-5"


class SeatResigned(TableEvent, frozen=True, tag="T.resign"):
    clause = "T-6"
    seat: SeatNumber


class TableAbandoned(TableEvent, frozen=True, tag="T.abandon"):
    clause = "T-7"


class GameFinished(GameEvent, frozen=True, tag="T.finish"):
    """The game is over. `ranking[seat]` is the seat's rank, 1 for the winner; equals share a rank."""

    clause = "T-8"
    scores: tuple[Points, ...]
    ranking: tuple[Rank, ...]


class TableClosed(TableEvent, frozen=True, tag="T.close"):
    clause = "T-9"
    seed: str | None = None


class Undone(TableEvent, frozen=True, tag="T.undo"):
    """The history is now what it was at `to_version`."""

    clause = "T-20"
    to_version: Version


class UndoRequested(TableEvent, frozen=True, tag="T.ask"):
    clause = "T-21"
    to_version: Version
    asked: tuple[SeatNumber, ...]
    reapply: bool = False


class EditionProposed(TableEvent, frozen=True, tag="T.propose"):
    clause = "T-24"
    edition: str
    asked: tuple[SeatNumber, ...]


class ConsentGiven(TableEvent, frozen=True, tag="T.yes"):
    clause = "T-21"
    seat: SeatNumber


class ConsentRefused(TableEvent, frozen=True, tag="T.no"):
    clause = "T-21"
    seat: SeatNumber


class RequestWithdrawn(TableEvent, frozen=True, tag="T.withdraw"):
    clause = "T-21"


class EditionAdopted(TableEvent, frozen=True, tag="T.edition"):
    clause = "T-24"
    edition: str


class ChanceRenewed(TableEvent, frozen=True, tag="T.chance"):
    clause = "T-35"
    epoch: Annotated[int, Meta(ge=1, le=1000)]
    commitment: str


class OrderSet(TableEvent, frozen=True, tag="T.order"):
    """A seat has set its standing order for a kind of prompt, or taken it back (None).

    All but the seat see only that it has changed one: for them the kind is empty and the order None (`seeing`).
    """

    clause = "T-25"
    seat: SeatNumber
    prompt: str
    order: str | None


class OrderFollowed(GameEvent, frozen=True, tag="T.follow"):
    """A seat's standing order answers its prompt: what that does is in the records after this one."""

    clause = "T-26"
    seat: SeatNumber
    prompt: str


class LogDisclosed(TableEvent, frozen=True, tag="T.log"):
    """An operator has taken out the whole log of the unfinished table, secrets included."""

    clause = "T-17"


class TableForked(TableEvent, frozen=True, tag="T.fork"):
    """The table is a sandbox: the records up to `last` came with the fork, those under the origin's name (`ORIGIN`) are copied.

    `viewer` is whose knowledge of the origin the fork has. `reader` is who sees what is copied as at the origin; all others see
    of it what a spectator does. They differ in forks of forks.
    """

    clause = "T-64"
    origin: str
    version: Version
    viewer: Viewer
    reader: Viewer
    last: Version


class Redealt(GameEvent, frozen=True, tag="T.deal"):
    """All that the viewer may not know is dealt anew, as the seed gives it (`Rulebook.imagined`)."""

    clause = "T-64"
    viewer: Viewer
    seed: Hex32
