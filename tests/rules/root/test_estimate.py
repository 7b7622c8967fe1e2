"""The judgement of Root's greedy bot: it knows what its seat knows, it changes nothing, and it is worth beating."""

from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from domain.root.battle.expected import after_battle
from domain.root.commands import PlayAmbush
from domain.root.events import BattleStarted
from domain.root.flow import proceed
from domain.root.options import GameOptions
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.rulebook import event_of
from infra.bots import best_command
from tests.rules.root.games import COMBINATIONS, chosen, new_game, positions
from tests.rules.root.positions import CULT, EYRIE, MARQUISE, position
from tests.table.random_games import Dealt

EVERY = 9


def shuffled(game: Game, seat: int, rng: Random) -> Game:
    """The same game as far as the seat knows: what it cannot place lies elsewhere."""
    other = game.copy()
    hidden = [*game.deck]
    for owner in range(game.seats):
        if owner != seat:
            hidden += [card for card in game.hands[owner] if card not in game.known[owner]]
    rng.shuffle(hidden)
    for owner in range(game.seats):
        if owner != seat:
            known = game.known[owner]
            dealt = [hidden.pop() for card in game.hands[owner] if card not in known]
            other.hands[owner] = sorted((*known, *dealt))
    other.deck = sorted(hidden)
    return other


def some_positions(number: int) -> list[tuple[Game, int]]:
    return [(game.copy(), prompt.seat) for game, prompt, _ in islice(positions(number), 0, 300, EVERY)]


# --- What it knows ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_other_hands_and_the_deck_change_nothing_of_what_a_seat_thinks(number: int) -> None:
    for game, _ in some_positions(number):
        for seat in range(game.seats):
            unseen = shuffled(game, seat, Random(number))
            assert rulebook.estimate(unseen, seat) == rulebook.estimate(game, seat)
            assert rulebook.imagined(unseen, seat, Random(1)) == rulebook.imagined(game, seat, Random(1))


@pytest.mark.parametrize("number", range(0, len(COMBINATIONS), 2))
def test_other_hands_and_the_deck_change_nothing_of_what_the_bot_does(number: int) -> None:
    for game, seat in some_positions(number)[::4]:
        unseen = shuffled(game, seat, Random(number))
        assert best_command(rulebook, unseen, seat, Random(1)) == best_command(rulebook, game, seat, Random(1))


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_what_a_seat_imagines_differs_in_nothing_that_it_knows(number: int) -> None:
    for game, seat in some_positions(number):
        guess = rulebook.imagined(game, seat, Random(number))
        assert rulebook.view(guess, seat) == rulebook.view(game, seat)
        assert rulebook.legal(guess, seat) == rulebook.legal(game, seat)
        assert sorted(sum(guess.hands, guess.deck)) == sorted(sum(game.hands, game.deck))


def test_hits_that_another_has_chosen_are_not_known() -> None:
    game = position(
        "actions",
        """
        marquise  1 warrior sawmill keep
        cult      1 warrior*2
        """,
    )
    rulebook.evolve(game, BattleStarted(MARQUISE, CULT, 1))
    assert game.battle is not None
    game.battle.stage, game.battle.takes = "hits", {MARQUISE: 2, CULT: 0}
    thought = []
    for piece in ("keep", "sawmill"):
        game.battle.chosen = {MARQUISE: (piece,)}
        guess = rulebook.imagined(game, CULT, Random(1))
        thought.append((rulebook.estimate(game, CULT), msgspec.to_builtins(guess.battle)))
    assert thought[0] == thought[1]


# --- What it does -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_an_estimate_is_an_integer_for_every_seat_at_every_point_and_changes_nothing(number: int) -> None:
    for game, _ in some_positions(number):
        before = game.copy()
        assert all(isinstance(rulebook.estimate(game, seat), int) for seat in range(game.seats))
        assert game == before


def test_a_battle_is_taken_to_go_as_dice_go_on_average() -> None:
    game = position(
        "actions",
        """
        marquise  1 warrior*3 keep
        eyrie     1 warrior roost
        """,
    )
    assert after_battle(game, EYRIE) is game
    rulebook.evolve(game, BattleStarted(MARQUISE, EYRIE, 1))
    after = after_battle(game, EYRIE)
    assert (after.warriors[MARQUISE][1], after.warriors[EYRIE][1]) == (2, 0)
    assert (after.buildings[1], after.scores[MARQUISE] - game.scores[MARQUISE]) == ([], 1)
    assert game.buildings[1]


def test_a_bot_ambushes_those_who_come_to_take_a_roost() -> None:
    game = position(
        "actions",
        """
        marquise  1 warrior*3 keep
        eyrie     1 warrior*2 roost
        """,
        hands={EYRIE: ["ambush-bird#1"]},
    )
    rulebook.evolve(game, BattleStarted(MARQUISE, EYRIE, 1))
    for happening in proceed(game, Chance(Dealt(Random(1)), {})):
        rulebook.evolve(game, event_of(happening))
    assert best_command(rulebook, game, EYRIE, Random(1)) == PlayAmbush("ambush-bird#1")


# --- How well it plays ------------------------------------------------------------------------------------------------


def winner(number: int, factions: tuple[Any, ...], greedy: int) -> str:
    """The faction that wins a game of one greedy bot among random ones."""
    rng, game = Random(number), new_game(GameOptions(factions))
    chance = Chance(Dealt(Random(number)), {})

    def happen(happenings: Any) -> None:
        for happening in happenings:
            rulebook.evolve(game, event_of(happening))
        chance.take()

    happen(rulebook.setup(game, chance))
    while game.prompts:
        prompt = game.prompts[0]
        by_greed = prompt.seat == greedy
        command: Command = best_command(rulebook, game, prompt.seat, rng) if by_greed else chosen(game, prompt, rng)
        happen(rulebook.decide(game, prompt.seat, command, chance))
    return str(factions[game.ranking.index(1)])


@pytest.mark.slow
@pytest.mark.parametrize("factions", COMBINATIONS, ids="-".join)
def test_the_greedy_bot_beats_random_ones_with_every_faction_in_every_seat(factions: tuple[Any, ...]) -> None:
    won = sum(winner(seat, factions, seat) == faction for seat, faction in enumerate(factions))
    assert won >= len(factions) - len(factions) // 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("factions", "greedy"), [(("marquise", "cult"), 0), (("cult", "eyrie"), 1), (("eyrie", "cult"), 1)]
)
def test_the_greedy_bot_beats_a_random_one(factions: tuple[Any, ...], greedy: int) -> None:
    assert winner(1, factions, greedy) == factions[greedy]
