"""What goes wrong again and again is told once, once a minute, and when it is over."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import PersistenceError
from litestar.testing import TestClient
from structlog.testing import capture_logs

from infra.http.app import application
from infra.http.journal import ending
from infra.http.troubles import Troubles
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from infra.streams import Lease
from tests.streams.conftest import Server


def test_a_trouble_is_told_once_a_minute_and_how_long_it_was() -> None:
    times = iter((100.0, 100.5, 159.9, 160.0, 160.5, 219.0, 221.0, 221.0, 230.0, 231.0))
    troubles = Troubles(lambda: next(times))
    told = [troubles.is_worth_telling("lease") for _ in range(7)]
    assert told == [True, False, False, True, False, False, True]
    assert troubles.is_worth_telling("store"), "another trouble is told by itself"
    assert troubles.over("lease") == 130.0
    assert troubles.over("lease") is None
    assert troubles.is_worth_telling("lease"), "it begins anew"


@pytest.mark.parametrize(
    ("code", "told"), [(None, {}), (0, {"exit": 0}), (3, {"exit": 3}), (-9, {"signal": "SIGKILL"})]
)
def test_how_a_process_ended_is_told_where_it_is_known(code: int | None, told: dict[str, object]) -> None:
    assert ending(code) == told


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.mark.slow
def test_a_store_that_is_away_is_told_once_and_when_it_is_back(
    own: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed, take = [], Lease.take

    def counted(lease: Lease) -> bool:
        try:
            return take(lease)
        except PersistenceError as error:
            failed.append(error)
            raise

    monkeypatch.setattr(Lease, "take", counted)
    settings = Settings(tmp_path, own.url, f"t-{uuid.uuid4().hex}", 1)
    with capture_logs() as told, TestClient(application(settings, ServiceSettings())):

        def lines(event: str) -> list[Any]:
            return [one for one in told if one["event"] == event]

        Server.until(lambda: lines("leading"))
        own.kill()
        Server.until(lambda: len(failed) > 2)
        own.start()
        Server.until(lambda: lines("lease well again"))
        assert len(lines("lease")) == 1
