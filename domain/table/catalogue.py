"""The catalogue: turns codes and arguments into sentences, in the reader's language, at the edge.

A template is Python's format syntax over what an event or a command says, or a refusal's arguments, with the formats of
`domain.table.phrases`.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from domain.table.messages import Command, Event
from domain.table.phrases import Phrases
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A data file of sentences: by refusal code, event type, kind of prompt (for who is awaited, and for who
    orders in advance) and table option; phrases: by type of command, for a list of choices, and by type of the parts that
    events and commands hold; single words, with their plural behind a bar: ``roost|roosts``; and examples of what can be
    typed where the game is played in a terminal, each with what it means."""

    language: str = "en"
    refusals: dict[str, str] = {}
    events: dict[str, str] = {}
    prompts: dict[str, str] = {}
    words: dict[str, str] = {}
    options: dict[str, str] = {}
    orders: dict[str, str] = {}
    commands: dict[str, str] = {}
    parts: dict[str, str] = {}
    examples: dict[str, str] = {}


@cache
def load_texts(package: str, language: str = "en") -> Texts:
    """The texts in `texts-<language>.json` of a package of data files."""
    return msgspec.json.decode((resources.files(package) / f"texts-{language}.json").read_bytes(), type=Texts)


MOST_NAMED = 200


class Catalogue:
    """The sentences of one game, with the kernel's own behind them."""

    def __init__(self, texts: Texts, seat_names: Sequence[str]) -> None:
        own = load_texts("domain.table.data", texts.language)
        self._refusals = {**own.refusals, **texts.refusals}
        self._events = {**own.events, **texts.events}
        self._prompts = {**own.prompts, **texts.prompts}
        self._words = {**own.words, **texts.words}
        self._options = texts.options
        self._orders = {**own.orders, **texts.orders}
        self.examples = texts.examples
        self._commands = texts.commands
        self._parts = {**own.parts, **texts.parts}
        self._names = tuple(seat_names)
        self._phrases = Phrases(self._names, self._words, self._parts)
        self._named: dict[tuple[str, ...], Catalogue] = {}

    def named(self, names: tuple[str, ...]) -> "Catalogue":
        """The same sentences with other names of the seats; the texts are shared, and so are equally named ones."""
        found = self._named.get(names)
        if found is None:
            found = copy(self)
            found._names = names
            found._phrases = Phrases(names, self._words, self._parts)
            if len(self._named) < MOST_NAMED:
                self._named[names] = found
        return found

    def knowing(self, called: Callable[..., str | None]) -> "Catalogue":
        """The same sentences, with what people call the things of one table, where the game says so."""
        found = copy(self)
        found._phrases = Phrases(self._names, self._words, self._parts, called)
        return found

    def seat(self, seat: int) -> str:
        """The name of a seat, or of another who may speak at a table."""
        return self._phrases.seat(seat)

    def word(self, word: str, room: str = "") -> str:
        """A single word of the game, such as a kind of piece; `room.word` goes first."""
        return self._phrases.word(word, room)

    def called(self, *thing: object) -> str:
        """What people call a thing of the table, such as where on the board it lies."""
        return self._phrases.called(*thing)

    def count(self, number: int, word: str) -> str:
        """A number of something, by its word of the game."""
        return self._phrases.format_field(number, f"n {word}")

    def span(self, minutes: int) -> str:
        """A span of time in days, hours and minutes."""
        return self._phrases.format_field(minutes, "span")

    def refusal(self, refusal: Refusal) -> str:
        """The sentence for a refusal. A code without one still says its code and arguments."""
        template = self._refusals.get(refusal.code)
        return self._render(template, refusal.code, refusal.arguments)

    def event(self, event: Event) -> str:
        """The sentence for an event."""
        name = type(event).__name__
        template = self._events.get(name)
        return self._capital(self._phrases.of(template, event)) if template is not None else self._bare(name, event)

    def command(self, command: Command) -> str | None:
        """The words for a command among others that can be chosen; None where the game has none for it."""
        template = self._commands.get(type(command).__name__)
        return self._phrases.of(template, command) if template is not None else None

    def part(self, part: object) -> str:
        """The words for a part of an event or of a command, such as a remedy."""
        return self._phrases.format_field(part, "part").strip()

    def prompt(self, prompt: Prompt) -> str:
        """The sentence that tells a seat what is awaited of it."""
        return self._render(self._prompts.get(prompt.kind), prompt.kind, {"seat": prompt.seat})

    def option(self, name: str) -> str:
        """The sentence that explains a table option."""
        return self._options.get(name, "")

    def order(self, kind: str) -> str:
        """The sentence that explains what may be ordered in advance for a kind of prompt."""
        return self._orders.get(kind, "")

    def missing(self, refusals: Sequence[str], events: Sequence[type[Event]]) -> list[str]:
        """The codes and event types that have no sentence, for a test."""
        return [code for code in refusals if code not in self._refusals] + [
            event.__name__ for event in events if event.__name__ not in self._events
        ]

    def _render(self, template: str | None, name: str, arguments: Mapping[str, Any]) -> str:
        if template is None:
            return name + "".join(f" {key}={value}" for key, value in arguments.items())
        return self._capital(self._phrases.vformat(template, (), arguments))

    def _bare(self, name: str, event: Event) -> str:
        fields = {field: getattr(event, field) for field in event.__struct_fields__}
        if hasattr(event, "points"):
            fields["points"] = event.points
        return self._render(None, name, fields)

    @staticmethod
    def _capital(sentence: str) -> str:
        return sentence[:1].upper() + sentence[1:]


KERNEL_CATALOGUE = Catalogue(load_texts("domain.table.data"), ())
"""The sentences of the kernel alone, for refusals that meet no game."""
