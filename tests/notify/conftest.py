"""An installation whose people are told things, on the fast server of the infrastructure's tests."""

from collections.abc import Iterator

import pytest

from tests.infra.conftest import house, namespace, new_house, server
from tests.infra.house import House
from tests.notify.office import Office
from tests.notify.sinks import MailSink, WebHook

__all__ = ["house", "namespace", "new_house", "server"]


@pytest.fixture
def mail_sink() -> Iterator[MailSink]:
    sink = MailSink()
    yield sink
    sink.close()


@pytest.fixture
def hook() -> Iterator[WebHook]:
    made = WebHook()
    yield made
    made.close()


@pytest.fixture
def office(house: House, mail_sink: MailSink) -> Iterator[Office]:
    made = Office(house, mail_sink.url)
    yield made
    made.close()
