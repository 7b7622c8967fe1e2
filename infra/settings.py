"""Settings: where data lives and which server to use, from the environment or from what was given instead."""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from infra.streams import without_password


class SettingsError(Exception):
    """A setting that cannot be used."""


class Settings(msgspec.Struct, frozen=True):
    """`data` is the folder of the embedded server; with `redis_url` a real server or cluster is used instead.

    `partitions` is asked for when an installation is made, and fixed from then on; `rulebooks` are further ones, named as
    `module:object`. `is_default` says that no folder was given, so that the environment leads here again. `keys` is the folder
    of people's keys, where it is not the one in `data`.
    """

    data: Path
    redis_url: str | None = None
    namespace: str = "souls"
    partitions: int | None = None
    rulebooks: tuple[str, ...] = ()
    is_default: bool = True
    keys: Path | None = None

    @property
    def keyring(self) -> Path:
        """The folder of people's keys, also where a real server is used."""
        return self.keys or self.data / "keys"

    @property
    def place(self) -> str:
        """Where the data is, for people: never with a password."""
        return without_password(self.redis_url) if self.redis_url else str(self.data)

    def __repr__(self) -> str:
        return f"Settings({self.place})"


def settings_from(
    environment: Mapping[str, str], *, data: Path | None = None, rulebooks: tuple[str, ...] = ()
) -> Settings:
    """Settings from SOULS_DATA, SOULS_KEYS, REDIS_URL, SOULS_NAMESPACE, SOULS_PARTITIONS and SOULS_RULEBOOKS (separated by
    spaces).

    A given `data` folder wins over REDIS_URL too: who names a folder wants that folder.
    """
    named = environment.get("SOULS_DATA")
    folder = data or (Path(named) if named else default_data_folder(environment))
    text = environment.get("SOULS_PARTITIONS")
    if text and not (text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= 1024):
        raise SettingsError(f"SOULS_PARTITIONS is a number from 1 to 1024, not '{text}'.")
    keys = environment.get("SOULS_KEYS")
    return Settings(
        _found("data folder", folder),
        None if data is not None else environment.get("REDIS_URL") or None,
        environment.get("SOULS_NAMESPACE") or "souls",
        int(text) if text else None,
        (*environment.get("SOULS_RULEBOOKS", "").split(), *rulebooks),
        data is None,
        _found("folder of keys", Path(keys)) if keys else None,
    )


def _found(what: str, folder: Path) -> Path:
    try:
        return folder.expanduser().absolute()
    except RuntimeError as error:
        raise SettingsError(f"The {what} '{folder}' cannot be found: {error}") from error


def default_data_folder(environment: Mapping[str, str]) -> Path:
    """Where a user's data goes by the XDG convention."""
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "lost-souls"


def from_environment(data: Path | None = None, rulebooks: tuple[str, ...] = ()) -> Settings:
    """Settings from this process's environment."""
    return settings_from(os.environ, data=data, rulebooks=rulebooks)
