"""Phrases: what a template's fields are in words.

Besides the usual formats of Python there are:

- ``seat``, ``seats``: names of seats; ``by_seat``: a value for each seat, such as scores; ``first``: the seats ranked first;
  ``viewer``: who looks;
- ``word``: a word of the game, the id itself where it has none; ``word ROOM`` looks for ``ROOM.id`` before; an id of several
  alike, such as ``crown#2``, has the word of ``crown``;
- ``called``: what people call something of this table, or several values together, such as where it lies; where the game does
  not say, the word of ``called.ID`` for the last of them;
- ``list``, ``or``: words joined by "and" or "or"; ``list ROOM`` says each once; ``tally``: equal ones are counted;
- ``plain``: things as they are typed, ids without their words;
- ``n WORD``: a number of something, without its sign: "1 warrior", "2 warriors"; of a list its length;
- ``which WORD``: which of something: "clearing 3", "clearings 3 and 5";
- ``each``: parts of an event, each by the phrase of its type; ``each ;`` puts semicolons between; ``each FIELD`` says parts
  that differ in this field only as one, by the phrase that is called ``TYPE each``, in which the field is all their values;
- ``?yes|no``: one of two phrases, which may have fields; what is empty, zero, false or None is no;
- ``any yes|no``: the same, but 0 is something;
- ``part``: one part of an event, by the phrase of its type;
- ``mm``: micrometres in millimetres, nothing for None; ``root mm``: the root of a square of them, or the word
  ``root.None``;
- ``turn``, ``turns``: quarter turns in degrees;
- ``angle``: the direction of what has ``dx`` and ``dy``, or of these two, in degrees: 0 is east, 90 north;
- ``span``, ``spans``: minutes as days, hours and minutes; ``daytime``: from one minute of the day to another;
- ``terms``: a score explained.

A field ``a&b`` is several at once: for ``any`` whether one of them says something, for ``beside FORMAT`` each seat of the
first with what belongs to it in the second, for ``least`` the seats for which that is least, None being no number.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import Any

from domain.table.measures import degrees, millimetres, root
from domain.table.messages import ARBITER, HOST, ORIGIN, SERVER, WHOLE, Term

NOBODY = -9
SPEAKERS = {
    HOST: "the host",
    ARBITER: "the arbiter",
    SERVER: "the server",
    ORIGIN: "the origin",
    NOBODY: "nobody",
}
_COPY = re.compile(r"#\d+$")


class Phrases(Formatter):
    """The formatter of one game's texts, for seats of these names."""

    def __init__(
        self,
        seat_names: Sequence[str],
        words: Mapping[str, str],
        parts: Mapping[str, str],
        called: Callable[..., str | None] = lambda *thing: None,
    ) -> None:
        self._names, self._words, self._parts, self._known = seat_names, words, parts, called
        self._formats: dict[str, Callable[[Any], str]] = {
            "seat": self.seat,
            "viewer": self.viewer,
            "seats": lambda seats: joined(map(self.seat, seats)) or "nobody",
            "by_seat": lambda values: ", ".join(f"{self.seat(seat)} {value}" for seat, value in enumerate(values)),
            "first": lambda ranks: joined(self.seat(seat) for seat, rank in enumerate(ranks) if rank == min(ranks)),
            "terms": self._terms,
            "list": lambda items: joined(map(self.word, items)) or "none",
            "or": lambda items: joined(map(self.word, items), "or") or "none",
            "plain": lambda items: joined(map(str, items)) or "nothing",
            "tally": self._tally,
            "called": lambda thing: self.called(*(thing if isinstance(thing, _Several) else (thing,))),
            "turn": lambda quarters: f"{90 * quarters}°",
            "turns": lambda several: joined(f"{90 * quarters}°" for quarters in several) or "none",
            "each": lambda parts: joined(map(self._part, parts)) or "none",
            "each ;": lambda parts: "; ".join(map(self._part, parts)) or "none",
            "word": self.word,
            "part": self._part,
            "mm": lambda length: "" if length is None else millimetres(length),
            "root mm": lambda square: self.word(None, "root") if square is None else f"{millimetres(root(square))} mm",
            "angle": lambda way: f"{degrees(*(way if isinstance(way, _Several) else (way.dx, way.dy)))}°",
            "least": self._least,
            "span": self._span,
            "spans": lambda spans: joined(map(self._span, spans)) or "none",
            "daytime": lambda ends: " to ".join(f"{end // 60}:{end % 60:02}" for end in ends or ()),
        }
        self._with: dict[str, Callable[[Any, str], str]] = {
            "n": self._counted,
            "which": lambda items, word: f"{self._form(word, len(items))} {joined(map(self.word, items)) or 'none'}",
            "word": self.word,
            "each": self._alike,
            "list": lambda items, room: joined(dict.fromkeys(self.word(item, room) for item in items)) or "none",
            "beside": self._beside,
        }

    def of(self, template: str, thing: object) -> str:
        """The phrase for a thing, whose attributes are the template's fields."""
        return self.vformat(template, (), _Attributes(thing))

    def seat(self, seat: int | None) -> str:
        """The name of a seat, or of another who may speak at a table."""
        if seat is None or seat in SPEAKERS:
            return SPEAKERS[NOBODY if seat is None else seat]
        return self._names[seat] if 0 <= seat < len(self._names) else f"seat {seat}"

    def viewer(self, viewer: int | None) -> str:
        """Who looks at a table."""
        if viewer is None:
            return "a spectator"
        return "somebody who sees everything" if viewer == WHOLE else self.seat(viewer)

    def word(self, item: object, room: str = "") -> str:
        """The word for one of something."""
        return self._form(str(item), 1, room)

    def called(self, *thing: object) -> str:
        """What people call something of a table."""
        return self._known(*thing) or self.word(thing[-1], "called")

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in self._formats:
            return self._formats[format_spec](value)
        if format_spec.startswith("?"):
            yes, _, no = format_spec[1:].rpartition("|")
            return yes if value else no
        name, space, word = format_spec.partition(" ")
        if name == "any":
            yes, _, no = word.rpartition("|")
            return yes if _says_something(value) else no
        if space and name in self._with:
            return self._with[name](value, word)
        return str(super().format_field(value, format_spec))

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if "&" in str(key):
            return _Several(self.get_value(name, args, kwargs) for name in str(key).split("&"))
        try:
            return kwargs[str(key)]
        except KeyError:
            return "?"

    def _form(self, item: str, number: int, room: str = "") -> str:
        kind = _COPY.sub("", item)
        found = next((self._words[key] for key in (f"{room}.{kind}", item, kind) if key in self._words), item)
        one, bar, many = found.partition("|")
        return many if bar and number != 1 else one

    def _counted(self, value: Any, word: str) -> str:
        number = abs(value) if isinstance(value, int) else len(value)
        return f"{number} {self._form(word, number)}"

    def _span(self, minutes: int) -> str:
        hours, rest = divmod(abs(minutes), 60)
        days, hours = divmod(hours, 24)
        said = [self._counted(n, word) for n, word in ((days, "day"), (hours, "hour"), (rest, "minute")) if n]
        return ("-" if minutes < 0 else "") + (" ".join(said) or self._counted(0, "minute"))

    def _tally(self, items: Iterable[object]) -> str:
        return joined(f"{count} {self._form(str(item), count)}" for item, count in Counter(items).items()) or "nothing"

    def _part(self, part: object) -> str:
        template = self._parts.get(type(part).__name__)
        return self.word(part) if template is None else self.of(template, part)

    def _alike(self, parts: Iterable[Any], field: str) -> str:
        groups: dict[tuple[object, ...], list[Any]] = {}
        for part in parts:
            rest = (getattr(part, name) for name in part.__struct_fields__ if name != field)
            groups.setdefault((type(part), *rest), []).append(part)
        said = [self._part(group[0]) if len(group) == 1 else self._several(group, field) for group in groups.values()]
        # What is one phrase for several has an "and" of its own.
        return ("; ".join(said) if len(said) < sum(map(len, groups.values())) else joined(said)) or "none"

    def _several(self, parts: Sequence[Any], field: str) -> str:
        first = parts[0]
        template = self._parts.get(f"{type(first).__name__} each")
        if template is None:
            return joined(map(self._part, parts))
        fields = {name: getattr(first, name) for name in first.__struct_fields__}
        return self.vformat(template, (), fields | {field: tuple(getattr(part, field) for part in parts)})

    def _beside(self, several: Sequence[Sequence[Any]], form: str) -> str:
        seats, values = several
        return ", ".join(f"{self.seat(n)} {self.format_field(v, form)}" for n, v in zip(seats, values, strict=True))

    def _least(self, several: Sequence[Sequence[Any]]) -> str:
        seats, values = several
        least = min((value for value in values if value is not None), default=None)
        there = [seat for seat, value in zip(seats, values, strict=True) if value == least]
        return joined(map(self.seat, there if least is not None else ())) or "nobody"

    def _terms(self, terms: Sequence[Term]) -> str:
        return " + ".join(f"{t.count} {self._form(t.label, t.count)} × {t.factor}" for t in terms)


class _Several(tuple[Any, ...]):
    """The values of several fields at once."""


def _says_something(value: object) -> bool:
    return any(not (one is None or one is False or one in ("", ())) for one in _each(value))


def _each(value: object) -> tuple[object, ...]:
    return value if isinstance(value, _Several) else (value,)


class _Attributes(Mapping[str, Any]):
    """The attributes of a thing, as a template's fields."""

    def __init__(self, thing: object) -> None:
        self._thing = thing

    def __getitem__(self, name: str) -> Any:
        try:
            return getattr(self._thing, name)
        except AttributeError as error:
            raise KeyError(name) from error

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0


def joined(items: Iterable[str], conjunction: str = "and") -> str:
    """Words as a list in a sentence; nothing where there are none."""
    *others, last = tuple(items) or ("",)
    return f"{', '.join(others)} {conjunction} {last}" if others else last
