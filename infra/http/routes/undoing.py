"""Taking back and bringing back. To agree, to decline and to withdraw are plain commands: `GiveConsent`, `RefuseConsent`,
`WithdrawRequest`."""

from typing import Annotated, Any

import msgspec
from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from domain.table.lifecycle import Redo, RequestUndo, Undo
from domain.table.messages import HOST, MAX_VERSION, Command
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from domain.table.undoing import actor, redo_is_free
from infra.http.disputing import SeatName, Speaking, viewer_for
from infra.http.problems import ProblemError, RefusedError
from infra.http.roles import HOST_ROLE, MEMBERS, Place, roles
from infra.http.routes.playing import expected_version, give
from infra.http.service import Service
from infra.http.shapes import Done, done_of
from infra.opened import new_command_id
from infra.outlooks import UndoAhead, check_foreseeable, undo_ahead
from infra.undos import before_last, before_own_last, bots_agree

ToVersion = Annotated[int, Meta(ge=0, le=MAX_VERSION)]


class UndoAsked(Speaking, frozen=True, kw_only=True):
    """An undo back to a version, else of one's own last command (of host and arbiter: of the last that was played). With `ask`
    those concerned are asked to agree, and bots agree at once; with `keep_later` too only that one command is taken back, and
    later moves are made again. Who has several seats speaks for the one whose the last move was, where nothing is said."""

    to_version: ToVersion | None = None
    ask: bool = False
    keep_later: bool = False


class UndoPreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An undo to be looked at, as the table is now; fields as for the undo itself."""

    to_version: ToVersion | None = None
    ask: bool = False
    keep_later: bool = False
    as_: SeatName | None = msgspec.field(default=None, name="as")


class UndoAnswer(msgspec.Struct, frozen=True):
    """What an undo or a redo has done. `waiting` are the seats that are still to agree to it."""

    done: Done
    waiting: tuple[int, ...]


@post("/tables/{table_id:str}/undo", opt=roles(MEMBERS), status_code=200, summary="Take back, or ask for it")
async def undo(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    data: JSONBody[UndoAsked],
) -> UndoAnswer:
    expected = expected_version(request, data.expected)

    def meant(table: Table) -> tuple[int, Command]:
        # By what was seen: asked again behind the undo, it is the same command.
        seen = min(expected, table.version)
        by = _speaker(place, table, data.as_, seen)
        return by, _command(table, data, seen, by)

    by, command = await service.live.look(place.table, meant)
    done = await give(service, place, Submission(data.id or new_command_id(), by, expected, command))
    if not data.ask:
        return UndoAnswer(done, ())
    last = await service.threaded(bots_agree, service.ledger, place.table)
    return await service.live.look(
        place.table, lambda table: _answered(table, viewer_for(place, by), done, max(done.last, last))
    )


@post(
    "/tables/{table_id:str}/undo/preview",
    opt=roles(MEMBERS),
    status_code=200,
    summary="Who would be asked to agree to an undo, why, and what would stay",
)
async def preview(
    service: NamedDependency[Service], place: NamedDependency[Place], data: JSONBody[UndoPreview]
) -> UndoAhead:
    """Nothing is done."""

    def looked() -> UndoAhead:
        trial = service.ledger.trial(place.table)
        table = trial.table
        by = _speaker(place, table, data.as_, table.version)
        command = _command(table, data, table.version, by)
        check_foreseeable(table, by, command)
        catalogue, version = table.catalogue, table.version
        try:
            return undo_ahead(trial, by, command)
        except Refusal as refusal:
            raise RefusedError(catalogue, refusal, version=version) from None

    return await service.heavy(looked)


@post("/tables/{table_id:str}/redo", opt=roles(MEMBERS), status_code=200, summary="Bring back what was undone last")
async def redo(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    data: JSONBody[Speaking],
) -> UndoAnswer:
    expected = expected_version(request, data.expected)

    def speaker(table: Table) -> int:
        if data.as_ is None:
            for who in _own(place):
                if redo_is_free(table, who):
                    return who
        return place.speaking(data.as_)

    by = await service.live.look(place.table, speaker)
    done = await give(service, place, Submission(data.id or new_command_id(), by, expected, Redo()))
    return UndoAnswer(done, ())


def _own(place: Place) -> tuple[int, ...]:
    return (*place.seats, *((HOST,) if HOST_ROLE in place.roles else ()))


def _speaker(place: Place, table: Table, word: str | None, version: int) -> int:
    """Who takes back: whose the last move was, if that is said by nobody and a seat of the caller's, or the caller as host."""
    line = table.history.line(version)
    last = actor(table, line[-1]) if line else None
    return last if word is None and last in _own(place) else place.speaking(word)


def _command(table: Table, data: UndoAsked | UndoPreview, version: int, by: int) -> Undo | RequestUndo:
    if data.keep_later and not data.ask:
        raise ProblemError(422, "NOT_ASKED", "Later moves are kept only where those concerned are asked.")
    target = data.to_version
    if target is None:
        # A seat takes back what it did itself; who judges, whatever was played last.
        target = before_last(table, version) if by < 0 else before_own_last(table, by, version)
    return RequestUndo(target, data.keep_later) if data.ask else Undo(target)


def _answered(table: Table, viewer: int | None, done: Done, last: int) -> UndoAnswer:
    waiting = () if table.request is None else tuple(sorted(table.request.asked - table.request.agreed))
    return UndoAnswer(done_of(table, viewer, done.first, min(last, table.version), done.repeated), waiting)


ROUTES = [undo, preview, redo]
