"""Following the log: from anywhere, for any topics, until told to stop from anywhere."""

import threading
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from eventsourcing.persistence import Notification, OperationalError, ProgrammingError, StoredEvent

from infra.streams import Connections, PartitionKeys, RedisApplicationRecorder, StreamSubscription
from infra.streams.connection import BlockingReader

Events = Callable[..., list[StoredEvent]]
AT_ONCE = 4.0
"""Seconds: well below the time that one wait for news lasts."""


@pytest.fixture
def recorder(connections: Connections, keys: PartitionKeys) -> RedisApplicationRecorder:
    return RedisApplicationRecorder(connections, keys)


class Follower:
    """A thread that iterates a subscription."""

    def __init__(self, subscription: Any) -> None:
        self.subscription = subscription
        self.got: list[Notification] = []
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self) -> None:
        try:
            with self.subscription:
                self.got.extend(self.subscription)
        except OperationalError as error:
            self.error = error

    def ids(self) -> list[int]:
        return [notification.id for notification in self.got]


def waits(connections: Connections) -> Callable[[], bool]:
    client: Any = connections.writer
    return lambda: any("b" in c["flags"] and c["cmd"] == "xread" for c in client.client_list())


def test_a_subscription_begins_behind_the_given_id(recorder: RedisApplicationRecorder, events: Events) -> None:
    recorder.insert_events([*events("t", 1, 700), *events("u", 1, 700)])
    for gt, first in ((None, 1), (0, 1), (3, 4), (1399, 1400)):
        with recorder.subscribe(gt=gt) as subscription:
            assert next(subscription).id == first
    with recorder.subscribe(gt=100) as subscription:
        got = list(islice(subscription, 1300))
    assert [n.id for n in got] == list(range(101, 1401))
    assert [n.originator_id for n in got] == ["t"] * 600 + ["u"] * 700
    assert got[0].state == b"t 101"


def test_only_wanted_topics_come_however_far_apart(recorder: RedisApplicationRecorder, events: Events) -> None:
    for n in range(6):
        recorder.insert_events(events("many", 1 + 1000 * n, 1000 * (n + 1), topic="dull"))
        recorder.insert_events(events("few", n, topic="rare"))
    with recorder.subscribe(gt=0, topics=["rare", "never"]) as subscription:
        assert [n.id for n in islice(subscription, 6)] == [1001 * n for n in range(1, 7)]
    assert [n.id for n in recorder.select_notifications(1002, 3, topics=["rare"])] == [2002, 3003, 4004]
    assert recorder.select_notifications(1, 3, topics=["never"]) == []


@pytest.mark.parametrize("looked_at", [1, 2, 3, 7])
def test_a_search_in_many_steps_finds_what_one_step_finds(
    recorder: RedisApplicationRecorder, events: Events, monkeypatch: pytest.MonkeyPatch, looked_at: int
) -> None:
    for n, topic in enumerate("abacabadabacaba"):
        recorder.insert_events(events(f"t{n % 3}", n // 3, topic=topic))
    stored = recorder.select_notifications(1, 100)
    assert [n.id for n in stored] == list(range(1, 16))
    monkeypatch.setattr("infra.streams.recorders.LOOKED_AT", looked_at)
    for topics in ([], ["a"], ["c", "b"], ["d"], ["z"]):
        wanted = [n for n in stored if not topics or n.topic in topics]
        for start in (None, 1, 4, 15, 16):
            for limit in (1, 2, 5, 100):
                for stop in (None, 3, 14, 20):
                    expected = [n for n in wanted if (start or 1) <= n.id <= (stop or 99)][:limit]
                    assert recorder.select_notifications(start, limit, stop, topics) == expected
        with recorder.subscribe(gt=2, topics=topics) as subscription:
            expected = [n for n in wanted if n.id > 2]
            assert list(islice(subscription, len(expected))) == expected


def test_news_comes_to_one_that_waits_and_stop_from_another_thread_ends_it_at_once(
    embedded: Any, recorder: RedisApplicationRecorder, events: Events
) -> None:
    recorder.insert_events(events("t", 1, 2))
    follower = Follower(recorder.subscribe(gt=1))
    for version in (3, 4):
        embedded.until(waits(recorder.connections))
        recorder.insert_events(events("t", version))
        embedded.until(lambda version=version: follower.ids()[-1:] == [version])
    embedded.until(waits(recorder.connections))
    started = time.monotonic()
    follower.subscription.stop()
    follower.thread.join(AT_ONCE)
    assert not follower.thread.is_alive()
    assert time.monotonic() - started < AT_ONCE
    assert follower.ids() == [2, 3, 4]


def test_a_stop_that_comes_just_before_the_wait_is_not_missed(
    recorder: RedisApplicationRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    about_to_wait, woken_too_early = threading.Event(), threading.Event()
    execute, wake = BlockingReader.execute, BlockingReader.wake

    def late_execute(reader: BlockingReader, *command: str | int) -> object:
        if command[0] == "XREAD":
            about_to_wait.set()
            assert woken_too_early.wait(AT_ONCE)
        return execute(reader, *command)

    def early_wake(reader: BlockingReader) -> bool:
        is_awake = wake(reader)
        woken_too_early.set()
        return is_awake

    monkeypatch.setattr(BlockingReader, "execute", late_execute)
    monkeypatch.setattr(BlockingReader, "wake", early_wake)
    follower = Follower(recorder.subscribe())
    assert about_to_wait.wait(AT_ONCE)
    follower.subscription.stop()
    follower.thread.join(AT_ONCE)
    assert not follower.thread.is_alive()


def test_a_wait_may_last_longer_than_a_command_may_take(
    url: str, embedded: Any, keys: PartitionKeys, events: Events
) -> None:
    connections = Connections(url, timeout=0.2)
    recorder = RedisApplicationRecorder(connections, keys)
    follower = Follower(recorder.subscribe())
    follower.thread.join(0.5)
    assert follower.thread.is_alive()
    recorder.insert_events(events("t", 1))
    embedded.until(follower.ids)
    follower.subscription.stop()
    follower.thread.join(AT_ONCE)
    assert (follower.ids(), follower.error) == ([1], None)
    connections.close()


def test_stop_works_at_any_moment(recorder: RedisApplicationRecorder) -> None:
    # Without a wait for anything: the stop may meet the follower before, while or after it begins to wait.
    for _ in range(50):
        follower = Follower(recorder.subscribe())
        follower.subscription.stop()
        follower.thread.join(AT_ONCE)
        assert not follower.thread.is_alive()


def test_stop_before_entering_and_in_between(recorder: RedisApplicationRecorder, events: Events) -> None:
    recorder.insert_events(events("t", 1, 3))
    subscription = recorder.subscribe()
    subscription.stop()
    with subscription:
        assert list(subscription) == []
    with recorder.subscribe() as subscription:
        assert next(subscription).id == 1
        subscription.stop()
        subscription.stop()
        assert list(subscription) == []
    with pytest.raises(ProgrammingError, match="Already entered"):
        subscription.__enter__()


def test_a_wait_that_is_over_is_renewed(
    embedded: Any, recorder: RedisApplicationRecorder, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infra.streams.subscription.BLOCK", 0.01)
    client: Any = recorder.connections.writer
    follower = Follower(StreamSubscription(recorder))
    calls = client.info("commandstats").get("cmdstat_xread", {"calls": 0})["calls"]
    embedded.until(lambda: client.info("commandstats").get("cmdstat_xread", {"calls": 0})["calls"] > calls + 3)
    recorder.insert_events(events("t", 1))
    embedded.until(lambda: follower.ids() == [1])
    follower.subscription.stop()
    follower.thread.join(AT_ONCE)
    assert not follower.thread.is_alive()


def test_a_server_that_dies_ends_the_wait_with_an_error(new_server: Callable[..., Any]) -> None:
    server = new_server()
    connections = Connections(server.url)
    recorder = RedisApplicationRecorder(connections, PartitionKeys("souls", 0))
    follower = Follower(recorder.subscribe())
    server.until(waits(connections))
    server.kill()
    follower.thread.join(AT_ONCE)
    assert not follower.thread.is_alive()
    assert str(follower.error).startswith("Cannot wait for news in {souls:p0}:log: no connection to the server")
    server.start()


def test_a_wait_for_a_position_ends_when_it_is_reached(connections: Connections, keys: PartitionKeys) -> None:
    from eventsourcing.persistence import Tracking, WaitInterruptedError

    from infra.streams import RedisTrackingRecorder

    recorder = RedisTrackingRecorder(connections, keys)
    thread = threading.Thread(target=recorder.wait, args=("app", 2, 20.0))
    thread.start()
    recorder.insert_tracking(Tracking("app", 2))
    thread.join(AT_ONCE)
    assert not thread.is_alive()
    interrupt = threading.Event()
    interrupt.set()
    with pytest.raises(WaitInterruptedError):
        recorder.wait("app", 3, interrupt=interrupt)
