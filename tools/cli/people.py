"""`souls people`: who is known here, for whoever operates it."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer

from infra.people.accounts import sign_up
from infra.people.own_data import OwnData
from infra.people.profile import Profile
from infra.people.store import UnknownPersonError
from infra.people.tokens import Token
from infra.wiring import Souls
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    installation,
    printable,
    say,
    say_json,
    write_private,
)
from tools.cli.notify import notifying
from tools.cli.precedents import ListsByDefault
from tools.cli.writing import time_text

app = typer.Typer(
    cls=ListsByDefault,
    help="Tell who is known here, make accounts, and forget people. 'souls people' is short for 'souls people list'.",
    rich_markup_mode=None,
)

PersonArgument = Annotated[str, typer.Argument(metavar="PERSON", help="A person's id.")]
OperatorOption = Annotated[bool, typer.Option("--operator", help="The token is an operator's, who may do everything.")]
LabelOption = Annotated[str, typer.Option("--label", metavar="TEXT", help="What the token is for.")]


@app.command("list", short_help="List all people.")
def list_(data: DataOption = None, as_json: JsonOption = False) -> None:
    """List all who have a profile, by name. Of addresses no secret is shown."""
    with installation(data, None) as souls:
        found = sorted(souls.people.people(), key=lambda one: (_name(one[1]).casefold(), one[0]))
    if as_json:
        say_json({"people": [_plain(person, profile) for person, profile in found]})
        return
    for person, profile in found:
        say(f"{person}  {_name(profile)}", None if isinstance(profile, Profile) else "yellow")
        if isinstance(profile, Profile):
            for address in profile.addresses:
                unsure = "" if address.is_usable else "  (not confirmed)"
                say(f"      {address.id}  {printable(address.shown)}  {printable(address.label)}".rstrip() + unsure)
    if not found:
        say("Nobody has a profile here.")


@app.command("add", short_help="Make an account, with a token.")
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the person is called.")],
    operator: OperatorOption = False,
    time_zone: Annotated[
        str, typer.Option("--time-zone", metavar="ZONE", help="Such as Europe/Berlin; else UTC.")
    ] = "UTC",
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make an account: a person, a token to show to the service, and codes for a new token where it gets lost. They are told
    this once, and stored nowhere."""
    with installation(data, None) as souls:
        scope: Literal["person", "operator"] = "operator" if operator else "person"
        made = sign_up(souls.people, souls.tokens, name, time_zone=time_zone, scope=scope)
    profile = made.profile
    if as_json:
        say_json({"person": profile.person, "name": profile.name, "token": made.token, "recovery": made.recovery})
        return
    say(f"{profile.name} is {profile.person}.")
    say(f"Token:           {made.token}")
    for at, code in enumerate(made.recovery):
        say(f"{'' if at else 'Recovery codes:':<15}  {code}")
    say("Hand them on: they are told this once.", "yellow")


@app.command("token", short_help="Give a person one more token.")
def token(
    person: PersonArgument,
    operator: OperatorOption = False,
    label: LabelOption = "",
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give a person one more token, told this once."""
    with installation(data, None) as souls:
        _known(souls, person)
        given = souls.tokens.issue(person, label=label, scope="operator" if operator else "person")
    if as_json:
        say_json({"person": person, "token": given})
    else:
        say(given)


@app.command("tokens", short_help="List a person's tokens.")
def tokens(person: PersonArgument, data: DataOption = None, as_json: JsonOption = False) -> None:
    """List a person's tokens, without what they are: what they are for, since when, and when they were last used."""
    with installation(data, None) as souls:
        found = souls.tokens.tokens_of(person)
    if as_json:
        say_json({"person": person, "tokens": found})
        return
    for one in found:
        say(_token_line(one))
    if not found:
        say("There are none.")


@app.command("revoke", short_help="Take a token back.")
def revoke(
    person: PersonArgument,
    token_id: Annotated[str, typer.Argument(metavar="ID", help="The token's id, as 'souls people tokens' lists it.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a token back: it opens nothing any more, at once."""
    with installation(data, None) as souls:
        if not souls.tokens.revoke(person, token_id):
            raise CommandError(f"Person {person} has no token '{token_id}'.")
    if as_json:
        say_json({"person": person, "revoked": token_id})
    else:
        say("It is revoked.")


@app.command("rename", short_help="Call a person something else.")
def rename(
    person: PersonArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the person is called from now on.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Call a person something else. Tables hold ids, so the new name is told of old games too."""
    with installation(data, None) as souls:
        profile = souls.people.rename(person, name)
    if as_json:
        say_json({"person": person, "name": profile.name})
    else:
        say(f"{person} is called {profile.name} now.")


@app.command("confirm", short_help="Confirm a person's mailbox for them.")
def confirm(
    person: PersonArgument,
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="The mailbox or its id, as 'souls people' lists them.")
    ],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Confirm that a mailbox is a person's, where you know that and no mail with a code has come: what happens at their tables
    is sent there from now on."""
    with installation(data, None) as souls:
        address_id = _address_id(_known(souls, person), address)
        if not souls.people.confirm_address(person, address_id):
            raise CommandError(f"Person {person} has no address '{printable(address)}'.")
    if as_json:
        say_json({"person": person, "confirmed": address_id})
    else:
        say("It is confirmed.")


@app.command("forget", short_help="Forget a person for ever.")
def forget(
    person: PersonArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do it: it cannot be undone.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Forget a person for ever, with all that is known of them and all that they wrote. Seats that they hold are left or
    resigned first. What has happened at a table stays as it is, with the random id."""
    with installation(data, None) as souls:
        if not yes:
            souls.people.check_was_here(person)
            raise CommandError(
                f"Forgetting {person} ({souls.people.name(person)}) cannot be undone: give --yes to do it."
            )
        with notifying(souls):  # whose outbox forgets too
            souls.people.forget(person)
    if as_json:
        say_json({"person": person, "forgotten": True})
    else:
        say(f"{person} is forgotten.")


@app.command("export", short_help="Write all that is kept of a person to a file.")
def export(
    person: PersonArgument,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the JSON goes.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write all that is kept of a person to a file, as JSON: profile, tables, texts, chat, notes and the like. No token and no
    other secret is in it but those in the person's own addresses."""
    with installation(data, None) as souls:
        own: OwnData = souls.own_data
        told = own.of(person)
    written = msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"
    replaced = write_private(output, written)
    if as_json:
        say_json({"person": person, "file": str(output), "bytes": len(written), "replaced": bool(replaced)})
    else:
        say(f"Wrote all that is kept of {person} to {output} ({len(written)} bytes). {replaced}".rstrip())


def _address_id(profile: Profile, named: str) -> str:
    """The id of the mailbox that is named; of what is no mailbox here, that is the id."""
    mailbox = f"mailto:{named.removeprefix('mailto:')}".lower()
    return next((one.id for one in profile.addresses if mailbox == one.url.lower()), named)


def _known(souls: Souls, person: str) -> Profile:
    try:
        return souls.people.known(person)
    except UnknownPersonError as error:
        raise CommandError(f"Nothing is known here of person '{person}'; 'souls people' lists who is known.") from error


def _name(profile: Any) -> str:
    return profile.name if isinstance(profile, Profile) else f"({profile.reason})"


def _plain(person: str, profile: Any) -> dict[str, Any]:
    if not isinstance(profile, Profile):
        return {"person": person, "name": None, "missing": profile.reason}
    addresses = [
        {"id": one.id, "shown": one.shown, "label": one.label, "confirmed": one.is_usable} for one in profile.addresses
    ]
    told = {"person": person, "name": profile.name, "since": profile.since, "time_zone": profile.time_zone}
    return {**told, "addresses": addresses, "missing": None}


def _token_line(one: Token) -> str:
    times = [f"since {time_text(one.issued)[:10]}"]
    times += [f"until {time_text(one.expires)[:10]}"] if one.expires is not None else []
    times += [f"last used {time_text(one.used)[:13]}h"] if one.used is not None else ["never used"]
    return f"{one.id}  {one.scope}, {', '.join(times)}  {printable(one.label)}".rstrip()
