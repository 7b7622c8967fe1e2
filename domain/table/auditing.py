"""Audits: what a game finds when it computes anew what an event says was computed once, and was stored with its outcome.

Replaying never computes it, and an audit that fails changes nothing of the game: what is recorded is what happened.
"""

from typing import Any

import msgspec


class Audited(msgspec.Struct, frozen=True):
    """Something that an event says has been computed again, or cannot be.

    `proof` is a word of the catalogue for how many of its kind came out as they are recorded. Where this one did not,
    `differs` is the first thing in the event that is different, with what is `recorded` and what is `computed`. Where it
    cannot be computed here, `unknown` is a word of the catalogue for how many cannot, and why.
    """

    proof: str
    differs: str = ""
    recorded: Any = None
    computed: Any = None
    unknown: str = ""


def compared(proof: str, recorded: msgspec.Struct, computed: msgspec.Struct) -> Audited:
    """What comparing two structs of a type shows: the first field that differs, and of a list the first element."""
    for name in recorded.__struct_fields__:
        one, other = getattr(recorded, name), getattr(computed, name)
        if one != other:
            return _difference(proof, name, one, other)
    return Audited(proof)


def _difference(proof: str, where: str, one: Any, other: Any) -> Audited:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        n = next(n for n, (mine, its) in enumerate(zip(one, other, strict=True)) if mine != its)
        return _difference(proof, f"{where}[{n}]", one[n], other[n])
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        name = next(name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name))
        return _difference(proof, f"{where}.{name}", getattr(one, name), getattr(other, name))
    return Audited(proof, where, one, other)
