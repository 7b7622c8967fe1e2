"""The library's factory: what the environment says, made into recorders."""

from typing import Any, TypeVar
from uuid import UUID

from eventsourcing.persistence import (
    AggregateRecorder,
    InfrastructureFactory,
    ProgrammingError,
)
from eventsourcing.utils import Environment, EnvType, resolve_topic

from infra.streams.connection import TIMEOUT, Connections
from infra.streams.entries import IdType
from infra.streams.keys import PartitionKeys
from infra.streams.recorders import RedisAggregateRecorder, RedisApplicationRecorder, RedisProcessRecorder
from infra.streams.snapshots import RedisSnapshotRecorder
from infra.streams.tracking import RedisTrackingRecorder

_T = TypeVar("_T")
_Number = TypeVar("_Number", int, float)
_ID_TYPES: dict[str, IdType] = {"text": str, "uuid": UUID}


class RedisStreamsFactory(InfrastructureFactory[RedisTrackingRecorder]):
    """Recorders of one partition, sharing their connections.

    REDIS_URL is needed; see `connection` for its spellings. SOULS_NAMESPACE (souls), SOULS_PARTITION (0),
    REDIS_TIMEOUT (seconds a command may take, 10) and ORIGINATOR_ID_TYPE (text or uuid) have defaults.
    The library looks for `<APPLICATION'S NAME>_<VARIABLE>` first: applications that follow each other live in
    different namespaces or partitions, since the recorders of a partition share one log.
    """

    REDIS_URL = "REDIS_URL"
    REDIS_TIMEOUT = "REDIS_TIMEOUT"
    SOULS_NAMESPACE = "SOULS_NAMESPACE"
    SOULS_PARTITION = "SOULS_PARTITION"
    ORIGINATOR_ID_TYPE = "ORIGINATOR_ID_TYPE"

    def __init__(self, env: Environment | EnvType | None) -> None:
        """`ProgrammingError` names the variable that is missing or not usable."""
        super().__init__(env)
        url = self.env.get(self.REDIS_URL)
        if not url:
            raise ProgrammingError(f"The environment variable {self.REDIS_URL} says which server to use.")
        self.keys = PartitionKeys(
            self.env.get(self.SOULS_NAMESPACE) or "souls", self._number(int, self.SOULS_PARTITION, 0)
        )
        self._id_type = self._chosen_id_type()
        self.connections = Connections(url, self._number(float, self.REDIS_TIMEOUT, TIMEOUT))

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """A recorder of events, or of snapshots for the purpose "snapshots"."""
        if purpose == "snapshots":
            return RedisSnapshotRecorder(self.connections, self.keys)
        return RedisAggregateRecorder(self.connections, self.keys, id_type=self._id_type)

    def application_recorder(self) -> RedisApplicationRecorder:
        """A `RedisApplicationRecorder`, or the subclass that APPLICATION_RECORDER_TOPIC names."""
        cls = self._named(self.APPLICATION_RECORDER_TOPIC, RedisApplicationRecorder)
        return cls(self.connections, self.keys, id_type=self._id_type)

    def tracking_recorder(
        self, tracking_recorder_class: type[RedisTrackingRecorder] | None = None
    ) -> RedisTrackingRecorder:
        """The given subclass, or the one that TRACKING_RECORDER_TOPIC names, or `RedisTrackingRecorder`."""
        cls = tracking_recorder_class or self._named(self.TRACKING_RECORDER_TOPIC, RedisTrackingRecorder)
        return _checked(cls, RedisTrackingRecorder)(self.connections, self.keys)

    def process_recorder(self) -> RedisProcessRecorder:
        """A `RedisProcessRecorder`, or the subclass that PROCESS_RECORDER_TOPIC names."""
        cls = self._named(self.PROCESS_RECORDER_TOPIC, RedisProcessRecorder)
        return cls(self.connections, self.keys, id_type=self._id_type)

    def close(self) -> None:
        """Closes the connections."""
        self.connections.close()

    def _named(self, variable: str, default: type[_T]) -> type[_T]:
        topic = self.env.get(variable)
        return _checked(resolve_topic(topic), default) if topic else default

    def _number(self, kind: type[_Number], variable: str, default: _Number) -> _Number:
        text = self.env.get(variable) or default
        try:
            return kind(text)
        except ValueError:
            raise ProgrammingError(f"{variable} is a number of type {kind.__name__}, not {text!r}.") from None

    def _chosen_id_type(self) -> IdType:
        text = self.env.get(self.ORIGINATOR_ID_TYPE) or "text"
        if text not in _ID_TYPES:
            raise ProgrammingError(f"{self.ORIGINATOR_ID_TYPE} is text or uuid, not {text!r}.")
        return _ID_TYPES[text]


def _checked(cls: Any, base: type[_T]) -> type[_T]:
    if not (isinstance(cls, type) and issubclass(cls, base)):
        raise ProgrammingError(f"{cls!r} is not a {base.__name__}.")
    return cls
