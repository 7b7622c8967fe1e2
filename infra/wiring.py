"""The one place where everything is put together."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType

from infra.clock import now
from infra.embedded import EmbeddedServer, Joined
from infra.keyring import Keyring
from infra.ledger import Ledger
from infra.people.access import TableAccess
from infra.people.chat import Chat, Notes
from infra.people.invitations import Invitations
from infra.people.leaving import Leaving
from infra.people.own_data import OwnData
from infra.people.sealed import SealedProfiles
from infra.people.store import PeopleStore
from infra.people.tokens import Tokens
from infra.precedents import PrecedentStore
from infra.projector import Projector
from infra.rulebooks import installed
from infra.settings import Settings
from infra.signing import Signer
from infra.streams import Connections, RedisViewRecorder, durability_warnings, installation, signing_key
from infra.writings import WritingStore
from projections.boards import Board, board_of, field_of, read_board
from projections.scores import ScoreSheet, read_score_sheet
from projections.turns import Turn, read_turn


@contextmanager
def reached(settings: Settings, warnings: list[str]) -> Iterator[Connections]:
    """The server that the settings name, or the embedded one, whatever it holds; what there is to warn of is added."""
    with ExitStack() as closing:
        if settings.redis_url:
            url = settings.redis_url
        else:
            server = closing.enter_context(EmbeddedServer.attach(settings.data))
            url = server.url
            warnings += [server.warning] if server.warning else []
        connections = Connections(url)
        closing.callback(connections.close)
        yield connections


class Souls:
    """A whole installation: the ledger, its projections, people's texts, precedents, and the key that signs its exports.

    Use it in a `with` block.
    """

    def __init__(self, settings: Settings) -> None:
        """Attach to the server that the settings name, or to the embedded one; the first to come makes the installation."""
        self.settings = settings
        rulebooks = installed(settings.rulebooks)
        with ExitStack() as closing:
            self.warnings: list[str] = []
            connections = closing.enter_context(reached(settings, self.warnings))
            self.url = connections.url
            facts = installation(connections.writer, settings.namespace, settings.partitions)
            self.signer = Signer(signing_key(connections.writer, settings.namespace))
            self.ledger = Ledger(self.url, facts, rulebooks, now)
            closing.callback(self.ledger.close)
            self.keyring = Keyring(settings.keyring, SealedProfiles(connections, settings.namespace))
            self.writings = WritingStore(self.ledger, self.keyring)
            self._meet_people(connections)
            if self.keyring.is_lost():
                self.warnings.append(
                    f"People are stored here, but the folder of their keys {settings.keyring} is missing: what "
                    "they wrote is unreadable, and nobody can write, until it is put back."
                )
            self.projectors = [Projector(partition) for partition in self.ledger.partitions]
            views = [projector.views for projector in self.projectors]
            self.precedents = PrecedentStore(self.ledger, views, self.writings, self.signer)
            if settings.redis_url:
                self.warnings += durability_warnings(connections)
            self._closing = closing.pop_all()

    def _meet_people(self, connections: Connections) -> None:
        namespace = self.settings.namespace
        self.people = PeopleStore(connections, namespace, self.keyring, now)
        self.tokens = Tokens(connections, namespace, self.keyring, now)
        self.invitations = Invitations(self.ledger, now)
        self.access = TableAccess(self.ledger)
        self.chat = Chat(self.ledger, self.keyring, now)
        self.notes = Notes(self.ledger, self.keyring)
        self.own_data = OwnData(
            self.ledger, self.people, self.tokens, self.invitations, self.access, self.chat, self.notes, self.writings
        )
        self.people.before_forgetting(Leaving(self.ledger).leave_all)
        for part in (self.tokens, self.invitations, self.access, self.chat, self.notes):
            self.people.when_forgotten(part.forget)

    def __enter__(self) -> "Souls":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the server."""
        self._closing.close()

    def revive(self) -> Joined | None:
        """Start the embedded server again where it has died, and tell of it; nothing where somebody else runs the server."""
        if self.settings.redis_url:
            return None
        # The hold of this installation goes on counting, so letting go of this one stops nothing.
        with EmbeddedServer.attach(self.settings.data) as server:
            return server.joined

    def catch_up(self) -> None:
        """Bring all views up to the present end of the log."""
        for projector in self.projectors:
            projector.catch_up()

    def turns(self) -> list[Turn]:
        """Where all tables stand, the latest first."""
        rows = [row for projector in self.projectors for row in projector.views.read_all("turns").values()]
        return sorted(map(read_turn, rows), key=lambda turn: (-turn.at, turn.table))

    def turn(self, table_id: str) -> Turn | None:
        """Where a table stands, None where there is none."""
        row = self._views(table_id).read("turns", table_id)
        return None if row is None else read_turn(row)

    def scores(self, table_id: str) -> ScoreSheet | None:
        """A table's score sheet, None where there is none."""
        row = self._views(table_id).read("scores", table_id)
        return None if row is None else read_score_sheet(row)

    def board(self, table_id: str, viewer: int | None, version: int | None = None) -> Board | None:
        """A viewer's board of a table, now or at a version. None where there is none now."""
        if version is not None:
            return board_of(self.ledger.table(table_id, version), viewer)
        row = self._views(table_id).read("boards", field_of(table_id, viewer))
        return None if row is None else read_board(row)

    def _views(self, table_id: str) -> RedisViewRecorder:
        partition = self.ledger.partition(table_id)
        return next(projector.views for projector in self.projectors if projector.partition is partition)
