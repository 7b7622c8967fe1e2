"""What is answered where something cannot be done: problem details (RFC 9457)."""

import logging
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from eventsourcing.persistence import DatabaseError, IntegrityError, OperationalError, PersistenceError
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.types import ExceptionHandlersMap

from domain.table.catalogue import KERNEL_CATALOGUE, Catalogue
from domain.table.phrases import joined
from domain.table.refusals import Refusal
from infra.cases import NoReadingError
from infra.corrections import CorrectionError
from infra.exports import ExportError
from infra.http.bounded import TooMuchError
from infra.keyring import ForgottenError, KeyringError
from infra.ledger import SecretsLostError, TableNotFoundError
from infra.notify.confirming import TooManyConfirmationsError
from infra.notify.guard import AddressRefusedError
from infra.outlooks import UnknowableError
from infra.people.access import TooManySpectatorsError
from infra.people.addresses import AddressError
from infra.people.chat import ChatError
from infra.people.invitations import InvitationError
from infra.people.store import PeopleError, StaleProfileError, UnknownPersonError
from infra.people.tokens import TokenError
from infra.refusals import NotKeptError
from infra.remedies import RemedyError
from infra.rulebooks import UnknownGameError
from infra.streams import OutcomeUnknownError
from infra.undos import NothingPlayedError
from projections.logs import LogLine

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 2

KEYS_AWAY = "People's keys cannot be used now; an operator has to see to them."
TOO_BUSY = "Others were faster again and again: ask again, with the same id."

log = logging.getLogger("souls.http")


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why something was not done. `code` is for programs, `detail` a sentence for people; of a refusal `clause` and `arguments`
    say what the law is about. `version` and `since`: what the table is at, and what has happened that who asked had not seen:
    the last of it, where that is much (the log has all). `errors` are the places of what could not be read."""

    type: str
    title: str
    status: int
    code: str
    detail: str = ""
    clause: str = ""
    arguments: dict[str, Any] = {}
    version: int | None = None
    since: tuple[LogLine, ...] = ()
    errors: tuple[str, ...] = ()
    request: str = ""


class ProblemError(Exception):
    """Raised by what answers requests; it becomes a `Problem`."""

    def __init__(
        self, status: int, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.more = dict(headers or {}), more


class _Kind(NamedTuple):
    status: int
    code: str
    title: str


TITLES = {
    400: "This cannot be read",
    401: "Who asks is not known",
    403: "This is not for who asks",
    404: "There is no such thing here",
    405: "This cannot be asked of it",
    409: "This does not fit what has happened",
    410: "This is gone",
    412: "This has changed meanwhile",
    413: "This is too large",
    422: "This cannot be so",
    428: "It has to be said what was seen",
    429: "This is too much at once",
    431: "This is too large",
    500: "This should not have happened",
    503: "This cannot be done now",
}

LAW = "The law turns this down"

# Refusals that say something of who asks, or of what has happened meanwhile; all others are the law's answer to what is asked.
_STATUS_OF_REFUSAL = {
    "STALE_VERSION": 409,
    "COMMAND_ID_REUSED": 409,
    "NOT_PERMITTED": 403,
    "NOT_YOUR_SEAT": 403,
    "HOST_PLAYS": 403,
    "OFFICE_LOOKS": 403,
    "SEAT_NOT_ACTED_FOR": 403,
    "NO_SUCH_CONTEST": 404,
}


class RefusedError(Exception):
    """A command that the law turned down, with a sentence of the game's catalogue; `since` as in `Problem`."""

    def __init__(
        self, catalogue: Catalogue, refusal: Refusal, *, version: int | None = None, since: tuple[LogLine, ...] = ()
    ) -> None:
        super().__init__(refusal.code)
        self.sentence = catalogue.refusal(refusal)
        self.refusal, self.version, self.since = refusal, version, since


def refused(error: RefusedError) -> Problem:
    """The problem of a refusal."""
    refusal = error.refusal
    status = _STATUS_OF_REFUSAL.get(refusal.code, 422)
    return Problem(
        type=f"urn:souls:refusal:{refusal.code}",
        title=LAW if status == 422 else TITLES[status],
        status=status,
        code=refusal.code,
        detail=f"{error.sentence} [{refusal.clause}]",
        clause=refusal.clause,
        arguments=msgspec.to_builtins(refusal.arguments),
        version=error.version,
        since=error.since,
    )


def problem(status: int, code: str, detail: str = "", **more: Any) -> Problem:
    """A problem that is no refusal."""
    return Problem(
        type=f"urn:souls:problem:{code}", title=TITLES.get(status, "This was not done"), status=status, code=code,
        detail=detail, **more,
    )  # fmt: skip


def _answer(request: Request[Any, Any, Any], told: Problem, headers: Mapping[str, str] | None = None) -> Response[Any]:
    told = msgspec.structs.replace(told, request=request.scope.get("state", {}).get("request_id", ""))
    sent = {**(headers or {}), "Cache-Control": "no-store"}
    if told.status == 401:
        sent["WWW-Authenticate"] = 'Bearer realm="souls"'
    if told.status in (429, 503):
        sent.setdefault("Retry-After", str(RETRY_SECONDS))
    return Response(msgspec.json.encode(told), media_type=MEDIA_TYPE, status_code=told.status, headers=sent)


def _refused(request: Request[Any, Any, Any], error: RefusedError) -> Response[Any]:
    return _answer(request, refused(error))


def _bare_refusal(request: Request[Any, Any, Any], error: Refusal) -> Response[Any]:
    return _answer(request, refused(RefusedError(KERNEL_CATALOGUE, error)))


def _problem(request: Request[Any, Any, Any], error: ProblemError) -> Response[Any]:
    return _answer(request, problem(error.status, error.code, error.detail, **error.more), error.headers)


def _not_found(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    code = "UNKNOWN_GAME" if isinstance(error, UnknownGameError) else "TABLE_NOT_FOUND"
    return _answer(request, problem(404, code, str(error).strip("'\"")))


def _persistence(request: Request[Any, Any, Any], error: PersistenceError) -> Response[Any]:
    match error:
        case OutcomeUnknownError() if request.method != "GET":
            told = "It is not known whether this was done: ask again with the same id."
            return _answer(request, problem(503, "OUTCOME_UNKNOWN", told))
        case OperationalError():
            return _answer(
                request, problem(503, "STORE_AWAY", "The store cannot be reached now: ask again a little later.")
            )
        case IntegrityError():
            return _answer(request, problem(503, "TOO_BUSY", TOO_BUSY))
    log.error("store", exc_info=error)
    return _answer(request, problem(500, "DAMAGED", "What is stored cannot be read; an operator has been told."))


def _own(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    match error:
        case ForgottenError():
            return _answer(request, problem(410, "FORGOTTEN", str(error)))
        case KeyringError():
            log.error("keys away: %s", error)
            return _answer(request, problem(503, "KEYS_AWAY", KEYS_AWAY))
        case SecretsLostError():
            return _answer(request, problem(409, "SECRETS_LOST", str(error)))
    return _answer(request, problem(409, "NOT_EXPORTED", str(error)))


_STATUS_OF_INVITATION = {
    "NO_INVITATION": 404,
    "INVITATION_USED": 410,
    "INVITATION_EXPIRED": 410,
    "INVITATION_KEPT": 409,
}


def _people(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    match error:
        case InvitationError():
            told = problem(_STATUS_OF_INVITATION.get(error.code, 422), error.code, str(error))
        case StaleProfileError():
            told = problem(412, "CHANGED_MEANWHILE", str(error))
        case UnknownPersonError():
            told = problem(404, "NO_SUCH_PERSON", str(error))
        case TooManyConfirmationsError():
            told = problem(429, "TOO_MANY_CONFIRMATIONS", str(error))
        case TooManySpectatorsError():
            told = problem(409, "TOO_MANY_SPECTATORS", str(error))
        case AddressError() | AddressRefusedError():
            told = problem(422, "BAD_ADDRESS", str(error))
        case _:
            told = problem(422, "NOT_DONE", str(error))
    return _answer(request, told)


_DISPUTES: dict[type[Exception], tuple[int, str]] = {
    RemedyError: (422, "NO_REMEDY"),
    CorrectionError: (422, "NO_CORRECTION"),
    NotKeptError: (422, "NOT_KEPT"),
    NothingPlayedError: (422, "NOTHING_PLAYED"),
    NoReadingError: (422, "NO_OTHER_READING"),
    UnknowableError: (403, "NOT_FOR_YOU_TO_KNOW"),
}


def _disputes(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    status, code = _DISPUTES[type(error)]
    return _answer(request, problem(status, code, str(error)))


def _too_much(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    return _answer(request, problem(503, "TOO_MUCH_AT_ONCE", str(error)))


def _unread(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    return _answer(request, problem(400, "UNREADABLE", f"{str(error).rstrip('.')}."))


def _too_deep(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    # Only what somebody sends is nested as deep as they like.
    log.warning("too deep", exc_info=error)
    return _answer(request, problem(400, "UNREADABLE", "What was sent is nested too deep."))


# Where the framework says no more than the status does.
_PLAINLY = {
    404: "There is nothing at this path: /openapi.json has all paths.",
    405: "This cannot be asked of that path; the head 'Allow' says what can.",
    413: "What was sent is larger than is read here.",
}
_MISSING = re.compile(r"Missing required (\w+) parameter '(.*)' for path .*", re.DOTALL)
# What the framework says of a body whose sender has gone.
_BROKEN_OFF = "client disconnected prematurely"


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    kinds = {
        400: "UNREADABLE", 401: "TOKEN_NEEDED", 403: "NOT_FOR_YOU", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED",
        413: "TOO_LARGE", 429: "TOO_MANY_REQUESTS",
    }  # fmt: skip
    errors: tuple[str, ...] = ()
    detail = _PLAINLY.get(error.status_code, error.detail)
    if isinstance(error, InternalServerException) and detail == _BROKEN_OFF:
        # Nobody is there to read it, but it is not our fault, and is not written down as one.
        return _answer(request, problem(400, "UNREADABLE", "The request broke off before its end."))
    if isinstance(error, ValidationException):
        detail = "What was sent is not in the form that this wants."
        errors = tuple(_place(one) for one in error.extra if not _is_echo(one)) if isinstance(error.extra, list) else ()
        missing = _MISSING.fullmatch(error.detail)
        if missing:
            detail = f"The {missing[1]} parameter '{missing[2]}' is missing."
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() != "content-type"}
    return _answer(
        request, problem(error.status_code, kinds.get(error.status_code, "NOT_DONE"), detail, errors=errors), headers
    )


def _is_echo(one: Any) -> bool:
    """Whether it says nothing but the name of what is missing, which the framework says of what is there, too."""
    return isinstance(one, dict) and one.get("message", "").strip("'") == one.get("key")


def _place(one: Any) -> str:
    if not isinstance(one, dict):
        return str(one)
    where = joined(filter(None, (one.get("source", ""), one.get("key", ""))), ":").replace(" : ", ": ")
    return f"{where}: {one.get('message', '')}".strip(": ")


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("fault", exc_info=error)
    return _answer(request, problem(500, "FAULT", "This should not have happened; it has been written down."))


HANDLERS: ExceptionHandlersMap = {
    RefusedError: _refused,
    Refusal: _bare_refusal,
    ProblemError: _problem,
    TableNotFoundError: _not_found,
    UnknownGameError: _not_found,
    DatabaseError: _persistence,
    IntegrityError: _persistence,
    OperationalError: _persistence,
    PersistenceError: _persistence,
    SecretsLostError: _own,
    KeyringError: _own,
    ExportError: _own,
    InvitationError: _people,
    PeopleError: _people,
    TokenError: _people,
    ChatError: _people,
    TooManySpectatorsError: _people,
    AddressError: _people,
    AddressRefusedError: _people,
    **dict.fromkeys(_DISPUTES, _disputes),
    TooMuchError: _too_much,
    msgspec.DecodeError: _unread,
    RecursionError: _too_deep,
    HTTPException: _http,
    Exception: _fault,
}
