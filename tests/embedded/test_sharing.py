"""One server for many clients, however they come and go."""

import multiprocessing
import os
import shutil
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from redis import Redis

from infra.embedded import EmbeddedServer

from .conftest import Client, is_alive, until

NewClient = Callable[[Path], Client]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def lengths(data: Path, *names: str) -> list[int]:
    """How many entries the streams hold, asked of a server that is started for it if none runs."""
    with EmbeddedServer.attach(data) as server, Redis.from_url(server.url) as redis:
        return [redis.xlen(name) for name in names]


def test_four_starters_at_once_share_one_server_and_lose_nothing(data: Path, new_client: NewClient) -> None:
    clients = [new_client(data) for _ in range(4)]
    for client in clients:
        client.say("attach")
    servers = {client.hear() for client in clients}
    assert len(servers) == 1
    for number, client in enumerate(clients):
        client.say(f"write s{number} 50")
    assert [client.hear() for client in clients] == ["wrote"] * 4
    assert [client.ask("close") for client in clients] == ["closed"] * 4
    server = int(servers.pop().split()[1])
    until(lambda: not is_alive(server))
    assert lengths(data, "s0", "s1", "s2", "s3") == [50] * 4


def test_the_starter_may_leave_first(data: Path, new_client: NewClient) -> None:
    starter, other = new_client(data), new_client(data)
    server = starter.attach()
    assert other.attach() == server
    assert starter.leave() == 0
    assert other.ask("write s 5") == "wrote"
    assert is_alive(server)
    assert other.leave() == 0
    until(lambda: not is_alive(server))


def test_ctrl_c_at_the_starter_does_not_reach_the_server(data: Path, new_client: NewClient) -> None:
    starter, other = new_client(data), new_client(data)
    server = starter.attach()
    other.attach()
    starter.signal_group(signal.SIGINT)
    assert starter.wait() != 0
    assert os.getsid(server) == server
    # A server that heard it would act on it within a tenth of a second, which this many writes outlast.
    assert other.ask("write s 2000") == "wrote"
    assert "SIGINT" not in (data / "server.log").read_text()
    assert is_alive(server)


def test_ctrl_c_at_the_only_client_shuts_the_server_down(data: Path, new_client: NewClient) -> None:
    client = new_client(data)
    server = client.attach()
    client.signal_group(signal.SIGINT)
    client.wait()
    until(lambda: not is_alive(server))


def test_a_killed_starter_neither_takes_the_server_down_nor_keeps_it_up(data: Path, new_client: NewClient) -> None:
    starter, second, third = new_client(data), new_client(data), new_client(data)
    server = starter.attach()
    second.attach()
    starter.kill()
    assert third.attach() == server
    assert second.ask("write s 5") == "wrote"
    assert second.ask("close") == "closed"
    assert third.ask("write s 5") == "wrote"
    assert is_alive(server)
    assert third.ask("close") == "closed"
    until(lambda: not is_alive(server))


def test_a_server_whose_only_client_was_killed_is_taken_over(data: Path, new_client: NewClient) -> None:
    killed, next_one = new_client(data), new_client(data)
    server = killed.attach()
    killed.ask("write s 5")
    killed.kill()
    assert is_alive(server)
    assert next_one.attach() == server
    assert next_one.ask("close") == "closed"
    until(lambda: not is_alive(server))
    assert lengths(data, "s") == [5]


def test_a_killed_server_is_replaced_and_has_everything(data: Path, new_client: NewClient) -> None:
    first, second = new_client(data), new_client(data)
    server = first.attach()
    first.ask("write s 20")
    os.kill(server, signal.SIGKILL)
    until(lambda: not is_alive(server))
    replacement = second.attach()
    assert replacement != server
    assert lengths(data, "s") == [20]
    assert second.ask("close") == "closed"
    assert is_alive(replacement), "the first client still counts"
    assert first.ask("close") == "closed"
    until(lambda: not is_alive(replacement))


def test_clients_that_come_and_go_at_once_never_meet_two_servers(data: Path, new_client: NewClient) -> None:
    clients = [new_client(data) for _ in range(3)]
    for _ in range(8):
        for client in clients:
            client.say("attach")
        for number, client in enumerate(clients):
            assert client.hear().startswith("attached")
            client.say(f"write s{number} 3")
            assert client.hear() == "wrote"
            client.say("close")
        assert [client.hear() for client in clients] == ["closed"] * 3
    assert lengths(data, "s0", "s1", "s2") == [24] * 3


def test_every_attach_in_a_process_counts(data: Path) -> None:
    first, second = EmbeddedServer.attach(data), EmbeddedServer.attach(data)
    assert first.pid == second.pid
    first.close()
    assert Redis.from_url(second.url).ping()
    second.close()
    until(lambda: not is_alive(second.pid))


def test_closing_twice_is_closing_once(data: Path) -> None:
    first, second = EmbeddedServer.attach(data), EmbeddedServer.attach(data)
    first.close()
    first.close()
    assert Redis.from_url(second.url).ping()
    second.close()
    second.close()


def test_closing_after_the_folder_was_deleted_still_stops_the_server(data: Path) -> None:
    server = EmbeddedServer.attach(data)
    shutil.rmtree(data)
    server.close()
    until(lambda: not is_alive(server.pid))


def test_threads_share_one_server(data: Path) -> None:
    def visit(_: int) -> int:
        with EmbeddedServer.attach(data) as server, Redis.from_url(server.url) as redis:
            redis.xadd("s", {"n": 1})
            return server.pid

    with EmbeddedServer.attach(data) as held, ThreadPoolExecutor(8) as pool:
        assert set(pool.map(visit, range(32))) == {held.pid}
    assert lengths(data, "s") == [32]


def test_a_forked_child_is_no_client(data: Path, new_client: NewClient) -> None:
    parent, other = new_client(data), new_client(data)
    server = parent.attach()
    other.attach()
    child = int(parent.ask("fork").split()[1])
    parent.kill()
    try:
        assert other.ask("close") == "closed"
        until(lambda: not is_alive(server))
        assert is_alive(child)
    finally:
        os.kill(child, signal.SIGKILL)


def _visit_and_forget(data: Path, inherited: EmbeddedServer | None) -> None:
    if inherited:
        inherited.close()
    EmbeddedServer.attach(data)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_multiprocessing_child_detaches_itself_and_nobody_else(data: Path, method: str) -> None:
    context = multiprocessing.get_context(method)
    with EmbeddedServer.attach(data) as server:
        inherited = server if method == "fork" else None
        child = context.Process(target=_visit_and_forget, args=(data, inherited))
        child.start()
        child.join(20)
        assert child.exitcode == 0
        assert Redis.from_url(server.url).ping()
    until(lambda: not is_alive(server.pid))


def test_a_multiprocessing_child_left_alone_shuts_the_server_down(data: Path) -> None:
    child = multiprocessing.get_context("fork").Process(target=_visit_and_forget, args=(data, None))
    child.start()
    child.join(20)
    pid = int((data / "server.log").read_text().split("pid=")[1].split(",")[0])
    until(lambda: not is_alive(pid))
