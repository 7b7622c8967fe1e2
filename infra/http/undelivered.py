"""What could not be sent, in the journal: with the kind of the address and its id, never with what stands in it."""

from collections.abc import Callable
from threading import Lock

import structlog

from infra.http.limits import Limits
from infra.notify import Trouble

QUIET_SECONDS = 300
"""So long nothing more is said of an address that goes on failing for the same reason."""

log = structlog.get_logger("souls.letters")


class Undelivered:
    """Writes down what fails, and each message that is given up. Usable from many threads."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._said = Limits(1, clock, QUIET_SECONDS)
        self._guard = Lock()

    def __call__(self, trouble: Trouble) -> None:
        told = {
            "letter": trouble.letter, "person": trouble.person, "address": trouble.address, "scheme": trouble.scheme,
            "tries": trouble.tries, "why": trouble.why,
        }  # fmt: skip
        if trouble.is_given_up:
            log.error("letter given up", **told)
        elif self._is_news(f"{trouble.person} {trouble.address} {trouble.why}"):
            log.warning("letter failed", **told)

    def _is_news(self, what: str) -> bool:
        with self._guard:
            return not self._said.take(what)
