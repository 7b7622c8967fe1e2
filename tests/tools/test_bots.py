"""Bots: the greedy one is worth beating, and ends in any game."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from domain.carcassonne.rulebook import rulebook
from domain.table.chance import Chance, Derived, chance_key
from domain.table.messages import Command
from domain.table.offers import Between, Offer, SomeOf
from domain.table.prompts import Prompt
from domain.table.rulebook import event_of
from infra.bots import BOTS

GAMES = 12


class Sitting:
    """As much of a table as a bot looks at."""

    def __init__(self, seed: int) -> None:
        self.rulebook = rulebook
        self.game = rulebook.start(rulebook.options(), 2, rulebook.editions[-1])
        self.chance = Chance(Derived(chance_key(seed.to_bytes(32, "big"), []), "", 0), {})
        self.happen(rulebook.setup(self.game, self.chance))

    def happen(self, happenings) -> None:  # type: ignore[no-untyped-def]
        for happening in happenings:
            rulebook.evolve(self.game, event_of(happening))


def final_scores(seed: int, kinds: tuple[str, str]) -> tuple[int, ...]:
    sitting, rng = Sitting(seed), Random(seed)
    while sitting.game.prompts:
        seat = sitting.game.prompts[0].seat
        command = BOTS[kinds[seat]](sitting, seat, rng)  # type: ignore[arg-type]
        sitting.happen(rulebook.decide(sitting.game, seat, command, sitting.chance))
    return rulebook.scores(sitting.game)


@pytest.mark.slow
def test_the_greedy_bot_beats_the_random_one() -> None:
    won = greedy = random = 0
    for seed in range(GAMES):
        kinds = ("greedy", "random") if seed % 2 else ("random", "greedy")
        scores = dict(zip(kinds, final_scores(seed, kinds), strict=True))
        won += scores["greedy"] > scores["random"]
        greedy += scores["greedy"]
        random += scores["random"]
    assert won >= GAMES - 1
    assert greedy > 3 * random


def test_a_bot_with_the_same_random_numbers_plays_the_same_game() -> None:
    assert final_scores(1, ("greedy", "random")) == final_scores(1, ("greedy", "random"))


# --- Games that a bot knows nothing of --------------------------------------------------------------------------------


class Pile(Command, frozen=True):
    """Choose any of very many sets, as often as one likes: whoever tried all would never end."""

    clause = "X-1"
    cards: tuple[int, ...] = ()
    height: int = 0


class Cut(Command, frozen=True):
    clause = "X-1"


@dataclass
class Piles:
    prompts: tuple[Prompt, ...]
    piled: int = 0
    looks: int = 0


class Endless:
    """A game in which every decision is followed by another of one's own. It counts how often it is looked at."""

    looks = 3_000

    def __init__(self, prompts: tuple[Prompt, ...], *free: str) -> None:
        self.looked, self.prompts, self.free = 0, prompts, free

    def legal(self, state: Piles, seat: int) -> list[Offer]:
        choices = {"cards": SomeOf(tuple(range(40)), 0, 40), "height": Between(0, 10**9)}
        return [Offer(Pile, free={name: choices[name] for name in self.free}), Offer(Cut)]

    def imagined(self, state: Piles, seat: int, rng: Random) -> Piles:
        return state

    def copy(self, state: Piles) -> Piles:
        return Piles(state.prompts, state.piled)

    def decide(self, state: Piles, seat: int, command: Any, chance: Chance) -> Iterator[Any]:
        return iter([command])

    def evolve(self, state: Piles, command: Any) -> None:
        self.looked += 1
        state.piled += len(getattr(command, "cards", ())) + (getattr(command, "height", 0) > 10**8)

    def estimate(self, state: Piles, seat: int) -> int:
        return state.piled


AWAITED = (Prompt(0, "pile", "X-1", ("Pile", "Cut")),)


@pytest.mark.parametrize("free", [(), ("cards",), ("height",), ("cards", "height")], ids=str)
@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_decision_ends_however_much_there_is_to_decide(bot: str, free: tuple[str, ...]) -> None:
    game = Endless(AWAITED, *free)
    table = SimpleNamespace(rulebook=game, game=Piles(AWAITED))
    command = BOTS[bot](table, 0, Random(1))  # type: ignore[arg-type]
    assert isinstance(command, Pile | Cut)
    assert game.looked <= 3 * game.looks
    if bot == "greedy" and free:
        assert isinstance(command, Pile)


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_right_that_a_seat_merely_has_is_left_to_people(bot: str) -> None:
    prompts = (Prompt(0, "cut", "X-1", ("Cut",)), Prompt(0, "pile", "X-1", ("Pile",), optional=True))
    game = Endless(prompts, "cards")
    table = SimpleNamespace(rulebook=game, game=Piles(prompts))
    commands = {BOTS[bot](table, 0, Random(seed)) for seed in range(5)}  # type: ignore[arg-type]
    assert commands == {Cut()}


def test_a_prompt_waits_unless_it_says_otherwise() -> None:
    assert not Prompt(0, "pile", "X-1", ("Pile",)).optional
