"""The only place that spells keys."""

import re
from functools import cached_property

import msgspec
from eventsourcing.persistence import ProgrammingError

_NAMESPACE = re.compile(r"[A-Za-z0-9_.-]+")


def installation_key(namespace: str) -> str:
    """The hash of an installation's fixed facts; it belongs to no partition."""
    return f"{_checked(namespace)}:installation"


def imported_precedents_key(namespace: str) -> str:
    """Hash of the precedents that came from other installations, `FINGERPRINT/TABLE/CONTEST` -> one; of no partition."""
    return f"{{{_checked(namespace)}:precedents}}:imported"


def lease_key(namespace: str, name: str) -> str:
    """String: who does something that one alone is to do, for a while; of no partition."""
    return f"{_checked(namespace)}:lease:{name}"


def reply_token_key(namespace: str, token: str) -> str:
    """String, which expires: whose a token in an address for replies (its hash) is, and for which table; of no partition."""
    return f"{{{_checked(namespace)}:replies}}:token:{token}"


def taken_in_key(namespace: str, post: str) -> str:
    """String, which expires: a post that came by mail or by a hook has been taken in; of no partition."""
    return f"{{{_checked(namespace)}:replies}}:taken:{post}"


def posts_counter_key(namespace: str, token: str, hour: int) -> str:
    """Counter, which expires: how many posts came with a token (its hash) in an hour since 1970; of no partition."""
    return f"{{{_checked(namespace)}:replies}}:count:{token}:{hour}"


def asked_counter_key(namespace: str, what: str, hour: int) -> str:
    """Counter, which expires: how many confirmations were asked for by a person or of a mailbox (a keyed hash of either) in an
    hour since 1970; of no partition."""
    return f"{{{_checked(namespace)}:replies}}:asked:{what}:{hour}"


def all_keys_pattern(namespace: str) -> str:
    """What all keys of an installation match, but that of its facts."""
    return f"{{{_checked(namespace)}:*"


def key_parts(namespace: str, key: str) -> tuple[str, str]:
    """The group and the rest of a key that matches that pattern: `{namespace:GROUP}:REST`. Partition K is group `pK`."""
    group, _, rest = key.removeprefix(f"{{{namespace}:").partition("}:")
    return group, rest


def key_of_parts(namespace: str, group: str, rest: str) -> str:
    """The key with these parts."""
    return f"{{{_checked(namespace)}:{group}}}:{rest}"


class PartitionKeys(msgspec.Struct, frozen=True, dict=True):
    """The keys of one partition, all under the hash tag `{namespace:pK}`: one cluster slot holds them.

    `ProgrammingError` for a namespace with other characters than letters, digits, `_`, `.` and `-`, or a
    negative partition.
    """

    namespace: str
    partition: int

    def __post_init__(self) -> None:
        _checked(self.namespace)
        if self.partition < 0:
            raise ProgrammingError(f"A partition is 0 or more, not {self.partition}.")

    @cached_property
    def tag(self) -> str:
        """The hash tag, braces included."""
        return f"{{{self.namespace}:p{self.partition}}}"

    @cached_property
    def streams(self) -> str:
        """What the keys of table streams start with; the table id follows."""
        return f"{self.tag}:s:"

    @cached_property
    def log(self) -> str:
        """Stream of pointers, entry id `<notification id>-0`, fields o (table id), v (version), t (topic)."""
        return f"{self.tag}:log"

    @cached_property
    def counter(self) -> str:
        """String: the last notification id."""
        return f"{self.tag}:counter"

    @cached_property
    def tracking(self) -> str:
        """Hash: name of a followed application -> position reached in it."""
        return f"{self.tag}:tracking"

    @cached_property
    def heads(self) -> str:
        """Hash: table id -> its last version, kept when the stream goes to the archive."""
        return f"{self.tag}:heads"

    @cached_property
    def secrets(self) -> str:
        """Hash: table id -> seed and salt."""
        return f"{self.tag}:secrets"

    @cached_property
    def told(self) -> str:
        """Hash: table id -> up to where its people have been told what happened, and what was put into the outbox."""
        return f"{self.tag}:told"

    @cached_property
    def outbox(self) -> str:
        """Hash: message key and address -> a message to one address, waiting, sent or given up."""
        return f"{self.tag}:outbox"

    @cached_property
    def outbox_due(self) -> str:
        """Sorted set: those fields of the outbox that have something to wait for, scored by its time (microseconds)."""
        return f"{self.tag}:outbox-due"

    def stream(self, table_id: str) -> str:
        """Stream of one table, entry id `<version>-<notification id>`, fields t (topic), s (state)."""
        return f"{self.streams}{table_id}"

    def snapshots(self, table_id: str) -> str:
        """Sorted set of a table's snapshots, scored by version."""
        return f"{self.tag}:snapshots:{table_id}"

    def refusals(self, table_id: str) -> str:
        """Capped stream of the commands turned down at a table."""
        return f"{self.tag}:refusals:{table_id}"

    def texts(self, table_id: str) -> str:
        """Hash of a table's texts of people: hash of the text -> the sealed text."""
        return f"{self.tag}:texts:{table_id}"

    def chat(self, table_id: str) -> str:
        """Capped stream of a table's chat, fields a (time, microseconds), p (who wrote it)."""
        return f"{self.tag}:chat:{table_id}"

    def chat_texts(self, table_id: str) -> str:
        """Hash of the texts of a table's chat: id of the message -> the sealed text."""
        return f"{self.tag}:chat-texts:{table_id}"

    def notes(self, table_id: str) -> str:
        """Hash of people's own notes about a table: person -> the sealed note."""
        return f"{self.tag}:notes:{table_id}"

    def invitations(self, table_id: str) -> str:
        """Hash of a table's invitations: id -> one."""
        return f"{self.tag}:invitations:{table_id}"

    @cached_property
    def access(self) -> str:
        """Hash: table id -> who may look at it besides its members."""
        return f"{self.tag}:access"

    @staticmethod
    def is_of_log(rest: str) -> bool:
        """Whether a key (without its tag) is one of those that the append writes."""
        return rest in ("log", "counter", "heads") or rest.startswith("s:")

    @staticmethod
    def is_made_from_log(rest: str) -> bool:
        """Whether a key (without its tag) holds what can always be made again from the log."""
        return rest.startswith(("view:", "staged:", "snapshots:"))

    def view(self, name: str) -> str:
        """Hash of one view."""
        return f"{self.tag}:view:{name}"

    def staged_view(self, token: str, name: str) -> str:
        """Hash that a rebuild fills before it takes a view's place."""
        return f"{self.tag}:staged:{token}:{name}"


class PeopleKeys(msgspec.Struct, frozen=True, dict=True):
    """The keys of what is known of people, all under the hash tag `{namespace:people}`. `ProgrammingError` as above."""

    namespace: str

    def __post_init__(self) -> None:
        _checked(self.namespace)

    @cached_property
    def tag(self) -> str:
        """The hash tag, braces included."""
        return f"{{{self.namespace}:people}}"

    @cached_property
    def profiles(self) -> str:
        """Hash: person -> the sealed profile."""
        return f"{self.tag}:profiles"

    @cached_property
    def tokens(self) -> str:
        """Hash: id of a token -> what it is good for, and its hash."""
        return f"{self.tag}:tokens"

    @cached_property
    def token_uses(self) -> str:
        """Hash: id of a token -> the hour in which it was last used, counted from 1970."""
        return f"{self.tag}:token-uses"

    def tokens_of(self, person: str) -> str:
        """Set of the ids of a person's tokens."""
        return f"{self.tag}:tokens-of:{person}"


def _checked(namespace: str) -> str:
    if not _NAMESPACE.fullmatch(namespace):
        raise ProgrammingError(f"A namespace has letters, digits, '_', '.' and '-' only, not {namespace!r}.")
    return namespace
