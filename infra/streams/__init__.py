"""Persistence for the `eventsourcing` library on Redis Streams: set `PERSISTENCE_MODULE=infra.streams`.

One stream a table (`<version>-<notification id>`), one log of pointers a partition (`<notification id>-0`),
one Lua script that appends to both. The streams are the only truth; the log is an index into them.

| module | holds |
| --- | --- |
| `keys` | how every key is spelled |
| `connection`, `errors` | clients from a URL; what they raise, as the library's errors |
| `scripts`, `append`, `lua/` | the atomic steps, for sync and async clients |
| `recorders`, `tracking`, `snapshots`, `subscription` | the library's interfaces |
| `tables` | a partition's tables, read in bulk |
| `views` | read models stored with the position that they are up to |
| `secrets`, `refusals`, `texts`, `chat` | what stands beside a table |
| `rows` | rows that several may change |
| `leases` | who alone does something, for a while |
| `imported` | what came from other installations |
| `partitions` | what is fixed when an installation is made |
| `copying` | whole keys, for backups |
| `factory` | environment variables |

The library takes this module because it finds exactly one factory class in it; import no second one here.
"""

from infra.streams.append import append_arguments
from infra.streams.chat import ChatLog, StoredMessage
from infra.streams.connection import Client, Connections, without_password
from infra.streams.durability import durability_warnings
from infra.streams.errors import OutcomeUnknownError, StoreErrors, StreamGoneError
from infra.streams.factory import RedisStreamsFactory
from infra.streams.imported import ImportedRows
from infra.streams.keys import PartitionKeys, PeopleKeys
from infra.streams.leases import Lease
from infra.streams.partitions import Installation, installation, partition_of, signing_key, token_secret
from infra.streams.recorders import (
    Archive,
    RedisAggregateRecorder,
    RedisApplicationRecorder,
    RedisProcessRecorder,
)
from infra.streams.refusals import LoggedRefusal, RefusalLog
from infra.streams.rows import Rows, existing_keys, read_hashes
from infra.streams.scripts import script_text
from infra.streams.secrets import TableSecret, TableSecrets
from infra.streams.snapshots import RedisSnapshotRecorder
from infra.streams.subscription import StreamSubscription
from infra.streams.texts import DamagedTextError, SealedText, Texts, read_sealed
from infra.streams.tracking import RedisTrackingRecorder
from infra.streams.views import RedisViewRecorder

__all__ = [
    "Archive",
    "ChatLog",
    "Client",
    "Connections",
    "DamagedTextError",
    "ImportedRows",
    "Installation",
    "Lease",
    "LoggedRefusal",
    "OutcomeUnknownError",
    "PartitionKeys",
    "PeopleKeys",
    "RedisAggregateRecorder",
    "RedisApplicationRecorder",
    "RedisProcessRecorder",
    "RedisSnapshotRecorder",
    "RedisStreamsFactory",
    "RedisTrackingRecorder",
    "RedisViewRecorder",
    "RefusalLog",
    "Rows",
    "SealedText",
    "StoreErrors",
    "StoredMessage",
    "StreamGoneError",
    "StreamSubscription",
    "TableSecret",
    "TableSecrets",
    "Texts",
    "append_arguments",
    "durability_warnings",
    "existing_keys",
    "installation",
    "partition_of",
    "read_hashes",
    "read_sealed",
    "script_text",
    "signing_key",
    "token_secret",
    "without_password",
]
