"""Random games of Flick of Faith for tests: both modes, all options mixed, played by what is offered."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.table.messages import Command
from domain.table.prompts import Prompt
from tests.table import random_games
from tests.table.random_games import Watch

# Rights that nobody waits for are used now and then; else a game of amendments and corrections would not end.
RARELY = 0.03


def seats_of(number: int) -> int:
    return 2 + number % 3


def options_for(number: int) -> GameOptions:
    """The options of the game of a number: the first six have the defaults, in either mode; then all are mixed."""
    mode = ("digital", "table")[number // 3 % 2]
    if number < 6:
        return GameOptions(mode=mode)
    rng = Random(number)
    return GameOptions(
        mode=mode,
        generations=rng.choice((None, 1, 2, 8)),
        first_player=rng.choice(("flick_off", "random")),
        deity_powers=rng.random() < 0.8,
        deity_choice=rng.choice(("pick", "random")),
        laws=rng.random() < 0.8,
        scatter=rng.choice(("hand", "none")),
        navel_trigger=rng.choice(("own_prophet", "any_prophet")),
        navel_end_of_mission=rng.random() < 0.7,
        temple_bump=rng.choice(("restore", "keep")),
        table_confirm=rng.choice(("all", "one", "none")),
    )


def new_game(number: int) -> Game:
    return rulebook.start(options_for(number), seats_of(number), rulebook.editions[-1])


def asked_now(game: Game, rng: Random) -> Prompt:
    """Any prompt that is awaited, or now and then a right that nobody waits for."""
    optional = [prompt for prompt in game.prompts if prompt.optional and offered(game, prompt)]
    if optional and rng.random() < RARELY:
        return rng.choice(optional)
    return rng.choice([prompt for prompt in game.prompts if not prompt.optional])


def offered(game: Game, prompt: Prompt) -> list[Any]:
    """The offers for the commands of one prompt."""
    return [
        offer for offer in rulebook.legal(game, prompt.seat) if offer.rows and offer.command.__name__ in prompt.commands
    ]


def chosen(game: Game, prompt: Prompt, rng: Random) -> Command:
    """Any of the commands that the prompt offers: first the type of command, then its fields. Few flicks are forfeited."""
    offers = offered(game, prompt)
    likely = [offer for offer in offers if offer.command.__name__ not in ("Forfeit", "ContestReport")]
    return rng.choice(likely if likely and rng.random() < 0.95 else offers).sample(rng)


def positions(number: int, watch: Watch | None = None) -> Iterator[tuple[Game, Prompt, Random]]:
    """A random game, decision by decision. The state yielded goes on changing."""
    rng = Random(number)
    game = new_game(number)
    for _, prompt in random_games.positions(rulebook, game, rng, asked_now, chosen, watch):
        yield game, prompt, rng


def play_out(number: int, watch: Watch | None = None) -> Game:
    """A random game to its end."""
    return [game for game, _, _ in positions(number, watch)][-1]
