"""Random games: every seat takes any of the kinds of command that are offered, and any command of that kind."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from domain.table.chain import genesis_of
from domain.table.chance import Chance, Derived, Source, chance_key, commitment_to
from domain.table.clauses import Edition
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import BeginGame, OpenTable, TakeSeat
from domain.table.messages import HOST, Command, Event
from domain.table.records import Record, Submission
from domain.table.rulebook import Happening, Rulebook, Under
from domain.table.table import Table
from tools.bench.steps import TakeStep
from tools.bench.steps import rulebook as steps
from tools.bench.titles import Setting, Title

EDITION = Edition("1")

# What chooses a command, from a rulebook, a state, a seat and randomness.
Chooser = Callable[[Rulebook, Any, int, Random], Command]


class Move(msgspec.Struct, frozen=True):
    """A command of a game, and the records it causes: it is asked at the version before the first of them."""

    by: int
    command: Command
    expected: int
    events: int


class Script(msgspec.Struct, frozen=True):
    """A whole game that can be played again at any table opened with its seed and the chance called seeded."""

    title: Title
    setting: Setting
    seed: bytes
    records: tuple[Record[Any], ...]
    moves: tuple[Move, ...]

    def is_simple(self, move: Move) -> bool:
        """Whether a move is the game's simplest, with nothing else happening."""
        return move.events == 1 and type(move.command) is self.title.simple

    def simple_from(self, version: int) -> list[Move]:
        """The simple moves at a version and later."""
        return [move for move in self.moves if self.is_simple(move) and move.expected >= version]


def seed_of(number: int) -> bytes:
    """A seed of 32 bytes for a number."""
    return number.to_bytes(32, "big")


def source_of(seed: bytes) -> Source:
    """The chance of a table opened with that seed, called seeded."""
    return Derived(chance_key(seed, ()), "", 0)


def any_command(book: Rulebook, state: Any, seat: int, rng: Random) -> Command:
    """Any of the commands offered to a seat."""
    offers = [offer for offer in book.legal(state, seat) if offer.rows]
    return offers[rng.randrange(len(offers))].sample(rng)


# --- By the rulebook alone --------------------------------------------------------------------------------------------


class DirectGame:
    """A game without a table around it: the rules, and the counting of chance that they need."""

    def __init__(self, title: Title, number: int, setting: Setting) -> None:
        self.rulebook, self.setting = title.rulebook, setting
        self.state: Any = self.start()
        self.events: list[Event] = []
        self._draws: dict[str, int] = {}
        self.chance = Chance(source_of(seed_of(number)), self._draws)
        self._rng = Random(number)
        self.choose: Chooser = any_command

    def start(self) -> Any:
        """The state before the first event."""
        return self.rulebook.start(self.setting.options, self.setting.seats, EDITION)

    def happen(self, happenings: Iterable[Happening]) -> None:
        """Let each event happen before the next is asked for."""
        evolve, state, draws = self.rulebook.evolve, self.state, self._draws
        for happening in happenings:
            event = happening.event if isinstance(happening, Under) else happening
            for draw in self.chance.take():
                draws[draw.label] = draw.number + 1
            evolve(state, event)
            self.events.append(event)

    def turns(self) -> Iterator[tuple[int, Command]]:
        """Play to the end; stops before each command, which it tells with its seat."""
        book = self.rulebook
        self.happen(book.setup(self.state, self.chance))
        while self.state.prompts:
            seat = self.state.prompts[0].seat
            command = self.choose(book, self.state, seat, self._rng)
            yield seat, command
            self.happen(book.decide(self.state, seat, command, self.chance))


def played(title: Title, number: int, setting: Setting) -> DirectGame:
    """A whole random game; the same for the same number."""
    game = DirectGame(title, number, setting)
    for _ in game.turns():
        pass
    return game


# --- At a table -------------------------------------------------------------------------------------------------------


def scripted(title: Title, number: int, setting: Setting) -> Script:
    """A whole random game at a table; the same for the same number."""
    rulebook = title.rulebook
    rng, moves = Random(number), _Moves(rulebook, setting.seats, seed_of(number), setting.json)
    while moves.table.prompts:
        seat = moves.table.prompts[0].seat
        moves.ask(seat, any_command(rulebook, moves.table.game, seat, rng))
    return Script(title, setting, seed_of(number), tuple(moves.table.records), tuple(moves.asked))


def walked(version: int) -> tuple[Record[Any], ...]:
    """The records of the smallest game up to a version."""
    moves = _Moves(steps, 1, seed_of(0))
    while moves.table.version < version:
        moves.ask(0, TakeStep(3))
    return tuple(moves.table.records)


class _Moves:
    """Asks at a table in memory, which it brings to the beginning of the game."""

    def __init__(self, book: Rulebook, seats: int, seed: bytes, options: str = "{}") -> None:
        self.table, self.asked = Table("script", book), list[Move]()
        self._source = source_of(seed)
        self.ask(HOST, OpenTable(book.game, "1", seats, "host", commitment_to(seed), options, "seeded"))
        for seat in range(seats):
            self.ask(seat, TakeSeat(seat, f"person-{seat}"))
        self.ask(HOST, BeginGame())

    def ask(self, by: int, command: Command) -> None:
        expected = self.table.version
        outcome = happen(self.table, by, expected, command, self._source)
        self.asked.append(Move(by, command, expected, len(outcome.records)))


def happen(table: Table, by: int, expected: int, command: Command, source: Source) -> Accepted:
    """Let the kernel decide a command that it must accept."""
    submission = Submission(f"command-{expected:08}", by, expected, command)
    outcome = handle(table, submission, Moment(expected, source, genesis_of(table.id)))
    assert isinstance(outcome, Accepted), outcome
    return outcome


def replayed(script: Script) -> int:
    """Let all commands of a script happen at a new table in memory; returns how many there are."""
    table, source = Table("replayed", script.title.rulebook), source_of(script.seed)
    for move in script.moves:
        happen(table, move.by, move.expected, move.command, source)
    return len(script.moves)
