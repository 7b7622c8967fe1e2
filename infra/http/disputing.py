"""What the routes about disputes share: how somebody speaks, remedies as they are asked for, and answers about a contest."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request
from litestar.params import Parameter
from msgspec import Meta

from domain.table.disputes.contesting import known_contest
from domain.table.disputes.messages import NOTHING, Adjustment, Remedy
from domain.table.kernel import Accepted
from domain.table.messages import MAX_SEATS, MAX_VERSION, Command
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from domain.table.writings import LONGEST_TEXT
from infra.cases import contests_of
from infra.http.problems import ProblemError, RefusedError
from infra.http.roles import Place
from infra.http.routes.playing import CommandId, expected_version, give, told_outcome
from infra.http.service import Service
from infra.http.shapes import Done
from infra.opened import new_command_id
from infra.outlooks import look_ahead
from infra.remedies import remedy_asked
from infra.streams import OutcomeUnknownError
from infra.words import Kept, keep_text
from projections.disputes.contested import ContestTold
from projections.disputes.outlook import Outlook

MOST_EVENTS = 500

ContestPath = Annotated[int, Parameter(ge=1, le=10_000, description="A contest's number at the table.")]
Words = Annotated[str, Meta(max_length=LONGEST_TEXT)]
RewindTo = Annotated[int, Meta(ge=0, le=MAX_VERSION)] | Literal["before", "after"]
SeatName = Annotated[str, Meta(max_length=60)]


class Speaking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who speaks, and by what they know. `expected` is the version of the table that was seen, which the head `If-Match` may
    say instead. `id` makes asking twice do it once. `as` is a seat, host or arbiter, where one is several."""

    expected: Annotated[int, Meta(ge=0, le=MAX_VERSION)] | None = None
    id: CommandId | None = None
    as_: SeatName | None = msgspec.field(default=None, name="as")


class RemedyAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What puts right what was wrong, in this order: `rewind` to a version, or to before or just after what is contested;
    `correction`: events of the game, as `GET /games/{game}/corrections` has them; `points` by seat, by number or name;
    `reapply`: later moves are made again where they are legal and mean the same."""

    rewind: RewindTo | None = None
    correction: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=MOST_EVENTS)] | None = None
    points: Annotated[dict[SeatName, Adjustment], Meta(max_length=MAX_SEATS)] = {}
    reapply: bool = False


class ContestAnswer(msgspec.Struct, frozen=True):
    """A contest as it stands, at a version of the table. `done` is what the command did; of a dry run nothing was done, and
    `outlook` is what would be."""

    table: str
    version: int
    contest: ContestTold
    done: Done | None = None
    outlook: Outlook | None = None


async def contest_answer(
    service: Service, place: Place, number: int, viewer: int | None, done: Done | None = None
) -> ContestAnswer:
    """A contest as a viewer may see it now; NO_SUCH_CONTEST (T-51)."""
    table = await service.live.table(place.table)
    told = await service.threaded(lambda: contests_of(service.souls.writings, table, viewer).contest(number))
    return ContestAnswer(table.id, table.version, told, done)


async def give_about(
    request: Request[Any, Any, Any], service: Service, place: Place, number: int, data: Speaking, command: Command
) -> ContestAnswer:
    """Give a command about a contest that says nothing in people's own words."""
    by = place.speaking(data.as_)
    expected = expected_version(request, data.expected)
    done = await give(service, place, Submission(data.id or new_command_id(), by, expected, command))
    return await contest_answer(service, place, number, viewer_for(place, by), done)


async def give_saying(
    service: Service,
    place: Place,
    by: int,
    data: Speaking,
    expected: int | None,
    text: str | None,
    commanding: Callable[[str | None], Command],
) -> Done:
    """Give a command that holds the hash of a text. The text is kept before it, and goes again where it does not happen.

    Without an expected version it does not matter what others do meanwhile: for what names its records.
    """
    command_id = data.id or new_command_id()

    async def submitted(text_hash: str | None) -> Accepted | Refusal:
        asked = Submission(command_id, by, expected or 0, commanding(text_hash))
        return await service.live.submit(place.table, asked, whenever=expected is None)

    outcome = await _said(service, place, by, command_id, text, submitted)
    if isinstance(outcome, Refusal) and outcome.code == "COMMAND_ID_REUSED" and text is not None:
        # Asked twice at once, it may have happened with the other's text: that says the same, or it is another command.
        outcome = await _said(service, place, by, command_id, text, submitted)
    return await told_outcome(service, place, by, place.version if expected is None else expected, outcome)


async def _said(
    service: Service,
    place: Place,
    by: int,
    command_id: str,
    text: str | None,
    submitted: Callable[[str | None], Awaitable[Accepted | Refusal]],
) -> Accepted | Refusal:
    """Keep a text and give its command."""
    if text is None:
        return await submitted(None)
    table = await service.live.table(place.table)
    kept = await service.threaded(keep_text, service.souls.writings, table, by, text, command_id)
    try:
        outcome = await submitted(kept.hash)
    except OutcomeUnknownError:
        raise  # it may have happened, and then the log names the text
    except Exception:
        await _forget(service, place, kept)
        raise
    if isinstance(outcome, Refusal):
        await _forget(service, place, kept)
    return outcome


async def _forget(service: Service, place: Place, kept: Kept) -> None:
    if kept.is_new:
        await service.threaded(service.souls.writings.remove, place.table, kept.hash)


async def check_known(service: Service, place: Place, number: int) -> None:
    """NO_SUCH_CONTEST (T-51) where the table has no contest of that number."""
    await service.live.look(place.table, lambda table: known_contest(table, number))


async def known(service: Service, place: Place, number: int) -> Table:
    """The table as it is now, at which there is a contest of that number; NO_SUCH_CONTEST (T-51)."""
    table = await service.live.table(place.table)
    known_contest(table, number)
    return table


def remedy_meant(place: Place, table: Table, number: int, asked: RemedyAsked | None) -> Remedy:
    """The remedy for a contest; `RemedyError`, `CorrectionError` and 404 for a seat where it is none."""
    if asked is None:
        return NOTHING
    points: dict[int, int] = {}
    for word, given in asked.points.items():
        seat = place.seat(word)
        if seat in points:
            raise ProblemError(422, "NO_REMEDY", f"{place.seat_names[seat]} is given points twice.")
        points[seat] = given
    correction = None if asked.correction is None else msgspec.json.encode(asked.correction).decode()
    return remedy_asked(table, known_contest(table, number), asked.rewind, asked.reapply, points, correction)


async def dry_run(service: Service, place: Place, number: int, by: int, command: Command) -> ContestAnswer:
    """What a command about a contest would do; nothing is done. `UnknowableError` where that is not for who asks to know."""

    def looked() -> Outlook:
        trial = service.ledger.trial(place.table)
        catalogue, version = trial.table.catalogue, trial.table.version
        try:
            return look_ahead(trial, by, command)
        except Refusal as refusal:
            raise RefusedError(catalogue, refusal, version=version) from None

    outlook = await service.heavy(looked)
    return msgspec.structs.replace(await contest_answer(service, place, number, viewer_for(place, by)), outlook=outlook)


def viewer_for(place: Place, by: int) -> int | None:
    """Whose eyes somebody has who speaks so."""
    return by if by >= 0 else place.viewer
