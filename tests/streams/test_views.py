"""Views and the position that they are up to move together."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from eventsourcing.persistence import DatabaseError, IntegrityError, ProgrammingError, Tracking

from infra.streams import Connections, PartitionKeys, RedisViewRecorder


@pytest.fixture
def views(connections: Connections, keys: PartitionKeys) -> RedisViewRecorder:
    return RedisViewRecorder(connections, keys)


def test_rows_are_set_and_deleted_with_the_position(views: RedisViewRecorder) -> None:
    views.write({"boards": {"t": b"1", "u": b"2"}, "scores": {"t": b"3"}}, Tracking("app", 5))
    assert views.read("boards", "t") == b"1"
    assert views.max_tracking_id("app") == 5
    views.write({"boards": {"t": None, "v": b"\x00\xff"}, "scores": {}}, Tracking("app", 6))
    assert views.read_all("boards") == {"u": b"2", "v": b"\x00\xff"}
    assert views.read_all("scores") == {"t": b"3"}
    assert views.read("boards", "t") is views.read("nothing", "t") is None
    views.write({}, Tracking("app", 9))
    assert views.max_tracking_id("app") == 9


@pytest.mark.parametrize("position", [4, 5])
def test_a_position_that_is_not_ahead_changes_no_row(
    views: RedisViewRecorder, contents: Callable[[], Any], position: int
) -> None:
    views.write({"boards": {"t": b"1"}}, Tracking("app", 5))
    before = contents()
    with pytest.raises(IntegrityError, match=f"the tracking position of app is 5, so {position} is not ahead"):
        views.write({"boards": {"t": b"2"}, "other": {"x": b"1"}}, Tracking("app", position))
    assert contents() == before
    views.write({"boards": {"t": b"2"}}, Tracking("another", 1))


def test_rows_are_written_only_where_the_last_batch_ended(
    views: RedisViewRecorder, contents: Callable[[], Any]
) -> None:
    views.write({"v": {"t": b"1"}}, Tracking("app", 5), after=0)
    before = contents()
    for after in (0, 4, 6):
        with pytest.raises(IntegrityError, match=f"the tracking position of app is 5, not {after}"):
            views.write({"v": {"t": b"2"}, "w": {"t": b"2"}}, Tracking("app", 9), after=after)
    with pytest.raises(IntegrityError, match="so 5 is not ahead"):
        views.write({"v": {"t": b"2"}}, Tracking("app", 5), after=5)
    assert contents() == before
    views.write({"v": {"t": b"2"}}, Tracking("app", 9), after=5)
    assert views.read("v", "t") == b"2"
    assert views.max_tracking_id("app") == 9


def test_rows_of_a_batch_that_a_rebuild_has_gone_back_behind_are_not_written(views: RedisViewRecorder) -> None:
    views.write({"v": {"t": b"1"}}, Tracking("app", 5))
    views.replace(["v"], {"v": {"t": b"0"}}, Tracking("app", 3))
    with pytest.raises(IntegrityError, match="is 3, not 5"):
        views.write({"v": {"t": b"9"}}, Tracking("app", 9), after=5)
    assert views.read_all("v") == {"t": b"0"}


def test_of_many_that_write_the_same_position_one_wins_and_its_rows_stay(views: RedisViewRecorder) -> None:
    def write(n: int) -> int | None:
        try:
            views.write({"v": {"winner": b"%d" % n, f"row{n}": b""}}, Tracking("app", 1))
        except IntegrityError:
            return None
        return n

    with ThreadPoolExecutor(8) as pool:
        winners = [n for n in pool.map(write, range(8)) if n is not None]
    assert len(winners) == 1
    assert views.read_all("v") == {"winner": b"%d" % winners[0], f"row{winners[0]}": b""}


@pytest.mark.parametrize("position", [3, 5, 7])
def test_a_rebuild_replaces_everything_and_sets_any_position(
    views: RedisViewRecorder, contents: Callable[[], Any], position: int
) -> None:
    views.write({"boards": {"old": b"1"}, "scores": {"old": b"1"}, "kept": {"x": b"1"}}, Tracking("app", 5))
    views.replace(["boards", "scores", "new"], {"boards": {"t": b"2"}, "new": {"n": b"3"}}, Tracking("app", position))
    assert views.read_all("boards") == {"t": b"2"}
    assert views.read_all("scores") == {}
    assert views.read_all("new") == {"n": b"3"}
    assert views.read_all("kept") == {"x": b"1"}
    assert views.max_tracking_id("app") == position
    assert set(contents()) == {
        key.encode() for key in (*map(views.keys.view, ("boards", "new", "kept")), views.keys.tracking)
    }
    # Rows that were staged must outlive the time that staged rows have.
    client: Any = views.connections.writer
    assert client.ttl(views.keys.view("boards")) == -1


def test_a_rebuild_takes_large_views(views: RedisViewRecorder) -> None:
    rows = {f"row{n}": b"%d" % n for n in range(25_000)}
    views.replace(["v"], {"v": rows}, Tracking("app", 1))
    assert views.read_all("v") == rows
    views.write({"v": dict.fromkeys(rows, b"x")}, Tracking("app", 2))
    assert set(views.read_all("v").values()) == {b"x"}


def test_rows_of_a_view_that_is_not_named_are_refused(views: RedisViewRecorder, contents: Callable[[], Any]) -> None:
    with pytest.raises(ProgrammingError, match="'scores'"):
        views.replace(["boards"], {"boards": {"t": b"1"}, "scores": {"t": b"1"}}, Tracking("app", 1))
    assert contents() == {}


def test_a_reader_during_rebuilds_sees_one_whole_set_of_rows(url: str, views: RedisViewRecorder) -> None:
    done = Event()
    views.replace(["v"], {"v": {f"{n}": b"0" for n in range(500)}}, Tracking("app", 1))
    reader = RedisViewRecorder(Connections(url), views.keys)

    def look() -> int:
        looks = 0
        while not done.is_set() or not looks:
            rows = reader.read_all("v")
            assert len(rows) == 500
            assert len(set(rows.values())) == 1
            looks += 1
        return looks

    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(look)
        try:
            for turn in range(1, 30):
                views.replace(["v"], {"v": {f"{n}": b"%d" % turn for n in range(500)}}, Tracking("app", 1))
        finally:
            done.set()
        assert looking.result() > 0
    reader.connections.close()


def test_a_rebuild_whose_staged_rows_are_gone_changes_nothing(
    views: RedisViewRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    views.write({"v": {"old": b"1"}}, Tracking("app", 5))
    monkeypatch.setattr("infra.streams.views.STAGED_FOR", 0)  # expires at once
    with pytest.raises(DatabaseError, match=r"of 1 staged rows for .* there are 0"):
        views.replace(["v"], {"v": {"new": b"2"}}, Tracking("app", 6))
    assert views.read_all("v") == {"old": b"1"}
    assert views.max_tracking_id("app") == 5
