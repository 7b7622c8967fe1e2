"""The embedded server: a Redis-protocol server per data folder, shared by whoever uses the folder."""

from infra.embedded.errors import EmbeddedServerError
from infra.embedded.membership import Joined
from infra.embedded.server import EmbeddedServer

__all__ = ["EmbeddedServer", "EmbeddedServerError", "Joined"]
