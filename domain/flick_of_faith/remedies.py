"""What a ruling's remedy needs of Flick of Faith: what an arbiter may give as a correction, and what follows from it."""

from domain.flick_of_faith.events import (
    EVENTS,
    FirstFlickSealed,
    FirstFlicksRevealed,
    FlickResolved,
    HazardPlaced,
    HeartDropped,
    LawsDrawn,
    LawsShuffled,
    LawVoteSealed,
    LawVotesRevealed,
    TableLaid,
)
from domain.flick_of_faith.real_board_events import (
    CorrectionAgreed,
    CorrectionProposed,
    TableFlickReported,
    TableReportAmended,
    TableReportConfirmed,
    TableReportContested,
    TableReportVoteSealed,
    TableReportVotesRevealed,
)
from domain.table.messages import GameEvent

# What an arbiter cannot give. Set-up is over; what chance draws is chance's; what is computed is what is computed, and a
# verification computes it again; what is sealed, reported, said to a report or proposed is a seat's own word.
NO_CORRECTIONS: tuple[type[GameEvent], ...] = (
    TableLaid, LawsShuffled, LawsDrawn, HazardPlaced, FirstFlicksRevealed, FlickResolved, HeartDropped, FirstFlickSealed,
    LawVoteSealed, LawVotesRevealed, TableReportVoteSealed, TableReportVotesRevealed, TableFlickReported, TableReportAmended,
    TableReportConfirmed, TableReportContested, CorrectionProposed, CorrectionAgreed,
)  # fmt: skip
CORRECTIONS = tuple(event for event in EVENTS if event not in NO_CORRECTIONS)
