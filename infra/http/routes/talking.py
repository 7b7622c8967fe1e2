"""Talk at a table: its chat, for its members, and notes, each for its writer alone. Nothing of it is in the log."""

from typing import Annotated

import msgspec
from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from domain.table.writings import LONGEST_TEXT
from infra.http.roles import LOOKERS, MEMBERS, OPERATOR, Place, roles
from infra.http.service import Service
from infra.http.shapes import Page

Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to say, in plain text."""

    text: Text


class MessageCard(msgspec.Struct, frozen=True):
    """A message: when (microseconds), whose, and what; where the text is missing `missing` says why."""

    id: str
    at: int
    person: str
    name: str
    text: str | None
    missing: str | None


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One's own note about a table; an empty one is none."""

    text: Text


@get("/tables/{table_id:str}/chat", opt=roles(MEMBERS), summary="What is said at a table")
async def chat(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    after: Annotated[
        str | None,
        QueryParameter(
            pattern=r"^[0-9]{1,20}-[0-9]{1,20}$", description="Messages behind this one; else the last ones."
        ),
    ] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 100,
) -> Page[MessageCard]:
    found = await service.threaded(service.chat.read, place.table, after, limit)
    names = await service.names({message.person for message in found})
    items = [MessageCard(one.id, one.at, one.person, names[one.person], one.text, one.missing) for one in found]
    return Page(items, items[-1].id if len(items) == limit else None)


@post("/tables/{table_id:str}/chat", opt=roles(MEMBERS), summary="Say something at a table")
async def say(service: NamedDependency[Service], place: NamedDependency[Place], data: JSONBody[Saying]) -> MessageCard:
    one = await service.threaded(service.chat.say, place.table, place.caller.known, data.text)
    names = await service.names({one.person})
    return MessageCard(one.id, one.at, one.person, names[one.person], one.text, one.missing)


@get("/tables/{table_id:str}/note", opt=roles(LOOKERS - {OPERATOR}), summary="One's own note about a table")
async def note(service: NamedDependency[Service], place: NamedDependency[Place]) -> Note:
    found = await service.threaded(service.notes.read, place.table, place.caller.known)
    return Note(found or "")


@put("/tables/{table_id:str}/note", opt=roles(LOOKERS - {OPERATOR}), summary="Write one's own note about a table")
async def write_note(service: NamedDependency[Service], place: NamedDependency[Place], data: JSONBody[Note]) -> Note:
    return Note(await service.threaded(service.notes.write, place.table, place.caller.known, data.text))


ROUTES = [chat, say, note, write_note]
