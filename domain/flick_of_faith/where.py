"""Where discs are, for the rules: on what Islands, Cities and Navel, digital or on a real board (FF-2)."""

from collections.abc import Iterable

from domain.flick_of_faith.discs import Disc, settle
from domain.flick_of_faith.geometry import Presence, is_out_of_corner, presence_of
from domain.flick_of_faith.map import Corner
from domain.flick_of_faith.parts import Moved
from domain.flick_of_faith.state import Game

NOWHERE = Presence((), (), False)


def lying(game: Game) -> dict[str, Disc]:
    """All discs on the map whose places are known, by id, as plane geometry sees them."""
    return {
        disc: lying_disc(game, disc, at.x, at.y, at.on)
        for disc, at in game.discs.items()
        if at.zone == "map" and at.spot is None
    }


def lying_disc(game: Game, disc: str, x: int, y: int, on: str | None = None) -> Disc:
    """A disc at a place, with its figures."""
    piece = game.map.pieces.of(game.discs[disc].kind)
    return Disc(disc, x, y, piece.radius, piece.inv_mass_quarters, on)


def presence(game: Game, disc: str) -> Presence:
    """FF-2.1, FF-2.2: what a disc touches; one that lies on another has the answers of what is beneath it."""
    at = game.discs[disc]
    if at.zone != "map":
        return NOWHERE
    if at.on is not None and at.on in game.discs and game.discs[at.on].zone == "map":
        return presence(game, at.on)
    if at.spot is not None:
        cities = (at.spot.city,) if at.spot.city is not None else ()
        return Presence(at.spot.islands, cities, at.spot.navel)
    alone = lying_disc(game, disc, at.x, at.y)
    return presence_of(game.map, alone, {disc: alone})


def corner_of(game: Game, seat: int) -> Corner:
    """S-1: the corner of a seat."""
    return game.map.corner(game.corners[seat])


def is_in_corner(game: Game, disc: str, seat: int) -> bool:
    """FF-1.2: whether a disc on the map is not completely out of a seat's corner; touching its line is not out (R-02)."""
    at = game.discs[disc]
    if at.zone != "map":
        return False
    if at.spot is not None:
        return at.spot.own_corner
    return not is_out_of_corner(at.x, at.y, game.radius(disc), corner_of(game, seat))


def on_islands(game: Game, seat: int) -> tuple[str, ...]:
    """FF-6.1: the Islands where a seat has at least one Prophet or Temple, in the map's order."""
    touched = {island for disc in standing(game, seat) for island in presence(game, disc).islands}
    return tuple(island.id for island in game.map.islands if island.id in touched)


def standing(game: Game, seat: int) -> list[str]:
    """A seat's Prophets and Temples on the map."""
    return [*game.owned(seat, "map"), *game.temples(seat, "map")]


def on_navel(game: Game) -> list[str]:
    """FF-5.1: all Prophets present on the Navel, whoever owns them."""
    return [disc for seat in range(game.seats) for disc in game.owned(seat, "map") if presence(game, disc).navel]


def settled_without(game: Game, gone: Iterable[str]) -> tuple[Moved, ...]:
    """D-3: where discs drop to that lay on what is taken off the map."""
    leaving, here = set(gone), lying(game)
    # What lies on a disc whose place nobody has told goes on lying there.
    left = {
        disc: at
        for disc, at in here.items()
        if disc not in leaving and (at.on is None or at.on in here or at.on in leaving)
    }
    dropped = settle(left)
    return tuple(Moved(disc, left[disc].x, left[disc].y, on) for disc, on in sorted(dropped.items()))
