"""An installation for tests, and hands that play at its tables."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.table.chance import Dictated
from domain.table.kernel import Accepted
from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    GiveConsent,
    PauseTable,
    Phase,
    Redo,
    RequestUndo,
    Resign,
    ResumeTable,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, SERVER, Command
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.exports import WHOLE, export_table
from infra.ledger import Ledger
from infra.opened import new_command_id
from infra.projector import Projector
from infra.rulebooks import Rulebooks
from infra.signing import Signer
from infra.streams import Connections, TableSecret, installation, signing_key
from tests.table.toy import toy

BOTH = (carcassonne, toy)
GAMES = ("carcassonne", "trumps")


class Ticks:
    """A clock that goes on by a second each time it is looked at."""

    def __init__(self, now: int = 1_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        self.now += 1_000_000
        return self.now


class House:
    """A ledger with its projectors and its signer, under a namespace. Several may stand on one namespace."""

    def __init__(
        self, url: str, namespace: str, rulebooks: Sequence[Rulebook] = BOTH, partitions: int | None = None
    ) -> None:
        self.url, self.namespace = url, namespace
        self.clock = Ticks()
        self._connections = Connections(url)
        facts = installation(self._connections.writer, namespace, partitions)
        self.signer = Signer(signing_key(self._connections.writer, namespace))
        self.ledger = Ledger(url, facts, Rulebooks(rulebooks), self.clock)
        self.projectors = [Projector(partition) for partition in self.ledger.partitions]

    @property
    def client(self) -> Any:
        return self._connections.writer

    def close(self) -> None:
        self.ledger.close()
        self._connections.close()

    # --- Playing ------------------------------------------------------------------------------------------------------

    def opened(self, game: str = "trumps", seats: int = 2, **more: Any) -> str:
        """The id of a new table."""
        table = self.ledger.open_table(game, seats, **{"host": "hanna", "arbiter": "arno", **more})
        assert isinstance(table, Table), table
        return table.id

    def seated(self, game: str = "trumps", seats: int = 2, **more: Any) -> str:
        table_id = self.opened(game, seats, **more)
        for seat in range(seats):
            self.do(table_id, seat, TakeSeat(seat, f"person{seat}"))
        return table_id

    def begun(self, game: str = "trumps", seats: int = 2, **more: Any) -> str:
        table_id = self.seated(game, seats, **more)
        self.do(table_id, HOST, BeginGame())
        return table_id

    def ask(
        self,
        table_id: str,
        by: int,
        command: object,
        *,
        seat: int | None = None,
        expected: int | None = None,
        command_id: str | None = None,
        dictated: Dictated | None = None,
    ) -> Accepted | Refusal:
        """Submit a command, at the table's present version if no other is given."""
        at = self.ledger.current(table_id).version if expected is None else expected
        return self.ledger.submit(table_id, Submission(command_id or new_command_id(), by, at, command, seat), dictated)

    def do(self, table_id: str, by: int, command: object, **more: Any) -> Accepted:
        outcome = self.ask(table_id, by, command, **more)
        assert isinstance(outcome, Accepted), (outcome, command)
        return outcome

    def refused(self, table_id: str, by: int, command: object, **more: Any) -> str:
        outcome = self.ask(table_id, by, command, **more)
        assert isinstance(outcome, Refusal), outcome
        return outcome.code

    def next_move(self, table_id: str, rng: random.Random) -> tuple[int, Command]:
        """An awaited seat and something that it is offered."""
        table = self.ledger.current(table_id)
        seat = rng.choice(table.prompts).seat
        offers = [offer for offer in table.rulebook.legal(table.game, seat) if offer.rows]
        return seat, rng.choice(offers).sample(rng)

    def play_one(self, table_id: str, rng: random.Random) -> None:
        seat, command = self.next_move(table_id, rng)
        vacant = self.ledger.current(table_id).seats[seat].vacant
        self.do(table_id, HOST if vacant else seat, command, seat=seat)

    def finish(self, table_id: str, rng: random.Random) -> None:
        while self.ledger.current(table_id).prompts:
            self.play_one(table_id, rng)

    def close_table(self, table_id: str) -> None:
        closed = self.ledger.close_table(table_id, SERVER)
        assert isinstance(closed, Accepted), closed

    def lose_seed(self, table_id: str, epoch: int = 0) -> None:
        """As where the seed of an epoch stayed elsewhere: what makes the chain is still here."""
        key = f"{table_id}/{epoch}" if epoch else table_id
        secret = self.ledger.secret(key)
        assert secret is not None
        stored = msgspec.msgpack.encode(TableSecret(b"", secret.salt))
        self.client.hset(self.ledger.partition(table_id).recorder.keys.secrets, key, stored)
        self.ledger._forget(table_id)

    def wild(self, seed: int, moves: int = 30, *, finished: bool = False) -> str:
        """A table with much going on: undo, redo, requests, pauses, seats left and taken, entropy, an end of some kind."""
        rng = random.Random(seed)
        game = GAMES[seed % 2]
        table_id = self.seated(game, rng.randrange(2, 4))
        if rng.random() < 0.5:
            self.do(table_id, 0, AddEntropy("5a" * 32))
        self.do(table_id, HOST, BeginGame())
        for _ in range(moves):
            self._wild_step(table_id, rng)
        if finished:
            if self.ledger.current(table_id).phase is Phase.PAUSED:
                self.do(table_id, HOST, ResumeTable())
            self.finish(table_id, rng)
        elif rng.random() < 0.2 and self.ledger.current(table_id).phase is not Phase.FINISHED:
            self.do(table_id, HOST, AbandonTable())
        return table_id

    def _wild_step(self, table_id: str, rng: random.Random) -> None:
        table = self.ledger.current(table_id)
        version = rng.randrange(table.setup_end, table.version + 1)
        seat = rng.randrange(len(table.seats))
        chosen = rng.random()
        if chosen < 0.7 and table.prompts:
            self.play_one(table_id, rng)
        elif chosen < 0.8:
            self.ask(table_id, ARBITER, Undo(version))
        elif chosen < 0.85:
            self.ask(table_id, ARBITER, Redo())
        elif chosen < 0.9:
            self.ask(table_id, seat, RequestUndo(version))
            self.ask(table_id, rng.randrange(len(table.seats)), GiveConsent())
        elif chosen < 0.94:
            self.ask(table_id, HOST, ResumeTable() if table.phase is Phase.PAUSED else PauseTable())
        elif chosen < 0.97:
            self.ask(table_id, seat, Resign())
        else:
            self.ask(table_id, HOST, TakeSeat(seat, f"guest{table.version}"))

    # --- Looking ------------------------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        for projector in self.projectors:
            projector.catch_up()

    def rebuild(self) -> int:
        return sum(projector.rebuild() for projector in self.projectors)

    def rows(self) -> dict[str, dict[str, bytes]]:
        """All rows of all views, of all partitions."""
        found: dict[str, dict[str, bytes]] = {}
        for projector in self.projectors:
            for projection in projector.projections:
                found.setdefault(projection.name, {}).update(projector.views.read_all(projection.name))
        return found

    def export(self, table_id: str, viewer: int = WHOLE) -> bytes:
        return export_table(self.ledger, self.signer, table_id, viewer=viewer, raw=True)

    def bytes_of(self, table_id: str) -> list[tuple[str, bytes]]:
        """A table's topics and states."""
        return [(event.topic, event.state) for event in self.ledger.stored(table_id)]


@contextmanager
def house_at(url: str, namespace: str, *arguments: Any, **more: Any) -> Iterator[House]:
    house = House(url, namespace, *arguments, **more)
    try:
        yield house
    finally:
        house.close()
