"""The settings file: TOML, with the names of the environment's variables in small letters and without their SOULS_."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from infra.nearness import nearest

NAME = "souls.toml"
"""What the file is called that is found by itself in the data folder."""

LARGEST_FILE = 1024 * 1024
LARGEST_SECRET = 10_000

Text = Annotated[str, Meta(min_length=1, max_length=4_096)]


class SettingsError(Exception):
    """A setting that cannot be used; the message is one sentence, and tells no secret."""


class SettingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settings file says; `service` is what `infra.service_settings` makes something of. Folders are named from where
    the file lies."""

    data: Text | None = None
    keys: Text | None = None
    redis_url: Text | None = None
    namespace: Text | None = None
    partitions: Annotated[int, Meta(ge=1, le=1024)] | None = None
    rulebooks: tuple[Text, ...] = ()
    service: dict[str, Any] = {}

    def __repr__(self) -> str:
        return "SettingsFile(…)"  # it may hold passwords


def read_settings_file(path: Path) -> SettingsFile:
    """What a file says; `SettingsError` where it cannot be read, is no TOML, or says what nobody asked."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise SettingsError(f"The settings in {path} cannot be read: {error.strerror or error}.") from error
    if len(data) > LARGEST_FILE:
        raise SettingsError(f"The settings in {path} cannot be read: the file is too large.")
    try:
        return msgspec.convert(tomllib.loads(data.decode()), SettingsFile)
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, and what msgspec says are such too
        raise SettingsError(f"The settings in {path} cannot be used: {said(error)}.") from error


def secret(text: str, setting: str, folder: Path) -> str:
    """A secret as it was given, or the first line of the file that `@FILE` names, from a folder on."""
    if not text.startswith("@"):
        return text
    path = folder / Path(text[1:]).expanduser()
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST_SECRET + 1).decode().rstrip("\r\n")
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise SettingsError(f"{setting} names the file {path}, which cannot be read: {reason}.") from error
    if not found or len(found) > LARGEST_SECRET or len(found.splitlines()) > 1:
        raise SettingsError(f"{setting} names the file {path}, which does not hold one line.")
    return found


def no_such_setting(variable: str, known: Iterable[str]) -> SettingsError:
    """The error for a variable of the environment that nobody asks for, with the one that may be meant."""
    return SettingsError(f"There is no setting {variable}; the nearest is {nearest(variable, known, alike=0)[0]}.")


def said(error: Exception) -> str:
    """What an error says, as the rest of a sentence. msgspec's tell types and bounds, never a secret's value."""
    return " ".join(str(error).split()).rstrip(".")
