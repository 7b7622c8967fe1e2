"""Random games of Root for tests: every seat combination, played by what is offered, with chance from a known seed."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from domain.root.options import FACTIONS, GameOptions
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.table.messages import Command
from domain.table.prompts import Prompt
from tests.table import random_games
from tests.table.random_games import Watch

# Who sits where: every number of seats, every choice of factions, in every order.
COMBINATIONS = tuple(
    combination for seats in range(2, len(FACTIONS) + 1) for combination in permutations(FACTIONS, seats)
)


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


def asked_now(game: Game, rng: Random) -> Prompt:
    """Any prompt that is awaited."""
    return rng.choice(game.prompts)


def chosen(game: Game, prompt: Prompt, rng: Random) -> Command:
    """Any of the commands that the seat is offered: first the type of command, then its fields."""
    offers = [offer for offer in rulebook.legal(game, prompt.seat) if offer.rows]
    return rng.choice(offers).sample(rng)


def positions(number: int, watch: Watch | None = None) -> Iterator[tuple[Game, Prompt, Random]]:
    """A random game, decision by decision. The state yielded goes on changing."""
    rng = Random(number)
    game = new_game(options_for(number))
    for _, prompt in random_games.positions(rulebook, game, rng, asked_now, chosen, watch):
        yield game, prompt, rng


def play_out(number: int, watch: Watch | None = None) -> Game:
    """A random game to its end."""
    return [game for game, _, _ in positions(number, watch)][-1]
