"""The door for what comes from mail servers and chats: a head with the secret that the operator has given them."""

import hmac
from typing import Any

from litestar.connection import ASGIConnection

HOOK_HEAD = "x-souls-hook"


def shows_secret(connection: ASGIConnection[Any, Any, Any, Any], secret: str | None) -> bool:
    """Whether a request shows the secret of the hooks; none does where there is no secret."""
    given = connection.headers.get(HOOK_HEAD, "")
    return secret is not None and hmac.compare_digest(given.encode(), secret.encode())
