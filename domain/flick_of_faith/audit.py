"""The audit of flicks (D-4): each is computed again from what is recorded of it, and must come out the same to the last bit.

What it is computed from is recorded too, so that is checked first: scatter within its bounds, and the launch that follows from
the shot, the scatter and the Laws. Walls are taken as they are recorded: that the Hand stood where it may is decided again.
What the Heart touches where it lies is found again too (deity-freyja).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.flick_of_faith.commands import Shot
from domain.flick_of_faith.events import (
    FirstFlickSealed,
    FirstFlicksRevealed,
    FlickResolved,
    HeartDropped,
    LawVoteSealed,
)
from domain.flick_of_faith.flicking import launched_of, resolved
from domain.flick_of_faith.map import content_hash
from domain.flick_of_faith.opening import first_rest
from domain.flick_of_faith.physics.constants import PHYSICS, PHYSICS_HASH
from domain.flick_of_faith.real_board_events import TableReportVoteSealed
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.worship import touched_by_heart
from domain.table.auditing import Audited, compared

FLICK, FIRST_FLICK, HEART = "audited_flick", "audited_first_flick", "audited_heart"
OTHER_PHYSICS, OTHER_MAP, SEALED_SCATTER = "flick_of_other_physics", "flick_on_other_map", "sealed_first_flick"


def audit(game: Game, event: Any) -> Iterator[Audited]:
    """D-4: what computing the flicks in an event again shows; nothing for an event that has none."""
    if isinstance(event, FlickResolved):
        yield _other_version(game, event) or _unknown(game, FLICK) or _flick(game, event)
    elif isinstance(event, FirstFlicksRevealed):
        for n in range(len(event.seats)):
            yield _unknown(game, FIRST_FLICK) or _first_flick(game, event, n)
    elif isinstance(event, HeartDropped) and game.digital:
        yield _heart(game, event)


def is_sealed(event: Any) -> bool:
    """Whether an event is of a sealed vote or flick of another seat, as that seat's secret is shown: not at all."""
    match event:
        case FirstFlickSealed(shot=None) | LawVoteSealed(thumb=None) | TableReportVoteSealed(choice=None):
            return True
        case _:
            return False


def _other_version(game: Game, event: FlickResolved) -> Audited | None:
    """A flick is computed by the physics that its table was laid with, and by no other."""
    if event.constants != game.laid[1]:
        return Audited(FLICK, "constants", event.constants, game.laid[1])
    if game.laid[1] == PHYSICS_HASH and event.physics != PHYSICS.version:
        return Audited(FLICK, "physics", event.physics, PHYSICS.version)
    return None


def _unknown(game: Game, proof: str) -> Audited | None:
    """Why a flick cannot be computed here as it was where it was made; a table's own map must be the one that was laid."""
    if game.laid[1] != PHYSICS_HASH:
        return Audited(proof, unknown=OTHER_PHYSICS)
    if game.laid[0] == content_hash(game.map):
        return None
    if game.options.map is None:
        return Audited(proof, unknown=OTHER_MAP)
    return Audited(proof, "map", game.laid[0], content_hash(game.map))


def _flick(game: Game, event: FlickResolved) -> Audited:
    if any(game.discs[one.shot.prophet].owner != event.seat for one in event.launches):
        return Audited(FLICK, "seat", event.seat, game.discs[event.launches[0].shot.prophet].owner)
    for n, launched in enumerate(event.launches):
        fault = _scatter_fault(game, launched.angle_draws, launched.speed_draws)
        if fault:
            drawn = launched.angle_draws, launched.speed_draws
            return Audited(FLICK, f"launches[{n}].{fault}", drawn, None)
    again = tuple(launched_of(game, one.shot, one.angle_draws, one.speed_draws) for one in event.launches)
    launched_again = msgspec.structs.replace(event, constants=PHYSICS_HASH, map=content_hash(game.map), launches=again)
    if launched_again != event:
        return compared(FLICK, event, launched_again)
    return compared(FLICK, event, resolved(game, event.seat, again, event.walls))


def _scatter_fault(game: Game, angles: Sequence[int], speeds: Sequence[int]) -> str:
    """D-2: as many integers as the table's scatter has, each within its range."""
    profile = getattr(PHYSICS.scatter_profiles, game.options.scatter)
    if len(angles) != profile.angle_draws or any(abs(draw) > profile.angle_range for draw in angles):
        return "angle_draws"
    if len(speeds) != profile.speed_draws or any(abs(draw) > profile.speed_range for draw in speeds):
        return "speed_draws"
    return ""


def _heart(game: Game, event: HeartDropped) -> Audited:
    """deity-freyja: its scatter is within bounds, it was dropped on the mat, and touches what is recorded."""
    deity = game.power(event.seat, "heart")
    if deity is None:
        return Audited(HEART, "seat", event.seat)
    count, reach = deity.number("scatter_draws"), deity.number("scatter_range")
    if len(event.draws) != 2 * count or any(abs(draw) > reach for draw in event.draws):
        return Audited(HEART, "draws", event.draws)
    if event.x is None or event.y is None:
        return Audited(HEART, "x" if event.x is None else "y")
    if not game.map.mat.holds(event.x - sum(event.draws[:count]), event.y - sum(event.draws[count:])):
        return Audited(HEART, "x, y", (event.x, event.y))
    touched = touched_by_heart(game, event.seat, event.x, event.y)
    return compared(HEART, event, msgspec.structs.replace(event, discs=touched))


class _First(msgspec.Struct, frozen=True):
    """What is shown of a flick for the first turn."""

    shot: Shot
    rest: tuple[int, int]
    square: int | None


def _first_flick(game: Game, event: FirstFlicksRevealed, n: int) -> Audited:
    """S-4: the flick is the one that was sealed, and came to rest where its sealed scatter brings it."""
    seat = event.seats[n]
    shown = _First(event.shots[n], event.rest[n], event.squares[n])
    if seat not in game.shots:
        return Audited(FIRST_FLICK, unknown=SEALED_SCATTER)
    shot, drawn = game.shots[seat]
    half = len(drawn) // 2
    fault = _scatter_fault(game, drawn[:half], drawn[half:])
    if fault:
        return Audited(FIRST_FLICK, f"scatter of seat {seat}", drawn, None)
    found = compared(FIRST_FLICK, shown, _First(shot, *first_rest(game, shot, drawn)))
    return msgspec.structs.replace(found, differs=f"{found.differs} of seat {seat}") if found.differs else found
