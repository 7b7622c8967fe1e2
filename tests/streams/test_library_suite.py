"""The event-store library's own test cases, every one, against our module."""

import os
from collections.abc import Callable
from typing import Any, ClassVar
from unittest import TestCase
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import IntegrityError, Tracking
from eventsourcing.tests import application as application_cases
from eventsourcing.tests import persistence as cases
from eventsourcing.tests import projection as projection_cases
from eventsourcing.utils import Environment, get_topic

from infra.streams import (
    Connections,
    PartitionKeys,
    RedisAggregateRecorder,
    RedisApplicationRecorder,
    RedisProcessRecorder,
    RedisSnapshotRecorder,
    RedisStreamsFactory,
    RedisTrackingRecorder,
    RedisViewRecorder,
)

ID_TYPES: dict[str, Any] = {"uuid": UUID, "text": str}


class OnServer(TestCase):
    """A namespace of its own for each test, on our server or on the one that REDIS_URL names."""

    server = "embedded"
    id_type = "uuid"

    @pytest.fixture(autouse=True)
    def _use_server(self, request: pytest.FixtureRequest, new_namespace: Callable[[str], str]) -> Any:
        self.new_namespace = new_namespace
        self.url = os.environ["REDIS_URL"] if self.server == "given" else request.getfixturevalue("embedded").url
        self.keys = PartitionKeys(new_namespace(self.url), 0)
        self.connections = Connections(self.url)
        yield
        self.connections.close()

    def new_originator_id(self) -> UUID | str:
        return uuid4() if self.id_type == "uuid" else uuid4().hex[:12]

    def environment(self) -> dict[str, str]:
        return {
            "PERSISTENCE_MODULE": "infra.streams",
            "REDIS_URL": self.url,
            "SOULS_NAMESPACE": self.keys.namespace,
            "ORIGINATOR_ID_TYPE": self.id_type,
        }

    def made(self, recorder_class: type[Any]) -> Any:
        return recorder_class(self.connections, self.keys, id_type=ID_TYPES[self.id_type])


class TestAggregateRecorder(OnServer, cases.AggregateRecorderTestCase):
    def create_recorder(self) -> RedisAggregateRecorder:
        return self.made(RedisAggregateRecorder)


class TestSnapshotRecorder(OnServer, cases.AggregateRecorderTestCase):
    def create_recorder(self) -> RedisSnapshotRecorder:
        return RedisSnapshotRecorder(self.connections, self.keys)


class TestApplicationRecorder(OnServer, cases.ApplicationRecorderTestCase):
    def create_recorder(self) -> RedisApplicationRecorder:
        return self.made(RedisApplicationRecorder)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestApplicationRecorderWithTextIds(TestApplicationRecorder):
    id_type = "text"


class TestTrackingRecorder(OnServer, cases.TrackingRecorderTestCase):
    def create_recorder(self) -> RedisTrackingRecorder:
        return RedisTrackingRecorder(self.connections, self.keys)


class TestViewRecorder(OnServer, cases.TrackingRecorderTestCase):
    def create_recorder(self) -> RedisTrackingRecorder:
        return RedisViewRecorder(self.connections, self.keys)


class TestProcessRecorder(OnServer, cases.ProcessRecorderTestCase):
    def create_recorder(self) -> RedisProcessRecorder:
        return self.made(RedisProcessRecorder)


class TestProcessRecorderTracks(OnServer, cases.TrackingRecorderTestCase):
    def create_recorder(self) -> RedisProcessRecorder:
        return self.made(RedisProcessRecorder)


class TestProcessRecorderAsApplicationRecorder(TestApplicationRecorder):
    def create_recorder(self) -> RedisProcessRecorder:
        return self.made(RedisProcessRecorder)


class TestNonInterleaving(OnServer, cases.NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> RedisApplicationRecorder:
        return self.made(RedisApplicationRecorder)


class OtherTrackingRecorder(RedisTrackingRecorder):
    pass


class TestFactory(OnServer, cases.InfrastructureFactoryTestCase):
    def setUp(self) -> None:
        self.env = Environment("TestCase", self.environment())
        super().setUp()

    def expected_factory_class(self) -> type[RedisStreamsFactory]:
        return RedisStreamsFactory

    def expected_aggregate_recorder_class(self) -> type[RedisAggregateRecorder]:
        return RedisAggregateRecorder

    def expected_application_recorder_class(self) -> type[RedisApplicationRecorder]:
        return RedisApplicationRecorder

    def expected_tracking_recorder_class(self) -> type[RedisTrackingRecorder]:
        return RedisTrackingRecorder

    def tracking_recorder_subclass(self) -> type[RedisTrackingRecorder]:
        return OtherTrackingRecorder

    def expected_process_recorder_class(self) -> type[RedisProcessRecorder]:
        return RedisProcessRecorder


class TestExampleApplication(OnServer, application_cases.ExampleApplicationTestCase):
    expected_factory_topic = get_topic(RedisStreamsFactory)

    @pytest.fixture(autouse=True)
    def _set_environment(self, _use_server: None, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, value in self.environment().items():
            monkeypatch.setenv(name, value)


class CountersView(RedisViewRecorder, projection_cases.EventCountersView):
    """Two counters, each a row."""

    def get_created_event_counter(self) -> int:
        return int(self.read("counters", "created") or b"0")

    def get_subsequent_event_counter(self) -> int:
        return int(self.read("counters", "subsequent") or b"0")

    def incr_created_event_counter(self, tracking: Tracking) -> None:
        count = self.get_created_event_counter() + 1
        self.write({"counters": {"created": b"%d" % count}}, tracking)

    def incr_subsequent_event_counter(self, tracking: Tracking) -> None:
        count = self.get_subsequent_event_counter() + 1
        self.write({"counters": {"subsequent": b"%d" % count}}, tracking)


class TestCountersView(OnServer, projection_cases.EventCountersViewTestCase):
    def construct_event_counters_view(self) -> CountersView:
        return CountersView(self.connections, self.keys)


class TestProjection(OnServer, projection_cases.AggregateEventCountersProjectionTestCase):
    view_class = CountersView
    env: ClassVar[dict[str, str]] = {}

    @pytest.fixture(autouse=True)
    def _set_environment(self, _use_server: None) -> None:
        type(self).env = self.environment()


class TestEventSourcedProjection(OnServer, projection_cases.EventSourcedProjectionTestCase):
    env: ClassVar[dict[str, str]] = {}

    @pytest.fixture(autouse=True)
    def _set_environment(self, _use_server: None) -> None:
        # The projection's own events would follow the upstream ones in one log, and be projected for ever.
        own = {"COUNTERS_SOULS_NAMESPACE": self.new_namespace(self.url)}
        type(self).env = self.environment() | own


if "REDIS_URL" in os.environ:
    for case in [c for c in globals().values() if isinstance(c, type) and issubclass(c, OnServer)]:
        name = f"{case.__name__}OnGivenServer"
        globals()[name] = type(name, (case,), {"server": "given"})


def test_the_library_takes_the_module_because_it_has_one_factory() -> None:
    import infra.streams

    factories = {
        member
        for member in vars(infra.streams).values()
        if isinstance(member, type) and issubclass(member, RedisStreamsFactory.__mro__[1])
    }
    assert factories == {RedisStreamsFactory}
    assert issubclass(IntegrityError, Exception)
