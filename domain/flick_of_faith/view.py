"""What a seat or a spectator may see of a game of Flick of Faith: everything on the table but sealed flicks and votes."""

import msgspec

from domain.flick_of_faith.commands import Report, Spot
from domain.flick_of_faith.map import Map


class SeenDisc(msgspec.Struct, frozen=True):
    """A disc. `owner` is a seat, or -1; `zone` is `box`, `ready`, `map`, `reserve` or `unused`.

    On the map it lies at (x, y), on the disc `on` perhaps; at a real board it may have no coordinates, and `x` and `y` are
    None. `islands`, `cities` and `navel` say what it touches.
    """

    id: str
    kind: str
    owner: int
    zone: str
    radius: int
    x: int | None
    y: int | None
    on: str | None
    islands: tuple[str, ...]
    cities: tuple[str, ...]
    navel: bool


class SeenReport(msgspec.Struct, frozen=True):
    """A report that waits to be accepted: who flicked, what is reported, who has confirmed, and what others say instead.

    `photo` is what names the reporter's.
    """

    seat: int
    report: Report
    confirmed: tuple[int, ...]
    counters: tuple[tuple[int, Report], ...]
    voted: tuple[int, ...]
    photo: str = ""


class SeenTrail(msgspec.Struct, frozen=True):
    """The way of a disc in the latest flick: from where, to where, and whether it left the map."""

    disc: str
    points: tuple[tuple[int, int], ...]
    off: bool


class GameView(msgspec.Struct, frozen=True):
    """The table as one viewer sees it. `viewer` is a seat, or None for a spectator.

    `phase` is `setup`, `council`, `mission`, `worship` or `over`. `presence` counts pieces by Island and seat (FF-6.2).
    `council` are the two Laws to be voted on, `voted` the seats that have voted, `vote` the viewer's own thumb. `trails` are
    those of the latest flick. `ranking[seat]` is the rank, 1 for the winner (empty before the end).
    """

    viewer: int | None
    digital: bool
    map: Map
    corners: tuple[str, ...]
    phase: str
    generation: int
    generations: int
    first: int
    active: int
    scores: tuple[int, ...]
    deities: tuple[str | None, ...]
    used: tuple[str, ...]
    discs: tuple[SeenDisc, ...]
    presence: dict[str, tuple[int, ...]]
    laws: tuple[str, ...]
    laws_left: int
    council: tuple[str, ...]
    voted: tuple[int, ...]
    vote: str | None
    flicked_off: tuple[int, ...]
    awaiting: str
    hazard: str | None
    report: SeenReport | None
    correction: tuple[Spot, ...]
    trails: tuple[SeenTrail, ...]
    ranking: tuple[int, ...]
