"""What events tell of single discs: how they were flicked, where they lie now, what was built of them."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.flick_of_faith.commands import Shot, Spot

Micrometres = Annotated[int, Meta(ge=-20_000_000, le=20_000_000)]
# What is drawn around 0 for scatter, and what a shot is launched with after it: a thousand times the shot's own units.
Scattered = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
LaunchUnits = Annotated[int, Meta(ge=-10_000_000_000, le=10_000_000_000)]


class Launched(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A disc as it was flicked: the command's shot, the scatter drawn for it, and what it was launched with."""

    shot: Shot
    angle_draws: tuple[Scattered, ...]
    speed_draws: tuple[Scattered, ...]
    dx: LaunchUnits
    dy: LaunchUnits
    speed: LaunchUnits


class Moved(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where a disc lies now, and on which other disc."""

    disc: str
    x: Micrometres
    y: Micrometres
    on: str | None = None


class Built(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A Temple that stands where its spot says; the Prophet that it was built for is in the reserve."""

    prophet: str
    temple: str
    source: Literal["unused", "map"]
    spot: Spot
