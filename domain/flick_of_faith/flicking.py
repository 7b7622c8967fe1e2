"""The digital flick (FF-1, D-1 to D-4): what may be flicked from where, and what comes of it."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.flick_of_faith.commands import Shot, Wall
from domain.flick_of_faith.discs import Disc, ground, overlaps, settle
from domain.flick_of_faith.events import FlickResolved
from domain.flick_of_faith.geometry import is_clear_of, is_hand_length, is_on_mat, is_wholly_in_corner
from domain.flick_of_faith.map import content_hash
from domain.flick_of_faith.parts import Launched, Moved
from domain.flick_of_faith.physics.board import Board, Flight, Launch
from domain.flick_of_faith.physics.constants import PHYSICS, PHYSICS_HASH
from domain.flick_of_faith.physics.launching import deceleration, is_direction, is_speed, launch, scatter
from domain.flick_of_faith.physics.outcome import after_flight
from domain.flick_of_faith.physics.simulator import simulate
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import corner_of, lying, lying_disc
from domain.table.chance import Chance
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

SCATTER = "scatter"

# --- What may be flicked ----------------------------------------------------------------------------------------------


def check_shot(game: Game, seat: int, shot: Shot, allowed: Sequence[str], *others: Disc) -> None:
    """FF-1.1, D-1: one's own Prophet that is to be flicked, from wholly inside the own corner, overlapping nothing there.

    `others` are discs that stand there as well, such as the one flicked at the same time.
    """
    if shot.prophet not in game.discs or game.discs[shot.prophet].owner != seat:
        raise Refusal("NOT_YOURS", "D-1", piece=shot.prophet)
    if shot.prophet not in allowed:
        raise Refusal("NOT_READY", "D-1", prophet=shot.prophet)
    radius = game.radius(shot.prophet)
    if not is_wholly_in_corner(shot.x, shot.y, radius, corner_of(game, seat), game.map.mat):
        raise Refusal("START_OUTSIDE_CORNER", "D-1", x=shot.x, y=shot.y)
    in_the_way = overlapped(game, shot, *others)
    if in_the_way is not None:
        raise Refusal("START_OVERLAPS", "D-1", piece=in_the_way)
    if not is_direction(shot.dx, shot.dy):
        raise Refusal("BAD_DIRECTION", "D-1", most=PHYSICS.command_limits.direction_abs_max)
    least, most = speeds(game)
    if not is_speed(shot.speed) or not least <= shot.speed <= most:
        raise Refusal("BAD_SPEED", "D-1", least=least, most=most)


def overlapped(game: Game, shot: Shot, *others: Disc) -> str | None:
    """D-1: a disc on the mat that a shot's start would overlap, if there is one."""
    start = lying_disc(game, shot.prophet, shot.x, shot.y)
    there = (*ground(without(game, shot.prophet)), *others)
    return next((other.id for other in there if overlaps(start, other)), None)


def is_free(game: Game, shot: Shot) -> bool:
    """D-1, law-piggyback: whether nothing is in the way at a shot's start."""
    return overlapped(game, shot) is None


def speeds(game: Game) -> tuple[int, int]:
    """D-1, law-little-finger: the slowest and the fastest flick, in mm/s."""
    least, most = PHYSICS.command_limits.speed_mm_per_s
    finger = game.law("little_finger")
    return least, min(most, finger.number("speed_max_mm_per_s")) if finger else most


def check_hand(game: Game, seat: int, hand: Wall | None, starts: Sequence[Disc]) -> None:
    """deity-dagda: the Hand is a wall of its length that touches no disc and stays on the mat."""
    if hand is None:
        return
    power = game.power(seat, "hand")
    if power is None:
        raise Refusal("POWER_NOT_AVAILABLE", "deity-dagda")
    wall = (hand.x1, hand.y1), (hand.x2, hand.y2)
    length = power.number("length")
    flicked = {start.id for start in starts}
    discs = [*(disc for disc in ground(lying(game)) if disc.id not in flicked), *starts]
    clear = all(is_clear_of(wall, disc) for disc in discs)
    if not (is_hand_length(wall, length) and is_on_mat(wall, game.map.mat) and clear):
        raise Refusal("HAND_BLOCKED", "deity-dagda", length=length)


def without(game: Game, *gone: str) -> dict[str, Disc]:
    """D-3: the discs on the mat without these; what lay on them has dropped."""
    discs = {disc: at for disc, at in lying(game).items() if disc not in gone}
    return discs | {disc: msgspec.structs.replace(discs[disc], on=on) for disc, on in settle(discs).items()}


# --- What comes of it -------------------------------------------------------------------------------------------------


def resolve(
    game: Game, seat: int, shots: Sequence[Shot], hand: Wall | None, chance: Chance, clause: str
) -> Iterator[Happening]:
    """D-2, D-3, D-4: scatter is drawn, the flick is computed, and its whole outcome is the event."""
    launched = tuple(launched_of(game, shot, *draw_scatter(game, chance)) for shot in shots)
    yield Under(clause, resolved(game, seat, launched, () if hand is None else (hand,)))


def resolved(game: Game, seat: int, launched: tuple[Launched, ...], walls: tuple[Wall, ...]) -> FlickResolved:
    """D-3, D-4: a flick with its whole outcome."""
    before = as_it_lies(game, launched)
    flight = simulated(game, before, launched, walls)
    return FlickResolved(
        seat, PHYSICS.version, PHYSICS_HASH, content_hash(game.map), launched, walls,
        _moved(game, before, flight, launched), flight.off, flight.events, flight.digest,
    )  # fmt: skip


def draw_scatter(game: Game, chance: Chance) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """D-2: the integers drawn for a flick's direction and for its speed."""
    profile = getattr(PHYSICS.scatter_profiles, game.options.scatter)
    angles = tuple(
        chance.below(SCATTER, 2 * profile.angle_range + 1) - profile.angle_range for _ in range(profile.angle_draws)
    )
    speeds = tuple(
        chance.below(SCATTER, 2 * profile.speed_range + 1) - profile.speed_range for _ in range(profile.speed_draws)
    )
    return angles, speeds


def scatter_factors(game: Game) -> list[int]:
    """D-2, law-eyes-shut, law-weak-hand, law-little-finger: what Laws in force multiply scatter by."""
    return [law.number("factor") for law in game.laws_of("scatter_multiplier", "little_finger")]


def launched_of(game: Game, shot: Shot, angles: tuple[int, ...], speeds: tuple[int, ...]) -> Launched:
    """D-1, D-2: a shot with its scatter."""
    scattered = scatter(angles, speeds, scatter_factors(game))
    started = launch(shot.prophet, (shot.dx, shot.dy), shot.speed, scattered)
    return Launched(shot, angles, speeds, started.dx, started.dy, started.speed)


def friction(game: Game) -> int:
    """D-3, law-rolling-stone: the deceleration of all discs."""
    law = game.law("friction_factor")
    return deceleration([(law.number("num"), law.number("den"))] if law else [])


def as_it_lies(game: Game, launched: Sequence[Launched]) -> dict[str, Disc]:
    """D-3: all discs as a flick finds them: those that are flicked at their starts, and what lay on one of these dropped."""
    starts = {one.shot.prophet: one.shot for one in launched}
    return without(game, *starts) | {disc: lying_disc(game, disc, shot.x, shot.y) for disc, shot in starts.items()}


def simulated(game: Game, before: dict[str, Disc], launched: Sequence[Launched], walls: Sequence[Wall]) -> Flight:
    """D-3: the flick, on the discs that lie on no other."""
    board = Board(game.map.mat.width, game.map.mat.height, ground(before))
    launches = [Launch(one.shot.prophet, one.dx, one.dy, one.speed) for one in launched]
    return simulate(board, launches, [(w.x1, w.y1, w.x2, w.y2) for w in walls], friction(game))


def _moved(game: Game, before: dict[str, Disc], flight: Flight, launched: Sequence[Launched]) -> tuple[Moved, ...]:
    """D-4: every disc that lies elsewhere now, those off the map where they left it. Riders go with what they lie on, and
    drop where that has left the map."""
    after = after_flight(before, flight)
    flicked = {one.shot.prophet for one in launched}
    here = lying(game)
    changed = [disc for disc, at in after.items() if disc in flicked or at != here[disc]]
    return tuple(Moved(disc, after[disc].x, after[disc].y, after[disc].on) for disc in sorted(changed))


def preview(game: Game, shot: Shot) -> Flight:
    """D-2: what a flick would do with a steady hand, for who wants to aim; nothing is drawn."""
    launched = (launched_of(game, shot, (), ()),)
    return simulated(game, as_it_lies(game, launched), launched, ())
