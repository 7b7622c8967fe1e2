"""Tables as an application of the event-store library: one application a partition, with our own mapper and projector."""

from collections.abc import Iterable
from typing import Any

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, StoredEvent

from domain.table.records import Record
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from infra.codec import Codec, game_of
from infra.rulebooks import Rulebooks
from infra.streams import RedisApplicationRecorder


class RecordedEvent(msgspec.Struct, frozen=True, gc=False):
    """A record at its place: what the library calls a domain event."""

    originator_id: str
    originator_version: int
    record: Record[Any]
    game: str


class TableMapper(Mapper[str]):
    """Maps records to stored events and back, without the library's transcoder, compressor or cipher."""

    def __init__(self, rulebooks: Rulebooks) -> None:
        self._rulebooks = rulebooks
        self._codecs: dict[str, Codec] = {}

    def codec(self, game: str) -> Codec:
        """The codec of a game; `UnknownGameError` where its rulebook is missing."""
        codec = self._codecs.get(game)
        if codec is None:
            codec = self._codecs[game] = Codec(self._rulebooks[game])
        return codec

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        topic, state = self.codec(domain_event.game).encode(domain_event.record)
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        table_id, version = str(stored_event.originator_id), stored_event.originator_version
        game = game_of(stored_event.topic)
        record = self.codec(game).decode(table_id, version, stored_event.topic, stored_event.state)
        return RecordedEvent(table_id, version, record, game)

    def records(self, stored: list[StoredEvent]) -> tuple[Rulebook, list[Record[Any]]]:
        """A table's rulebook and records, from its stored events in their order; there must be one."""
        codec = self.codec(game_of(stored[0].topic))
        table_id = str(stored[0].originator_id)
        decode = codec.decode
        return codec.rulebook, [decode(table_id, e.originator_version, e.topic, e.state) for e in stored]


class TablesApplication(Application[str]):
    """The tables of one partition."""

    recorder: RedisApplicationRecorder
    mapper: TableMapper

    def __init__(self, rulebooks: Rulebooks, url: str, namespace: str, partition: int) -> None:
        self._rulebooks = rulebooks
        self.name = f"tables.p{partition}"
        super().__init__(
            {
                "PERSISTENCE_MODULE": "infra.streams",
                "REDIS_URL": url,
                "SOULS_NAMESPACE": namespace,
                "SOULS_PARTITION": str(partition),
                "ORIGINATOR_ID_TYPE": "text",
            }
        )

    def construct_mapper(self) -> TableMapper:
        return TableMapper(self._rulebooks)

    def table(self, table_id: str, version: int | None = None) -> Table:
        """The table as it is, or as it was at a version; the library's `AggregateNotFoundError` where there is none."""
        table: Table = self.repository.get(table_id, version=version, projector_func=self._project)
        return table

    def _project(self, initial: Table | None, events: Iterable[Any]) -> Table | None:
        recorded: list[RecordedEvent] = list(events)
        if not recorded:
            return initial
        rulebook = self.mapper.codec(recorded[0].game).rulebook
        return fold(recorded[0].originator_id, rulebook, [event.record for event in recorded])
