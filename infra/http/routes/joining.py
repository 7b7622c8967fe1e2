"""Who comes to a table: invitations to seats and to look on, who may look, spectators."""

from typing import Annotated

import msgspec
from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from domain.table.kernel import Accepted
from domain.table.lifecycle import TakeSeat
from domain.table.messages import MAX_SEATS, Microseconds
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.http.callers import Caller
from infra.http.naming import refused_in_names
from infra.http.problems import TOO_BUSY, ProblemError, RefusedError
from infra.http.roles import ANYBODY, HOSTS, MEMBERS, PEOPLE, SPECTATOR, Place, place_at, roles
from infra.http.service import Service
from infra.http.shapes import TableCard, table_card
from infra.people.access import Visibility, sat_until
from infra.people.invitations import Invitation, InvitationError

ATTEMPTS = 5


class Inviting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to a seat, or (null) to look on. `expires` is a time in microseconds; else it lasts for thirty days."""

    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None
    expires: Microseconds | None = None


class Invited(msgspec.Struct, frozen=True):
    """An invitation with its token and link, which are told this once."""

    invitation: Invitation
    token: str
    link: str


class InvitationCard(msgspec.Struct, frozen=True):
    """What a link invites to, for whoever holds it."""

    table: str
    game: str
    title: str
    seat: int | None
    seat_name: str | None
    invited_by: str
    expires: int


class AccessCard(msgspec.Struct, frozen=True):
    """Who may look at a table besides its members, and the spectators by name."""

    visibility: Visibility
    spectators: tuple[str, ...]


class Visible(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether only members and invited spectators may look at a table, or anybody."""

    visibility: Visibility


@post("/tables/{table_id:str}/invitations", opt=roles(HOSTS), summary="Invite to a seat, or to look on")
async def invite(service: NamedDependency[Service], place: NamedDependency[Place], data: JSONBody[Inviting]) -> Invited:
    seat = data.seat
    if seat is not None and seat >= len(place.seat_names):
        raise ProblemError(404, "NO_SUCH_SEAT", f"The seats of this table are {', '.join(place.seat_names)}.")
    if seat is not None:
        await service.live.look(place.table, lambda table: _check_vacant(table, seat))
    token, made = await service.threaded(
        service.invitations.invite, place.table, place.caller.known, seat, data.expires
    )
    base = (service.settings.public_url or "").rstrip("/")
    return Invited(made, token, f"{base}/invitations/{token}")


def _check_vacant(table: Table, seat: int) -> None:
    if not table.seats[seat].vacant:
        raise RefusedError(table.catalogue, Refusal("SEAT_TAKEN", "T-2", seat=seat))


@get("/tables/{table_id:str}/invitations", opt=roles(HOSTS), summary="A table's invitations")
async def invitations(service: NamedDependency[Service], place: NamedDependency[Place]) -> list[Invitation]:
    return await service.threaded(service.invitations.of_table, place.table)


@delete("/tables/{table_id:str}/invitations/{invitation:str}", opt=roles(HOSTS), summary="Take an invitation back")
async def revoke(service: NamedDependency[Service], place: NamedDependency[Place], invitation: FromPath[str]) -> None:
    if not await service.threaded(service.invitations.revoke, place.table, invitation):
        raise ProblemError(404, "NO_INVITATION", "This table has no invitation of this id.")


@get("/invitations/{token:str}", opt=roles(ANYBODY), summary="What a link invites to")
async def invitation(service: NamedDependency[Service], token: FromPath[str]) -> InvitationCard:
    found = await service.threaded(service.invitations.look, token)
    inviter = await service.threaded(service.people.name, found.by)
    place = await place_at(service, found.table, Caller())
    title = service.ledger.rulebooks[place.game].title
    seat = None if found.seat is None else place.seat_names[found.seat]
    return InvitationCard(found.table, place.game, title, found.seat, seat, inviter, found.expires)


@post("/invitations/{token:str}", opt=roles(PEOPLE), status_code=200, summary="Take an invitation")
async def accept(service: NamedDependency[Service], caller: NamedDependency[Caller], token: FromPath[str]) -> TableCard:
    """Asking again after a lost answer does no harm, as long as one still has what the link gave: the seat is taken once."""
    person = caller.known
    kept = await service.threaded(service.invitations.redeem, token, person)
    if kept.state != "used":
        await _let_in(service, kept, token, person)
    if not await _is_in(service, kept, person):
        raise InvitationError(
            "INVITATION_USED", "This invitation was used before, and you do not have any more what it gave."
        )
    return await table_card(service, kept.table, caller)


async def _let_in(service: Service, invitation: Invitation, token: str, person: str) -> None:
    if invitation.seat is None:
        await service.threaded(service.access.add_spectator, invitation.table, person)
    else:
        try:
            await _sit(service, invitation, person)
        except RefusedError:
            await service.threaded(service.invitations.give_back, token, person)
            raise
    await service.threaded(service.invitations.done, token, person)


async def _is_in(service: Service, invitation: Invitation, person: str) -> bool:
    """Whether a person has what an invitation gives."""
    seat = invitation.seat
    if seat is None:
        return person in (await service.threaded(service.access.of, invitation.table)).spectators
    return await service.live.look(invitation.table, lambda table: table.person_of(seat) == person)


async def _sit(service: Service, invitation: Invitation, person: str) -> None:
    seat = invitation.seat
    assert seat is not None
    for _ in range(ATTEMPTS):
        version = await service.live.version(invitation.table) or 0
        outcome: Accepted | Refusal = await service.live.submit(
            invitation.table, Submission(invitation.command_id, seat, version, TakeSeat(seat, person))
        )
        if isinstance(outcome, Accepted):
            return
        if outcome.code != "STALE_VERSION":
            catalogue = await service.live.look(invitation.table, lambda table: table.catalogue)
            raise await refused_in_names(service, RefusedError(catalogue, outcome))
    raise ProblemError(503, "TOO_BUSY", TOO_BUSY)


@get("/tables/{table_id:str}/access", opt=roles(MEMBERS), summary="Who may look at a table")
async def access(service: NamedDependency[Service], place: NamedDependency[Place]) -> AccessCard:
    found = await service.threaded(service.access.of, place.table)
    return AccessCard(found.visibility, found.spectators)


@put("/tables/{table_id:str}/access", opt=roles(HOSTS), summary="Say who may look at a table")
async def change_access(
    service: NamedDependency[Service], place: NamedDependency[Place], data: JSONBody[Visible]
) -> AccessCard:
    found = await service.threaded(service.access.show, place.table, data.visibility)
    return AccessCard(found.visibility, found.spectators)


@delete(
    "/tables/{table_id:str}/spectators/{person:str}",
    opt=roles(HOSTS | {SPECTATOR}),
    summary="Let somebody look no more",
)
async def drop_spectator(
    service: NamedDependency[Service], place: NamedDependency[Place], person: FromPath[str]
) -> None:
    """The host may send any spectator away, also one who has held a seat; a spectator may go."""
    if person != place.caller.person and not place.roles & HOSTS:
        raise ProblemError(403, "NOT_FOR_OTHERS", "Only the host sends others away.")
    found = await service.threaded(service.access.of, place.table)
    version = await service.live.look(place.table, lambda table: sat_until(table, person, found))
    if not version and person not in found.spectators:
        raise ProblemError(404, "NO_SUCH_SPECTATOR", "This table has no such spectator.")
    await service.threaded(service.access.remove_spectator, place.table, person, version)


ROUTES = [invite, invitations, revoke, invitation, accept, access, change_access, drop_spectator]
