"""Backups: everything that an installation keeps, in one file, taken while it is used; and people's keys in another."""

from infra.backup.checked import Contents, check_backup
from infra.backup.container import BackupError, check_new
from infra.backup.making import back_up
from infra.backup.peoples_keys import RestoredKeys, back_up_keys, restore_keys
from infra.backup.restoring import restore

__all__ = [
    "BackupError",
    "Contents",
    "RestoredKeys",
    "back_up",
    "back_up_keys",
    "check_backup",
    "check_new",
    "restore",
    "restore_keys",
]
