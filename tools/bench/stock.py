"""The event-store library as it comes: its aggregate, mapper and JSON transcoder, on our recorder."""

from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

SAVED_AT_ONCE = 1_000


class StockWalk(Aggregate):
    """The smallest game as an aggregate of the library's own kind."""

    def __init__(self) -> None:
        self.distance = 0

    @event("StepTaken")
    def take_step(self, seat: int, length: int) -> None:
        self.distance += length


class StockTables(Application[UUID]):
    """An application with nothing set but the store, in a namespace of its own."""

    def __init__(self, url: str) -> None:
        super().__init__(
            {
                "PERSISTENCE_MODULE": "infra.streams",
                "REDIS_URL": url,
                "SOULS_NAMESPACE": "stock",
                "ORIGINATOR_ID_TYPE": "uuid",
            }
        )

    def version(self, walk_id: UUID) -> int:
        """The version of a walk, replayed."""
        walk: StockWalk = self.repository.get(walk_id)
        return walk.version

    def walked(self, version: int) -> UUID:
        """The id of a walk that has come to a version."""
        walk = StockWalk()
        while walk.version < version:
            walk.take_step(0, 3)
            if walk.version % SAVED_AT_ONCE == 0:
                self.save(walk)
        self.save(walk)
        return walk.id
