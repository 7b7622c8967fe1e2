"""What several events do to the state alike: discs come to lie, or leave the map, and what was awaited is done."""

from collections.abc import Iterable

from domain.flick_of_faith.commands import Spot
from domain.flick_of_faith.parts import Moved
from domain.flick_of_faith.state import NEUTRAL, Game
from domain.flick_of_faith.where import is_in_corner


def leave_map(game: Game, discs: Iterable[str], zone: str) -> None:
    """They are in that zone, what is nobody's in the box, and nothing lies on them any more."""
    gone = set(discs)
    if not gone:
        return
    for disc in gone:
        at = game.discs[disc]
        at.zone, at.on, at.spot = zone if at.owner != NEUTRAL else "box", None, None
    for at in game.discs.values():
        if at.on in gone:
            at.on = None


def lie(game: Game, moved: Iterable[Moved]) -> None:
    """They lie on the map, each at its place."""
    for at in moved:
        disc = game.discs[at.disc]
        disc.zone, disc.x, disc.y, disc.on, disc.spot = "map", at.x, at.y, at.on, None


def lie_as_told(game: Game, spots: Iterable[Spot]) -> None:
    """They lie on the map where a group says."""
    for spot in spots:
        disc = game.discs[spot.disc]
        disc.zone, disc.on = "map", spot.on
        if spot.x is not None and spot.y is not None:
            disc.x, disc.y, disc.spot = spot.x, spot.y, None
        else:
            disc.spot = spot


def rest(game: Game, flicked: Iterable[str], off: tuple[str, ...]) -> None:
    """A flick of this turn has come to rest. What it has moved out of its corner is not flicked again, whatever brings it
    back (FF-1.2)."""
    game.knocked_off, game.stage, game.awaiting, game.bound = off, "settled", "", ()
    for disc in flicked:
        if disc not in game.flicked:
            game.flicked.append(disc)
        if disc in game.pending and not is_in_corner(game, disc, game.active):
            game.pending.remove(disc)
        elif disc not in game.pending and is_in_corner(game, disc, game.active):
            game.pending.append(disc)


def done(game: Game, *kinds: str, seat: int | None = None) -> None:
    """Prompts of these kinds are answered, for all or for one seat."""
    game.prompts = tuple(
        prompt for prompt in game.prompts if prompt.kind not in kinds or seat not in (None, prompt.seat)
    )
