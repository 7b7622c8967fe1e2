"""The bytes and hashes that must never change by accident. `python -m tests.rules.root.golden` writes them anew.

A difference in `samples` means that stored logs can no longer be read: a new tag is needed instead. One in `games` means
that the same commands now lead elsewhere, or that a state is derived otherwise.
"""

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.root.rulebook import rulebook
from domain.table.table import Table
from tests.rules.root.games import COMBINATIONS, options_for
from tests.rules.root.tables import begun, play_one
from tests.table.play import ENCODE, command_types, game_digest

FILE = Path(__file__).parent / "data" / "golden.json"
GAMES = range(len(COMBINATIONS) + 4)
# More games than it takes until every type of event and command has occurred.
SAMPLED = range(300)
COMMAND = msgspec.msgpack.Decoder(command_types(type(rulebook)))


def played(number: int) -> Table:
    """A random game to its end."""
    play, rng = begun(options_for(number)), Random(number)
    while play.table.prompts:
        play_one(play, rng)
    return play.table


def games() -> dict[str, Any]:
    """What seeded games come to now: their state, their stored bytes and their scores."""
    found = {}
    for number in GAMES:
        table = played(number)
        records = hashlib.sha256(b"".join(ENCODE(record) for record in table.records)).hexdigest()
        state = {"state": game_digest(table), "records": records, "scores": list(table.game.scores)}
        found[f"{number}: {', '.join(table.game.factions)}"] = state
    return found


def samples() -> dict[str, str]:
    """The stored bytes of the first event and command of each type, in hexadecimal."""
    found: dict[str, str] = {}
    for number in SAMPLED:
        if len(found) == len(rulebook.events) + len(rulebook.commands):
            break
        for record in played(number).records:
            if type(record.event) in rulebook.events:
                found.setdefault(type(record.event).__name__, ENCODE(record.event).hex())
            if record.cause is not None:
                command = COMMAND.decode(record.cause.command)
                if type(command) in rulebook.commands:
                    found.setdefault(type(command).__name__, ENCODE(command).hex())
    return dict(sorted(found.items()))


if __name__ == "__main__":
    FILE.write_bytes(
        msgspec.json.format(msgspec.json.encode({"samples": samples(), "games": games()}), indent=1) + b"\n"
    )
