"""What somebody may have meant who wrote a name that there is not."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process

ALIKE = 70
LONGEST = 100


def nearest(typed: str, known: Iterable[str], *, most: int = 1, alike: float = ALIKE) -> list[str]:
    """The names that are most like what was typed, the nearest first, capitals or not; none where no name is so much like it
    (of 100)."""
    found = process.extract(
        typed[:LONGEST],
        list(dict.fromkeys(known)),
        scorer=fuzz.ratio,
        processor=str.lower,
        limit=most,
        score_cutoff=alike,
    )
    return [name for name, _, _ in found]
