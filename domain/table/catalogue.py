"""The catalogue: turns codes and arguments into sentences, in the reader's language, at the edge.

A template is Python's format syntax over an event's fields or a refusal's arguments. Besides the usual ones there are the
formats ``seat`` and ``seats`` (names of seats), ``terms`` (a score explained), ``list``, ``word``, ``pieces`` (whose pieces),
and ``declared`` (" as X", or nothing).
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

import msgspec

from domain.table.messages import ARBITER, HOST, SERVER, Event, Term
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal

SPEAKERS = {HOST: "the host", ARBITER: "the arbiter", SERVER: "the server", -4: "nobody"}


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A data file of sentences: by refusal code, event type, kind of prompt (for who is awaited, and for who
    orders in advance) and table option; and single words."""

    language: str
    refusals: dict[str, str]
    events: dict[str, str]
    prompts: dict[str, str] = {}
    words: dict[str, str] = {}
    options: dict[str, str] = {}
    orders: dict[str, str] = {}


@cache
def load_texts(package: str, language: str = "en") -> Texts:
    """The texts in `texts-<language>.json` of a package of data files."""
    return msgspec.json.decode((resources.files(package) / f"texts-{language}.json").read_bytes(), type=Texts)


class Catalogue:
    """The sentences of one game, with the kernel's own behind them."""

    def __init__(self, texts: Texts, seat_names: Sequence[str]) -> None:
        own = load_texts("domain.table.data", texts.language)
        self._refusals = {**own.refusals, **texts.refusals}
        self._events = {**own.events, **texts.events}
        self._prompts = {**own.prompts, **texts.prompts}
        self._words = {**own.words, **texts.words}
        self._options = texts.options
        self._orders = texts.orders
        self._formatter = _Formatter(seat_names, self._words)

    def named(self, names: tuple[str, ...]) -> "Catalogue":
        """The same sentences with other names of the seats; the texts are shared."""
        twin = copy(self)
        twin._formatter = _Formatter(names, self._words)
        return twin

    def seat(self, seat: int) -> str:
        """The name of a seat, or of another who may speak at a table."""
        return self._formatter.seat(seat)

    def word(self, word: str) -> str:
        """A single word of the game, such as a kind of piece."""
        return self._words.get(word, word)

    def refusal(self, refusal: Refusal) -> str:
        """The sentence for a refusal. A code without one still says its code and arguments."""
        template = self._refusals.get(refusal.code)
        return self._render(template, refusal.code, refusal.arguments)

    def event(self, event: Event) -> str:
        """The sentence for an event."""
        name = type(event).__name__
        fields = {field: getattr(event, field) for field in event.__struct_fields__}
        if hasattr(event, "points"):
            fields["points"] = event.points
        return self._render(self._events.get(name), name, fields)

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
        sentence = self._formatter.vformat(template, (), arguments)
        return sentence[:1].upper() + sentence[1:]


class _Formatter(Formatter):
    def __init__(self, seat_names: Sequence[str], words: Mapping[str, str]) -> None:
        self._names, self._words = seat_names, words
        self._formats: dict[str, Callable[[Any], str]] = {
            "seat": self.seat,
            "seats": lambda seats: self._joined([self.seat(seat) for seat in seats]),
            "terms": self._terms,
            "list": lambda items: (
                self._joined([str(self._words.get(str(item), item)) for item in items]) if items else "none"
            ),
            "declared": lambda item: f" as {item}" if item else "",
            "pieces": lambda pieces: self._joined([self.seat(p.seat) for p in pieces]),
            "word": lambda item: str(self._words.get(str(item), item)),
        }

    def seat(self, seat: int) -> str:
        if seat in SPEAKERS:
            return SPEAKERS[seat]
        return self._names[seat] if 0 <= seat < len(self._names) else f"seat {seat}"

    def format_field(self, value: Any, format_spec: str) -> str:
        named = self._formats.get(format_spec)
        return named(value) if named else str(super().format_field(value, format_spec))

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "?")

    def _terms(self, terms: Sequence[Term]) -> str:
        return " + ".join(f"{t.count} {self._words.get(t.label, t.label)} × {t.factor}" for t in terms)

    @staticmethod
    def _joined(items: Sequence[str]) -> str:
        return ", ".join(items[:-1]) + (" and " if len(items) > 1 else "") + items[-1] if items else "nobody"


KERNEL_CATALOGUE = Catalogue(load_texts("domain.table.data"), ())
"""The sentences of the kernel alone, for refusals that meet no game."""
