"""Opening a table from the command line: its seats, who plays them, and its options."""

import hashlib
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import get_type_hints

import msgspec
from msgspec.inspect import StructType, VarTupleType

from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import HOST
from domain.table.reading import named_twice
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.bots import BOTS
from infra.ledger import Ledger
from tools.cli.common import CommandError, insist, printable, read_file, refusal_sentence

YOU = "you"
LARGEST_VALUE = 65_536


def kinds_of_players(text: str | None, rulebook: Rulebook, *, first: str) -> list[str]:
    """Who plays the seats, from words separated by commas: you, or a kind of bot. Where nothing is said, `first` plays the
    first of as many seats as the game usually has, and greedy bots the others."""
    if text is None:
        seats = min(max(rulebook.usual_seats, rulebook.seats[0]), rulebook.seats[-1])
        return [first, *["greedy"] * (seats - 1)]
    kinds = [word.strip() for word in text.split(",")]
    for kind in kinds:
        if kind != YOU and kind not in BOTS:
            raise CommandError(f"'{kind}' is no player; players are {', '.join((YOU, *BOTS))}, separated by commas.")
    return kinds


def options_json(rulebook: Rulebook, given: Sequence[str]) -> str:
    """Table options as JSON, from words like `name=value`; the value is JSON, or else plain text, a list by commas. With
    `name=@FILE` it is the JSON in a file."""
    known = rulebook.options.__struct_fields__
    options = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise CommandError(f"An option is given as name=value, not '{word}'.")
        if name not in known:
            names = ", ".join(known) or "none"
            raise CommandError(f"{rulebook.title} has no option '{name}'; its options are: {names}.")
        options[name] = _in_file(name, value[1:]) if value.startswith("@") else _value(rulebook, name, value)
    return msgspec.json.encode(options).decode()


def _in_file(name: str, path: str) -> object:
    if not path:
        raise CommandError(f"No file is named: {name}=@FILE wants its path.")
    data = read_file(Path(path))
    if len(data) > LARGEST_VALUE:
        raise CommandError(
            f"{printable(path)} is too large for an option: {len(data)} bytes, and {LARGEST_VALUE} are allowed."
        )
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = printable(str(error).removeprefix("JSON is malformed: "))
        raise CommandError(f"{printable(path)} is not JSON: {reason}.") from error
    wrong = "null is nothing that an option could be" if value is None else named_twice(data)
    if wrong:
        raise CommandError(f"{printable(path)} cannot be used for {name}: {printable(wrong)}.")
    return value


def _value(rulebook: Rulebook, name: str, text: str) -> object:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        if text.lstrip().startswith(("[", "{")) or _lists_objects(rulebook, name):
            raise CommandError(f"{name} is not JSON: {str(error).removeprefix('JSON is malformed: ')}.") from error
        return text.split(",") if isinstance(getattr(rulebook.options(), name), tuple) else text
    twice = named_twice(text)
    if twice:
        raise CommandError(f"{name} cannot be used: {printable(twice)}.")
    return value


def _lists_objects(rulebook: Rulebook, name: str) -> bool:
    """Whether the option is a list of objects, which only JSON can say."""
    kind = msgspec.inspect.type_info(get_type_hints(rulebook.options, include_extras=True)[name])
    return isinstance(kind, VarTupleType) and isinstance(kind.item_type, StructType)


def new_person(kind: str) -> str:
    """A random person id. A bot's says which kind of bot it is, so that it can go on playing later."""
    return f"{'person' if kind == YOU else kind + '-bot'}-{secrets.token_hex(4)}"


def bot_of(person: str | None) -> str | None:
    """The kind of bot that a person id stands for, if it stands for one."""
    kind, dash, _ = (person or "").partition("-bot-")
    return kind if dash and kind in BOTS else None


def seed_bytes(seed: int) -> bytes:
    """The seed of a table whose chance follows from a known number."""
    return hashlib.sha256(f"souls seed {seed}".encode()).digest()


def open_and_begin(
    ledger: Ledger, rulebook: Rulebook, kinds: Sequence[str], options: Sequence[str], seed: int | None
) -> Table:
    """Open a table, seat everybody, and begin."""
    host = new_person(YOU)
    opened = ledger.open_table(
        rulebook.game,
        len(kinds),
        host=host,
        arbiter=host,
        options=options_json(rulebook, options),
        chance="provable" if seed is None else "seeded",
        seed=None if seed is None else seed_bytes(seed),
    )
    if isinstance(opened, Refusal):
        raise CommandError(refusal_sentence(rulebook.catalogue, opened))
    table = opened
    for seat, kind in enumerate(kinds):
        table = insist(ledger, table, seat, TakeSeat(seat, new_person(kind)))
    return insist(ledger, table, HOST, BeginGame())
