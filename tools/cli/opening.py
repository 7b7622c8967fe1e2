"""Opening a table from the command line: its seats, who plays them, and its options."""

import hashlib
from collections.abc import Sequence

from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import HOST, Command
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.bots import BOTS, new_bot_id
from infra.ledger import Ledger
from infra.people.profile import new_person_id
from tools.cli.common import CommandError, RefusedError, insist
from tools.cli.options import options_json

YOU = "you"


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


def new_person(kind: str) -> str:
    """A random person id; a bot's says which kind of bot it is."""
    return new_person_id() if kind == YOU else new_bot_id(kind)


def seed_bytes(seed: int) -> bytes:
    """The seed of a table whose chance follows from a known number."""
    return hashlib.sha256(f"souls seed {seed}".encode()).digest()


def open_and_begin(
    ledger: Ledger,
    rulebook: Rulebook,
    kinds: Sequence[str],
    options: Sequence[str],
    seed: int | None,
    arranged: Sequence[Command] = (),
) -> Table:
    """Open a table, seat everybody, arrange how disputes are settled and how time runs where that is said, and begin."""
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
        raise RefusedError(rulebook.catalogue, opened, game=rulebook.game)
    table = opened
    for seat, kind in enumerate(kinds):
        table = insist(ledger, table, seat, TakeSeat(seat, new_person(kind)))
    for command in arranged:
        table = insist(ledger, table, HOST, command)
    return insist(ledger, table, HOST, BeginGame())
