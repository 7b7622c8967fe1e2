"""Building Temples (FF-4, D-5)."""

from collections.abc import Iterator
from typing import Literal

from domain.flick_of_faith.commands import Build, BuildTemples, PassTemples, Spot
from domain.flick_of_faith.discs import base_under, overlaps
from domain.flick_of_faith.events import TemplesBuilt, TemplesPassed
from domain.flick_of_faith.parts import Built, Moved
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
    builds, board = check_builds(game, seat, command.builds)
    yield TemplesBuilt(seat, tuple(builds), _dropped(game, board, builds))


def pass_temples(game: Game, seat: int, command: PassTemples, chance: Chance) -> Iterator[Happening]:
    """FF-4.1: nobody has to build."""
    yield TemplesPassed(seat)


def _dropped(game: Game, board: Game, builds: list[Built]) -> tuple[Moved, ...]:
    """D-3: what lies elsewhere in the end because its base was taken up, the Temples just built included."""
    expected = {disc: at.on for disc, at in game.discs.items()} | {built.temple: built.spot.on for built in builds}
    return tuple(
        Moved(disc, at.x, at.y, at.on)
        for disc, at in board.discs.items()
        if at.on_map and at.spot is None and at.on != expected[disc]
    )


# --- Checking ---------------------------------------------------------------------------------------------------------


def check_builds(game: Game, seat: int, builds: tuple[Build, ...]) -> tuple[list[Built], Game]:
    """D-5: every build of the list, checked on the board as those before it leave it; and the board after them."""
    if not builds:
        raise Refusal("EMPTY_BUILD", "FF-4.1")
    board, done = game.copy(), list[Built]()
    for build in builds:
        done.append(_built(board, seat, build, done))
    return done, board


def _built(board: Game, seat: int, build: Build, done: list[Built]) -> Built:
    """FF-4.1, FF-4.2: the Prophet is taken up, and the Temple too if it is on the map; then the Temple is placed, on the
    City's Island; deity-zeus: on any."""
    _check_prophet(board, seat, build, done)
    source = _check_temple(board, seat, build, done)
    _take_up(board, build.prophet)
    if source == "map":
        _take_up(board, build.temple)
    spot = _checked_place(board, build)
    _place(board, spot)
    islands = {board.map.city(build.city).island}
    if board.power(seat, "temple_any_island") is not None:
        islands = {island.id for island in board.map.islands}
    if islands.isdisjoint(presence(board, build.temple).islands):
        raise Refusal("TEMPLE_NOT_ON_ISLAND", "FF-4.2", islands=tuple(sorted(islands)))
    return Built(build.prophet, build.temple, source, spot)


def _take_up(board: Game, disc: str) -> None:
    """D-3: a disc is taken off the board, and what lay on it drops."""
    settled = settled_without(board, (disc,))
    for at in board.discs.values():
        if at.on == disc:
            at.on = None
    for moved in settled:
        board.discs[moved.disc].on = moved.on
    taken = board.discs[disc]
    taken.zone, taken.on, taken.spot = "reserve", None, None


def _place(board: Game, spot: Spot) -> None:
    temple = board.discs[spot.disc]
    temple.zone, temple.on = "map", spot.on
    temple.spot = spot if spot.x is None else None
    temple.x, temple.y = spot.x or 0, spot.y or 0


def _check_prophet(board: Game, seat: int, build: Build, done: list[Built]) -> None:
    """FF-4.1: one's own, on the map, touching the City, and named once."""
    if build.prophet in (built.prophet for built in done):
        raise Refusal("DUPLICATE_PROPHET", "D-5", prophet=build.prophet)
    if build.prophet not in board.owned(seat, "map"):
        raise Refusal("NOT_YOURS", "D-5", piece=build.prophet)
    if build.city not in presence(board, build.prophet).cities:
        raise Refusal("NOT_ON_CITY", "FF-4.1", prophet=build.prophet, city=build.city)


def _check_temple(board: Game, seat: int, build: Build, done: list[Built]) -> Literal["unused", "map"]:
    """FF-4.2, FF-4.4: an unused Temple, or one on the map where no unused one is left (R-13)."""
    temple = board.discs.get(build.temple)
    if temple is None or temple.kind != "temple":
        raise Refusal("TEMPLE_MISSING", "FF-4.2", temple=build.temple)
    if temple.owner != seat:
        raise Refusal("NOT_YOURS", "D-5", piece=build.temple)
    if not temple.on_map:
        return "unused"
    if board.temples(seat, "unused"):
        raise Refusal("TEMPLE_STILL_UNUSED", "FF-4.4", temple=build.temple)
    if build.temple in (built.temple for built in done):
        raise Refusal("TEMPLE_ALREADY_PLACED", "D-5", temple=build.temple)
    return "map"


def _checked_place(board: Game, build: Build) -> Spot:
    """FF-4.2, FF-4.3, FF-2.3: anywhere, on top of others too; a disc beneath decides where the Temple is (FF-2.2)."""
    if build.x is None or build.y is None:
        return _named_place(board, build)
    here = lying(board)
    temple = lying_disc(board, build.temple, build.x, build.y)
    base = None if build.on is None else here.get(build.on)
    if build.on is not None and (base is None or base.on is not None or not overlaps(temple, base)):
        raise Refusal("BASE_NOT_OVERLAPPED", "D-5", base=build.on)
    if not board.map.mat.holds(build.x, build.y):
        raise Refusal("TEMPLE_OFF_MAP", "D-5", x=build.x, y=build.y)
    return Spot(build.temple, build.x, build.y, on=build.on or base_under(temple, here.values()))


def _named_place(board: Game, build: Build) -> Spot:
    """M-1: on a real board a Temple's Islands can be named instead of its place."""
    if build.on is not None and not (build.on in board.discs and board.discs[build.on].on_map):
        raise Refusal("BASE_NOT_OVERLAPPED", "D-5", base=build.on)
    unknown = set(build.islands) - {island.id for island in board.map.islands}
    twice = len(set(build.islands)) < len(build.islands)
    if board.digital or build.x is not None or build.y is not None or unknown or twice:
        raise Refusal("TEMPLE_OFF_MAP", "D-5", x=build.x or 0, y=build.y or 0)
    return Spot(build.temple, islands=build.islands, on=build.on)
