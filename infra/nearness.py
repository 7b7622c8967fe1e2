"""What somebody may have meant who wrote a name that there is not."""

from collections.abc import Iterable

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

ALIKE = 70
LONGEST = 100
# Two letters that have changed places make no other word; a beginning of a name is less like it than the whole.
CHANGED_PLACES = 90.0
BEGINNING = 0.95
SHORTEST_BEGINNING = 3


def nearest(typed: str, known: Iterable[str], *, most: int = 1, alike: float = ALIKE) -> list[str]:
    """The names that are most like what was typed, the nearest first, capitals or not; none where no name is so much like it
    (of 100)."""
    found = {name: _likeness(_plain(typed[:LONGEST]), _plain(name)) for name in known}
    return sorted((name for name in found if found[name] >= alike), key=lambda name: -found[name])[:most]


def _plain(name: str) -> str:
    return name.lower().replace("-", " ")


def _likeness(typed: str, name: str) -> float:
    """How much one is like the other, up to 100: as a whole, as the beginning of it, or but for letters that changed places."""
    whole = fuzz.ratio(typed, name)
    if sorted(typed) == sorted(name) and OSA.distance(typed, name) <= 1:
        return max(whole, CHANGED_PLACES)
    if SHORTEST_BEGINNING <= len(typed) < len(name):
        return max(whole, BEGINNING * fuzz.ratio(typed, name[: len(typed)]))
    return whole
