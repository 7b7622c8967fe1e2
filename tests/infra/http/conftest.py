"""The service over HTTP on a real store, in this process, and people who ask it."""

import uuid
from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from infra.http.app import application
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from tests.infra.http.asking import TOY, Site
from tests.streams.conftest import Server


@pytest.fixture(scope="module")
def site(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service with an installation of its own, for all tests of a module."""
    settings = Settings(tmp_path_factory.mktemp("data"), server.url, f"t-{uuid.uuid4().hex}", 2, (TOY,))
    limits = ServiceSettings(requests_a_minute=100_000, strangers_a_minute=100_000, sign_ups_an_hour=100_000)
    with TestClient(application(settings, limits)) as client:
        yield Site(client)
