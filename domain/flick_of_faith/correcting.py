"""Correcting where discs lie on a real board (M-5)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.flick_of_faith.commands import AnswerCorrection, ProposeCorrection, Spot
from domain.flick_of_faith.real_board_events import (
    CorrectionAgreed,
    CorrectionProposed,
    CorrectionRejected,
    PositionCorrected,
)
from domain.flick_of_faith.reporting import check_riders, check_spots
from domain.flick_of_faith.state import Game
from domain.table.chance import Chance
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening


def propose_correction(game: Game, seat: int, command: ProposeCorrection, chance: Chance) -> Iterator[Happening]:
    """M-5: a mistake in where discs lie; it never changes points."""
    check_correction(game, command.spots)
    yield CorrectionProposed(seat, command.spots)


def check_correction(game: Game, spots: Sequence[Spot]) -> None:
    """M-5: discs on the map, or that the latest report had leave it; each once, at places that agree with each other."""
    for disc, times in Counter(spot.disc for spot in spots).items():
        if times > 1 or disc not in correctable(game):
            raise Refusal("REPORT_INCONSISTENT", "M-5", piece=disc)
    check_spots(game, spots, (), "M-5")
    check_riders(game, spots, [spot.disc for spot in spots], "M-5")


def correctable(game: Game) -> list[str]:
    """M-5: the discs whose place can be corrected."""
    return [disc for disc, at in game.discs.items() if at.on_map or disc in game.sent_off]


def answer_correction(game: Game, seat: int, command: AnswerCorrection, chance: Chance) -> Iterator[Happening]:
    """M-5: it holds when all agree."""
    if not command.agree:
        yield CorrectionRejected(seat)
        return
    yield CorrectionAgreed(seat)
    correction = game.correction
    assert correction is not None
    if len(correction.agreed) == game.seats:
        yield PositionCorrected(correction.spots)
