"""The rules by themselves, in memory: whole games, what is legal, one move, one event. By processor time."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any

import msgspec

from domain.carcassonne.messages import PlaceTile
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import BLANK, Game
from domain.carcassonne.turns import legal_placements
from domain.table.chance import Chance
from domain.table.messages import Command
from infra.bots import best_command
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_most, duration, rate
from tools.bench.games import BASE, EDITION, EVERYTHING, DirectGame, played, replayed, scripted, seed_of, source_of
from tools.bench.measure import alternate, computed, prepared, repeat

SEATS = (2, 5)

# Milliseconds a random game and microseconds a listing or a move, of programs that are in use today.
GAME = {"a Java engine": 12.1, "the usual Python engine": 7_300.0}
LISTING = {"a Java engine": 68.0, "the usual Python engine": 96_000.0}
MOVE = {"a JavaScript game server": 165.0}


def figures(effort: Effort) -> Iterator[Figure]:
    """Games of two and of five seats; the other figures are over games of both."""
    yield from _games(effort)
    yield from _at_tables(effort)
    yield from _everything(effort)
    yield _by_greedy_bots(effort)
    games = [DirectGame(number, SEATS[number % 2]) for number in range(effort.games)]
    positions = list(_positions(games))
    yield from _listing(positions, effort)
    yield _simple_move(positions, effort)
    yield _evolve(games, effort)


# --- Whole games ------------------------------------------------------------------------------------------------------


def _games(effort: Effort) -> Iterator[Figure]:
    """Each round plays games that none has played before."""
    for seats in SEATS:
        seconds = repeat(_new_games(seats), effort.pace)
        what = f"a random game, {seats} seats"
        yield duration(f"rules.game_{seats}", what, "ms", seconds, at_most(12), GAME)
        yield rate(f"rules.games_{seats}", f"random games, {seats} seats", "per s", seconds)


def _new_games(seats: int) -> Callable[[], Any]:
    numbers, a_round = count(1_000), 4

    def work() -> int:
        for _ in range(a_round):
            played(next(numbers), seats)
        return a_round

    return computed(work)


def _at_tables(effort: Effort) -> Iterator[Figure]:
    """With records, chance, history and prompts: everything but storing."""
    for seats in SEATS:
        numbers = count(1_000)

        def work(seats: int = seats, numbers: Iterator[int] = numbers) -> int:
            scripted(next(numbers), seats)
            return 1

        seconds = repeat(computed(work), effort.pace)
        what = f"a random game at a table, {seats} seats"
        yield duration(f"rules.table_{seats}", what, "ms", seconds, at_most(12), GAME)
    scripts = [scripted(number, 2) for number in range(4)]
    seconds = repeat(computed(lambda: sum(map(replayed, scripts))), effort.pace)
    yield duration("rules.command", "any command at a table, in memory", "µs", seconds, None, MOVE)


# --- All sets together ------------------------------------------------------------------------------------------------


def _everything(effort: Effort) -> Iterator[Figure]:
    """Games and offers with all sets but a river; a blank's offers are the union over all types of tiles."""
    numbers = count(2_000)

    def work() -> int:
        played(next(numbers), 2, EVERYTHING)
        return 1

    seconds = repeat(computed(work), effort.pace)
    yield duration("rules.everything", "a random game, all sets", "ms", seconds, at_most(50), {"a Java engine": 50.0})
    games = [DirectGame(number, 2, EVERYTHING) for number in range(max(2, effort.games // 4))]
    states = [position.state for position in _positions(games)]
    ordinary = [state for state in states if state.drawn != BLANK]
    blank = [_with_blank(state) for state in ordinary]
    sides = {"ordinary": _offers_of(ordinary), "blank": _offers_of(blank)}
    taken = alternate({name: computed(side) for name, side in sides.items()}, effort.pace)
    java = {"a Java engine": 157.0}
    yield duration("rules.offers_everything", "offers of a tile, all sets", "µs", taken["ordinary"], at_most(150), java)
    yield duration("rules.offers_blank", "offers of a blank, all types", "µs", taken["blank"], at_most(400))


def _with_blank(state: Game) -> Game:
    changed = state.copy()
    changed.drawn = BLANK
    return changed


def _offers_of(states: Sequence[Game]) -> Callable[[], int]:
    def work() -> int:
        for state in states:
            rulebook.legal(state, state.active)
        return len(states)

    return work


def _by_greedy_bots(effort: Effort) -> Figure:
    """A base game by two bots that try every placement and deployment of their turns."""
    numbers = count(3_000)

    def work() -> int:
        game = DirectGame(next(numbers), 2)
        game.choose = best_command
        for _ in game.turns():
            pass
        return 1

    seconds = repeat(computed(work), effort.pace)
    return duration("rules.greedy", "a base game by the greedy bot", "ms", seconds, at_most(500))


# --- Positions --------------------------------------------------------------------------------------------------------


class Position(msgspec.Struct, frozen=True):
    """A state of a game and the command that was chosen in it."""

    state: Game
    seat: int
    command: Command


def _positions(games: Sequence[DirectGame]) -> Iterator[Position]:
    """All positions of the games, which are played meanwhile, in which a tile is to be laid."""
    for game in games:
        for seat, command in game.turns():
            if type(command) is PlaceTile:
                yield Position(game.state.copy(), seat, command)


def _listing(positions: Sequence[Position], effort: Effort) -> Iterator[Figure]:
    states = [position.state for position in positions]
    found = sum(len(legal_placements(state)) for state in states)

    def placements() -> int:
        for state in states:
            legal_placements(state)
        return len(states)

    def offers() -> int:
        for position in positions:
            rulebook.legal(position.state, position.seat)
        return len(positions)

    taken = alternate({"placements": computed(placements), "offers": computed(offers)}, effort.pace)
    a_tile = found / len(states)
    note = f"{a_tile:.0f} placements on {sum(len(state.board.tiles) for state in states) / len(states):.0f} tiles"
    yield duration("rules.listing", "placements of a tile", "µs", taken["placements"], at_most(65), LISTING, note)
    yield duration("rules.offers", "all that is legal, as offers", "µs", taken["offers"], at_most(65), LISTING)
    yield rate("rules.placements", "placements listed", "per µs", [each / a_tile for each in taken["placements"]])


def _simple_move(positions: Sequence[Position], effort: Effort) -> Figure:
    """Laying a tile where nothing follows from it: decided, and its event evolved."""
    simple = [position for position in positions if len(_lay(position)) == 1]
    chance = Chance(source_of(seed_of(0)), {})

    def prepare() -> Callable[[], int]:
        rng, decide, evolve = Random(0), rulebook.decide, rulebook.evolve
        chosen = [simple[rng.randrange(len(simple))] for _ in range(200)]
        ready = [(position.state.copy(), position.seat, position.command) for position in chosen]

        def work() -> int:
            for state, seat, command in ready:
                for event in decide(state, seat, command, chance):
                    evolve(state, event)
            return len(ready)

        return work

    seconds = repeat(prepared(prepare, computed), effort.pace)
    return duration("rules.move", "a tile laid: decide and evolve", "µs", seconds, at_most(20))


def _lay(position: Position) -> list[Any]:
    state, happened = position.state.copy(), []
    for happening in rulebook.decide(state, position.seat, position.command, Chance(source_of(seed_of(0)), {})):
        happened.append(happening)
        if len(happened) > 1:
            break
        rulebook.evolve(state, happening)
    return happened


# --- Events -----------------------------------------------------------------------------------------------------------


def _evolve(games: Sequence[DirectGame], effort: Effort) -> Figure:
    """All events of whole games."""

    def prepare() -> Callable[[], int]:
        start = partial(rulebook.start, BASE)
        ready = [(start(game.state.seats, EDITION), game.events) for game in games]
        evolve = rulebook.evolve

        def work() -> int:
            for state, events in ready:
                for event in events:
                    evolve(state, event)
            return sum(len(events) for _, events in ready)

        return work

    seconds = repeat(prepared(prepare, computed), effort.pace)
    return duration("rules.evolve", "an event evolved", "µs", seconds, at_most(3))
