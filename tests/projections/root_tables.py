"""Tables of Root for the tests of what is shown of them: played at random by offers, or with a log of our own."""

import json
import random
from collections.abc import Iterator

from domain.root.rulebook import rulebook
from domain.table.chance import Derived, chance_key, commitment_to
from domain.table.lifecycle import BeginGame, OpenTable, TakeSeat
from domain.table.messages import HOST, GameEvent
from domain.table.records import Record
from domain.table.rulebook import Under
from domain.table.table import Table, fold
from tests.table.play import Play

CULT, MARQUISE, EYRIE = 0, 1, 2
ALL = ("cult", "marquise", "eyrie")


def rooted(seed: int = 0, factions: tuple[str, ...] = ALL, **options: object) -> Play:
    """A table of Root that has begun; the first decision of the set-up is awaited."""
    table_id, secret = "roottable234", bytes([seed] * 32)
    play = Play(rulebook, Derived(chance_key(secret, ()), table_id, 0), table_id)
    given = json.dumps({"factions": factions, **options})
    play.do(HOST, OpenTable("root", "1", len(factions), "hanna", commitment_to(secret), given, "provable", "arno"))
    for seat in range(len(factions)):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    play.do(HOST, BeginGame())
    return play


def move(play: Play, rng: random.Random) -> None:
    """Somebody who is awaited does something that is offered."""
    seat = rng.choice(play.table.prompts).seat
    offers = [offer for offer in rulebook.legal(play.table.game, seat) if offer.rows]
    play.do(seat, rng.choice(offers).sample(rng))


def played(seed: int, factions: tuple[str, ...] = ALL, **options: object) -> Play:
    """A table that was played to its end at random."""
    play, rng = rooted(seed, factions, **options), random.Random(seed)
    while play.table.prompts:
        move(play, rng)
    return play


def let_happen(play: Play, *happenings: GameEvent | Under) -> None:
    """Append records as a log might hold them, whatever the rules say, a second apart."""
    for happening in happenings:
        clause, event = happening if isinstance(happening, Under) else (None, happening)
        play.now += 1_000_000
        play.table.apply(Record(play.now, HOST, event, clause=clause))


def at_every_version(table: Table) -> Iterator[Table]:
    """The table as it was after each of its records, one and the same object that goes on."""
    twin = fold(table.id, table.rulebook, table.records[:1])
    yield twin
    for record in table.records[1:]:
        twin.apply(record)
        yield twin
