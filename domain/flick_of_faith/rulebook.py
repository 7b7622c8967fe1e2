"""Flick of Faith as a rulebook: where the kernel finds its rules, words and data."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from domain.flick_of_faith import correcting, council, mission, opening, reporting, shots, temples, worship
from domain.flick_of_faith import scene as drawing
from domain.flick_of_faith.audit import audit, is_sealed
from domain.flick_of_faith.changes import EVOLVE
from domain.flick_of_faith.commands import (
    COMMANDS,
    AgreeToCounter,
    AmendReport,
    AnswerCorrection,
    BuildTemples,
    CastLawVote,
    ChooseDeity,
    ConfirmReport,
    ContestReport,
    DecideLawTie,
    DeclineSecondTry,
    DropHeart,
    FirstFlick,
    Flick,
    Forfeit,
    KeepInCorner,
    PassTemples,
    ProposeCorrection,
    ReportFirstPlayer,
    ReportFlick,
    ReportHeart,
    SecondTry,
    VoteOnReport,
)
from domain.flick_of_faith.drawing.animation import MOVING, animated
from domain.flick_of_faith.estimate import estimate
from domain.flick_of_faith.events import EVENTS, DecisionRequested, FlickResolved, StepEnded
from domain.flick_of_faith.flow import proceed
from domain.flick_of_faith.invariants import invariants
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.own_map import UnsoundMap, check_map
from domain.flick_of_faith.remedies import CORRECTIONS
from domain.flick_of_faith.scoring import ranks
from domain.flick_of_faith.state import Game, new_game
from domain.flick_of_faith.steps import KINDS
from domain.flick_of_faith.unawaited import unawaited
from domain.flick_of_faith.view import GameView
from domain.flick_of_faith.viewing import binds, redact, redact_command, view_of
from domain.table.auditing import Audited
from domain.table.chance import Chance
from domain.table.clauses import Edition
from domain.table.messages import Command
from domain.table.offers import Offer, Random
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Rulebook
from domain.table.scene import Scene

_DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    ChooseDeity: opening.choose_deity,
    FirstFlick: opening.first_flick,
    ReportFirstPlayer: opening.report_first,
    CastLawVote: council.cast_vote,
    DecideLawTie: council.decide_tie,
    Flick: mission.flick,
    KeepInCorner: mission.keep_in_corner,
    SecondTry: mission.second_try,
    DeclineSecondTry: mission.decline_second_try,
    Forfeit: mission.forfeit,
    BuildTemples: temples.build_temples,
    PassTemples: temples.pass_temples,
    DropHeart: worship.drop_heart,
    ReportHeart: worship.report_heart,
    ReportFlick: reporting.report_flick,
    AmendReport: reporting.amend_report,
    ConfirmReport: reporting.confirm_report,
    ContestReport: reporting.contest_report,
    AgreeToCounter: reporting.agree_to_counter,
    VoteOnReport: reporting.vote_on_report,
    ProposeCorrection: correcting.propose_correction,
    AnswerCorrection: correcting.answer_correction,
}


def _one(command: type[Command]) -> Callable[[Game, int], list[Offer]]:
    """The offer of a command without fields."""
    return lambda game, seat: [Offer(command)]


_OFFERS: dict[str, Callable[[Game, int], list[Offer]]] = {
    "ChooseDeity": opening.legal_deities,
    "FirstFlick": shots.legal_first_flicks,
    "ReportFirstPlayer": opening.legal_reports_of_first,
    "CastLawVote": council.legal_votes,
    "DecideLawTie": council.legal_ties,
    "Flick": shots.legal_flicks,
    "KeepInCorner": _one(KeepInCorner),
    "SecondTry": shots.legal_second_tries,
    "DeclineSecondTry": _one(DeclineSecondTry),
    "Forfeit": _one(Forfeit),
    "BuildTemples": shots.legal_builds,
    "PassTemples": _one(PassTemples),
    "DropHeart": worship.legal_hearts,
    "ReportHeart": worship.legal_heart_reports,
    "ReportFlick": shots.legal_reports,
    "AmendReport": shots.legal_amendments,
    "ConfirmReport": _one(ConfirmReport),
    "ContestReport": shots.legal_contests,
    "AgreeToCounter": shots.legal_agreements,
    "VoteOnReport": shots.legal_report_votes,
    "ProposeCorrection": shots.legal_corrections,
    "AnswerCorrection": lambda game, seat: [Offer(AnswerCorrection, ("agree",), [(True,), (False,)])],
}


class FlickOfFaith(Rulebook):
    """Bored gods flick Prophets onto four Islands: on a computed mat, or on a real one whose flicks are reported."""

    game = "flick-of-faith"
    title = "Flick of Faith"
    seats = range(2, 5)
    seat_names = ("red", "yellow", "green", "blue")
    editions = (Edition("1"),)
    options = GameOptions
    data = "domain.flick_of_faith.data"
    commands = COMMANDS
    events = EVENTS
    steps = (DecisionRequested, StepEnded)
    corrections = CORRECTIONS
    moving = MOVING
    left_to_chance = (CastLawVote,)  # FF-3.2: else the upper card would gain by everybody who is late

    def check_options(self, options: GameOptions, seats: int) -> None:  # type: ignore[override]
        """G-1: a group's own map is sound."""
        if options.map is not None:
            try:
                check_map(options.map)
            except UnsoundMap as fault:
                raise Refusal("BAD_DATA", "G-1", reason=str(fault)) from None

    def unreadable(self, where: str, what: str) -> Refusal | None:
        """G-1: data of a group's own that the game cannot be played with have one code, whether a field of the map is wrong by
        itself or by what stands beside it (`check_options`)."""
        option, _, within = where.partition(".")
        return None if option != "map" else Refusal("BAD_DATA", "G-1", reason=str(UnsoundMap(within, what)))

    def start(self, options: GameOptions, seats: int, edition: Edition) -> Game:
        return new_game(options, seats, edition)

    def setup(self, state: Game, chance: Chance) -> Iterator[Happening]:
        yield from opening.lay_table(state)
        yield from proceed(state, chance)

    def decide(self, state: Game, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        yield from _DECIDE[type(command)](state, seat, command, chance)
        yield from proceed(state, chance)

    def unawaited(self, state: Game, seat: int, command: Any) -> Refusal | None:
        return unawaited(state, seat, command)

    def evolve(self, state: Game, event: Any) -> None:
        EVOLVE[type(event)](state, event)

    def legal(self, state: Game, seat: int) -> list[Offer]:
        names = [name for prompt in state.prompts if prompt.seat == seat for name in prompt.commands]
        return [offer for name in dict.fromkeys(names) for offer in _OFFERS[name](state, seat)]

    def estimate(self, state: Game, seat: int) -> int:
        return estimate(state, seat)

    def imagined(self, state: Game, seat: int | None, rng: Random) -> Game:
        """FF-3.2, S-4, M-4: what others have voted on Laws is a guess; what else they have sealed is as if still to come."""
        twin = state.copy()
        for voter in state.votes.keys() - {seat}:
            twin.votes[voter] = ("up", "down")[rng.randrange(2)]
        twin.shots = {flicker: shot for flicker, shot in state.shots.items() if flicker == seat}
        if twin.report is not None:
            twin.report.votes = {voter: vote for voter, vote in twin.report.votes.items() if voter == seat}
        return twin

    def audit(self, state: Game, event: Any) -> Iterator[Audited]:
        yield from audit(state, event)

    def evolve_seen(self, state: Game, event: Any) -> bool:
        """What is sealed moves no disc: flicks can be computed without it."""
        if not is_sealed(event):
            self.evolve(state, event)
        return True

    def invariants(self, state: Game) -> Iterator[Refusal]:
        return invariants(state)

    def standings(self, state: Game) -> tuple[int, ...]:
        """P-5: points, then Temples on the map, then Islands dominated in the last Worship."""
        return ranks(state)

    def after_remedy(self, state: Game, chance: Chance) -> Iterator[Happening]:
        """P-1: where a correction has left nobody to decide, the game goes on by itself."""
        return proceed(state, chance)

    def copy(self, state: Game) -> Game:
        return state.copy()

    def view(self, state: Game, seat: int | None) -> GameView:
        return view_of(state, seat)

    def scene(self, view: GameView) -> Scene:
        return drawing.scene(view)

    def unmoving(self, state: Game) -> str:
        return "" if state.digital else "Flicks of a real board are not animated: nobody records how discs move there."

    def animation(self, state: Game, event: Any) -> Scene:
        return animated(state, event)

    def meaning(self, event: Any) -> Any:
        # D-4: the digest covers discs that the flick has nothing to do with.
        return msgspec.structs.replace(event, digest="") if isinstance(event, FlickResolved) else event

    def is_aside(self, event: Any) -> bool:
        return isinstance(event, DecisionRequested) and event.kind in KINDS and KINDS[event.kind][2]

    def redact(self, event: Any, seat: int | None) -> Any:
        return redact(event, seat)

    def binds(self, event: Any, seat: int) -> bool:
        return binds(event, seat)

    def redact_command(self, command: Any, seat: int | None, by: int) -> Any:
        return redact_command(command, seat, by)


rulebook = FlickOfFaith()
