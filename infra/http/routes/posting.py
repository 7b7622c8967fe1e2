"""Commands in words: whole posts, what can be typed, and the door for posts that come from mail and chat."""

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from domain.table.messages import MAX_SEATS, MAX_VERSION
from domain.table.table import Table
from infra.http.hooks import shows_secret
from infra.http.problems import ProblemError
from infra.http.roles import ANYBODY, MEMBERS, Place, roles
from infra.http.routes.playing import ActingAs
from infra.http.service import Service
from infra.notation import ShortForm, notation_of, short_forms
from infra.notify.inbound import Taken
from infra.people.naming import named
from infra.posts import LONGEST_POST, POST_ID, PostOutcome, submit_post

MOST_FORMS = 200


class PostAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A post: its text as it was written, with a command in each line that is one. All of them are done, or none. `id` makes
    asking twice do it once; `dry_run` tells what would happen, and nothing does."""

    text: Annotated[str, Meta(max_length=LONGEST_POST)]
    id: Annotated[str, Meta(pattern=rf"^{POST_ID}$(?!\n)")] | None = None
    expected: Annotated[int, Meta(ge=0, le=MAX_VERSION)] | None = None
    as_: Annotated[str, Meta(max_length=60)] | None = msgspec.field(default=None, name="as")
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None
    dry_run: bool = False


class Forms(msgspec.Struct, frozen=True):
    """What can be typed at a version of a table, by a seat, or by the host (-1) or the arbiter (-2)."""

    table: str
    version: int
    seat: int
    forms: tuple[ShortForm, ...]


class NotationCard(msgspec.Struct, frozen=True):
    """How commands of a game are typed, in words."""

    game: str
    help: str


class HookText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wrote elsewhere, such as in a chat: the reply token that was given to them, the text, and its id there."""

    token: Annotated[str, Meta(max_length=100)]
    text: Annotated[str, Meta(max_length=LONGEST_POST)]
    id: Annotated[str, Meta(min_length=1, max_length=200)]


@post("/tables/{table_id:str}/posts", opt=roles(MEMBERS), status_code=200, summary="Give commands in words")
async def posts(
    service: NamedDependency[Service], place: NamedDependency[Place], data: JSONBody[PostAsked]
) -> PostOutcome:
    """Also where it is turned down the answer is 200, and says line by line why; `accepted` is false then."""
    by = place.speaking(data.as_)

    def posted() -> PostOutcome:
        outcome = submit_post(
            service.ledger, place.table, by, data.text, seat=data.seat, post_id=data.id or f"post-{secrets.token_hex(8)}",
            expected=data.expected, dry_run=data.dry_run,
        )  # fmt: skip
        return outcome.named(lambda sentence: named(sentence, service.people.name))

    return await service.threaded(posted)


@get("/tables/{table_id:str}/forms", opt=roles(MEMBERS), summary="What can be typed now")
async def forms(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    as_: ActingAs = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_FORMS)] = 30,
) -> Forms:
    speaker = place.acting(as_)

    def found(table: Table) -> Forms:
        return Forms(
            table.id, table.version, speaker, tuple(short_forms(table, speaker, limit, service.ledger.clock()))
        )

    table = await service.live.table(place.table, place.version)
    return await service.threaded(found, table)


@get("/games/{game:str}/notation", opt=roles(ANYBODY), summary="How commands of a game are typed", sync_to_thread=False)
def notation(service: NamedDependency[Service], game: FromPath[str]) -> NotationCard:
    return NotationCard(game, notation_of(service.ledger.rulebooks[game]).help)


@post("/hooks/mail", opt=roles(ANYBODY), status_code=200, summary="Take in a mail, as it came",
      request_max_body_size=None, media_type="application/json")  # fmt: skip
async def hook_mail(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    to: Annotated[
        str | None,
        QueryParameter(max_length=2_000, description="The mailboxes of its envelope, with commas between them."),
    ] = None,
) -> Taken:
    """The body is the mail itself (RFC 5322); the head `X-Souls-Hook` holds the secret of the hook."""
    _check_hook(request, service)
    raw = await request.body()
    taken = await service.threaded(service.notifier.inbound.take_in, raw, tuple((to or "").split(",")))
    service.hurry()
    return taken


@post("/hooks/text", opt=roles(ANYBODY), status_code=200, summary="Take in what was written in a chat")
async def hook_text(
    request: Request[Any, Any, Any], service: NamedDependency[Service], data: JSONBody[HookText]
) -> Taken:
    """The head `X-Souls-Hook` holds the secret of the hook."""
    _check_hook(request, service)
    return await service.threaded(service.notifier.inbound.take_in_text, data.token, data.text, data.id)


def _check_hook(request: Request[Any, Any, Any], service: Service) -> None:
    if service.settings.hook_secret is None:
        raise ProblemError(404, "NO_HOOK", "The hooks are closed here.")
    if not shows_secret(request, service.settings.hook_secret):
        raise ProblemError(401, "HOOK_SECRET", "The head 'X-Souls-Hook' holds the secret of the hook.")


ROUTES = [posts, forms, notation, hook_mail, hook_text]
