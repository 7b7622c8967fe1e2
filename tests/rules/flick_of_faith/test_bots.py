"""Bots that aim: the greedy one flicks in its head before it flicks, and knows no more than its seat."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from domain.flick_of_faith.commands import CastLawVote, Flick
from domain.flick_of_faith.estimate import estimate
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.table.chance import Chance, Derived, chance_key
from domain.table.rulebook import event_of
from infra.bots import BOTS, best_command

pytestmark = pytest.mark.slow

ONE = GameOptions(generations=1)


@dataclass
class Sitting:
    """As much of a table as a bot looks at."""

    game: Game
    chance: Chance
    rulebook: Any = rulebook

    def happen(self, happenings: Any) -> None:
        for happening in happenings:
            rulebook.evolve(self.game, event_of(happening))

    @property
    def awaited(self) -> int:
        return next(prompt.seat for prompt in self.game.prompts if not prompt.optional)

    def play(self, kinds: tuple[str, ...], rng: Random, until: str = "") -> Game:
        """Let bots play until something of a kind is awaited, or to the end."""
        while self.game.prompts and self.game.prompts[0].kind != until:
            command = BOTS[kinds[self.awaited]](self, self.awaited, rng)  # type: ignore[arg-type]
            self.happen(rulebook.decide(self.game, self.awaited, command, self.chance))
        return self.game


def sitting(seed: int, options: GameOptions = ONE, seats: int = 2) -> Sitting:
    chance = Chance(Derived(chance_key(seed.to_bytes(32, "big"), []), "", 0), {})
    made = Sitting(rulebook.start(options, seats, rulebook.editions[0]), chance)
    made.happen(rulebook.setup(made.game, chance))
    return made


def test_the_greedy_bot_beats_the_random_one() -> None:
    won, points = 0, {"greedy": 0, "random": 0}
    for seed in range(4):
        kinds = ("greedy", "random") if seed % 2 else ("random", "greedy")
        scores = dict(zip(kinds, sitting(seed).play(kinds, Random(seed)).scores, strict=True))
        won += scores["greedy"] > scores["random"]
        for kind in kinds:
            points[kind] += scores[kind]
    assert won == 4
    assert points["greedy"] > 2 * points["random"]


@pytest.mark.parametrize(
    "options",
    [
        GameOptions(generations=1, mode="table"),
        GameOptions(generations=1, mode="table", table_confirm="one", temple_bump="keep"),
        GameOptions(generations=1, scatter="none", navel_trigger="any_prophet"),
        GameOptions(generations=1, deity_powers=False, laws=False, first_player="random"),
    ],
    ids=["table", "table, one confirms", "steady hands", "no cards"],
)
def test_greedy_bots_come_to_an_end_with_every_option(options: GameOptions) -> None:
    seats = 2 if options.mode == "digital" else 3
    game = sitting(3, options, seats).play(("greedy", "random", "greedy")[:seats], Random(3))
    assert game.over


def test_a_bot_with_the_same_random_numbers_plays_the_same_game() -> None:
    games = [sitting(5).play(("greedy", "random"), Random(5)) for _ in range(2)]
    assert rulebook.view(games[0], None) == rulebook.view(games[1], None)


def test_what_others_have_sealed_changes_no_choice_of_the_greedy_bot() -> None:
    chosen = set()
    made = sitting(6, seats=3)
    made.play(("random",) * 3, Random(6), until="vote")
    for thumb in ("up", "down"):
        game = rulebook.copy(made.game)
        for seat in (0, 1):
            for happening in rulebook.decide(game, seat, CastLawVote(thumb), made.chance):  # type: ignore[arg-type]
                rulebook.evolve(game, event_of(happening))
        chosen.add(best_command(rulebook, game, 2, Random(1)))
    assert len(chosen) == 1


def test_the_greedy_bot_leaves_the_game_that_it_thinks_about_as_it_is() -> None:
    made = sitting(7)
    made.play(("random", "random"), Random(7), until="flick")
    before = rulebook.view(made.game, None), rulebook.copy(made.game)
    assert isinstance(best_command(rulebook, made.game, made.awaited, Random(1)), Flick)
    assert (rulebook.view(made.game, None), made.game) == before


def test_the_estimate_is_a_lead_that_counts_points_and_pieces() -> None:
    game = sitting(8, GameOptions(generations=2, deity_powers=False, laws=False, first_player="random")).game
    even = estimate(game, 0)
    game.scores[0] += 1
    assert estimate(game, 0) > even > estimate(game, 1)
    prophet = game.discs["0-p01"]
    prophet.zone, (prophet.x, prophet.y) = "map", game.map.cities[0].circle[:2]
    on_city = estimate(game, 0)
    prophet.x, prophet.y = 0, 0
    assert on_city > estimate(game, 0)
