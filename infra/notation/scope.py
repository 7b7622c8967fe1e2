"""Who types at which table, what may be done there now, and how far a line was understood."""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice, product
from typing import Any

from domain.table.lifecycle import Phase
from domain.table.messages import Command
from domain.table.offers import Offer, OneOf, RuledOffer, SomeOf
from domain.table.table import Table
from infra.notation.typed import Token

# What is said where nothing else is known to be wrong.
MORE = "there is more than is understood"
# Of what may be done, so many commands are looked through for one that a line leaves open.
MOST_LOOKED_AT = 20_000


class Scope:
    """A speaker at a table: a seat, or `HOST` or `ARBITER`. What a seat does not see is not asked here, but for what the game's
    rules offer it."""

    def __init__(self, table: Table, speaker: int) -> None:
        self.table, self.speaker = table, speaker

    @property
    def game(self) -> Any:
        """The game's state: only what the seat sees of it may be used."""
        return self.table.game

    @cached_property
    def awaited(self) -> tuple[str, ...]:
        """The names of the commands that the speaker may give in the game now."""
        prompts = self.table.prompts if self.table.phase is Phase.BEGUN else ()
        return tuple(dict.fromkeys(name for one in prompts if one.seat == self.speaker for name in one.commands))

    @cached_property
    def offers(self) -> list[Offer]:
        """What the game offers the speaker now."""
        if not self.awaited:
            return []
        return [offer for offer in self.table.rulebook.legal(self.game, self.speaker) if offer.rows]

    @cached_property
    def offered(self) -> frozenset[str]:
        """The names of the commands of which the game offers the speaker one now."""
        return frozenset(offer.command.__name__ for offer in self.offers)

    def is_offered(self, command: Command) -> bool:
        return any(offer.contains(command) for offer in self.offers)

    def offered_values(self, command: type[Command], field: str) -> Iterator[object]:
        """The values that a field of a command may have now, as far as they can be listed."""
        for offer in self.offers:
            if offer.command is not command:
                continue
            if field in offer.fields:
                at = offer.fields.index(field)
                yield from dict.fromkeys(row[at] for row in islice(offer.rows, MOST_LOOKED_AT))
            choice = offer.free.get(field)
            if isinstance(choice, OneOf | SomeOf):
                yield from dict.fromkeys(choice.values)

    def completions(self, command: type[Command], said: dict[str, Any]) -> list[Command]:
        """The offered commands that say what was said and leave nothing open."""
        found: dict[Command, None] = {}
        for offer in self.offers:
            if offer.command is command and not isinstance(offer, RuledOffer) and offer.size <= MOST_LOOKED_AT:
                found |= dict.fromkeys(_fitting(offer, said))
        return list(found)


class Attempt:
    """A line that is read: its words, and the farthest that any form came in it, with what was missing there. `opened`: the
    command, and how it is typed, that it says but for what it leaves open, which nothing that can be done now completes."""

    def __init__(self, scope: Scope, line: str, tokens: list[Token]) -> None:
        self.scope, self.line, self.tokens = scope, line, tokens
        self.at = -1
        self.missing: list[str] = []
        self.opened: tuple[type[Command], str] | None = None

    def miss(self, at: int, what: str) -> None:
        """Say what was looked for at a word and not found; what is farthest counts. That there is more says little: it gives
        way to what is wrong with the word before."""
        if what == MORE:
            at = max(at - 1, 1)
        if at > self.at:
            self.at, self.missing = at, []
        if at == self.at and what not in self.missing:
            self.missing.append(what)

    def typed(self, at: int) -> str:
        """A word as it was typed, nothing behind the last."""
        return self.tokens[at].typed if at < len(self.tokens) else ""

    def word(self, at: int) -> str:
        """A word as it is compared, nothing behind the last."""
        return self.tokens[at].word if at < len(self.tokens) else ""


def _fitting(offer: Offer, said: dict[str, Any]) -> Iterator[Command]:
    names = (*offer.fields, *offer.free)
    if not set(said) <= set(names):
        return
    fixed = [(at, said[name]) for at, name in enumerate(offer.fields) if name in said]
    for row in offer.rows:
        if any(row[at] != value for at, value in fixed):
            continue
        choices = ((said[name],) if name in said else tuple(choice.all()) for name, choice in offer.free.items())
        for chosen in product(*choices):
            command = offer.command(**dict(zip(names, (*row, *chosen), strict=True)))
            if offer.contains(command):
                yield command
