"""What is Carcassonne's alone: placements of a tile, laying it, and all sets together. By processor time."""

from collections.abc import Callable, Iterator, Sequence
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
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_most, duration, rate
from tools.bench.games import DirectGame, played, seed_of, source_of
from tools.bench.measure import alternate, computed, prepared, repeat
from tools.bench.titles import CARCASSONNE, EVERYTHING

# Microseconds a listing, of programs that are in use today.
LISTING = {"a Java engine": 68.0, "the usual Python engine": 96_000.0}


def figures(effort: Effort) -> Iterator[Figure]:
    """All sets together, then single tiles over games of all settings."""
    yield from _everything(effort)
    settings = CARCASSONNE.settings
    games = [DirectGame(CARCASSONNE, number, settings[number % len(settings)]) for number in range(effort.games)]
    positions = list(_positions(games))
    yield from _listing(positions, effort)
    yield _simple_move(positions, effort)


# --- All sets together ------------------------------------------------------------------------------------------------


def _everything(effort: Effort) -> Iterator[Figure]:
    """Games and offers with all sets but a river; a blank's offers are the union over all types of tiles."""
    numbers = count(2_000)

    def work() -> int:
        played(CARCASSONNE, next(numbers), EVERYTHING)
        return 1

    seconds = repeat(computed(work), effort.pace)
    yield duration("rules.everything", "a random game, all sets", "ms", seconds, at_most(50), {"a Java engine": 50.0})
    games = [DirectGame(CARCASSONNE, number, EVERYTHING) for number in range(max(2, effort.games // 4))]
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
