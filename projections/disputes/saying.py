"""Values of a view or a command in words: seats by name, ids by the catalogue's words, cells as pairs, long ones shortened.

Views are the games' own. What a field means is told by its name, by the conventions that all games here keep; of another
name it is said as it is.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.table.catalogue import Catalogue

# Fields that hold a seat, or several; a number below 0 is nobody.
SEATS = frozenset((
    "seat", "active", "awaited", "first", "owner", "ruler", "attacker", "defender", "target", "voted", "voters", "accepted",
    "confirmed", "flicked_off", "player", "other_seat",
))  # fmt: skip
# Fields that hold one value for each seat, in their order.
BY_SEAT = frozenset((
    "seats", "scores", "score", "supplies", "goods", "ranking", "hands", "markers", "warriors", "deities", "corners",
    "presence", "points",
))  # fmt: skip
# What a thing is, said before everything else of it.
_NAMES = ("tile", "piece", "disc", "card", "kind", "id", "name")
# What says nothing to people: who looks, and indices into other lists.
SILENT = frozenset(("viewer", "placed", "command"))
NOTHING = "–"
LONGEST = 80


class Saying:
    """How the seats and things of one table are called."""

    def __init__(self, catalogue: Catalogue, seats: int) -> None:
        self._catalogue, self._seats = catalogue, seats

    def word(self, name: str) -> str:
        """The catalogue's word for a kind of thing."""
        return self._catalogue.word(name)

    def seat(self, seat: int) -> str:
        """A seat's name; nobody's for what is none."""
        return self._catalogue.seat(seat) if 0 <= seat < self._seats else "nobody"

    def is_by_seat(self, name: str, values: object) -> bool:
        """Whether a field of that name has a value for each seat here."""
        return name in BY_SEAT and isinstance(values, list) and len(values) == self._seats

    def value(self, value: Any, name: str = "") -> str:
        """A value of plain data, as a field of that name holds it, in at most `LONGEST` characters."""
        said = self._said(value, name)
        return said if len(said) <= LONGEST else said[: LONGEST - 1].rstrip() + "…"

    def _said(self, value: Any, name: str) -> str:
        if value is None or value in ("", [], {}):
            return NOTHING
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return self.seat(value) if name in SEATS else str(value)
        if isinstance(value, Mapping):
            return self._thing(value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return self._list(value, name)
        return self._catalogue.word(str(value))

    def _list(self, values: Sequence[Any], name: str) -> str:
        if self.is_by_seat(name, values):
            return ", ".join(f"{self.seat(seat)} {self._said(value, '')}" for seat, value in enumerate(values))
        return ", ".join(
            f"({said})" if isinstance(one, list) else said for one in values if (said := self._said(one, name))
        )

    def _thing(self, fields: Mapping[str, Any]) -> str:
        """A thing by what it is, whose, and where; then the rest of what it says of itself."""
        lead = next((name for name in _NAMES if isinstance(fields.get(name), str) and fields[name]), None)
        seat, place = fields.get("seat"), place_of(fields)
        head = [self._said(fields[lead], lead)] if lead else []
        head += [f"of {self.seat(seat)}"] if isinstance(seat, int) and seat >= 0 else []
        head += [f"at {place}"] if place else []
        told = {lead, "seat", *SILENT, *(("x", "y") if place else ())}
        rest = [
            f"{label(name)} {self._said(value, name)}"
            for name, value in fields.items()
            if name not in told and value is not False and value not in (None, "", [], {})
        ]
        return ", ".join([" ".join(head), *rest] if head else rest) or NOTHING


def label(name: str) -> str:
    """What a field is called: its name in words."""
    return name.replace("_", " ")


def place_of(fields: Mapping[str, Any]) -> str:
    """The cell or point of a thing that has one."""
    x, y = fields.get("x"), fields.get("y")
    return f"({x}, {y})" if isinstance(x, int) and isinstance(y, int) else ""
