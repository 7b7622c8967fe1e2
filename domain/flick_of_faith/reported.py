"""How events of a real board change the state: reports of flicks, and corrections (M-1 to M-6)."""

from collections.abc import Callable
from typing import Any

from domain.flick_of_faith.moving import done, leave_map, lie, lie_as_told, rest
from domain.flick_of_faith.real_board_events import (
    CorrectionAgreed,
    CorrectionProposed,
    CorrectionRejected,
    PositionCorrected,
    TableFlickAccepted,
    TableFlickReported,
    TableFlickVoided,
    TableReportAmended,
    TableReportConfirmed,
    TableReportContested,
    TableReportVoteSealed,
    TableReportVotesRevealed,
)
from domain.flick_of_faith.state import Correction, Game, OpenReport
from domain.flick_of_faith.steps import prompt_for


def _reported(game: Game, event: TableFlickReported) -> None:
    asked = next(prompt.kind for prompt in game.prompts if "ReportFlick" in prompt.commands)
    game.report, game.stage = OpenReport(event.seat, event.report, asked, photo=event.photo), "reported"
    done(game, "report", "report_reflick", "report_second_try", "correct")


def _report(game: Game) -> OpenReport:
    assert game.report is not None
    return game.report


def _amended(game: Game, event: TableReportAmended) -> None:
    _report(game).report, _report(game).confirmed = event.report, frozenset()
    game.prompts = ()


def _confirmed(game: Game, event: TableReportConfirmed) -> None:
    _report(game).confirmed |= {event.seat}
    done(game, "confirm", seat=event.seat)


def _contested(game: Game, event: TableReportContested) -> None:
    _report(game).counters[event.seat] = event.counter
    _report(game).confirmed -= {event.seat}
    _report(game).voting = True
    game.prompts = ()


def _choice_sealed(game: Game, event: TableReportVoteSealed) -> None:
    assert event.choice is not None
    _report(game).votes[event.seat] = event.choice
    # With the first vote the ballot is closed to further counters and amendments; the reporter may still give in.
    done(game, "contest", "counters")
    done(game, "report_vote", seat=event.seat)


def _votes_revealed(game: Game, event: TableReportVotesRevealed) -> None:
    """What they have decided is in the event after this one."""


def _accepted(game: Game, event: TableFlickAccepted) -> None:
    lie_as_told(game, event.report.moved)
    leave_map(game, event.report.gone, "reserve")
    leave_map(game, event.returned, "unused")
    lie(game, event.settled)
    rest(game, event.report.flicked, event.report.off)
    game.sent_off = (*event.report.gone, *(disc for disc in event.returned if disc not in event.report.gone))
    game.report, game.prompts = None, ()


def _voided(game: Game, event: TableFlickVoided) -> None:
    # What was offered before the report is offered again: a first flick, another one from the corner, or from the Sea.
    first = _report(game).asked == "report"
    game.bound = _report(game).report.flicked if first else ()
    game.awaiting = ""
    game.report, game.prompts, game.stage = None, (), "flick" if first else "reflick"


def _proposed(game: Game, event: CorrectionProposed) -> None:
    game.correction = Correction(event.seat, event.spots, frozenset({event.seat}), game.prompts)
    game.prompts = tuple(prompt_for("answer", seat) for seat in range(game.seats) if seat != event.seat)


def _correction(game: Game) -> Correction:
    assert game.correction is not None
    return game.correction


def _agreed(game: Game, event: CorrectionAgreed) -> None:
    _correction(game).agreed |= {event.seat}
    done(game, "answer", seat=event.seat)


def _rejected(game: Game, event: CorrectionRejected) -> None:
    game.prompts, game.correction = _correction(game).before, None


def _corrected(game: Game, event: PositionCorrected) -> None:
    lie_as_told(game, event.spots)
    game.sent_off = tuple(disc for disc in game.sent_off if not game.discs[disc].on_map)
    # A ruling needs no proposal; it ends one that is open.
    if game.correction is not None:
        game.prompts, game.correction = game.correction.before, None
    if any(prompt.kind == "temples" for prompt in game.prompts):
        # Which Prophets are on Cities may be another matter now.
        game.prompts, game.stage = (), "temples"


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    TableFlickReported: _reported,
    TableFlickVoided: _voided,
    TableReportAmended: _amended,
    TableReportConfirmed: _confirmed,
    TableReportContested: _contested,
    TableReportVoteSealed: _choice_sealed,
    TableReportVotesRevealed: _votes_revealed,
    TableFlickAccepted: _accepted,
    CorrectionProposed: _proposed,
    CorrectionAgreed: _agreed,
    CorrectionRejected: _rejected,
    PositionCorrected: _corrected,
}
