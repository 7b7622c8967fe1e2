"""What the client raises, in the event-store library's words: one sentence, and who has to act."""

from types import TracebackType

from eventsourcing.persistence import (
    DatabaseError,
    IntegrityError,
    OperationalError,
    PersistenceError,
    ProgrammingError,
)
from redis import exceptions as client_errors

CLIENT_ERRORS = (client_errors.RedisError, client_errors.RedisClusterException)

# Error codes of our own Lua files.
_CONFLICT = "SOULSCONFLICT "
_GONE = "SOULSGONE "
_DAMAGED = "SOULSDAMAGED "


class OutcomeUnknownError(OperationalError):
    """The connection failed, so a write may or may not have been stored: read again before deciding."""


class StreamGoneError(IntegrityError):
    """The table once had events, and its stream is not there: archived, or lost."""


class StoreErrors:
    """Context manager: what the client raises inside leaves as the library's error, saying what failed.

    `doing` completes the sentence "Cannot …", such as "append to {souls:p0}".
    """

    __slots__ = ("_doing",)

    def __init__(self, doing: str) -> None:
        self._doing = doing

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, CLIENT_ERRORS):
            raise translated(error, self._doing) from error


def translated(error: Exception, doing: str) -> PersistenceError:
    """The library's error for a client's `error` met while `doing`."""
    kind, reason = _kind_and_reason(error)
    return kind(f"Cannot {doing}: {reason}.")


# By class of the client's errors; the first that fits counts, so narrow ones stand before wide ones.
_BY_CLASS: tuple[tuple[type[Exception], type[PersistenceError], str], ...] = (
    (client_errors.BusyLoadingError, OperationalError, "the server is still loading its data"),
    (client_errors.AuthenticationError, OperationalError, "the server refused the user name or password"),
    (client_errors.AuthorizationError, OperationalError, "the server refused the user"),
    (client_errors.MaxConnectionsError, OperationalError, "all connections are in use"),
    (client_errors.ConnectionError, OutcomeUnknownError, "no connection to the server ({error})"),
    (client_errors.TimeoutError, OutcomeUnknownError, "the server did not answer in time ({error})"),
    (client_errors.ReadOnlyError, OperationalError, "the server is a read-only replica"),
    (client_errors.OutOfMemoryError, OperationalError, "the server has reached its maxmemory"),
    (client_errors.NoPermissionError, ProgrammingError, "the user may not do this ({error})"),
    (client_errors.ClusterCrossSlotError, ProgrammingError, "the keys belong to different cluster slots"),
    (client_errors.ClusterError, OperationalError, "the cluster is not available ({error})"),
    (client_errors.TryAgainError, OperationalError, "the partition's cluster slot is being moved"),
    (client_errors.AskError, OperationalError, "the partition's cluster slot has moved ({error})"),
    (client_errors.DataError, ProgrammingError, "the client can't send a value ({error})"),
    (client_errors.RedisClusterException, OperationalError, "the cluster is not available ({error})"),
)

# By the code that an error reply contains.
_BY_CODE: tuple[tuple[str, type[PersistenceError], str], ...] = (
    ("WRONGTYPE", DatabaseError, "a key holds another type of value than it should"),
    ("READONLY", OperationalError, "the server is a read-only replica"),
    ("OOM ", OperationalError, "the server has reached its maxmemory"),
    ("NOREPLICAS", OperationalError, "the server has too few replicas in reach to accept writes"),
    ("MISCONF", OperationalError, "the server can't write to its disk and refuses changes"),
    ("LOADING", OperationalError, "the server is still loading its data"),
    ("MASTERDOWN", OperationalError, "the replica has no link to its primary"),
    ("CLUSTERDOWN", OperationalError, "the cluster is not available"),
    ("BUSY ", OperationalError, "the server is busy with a script"),
    ("CROSSSLOT", ProgrammingError, "the keys belong to different cluster slots"),
    ("NOPERM", ProgrammingError, "the user may not do this"),
    ("NOAUTH", OperationalError, "the server wants a password"),
    ("unknown command", ProgrammingError, "the server is too old"),
)


def _kind_and_reason(error: Exception) -> tuple[type[PersistenceError], str]:
    text = str(error)
    for code, own in ((_CONFLICT, IntegrityError), (_GONE, StreamGoneError), (_DAMAGED, DatabaseError)):
        if code in text:
            return own, text.split(code, 1)[1].rstrip(".")
    for cls, kind, reason in _BY_CLASS:
        if isinstance(error, cls):
            return kind, reason.format(error=text.rstrip("."))
    for code, kind, reason in _BY_CODE:
        if code in text:
            return kind, reason
    return DatabaseError, text.rstrip(".")
