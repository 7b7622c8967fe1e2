"""Why a command that nobody waits for is refused, where the game can say more than whose turn it is."""

from domain.flick_of_faith.commands import (
    AgreeToCounter,
    AmendReport,
    BuildTemples,
    CastLawVote,
    ChooseDeity,
    ConfirmReport,
    ContestReport,
    DecideLawTie,
    DeclineSecondTry,
    DropHeart,
    FirstFlick,
    Forfeit,
    KeepInCorner,
    PassTemples,
    ReportFlick,
    ReportHeart,
    SecondTry,
    VoteOnReport,
)
from domain.flick_of_faith.state import Game, OpenReport
from domain.table.messages import Command
from domain.table.refusals import Refusal

_POWERS = {
    DecideLawTie: ("law_tie_decider", "deity-themis"),
    SecondTry: ("second_try_at_sea", "deity-tyr"),
    DeclineSecondTry: ("second_try_at_sea", "deity-tyr"),
    DropHeart: ("heart", "deity-freyja"),
    ReportHeart: ("heart", "deity-freyja"),
}
_ABOUT_REPORTS = (AmendReport, ConfirmReport, ContestReport, AgreeToCounter, VoteOnReport)
_WAIT_FOR_REPORT = (ReportFlick, Forfeit, KeepInCorner, BuildTemples, PassTemples, DeclineSecondTry)


def unawaited(game: Game, seat: int, command: Command) -> Refusal | None:
    """What is done once (S-4, S-5, FF-3.2), what a power gives, what waits for a report, and what is about one (M-1 to M-4)."""
    if isinstance(command, _ABOUT_REPORTS):
        return _about_report(game.report, seat, command)
    if game.report is not None and seat == game.active and isinstance(command, _WAIT_FOR_REPORT):
        return Refusal("REPORT_PENDING", "M-1")
    if type(command) in _POWERS:
        return _without_power(game, seat, *_POWERS[type(command)])
    match command:
        case ChooseDeity() if game.deities[seat] is not None:
            return Refusal("ALREADY_CHOSEN", "S-5")
        case FirstFlick() if seat in game.shots:
            return Refusal("ALREADY_FLICKED", "S-4")
        case CastLawVote() if seat in game.votes:
            return Refusal("ALREADY_VOTED", "FF-3.2")
        case KeepInCorner() if game.phase == "mission" and seat == game.active:
            return Refusal("REFLICK_NOT_OFFERED", "FF-1.2")
    return None


def _without_power(game: Game, seat: int, kind: str, clause: str) -> Refusal | None:
    deity = game.power(seat, kind)
    used = deity is not None and deity.id in game.used
    # Themis decides on a tie and Tyr after a flick, and at no other time.
    timely = kind not in ("law_tie_decider", "second_try_at_sea")
    return None if deity is not None and not used and timely else Refusal("POWER_NOT_AVAILABLE", clause)


def _about_report(report: OpenReport | None, seat: int, command: Command) -> Refusal | None:
    if report is None:
        return Refusal("REPORT_NOT_PENDING", "M-2")
    match command:
        case AmendReport() | AgreeToCounter() if seat != report.seat:
            return Refusal("NOT_YOURS", "M-2", piece=report.report.prophet)
        case AgreeToCounter(counter=counter) if not report.counters:
            return Refusal("NO_SUCH_COUNTER", "M-3", seat=counter)
        case ConfirmReport() | ContestReport() if seat == report.seat:
            return Refusal("OWN_REPORT", "M-2")
        case ConfirmReport() if seat in report.confirmed:
            return Refusal("ALREADY_CONFIRMED", "M-2")
        case VoteOnReport() if seat in report.votes:
            return Refusal("ALREADY_VOTED", "M-4")
    return None
