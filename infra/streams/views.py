"""Views (read models) stored beside the position that they are up to."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from eventsourcing.persistence import ProgrammingError, Tracking

from infra.streams.connection import Connections
from infra.streams.errors import StoreErrors
from infra.streams.keys import PartitionKeys
from infra.streams.scripts import script
from infra.streams.tracking import RedisTrackingRecorder

STAGED_AT_ONCE = 1_000
"""Rows sent in one command of a rebuild."""

STAGED_FOR = 3_600
"""Seconds after which the rows of a rebuild that died disappear."""


class RedisViewRecorder(RedisTrackingRecorder):
    """One hash a view; a field is a row, its value bytes that belong to the projection."""

    def __init__(self, connections: Connections, keys: PartitionKeys) -> None:
        super().__init__(connections, keys)
        self._write_script = script(connections.writer, "view_write")
        self._replace_script = script(connections.writer, "view_replace")

    def write(
        self, rows: Mapping[str, Mapping[str, bytes | None]], tracking: Tracking, *, after: int | None = None
    ) -> None:
        """Sets fields of views, or deletes those that are None, and moves the position forward, as one step.

        `IntegrityError`, and nothing changed, unless the position is ahead of the stored one, and the stored one is
        `after` (0: none yet) where that is given: then nothing between the two has been left out, or put back.
        """
        arguments: list[str | bytes | int] = [tracking.application_name, tracking.notification_id]
        arguments.append("" if after is None else after)
        for fields in rows.values():
            kept = {name: value for name, value in fields.items() if value is not None}
            dropped = [name for name in fields if name not in kept]
            arguments += (len(kept), len(dropped))
            for pair in kept.items():
                arguments += pair
            arguments += dropped
        with StoreErrors(f"write views of {self.keys.tag}"):
            self._write_script([self.keys.tracking, *map(self.keys.view, rows)], arguments)

    def read(self, view: str, field: str) -> bytes | None:
        """One row of a view, None where there is none."""
        with StoreErrors(f"read view {view} of {self.keys.tag}"):
            value: bytes | None = self._client.hget(self.keys.view(view), field)
        return value

    def read_all(self, view: str) -> dict[str, bytes]:
        """All rows of a view, in no order."""
        with StoreErrors(f"read view {view} of {self.keys.tag}"):
            rows: dict[bytes, bytes] = self._client.hgetall(self.keys.view(view))
        return {field.decode(): value for field, value in rows.items()}

    def replace(self, views: Iterable[str], rows: Mapping[str, Mapping[str, bytes]], tracking: Tracking) -> None:
        """Gives `views` the contents `rows`, none where `rows` lacks one, and sets the position, as one step.

        The position may be lower than the stored one: that is what a rebuild is. `ProgrammingError` for rows
        of a view that is not named. Readers see all of the old contents, then all of the new.
        """
        names = list(dict.fromkeys(views))
        if unnamed := rows.keys() - set(names):
            raise ProgrammingError(f"There are rows of views not being replaced: {sorted(unnamed)}.")
        token = secrets.token_hex(8)
        staged = {name: self.keys.staged_view(token, name) for name in names}
        with StoreErrors(f"replace views of {self.keys.tag}"):
            for name in names:
                self._stage(staged[name], rows.get(name, {}))
            pairs = [key for name in names for key in (self.keys.view(name), staged[name])]
            counts = [len(rows.get(name, {})) for name in names]
            self._replace_script(
                [self.keys.tracking, *pairs], [tracking.application_name, tracking.notification_id, *counts]
            )

    def _stage(self, key: str, rows: Mapping[str, bytes]) -> None:
        for part in _parts(rows):
            pipeline = self._client.pipeline(transaction=False)
            pipeline.hset(key, mapping=part)
            pipeline.expire(key, STAGED_FOR)
            pipeline.execute()


def _parts(rows: Mapping[str, bytes]) -> Iterator[dict[str, bytes]]:
    remaining = iter(rows.items())
    while part := dict(islice(remaining, STAGED_AT_ONCE)):
        yield part
