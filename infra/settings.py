"""Settings: where data lives and which server to use, from the environment, a settings file, or what was given instead."""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from infra import service_settings
from infra.settings_file import NAME, SettingsError, SettingsFile, no_such_setting, read_settings_file, secret
from infra.streams import without_password

__all__ = ["Settings", "SettingsError", "default_data_folder", "from_environment", "settings_from"]


PREFIX = "SOULS_"
VARIABLES = (
    *(f"{PREFIX}{name}" for name in ("CONFIG", "DATA", "KEYS", "NAMESPACE", "PARTITIONS", "RULEBOOKS", "TRACEBACK")),
    *service_settings.VARIABLES,
)
"""What the environment may say."""


class Settings(msgspec.Struct, frozen=True):
    """`data` is the folder of the embedded server; with `redis_url` a real server or cluster is used instead.

    `partitions` is asked for when an installation is made, and fixed from then on; `rulebooks` are further ones, named as
    `module:object`. `is_default` says that no folder was given, so that the environment leads here again. `keys` is the folder
    of people's keys, where it is not the one in `data`. `config` is the settings file that was read.
    """

    data: Path
    redis_url: str | None = None
    namespace: str = "souls"
    partitions: int | None = None
    rulebooks: tuple[str, ...] = ()
    is_default: bool = True
    keys: Path | None = None
    config: Path | None = None

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
    environment: Mapping[str, str],
    *,
    data: Path | None = None,
    rulebooks: tuple[str, ...] = (),
    config: Path | None = None,
) -> Settings:
    """Settings from SOULS_DATA, SOULS_KEYS, REDIS_URL, SOULS_NAMESPACE, SOULS_PARTITIONS and SOULS_RULEBOOKS (separated by
    spaces), and where these say nothing, from a file: `config`, SOULS_CONFIG, or souls.toml in the data folder.

    A given `data` folder wins over any server's URL too: who names a folder wants that folder. `SettingsError` for a name that
    is none, of the service's too.
    """
    for name in sorted(environment):
        if name.startswith(PREFIX) and environment[name] and name not in VARIABLES:
            raise no_such_setting(name, VARIABLES)
    named = config or (Path(environment["SOULS_CONFIG"]) if environment.get("SOULS_CONFIG") else None)
    path = _found("settings file", named) if named else None
    file = read_settings_file(path) if path else SettingsFile()
    folder = _data_folder(environment, data, path, file)
    if path is None and os.path.isfile(folder / NAME):  # false also for what can be no path
        path = folder / NAME
        file = read_settings_file(path)
        if file.data is not None:
            raise SettingsError(f"The settings in {path} name another data folder, and were found in this one.")
    text = environment.get("SOULS_PARTITIONS")
    if text and not (text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= 1024):
        raise SettingsError(f"SOULS_PARTITIONS is a number from 1 to 1024, not '{text}'.")
    return Settings(
        folder,
        None if data is not None else _server(environment, path, file),
        environment.get("SOULS_NAMESPACE") or file.namespace or "souls",
        int(text) if text else file.partitions,
        (*(environment.get("SOULS_RULEBOOKS", "").split() or file.rulebooks), *rulebooks),
        data is None,
        _named_folder("folder of keys", environment.get("SOULS_KEYS"), path, file.keys),
        path,
    )


def _data_folder(environment: Mapping[str, str], data: Path | None, path: Path | None, file: SettingsFile) -> Path:
    if data is not None:
        return _found("data folder", data)
    named = _named_folder("data folder", environment.get("SOULS_DATA"), path, file.data)
    return named or _found("data folder", default_data_folder(environment))


def _named_folder(what: str, variable: str | None, path: Path | None, setting: str | None) -> Path | None:
    """A folder from the environment, or from a file, where it is named from where the file lies."""
    if variable:
        return _found(what, Path(variable))
    if setting is None or path is None:
        return None
    folder = Path(setting)
    return _found(what, folder if setting.startswith("~") else path.parent / folder)


def _server(environment: Mapping[str, str], path: Path | None, file: SettingsFile) -> str | None:
    if environment.get("REDIS_URL"):
        return secret(environment["REDIS_URL"], "REDIS_URL", Path())
    if file.redis_url is None or path is None:
        return None
    return secret(file.redis_url, "redis_url", path.parent)


def _found(what: str, folder: Path) -> Path:
    try:
        return folder.expanduser().absolute()
    except RuntimeError as error:
        raise SettingsError(f"The {what} '{folder}' cannot be found: {error}") from error


def default_data_folder(environment: Mapping[str, str]) -> Path:
    """Where a user's data goes by the XDG convention."""
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "lost-souls"


def from_environment(data: Path | None = None, rulebooks: tuple[str, ...] = (), config: Path | None = None) -> Settings:
    """Settings from this process's environment."""
    return settings_from(os.environ, data=data, rulebooks=rulebooks, config=config)
