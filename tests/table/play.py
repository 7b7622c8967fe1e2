"""What the tests of the kernel play with: a table of the toy game, one driver for it, and a digest of all it holds."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec

from domain.table.chain import genesis_of
from domain.table.chance import Derived, Dictated, Source, chance_key, commitment_to
from domain.table.history import History
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import AbandonTable, BeginGame, CloseTable, OpenTable, PauseTable, Phase, TakeSeat
from domain.table.messages import ARBITER, HOST, Command
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from domain.table.records import Record, Submission
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from tests.table.toy import Toy, toy

SEED = bytes(range(32))


class Play:
    """A table and who plays at it. Time goes on by a second with each command."""

    def __init__(self, rulebook: Rulebook = toy, source: Source | None = None, table: str = "toytable2345") -> None:
        self.table = Table(table, rulebook)
        self.source = source or Derived(chance_key(SEED, ()), table, 0)
        self.asked = 0
        self.now = 1_000_000

    def ask(
        self,
        by: int,
        command: object,
        *,
        seat: int | None = None,
        expected: int | None = None,
        id: str | None = None,  # noqa: A002 - it is called so in a submission
    ) -> Accepted | Refusal:
        """Hand a command to the kernel, at the table's version if no other is given."""
        self.asked += 1
        self.now += 1_000_000
        at = self.table.version if expected is None else expected
        submission = Submission(id or f"c{self.asked}", by, at, command, seat)
        return handle(self.table, submission, Moment(self.now, self.source, genesis_of(self.table.id)))

    def do(self, by: int, command: object, **more: Any) -> Accepted:
        """The same, for a command that is to be accepted."""
        result = self.ask(by, command, **more)
        assert isinstance(result, Accepted), result
        return result

    def refused(self, by: int, command: object, **more: Any) -> str:
        """The code of the refusal of a command that is to be refused, leaving everything as it was."""
        before = digest(self.table)
        result = self.ask(by, command, **more)
        assert isinstance(result, Refusal), result
        assert digest(self.table) == before, "a refusal changed the table"
        return result.code

    def copy(self) -> "Play":
        twin = Play(self.table.rulebook, self.source, self.table.id)
        twin.table, twin.asked, twin.now = self.table.copy(), self.asked, self.now
        return twin

    @property
    def version(self) -> int:
        return self.table.version


def opened(seats: int = 2, *, edition: str = "1", options: str = "{}", rulebook: Rulebook = toy, **more: Any) -> Play:
    """A table that is open."""
    play = Play(rulebook, **more)
    play.do(HOST, OpenTable("trumps", edition, seats, "hanna", commitment_to(SEED), options, "provable", "arno"))
    return play


def seated(seats: int = 2, **more: Any) -> Play:
    """A table whose seats are all taken."""
    play = opened(seats, **more)
    for seat in range(seats):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    return play


def begun(seats: int = 2, **more: Any) -> Play:
    """A table at which it is seat 0's turn."""
    play = seated(seats, **more)
    play.do(HOST, BeginGame())
    return play


def dealt(*cards: int, seats: int = 2, die: Sequence[int] = (), options: str = "{}") -> Play:
    """A begun table at which these cards were dealt in this order, the rest of them to come from the deck."""
    return begun(seats, source=Dictated({"deck": cards, "die": die}), options=options)


def in_phase(phase: Phase, seats: int = 2) -> Play:
    """A table in that phase of its life."""
    if phase is Phase.UNOPENED:
        return Play()
    if phase is Phase.OPEN:
        return opened(seats)
    if phase is Phase.SEATED:
        return seated(seats)
    play = begun(seats, options='{"rounds":1}')
    if phase is Phase.PAUSED:
        play.do(HOST, PauseTable())
    if phase in (Phase.FINISHED, Phase.CLOSED):
        finish(play)
    if phase is Phase.ABANDONED:
        play.do(HOST, AbandonTable())
    if phase is Phase.CLOSED:
        play.do(ARBITER, CloseTable(SEED.hex()))
    assert play.table.phase is phase
    return play


def finish(play: Play) -> None:
    """Play at random, without undoing, until the game is finished."""
    rng = random.Random(1)
    while play.table.prompts:
        play_one(play, rng)


def play_one(play: Play, rng: random.Random) -> tuple[int, Command]:
    """Let a seat that is awaited do something that it is offered."""
    table = play.table
    seat = rng.choice(table.prompts).seat
    command = rng.choice(table.rulebook.legal(table.game, seat)).sample(rng)
    play.do(HOST if table.seats[seat].vacant else seat, command, seat=seat)
    return seat, command


# --- Bytes ------------------------------------------------------------------------------------------------------------

ENCODE = msgspec.msgpack.Encoder(order="deterministic").encode


def event_types(rulebook: type[Rulebook] = Toy) -> Any:
    """The union of all events that a table of the game may hold."""
    union: Any = TABLE_EVENTS[0]
    for event in (*TABLE_EVENTS[1:], *rulebook.events):
        union = union | event
    return union


def command_types(rulebook: type[Rulebook] = Toy) -> Any:
    """The union of all commands that a table of the game may be given."""
    union: Any = TABLE_COMMANDS[0]
    for command in (*TABLE_COMMANDS[1:], *rulebook.commands):
        union = union | command
    return union


RECORD = msgspec.msgpack.Decoder(Record[event_types()])
COMMAND = msgspec.msgpack.Decoder(command_types())


def stored(table: Table) -> list[bytes]:
    """The bytes of the table's records."""
    return [ENCODE(record) for record in table.records]


def views_of(table: Table) -> list[bytes]:
    """The bytes of what a watcher and then each seat see and are asked."""
    viewers = (None, *range(len(table.seats)))
    return [ENCODE((table.rulebook.view(table.game, viewer), table.prompts)) for viewer in viewers]


def digest(table: Table) -> str:
    """A hash of everything that a table holds, in both layers."""
    return _hash(_plain(table))


def game_digest(table: Table) -> str:
    """A hash of what rewinds: the game, the draws counted, the result, and which records count; not the edition."""
    game = table.rulebook.copy(table.game)
    game.edition = None
    return _hash([_plain(part) for part in (game, table.draws, table.finished, table.history.line())])


def _hash(value: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Rulebook):
        return value.game
    if isinstance(value, History):
        return [value._tips, sorted(value._before.items())]
    if isinstance(value, msgspec.Raw):
        return bytes(value).hex()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, msgspec.Struct):
        return [type(value).__name__, *(_plain(getattr(value, name)) for name in value.__struct_fields__)]
    if is_dataclass(value):
        return [type(value).__name__, *(_plain(getattr(value, each.name)) for each in fields(value))]
    if isinstance(value, dict):
        return sorted(([_plain(key), _plain(item)] for key, item in value.items()), key=repr)
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
