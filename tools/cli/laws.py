"""`souls games` and `souls law`: what can be played, and by which rules."""

import re
from textwrap import indent
from typing import Annotated, Any, NamedTuple

import msgspec
import typer

from domain.table.clauses import Clause, Law, load_law
from domain.table.phrases import joined
from infra.nearness import nearest
from infra.rulebooks import Rulebooks, installed
from tools.cli.common import CommandError, JsonOption, RulebookOption, chosen_settings, say, say_json

KERNEL = "table"
# What ends the name of a chapter in the number of a clause.
_CHAPTER = re.compile(r"[.-]")


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
    clause: Annotated[
        str | None, typer.Argument(metavar="CLAUSE", help="One clause, such as B-9, or a chapter, such as B.")
    ] = None,
    open_points: Annotated[bool, typer.Option("--open-points", help="The points the texts leave open.")] = False,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell the law of a game: all its clauses, one of them, what a chapter has, or our readings of what its texts leave open.

    The clauses of all tables (T-...) are found in every game.
    """
    book = None if game == KERNEL else _rulebooks(rulebook)[game]
    text = load_law("domain.table.data") if book is None else book.law
    if open_points:
        register = book.register if book else ()
        if as_json:
            say_json({"game": game, "open_points": register})
            return
        for point in register:
            say(f"{point.number}. {point.question} [{', '.join(point.clauses)}]", "bold")
            say(f"   {point.reading} ({point.source})")
        return
    meant = Meant(tuple(text), ()) if clause is None else clauses_meant(game, text, clause)
    if as_json:
        chosen = meant.told or meant.below
        say_json({"game": game, "clauses": [{**msgspec.to_builtins(one), "hash": one.hash} for one in chosen]})
        return
    tell_clauses(meant)


class Meant(NamedTuple):
    """What is meant by the number of a clause: clauses to be told, and those below, of which the titles will do."""

    told: tuple[Clause, ...]
    below: tuple[Clause, ...]


def clauses_meant(game: str, law: Law, text: str) -> Meant:
    """The clause of that number, in the game's law or in that of all tables, and those of the chapter that it is."""
    clauses = tuple({one.id: one for one in (*law, *load_law("domain.table.data"))}.values())
    typed = text.lower()
    told = tuple(one for one in clauses if one.id.lower() == typed)[:1]
    below = tuple(one for one in clauses if typed and one.id.lower().startswith((f"{typed}.", f"{typed}-")))
    if told or below:
        return Meant(told, below)
    chapters = dict.fromkeys(_CHAPTER.split(one.id)[0] for one in clauses)
    known = {name.lower(): name for name in (*chapters, *(one.id for one in clauses))}
    near = [known[one] for one in nearest(typed, known, most=3)]
    hint = f"near it is {joined(near, 'or')}" if near else f"its chapters: {joined(chapters)}"
    raise CommandError(f"The law of {game} has no clause '{text}'; {hint}.")


def tell_clauses(meant: Meant) -> None:
    """What is meant, for people."""
    for one in meant.told:
        tell_clause(one)
    wide = max(map(len, (one.id for one in meant.below)), default=0)
    for one in meant.below:
        say(f"{one.id:<{wide}}  {one.title}")


def tell_clause(clause: Clause) -> None:
    """A clause for people: its text, where it stands in the printed law, and the note on it."""
    say(f"{clause.id}  {clause.title}", "bold")
    say(f"      {clause.text}")
    if clause.source:
        say(f"      ({clause.source})", "dim")
    if clause.note:
        say(indent(clause.note, "      "), "dim")


def _rulebooks(named: list[str] | None) -> Rulebooks:
    return installed(chosen_settings(None, named).rulebooks)
