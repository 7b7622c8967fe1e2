"""Listening: who gets a port, and that workers have a socket each."""

import select
import socket
import sys
from multiprocessing.reduction import ForkingPickler

import pytest

from infra.http.listening import ListenError, listening

LOOPBACK = "127.0.0.1"


def port_of(bound: socket.socket) -> int:
    return int(bound.getsockname()[1])


@pytest.mark.parametrize("second", [1, 2])
@pytest.mark.parametrize("first", [1, 2])
def test_a_port_is_one_service_s_alone(first: int, second: int) -> None:
    with listening(LOOPBACK, 0, first) as bound:
        bound.listen()  # what workers do as soon as they are ready
        with (
            pytest.raises(
                ListenError, match=f"^Nobody can listen at {LOOPBACK}, port {port_of(bound)}: Address already"
            ),
            listening(LOOPBACK, port_of(bound), second),
        ):
            pass
        port = port_of(bound)
    with listening(LOOPBACK, port, second) as bound:
        assert port_of(bound) == port


def test_nobody_can_listen_at_an_address_of_others() -> None:
    with (
        pytest.raises(ListenError, match=r"^Nobody can listen at 192\.0\.2\.1, port 80: "),
        listening("192.0.2.1", 80, 1),
    ):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers share one socket")
def test_in_each_worker_it_is_another_socket_at_the_same_address() -> None:
    with listening(LOOPBACK, 0, 2) as bound:
        travelled = bytes(ForkingPickler.dumps(bound))
        workers = [ForkingPickler.loads(travelled) for _ in range(2)]
        try:
            for worker in workers:
                worker.listen()
            took = [0, 0]
            for _ in range(40):
                with socket.create_connection((LOOPBACK, port_of(bound)), 5):
                    took[accepting(workers)] += 1
        finally:
            for worker in workers:
                worker.close()
    assert min(took) > 0, "the system spreads them; to one alone go so many once in 2 ** 39 times"


def accepting(workers: list[socket.socket]) -> int:
    """Which of them whoever connects has come to."""
    ready, _, _ = select.select(workers, [], [], 5)
    (worker,) = ready
    worker.accept()[0].close()
    return workers.index(worker)
