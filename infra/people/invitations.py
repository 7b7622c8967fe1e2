"""Invitations: links by which whoever holds one may take a seat, or look on, once.

Taking one is done in three steps, so that nothing is half done wherever somebody stops: `redeem` keeps the invitation for a
person, for a while; the caller lets them in, with the command id that the invitation gives, or as a spectator; `done` uses it
up, `give_back` frees it where they could not be let in. Who stopped in between redeems again: the command id makes sure that
the seat is taken once. Where only who is invited may sign up, an invitation is good for one account besides (`one_account`).
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Literal

import msgspec
from eventsourcing.persistence import DatabaseError, IntegrityError
from msgspec import Meta

from domain.table.messages import MAX_SEATS, Name
from infra.clock import Clock, now
from infra.ledger import Ledger
from infra.people.beside import BesideTables
from infra.people.profile import check_id
from infra.streams import PartitionKeys, Rows, token_secret

MOST_INVITATIONS = 100
"""Invitations that are kept for a table, those included that are used."""

DAY = 86_400_000_000
LASTS = 30 * DAY
KEPT_FOR_ONE = 600_000_000
"""Microseconds that an invitation is kept for a person who has not been let in yet."""

LONGEST_TOKEN = 200
ATTEMPTS = 20

State = Literal["open", "kept", "used"]


class InvitationError(Exception):
    """An invitation that cannot be given or taken: a code, and one sentence as the message."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Invitation(msgspec.Struct, frozen=True):
    """An invitation to a seat of a table, or to look on (None). `by` invited; `person` is who it is kept for or who has used
    it. Times in microseconds."""

    id: str
    table: str
    seat: int | None
    by: str
    at: int
    expires: int
    state: State
    person: str | None

    @property
    def command_id(self) -> str:
        """The id of the command by which this person takes the seat: the same however often they try."""
        return f"invitation-{hashlib.sha256(f'{self.id} {self.person}'.encode()).hexdigest()[:24]}"


class _Row(msgspec.Struct, frozen=True, array_like=True):
    digest: bytes
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None
    by: Name
    at: int
    expires: int
    state: State = "open"
    person: Name | None = None
    kept_until: int = 0
    has_account: bool = False


class Invitations:
    """The invitations of all tables. Usable from many threads and processes."""

    def __init__(self, ledger: Ledger, clock: Clock = now) -> None:
        self._tables = BesideTables(ledger)
        connections, _ = self._tables.of("")
        self._secret = token_secret(connections.writer, ledger.installation.namespace)
        self._clock = clock

    def invite(self, table_id: str, by: str, seat: int | None, expires: int | None = None) -> tuple[str, Invitation]:
        """A new invitation, and the token of its link, told this once. LASTS, if nothing else is said.

        `InvitationError` for a time that is over, a seat that no table has, and where a table has too many; `PeopleError` for
        what is no person's id.
        """
        check_id(by)
        if seat is not None and not 0 <= seat < MAX_SEATS:
            raise InvitationError("NO_SEAT", f"No table has a seat {seat}.")
        at = self._clock()
        if expires is not None and expires <= at:
            raise InvitationError("EXPIRES_TOO_SOON", "The time at which this invitation would expire is over.")
        rows = self._rows(table_id)
        if len(rows.read_all()) >= MOST_INVITATIONS:
            raise InvitationError(
                "TOO_MANY_INVITATIONS", f"A table has at most {MOST_INVITATIONS} invitations: revoke one first."
            )
        token = f"{table_id}.{secrets.token_urlsafe(24)}"
        invitation_id, digest = self._hashed(token)
        row = _Row(digest, seat, by, at, at + LASTS if expires is None else expires)
        if not rows.put({invitation_id: msgspec.msgpack.encode(row)}, {}):
            raise IntegrityError("There is an invitation of the same id: ask again.")
        return token, _invitation(invitation_id, table_id, row)

    def look(self, token: str) -> Invitation:
        """What a link invites to; `InvitationError` where it invites to nothing, or not any more."""
        table_id, invitation_id, row, _ = self._found(token)
        self._check(row, None)
        return _invitation(invitation_id, table_id, row)

    def of_table(self, table_id: str) -> list[Invitation]:
        """All invitations of a table, the oldest first."""
        rows = self._rows(table_id).read_all()
        found = [_invitation(name, table_id, _row(table_id, stored)) for name, stored in rows.items()]
        return sorted(found, key=lambda one: (one.at, one.id))

    def revoke(self, table_id: str, invitation_id: str) -> bool:
        """Take an invitation back; false where the table has none of that id."""
        return bool(self._rows(table_id).drop([invitation_id]))

    def redeem(self, token: str, person: str) -> Invitation:
        """Keep an invitation for a person while they are let in; again, as often as they ask, also when it is used.

        `InvitationError` where it is none, has expired, was used, or is kept for somebody else; `PeopleError` for what is no
        person's id.
        """
        check_id(person)
        for _ in range(ATTEMPTS):
            table_id, invitation_id, row, stored = self._found(token)
            if row.state == "used" and row.person == person:
                return _invitation(invitation_id, table_id, row)  # who has lost the answer asks again
            self._check(row, person)
            kept = msgspec.structs.replace(row, state="kept", person=person, kept_until=self._clock() + KEPT_FOR_ONE)
            if self._rows(table_id).put({invitation_id: msgspec.msgpack.encode(kept)}, {invitation_id: stored}):
                return _invitation(invitation_id, table_id, kept)
        raise IntegrityError("An invitation is asked for all the time by others.")

    def done(self, token: str, person: str) -> None:
        """Use an invitation up, after its person was let in. Twice is once; one that was taken back meanwhile stays so."""
        self._settle(token, person, used=True)

    def give_back(self, token: str, person: str) -> None:
        """Free an invitation whose person could not be let in."""
        self._settle(token, person, used=False)

    @contextmanager
    def one_account(self, token: str) -> Iterator[None]:
        """While an account is made with an invitation: it is good for none from then on, unless that ends with an error.

        `InvitationError` where it invites to nothing, or not any more, or an account was made with it before.
        """
        self._mark_account(token, made=True)
        try:
            yield
        except BaseException:
            with suppress(InvitationError):  # taken back meanwhile
                self._mark_account(token, made=False)
            raise

    def of_person(self, person: str) -> list[Invitation]:
        """The invitations that a person gave, has used, or that are kept for them, the oldest first."""
        found = [
            _invitation(name, table_id, row)
            for table_id, rows in self._tables.hashes(PartitionKeys.invitations, "invitations")
            for name, stored in rows.items()
            if person in ((row := _row(table_id, stored)).by, row.person)
        ]
        return sorted(found, key=lambda one: (one.at, one.id))

    def forget(self, person: str) -> None:
        """Delete all of a person's invitations."""
        for one in self.of_person(person):
            self.revoke(one.table, one.id)

    # ------------------------------------------------------------------------------------------------------------------

    def _mark_account(self, token: str, *, made: bool) -> None:
        for _ in range(ATTEMPTS):
            table_id, invitation_id, row, stored = self._found(token)
            if made:
                self._check(row, None)
                if row.has_account:
                    raise InvitationError("INVITATION_USED", "An account was made with this invitation before.")
            new = msgspec.structs.replace(row, has_account=made)
            if self._rows(table_id).put({invitation_id: msgspec.msgpack.encode(new)}, {invitation_id: stored}):
                return
        raise IntegrityError("An invitation is asked for all the time by others.")

    def _settle(self, token: str, person: str, *, used: bool) -> None:
        for _ in range(ATTEMPTS):
            try:
                table_id, invitation_id, row, stored = self._found(token)
            except InvitationError:
                return  # taken back meanwhile
            if row.person != person or row.state != "kept":
                return  # settled before, or kept for somebody else by now
            new = msgspec.structs.replace(
                row, state="used" if used else "open", person=person if used else None, kept_until=0
            )
            if self._rows(table_id).put({invitation_id: msgspec.msgpack.encode(new)}, {invitation_id: stored}):
                return
        raise IntegrityError("An invitation is asked for all the time by others.")

    def _check(self, row: _Row, person: str | None) -> None:
        """`InvitationError` where a person (None: somebody who only looks) cannot take this."""
        at = self._clock()
        if row.state == "used":
            raise InvitationError("INVITATION_USED", "This invitation was used before.")
        if row.state == "kept" and row.person == person:
            return  # also where it has expired meanwhile
        if row.expires <= at:
            raise InvitationError("INVITATION_EXPIRED", "This invitation has expired.")
        if row.state == "kept" and person is not None and row.kept_until > at:
            raise InvitationError("INVITATION_KEPT", "Somebody else is about to use this invitation.")

    def _found(self, token: str) -> tuple[str, str, _Row, bytes]:
        table_id, dot, _ = token.rpartition(".")
        if dot and token.isascii() and len(token) <= LONGEST_TOKEN:
            invitation_id, digest = self._hashed(token)
            stored = self._rows(table_id).get(invitation_id)
            if stored is not None:
                row = _row(table_id, stored)
                if hmac.compare_digest(row.digest, digest):
                    return table_id, invitation_id, row, stored
        raise InvitationError("NO_INVITATION", "There is no such invitation: it was never given, or taken back.")

    def _hashed(self, token: str) -> tuple[str, bytes]:
        digest = hmac.digest(self._secret, b"souls invitation " + token.encode(), "sha256")
        return digest[:8].hex(), digest

    def _rows(self, table_id: str) -> Rows:
        return self._tables.rows(table_id, lambda keys: keys.invitations(table_id), "invitations")


def _row(table_id: str, stored: bytes) -> _Row:
    try:
        return msgspec.msgpack.decode(stored, type=_Row)
    except msgspec.DecodeError as error:
        raise DatabaseError(f"An invitation to table {table_id} is not readable.") from error


def _invitation(invitation_id: str, table_id: str, row: _Row) -> Invitation:
    return Invitation(invitation_id, table_id, row.seat, row.by, row.at, row.expires, row.state, row.person)
