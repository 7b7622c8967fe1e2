"""What a flight leaves of all discs (D-3, D-4; physics 2, 7): ground discs where it ended, riders with their bases."""

import msgspec

from domain.flick_of_faith.discs import Disc, Lying, ground, settle
from domain.flick_of_faith.physics.board import Flight


def after_flight(lying: Lying, flight: Flight) -> dict[str, Disc]:
    """All discs after a flight over the ground discs of `lying`; those in `off` where their centre left the mat.

    A rider moves as far as its base. If that has left the map, it stays where it lay and drops, so that only what it lies on
    changes.
    """
    places = dict(zip((disc.id for disc in ground(lying)), flight.final, strict=True))
    after = {name: _moved(disc, lying, places, flight.off) for name, disc in lying.items()}
    dropped = settle({name: disc for name, disc in after.items() if name not in flight.off})
    return after | {name: msgspec.structs.replace(after[name], on=on) for name, on in dropped.items()}


def _moved(disc: Disc, lying: Lying, places: dict[str, tuple[int, int]], off: tuple[str, ...]) -> Disc:
    if disc.on in off:
        return disc
    base = disc if disc.on is None else lying[disc.on]
    x, y = places[base.id]
    return msgspec.structs.replace(disc, x=disc.x + x - base.x, y=disc.y + y - base.y)
