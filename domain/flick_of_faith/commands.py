"""What can be asked in a game of Flick of Faith. Lengths are micrometres, speeds whole millimetres a second."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.table.messages import Command, SeatNumber

# Wide enough that what is out of the rules' bounds is a refusal that explains itself, not a malformed command.
Coordinate = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
Component = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Speed = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
DiscId = Annotated[str, Meta(min_length=1, max_length=16)]
PlaceId = Annotated[str, Meta(min_length=1, max_length=32)]
CardId = Annotated[str, Meta(min_length=1, max_length=32)]
# An address, or a hash of the content: nothing that says anything by itself (M-7).
PHOTO = r"^(https?://[!-~]+|sha256:[0-9a-fA-F]{64})?\Z"
LONGEST_PHOTO = 300
Photo = Annotated[str, Meta(max_length=LONGEST_PHOTO, pattern=PHOTO)]
Thumb = Literal["up", "down"]


class Wall(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Dagda's Hand on the map, from one end to the other."""

    x1: Coordinate
    y1: Coordinate
    x2: Coordinate
    y2: Coordinate


class Shot(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One flick: which disc, from where, in which direction (a vector of integers), how fast."""

    prophet: DiscId
    x: Coordinate
    y: Coordinate
    dx: Component
    dy: Component
    speed: Speed


class Build(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Temple for a Prophet that is taken off a City.

    It is placed at (x, y), on another disc (`on`) perhaps. At a real table the Islands that it touches can be named instead.
    """

    prophet: DiscId
    city: PlaceId
    temple: DiscId
    x: Coordinate | None = None
    y: Coordinate | None = None
    on: DiscId | None = None
    islands: Annotated[tuple[PlaceId, ...], Meta(max_length=8)] = ()


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a disc lies on a real board: at (x, y) of the group's map, or what it touches; `on` is the disc beneath."""

    disc: DiscId
    x: Coordinate | None = None
    y: Coordinate | None = None
    islands: Annotated[tuple[PlaceId, ...], Meta(max_length=8)] = ()
    city: PlaceId | None = None
    navel: bool = False
    own_corner: bool = False
    on: DiscId | None = None


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a flick on a real board did: every disc that moved, and those that left the map, in their order.

    `second` is the other Prophet where a Law has two flicked at once, `taken` is what the Tornado took when all was at rest.
    """

    prophet: DiscId
    moved: Annotated[tuple[Spot, ...], Meta(max_length=60)] = ()
    off: Annotated[tuple[DiscId, ...], Meta(max_length=60)] = ()
    second: DiscId | None = None
    taken: Annotated[tuple[DiscId, ...], Meta(max_length=60)] = ()

    @property
    def gone(self) -> tuple[str, ...]:
        """What lies on the map no more."""
        return (*self.off, *self.taken)

    @property
    def flicked(self) -> tuple[str, ...]:
        """The Prophets that were flicked."""
        return (self.prophet,) if self.second is None else (self.prophet, self.second)


# --- Set-up -----------------------------------------------------------------------------------------------------------


class ChooseDeity(Command, frozen=True):
    """Take a deity; nobody else may have one of the same board."""

    clause = "S-5"
    deity: CardId


class FirstFlick(Command, frozen=True):
    """Flick towards the Navel, to find who begins; nobody sees it before all have flicked."""

    clause = "S-4"
    shot: Shot


class ReportFirstPlayer(Command, frozen=True):
    """Say who was closest to the Navel on the real board."""

    clause = "S-4"
    first: SeatNumber


# --- Council ----------------------------------------------------------------------------------------------------------


class CastLawVote(Command, frozen=True):
    """Vote for the upper Law (thumb up) or the lower one; nobody sees it before all have voted."""

    clause = "FF-3.2"
    thumb: Thumb


class DecideLawTie(Command, frozen=True):
    """Themis decides a tied vote."""

    clause = "deity-themis"
    law: CardId


# --- Mission ----------------------------------------------------------------------------------------------------------


class Flick(Command, frozen=True, omit_defaults=True):
    """Flick a ready Prophet, or once more the one that is still in the corner; two at once where a Law says so."""

    clause = "FF-1.1"
    shot: Shot
    second: Shot | None = None
    hand: Wall | None = None


class KeepInCorner(Command, frozen=True):
    """Leave the Prophet where it lies instead of flicking it again."""

    clause = "FF-1.2"


class SecondTry(Command, frozen=True, omit_defaults=True):
    """Tyr flicks a Prophet again that came to rest at Sea."""

    clause = "deity-tyr"
    shot: Shot
    hand: Wall | None = None


class DeclineSecondTry(Command, frozen=True):
    """Tyr leaves the Prophet at Sea."""

    clause = "deity-tyr"


class Forfeit(Command, frozen=True):
    """Give up one flick: a ready Prophet goes to the reserve."""

    clause = "P-2"


class BuildTemples(Command, frozen=True):
    """Take Prophets off Cities and build a Temple for each, in this order."""

    clause = "FF-4.1"
    builds: Annotated[tuple[Build, ...], Meta(max_length=20)]


class PassTemples(Command, frozen=True):
    """Build nothing."""

    clause = "FF-4.1"


class DropHeart(Command, frozen=True):
    """Freyja drops the Heart before Worship."""

    clause = "deity-freyja"
    x: Coordinate
    y: Coordinate


# --- On a real board --------------------------------------------------------------------------------------------------


class ReportHeart(Command, frozen=True):
    """Freyja has dropped the Heart on the real board: which discs it touches."""

    clause = "deity-freyja"
    discs: Annotated[tuple[DiscId, ...], Meta(max_length=60)]


class ReportFlick(Command, frozen=True):
    """Report what one's flick did; a photo may be named, by address or hash."""

    clause = "M-1"
    report: Report
    photo: Photo = ""


class AmendReport(Command, frozen=True):
    """Change one's report before it is accepted; confirmations lapse."""

    clause = "M-2"
    report: Report


class ConfirmReport(Command, frozen=True):
    """Agree to another's report."""

    clause = "M-2"


class ContestReport(Command, frozen=True):
    """Say what happened instead, in a full report of one's own."""

    clause = "M-3"
    counter: Report


class AgreeToCounter(Command, frozen=True):
    """The reporter takes over what another says."""

    clause = "M-3"
    counter: SeatNumber


class VoteOnReport(Command, frozen=True):
    """Vote for the report, or for a counter by its seat; nobody sees it before all have voted."""

    clause = "M-4"
    choice: SeatNumber


class ProposeCorrection(Command, frozen=True):
    """Propose where discs really lie; it holds when all agree, and changes no points."""

    clause = "M-5"
    spots: Annotated[tuple[Spot, ...], Meta(min_length=1, max_length=60)]


class AnswerCorrection(Command, frozen=True):
    """Agree to a correction, or not."""

    clause = "M-5"
    agree: bool


COMMANDS: tuple[type[Command], ...] = (
    ChooseDeity, FirstFlick, ReportFirstPlayer, CastLawVote, DecideLawTie,
    Flick, KeepInCorner, SecondTry, DeclineSecondTry, Forfeit, BuildTemples, PassTemples, DropHeart,
    ReportHeart, ReportFlick, AmendReport, ConfirmReport, ContestReport, AgreeToCounter, VoteOnReport, ProposeCorrection,
    AnswerCorrection,
)  # fmt: skip
