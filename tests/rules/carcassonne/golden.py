"""The bytes and hashes that must never change by accident. `python -m tests.rules.carcassonne.golden` writes them anew.

A difference in `events` or `commands` means that stored logs can no longer be read: a new tag is needed instead. One in
`games` means that the same commands now lead elsewhere, or that a state is derived otherwise.
"""

from pathlib import Path
from typing import Any

import msgspec

from domain.carcassonne.messages import (
    COMMANDS,
    EVENTS,
    AnswerRuling,
    BonusScored,
    ChallengeDeclared,
    ChallengeDrawn,
    ChallengeLapsed,
    ChallengeUnresolved,
    ChallengeWon,
    Deploy,
    DeploySkipped,
    Escape,
    EscapeAwaited,
    EscapeSkipped,
    FeatureScored,
    FinalScoringStarted,
    FollowerRecalled,
    GameStarted,
    GoodsAwarded,
    GoodsMajorityScored,
    KnightEscaped,
    PieceDeployed,
    PieceRef,
    PiecesReturned,
    PlaceTile,
    ProposeRuling,
    Recall,
    RulingAccepted,
    RulingProposed,
    RulingRejected,
    RulingScored,
    RulingSettled,
    SecondPartStarted,
    SkipDeploy,
    SkipEscape,
    StackShuffled,
    StandingPiece,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnEnded,
)
from domain.table.messages import Term
from tests.rules.carcassonne.own_tiles import RECALLING, TALKING
from tests.rules.carcassonne.playing import Play, fingerprint, record_bytes
from tests.rules.carcassonne.tables import EVERYTHING, SHEET, options_of

FILE = Path(__file__).parent / "data" / "golden.json"
ALL = options_of(EVERYTHING)
OWN = options_of(EVERYTHING, blank_mode="custom", custom_tiles=[RECALLING, TALKING], escape_each_part=True)
# Seed, seats, options.
GAMES = (
    (1, 2, options_of()), (2, 3, options_of()), (3, 4, options_of()), (4, 5, options_of()),
    (5, 2, options_of(SHEET)), (6, 3, options_of(SHEET, self_challenge=True)), (7, 6, ALL), (9, 2, ALL),
    (11, 4, OWN), (13, 3, options_of((*EVERYTHING, "river_2"), blank_joker_scores=False)),
    (15, 2, options_of(("base", "river_1"))),
)  # fmt: skip

SAMPLES: tuple[Any, ...] = (
    StackShuffled("stack", 71),
    GameStarted("BA-D", 0, 0, 0),
    TileDrawn(1, "BA-V"),
    TileDiscarded("BA-C"),
    TilePlaced(2, "CR-1", -3, 12, 3, "SI-3"),
    PieceDeployed(2, "follower", -3, 12, "road:0", "thief"),
    DeploySkipped(4, True),
    FeatureScored((0, 3), (Term("tile", 5, 2, "B-9"), Term("shield", 1, 2, "B-9")), "city", True, -1, 2, "city:0"),
    PiecesReturned(
        (StandingPiece(0, "follower", -1, 2, "city:0"), StandingPiece(3, "follower", 0, 2, "city:1")), "scored"
    ),
    TurnEnded(4, 0),
    FinalScoringStarted(),
    ChallengeDeclared(1, 2, -1, 0, 3, -2),
    ChallengeWon(0, 3, -2, 1, 2, -1),
    ChallengeDrawn(3, -2, 2, -1),
    ChallengeLapsed(3, -2, 2, -1),
    ChallengeUnresolved(3, -2, 2, -1),
    KnightEscaped(5, "big", 0, -1, "city:0"),
    EscapeAwaited(5, True),
    EscapeSkipped(5),
    FollowerRecalled(1, "follower", 4, 4, "farm:1"),
    BonusScored((2,), (Term("bonus", 1, -7, "CSC-24"),), 5, -5),
    GoodsAwarded(3, 2, 0, 1),
    GoodsMajorityScored((0, 4), (Term("wine", 1, 10, "TB-2"),), "wine", 5),
    SecondPartStarted(2),
    RulingProposed(1, (5, -3), (StandingPiece(0, "pig", 1, 1, "farm:0"),)),
    RulingAccepted(0),
    RulingRejected(0),
    RulingScored((1,), (Term("ruling", 1, 5, "CSC-24"),)),
    RulingSettled(),
    PlaceTile("CR-1", -3, 12, 3, "SI-3"),
    Deploy("follower", "road:0"),
    SkipDeploy(),
    Recall(4, 4, "farm:1", "follower"),
    Escape(0, -1, "city:0", "big"),
    SkipEscape(),
    ProposeRuling((5, -3), (PieceRef(1, 1, "farm:0"),)),
    AnswerRuling(False),
)

# What is stored already in a form that is no longer written, or without what was added since: all of it is still read.
STORED_BEFORE: tuple[tuple[Any, str], ...] = (
    (TilePlaced(2, "BA-V", -3, 12, 3), "96a5706c61636502a442412d56fd0c03"),
    (PlaceTile("BA-V", -3, 12, 3), "85a7636f6d6d616e64a9506c61636554696c65a474696c65a442412d56a178fda1790ca3726f7403"),
)


def bytes_of(kinds: tuple[type, ...]) -> dict[str, str]:
    """The stored bytes of the sample of each type, in hexadecimal."""
    return {type(sample).__name__: msgspec.msgpack.encode(sample).hex() for sample in SAMPLES if type(sample) in kinds}


def built() -> dict[str, Any]:
    """What the code makes now."""
    games = {}
    for seed, seats, options in GAMES:
        play = Play(seed, seats, options)
        play.to_the_end()
        games[f"seed {seed}, {seats} seats"] = {
            "state": fingerprint(play.table),
            "records": record_bytes(play.table),
            "scores": list(play.game.scores),
        }
    return {"events": bytes_of(EVENTS), "commands": bytes_of(COMMANDS), "games": games}


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(built()), indent=1) + b"\n")
