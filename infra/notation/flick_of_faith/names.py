"""Names that people type on a mat: discs, Islands, Cities, the Navel."""

import re

from domain.flick_of_faith.map import Map
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from infra.notation.spoken import NotationError

_SHORT = re.compile(r"(?:([a-z0-9]+)-)?([pmt])(\d{1,2})")


def is_disc(game: Game, seat: int, word: str) -> bool:
    """Whether a word is the name of a disc in this game."""
    return _disc(game, seat, word) is not None


def disc(game: Game, seat: int, word: str) -> str:
    """The id of a disc, from it or a shorter name: p3 is one's own Prophet 3, 1-p3 or yellow-p3 that of seat 1."""
    found = _disc(game, seat, word)
    if found is None:
        raise NotationError(
            f"There is no disc '{word}'; yours are called p1 and t1 (Prophet and Temple), another's yellow-p1."
        )
    return found


def _disc(game: Game, seat: int, word: str) -> str | None:
    if word in game.discs:
        return word
    short = _SHORT.fullmatch(word)
    if short is None:
        return None
    names = rulebook.seat_names[: game.seats]
    owner = str(seat) if short[1] is None else str(names.index(short[1])) if short[1] in names else short[1]
    name = f"{owner}-{short[2]}{int(short[3]):02}"
    return name if name in game.discs else None


def centre(chart: Map, word: str) -> tuple[int, int] | None:
    """The middle of a named place: a City, that of an Island's City, or the Navel; None where nothing is called so."""
    if word in ("navel", chart.navel.id):
        return chart.navel.circle[:2]
    for island in chart.islands:
        if word in (island.id, island.city):
            return chart.city(island.city).circle[:2]
    return None


def place_names(chart: Map) -> list[str]:
    """The places that have a name."""
    return [*(island.id for island in chart.islands), "navel"]


def places(chart: Map) -> str:
    """The same in a sentence."""
    return ", ".join(place_names(chart))
