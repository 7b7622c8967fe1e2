"""The readable difference of two views: where, what was there, what is there. Any game's views will do.

Fields come in the view's order. What has a number or an id of its own is compared with itself; of other lists it is told
what came and what went.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from projections.disputes.parts import Change, ChangeKind
from projections.disputes.plain import plain
from projections.disputes.saying import BY_SEAT, SEATS, SILENT, Saying, label, place_of

# What tells the things of a list apart.
_KEYS = ("id", "number")
# Of each list so many are told that came, and so many that went.
MOST = 8


def difference(before: object, after: object, saying: Saying) -> tuple[Change, ...]:
    """What is different in two views, which are structs or None (before the game begins)."""
    return tuple(_Comparison(saying).compared(_tree(before), _tree(after), _Place()))


def said(change: Change) -> str:
    """A change in one line."""
    if change.kind == "changed":
        return f"{change.where}: {change.before} → {change.after}"
    return f"{change.where}: {change.kind} {change.after if change.kind == 'added' else change.before}"


class _Place(msgspec.Struct, frozen=True):
    """Where in a view something is, in words; `owner` is the seat that the next name is said to be of, `name` the field."""

    words: tuple[str, ...] = ()
    owner: str = ""
    name: str = ""

    def field(self, name: str) -> "_Place":
        word = label(name)
        return _Place((*self.words, f"{word} of {self.owner}" if self.owner else word), name=name)

    def of_seat(self, seat: str) -> "_Place":
        # The list of the seats themselves has no name that says anything: "hand of red", not "seats of red, hand".
        if self.name == "seats":
            return _Place(self.words[:-1], seat)
        return _Place((*self.words[:-1], f"{self.words[-1]} of {seat}"), name=self.name)

    def thing(self, key: str) -> "_Place":
        return _Place((*self.words[:-1], f"{self.words[-1].removesuffix('s')} {key}"))

    def entry(self, key: str) -> "_Place":
        # A word for each entry of a table, which holds what the table's name says.
        return _Place((*self.words, key), name=self.name)

    def __str__(self) -> str:
        return ", ".join((*self.words, self.owner) if self.owner else self.words) or "everything"


class _Comparison:
    def __init__(self, saying: Saying) -> None:
        self._saying = saying

    def compared(self, before: Any, after: Any, place: _Place) -> Iterator[Change]:
        """The changes below a place."""
        if before == after:
            return
        if isinstance(before, dict) and isinstance(after, dict):
            yield from self._fields(before, after, place)
        elif isinstance(before, list) and isinstance(after, list):
            yield from self._lists(before, after, place)
        elif before is None and isinstance(after, dict) and not place.words:
            yield from self._fields({}, after, place)
        else:
            yield self._changed(before, after, place)

    def _fields(self, before: dict[str, Any], after: dict[str, Any], place: _Place) -> Iterator[Change]:
        moved = place_of(before) != place_of(after)
        if moved:
            yield Change(str(place.field("place")), "changed", place_of(before) or "–", place_of(after) or "–")
        for name in dict.fromkeys((*before, *after)):
            if name in SILENT or (moved and name in ("x", "y")):
                continue
            is_entry = isinstance(before, _Entries) or isinstance(after, _Entries)
            inner = place.entry(self._saying.word(name)) if is_entry and place.words else place.field(name)
            yield from self.compared(before.get(name), after.get(name), inner)

    def _lists(self, before: list[Any], after: list[Any], place: _Place) -> Iterator[Change]:
        if place.name in BY_SEAT and all(self._saying.is_by_seat(place.name, one) for one in (before, after)):
            for seat, (one, other) in enumerate(zip(before, after, strict=True)):
                yield from self.compared(one, other, place.of_seat(self._saying.seat(seat)))
        elif key := _key_of([*before, *after]):
            yield from self._things(before, after, key, place)
        elif place.name in SEATS or place.name in BY_SEAT:
            yield self._changed(before, after, place)
        else:
            yield from self._came_and_went(before, after, place)

    def _things(self, before: list[Any], after: list[Any], key: str, place: _Place) -> Iterator[Change]:
        ours, theirs = ({one[key]: one for one in things} for things in (before, after))
        for name in dict.fromkeys((*ours, *theirs)):
            if name in ours and name in theirs:
                yield from self.compared(ours[name], theirs[name], place.thing(self._saying.value(name)))
        yield from self._told([one for one in before if one[key] not in theirs], "removed", place)
        yield from self._told([one for one in after if one[key] not in ours], "added", place)

    def _came_and_went(self, before: list[Any], after: list[Any], place: _Place) -> Iterator[Change]:
        gone, come = _without(before, after), _without(after, before)
        if not gone and not come:
            # The same things in another order.
            yield self._changed(before, after, place)
            return
        yield from self._told(gone, "removed", place)
        yield from self._told(come, "added", place)

    def _told(self, things: Sequence[Any], kind: ChangeKind, place: _Place) -> Iterator[Change]:
        counted = Counter(self._saying.value(thing, place.name) for thing in things)
        told = [words if count == 1 else f"{count} × {words}" for words, count in counted.items()]
        if len(told) > MOST:
            told[MOST:] = [f"{sum(list(counted.values())[MOST:])} more"]
        # Cards and the like are told in one line, things with a place of their own each in one.
        lines = told if isinstance(things[0] if things else None, dict) else [", ".join(told)] * bool(told)
        for words in lines:
            yield Change(str(place), kind, words if kind == "removed" else None, words if kind == "added" else None)

    def _changed(self, before: Any, after: Any, place: _Place) -> Change:
        name, value = place.name, self._saying.value
        return Change(str(place), "changed", value(before, name), value(after, name))


class _Entries(dict[str, Any]):
    """A table of a view, such as of pieces by kind; what has fields is a plain dict."""


def _tree(value: object) -> Any:
    """A view as dicts, tables of entries, lists and simple values; what has no order of its own is sorted."""
    if isinstance(value, msgspec.Struct):
        return {name: _tree(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return _Entries({str(key): _tree(value[key]) for key in sorted(value, key=str)})
    if isinstance(value, set | frozenset):
        return [_tree(one) for one in sorted(value, key=repr)]
    if isinstance(value, list | tuple):
        return [_tree(one) for one in value]
    return plain(value)


def _key_of(things: Sequence[Any]) -> str | None:
    """What tells all things of these lists apart, if they have something of the kind."""
    if not things or not all(isinstance(thing, dict) for thing in things):
        return None
    return next((key for key in _KEYS if all(isinstance(thing.get(key), int | str) for thing in things)), None)


def _without(things: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """The things that are not among the others, as often as they are more, in their order."""
    left = Counter(map(_text, others))
    found = []
    for thing in things:
        if left[_text(thing)] > 0:
            left[_text(thing)] -= 1
        else:
            found.append(thing)
    return found


def _text(thing: Any) -> bytes:
    return msgspec.json.encode(thing, order="deterministic")
