"""What can happen on a real board: flicks are reported, and where discs lie is put right (M-1 to M-6)."""

from typing import ClassVar, Literal

from domain.flick_of_faith.commands import Photo, Report, Spot
from domain.flick_of_faith.parts import Moved
from domain.table.messages import GameEvent, SeatNumber


class TableFlickReported(GameEvent, frozen=True, tag="report"):
    clause = "M-1"
    seat: SeatNumber
    report: Report
    photo: Photo = ""


class TableReportAmended(GameEvent, frozen=True, tag="amend"):
    clause = "M-2"
    seat: SeatNumber
    report: Report


class TableReportConfirmed(GameEvent, frozen=True, tag="confirm"):
    clause = "M-2"
    seat: SeatNumber


class TableReportContested(GameEvent, frozen=True, tag="contest"):
    clause = "M-3"
    seat: SeatNumber
    counter: Report


class TableReportVoteSealed(GameEvent, frozen=True, tag="r-seal"):
    """A seat has voted on a report; how, only it knows before all have voted."""

    clause = "M-4"
    secrets: ClassVar[tuple[str, ...]] = ("choice",)
    seat: SeatNumber
    choice: SeatNumber | None = None


class TableReportVotesRevealed(GameEvent, frozen=True, tag="r-show"):
    clause = "M-4"
    choices: tuple[SeatNumber, ...]


class TableFlickAccepted(GameEvent, frozen=True, tag="accept"):
    """What a flick on the real board did is agreed; `returned` are Temples that go back to their owner (M-6)."""

    clause = "M-2"
    seat: SeatNumber
    report: Report
    by: Literal["confirmed", "agreement", "vote", "report"]
    returned: tuple[str, ...] = ()
    settled: tuple[Moved, ...] = ()


class TableFlickVoided(GameEvent, frozen=True, tag="void"):
    """The board is put back, and the same Prophet is flicked again."""

    clause = "M-4"
    seat: SeatNumber


class CorrectionProposed(GameEvent, frozen=True, tag="c-prop"):
    clause = "M-5"
    seat: SeatNumber
    spots: tuple[Spot, ...]


class CorrectionAgreed(GameEvent, frozen=True, tag="c-yes"):
    clause = "M-5"
    seat: SeatNumber


class CorrectionRejected(GameEvent, frozen=True, tag="c-no"):
    clause = "M-5"
    seat: SeatNumber


class PositionCorrected(GameEvent, frozen=True, tag="correct"):
    clause = "M-5"
    spots: tuple[Spot, ...]


EVENTS: tuple[type[GameEvent], ...] = (
    TableFlickReported, TableReportAmended, TableReportConfirmed, TableReportContested, TableReportVoteSealed,
    TableReportVotesRevealed, TableFlickAccepted, TableFlickVoided, CorrectionProposed, CorrectionAgreed, CorrectionRejected,
    PositionCorrected,
)  # fmt: skip
