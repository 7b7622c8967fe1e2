"""A process of the race: appends to one table until it is full, and prints the versions that it won.

Arguments: URL, namespace, table id, last version. Says "ready", and starts when a line comes in.
"""

import sys

from eventsourcing.persistence import IntegrityError, StoredEvent

from infra.streams import Connections, PartitionKeys, RedisApplicationRecorder


def race(recorder: RedisApplicationRecorder, table_id: str, last: int, who: str) -> list[tuple[int, int]]:
    """(version, notification id) of every event of ours."""
    won: list[tuple[int, int]] = []
    while True:
        top = recorder.select_events(table_id, desc=True, limit=1)
        version = top[0].originator_version + 1 if top else 1
        if version > last:
            return won
        try:
            ids = recorder.insert_events([StoredEvent(table_id, version, "move", who.encode())])
        except IntegrityError:
            continue
        assert ids
        won.append((version, ids[0]))


if __name__ == "__main__":
    url, namespace, table_id, last = sys.argv[1:]
    recorder = RedisApplicationRecorder(Connections(url), PartitionKeys(namespace, 0))
    recorder.max_notification_id()
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    for version, notification_id in race(recorder, table_id, int(last), "process"):
        print(version, notification_id)  # noqa: T201
