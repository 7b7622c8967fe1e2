"""`souls games` and `souls law`: what can be played, and by which rules."""

from textwrap import indent
from typing import Annotated, Any

import msgspec
import typer

from domain.table.clauses import Clause, load_law
from infra.rulebooks import Rulebooks, installed
from infra.settings import from_environment
from tools.cli.common import CommandError, JsonOption, RulebookOption, say, say_json

KERNEL = "table"


def games(rulebook: RulebookOption = None, as_json: JsonOption = False) -> None:
    """List the games that can be played, with their seats, editions and options."""
    found: list[dict[str, Any]] = [
        {
            "game": book.game,
            "title": book.title,
            "seats": [book.seats[0], book.seats[-1]],
            "editions": [edition.name for edition in book.editions],
            "options": [
                {"option": name, "default": value, "what": book.catalogue.option(name)}
                for name, value in msgspec.to_builtins(book.options()).items()
            ],
        }
        for book in _rulebooks(rulebook)
    ]
    if as_json:
        say_json({"games": found})
        return
    for game in found:
        low, high = game["seats"]
        say(f"{game['game']}: {game['title']}, {low} to {high} seats, edition {', '.join(game['editions'])}", "bold")
        for option in game["options"]:
            default = msgspec.json.encode(option["default"]).decode()
            say(f"  --option {option['option']}={default}")
            if option["what"]:
                say(f"      {option['what']}", "dim")


def law(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, or 'table' for the rules of all tables.")],
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="One clause, such as B-9.")] = None,
    open_points: Annotated[bool, typer.Option("--open-points", help="The points the texts leave open.")] = False,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell the law of a game: all its clauses, one of them, or our readings of what its texts leave open.

    The clauses of all tables (T-...) are found in every game.
    """
    book = None if game == KERNEL else _rulebooks(rulebook)[game]
    kernel = load_law("domain.table.data")
    text = kernel if book is None else book.law
    if open_points:
        register = book.register if book else ()
        if as_json:
            say_json({"game": game, "open_points": register})
            return
        for point in register:
            say(f"{point.number}. {point.question} [{', '.join(point.clauses)}]", "bold")
            say(f"   {point.reading} ({point.source})")
        return
    chosen = list(text)
    if clause is not None:
        chosen = [one for found in (text, kernel) for one in found if one.id.lower() == clause.lower()][:1]
        if not chosen:
            raise CommandError(f"The law of {game} has no clause '{clause}'; it has {', '.join(c.id for c in text)}.")
    if as_json:
        say_json({"game": game, "clauses": [{**msgspec.to_builtins(one), "hash": one.hash} for one in chosen]})
        return
    for one in chosen:
        tell_clause(one)


def tell_clause(clause: Clause) -> None:
    """A clause for people: its text, where it stands in the printed law, and the note on it."""
    say(f"{clause.id}  {clause.title}", "bold")
    say(f"      {clause.text}")
    if clause.source:
        say(f"      ({clause.source})", "dim")
    if clause.note:
        say(indent(clause.note, "      "), "dim")


def _rulebooks(named: list[str] | None) -> Rulebooks:
    return installed(from_environment(None, tuple(named or ())).rulebooks)
