"""Making a backup while the installation is used.

**The log** of a partition is cut at the value that its counter has at one moment. What is below never changes any more, so
it is read at leisure: every record up to there, in the log's order. Log, streams, heads and counter all follow from that one
list, so after a restore they agree, whatever was written meanwhile.

**What stands beside it** is read on that side of the cut on which it can do no harm. Before it: refusals, invitations, and how
far followers have come, which must not know more than the log. Behind it: secrets, texts, accounts and access, which must be
there for everything that the log names; more of them than that do nothing. Keys of one table, and all keys of people, are
read at one moment together. Views and snapshots are left out: they are made from the log.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import msgspec
from eventsourcing.persistence import Notification, StoredEvent

from infra.backup.container import BackupError, written
from infra.backup.frames import MAGIC, End, Entries, Entry, Frame, Head
from infra.clock import now
from infra.streams import Connections, PartitionKeys, RedisApplicationRecorder, installation
from infra.streams.copying import StoredKey, read_whole, scan_groups, stored_facts

AT_ONCE = 1_000
LARGEST_PART = 4 * 1024 * 1024

# What must be there for everything that the log names, and is therefore read behind the cut.
_BEHIND = ("secrets", "texts", "access")

# What moves in one step with the positions of followers, and is read at one moment with them.
_FOLLOWED = ("tracking", "told", "outbox", "outbox-due")

Progress = Callable[[int], None]


class Made(msgspec.Struct, frozen=True):
    """A backup that was made: its size in bytes, its records and keys, and the tables whose streams are gone."""

    size: int
    records: int
    keys: int
    lost: list[str]


def back_up(connections: Connections, namespace: str, path: Path, progress: Progress = lambda records: None) -> Made:
    """Write everything that an installation keeps but people's keys to a file, which holds the installation's secrets.

    `BackupError` where it cannot be written, `PersistenceError` where the store cannot be read.
    """
    facts = installation(connections.writer, namespace)
    backup = _Backup(connections, namespace, facts.partitions, progress)
    with written(path, MAGIC) as writer:
        for frame in backup.frames():
            writer.write(frame)
    return Made(writer.size, backup.records, backup.keys, sorted(backup.lost))


class _Backup:
    """One backup under way."""

    def __init__(self, connections: Connections, namespace: str, partitions: int, progress: Progress) -> None:
        self._connections = connections
        self._namespace = namespace
        self._partitions = partitions
        self._progress = progress
        self.records = self.keys = 0
        self.lost: set[str] = set()

    def frames(self) -> Iterator[Frame]:
        yield Head(self._namespace, now(), self._partitions, stored_facts(self._connections, self._namespace))
        yield from self._kept(behind=False)
        for number in range(self._partitions):
            yield from self._log(number)
        yield from self._kept(behind=True)
        yield End(self.records, self.keys)

    def _log(self, number: int) -> Iterator[Entries]:
        keys = PartitionKeys(self._namespace, number)
        recorder = RedisApplicationRecorder(self._connections, keys)
        recorder.archive = _Nowhere(recorder, self.lost)
        stop = recorder.max_notification_id() or 0
        position = 0
        while position < stop:
            page = recorder.read_log(position, AT_ONCE, stop=stop)
            found = page.notifications
            if [one.id for one in found] != list(range(position + 1, position + 1 + len(found))) or not found:
                raise BackupError(f"The log of {keys.tag} has a gap behind record {position}, and should go to {stop}.")
            for part in _parts(found):
                yield Entries(number, position + 1, part)
                position += len(part)
            self.records += len(found)
            self._progress(len(found))

    def _kept(self, *, behind: bool) -> Iterator[StoredKey]:
        for group, rests in scan_groups(self._connections, self._namespace).items():
            number = group[1:] if group[0] == "p" else ""
            if not number.isdigit():
                for stored in self._whole(group, rests) if behind else ():
                    self.keys += 1
                    yield stored
                continue
            chosen = [rest for rest in rests if _is_kept(rest) and (rest.split(":")[0] in _BEHIND) == behind]
            for _, together in groupby(sorted(chosen, key=_table_of), key=lambda rest: _table_of(rest)[0]):
                for stored in self._whole(group, list(together)):
                    without = _without_views(stored)
                    if without.items or stored.rest != "tracking":
                        self.keys += 1
                        yield without

    def _whole(self, group: str, rests: list[str]) -> Iterator[StoredKey]:
        yield from read_whole(self._connections, self._namespace, group, rests)


class _Nowhere:
    """The archive of tables whose streams are gone: it has nothing of them but how many records there were."""

    def __init__(self, recorder: RedisApplicationRecorder, lost: set[str]) -> None:
        self._recorder = recorder
        self._lost = lost
        self._empty: dict[str, list[StoredEvent]] = {}

    def events(self, table_id: str) -> Sequence[StoredEvent]:
        if table_id not in self._empty:
            self._lost.add(table_id)
            head = self._recorder.head(table_id) or 0
            self._empty[table_id] = [StoredEvent(table_id, version, "", b"") for version in range(1, head + 1)]
        return self._empty[table_id]


def _parts(notifications: Sequence[Notification]) -> Iterator[list[Entry]]:
    part: list[Entry] = []
    size = 0
    for one in notifications:
        part.append(Entry(str(one.originator_id), one.originator_version, one.topic, one.state))
        size += len(one.state)
        if size >= LARGEST_PART:
            yield part
            part, size = [], 0
    if part:
        yield part


def _is_kept(rest: str) -> bool:
    return not (PartitionKeys.is_of_log(rest) or PartitionKeys.is_made_from_log(rest))


def _table_of(rest: str) -> tuple[str, str]:
    kind, _, table_id = rest.partition(":")
    return table_id or ("tracking" if kind in _FOLLOWED else kind), kind


def _without_views(stored: StoredKey) -> StoredKey:
    """Of the positions of followers all but that of the views, which are not there after a restore."""
    if stored.rest != "tracking":
        return stored
    views = f"tables.{stored.group}".encode()
    return msgspec.structs.replace(stored, items=[pair for pair in stored.items if pair[0] != views])
