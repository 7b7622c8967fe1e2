"""Bots: the greedy one is worth beating."""

from random import Random

from domain.carcassonne.rulebook import rulebook
from domain.table.chance import Chance, Derived, chance_key
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
