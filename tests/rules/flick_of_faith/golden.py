"""The bytes and hashes that must never change by accident. `python -m tests.rules.flick_of_faith.golden` writes them anew.

A difference in `events` or `commands` means that stored logs can no longer be read: a new tag is needed instead. One in
`games` means that the same commands now lead elsewhere, that a state is derived otherwise, or that other commands are drawn
from what is offered: where only that has changed, write them anew.
"""

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.flick_of_faith.commands import (
    COMMANDS,
    AgreeToCounter,
    AmendReport,
    AnswerCorrection,
    Build,
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
    Report,
    ReportFirstPlayer,
    ReportFlick,
    ReportHeart,
    SecondTry,
    Shot,
    Spot,
    VoteOnReport,
    Wall,
)
from domain.flick_of_faith.events import (
    EVENTS,
    DecisionRequested,
    DeityChosen,
    DiscPlaced,
    FirstFlickSealed,
    FirstFlicksRevealed,
    FirstPlayerDetermined,
    FlickForfeited,
    FlickResolved,
    GenerationEnded,
    GenerationStarted,
    HazardPlaced,
    HeartDropped,
    LawEnacted,
    LawsDrawn,
    LawsShuffled,
    LawVoteSealed,
    LawVotesRevealed,
    MissionEnded,
    NavelScored,
    PieceGained,
    PiecesTakenByLaw,
    PieceSwapped,
    PointsAwarded,
    PowerUsed,
    ProphetsReturned,
    ReflickDeclined,
    StepEnded,
    TableLaid,
    TemplesBuilt,
    TemplesPassed,
    TieBroken,
    TurnStarted,
    WorshipScored,
)
from domain.flick_of_faith.parts import Built, Launched, Moved
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
from domain.table.messages import Term
from tests.rules.flick_of_faith.tables import numbered, play_one
from tests.table.play import ENCODE, game_digest

FILE = Path(__file__).parent / "data" / "golden.json"
# Of random games: the first six have the defaults in both modes, for two to four seats.
GAMES = (0, 1, 2, 3, 4, 5, 60, 61, 63, 64)

SHOT = Shot("0-p01", 60_000, 50_000, 30_000, -1, 1000)
HAND = Wall(0, 480_000, 60_000, 480_000)
SPOT = Spot("0-p01", 240_000, 240_000)
ZONES = Spot("1-p02", None, None, ("south",), "south-city", False, True, "0-t01")
REPORT = Report("0-p01", (SPOT, ZONES), ("1-p01",), "0-p02")
PHOTO = "sha256:" + "0f" * 32
MOVED = (Moved("0-p01", 141_875, 50_000), Moved("0-t01", -1, 480_000, "1-p02"))
LAUNCHED = Launched(SHOT, (5, -7), (-3, 1), 29_999_998, -60_001_000, 998_000)

SAMPLES: tuple[Any, ...] = (
    TableLaid("ab" * 32, "cd" * 32, "ef" * 32, "01" * 32, ("SW", "NE"), 4),
    LawsShuffled(20),
    DeityChosen(1, "zeus", "choice"),
    PieceSwapped(0, "0-p05", "sphinx"),
    PieceGained(3, "3-p06"),
    FirstFlickSealed(2, SHOT, (5, -7, -3, 1)),
    FirstFlicksRevealed((0, 2), (SHOT, SHOT), ((240_000, 239_000), (0, -1)), (1_000_000, None)),
    FirstPlayerDetermined(1, "flick"),
    GenerationStarted(2, 1),
    LawsDrawn("pride", None),
    LawVoteSealed(3, "down"),
    LawVotesRevealed(("up", "down")),
    LawEnacted("pride", "humility", "themis"),
    DiscPlaced("king-ape", 268_000, 240_000),
    HazardPlaced("east-city"),
    TurnStarted(2),
    DecisionRequested(0, "reflick", "0-p01"),
    StepEnded(0, "second_try"),
    FlickResolved(0, "edd-1", "ef" * 32, "ab" * 32, (LAUNCHED,), (HAND,), MOVED, ("0-p01",), 3, "cd" * 32),
    ReflickDeclined(1, "1-p03"),
    PowerUsed(1, "anubis", "1-p03"),
    FlickForfeited(1, "1-p01"),
    PiecesTakenByLaw("kraken", ("0-p01", "1-m02"), "box", MOVED[1:]),
    TemplesBuilt(0, (Built("0-p01", "0-t01", "map", SPOT), Built("0-p02", "0-t02", "unused", ZONES)), MOVED),
    TemplesPassed(0),
    NavelScored((1,), (Term("prophet_on_navel", 2, 1, "FF-5.1"),), ("1-p01", "1-p02"), ("south",), MOVED),
    PointsAwarded((0,), (Term("headhunters", 2, 1, "law-headhunters"),)),
    MissionEnded(),
    HeartDropped(0, (-10_000, 10_000, 0, 1), -5, 480_000, ("1-p01",)),
    WorshipScored((3,), (Term("presence", 2, 1, "FF-6.1"), Term("dominance", 1, 2, "FF-6.2")), ("south", "east"), ("east",)),
    ProphetsReturned(("0-p01", "1-p01"), MOVED),
    GenerationEnded(4, ("pride",), 1),
    TieBroken((0, 2), "temples"),
    TableFlickReported(0, REPORT, PHOTO),
    TableReportAmended(0, REPORT),
    TableReportConfirmed(2),
    TableReportContested(2, Report("0-p01", (), (), None, ("0-p01",))),
    TableReportVoteSealed(1, 2),
    TableReportVotesRevealed((0, 2, 2)),
    TableFlickAccepted(0, REPORT, "vote", ("1-t01",), MOVED),
    TableFlickVoided(0),
    CorrectionProposed(1, (SPOT, ZONES)),
    CorrectionAgreed(0),
    CorrectionRejected(2),
    PositionCorrected((ZONES,)),
    ChooseDeity("ra"),
    FirstFlick(SHOT),
    ReportFirstPlayer(1),
    CastLawVote("up"),
    DecideLawTie("pride"),
    Flick(SHOT, SHOT, HAND),
    KeepInCorner(),
    SecondTry(SHOT, HAND),
    DeclineSecondTry(),
    Forfeit(),
    BuildTemples((Build("0-p01", "south-city", "0-t01", 240_000, 100_000, "1-p01", ("south",)),)),
    PassTemples(),
    DropHeart(0, 480_000),
    ReportHeart(("1-p01",)),
    ReportFlick(REPORT, PHOTO),
    AmendReport(REPORT),
    ConfirmReport(),
    ContestReport(REPORT),
    AgreeToCounter(2),
    VoteOnReport(0),
    ProposeCorrection((SPOT,)),
    AnswerCorrection(False),
)  # fmt: skip


def bytes_of(kinds: tuple[type, ...]) -> dict[str, str]:
    """The stored bytes of the sample of each type, in hexadecimal."""
    return {type(sample).__name__: ENCODE(sample).hex() for sample in SAMPLES if type(sample) in kinds}


def played(number: int) -> dict[str, Any]:
    """A random game to its end: hashes of its state and its records, its scores, and how many prompts it asked."""
    play, rng, prompts = numbered(number), Random(number), 0
    while play.table.prompts:
        prompts += len(play.table.prompts)
        play_one(play, rng)
    records = hashlib.sha256(b"".join(ENCODE(record) for record in play.table.records)).hexdigest()
    return {
        "state": game_digest(play.table), "records": records, "scores": list(play.table.game.scores), "prompts": prompts,
    }  # fmt: skip


def built() -> dict[str, Any]:
    """What the code makes now."""
    games = {f"game {number}": played(number) for number in GAMES}
    return {"events": bytes_of(EVENTS), "commands": bytes_of(COMMANDS), "games": games}


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(built()), indent=1) + b"\n")
