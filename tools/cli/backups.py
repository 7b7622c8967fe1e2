"""`souls backup` and `souls restore`."""

import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from infra.backup import (
    BackupError,
    Contents,
    RestoredKeys,
    back_up,
    back_up_keys,
    check_backup,
    check_new,
    restore,
    restore_keys,
)
from infra.backup.peoples_keys import read_keys
from infra.keyring import Keyring
from infra.people.sealed import SealedProfiles
from infra.settings import Settings
from infra.wiring import Souls, reached
from tools.cli.common import Colours, CommandError, DataOption, JsonOption, chosen_settings, named_folder, say, say_json
from tools.cli.notify import notifying


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, or a folder that gets one.")],
    keys: Annotated[
        Path | None, typer.Option("--keys", metavar="FILE", help="Where people's keys go: to another place.")
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Write everything that is kept here to one file, while it is used. It holds all secrets but people's keys, which go to a
    file of their own: whoever has both can read what people wrote. Exit code 1 where a table's records were lost before."""
    settings = chosen_settings(data, None)
    at = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    file = target / f"souls-{at}.backup" if target.is_dir() else target
    keys_file = keys / f"souls-{at}.keys" if keys is not None and keys.is_dir() else keys
    if keys_file is not None:
        check_new(keys_file)
        if keys_file.resolve() == file.resolve():
            raise BackupError(f"The backup and people's keys go to two files, not both to {file}.")
    warnings: list[str] = []
    with reached(settings, warnings) as connections:
        _warn(warnings)
        keyring = Keyring(settings.keyring, SealedProfiles(connections, settings.namespace))
        if keys_file is not None:
            keyring.check_not_lost()
        made = back_up(connections, settings.namespace, file)
        people = back_up_keys(keyring, keys_file) if keys_file is not None else None
    if as_json:
        told = {"file": str(file), "bytes": made.size, "records": made.records, "lost": made.lost}
        say_json({**told, "keys": None if keys_file is None else str(keys_file), "people": people})
        return 1 if made.lost else 0
    say(f"Wrote {made.records} records and all that stands beside them to {file} ({made.size} bytes).")
    if keys_file is None:
        say("People's keys are not in it: --keys FILE writes them to a file of their own.")
    else:
        say(f"Wrote the keys of {people} people to {keys_file}. Keep it in another place than {file.name}.")
    for table_id in made.lost:
        say(f"{table_id}: its records were lost before; that there were some is in the backup.", "yellow")
    return 1 if made.lost else 0


def restore_backup(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup; without one only keys are put back.")
    ] = None,
    keys: Annotated[
        Path | None, typer.Option("--keys", metavar="FILE", help="A backup of people's keys; those here stay.")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(
            "--into", metavar="DIR", parser=named_folder, help="The data folder to restore into; else as with --data."
        ),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Restore a backup where nothing is yet, after it was checked to its end. Where that was interrupted, nobody can use what
    is there until the same backup is restored again. Nobody who was forgotten comes back.

    With --keys alone the keys are added that are missing in an installation that is there."""
    settings = chosen_settings(into or data, None)
    if file is None:
        _restore_keys_alone(settings, keys, as_json)
        return
    contents = check_backup(file)
    here, there = settings.partitions, contents.head.partitions
    if here not in (None, there):
        raise BackupError(f"The number of partitions is fixed: {there} in the backup, and {here} in the settings.")
    if keys is not None:
        read_keys(keys)
    put_back: RestoredKeys | None = None

    def with_keys() -> None:
        nonlocal put_back
        put_back = None if keys is None else restore_keys(Keyring(settings.keyring), keys)

    warnings: list[str] = []
    with reached(settings, warnings) as connections:
        _warn(warnings)
        restore(connections, settings.namespace, file, at_last=with_keys)
        forgotten = _forget_again(settings)
    if as_json:
        plain: dict[str, Any] = {"file": str(file), "place": settings.place, "records": contents.records}
        plain |= {"tables": len(contents.tables), "lost": sorted(contents.lost), "forgotten": forgotten}
        say_json({**plain, "keys": None if put_back is None else msgspec.to_builtins(put_back)})
        return
    _tell(contents, settings)
    if put_back is not None:
        _tell_keys(put_back)
    say("Views are made when they are asked for; 'souls rebuild' makes them now.")


def _restore_keys_alone(settings: Settings, keys: Path | None, as_json: bool) -> None:
    if keys is None:
        raise CommandError("Name a backup, or a backup of people's keys with --keys, or both.")
    if not settings.redis_url and not settings.data.is_dir():
        raise BackupError(f"There is nothing in {settings.data} that keys could belong to: restore a backup first.")
    put_back = restore_keys(Keyring(settings.keyring), keys)
    forgotten = _forget_again(settings)
    if as_json:
        plain = {"file": None, "place": settings.place, "forgotten": forgotten}
        say_json({**plain, "keys": msgspec.to_builtins(put_back)})
    else:
        _tell_keys(put_back)


def _tell_keys(put_back: RestoredKeys) -> None:
    say(f"The keys of {put_back.people} people are here, and {put_back.forgotten} stay forgotten.")
    for person in put_back.different:
        say(f"{person}: another key was here already, and stays.", "yellow")


def _forget_again(settings: Settings) -> list[str]:
    """Take out what the backup still holds of people who were forgotten since it was made; returns who they are."""
    forgotten = [person for person, key in Keyring(settings.keyring).entries() if key is None]
    if forgotten:
        with Souls(settings) as souls, notifying(souls):  # whose outbox forgets too
            for person in forgotten:
                souls.people.forget(person)
    return forgotten


def _tell(contents: Contents, settings: Settings) -> None:
    at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(contents.head.at // 1_000_000))
    tables = f"{len(contents.tables)} table{'' if len(contents.tables) == 1 else 's'}"
    say(f"Restored {tables} with {contents.records} records into {settings.place}, as they were on {at} UTC.")
    for table_id in sorted(contents.lost):
        say(f"{table_id}: its records were lost before the backup was made.", "yellow")


def _warn(warnings: list[str]) -> None:
    for warning in warnings:
        Colours.err.print(f"souls: {warning}", style="yellow", markup=False)
