"""The games and their law: what can be played, by which rules, and what was ruled before."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from domain.table.clauses import Ambiguity, Clause, Law, load_law
from domain.table.rulebook import Rulebook
from infra.http.callers import Caller
from infra.http.problems import ProblemError
from infra.http.roles import ANYBODY, LOOKERS, place_at, roles
from infra.http.service import Service
from infra.http.shapes import Page
from infra.ledger import TableNotFoundError
from infra.nearness import nearest
from infra.precedents import Known
from projections.precedents import Precedent

KERNEL = "table"
PRIVATE = "private"


class OptionCard(msgspec.Struct, frozen=True):
    """A table option: its name, its value where nobody says, what it means, and the schema of its values."""

    option: str
    default: Any
    what: str
    schema: dict[str, Any]


class GameCard(msgspec.Struct, frozen=True):
    """A game: how many seats its tables can have, what they are called, its editions and options, and its commands' names."""

    game: str
    title: str
    seats: tuple[int, int]
    usual_seats: int
    seat_names: tuple[str, ...]
    editions: tuple[str, ...]
    options: tuple[OptionCard, ...]
    commands: tuple[str, ...]


class ClauseCard(msgspec.Struct, frozen=True):
    """A clause as it reads now, with the hash that citations hold."""

    id: str
    title: str
    text: str
    note: str
    source: str
    hash: str


class PrecedentCard(msgspec.Struct, frozen=True):
    """What was ruled: the precedent, the clause's title, how the clause reads now next to what was cited, what was said, and
    whose it is where it was imported (a fingerprint). `withheld`: it is of a table that who asks may not look at, so that
    the table is not named (`private`), and nothing that people wrote there is told."""

    precedent: Precedent
    title: str
    changed: bool
    argument: str | None
    reasons: str | None
    origin: str | None
    withheld: bool


@get("/games", opt=roles(ANYBODY), summary="What can be played", sync_to_thread=False)
def games(service: NamedDependency[Service]) -> list[GameCard]:
    return [_card(book) for book in service.ledger.rulebooks]


@get("/games/{game:str}", opt=roles(ANYBODY), summary="A game", sync_to_thread=False)
def game(service: NamedDependency[Service], game: FromPath[str]) -> GameCard:
    return _card(service.ledger.rulebooks[game])


@get(
    "/games/{game:str}/law",
    opt=roles(ANYBODY),
    summary="The clauses of a game; of `table`: of all tables",
    sync_to_thread=False,
)
def law(
    service: NamedDependency[Service],
    game: FromPath[str],
    after: Annotated[str | None, QueryParameter(max_length=80, description="Clauses behind this one.")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=500)] = 200,
) -> Page[ClauseCard]:
    clauses = list(_law(service, game))
    ids = [clause.id for clause in clauses]
    if after is not None and after not in ids:
        raise ProblemError(404, "NO_SUCH_CLAUSE", f"There is no clause {after!r}.")
    first = 0 if after is None else ids.index(after) + 1
    items = [_clause(clause) for clause in clauses[first : first + limit]]
    return Page(items, items[-1].id if items and first + limit < len(clauses) else None)


@get("/games/{game:str}/law/{clause:str}", opt=roles(ANYBODY), summary="A clause", sync_to_thread=False)
def clause(service: NamedDependency[Service], game: FromPath[str], clause: FromPath[str]) -> ClauseCard:
    """A clause of the law of all tables is found under each game too, since it holds there; capitals do not matter."""
    known = {one.id.lower(): one for one in (*load_law("domain.table.data"), *_law(service, game))}
    found = known.get(clause.lower())
    if found is None:
        near = nearest(clause, [one.id for one in known.values()])
        meant = f" Did you mean {near[0]}?" if near else ""
        raise ProblemError(404, "NO_SUCH_CLAUSE", f"There is no clause {clause!r}.{meant}")
    return _clause(found)


@get("/games/{game:str}/open-points", opt=roles(ANYBODY), summary="What the texts leave open, and how it is read here",
     sync_to_thread=False)  # fmt: skip
def open_points(service: NamedDependency[Service], game: FromPath[str]) -> list[Ambiguity]:
    return list(service.ledger.rulebooks[game].register)


@get("/precedents", opt=roles(ANYBODY), summary="What was ruled before")
async def precedents(
    service: NamedDependency[Service],
    caller: NamedDependency[Caller],
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    clause: Annotated[str | None, QueryParameter(max_length=80)] = None,
    edition: Annotated[str | None, QueryParameter(max_length=64)] = None,
    outcome: FromQuery[Literal["upheld", "overturned"] | None] = None,
    search: Annotated[str | None, QueryParameter(max_length=200, description="Words that it has.")] = None,
    after: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> Page[PrecedentCard]:
    found = await service.threaded(
        service.souls.precedents.find, game, clause, edition, search or "", outcome, limit + 1, after
    )
    items = [_precedent(known, await may_cite(service, caller, known)) for known in found[:limit]]
    return Page(items, str(after + limit) if len(found) > limit else None)


def _law(service: Service, game: str) -> Law:
    return load_law("domain.table.data") if game == KERNEL else service.ledger.rulebooks[game].law


def _clause(clause: Clause) -> ClauseCard:
    return ClauseCard(clause.id, clause.title, clause.text, clause.note, clause.source, clause.hash)


def _card(book: Rulebook) -> GameCard:
    defaults = msgspec.to_builtins(book.options())
    options = tuple(
        OptionCard(
            field.encode_name,
            defaults.get(field.encode_name),
            book.catalogue.option(field.encode_name),
            _schema(field.type),
        )
        for field in msgspec.structs.fields(book.options)
    )
    return GameCard(
        book.game, book.title, (book.seats[0], book.seats[-1]), book.usual_seats, book.seat_names,
        tuple(edition.name for edition in book.editions), options, tuple(book.command_types),
    )  # fmt: skip


def _schema(hint: Any) -> dict[str, Any]:
    return msgspec.json.schema(hint)


async def may_cite(service: Service, caller: Caller, known: Known) -> bool:
    """Whether a caller may know at which table something was ruled, and what was said: it was handed on from elsewhere, to be
    cited, or they may look at the table."""
    if known.origin is not None:
        return True
    try:
        return bool((await place_at(service, known.precedent.table, caller)).roles & LOOKERS)
    except TableNotFoundError:
        return False


async def citable(service: Service, caller: Caller, game: str) -> list[Known]:
    """All that was ruled in a game, as a caller may cite it."""
    await service.threaded(service.souls.catch_up)
    found = await service.threaded(service.souls.precedents.find, game)
    return [known if await may_cite(service, caller, known) else _withheld(known) for known in found]


def _withheld(known: Known) -> Known:
    place = without_place(known.precedent)
    return msgspec.structs.replace(known, precedent=place, argument=None, reasons=None, appeal=None)


def _precedent(known: Known, is_theirs: bool) -> PrecedentCard:
    if not is_theirs:
        return PrecedentCard(without_place(known.precedent), known.title, known.changed, None, None, None, True)
    return PrecedentCard(
        known.precedent, known.title, known.changed, known.argument.text if known.argument else None,
        known.reasons.text if known.reasons else None, known.origin, False,
    )  # fmt: skip


def without_place(precedent: Precedent) -> Precedent:
    """A precedent that says by which clause what was ruled, and not where, nor when there, nor what texts there are."""
    judgements = tuple(msgspec.structs.replace(one, version=0, reasons=None) for one in precedent.judgements)
    contested = msgspec.structs.replace(precedent.contested, version=0)
    return msgspec.structs.replace(
        precedent, table=PRIVATE, judgements=judgements, contested=contested, argument=None, appeal=None
    )


ROUTES = [games, game, law, clause, open_points, precedents]
