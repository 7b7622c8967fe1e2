"""Playing: what a seat may do, and the commands that do it."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from domain.table.disputes.messages import (
    AddEvidence,
    Appeal,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    PutToVote,
)
from domain.table.kernel import Accepted
from domain.table.lifecycle import CloseTable, DiscloseLog, ForkTable, OpenTable, RenewChance, TakeSeat
from domain.table.messages import MAX_SEATS, MAX_VERSION, Command
from domain.table.offers import Between, Choice, EachOf, Offer, OneOf, RuledOffer, SomeOf
from domain.table.reading import why_unreadable
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.http.naming import refused_in_names, with_names
from infra.http.problems import ProblemError, RefusedError
from infra.http.roles import MEMBERS, Place, roles
from infra.http.service import Service
from infra.http.shapes import Done, done_of
from infra.notation.table_answers import answers, offices
from infra.opened import new_command_id
from projections.logs import log_lines

ActingAs = Annotated[
    str | None,
    QueryParameter(
        name="as",
        max_length=60,
        description="Who would do it: a seat that you hold, host or arbiter; as the host also a seat that is vacant, or whose "
        "time is over.",
    ),
]
MOST_ROWS = MOST_LISTED = 2_000
MOST_SINCE = 100

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,64}$(?!\n)")]

# Commands that are not given as they are: what they hold is the server's to choose, or is text of people that is kept beside
# the log. Each has a route of its own.
ROUTE_OF: dict[type[Command], str] = {
    OpenTable: "POST /tables",
    ForkTable: "POST /tables/{table_id}/forks",
    CloseTable: "POST /tables/{table_id}/close",
    TakeSeat: "POST /invitations/{token}",
    RenewChance: "none: the server does it",
    DiscloseLog: "GET /tables/{table_id}/export?raw=true",
    ContestRecord: "POST /tables/{table_id}/contests",
    ContestRefusal: "POST /tables/{table_id}/contests",
    AddEvidence: "POST /tables/{table_id}/contests/{contest}/evidence",
    GiveRuling: "POST /tables/{table_id}/contests/{contest}/rulings",
    PutToVote: "POST /tables/{table_id}/contests/{contest}/rulings",
    Appeal: "POST /tables/{table_id}/contests/{contest}/appeal",
}


class CommandAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, tagged by its name in the field `command`. `expected` is the version of the table that was seen, which the
    head `If-Match` may say instead. `id` makes asking twice do it once. `as` is who speaks (a seat, host or arbiter), where
    one is several; `seat` is the vacant seat that the host acts for."""

    command: dict[str, Any]
    expected: Annotated[int, Meta(ge=0, le=MAX_VERSION)] | None = None
    id: CommandId | None = None
    as_: Annotated[str, Meta(max_length=60)] | None = msgspec.field(default=None, name="as")
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None


class ChoiceShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """The values that a field may take: `one` of those listed, an integer `between` two, `some` (so many) of those listed, in
    order, a list with a value of `each` of several choices, or `any`: those of a game's own kind, listed where they are few."""

    kind: Literal["one", "between", "some", "each", "any"]
    values: list[Any] = []
    low: int | None = None
    high: int | None = None
    least: int | None = None
    most: int | None = None
    choices: list["ChoiceShape"] = []


class OfferShape(msgspec.Struct, frozen=True):
    """What may be asked now. `rows` give values of `fields` that only go together, `free` fields can be chosen each by itself;
    `size` is how many commands that makes, and `more` says that there are more rows than are shown. Of a `ruled` offer the
    ways cannot be listed, such as where a flick goes: `size` says roughly how many there are."""

    command: str
    fields: tuple[str, ...]
    rows: list[list[Any]]
    free: dict[str, ChoiceShape]
    size: int
    more: bool
    ruled: bool


class Legal(msgspec.Struct, frozen=True):
    """All that a seat may do at a version of its table; or what the host (-1) or the arbiter (-2) may by their office, which is
    asked of the table and not of the game."""

    table: str
    version: int
    seat: int
    offers: tuple[OfferShape, ...]


@get("/tables/{table_id:str}/legal", opt=roles(MEMBERS), summary="What may be done now")
async def legal(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    as_: ActingAs = None,
    rows: Annotated[
        int, QueryParameter(ge=1, le=MOST_ROWS, description="Rows of each offer that are shown at most.")
    ] = 200,
) -> Legal:
    """What the game awaits of a seat; of the host and the arbiter what they may do by their office."""
    speaker = place.acting(as_)

    def offered(table: Table) -> Legal:
        if speaker < 0:
            own = dict.fromkeys((*answers(table, speaker), *offices(table, speaker, service.ledger.clock())))
            return Legal(table.id, table.version, speaker, tuple(_by_office(own)))
        awaited = any(prompt.seat == speaker for prompt in table.prompts)
        offers = table.rulebook.legal(table.game, speaker) if awaited else []
        return Legal(
            table.id, table.version, speaker, tuple(shown_offer(offer, rows) for offer in offers if offer.rows)
        )

    return await service.live.look(place.table, offered, place.version)


@post("/tables/{table_id:str}/commands", opt=roles(MEMBERS), status_code=200, summary="Give a command")
async def command(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    data: JSONBody[CommandAsked],
) -> Done:
    """Done once however often it is asked under its id. 409 STALE_VERSION says what has happened since what was seen."""
    by = place.speaking(data.as_)
    given = _read(service, place, data.command)
    if type(given) in ROUTE_OF:
        raise ProblemError(
            422, "OTHER_ROUTE", f"{type(given).__name__} is asked by a route of its own: {ROUTE_OF[type(given)]}."
        )
    expected = expected_version(request, data.expected)
    submission = Submission(data.id or new_command_id(), by, expected, given, data.seat)
    return await give(service, place, submission)


async def give(service: Service, place: Place, submission: Submission) -> Done:
    """Let a command happen, and tell its speaker what it did; `RefusedError` where the law turns it down."""
    outcome = await service.live.submit(place.table, submission)
    return await told_outcome(service, place, submission.by, submission.expected, outcome)


async def told_outcome(service: Service, place: Place, by: int, expected: int, outcome: Accepted | Refusal) -> Done:
    """What came of a command, for who gave it."""
    viewer = by if by >= 0 else place.viewer

    def told(table: Table) -> Done:
        if isinstance(outcome, Accepted):
            return done_of(table, viewer, outcome.first, outcome.last, outcome.repeated)
        since = log_lines(table, viewer, after=expected) if outcome.code == "STALE_VERSION" else ()
        raise RefusedError(table.catalogue, outcome, version=table.version, since=tuple(since)[-MOST_SINCE:])

    known = outcome.last if isinstance(outcome, Accepted) else None
    try:
        done = await service.live.look(place.table, told, known)
    except RefusedError as error:
        raise await refused_in_names(service, error) from None
    return msgspec.structs.replace(done, records=tuple(await with_names(service, done.records)))


def expected_version(request: Request[Any, Any, Any], given: int | None) -> int:
    """The version of a table that a caller has seen, from the request itself or its head `If-Match`, which may not differ."""
    header = request.headers.get("if-match")
    if header is None and given is not None:
        return given
    if header is None:
        raise ProblemError(
            428, "VERSION_NEEDED", "Say which version you have seen: 'expected', or the head 'If-Match'."
        )
    # The tag of a board, which names its viewer behind a dot, will do as well.
    number = header.strip().removeprefix("W/").strip('"').partition(".")[0]
    if not (number.isascii() and number.isdigit() and len(number) <= len(str(MAX_VERSION))):
        raise ProblemError(400, "UNREADABLE", "The head 'If-Match' is a version of the table, such as \"12\".")
    if given not in (None, int(number)):
        raise ProblemError(
            400, "UNREADABLE", "The head 'If-Match' and 'expected' say two versions: one of them is enough."
        )
    return int(number)


def _read(service: Service, place: Place, given: dict[str, Any]) -> Command:
    codec = service.ledger.partition(place.table).application.mapper.codec(place.game)
    try:
        return codec.read_command(msgspec.json.encode(given))
    except msgspec.DecodeError as error:
        raise ProblemError(400, "BAD_COMMAND", f"This is no command of the game: {why_unreadable(error)}.") from error


def _by_office(commands: Iterable[Command]) -> Iterator[OfferShape]:
    kinds: dict[type[Command], list[list[Any]]] = {}
    for one in commands:
        kinds.setdefault(type(one), []).append(msgspec.to_builtins(list(msgspec.structs.astuple(one))))
    for kind, rows in kinds.items():
        yield OfferShape(kind.__name__, kind.__struct_encode_fields__, rows, {}, len(rows), False, False)


def shown_offer(offer: Offer, rows: int) -> OfferShape:
    """An offer as it is sent, with so many rows at most."""
    ruled = isinstance(offer, RuledOffer)
    shown = [] if ruled else [msgspec.to_builtins(list(row)) for row in offer.rows[:rows]]
    names = {one.name: one.encode_name for one in msgspec.structs.fields(offer.command)}
    free = {names[name]: _choice(choice) for name, choice in offer.free.items()}
    more = not ruled and len(offer.rows) > rows
    fields = tuple(names[name] for name in offer.fields)
    return OfferShape(offer.command.__name__, fields, shown, free, min(offer.size, 2**53), more, ruled)


def _choice(choice: Choice) -> ChoiceShape:
    match choice:
        case OneOf(values):
            return ChoiceShape("one", msgspec.to_builtins(list(values)))
        case Between(low, high):
            return ChoiceShape("between", low=low, high=high)
        case SomeOf(values, least, most):
            return ChoiceShape("some", msgspec.to_builtins(list(values)), least=least, most=most)
        case EachOf(choices):
            return ChoiceShape("each", choices=list(map(_choice, choices)))
    few = choice.size <= MOST_LISTED
    return ChoiceShape("any", msgspec.to_builtins(list(choice.all())) if few else [])


ROUTES = [legal, command]
