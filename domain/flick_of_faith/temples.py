"""Building Temples (FF-4, D-5)."""

from collections.abc import Iterator

from domain.flick_of_faith.commands import Build, BuildTemples, PassTemples, Spot
from domain.flick_of_faith.discs import base_under, overlaps
from domain.flick_of_faith.events import Built, TemplesBuilt, TemplesPassed
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import lying, lying_disc, presence, settled_without
from domain.table.chance import Chance
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening


def on_cities(game: Game, seat: int) -> list[str]:
    """FF-4.1: the seat's Prophets that touch a City."""
    return [disc for disc in game.owned(seat, "map") if presence(game, disc).cities]


def build_temples(game: Game, seat: int, command: BuildTemples, chance: Chance) -> Iterator[Happening]:
    """FF-4.1 to FF-4.4: the list is applied in its order; each Prophet goes to the reserve and a Temple stands for it."""
    builds = check_builds(game, seat, command.builds)
    gone = [built.prophet for built in builds] + [built.temple for built in builds if built.source == "map"]
    placed = {built.temple: built.spot for built in builds}
    settled = tuple(one for one in settled_without(game, gone) if one.disc not in placed)
    yield TemplesBuilt(seat, tuple(builds), settled)


def pass_temples(game: Game, seat: int, command: PassTemples, chance: Chance) -> Iterator[Happening]:
    """FF-4.1: nobody has to build."""
    yield TemplesPassed(seat)


def check_builds(game: Game, seat: int, builds: tuple[Build, ...]) -> list[Built]:
    """D-5: every build of the list, checked on the board as those before it leave it."""
    if not builds:
        raise Refusal("EMPTY_BUILD", "FF-4.1")
    board, done = game.copy(), list[Built]()
    for build in builds:
        built = _check(board, seat, build, done)
        done.append(built)
        _apply(board, built)
    return done


def _apply(board: Game, built: Built) -> None:
    board.discs[built.prophet].zone = "reserve"
    temple, spot = board.discs[built.temple], built.spot
    temple.zone, temple.on = "map", spot.on
    temple.spot = spot if spot.x is None else None
    temple.x, temple.y = spot.x or 0, spot.y or 0


def _check(board: Game, seat: int, build: Build, done: list[Built]) -> Built:
    _check_prophet(board, seat, build, done)
    source = _check_temple(board, seat, build, done)
    board.discs[build.prophet].zone = "reserve"
    spot = _check_place(board, build)
    islands = [board.map.city(build.city).island]
    if board.power(seat, "temple_any_island") is not None:
        islands = [island.id for island in board.map.islands]
    if not set(islands) & set(_islands(board, build.temple, spot)):
        raise Refusal("TEMPLE_NOT_ON_ISLAND", "FF-4.2", islands=tuple(islands))
    return Built(build.prophet, build.temple, "unused" if source == "unused" else "map", spot)


def _check_prophet(board: Game, seat: int, build: Build, done: list[Built]) -> None:
    """FF-4.1: one's own, on the map, touching the City, and named once."""
    if build.prophet in (built.prophet for built in done):
        raise Refusal("DUPLICATE_PROPHET", "D-5", prophet=build.prophet)
    if build.prophet not in board.owned(seat, "map"):
        raise Refusal("NOT_YOURS", "D-5", piece=build.prophet)
    if build.city not in presence(board, build.prophet).cities:
        raise Refusal("NOT_ON_CITY", "FF-4.1", prophet=build.prophet, city=build.city)


def _check_temple(board: Game, seat: int, build: Build, done: list[Built]) -> str:
    """FF-4.2, FF-4.4: an unused Temple, or one on the map where no unused one is left (R-13)."""
    temples = [*board.temples(seat, "unused"), *board.temples(seat, "map")]
    if build.temple not in temples:
        raise Refusal("TEMPLE_MISSING", "FF-4.2", temple=build.temple)
    if build.temple in (built.temple for built in done):
        raise Refusal("TEMPLE_ALREADY_PLACED", "D-5", temple=build.temple)
    zone = board.discs[build.temple].zone
    if zone == "map" and board.temples(seat, "unused"):
        raise Refusal("TEMPLE_STILL_UNUSED", "FF-4.4", temple=build.temple)
    return zone


def _check_place(board: Game, build: Build) -> Spot:
    """FF-4.2, FF-4.3: anywhere, on top of other discs too; a disc beneath decides where the Temple is (FF-2.2)."""
    if build.x is None or build.y is None:
        return _check_named_place(board, build)
    if not board.map.mat.holds(build.x, build.y):
        raise Refusal("TEMPLE_OFF_MAP", "D-5", x=build.x, y=build.y)
    here = lying(board)
    here.pop(build.temple, None)
    temple = lying_disc(board, build.temple, build.x, build.y)
    on = base_under(temple, here.values())
    if build.on is not None:
        base = here.get(build.on)
        if base is None or base.on is not None or not overlaps(temple, base):
            raise Refusal("BASE_NOT_OVERLAPPED", "D-5", base=build.on)
        on = build.on
    return Spot(build.temple, build.x, build.y, on=on)


def _check_named_place(board: Game, build: Build) -> Spot:
    """M-1: on a real board a Temple's Islands can be named instead of its place."""
    known = {island.id for island in board.map.islands}
    on_map = build.on is None or (build.on in board.discs and board.discs[build.on].zone == "map")
    if board.digital or build.x is not None or build.y is not None or not set(build.islands) <= known or not on_map:
        raise Refusal("TEMPLE_OFF_MAP", "D-5", x=build.x or 0, y=build.y or 0)
    return Spot(build.temple, islands=build.islands, on=build.on)


def _islands(board: Game, temple: str, spot: Spot) -> tuple[str, ...]:
    there = board.discs[temple]
    kept = there.zone, there.x, there.y, there.on, there.spot
    there.zone, there.on, there.spot = "map", spot.on, spot if spot.x is None else None
    there.x, there.y = spot.x or 0, spot.y or 0
    islands = presence(board, temple).islands
    there.zone, there.x, there.y, there.on, there.spot = kept
    return islands
