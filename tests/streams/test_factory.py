"""What the environment and a URL may say."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from eventsourcing.persistence import InfrastructureFactory, OperationalError, ProgrammingError
from eventsourcing.utils import Environment, get_topic

from infra.streams import (
    Connections,
    RedisApplicationRecorder,
    RedisProcessRecorder,
    RedisSnapshotRecorder,
    RedisStreamsFactory,
    RedisViewRecorder,
)


class OtherApplicationRecorder(RedisApplicationRecorder):
    pass


class OtherProcessRecorder(RedisProcessRecorder):
    pass


def factory(url: str, **variables: str) -> Any:
    env = {"PERSISTENCE_MODULE": "infra.streams", "REDIS_URL": url, **variables}
    return InfrastructureFactory.construct(Environment("Tables", env))


def test_defaults_name_partition_zero_of_the_namespace_souls(embedded: Any) -> None:
    made = factory(embedded.url)
    assert isinstance(made, RedisStreamsFactory)
    assert made.keys.tag == "{souls:p0}"
    assert made.application_recorder().connections is made.tracking_recorder().connections
    assert isinstance(made.aggregate_recorder("snapshots"), RedisSnapshotRecorder)


def test_variables_are_looked_up_under_the_application_s_name_first(embedded: Any) -> None:
    made = factory(embedded.url, SOULS_NAMESPACE="all", TABLES_SOULS_NAMESPACE="own", SOULS_PARTITION="7")
    assert made.application_recorder().keys.tag == "{own:p7}"


def test_topics_choose_recorder_classes(embedded: Any) -> None:
    made = factory(
        embedded.url,
        APPLICATION_RECORDER_TOPIC=get_topic(OtherApplicationRecorder),
        PROCESS_RECORDER_TOPIC=get_topic(OtherProcessRecorder),
        TRACKING_RECORDER_TOPIC=get_topic(RedisViewRecorder),
    )
    assert type(made.application_recorder()) is OtherApplicationRecorder
    assert type(made.process_recorder()) is OtherProcessRecorder
    assert type(made.tracking_recorder()) is RedisViewRecorder
    with pytest.raises(ProgrammingError, match="is not a RedisTrackingRecorder"):
        factory(embedded.url, TRACKING_RECORDER_TOPIC=get_topic(OtherApplicationRecorder)).tracking_recorder()


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"REDIS_URL": ""}, "REDIS_URL says which server to use"),
        ({"REDIS_URL": "http://x"}, "A store's URL starts with one of redis://"),
        ({"REDIS_URL": "redis://x?socket_timeout=long"}, "The store's URL is not usable"),
        ({"SOULS_PARTITION": "one"}, "SOULS_PARTITION is a number of type int, not 'one'"),
        ({"SOULS_PARTITION": "1.5"}, "SOULS_PARTITION is a number of type int, not '1.5'"),
        ({"REDIS_TIMEOUT": "soon"}, "REDIS_TIMEOUT is a number of type float, not 'soon'"),
        ({"ORIGINATOR_ID_TYPE": "int"}, "ORIGINATOR_ID_TYPE is text or uuid, not 'int'"),
        ({"SOULS_NAMESPACE": "{}"}, "A namespace has letters"),
    ],
)
def test_a_variable_that_is_not_usable_is_named(variables: dict[str, str], message: str) -> None:
    with pytest.raises(ProgrammingError, match=message):
        RedisStreamsFactory({"REDIS_URL": "redis://localhost", **variables})


@pytest.mark.parametrize("scheme", ["unix", "redis"])
def test_a_server_is_reached_by_socket_and_by_port(
    new_server: Callable[..., Any], events: Callable[..., Any], scheme: str
) -> None:
    server = new_server(tcp=True)
    url = server.url if scheme == "unix" else f"redis://127.0.0.1:{server.port}/3"
    with factory(url) as made:
        recorder = made.application_recorder()
        assert recorder.insert_events(events("t", 1)) == [1]
        with recorder.subscribe() as subscription:
            assert next(subscription).originator_id == "t"
        made.close()
    assert server.client.info("keyspace").keys() == {"db0" if scheme == "unix" else "db3"}


def test_a_cluster_that_is_not_there_is_an_operational_error(embedded: Any) -> None:
    with pytest.raises(OperationalError, match=r"^Cannot connect to the cluster: "):
        Connections("redis+cluster://127.0.0.1:1")


def test_closing_lets_a_call_of_another_thread_end(embedded: Any) -> None:
    connections = Connections(embedded.url)
    key = f"nothing-{uuid4().hex}"
    with ThreadPoolExecutor() as pool:
        writer: Any = connections.writer
        waiting = pool.submit(writer.execute_command, "BLPOP", key, 0)
        embedded.until(lambda: any(client["cmd"] == "blpop" for client in embedded.client.client_list()))
        connections.close()
        embedded.client.rpush(key, "there")
        assert waiting.result() == (key.encode(), b"there")
    connections.close()
