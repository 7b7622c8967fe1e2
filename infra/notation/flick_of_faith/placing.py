"""Temples, the Heart and what happened on a real board, in words."""

import re
from collections.abc import Iterator, Sequence

from domain.flick_of_faith.commands import (
    AmendReport,
    Build,
    BuildTemples,
    ContestReport,
    DropHeart,
    ProposeCorrection,
    Report,
    ReportFlick,
    ReportHeart,
    Spot,
)
from domain.flick_of_faith.reporting import open_report, reportable
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import presence
from infra.notation.exact import is_place, place
from infra.notation.flick_of_faith.names import disc, places
from infra.notation.spoken import NotationError

BUILD = "build p1 at 240,100   (also: with t2, city north-city, over p3; several with 'and')"
BUILD_ON = "build p1 on south   or   build p1 at 240,100   (several with 'and')"
REPORT = (
    "report p1 on east city and yellow-p2 off and yellow-p3 at 240,100   (also: at sea, on navel, in corner, over p3)"
)
_LEADS = ("on", "at", "in", "over", "with")
_SILENT = ("the", "its", "is", "to")


def parts(words: Sequence[str]) -> Iterator[list[str]]:
    """Words between each `and`."""
    part: list[str] = []
    for word in [*words, "and"]:
        if word != "and":
            part += [] if word in _SILENT else [word]
        elif part:
            if len(part) > 1 and part[-1] in _LEADS:
                raise NotationError(f"Behind '{part[-1]}' something is missing: {' '.join(part)} …")
            yield part
            part = []


# --- Temples and the Heart --------------------------------------------------------------------------------------------


def build(game: Game, seat: int, words: Sequence[str]) -> BuildTemples:
    """A Temple for each Prophet that is named; where it says no more, any unused Temple and the City that it touches."""
    usage = BUILD if game.digital else BUILD_ON
    builds: list[Build] = []
    for part in parts(words):
        builds.append(_build(game, seat, part, [done.temple for done in builds], usage))
    if not builds:
        raise NotationError(f"For which Prophet, and where? {usage}.")
    return BuildTemples(tuple(builds))


def _build(game: Game, seat: int, words: Sequence[str], used: Sequence[str], usage: str) -> Build:
    prophet, left = disc(game, seat, words[0]), iter(words[1:])
    city = temple = on = at = None
    islands: list[str] = []
    for word in left:
        if word == "at":
            at = place(next(left, ""))
        elif word == "with":
            temple = disc(game, seat, next(left, ""))
        elif word == "city":
            city = next(left, "")
        elif word == "over":
            on = disc(game, seat, next(left, ""))
        elif word in (island.id for island in game.map.islands):
            islands.append(word)
        elif word != "on":
            raise NotationError(f"'{word}' is not understood; Temples are built so: {usage}.")
    if at is None and not islands:
        raise NotationError(f"Where is the Temple for {words[0]} to stand? {usage}.")
    x, y = at or (None, None)
    city = city or _city(game, words[0], prophet)
    return Build(prophet, city, temple or _temple(game, seat, used), x, y, on, tuple(islands))


def _city(game: Game, said: str, prophet: str) -> str:
    cities = presence(game, prophet).cities
    if len(cities) == 1:
        return cities[0]
    if not cities:
        raise NotationError(f"{said} touches no City.")
    raise NotationError(f"{said} touches {' and '.join(cities)}; say for which City: city {cities[0]}.")


def _temple(game: Game, seat: int, used: Sequence[str]) -> str:
    unused = [temple for temple in game.temples(seat, "unused") if temple not in used]
    standing = [temple for temple in game.temples(seat, "map") if temple not in used]
    if unused or len(standing) == 1:
        return (unused or standing)[0]
    if not standing:
        raise NotationError("You have no Temple left for it.")
    names = ", ".join(temple.partition("-")[2] for temple in standing)
    raise NotationError(f"No Temple of yours is unused; say which is taken from the map: with {names}.")


def heart(game: Game, seat: int, words: Sequence[str]) -> DropHeart:
    """deity-freyja: where the Heart is dropped."""
    said = [word for word in words if word != "at"]
    if len(said) != 1:
        raise NotationError("The Heart is dropped so: heart at 240,100.")
    return DropHeart(*place(said[0]))


def touched_by_heart(game: Game, seat: int, words: Sequence[str]) -> ReportHeart:
    """deity-freyja: on a real board, what the Heart touches."""
    said = [word for part in parts(words) for word in part if word not in ("on", "nothing")]
    if not said and "nothing" not in words:
        raise NotationError("What does the Heart touch? heart on yellow-p1 and green-p2, or heart on nothing.")
    return ReportHeart(tuple(sorted({disc(game, seat, word) for word in said})))


# --- A real board -----------------------------------------------------------------------------------------------------


def report(game: Game, seat: int, line: str) -> ReportFlick:
    """M-1, M-7: what one's own flick did; behind `photo` stands the address of one, or its hash."""
    said, _, photo = line.partition(" photo ")
    allowed, seconds = reportable(game, seat)
    spots, off, taken = _whereabouts(game, seat, said.lower().split()[1:])
    named = _in_order(game, seat, said) or [*(spot.disc for spot in spots), *off, *taken]
    flicked = next((one for one in named if one in allowed), named[0])
    second = next((one for one in named if one in seconds and one != flicked), None)
    return ReportFlick(Report(flicked, spots, off, second, taken), photo.strip())


def _in_order(game: Game, seat: int, said: str) -> list[str]:
    """The discs that a report is about, in the order in which they are named."""
    return [disc(game, seat, part[0]) for part in parts(said.lower().split()[1:])]


def amend(game: Game, seat: int, line: str) -> AmendReport:
    """M-2: the report as it should be, whole."""
    return AmendReport(_same_flick(game, seat, line.lower().split()[1:]))


def contest(game: Game, seat: int, line: str) -> ContestReport:
    """M-3: what happened instead, whole."""
    return ContestReport(_same_flick(game, seat, line.lower().split()[1:]))


def correct(game: Game, seat: int, words: Sequence[str]) -> ProposeCorrection:
    """M-5: where discs really lie."""
    spots, off, taken = _whereabouts(game, seat, words)
    if off or taken:
        raise NotationError("A correction says where discs lie on the map.")
    return ProposeCorrection(spots)


def _same_flick(game: Game, seat: int, words: Sequence[str]) -> Report:
    if game.report is None:
        raise NotationError("No flick is reported now.")
    first = open_report(game).report
    spots, off, taken = _whereabouts(game, seat, words)
    return Report(first.prophet, spots, off, first.second, taken)


def _whereabouts(
    game: Game, seat: int, words: Sequence[str]
) -> tuple[tuple[Spot, ...], tuple[str, ...], tuple[str, ...]]:
    """Where each disc that is named lies, which left the map, and which the Tornado took, in their order."""
    spots, off, taken = list[Spot](), list[str](), list[str]()
    for part in parts(words):
        name = disc(game, seat, part[0])
        if part[1:] == ["off"]:
            off.append(name)
        elif part[1:] == ["taken"]:
            taken.append(name)
        else:
            spots.append(_spot(game, seat, name, part))
    if not spots and not off and not taken:
        raise NotationError(f"Which discs moved, and where to? {REPORT}.")
    return tuple(spots), tuple(off), tuple(taken)


def _spot(game: Game, seat: int, name: str, words: Sequence[str]) -> Spot:
    left, at, city, on = iter(words[1:]), None, "", None
    islands: list[str] = []
    said: set[str] = set()
    cities = {one.id: one.island for one in game.map.cities}
    for word in left:
        if is_place(word):
            at = place(word)
        elif word == "over":
            on = disc(game, seat, next(left, ""))
        elif word in cities:
            city, islands = word, [*islands, *({cities[word]} - {*islands})]
        elif word in (island.id for island in game.map.islands):
            islands += [] if word in islands else [word]
        elif word in ("city", "navel", "corner", "sea"):
            said.add(word)
        elif word not in ("at", "on", "in"):
            raise NotationError(f"'{word}' is not understood; it is said so: {REPORT}.")
    if "city" in said and not city:
        if len(islands) != 1:
            raise NotationError("On which Island's City? Say it by its name, such as south-city.")
        city = game.map.island(islands[0]).city
    if at is None and not islands and not said - {"city"} and on is None:
        raise NotationError(
            f"Where does {words[0]} lie? There is {places(game.map)}, sea, corner, or a place: {REPORT}."
        )
    x, y = at or (None, None)
    order = [island.id for island in game.map.islands if island.id in islands]
    return Spot(name, x, y, tuple(order), city or None, "navel" in said, "corner" in said, on)


COMMA = re.compile(r"(?<=\d),\s+(?=-?\d)")
"""A place may be typed with a space behind its comma."""
