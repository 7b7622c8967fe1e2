"""Flick of Faith: flicks on crowded and on ordinary boards, next to a library of 2D physics; whole games, events, offers,
views. By processor time."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from domain.flick_of_faith.discs import Disc, ground, overlaps
from domain.flick_of_faith.events import FlickResolved
from domain.flick_of_faith.flicking import as_it_lies, friction
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.physics.board import Board, Launch, Wall
from domain.flick_of_faith.physics.simulator import simulate
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command, Event
from domain.table.rulebook import Rulebook, event_of
from infra.bots import best_command
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_least, at_most, compared, duration, rate
from tools.bench.games import Chooser, seed_of, source_of
from tools.bench.library import MISSING, Slide
from tools.bench.measure import alternate, computed, prepared, repeat

SIDE, DECEL, SPEED = 480_000, 2_500_000, 1_500_000
PROPHET, TEMPLE = (10_000, 4), (20_000, 0)
PROPHETS, TEMPLES, BOARDS = 22, 4, 20
SEATS = (2, 4)


class Flicked(msgspec.Struct, frozen=True):
    """All that a simulation is given."""

    board: Board
    launches: tuple[Launch, ...]
    walls: tuple[Wall, ...]
    decel: int


def figures(effort: Effort) -> Iterator[Figure]:
    """Flicks by themselves, then the game around them."""
    games = [played(number, SEATS[number % 2]) for number in range(max(effort.games // 4, 4))]
    crowded, ordinary = [crowded_flick(number) for number in range(BOARDS)], list(flicks_of(games))
    yield from _flicks("crowded", f"flicks among {PROPHETS + TEMPLES} discs", crowded, 7_000, effort)
    yield from _flicks("ordinary", "flicks in ordinary games", ordinary, 20_000, effort)
    yield from _games(effort)
    yield from _around(games, effort)


# --- Flicks -----------------------------------------------------------------------------------------------------------


def _flicks(name: str, what: str, flicks: Sequence[Flicked], target: int, effort: Effort) -> Iterator[Figure]:
    def ours() -> int:
        for one in flicks:
            simulate(one.board, one.launches, one.walls, one.decel)
        return len(flicks)

    events = sum(simulate(one.board, one.launches, one.walls, one.decel).events for one in flicks) / len(flicks)
    seconds = repeat(computed(ours), effort.pace)
    yield rate(f"flicks.{name}", what, "per s", seconds, at_least(target), f"{events:.1f} events each")
    yield _beside_library(name, what, flicks, effort)


def _beside_library(name: str, what: str, flicks: Sequence[Flicked], effort: Effort) -> Figure:
    """How many times as fast as pymunk in steps of a millisecond; the making of its space is not timed, ours is."""
    key, what = f"flicks.{name}_ratio", f"{what}, as often as pymunk at 1 kHz"
    if MISSING:
        return Figure(key, what, "ratio", 0.0, 0.0, 0.0, 0, note=MISSING)
    few = [one for one in flicks if not one.walls][:BOARDS]

    def ours() -> int:
        for one in few:
            simulate(one.board, one.launches, (), one.decel)
        return len(few)

    def theirs() -> Callable[[], int]:
        ready = [Slide(one.board, one.launches, one.decel) for one in few]

        def work() -> int:
            for slide in ready:
                slide.run()
            return len(ready)

        return work

    taken = alternate({"pymunk": prepared(theirs, computed), "ours": computed(ours)}, effort.slow_pace)
    return compared(key, what, taken, "pymunk", "ours", at_least(10))


def crowded_flick(number: int) -> Flicked:
    """A flick from a corner through a mat of 26 discs, of which four stand fast; the same for the same number."""
    rng, start = Random(number), Disc("a", 40_000, 40_000, *PROPHET)
    discs = [start]
    while len(discs) < PROPHETS + TEMPLES:
        radius, mass = TEMPLE if len(discs) <= TEMPLES else PROPHET
        x, y = (rng.randrange(radius, SIDE - radius) for _ in range(2))
        disc = Disc(f"b{len(discs):02}", x, y, radius, mass)
        if not any(overlaps(disc, other) for other in discs):
            discs.append(disc)
    launch = Launch("a", 1_000_000, rng.randrange(300_000, 3_000_000), SPEED)
    return Flicked(Board(SIDE, SIDE, tuple(discs)), (launch,), (), DECEL)


# --- Games ------------------------------------------------------------------------------------------------------------


class Played(msgspec.Struct, frozen=True):
    """A whole game: its seats, its events, and the states in which something was asked of a seat."""

    seats: int
    events: tuple[Event, ...]
    asked: tuple[tuple[Game, int], ...]


def played(number: int, seats: int, choose: Chooser | None = None, *, watched: bool = True) -> Played:
    """A whole game, the same for the same number; `watched`: with the states on its way."""
    state, draws = rulebook.start(GameOptions(), seats, rulebook.editions[0]), dict[str, int]()
    chance, rng = Chance(source_of(seed_of(number)), draws), Random(number)
    events, asked = list[Event](), list[tuple[Game, int]]()

    def happen(happenings: Iterator[Any]) -> None:
        for happening in happenings:
            event = event_of(happening)
            for draw in chance.take():
                draws[draw.label] = draw.number + 1
            rulebook.evolve(state, event)
            events.append(event)

    happen(rulebook.setup(state, chance))
    while state.prompts:
        seat = state.prompts[0].seat
        if watched:
            asked.append((state.copy(), seat))
        happen(rulebook.decide(state, seat, (choose or any_row)(rulebook, state, seat, rng), chance))
    return Played(seats, tuple(events), tuple(asked))


def any_row(book: Rulebook, state: Game, seat: int, rng: Random) -> Command:
    """What the random bot does: any row of any offer, so that nobody forfeits every other flick."""
    offers = [offer for offer in book.legal(state, seat) for _ in offer.rows]
    return offers[rng.randrange(len(offers))].sample(rng)


def flicks_of(games: Sequence[Played]) -> Iterator[Flicked]:
    """All flicks of the games, on the boards where they were made."""
    for game in games:
        state = rulebook.start(GameOptions(), game.seats, rulebook.editions[0])
        for event in game.events:
            if isinstance(event, FlickResolved):
                board = Board(state.map.mat.width, state.map.mat.height, ground(as_it_lies(state, event.launches)))
                launches = tuple(Launch(one.shot.prophet, one.dx, one.dy, one.speed) for one in event.launches)
                walls = tuple((wall.x1, wall.y1, wall.x2, wall.y2) for wall in event.walls)
                yield Flicked(board, launches, walls, friction(state))
            rulebook.evolve(state, event)


def _games(effort: Effort) -> Iterator[Figure]:
    for seats in SEATS:
        numbers = iter(range(1_000, 1_000_000))

        def work(seats: int = seats, numbers: Iterator[int] = numbers) -> int:
            played(next(numbers), seats, watched=False)
            return 1

        seconds = repeat(computed(work), effort.pace)
        yield duration(f"flicks.game_{seats}", f"a random game, {seats} seats", "ms", seconds)
        yield rate(f"flicks.games_{seats}", f"random games, {seats} seats", "per s", seconds)
    numbers = iter(range(2_000, 1_000_000))

    def greedy() -> int:
        played(next(numbers), 2, best_command, watched=False)
        return 1

    yield duration("flicks.greedy", "a game by two greedy bots", "ms", repeat(computed(greedy), effort.slow_pace))


def _around(games: Sequence[Played], effort: Effort) -> Iterator[Figure]:
    """Events applied; what is legal, and a view, wherever something was asked."""

    def fresh() -> Callable[[], int]:
        ready = [(rulebook.start(GameOptions(), game.seats, rulebook.editions[0]), game.events) for game in games]

        def work() -> int:
            for state, events in ready:
                for event in events:
                    rulebook.evolve(state, event)
            return sum(len(events) for _, events in ready)

        return work

    asked = [one for game in games for one in game.asked]
    yield duration(
        "flicks.evolve", "an event evolved", "µs", repeat(prepared(fresh, computed), effort.pace), at_most(10)
    )
    for name, what, work in (
        ("legal", "all that is legal, as offers", rulebook.legal),
        ("view", "one seat's view", rulebook.view),
    ):
        yield duration(f"flicks.{name}", what, "µs", repeat(computed(_each(work, asked)), effort.pace))


def _each(work: Callable[[Game, int], object], asked: Sequence[tuple[Game, int]]) -> Callable[[], int]:
    def side() -> int:
        for state, seat in asked:
            work(state, seat)
        return len(asked)

    return side
