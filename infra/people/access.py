"""Who may look at a table besides those who have a part in it. A table that nothing is kept of is for its members alone."""

from collections.abc import Callable, Iterator
from typing import Annotated, Literal

import msgspec
from eventsourcing.persistence import DatabaseError, IntegrityError
from msgspec import Meta

from domain.table.lifecycle import SeatTaken
from domain.table.messages import ARBITER, HOST, Name, Version
from domain.table.table import Table
from infra.ledger import Ledger
from infra.people.beside import BesideTables
from infra.people.profile import check_id
from infra.streams import PartitionKeys, Rows

MOST_SPECTATORS = 200
ATTEMPTS = 20

Visibility = Literal["members", "public"]

Role = int | Literal["host", "arbiter", "spectator", "operator", "stranger"]
"""A seat by its number, or what somebody is at a table besides."""

STRANGER: frozenset[Role] = frozenset({"stranger"})


class Access(msgspec.Struct, frozen=True, array_like=True):
    """`members`: who has a part in the table, and its spectators, may look; `public`: anybody may, as a spectator. `opened_by`
    is who opened the table through the service; None: nobody did. `gone`: who looks on no more for having held a seat, with the
    table's version when they were sent away or went."""

    visibility: Visibility = "members"
    spectators: Annotated[tuple[Name, ...], Meta(max_length=MOST_SPECTATORS)] = ()
    opened_by: Name | None = None
    gone: dict[Name, Version] = {}


def role_of(table: Table, person: str | None, access: Access, *, operator: bool = False) -> frozenset[Role]:
    """What somebody is at a table; None is who shows no token. Never empty: a stranger is who may not even look."""
    roles: set[Role] = set()
    if person is not None:
        roles |= {seat for seat, held in enumerate(table.seats) if held.person == person}
        if table.person_of(HOST) == person:
            roles.add("host")
        if table.person_of(ARBITER) == person:
            roles.add("arbiter")
        if person in access.spectators:
            roles.add("spectator")
    if access.visibility == "public":
        roles.add("spectator")
    if operator:
        roles.add("operator")
    return frozenset(roles) or STRANGER


def sat_until(table: Table, person: str, access: Access) -> int:
    """The table's version where somebody looks on since they held a seat and left it, and were not sent away since; 0 for who
    does not."""
    has_part = any(seat.person == person for seat in table.seats) or person in map(table.person_of, (HOST, ARBITER))
    sat = (one.event for one in table.records[access.gone.get(person, 0) :] if isinstance(one.event, SeatTaken))
    return table.version if not has_part and any(one.person == person for one in sat) else 0


class TooManySpectatorsError(Exception):
    """No more spectators fit a table; the message is one sentence."""


class TableAccess:
    """Who may look at which table. Usable from many threads and processes. Whether there is such a table is not asked."""

    def __init__(self, ledger: Ledger) -> None:
        self._tables = BesideTables(ledger)

    def of(self, table_id: str) -> Access:
        """A table's access; that of members, where nothing is kept."""
        return read_access(table_id, self._rows(table_id).get(table_id))

    def open(self, table_id: str, opened_by: str, visibility: Visibility = "members") -> Access:
        """Keep who has opened a table through the service, and who may look at it; `PeopleError` for what is no person's id."""
        check_id(opened_by)
        return self._change(
            table_id, lambda access: msgspec.structs.replace(access, opened_by=opened_by, visibility=visibility)
        )

    def show(self, table_id: str, visibility: Visibility) -> Access:
        """Say who may look at a table."""
        return self._change(table_id, lambda access: msgspec.structs.replace(access, visibility=visibility))

    def add_spectator(self, table_id: str, person: str) -> Access:
        """Let a person look; twice is once. `TooManySpectatorsError` where no more fit, `PeopleError` for what is no id."""
        check_id(person)

        def with_them(access: Access) -> Access:
            if person in access.spectators:
                return access
            if len(access.spectators) >= MOST_SPECTATORS:
                raise TooManySpectatorsError(f"Table {table_id} has {MOST_SPECTATORS} spectators, and no more fit.")
            return msgspec.structs.replace(access, spectators=(*access.spectators, person))

        return self._change(table_id, with_them)

    def remove_spectator(self, table_id: str, person: str, sat_until: int = 0) -> Access:
        """Let a person look no more, where they were a spectator, also for a seat that they held until a version."""
        gone = {person: sat_until} if sat_until else {}
        return self._change(
            table_id, lambda access: msgspec.structs.replace(_without(access, person), gone={**access.gone, **gone})
        )

    def watched_by(self, person: str) -> list[str]:
        """The tables at which a person is a spectator by name, sorted."""
        return sorted(table_id for table_id, access in self._all() if person in access.spectators)

    def public_tables(self) -> frozenset[str]:
        """The tables that anybody may look at."""
        return frozenset(table_id for table_id, access in self._all() if access.visibility == "public")

    def forget(self, person: str) -> None:
        """Take a person out of all that is kept here."""
        for table_id, access in self._all():
            if _without_trace(access, person) != access:
                self._change(table_id, lambda present: _without_trace(present, person))

    def _all(self) -> Iterator[tuple[str, Access]]:
        for table_id, stored in self._tables.everywhere(_key, "access to tables"):
            yield table_id, read_access(table_id, stored)

    def _rows(self, table_id: str) -> Rows:
        return self._tables.rows(table_id, _key, "access to tables")

    def _change(self, table_id: str, how: Callable[[Access], Access]) -> Access:
        rows = self._rows(table_id)
        for _ in range(ATTEMPTS):
            stored = rows.get(table_id)
            access = how(read_access(table_id, stored))
            present = {} if stored is None else {table_id: stored}
            if rows.put({table_id: msgspec.msgpack.encode(access)}, present):
                return access
        raise IntegrityError(f"The access to table {table_id} is changed all the time by others.")


def _without(access: Access, person: str) -> Access:
    return msgspec.structs.replace(access, spectators=tuple(one for one in access.spectators if one != person))


def _without_trace(access: Access, person: str) -> Access:
    opened_by = None if access.opened_by == person else access.opened_by
    gone = {one: version for one, version in access.gone.items() if one != person}
    return msgspec.structs.replace(_without(access, person), opened_by=opened_by, gone=gone)


def _key(keys: PartitionKeys) -> str:
    return keys.access


def read_access(table_id: str, stored: bytes | None) -> Access:
    """A table's access, from the field of its id in its partition's hash of access."""
    if stored is None:
        return Access()
    try:
        return msgspec.msgpack.decode(stored, type=Access)
    except msgspec.DecodeError as error:
        raise DatabaseError(f"Who may look at table {table_id} is not readable.") from error
