"""Restoring a backup into a place where nothing is.

The installation's facts come last: until they are there nobody can use it, and whoever tries is told why. A restore that was
interrupted leaves a mark with the backup's hash; the same backup, restored again, empties the place and begins anew.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from eventsourcing.persistence import IntegrityError, StoredEvent

from infra.backup.checked import Contents, backup_frames, check_backup
from infra.backup.container import BackupError
from infra.backup.frames import Entries, Frame
from infra.streams import Connections, PartitionKeys, RedisApplicationRecorder
from infra.streams.copying import StoredKey, begin_restore, delete_all, end_restore, scan_groups, write_keys

WRITTEN_AT_ONCE = 200

Progress = Callable[[int], None]


def restore(
    connections: Connections,
    namespace: str,
    path: Path,
    progress: Progress = lambda records: None,
    at_last: Callable[[], None] = lambda: None,
) -> Contents:
    """Restore a backup, checked entirely before, under a namespace that nothing is in; returns what it held. `at_last` is done
    before anybody can use it, and once more where it is restored again.

    The log gets a new incarnation, as one that was begun anew. `BackupError` where the file is no sound backup, and where there
    is something already; `PersistenceError` where the store fails, and then nobody can use what is there until the same backup
    is restored again.
    """
    contents, owner = check_backup(path), secrets.token_hex(16)
    _begin(connections, namespace, contents, owner)
    recorders = [
        RedisApplicationRecorder(connections, PartitionKeys(namespace, number))
        for number in range(contents.head.partitions)
    ]
    keys: list[StoredKey] = []
    for frame in _same_frames(path, contents):
        if isinstance(frame, Entries):
            recorders[frame.partition].insert_events(list(_events(frame)))
            progress(len(frame.entries))
        elif isinstance(frame, StoredKey):
            if keys and (len(keys) >= WRITTEN_AT_ONCE or keys[-1].group != frame.group):
                write_keys(connections, namespace, keys)
                keys = []
            keys.append(frame)
    write_keys(connections, namespace, keys)
    _lose(recorders, contents)
    _check_logs(recorders, contents)
    at_last()
    facts = {**contents.head.facts, b"incarnation": secrets.token_hex(16).encode()}
    _finish(connections, namespace, owner, facts)
    return contents


def _begin(connections: Connections, namespace: str, contents: Contents, owner: str) -> None:
    try:
        again = begin_restore(connections, namespace, contents.digest, owner)
    except IntegrityError as error:
        raise BackupError(
            f"{str(error).rstrip('.')}. A backup is restored where nothing is: into another folder or namespace."
        ) from error
    if again:
        delete_all(connections, namespace)
    elif groups := scan_groups(connections, namespace):
        end_restore(connections, namespace, owner, {})
        raise BackupError(
            f"There are keys of {namespace} without an installation ({next(iter(groups.values()))[0]} and the like)."
            " A backup is restored where nothing is: into another folder or namespace."
        )


def _same_frames(path: Path, contents: Contents) -> Iterator[Frame]:
    """The frames that were checked; `BackupError` where the file has become another since."""
    last = ""
    for frame, digest in backup_frames(path):
        last = digest
        yield frame
    if last != contents.digest:
        raise BackupError(f"{path} was changed while it was restored.")


def _events(frame: Entries) -> Iterable[StoredEvent]:
    return (StoredEvent(one.table, one.version, one.topic, one.state) for one in frame.entries)


def _lose(recorders: list[RedisApplicationRecorder], contents: Contents) -> None:
    """Take the streams away again that were gone when the backup was made."""
    for table_id in sorted(contents.lost):
        for recorder in recorders:
            if recorder.head(table_id) is not None:
                recorder.unlink_stream(table_id, contents.tables[table_id])


def _check_logs(recorders: list[RedisApplicationRecorder], contents: Contents) -> None:
    for number, recorder in enumerate(recorders):
        if (recorder.max_notification_id() or 0) != contents.logs.get(number, 0):
            raise BackupError(f"Somebody else has written to partition {number} while it was restored.")


def _finish(connections: Connections, namespace: str, owner: str, facts: dict[bytes, bytes]) -> None:
    try:
        end_restore(connections, namespace, owner, facts)
    except IntegrityError as error:
        raise BackupError(str(error)) from error
