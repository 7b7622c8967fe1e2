"""Settings of the service: where it listens, what it lets in, and how it reaches people."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from domain.table.phrases import joined
from infra.settings_file import SettingsError, no_such_setting, read_settings_file, said, secret

PREFIX = "SOULS_SERVICE_"
SECRETS = frozenset({"hook_secret", "mail_smtp", "mail_imap"})
"""Settings that may be given as `@FILE`, which is where they are read from then."""

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
    closed. `requests_a_minute` is for each person, `strangers_a_minute` for each address without a token,
    `sign_ups_an_hour` for each address with or without, and `streams_at_once` for each person, or address without a token, at
    each worker.
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
    sign_ups_an_hour: Annotated[int, Meta(ge=1, le=1_000_000)] = 60
    streams_at_once: Annotated[int, Meta(ge=1, le=1_000_000)] = 16
    grace_seconds: Annotated[int, Meta(ge=1, le=600)] = 20
    mail: MailSettings | None = None
    hook_secret: str | None = None
    private_addresses: bool = False
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    def __repr__(self) -> str:
        return f"ServiceSettings({self.host}:{self.port})"


_SERVICE = {field.name: field for field in msgspec.structs.fields(ServiceSettings) if field.name != "mail"}
_MAIL = {field.name: field for field in msgspec.structs.fields(MailSettings)}
_YES_OR_NO = {"yes": True, "on": True, "no": False, "off": False}

VARIABLES = tuple(PREFIX + name.upper() for name in (*_SERVICE, *(f"mail_{name}" for name in _MAIL)))
"""What the environment may say of the service."""


def service_settings_from(environment: Mapping[str, str], file: Path | None = None) -> ServiceSettings:
    """Settings from the section `[service]` of a settings file, and from SOULS_SERVICE_PORT and the like, which win; those of
    mail are in `[service.mail]`, and SOULS_SERVICE_MAIL_SMTP and the like. Lists are separated by spaces in the environment.

    `SettingsError` for a name that is none, and for a value that cannot be used.
    """
    plain = _from_file(file) if file is not None else {}
    for name in sorted(environment):
        if name.startswith(PREFIX) and environment[name]:
            _set(plain, name, environment[name])
    try:
        return msgspec.convert(plain, ServiceSettings)
    except msgspec.ValidationError as error:
        where = f" (in {file})" if file is not None else ""
        why = _choice_missed(plain) or _mail_needed(plain) or said(error)
        raise SettingsError(f"The settings of the service{where} cannot be used: {why}.") from error


def _from_file(file: Path) -> dict[str, Any]:
    plain = dict(read_settings_file(file).service)
    for part, before in ((plain, ""), (plain.get("mail"), "mail_")):
        if isinstance(part, dict):
            for name, value in part.items():
                if before + name in SECRETS and isinstance(value, str):
                    part[name] = secret(value, f"service.{before.replace('_', '.')}{name}", file.parent)
    return plain


def _set(plain: dict[str, Any], variable: str, text: str) -> None:
    """Put what a variable of the environment says in its place."""
    if variable not in VARIABLES:
        raise no_such_setting(variable, VARIABLES)
    name = variable.removeprefix(PREFIX).lower()
    of_mail = name.startswith("mail_")
    field = name.removeprefix("mail_") if of_mail else name
    if name in SECRETS:
        text = secret(text, variable, Path())
    value = _read(variable, text, (_MAIL if of_mail else _SERVICE)[field].type)
    part = plain.setdefault("mail", {}) if of_mail else plain
    if isinstance(part, dict):  # else the whole is found wrong
        part[field] = value


def _read(variable: str, text: str, kind: Any) -> Any:
    """What a text of the environment stands for."""
    value: Any = text.split() if kind == tuple[str, ...] else text
    if kind is bool:
        value = _YES_OR_NO.get(text.lower(), text)
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        choice = "yes or no" if kind is bool else _not_among(kind, text)
        raise SettingsError(f"{variable} cannot be used: {f'it is {choice}' if choice else said(error)}.") from error


def _choice_missed(plain: Mapping[str, Any]) -> str:
    """What is said of the first setting that is none of its choices; nothing where there is no such."""
    found = ((name, _not_among(_SERVICE[name].type, value)) for name, value in plain.items() if name in _SERVICE)
    return next((f"{name} is {choice}" for name, choice in found if choice), "")


def _not_among(kind: Any, value: object) -> str:
    """The choices that a value is none of; nothing where there are none, or it is one."""
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    return f"{joined(choices, 'or')}, not {value!r}" if choices and value not in choices else ""


def _mail_needed(plain: Mapping[str, Any]) -> str:
    """What is said of mail that is set up in part; nothing where that is not what is wrong."""
    mail = plain.get("mail")
    missing = [name for name, field in _MAIL.items() if field.required and isinstance(mail, dict) and name not in mail]
    return (
        f"mail needs {joined([f'mail.{name}' for name in missing])} too, since it is answered by mail"
        if missing
        else ""
    )
