"""Settings of the service: where it listens, what it lets in, and how it reaches people."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MEGABYTE = 1024 * 1024


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`smtp` is `smtp://`, `smtp+starttls://` or `smtps://`, with user and password where they are needed; `sender` is the
    address that mail comes from. Replies go to `reply_to`, whose part before the @ gets `+TOKEN` (so the mailbox needs
    plus-addressing). `imap` (`imap://`, `imaps://`) is the mailbox that is asked for replies every `poll_seconds`; without it a
    webhook feeds them."""

    smtp: str
    sender: str
    reply_to: str | None = None
    imap: str | None = None
    poll_seconds: Annotated[int, Meta(ge=1, le=86_400)] = 60

    def __repr__(self) -> str:
        return "MailSettings(…)"  # its URLs hold passwords


class ServiceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`public_url` is how people reach the service from outside, for links. `sign_up`: whether anybody may make an account,
    only who holds an invitation, or nobody but an operator. `hook_secret` opens the webhook for incoming mail; none: it is
    closed. `requests_a_minute` is for each person, `strangers_a_minute` for each address without a token.
    `private_addresses`: whether notifications may go to machines of one's own network, which anybody could otherwise have the
    service call."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    public_url: str | None = None
    cors_origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    sign_up: Literal["open", "invited", "closed"] = "open"
    largest_body: Annotated[int, Meta(ge=1_024, le=256 * MEGABYTE)] = MEGABYTE
    requests_a_minute: Annotated[int, Meta(ge=1, le=1_000_000)] = 600
    strangers_a_minute: Annotated[int, Meta(ge=1, le=1_000_000)] = 60
    grace_seconds: Annotated[int, Meta(ge=1, le=600)] = 20
    mail: MailSettings | None = None
    hook_secret: str | None = None
    private_addresses: bool = False
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    def __repr__(self) -> str:
        return f"ServiceSettings({self.host}:{self.port})"
