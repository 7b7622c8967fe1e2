"""`souls post` and `souls notation`: commands as people write them in a forum, a chat or a mail."""

import sys
from secrets import token_hex
from typing import Annotated

import msgspec
import typer

from infra.notation import notation_of
from infra.notation.table_words import TABLE_FORMS
from infra.people.naming import named
from infra.posts import LONGEST_POST, PostOutcome, submit_post
from infra.rulebooks import installed
from infra.settings import from_environment
from tools.cli.common import (
    DataOption,
    JsonOption,
    RulebookOption,
    TableArgument,
    installation,
    printable,
    say,
    say_json,
    seat_number,
    show_raw,
    speaker,
)

_MARKS = {
    "done": "done",
    "would": "would",
    "refused": "REFUSED",
    "unread": "NOT UNDERSTOOD",
    "untried": "not tried",
    "told": "told",
}


def post(
    table: TableArgument,
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="Who posts: a seat, host or arbiter.")],
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="SEAT", help="The seat that the host posts for: a vacant one, or one whose time is over."
        ),
    ] = None,
    post_id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="The post's id: the same post twice happens once.")
    ] = None,
    expected: Annotated[
        int | None, typer.Option("--expected", metavar="V", help="The version that the post was written for.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what each command would do.")] = False,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read a whole post and let all of its commands happen, or none.

    Lines that begin with '!' or stand in a block fenced as ```souls are commands; where there are none, every line is that is
    not quoted. 'souls notation GAME' tells how commands are written.
    """
    text = sys.stdin.read(LONGEST_POST + 1)
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        outcome = submit_post(
            souls.ledger,
            table,
            speaker(found, by),
            text,
            seat=None if seat is None else seat_number(found, seat),
            post_id=post_id or token_hex(8),
            expected=expected,
            dry_run=dry_run,
        ).named(lambda sentence: named(sentence, souls.people.name))
    if as_json:
        say_json(msgspec.to_builtins(outcome))
    else:
        _tell(outcome)
    if not outcome.accepted:
        raise typer.Exit(1)


def _tell(outcome: PostOutcome) -> None:
    for number, line in enumerate(outcome.lines, 1):
        say(f"{number}  {printable(line.text)}: {_MARKS[line.status]}", "bold")
        for sentence in line.did:
            say(f"   {printable(sentence)}")
        if line.drawn:
            show_raw("\n".join(line.drawn))
        if line.sentence:
            say(f"   {printable(line.sentence)}", "yellow")
        elif line.open and line.status == "would":
            say("   What follows is decided by chance or by others.", "dim")
    for one in outcome.since:
        say(f"{one.version}  {printable(one.sentence)}", "dim")
    if not outcome.accepted:
        say(printable(outcome.sentence), "yellow")
        say("Nothing of this post has happened.", "yellow")
    elif outcome.dry_run:
        say("Nothing has happened: this was a dry run.")
    elif outcome.repeated:
        say("This post has happened before.")
    for sentence in outcome.awaited:
        say(printable(sentence))
    for form in outcome.forms:
        say(f"   {printable(form.text)}    {printable(form.sentence)}", "dim")


def notation(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, or 'table' for what can be said at any table.")],
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell how the commands of a game are typed, in posts, chats, mails and 'souls play'."""
    if game == "table":
        forms, told = TABLE_FORMS, "\n".join(f"  {form.usage}" for form in TABLE_FORMS if form.usage)
    else:
        found = notation_of(installed(from_environment(None, tuple(rulebook or ())).rulebooks)[game])
        forms, told = found.forms, found.help
    if as_json:
        typed = [{"command": form.command.__name__, "typed": form.usage} for form in forms if form.usage]
        say_json({"game": game, "forms": typed, "help": told})
        return
    say(told)
    if game == "table":
        return
    say("\nWhat can be said at any table: souls notation table", "dim")
