"""Accounts: signing up without a mailbox, tokens and recovery codes, what is known of oneself, leaving for good."""

from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from domain.table.messages import Microseconds
from infra.http.callers import Caller, count_sign_up
from infra.http.problems import ProblemError
from infra.http.roles import ANYBODY, OPERATORS, PEOPLE, roles
from infra.http.service import Service
from infra.http.tags import has_tag, tagged
from infra.people.accounts import Account
from infra.people.accounts import sign_up as new_account
from infra.people.profile import Address, AddressUrl, DisplayName, Notices, Profile, changed
from infra.people.store import StaleProfileError
from infra.people.tokens import Token

Label = Annotated[str, Meta(max_length=60)]
ZoneName = Annotated[str, Meta(max_length=64)]


class SignUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants an account: a name for others to read, no password and no mailbox. `invitation` is a link's token, needed where
    only who is invited may sign up; one account is made with each."""

    name: DisplayName
    time_zone: ZoneName = "UTC"
    invitation: Annotated[str, Meta(max_length=200)] | None = None


class SignedUp(msgspec.Struct, frozen=True):
    """A new account. The token and the recovery codes are told this once: whoever has one is that person."""

    person: str
    token: str
    recovery_codes: list[str]


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code, for a new token."""

    code: Annotated[str, Meta(max_length=100)]
    label: Label = ""


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further token of one's own. `expires` is a time in microseconds; an operator may ask for an operator's."""

    label: Label = ""
    scope: Literal["person", "operator"] = "person"
    expires: Microseconds | None = None


class TokenGiven(msgspec.Struct, frozen=True):
    """A token, told this once."""

    token: str


class CodesGiven(msgspec.Struct, frozen=True):
    """New recovery codes, told this once; older ones are worth nothing any more."""

    recovery_codes: list[str]


class AddressCard(msgspec.Struct, frozen=True):
    """An address as it may be shown: without what is secret in it. `confirmed`: what happens is told there; a mailbox is to be
    confirmed first."""

    id: str
    shown: str
    label: str
    confirmed: bool


class Me(msgspec.Struct, frozen=True):
    """What is known of who asks. `tables` are the notices that differ at a table."""

    person: str
    name: str
    since: int
    time_zone: str
    addresses: tuple[AddressCard, ...]
    notices: Notices
    tables: dict[str, Notices]
    operator: bool
    revision: int


class MeChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be changed of oneself; what is left out stays."""

    name: DisplayName | None = None
    time_zone: ZoneName | None = None
    notices: Notices | None = None


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where notifications are to go: `mailto:NAME@HOST`, or a notification URL."""

    url: AddressUrl
    label: Label = ""


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code that a mailbox was sent."""

    code: Annotated[str, Meta(max_length=60)]


class PersonCard(msgspec.Struct, frozen=True):
    """What anybody with an account may know of a person."""

    person: str
    name: str


@post("/people", opt=roles(ANYBODY), summary="Sign up")
async def sign_up(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    caller: NamedDependency[Caller],
    data: JSONBody[SignUp],
) -> SignedUp:
    right = _right_to_sign_up(service, caller, data)
    if not caller.is_operator:
        count_sign_up(request)

    def made() -> Account:
        with right:
            return new_account(service.people, service.tokens, data.name, time_zone=data.time_zone)

    account = await service.threaded(made)
    return SignedUp(account.profile.person, account.token, account.recovery)


def _right_to_sign_up(service: Service, caller: Caller, data: SignUp) -> AbstractContextManager[None]:
    """What an account is made under; 403 for who may make none."""
    if caller.is_operator or service.settings.sign_up == "open":
        return nullcontext()
    if service.settings.sign_up == "closed":
        raise ProblemError(403, "SIGN_UP_CLOSED", "Only an operator makes accounts here.")
    if data.invitation is None:
        raise ProblemError(
            403, "INVITATION_NEEDED", "Only who is invited to a table can sign up here: give the 'invitation'."
        )
    return service.invitations.one_account(data.invitation)


@post("/people/recovery", opt=roles(ANYBODY), status_code=200, summary="A new token for a recovery code")
async def recover(service: NamedDependency[Service], data: JSONBody[Recovery]) -> TokenGiven:
    token = await service.threaded(service.tokens.recover, data.code, data.label)
    if token is None:
        raise ProblemError(403, "CODE_INVALID", "This is no recovery code, or it was used before.")
    return TokenGiven(token)


@get("/people/{person:str}", opt=roles(PEOPLE), summary="A person's name")
async def person(service: NamedDependency[Service], person: FromPath[str]) -> PersonCard:
    found = await service.threaded(service.people.known, person)
    return PersonCard(found.person, found.name)


@get("/me", opt=roles(PEOPLE), summary="What is known of who asks")
async def me(
    request: Request[Any, Any, Any], service: NamedDependency[Service], caller: NamedDependency[Caller]
) -> Response[Me]:
    profile = await _profile(service, caller)
    return tagged(request, str(profile.revision), _me(profile, caller))


@patch("/me", opt=roles(PEOPLE), summary="Change what is known of oneself")
async def change_me(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    caller: NamedDependency[Caller],
    data: JSONBody[MeChanged],
) -> Response[Me]:
    """`If-Match` with the tag of what was read makes sure that nothing is overwritten that was not seen."""
    seen = request.headers.get("if-match")

    def as_given(profile: Profile) -> Profile:
        if seen is not None and not has_tag(seen, str(profile.revision)):
            raise StaleProfileError("What is known of you was changed meanwhile: read it again.")
        given = {name: value for name in data.__struct_fields__ if (value := getattr(data, name)) is not None}
        return changed(profile, **given)

    profile = await service.threaded(service.people.change, caller.known, as_given)
    return tagged(request, str(profile.revision), _me(profile, caller))


@put("/me/tables/{table_id:str}/notices", opt=roles(PEOPLE), summary="How to be told of one table")
async def notices_at(
    service: NamedDependency[Service],
    caller: NamedDependency[Caller],
    table_id: FromPath[str],
    data: JSONBody[Notices | None],
) -> Me:
    """`null` has it be as everywhere again."""

    def as_given(profile: Profile) -> Profile:
        others = {table: one for table, one in profile.tables.items() if table != table_id}
        return changed(profile, tables={**others, **({} if data is None else {table_id: data})})

    return _me(await service.threaded(service.people.change, caller.known, as_given), caller)


@get("/me/data", opt=roles(PEOPLE), summary="Everything that is kept of oneself")
async def my_data(service: NamedDependency[Service], caller: NamedDependency[Caller]) -> Response[dict[str, Any]]:
    made = await service.heavy(service.souls.own_data.of, caller.known)
    headers = {"Content-Disposition": f'attachment; filename="{caller.known}.json"'}
    return Response(made, headers=headers)


@delete("/me", opt=roles(PEOPLE), summary="Be forgotten, for ever")
async def forget_me(
    service: NamedDependency[Service],
    caller: NamedDependency[Caller],
    confirm: Annotated[
        str, QueryParameter(max_length=64, description="One's own person id, since this cannot be taken back.")
    ],
) -> None:
    """The seats that a person holds are left or resigned first. Then everything that is known of them goes, and what they wrote
    can never be read again; every table stays valid."""
    if confirm != caller.known:
        raise ProblemError(422, "NOT_CONFIRMED", "'confirm' is your own person id: this cannot be taken back.")
    await service.threaded(service.people.forget, caller.known)


@get("/me/tokens", opt=roles(PEOPLE), summary="One's tokens, without what is secret in them")
async def my_tokens(service: NamedDependency[Service], caller: NamedDependency[Caller]) -> list[Token]:
    return await service.threaded(service.tokens.tokens_of, caller.known)


@post("/me/tokens", opt=roles(PEOPLE), summary="A further token")
async def add_token(
    service: NamedDependency[Service], caller: NamedDependency[Caller], data: JSONBody[NewToken]
) -> TokenGiven:
    if data.scope == "operator" and not caller.is_operator:
        raise ProblemError(403, "NOT_FOR_YOU", "Only an operator's token can ask for an operator's.")
    ends = [one for one in (data.expires, caller.expires) if one is not None]
    # A token that ends gives none that lasts longer.
    expires = min(ends) if ends else None
    token = await service.threaded(
        lambda: service.tokens.issue(caller.known, label=data.label, scope=data.scope, expires=expires)
    )
    return TokenGiven(token)


@delete("/me/tokens/{token_id:str}", opt=roles(PEOPLE), summary="Take a token back")
async def drop_token(
    service: NamedDependency[Service], caller: NamedDependency[Caller], token_id: FromPath[str]
) -> None:
    if not await service.threaded(service.tokens.revoke, caller.known, token_id):
        raise ProblemError(404, "NO_SUCH_TOKEN", "You have no token of this id.")


@post("/me/recovery", opt=roles(PEOPLE), summary="New recovery codes")
async def new_codes(service: NamedDependency[Service], caller: NamedDependency[Caller]) -> CodesGiven:
    if caller.expires is not None:
        raise ProblemError(403, "TOKEN_ENDS", "A token that ends gives no codes that do not.")
    return CodesGiven(await service.threaded(service.tokens.issue_recovery, caller.known))


@post("/me/addresses", opt=roles(PEOPLE), summary="A further address for notifications")
async def add_address(
    service: NamedDependency[Service], caller: NamedDependency[Caller], data: JSONBody[NewAddress]
) -> AddressCard:
    """A mailbox is sent a code, and nothing else until it is confirmed."""
    await service.threaded(service.notifier.channels.check, data.url)
    add = service.notifier.confirmations.add
    address = await service.threaded(add, caller.known, data.url, data.label)
    service.hurry()
    return _address(address)


@post("/me/addresses/{address_id:str}/confirm", opt=roles(PEOPLE), status_code=200, summary="Confirm a mailbox")
async def confirm_address(
    service: NamedDependency[Service],
    caller: NamedDependency[Caller],
    address_id: FromPath[str],
    data: JSONBody[Confirmation],
) -> AddressCard:
    """By the code that was sent there. Saving the same mailbox again has it sent again."""
    if (await _profile(service, caller)).address(address_id) is None:
        raise ProblemError(404, "NO_SUCH_ADDRESS", "You have no address of this id.")
    if not await service.threaded(service.notifier.confirmations.confirm, caller.known, address_id, data.code):
        raise ProblemError(403, "CODE_INVALID", "This is not the code that was sent to this mailbox last.")
    address = (await _profile(service, caller)).address(address_id)
    if address is None:
        raise ProblemError(404, "NO_SUCH_ADDRESS", "You have no address of this id.")
    return _address(address)


@post("/me/reply-tokens/renew", opt=roles(PEOPLE), status_code=204, summary="Make all addresses for replies worthless")
async def renew_replies(service: NamedDependency[Service], caller: NamedDependency[Caller]) -> None:
    """Whatever was mailed until now can be answered no more. What is still awaited is mailed again; that can be answered."""
    await service.threaded(service.people.renew_replies, caller.known)
    await service.threaded(service.notifier.send_again, caller.known)
    service.hurry()


@delete("/me/addresses/{address_id:str}", opt=roles(PEOPLE), summary="Take an address away")
async def drop_address(
    service: NamedDependency[Service], caller: NamedDependency[Caller], address_id: FromPath[str]
) -> None:
    if not await service.threaded(service.people.remove_address, caller.known, address_id):
        raise ProblemError(404, "NO_SUCH_ADDRESS", "You have no address of this id.")


@delete("/people/{person:str}", opt=roles(OPERATORS), summary="Forget a person, for ever")
async def forget(
    service: NamedDependency[Service],
    person: FromPath[str],
    confirm: Annotated[str, QueryParameter(max_length=64, description="The person id again.")],
) -> None:
    if confirm != person:
        raise ProblemError(422, "NOT_CONFIRMED", "'confirm' is the person's id: this cannot be taken back.")
    await service.threaded(service.people.forget, person)


async def _profile(service: Service, caller: Caller) -> Profile:
    return await service.threaded(service.people.known, caller.known)


def _me(profile: Profile, caller: Caller) -> Me:
    return Me(
        profile.person, profile.name, profile.since, profile.time_zone, tuple(map(_address, profile.addresses)),
        profile.notices, profile.tables, caller.is_operator, profile.revision,
    )  # fmt: skip


def _address(address: Address) -> AddressCard:
    return AddressCard(address.id, address.shown, address.label, address.is_usable)


ROUTES = [
    sign_up, recover, person, me, change_me, notices_at, my_data, forget_me, my_tokens, add_token, drop_token, new_codes,
    add_address, confirm_address, drop_address, renew_replies, forget,
]  # fmt: skip
