"""Corrections out of place: whatever an arbiter gives, what it leaves is refused, or a game that goes on soundly."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.chance import Chance
from domain.table.rulebook import Rulebook, event_of
from tests.rules.carcassonne.playing import Play
from tests.rules.carcassonne.test_random_games import any_setting
from tests.rules.flick_of_faith import games as flick_of_faith_games
from tests.rules.root import games as root_games
from tests.table.random_games import Dealt

# A state before some decision, with all that has happened in its game in the end.
Played = tuple[list[Any], list[Any]]


def by_offers(games: Any, rulebook: Rulebook, number: int) -> Played:
    """A random game by what is offered."""
    events: list[Any] = []

    def watch(game: Any, event: Any) -> None:
        events.append(event)
        rulebook.evolve(game, event)

    return [rulebook.copy(game) for game, _, _ in games.positions(number, watch) if game.phase != "setup"], events


def by_table(number: int) -> Played:
    """A random game of Carcassonne, with any sets and options."""
    play, states = Play(number, *any_setting(number)), list[Any]()
    play.to_the_end(lambda here, _: states.append(here.game.copy()))
    return states, [record.event for record in play.table.records]


def games_of(rulebook: Rulebook) -> Iterator[Played]:
    for number in range(6):
        if rulebook is carcassonne:
            yield by_table(1000 + number)
        else:
            yield by_offers(root_games if rulebook is root else flick_of_faith_games, rulebook, number)


@pytest.mark.parametrize("rulebook", [carcassonne, root, flick_of_faith], ids=lambda rulebook: str(rulebook.game))
def test_what_a_correction_leaves_is_refused_or_goes_on_soundly(rulebook: Rulebook) -> None:
    rng, seen = Random(1), Counter[str]()
    for states, events in games_of(rulebook):
        given = [event for event in events if type(event) in (rulebook.corrections or ())]
        for game in rng.sample(states, min(60, len(states))):
            seen[corrected(rulebook, game, [rng.choice(given) for _ in range(rng.randint(1, 3))], rng)] += 1
    assert min(seen["refused"], seen["goes on"]) >= 20, seen


def corrected(rulebook: Rulebook, game: Any, events: list[Any], rng: Random) -> str:
    """What comes of events that happened elsewhere in the game, given as corrections."""
    try:
        for event in events:
            rulebook.evolve(game, event)
    except (LookupError, ValueError, StopIteration, AssertionError):
        return "cannot be"  # such as a card that is put down by somebody who does not have it
    if [*rulebook.invariants(game)]:
        return "refused"
    for happening in rulebook.after_remedy(game, chance := Chance(Dealt(rng), {})):
        rulebook.evolve(game, event_of(happening))
        chance.take()
    assert [*rulebook.invariants(game)] == []
    assert game.prompts or game.phase == "over"
    for seat in range(len(rulebook.scores(game))):
        rulebook.view(game, seat)
        assert all(offer.contains(offer.sample(rng)) for offer in rulebook.legal(game, seat) if offer.rows)
    return "goes on"
