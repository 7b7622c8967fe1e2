"""What a flick would do with a steady hand, before it is made: the mat with its ways, and what it would touch (D-2)."""

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt

import msgspec

from domain.flick_of_faith.commands import FirstFlick, Flick, SecondTry, Shot, Wall
from domain.flick_of_faith.discs import ground
from domain.flick_of_faith.drawing.motion import Way, flick_ways
from domain.flick_of_faith.drawing.palette import INKS
from domain.flick_of_faith.drawing.telling import disc_name, place_said
from domain.flick_of_faith.drawing.written import SIZES
from domain.flick_of_faith.drawing.written_map import written_map
from domain.flick_of_faith.events import FlickResolved
from domain.flick_of_faith.flicking import as_it_lies, check_hand, check_shot, friction, launched_of, resolved
from domain.flick_of_faith.mission import check_flick, mode_of_two, sunk
from domain.flick_of_faith.opening import first_rest
from domain.flick_of_faith.physics.board import Board, Launch
from domain.flick_of_faith.physics.motion import Motion
from domain.flick_of_faith.physics.simulator import HIT, WALL, events_of
from domain.flick_of_faith.physics.walls import Standing
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.view import GameView, SeenTrail
from domain.flick_of_faith.where import lying_disc
from domain.table.messages import Command
from domain.table.refusals import Refusal
from domain.table.scene import Block, Scene
from infra.notation.spoken import NotationError, Preview

STEADY = "So with a steady hand; how yours strays is drawn when you flick."


def preview(game: Game, seat: int, command: Command) -> Preview:
    """What a flick would do. NotationError where it would be refused."""
    try:
        _check(game, seat, command)
    except Refusal as refusal:
        raise NotationError(f"{rulebook.catalogue.refusal(refusal)} [{refusal.clause}]") from refusal
    steady = STEADY if game.options.scatter != "none" else "So it will be: no hand strays at this table."
    match command:
        case FirstFlick(shot=shot):
            view, sentences = _first(game, seat, shot)
        case Flick(shot=shot, second=second, hand=hand):
            shots = [shot] if second is None or mode_of_two(game) == "stacked" else [shot, second]
            view, sentences = _flown(game, seat, shots, hand)
            if second is not None and len(shots) == 1:
                sentences.append("The second Prophet goes the same way after it, if its start is free then.")
        case SecondTry(shot=shot, hand=hand):
            view, sentences = _flown(game, seat, [shot], hand)
        case _:
            raise NotationError("Only flicks can be aimed.")
    return Preview(_scene(view), (*sentences, steady))


def _check(game: Game, seat: int, command: Command) -> None:
    match command:
        case Flick():
            check_flick(game, seat, command)
        case FirstFlick(shot=shot):
            check_shot(game, seat, shot, game.owned(seat, "ready"))
        case SecondTry(shot=shot, hand=hand):
            check_shot(game, seat, shot, sunk(game, seat))
            check_hand(game, seat, hand, [lying_disc(game, shot.prophet, shot.x, shot.y)])


def _first(game: Game, seat: int, shot: Shot) -> tuple[GameView, list[str]]:
    """S-4: alone on an empty mat, towards the Navel."""
    (x, y), square = first_rest(game, shot, ())
    twin = game.copy()
    for disc in twin.discs.values():
        disc.zone = "box" if disc.on_map else disc.zone
    at = twin.discs[shot.prophet]
    at.zone, at.x, at.y = "map" if square is not None else "reserve", x, y
    trail = SeenTrail(shot.prophet, ((shot.x, shot.y), (x, y)), square is None)
    view = msgspec.structs.replace(rulebook.view(twin, seat), trails=(trail,))
    name = disc_name(view, shot.prophet)
    if square is None:
        return view, [f"{name} would leave the map."]
    distance = _millimetres(isqrt(square))
    return view, [f"{name} would come to rest at {_at(x, y)}, {distance} mm from the middle of the Navel."]


def _flown(game: Game, seat: int, shots: list[Shot], hand: Wall | None) -> tuple[GameView, list[str]]:
    launched = tuple(launched_of(game, shot, (), ()) for shot in shots)
    walls = () if hand is None else (hand,)
    event = resolved(game, seat, launched, walls)
    twin = game.copy()
    rulebook.evolve(twin, event)
    trails = tuple(trail for way in flick_ways(game, event) for trail in _trails(way))
    view = msgspec.structs.replace(rulebook.view(twin, seat), trails=trails)
    return view, [*_touched(game, view, event), *_rests(view, event)]


def _trails(way: Way) -> Iterator[SeenTrail]:
    """A way piece by piece, since a map in characters draws straight lines."""
    points = [(point.x, point.y) for point in way.points]
    for n, (start, end) in enumerate(pairwise(points), 2):
        yield SeenTrail(way.disc.id, (start, end), way.off and n == len(points))


def _touched(game: Game, view: GameView, event: FlickResolved) -> Iterator[str]:
    """What is hit, in the order of the hits."""
    discs = ground(as_it_lies(game, event.launches))
    board = Board(game.map.mat.width, game.map.mat.height, discs)
    launches = [Launch(one.shot.prophet, one.dx, one.dy, one.speed) for one in event.launches]
    walls = [Standing((wall.x1, wall.y1, wall.x2, wall.y2)) for wall in event.walls]
    hits: dict[tuple[str, str], None] = {}
    flicked = {launch.id for launch in launches}
    for _, kind, i, j in events_of(Motion(board, launches, friction(game)), walls):
        if kind == HIT:
            one, other = (i, j) if discs[i].id in flicked or discs[j].id not in flicked else (j, i)
            hits[disc_name(view, discs[one].id), disc_name(view, discs[other].id)] = None
        elif kind == WALL:
            hits[disc_name(view, discs[i].id), "the Hand"] = None
    for hitting, hit in hits:
        yield f"{hitting} would touch {hit}."


def _rests(view: GameView, event: FlickResolved) -> Iterator[str]:
    seen = {disc.id: disc for disc in view.discs}
    for moved in event.moved:
        name = disc_name(view, moved.disc)
        if moved.disc in event.off:
            yield f"{name} would leave the map."
        else:
            where = place_said(seen[moved.disc])
            place = where if where == "at Sea" else f"on {where}"
            yield f"{name} would come to rest at {_at(moved.x, moved.y)}, {place}."


def _scene(view: GameView) -> Scene:
    drawings = tuple((Block(tuple(written_map(view, columns)), 0, columns),) for columns in SIZES)
    return Scene("", (0, 0, 1, 1), (), texts=drawings, inks=INKS)


def _at(x: int, y: int) -> str:
    return f"{_millimetres(x)},{_millimetres(y)}"


def _millimetres(micrometres: int) -> str:
    tenths = (micrometres + 50) // 100
    return f"{tenths // 10}.{tenths % 10}"
