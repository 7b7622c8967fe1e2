"""All that is kept of one person, as plain data for JSON: what somebody may ask for who wants to know, or to leave."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.table.lifecycle import SeatTaken
from domain.table.table import Table
from infra.bulk import tables_naming
from infra.key_seal import Missing
from infra.ledger import Ledger
from infra.people.access import TableAccess
from infra.people.chat import Chat, Notes
from infra.people.invitations import Invitations
from infra.people.profile import Profile
from infra.people.store import PeopleStore
from infra.people.tokens import Tokens
from infra.projector import SPOILED
from infra.writings import WritingStore, Written


class OwnData(msgspec.Struct, frozen=True):
    """The places where something is kept of people."""

    ledger: Ledger
    people: PeopleStore
    tokens: Tokens
    invitations: Invitations
    access: TableAccess
    chat: Chat
    notes: Notes
    writings: WritingStore

    def of(self, person: str) -> dict[str, Any]:
        """All of a person. It goes through every table, so it takes its time. No token is in it, and no secret of anybody's;
        URLs of addresses are whole, since they are the person's own."""
        profile = self.people.look_up(person)
        told = {
            "person": person,
            "profile": profile if isinstance(profile, Profile) else None,
            "missing": profile.reason if isinstance(profile, Missing) else None,
            "tokens": self.tokens.tokens_of(person),
            "tables": list(self._tables(person)),
            "watched": self.access.watched_by(person),
            "invitations": self.invitations.of_person(person),
            "texts": [
                {"table": table_id, "hash": text_hash, **_text(found)}
                for table_id, text_hash, found in sorted(self.writings.written_by(person), key=lambda one: one[:2])
            ],
            "chat": [
                {"table": table_id, **msgspec.to_builtins(message)} for table_id, message in self.chat.said_by(person)
            ],
            "notes": [{"table": table_id, "text": text} for table_id, text in sorted(self.notes.of_person(person))],
        }
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told))
        return plain

    def _tables(self, person: str) -> Iterator[dict[str, Any]]:
        """The tables that a person opened, judges, or ever had a seat at."""
        for partition in self.ledger.partitions:
            for table_id in tables_naming(partition.recorder, person):
                yield from self._part_in(table_id, person)

    def _part_in(self, table_id: str, person: str) -> Iterator[dict[str, Any]]:
        try:
            table = self.ledger.table(table_id)
        except SPOILED as error:
            yield {"table": table_id, "unreadable": str(error)}
            return
        seats = _seats_taken(table, person)
        opened = table.opened
        assert opened is not None
        if seats or person in (opened.host, opened.arbiter):
            yield {
                "table": table_id,
                "game": table.rulebook.game,
                "phase": table.phase.value,
                "opened_at": table.records[0].at,
                "host": opened.host == person,
                "arbiter": opened.arbiter == person,
                "seats_taken": seats,
            }


def _seats_taken(table: Table, person: str) -> list[dict[str, int]]:
    """Each time a person took a seat: which, when, and by which record."""
    return [
        {"seat": record.event.seat, "at": record.at, "version": version}
        for version, record in enumerate(table.records, 1)
        if isinstance(record.event, SeatTaken) and record.event.person == person
    ]


def _text(found: Written | Missing) -> dict[str, str | None]:
    if isinstance(found, Missing):
        return {"text": None, "missing": found.reason}
    return {"text": found.writing.text, "missing": None}
