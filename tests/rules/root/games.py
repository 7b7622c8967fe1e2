"""Random games of Root for tests: every seat combination, played by what is offered, with chance from a known seed."""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any

from domain.root.options import FACTIONS, GameOptions
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command, Event
from domain.table.prompts import Prompt
from domain.table.rulebook import event_of

# Who sits where: every number of seats, every choice of factions, in every order.
COMBINATIONS = tuple(
    combination for seats in range(2, len(FACTIONS) + 1) for combination in permutations(FACTIONS, seats)
)
LONGEST = 6_000
"""Commands that no random game comes near."""

# Looks at the game before and after an event.
Watch = Callable[[Game, Event], None]


class Dealt:
    """Chance from a random source of the test's own."""

    lasting = True

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None = None) -> int:
        return self._rng.randrange(bound)


def options_for(number: int) -> GameOptions:
    """The options of the game of a number: the named decisions are mixed, the first games have the defaults."""
    factions = COMBINATIONS[number % len(COMBINATIONS)]
    if number < len(COMBINATIONS):
        return GameOptions(factions)
    rng = Random(number)
    return GameOptions(
        factions,
        evening_order=rng.choice(("numeric", "document")),
        score_without_garden=rng.random() < 0.3,
        score_single_garden=rng.random() < 0.7,
        setup_is_previous=rng.random() < 0.7,
        fear=rng.choice(("each_garden", "each_batch")),
        printing=rng.choice(("P16", "P6")),
    )


def new_game(options: GameOptions) -> Game:
    return rulebook.start(options, len(options.factions), rulebook.editions[-1])


def chosen(game: Game, prompt: Prompt, rng: Random) -> Command:
    """Any of the commands that the seat is offered: first the type of command, then its fields."""
    offers = [offer for offer in rulebook.legal(game, prompt.seat) if offer.rows]
    return rng.choice(offers).sample(rng)


def positions(number: int, watch: Watch | None = None) -> Iterator[tuple[Game, Prompt, Random]]:
    """A random game, decision by decision. The state yielded goes on changing."""
    rng = Random(number)
    game, chance = new_game(options_for(number)), Chance(Dealt(rng), {})

    def happen(happenings: Iterator[Any]) -> None:
        for happening in happenings:
            event = event_of(happening)
            if watch is None:
                rulebook.evolve(game, event)
            else:
                watch(game, event)
        chance.take()

    happen(rulebook.setup(game, chance))
    for _ in range(LONGEST):
        if not game.prompts:
            return
        prompt = rng.choice(game.prompts)
        yield game, prompt, rng
        happen(rulebook.decide(game, prompt.seat, chosen(game, prompt, rng), chance))
    raise AssertionError(f"game {number} does not end")


def play_out(number: int, watch: Watch | None = None) -> Game:
    """A random game to its end."""
    return [game for game, _, _ in positions(number, watch)][-1]
