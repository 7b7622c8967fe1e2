"""Discs that lie on the mat, what lies on what (FF-2.2), and overlaps, all in exact integers.

A disc is *ground* if it lies on no other (`on` is None); the rest are riders, and `on` names a ground disc. Ground discs do
not overlap but for the micrometres that rounding leaves (physics 7).
"""

from collections.abc import Iterable, Mapping

import msgspec

STEP_EAST = 1000


class Disc(msgspec.Struct, frozen=True, gc=False):
    """A disc by id: its centre and radius in um, and its inverse mass in quarters, 0 where nothing moves it (physics 2)."""

    id: str
    x: int
    y: int
    radius: int
    inv_mass_quarters: int
    on: str | None = None


Lying = Mapping[str, Disc]
"""All discs on the mat, by id."""


def overlaps(one: Disc, other: Disc) -> bool:
    """Whether two discs overlap; touching is none (D-1)."""
    dx, dy, reach = one.x - other.x, one.y - other.y, one.radius + other.radius
    return dx * dx + dy * dy < reach * reach


def base_of(disc: Disc, lying: Lying) -> Disc:
    """FF-2.2: the disc whose position counts for this one: what it lies on, or itself."""
    return disc if disc.on is None else lying[disc.on]


def riders_of(base: str, lying: Lying) -> list[Disc]:
    """The discs that lie on a ground disc, by id."""
    return sorted((disc for disc in lying.values() if disc.on == base), key=_id)


def ground(lying: Lying) -> tuple[Disc, ...]:
    """The ground discs in canonical order (physics 4). One that carries what nothing moves is not moved either (D-6)."""
    held = {disc.on for disc in lying.values() if disc.on is not None and disc.inv_mass_quarters == 0}
    return tuple(
        msgspec.structs.replace(disc, inv_mass_quarters=0) if disc.id in held else disc
        for disc in sorted(lying.values(), key=_id)
        if disc.on is None
    )


def base_under(disc: Disc, others: Iterable[Disc]) -> str | None:
    """D-5, physics 2: the overlapped ground disc with the nearest centre (tie: lowest id), or None."""
    beneath = [
        ((disc.x - other.x) ** 2 + (disc.y - other.y) ** 2, other.id)
        for other in others
        if other.on is None and other.id != disc.id and overlaps(disc, other)
    ]
    return min(beneath)[1] if beneath else None


def settle(lying: Lying) -> dict[str, str | None]:
    """D-3, physics 2: where riders drop to whose base is no longer on the mat, by id in ascending order: onto the ground disc
    that they then overlap, or onto the mat. One that has dropped onto the mat is ground for the next."""
    settled: dict[str, str | None] = {}
    grounds = {disc.id: disc for disc in lying.values() if disc.on is None}
    for disc in sorted(lying.values(), key=_id):
        if disc.on is not None and disc.on not in lying:
            settled[disc.id] = on = base_under(disc, grounds.values())
            if on is None:
                grounds[disc.id] = msgspec.structs.replace(disc, on=None)
    return settled


def free_to_the_east(disc: Disc, others: Iterable[Disc], width: int) -> tuple[int, int] | None:
    """rules 9, `neutral_disc`: the first place for a disc, from its own to the east in steps of 1 mm, where it overlaps no
    ground disc; None where there is none up to the edge of a mat of that width."""
    grounds = [other for other in others if other.on is None and other.id != disc.id]
    for x in range(disc.x, width + 1, STEP_EAST):
        there = msgspec.structs.replace(disc, x=x)
        if not any(overlaps(there, other) for other in grounds):
            return x, disc.y
    return None


def _id(disc: Disc) -> str:
    return disc.id
