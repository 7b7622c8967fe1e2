"""`souls notify` and `souls mail`: telling people what happens, and taking in what they answer, by hand or by cron.

What sends and receives is loaded only when it is asked for: the other commands are to start fast.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace

from infra.clock import now
from infra.embedded import EmbeddedServerError
from infra.keyring import KeyringError
from infra.people.profile import Profile
from infra.rulebooks import RulebookError
from infra.service_settings import service_settings_from
from infra.settings import SettingsError
from infra.wiring import Souls
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    LaterError,
    RulebookOption,
    TableArgument,
    chosen_settings,
    installation,
    printable,
    say,
    say_json,
    seat_number,
    show_raw,
    write_private,
)
from tools.cli.writing import time_text

if TYPE_CHECKING:
    from infra.notify import DeadLetter, Notifier
    from infra.notify.inbound import Taken

LONGEST_ROUND = 60.0
"""Seconds that `once` waits for channels."""

_NOT_THE_MAILS_FAULT = (EmbeddedServerError, KeyringError, PersistenceError, RulebookError, SettingsError)

app = typer.Typer(
    help="Tell people what happens at their tables: send what is due, look after what could not be sent.",
    rich_markup_mode=None,
)
mail_app = typer.Typer(help="Take in what people answer by mail.", rich_markup_mode=None)


@contextmanager
def notifying(souls: Souls) -> Iterator["Notifier"]:
    """A notifier of this installation."""
    from infra.notify import Notifier

    settings = service_settings_from(os.environ, souls.settings.config)
    with Notifier(souls, souls.people, settings, now) as notifier:
        yield notifier


@app.command("once", short_help="Follow the log, and send what is due.")
def once(data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False) -> None:
    """Look at what is new at all tables, and send what is to be sent now. For cron: again does no harm."""
    with installation(data, rulebook) as souls, notifying(souls) as notifier:
        changed = notifier.follow()
        again = notifier.deliver(LONGEST_ROUND)
        dead = len(notifier.dead_letters())
        spoiled = {table: why for follower in notifier.followers for table, why in follower.spoiled.items()}
    if as_json:
        say_json({"changed": changed, "again": again, "dead": dead, "spoiled": spoiled})
        return
    say(f"{changed} messages were put into the outbox or taken out of it.")
    say("Nothing waits to be sent." if again is None else f"There is something to send at {time_text(again)} (UTC).")
    if dead:
        say(f"{dead} messages could not be sent: 'souls notify dead' lists them.", "yellow")
    for table, why in spoiled.items():
        say(f"{table}: its people are told nothing: {why}", "yellow")


@app.command("dead", short_help="List what could not be sent; try it again, or drop it.")
def dead(
    requeue: Annotated[str | None, typer.Option("--requeue", metavar="ID", help="Try this one again.")] = None,
    drop: Annotated[str | None, typer.Option("--drop", metavar="ID", help="Throw this one away.")] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the messages that were given up, each with what went wrong last; or see to one of them."""
    if requeue is not None and drop is not None:
        raise CommandError("Choose one of --requeue and --drop.")
    with installation(data, rulebook) as souls, notifying(souls) as notifier:
        if requeue is not None and not notifier.requeue(requeue):
            raise CommandError(f"No message that was given up is called '{printable(requeue)}'.")
        if drop is not None and not notifier.drop(drop):
            raise CommandError(f"No message that was given up is called '{printable(drop)}'.")
        letters = notifier.dead_letters()
    if as_json:
        say_json({"dead": letters})
        return
    for letter in letters:
        say(_told(letter))
    if not letters:
        say("Every message could be sent, or is still tried.")


def _told(letter: "DeadLetter") -> str:
    what = f"{letter.kind} {letter.about}".strip()
    tries = f"{letter.attempts} {'try' if letter.attempts == 1 else 'tries'}"
    return f"{letter.id}\n  {time_text(letter.at)}  {letter.person}: {what}; {tries}: {letter.error}"


@app.command("preview", short_help="Show the message that would be sent now.")
def preview(
    table: TableArgument,
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="The seat that is awaited.")],
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Write the picture to a file.")] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the page to a file.")] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
) -> None:
    """Show the message that a seat would be sent now about what is awaited of it. Nothing is sent."""
    from infra.notify.message import as_text
    from infra.notify.page import page

    with installation(data, rulebook) as souls, notifying(souls) as notifier:
        found = souls.ledger.current(table)
        number = seat_number(found, seat)
        person = found.seats[number].person
        known = None if person is None else souls.people.profile(person)
        profile = known or Profile(person or "nobody", "Nobody")
        if png is not None:
            profile = replace(profile, notices=replace(profile.notices, picture=True), tables={})
        message = notifier.preview(table, number, profile)
        if message is None:
            raise CommandError(f"Nothing is awaited of {found.catalogue.seat(number)}.")
    say(f"Subject: {printable(message.subject)}", "bold")
    show_raw(as_text(message))
    if html is not None:
        write_private(html, page(message).encode())
        say(f"Page: {html}")
    if png is not None:
        if not message.pictures:
            raise CommandError("There is no picture yet: the game has not begun.")
        write_private(png, message.pictures[0])
        say(f"Picture: {png}")


@mail_app.command("take-in", short_help="Take in one mail from standard input.")
def take_in(
    to: Annotated[
        list[str] | None, typer.Option("--to", metavar="MAILBOX", help="A mailbox of the envelope; may be repeated.")
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take in one mail from standard input, as a mail server hands it over. The answer goes into the outbox.

    The exit code is 0 where the mail needs no more: its writer is answered, or it was dropped. It is 75 (EX_TEMPFAIL) where
    the mail is to be handed over again: the store or people's keys are away, or the settings cannot be used. A mail that comes
    twice does its work once.
    """
    raw = sys.stdin.buffer.read() if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
    try:
        with installation(data, rulebook) as souls, notifying(souls) as notifier:
            taken = notifier.inbound.take_in(raw, tuple(to or ()))
    except _NOT_THE_MAILS_FAULT as error:
        raise LaterError(str(error)) from error
    _say_taken([taken], as_json)


@mail_app.command("poll", short_help="Ask the mailbox once.")
def poll(data: DataOption = None, rulebook: RulebookOption = None, as_json: JsonOption = False) -> None:
    """Take in all mails of the mailbox that are not marked as seen, and mark them."""
    from infra.notify.mailbox import MailboxError, place_of, take_unseen

    settings = chosen_settings(data, rulebook)
    mail = service_settings_from(os.environ, settings.config).mail
    if mail is None or mail.imap is None:
        raise CommandError("The settings name no mailbox: 'imap' in [service.mail].")
    try:
        place = place_of(mail.imap)
    except ValueError as error:
        raise CommandError(f"The setting 'imap' cannot be used: {error}.") from error
    with installation(data, rulebook) as souls, notifying(souls) as notifier:
        try:
            taken = take_unseen(place, notifier.inbound.take_in)
        except MailboxError as error:
            raise CommandError(str(error)) from error
    _say_taken(taken, as_json)


def _say_taken(taken: list["Taken"], as_json: bool) -> None:
    if as_json:
        say_json({"taken": taken})
    else:
        for one in taken:
            say(printable(f"{one.table or 'nobody'}: {one.status}{f': {one.why}' if one.why else ''}"))
            for line in one.lines:
                say(f"  {printable(line)}")
        if not taken:
            say("There is no new mail.")
