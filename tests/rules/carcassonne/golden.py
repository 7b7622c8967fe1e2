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
    Deploy,
    DeploySkipped,
    FeatureScored,
    FinalScoringStarted,
    GameStarted,
    PieceDeployed,
    PiecesReturned,
    PlaceTile,
    SkipDeploy,
    StackShuffled,
    StandingPiece,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TurnEnded,
)
from domain.table.messages import Term
from tests.rules.carcassonne.playing import Play, fingerprint, record_bytes

FILE = Path(__file__).parent / "data" / "golden.json"
GAMES = ((1, 2), (2, 3), (3, 4), (4, 5))

SAMPLES: tuple[Any, ...] = (
    StackShuffled("stack", 71),
    GameStarted("BA-D", 0, 0, 0),
    TileDrawn(1, "BA-V"),
    TileDiscarded("BA-C"),
    TilePlaced(2, "BA-V", -3, 12, 3),
    PieceDeployed(2, "follower", -3, 12, "road:0", "thief"),
    DeploySkipped(4, True),
    FeatureScored((0, 3), (Term("tile", 5, 2, "B-9"), Term("shield", 1, 2, "B-9")), "city", True, -1, 2, "city:0"),
    PiecesReturned((StandingPiece(0, "follower", -1, 2, "city:0"), StandingPiece(3, "follower", 0, 2, "city:1")), "scored"),
    TurnEnded(4, 0),
    FinalScoringStarted(),
    PlaceTile("BA-V", -3, 12, 3),
    Deploy("follower", "road:0"),
    SkipDeploy(),
)


def bytes_of(kinds: tuple[type, ...]) -> dict[str, str]:
    """The stored bytes of the sample of each type, in hexadecimal."""
    return {
        type(sample).__name__: msgspec.msgpack.encode(sample).hex() for sample in SAMPLES if type(sample) in kinds
    }


def built() -> dict[str, Any]:
    """What the code makes now."""
    games = {}
    for seed, seats in GAMES:
        play = Play(seed, seats)
        play.to_the_end()
        games[f"seed {seed}, {seats} seats"] = {
            "state": fingerprint(play.table),
            "records": record_bytes(play.table),
            "scores": list(play.game.scores),
        }
    return {"events": bytes_of(EVENTS), "commands": bytes_of(COMMANDS), "games": games}


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(built()), indent=1) + b"\n")
