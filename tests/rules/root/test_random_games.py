"""Random full games over all seat combinations: what always holds, and that offers are what is accepted."""

from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from domain.root.cards import CARDS
from domain.root.eyrie.commands import Addition
from domain.root.factions import COLUMNS, GARDENS, LEADERS, WORKS
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.refusals import Refusal
from domain.table.rulebook import event_of
from tests.rules.root.games import COMBINATIONS, play_out, positions
from tests.rules.root.invariants import Invariants
from tests.table.random_games import Dealt

QUICK = range(2 * len(COMBINATIONS))
FEW = QUICK[: len(COMBINATIONS)]
ALL = range(len(QUICK), 300)
# Games that a fast run gives to each of two workers, and a slow one.
BATCH = 23


@pytest.mark.clause("core-15", "core-1.3", "core-12")
@pytest.mark.parametrize(
    "number", [*FEW, *(pytest.param(number, marks=pytest.mark.slow) for number in QUICK if number not in FEW)]
)
def test_all_invariants_hold_after_every_event_of_a_random_game(number: int) -> None:
    game = play_out(number, Invariants())

    assert game.over
    assert sorted(game.ranking)[0] == 1
    assert game.ranking.count(1) == 1


@pytest.mark.slow
@pytest.mark.parametrize("first", range(ALL.start, ALL.stop, BATCH))
def test_all_invariants_hold_in_three_hundred_random_games(first: int) -> None:
    for number in range(first, min(first + BATCH, ALL.stop)):
        assert play_out(number, Invariants()).over


@pytest.mark.slow
def test_every_command_and_event_of_the_game_occurs_in_random_games() -> None:
    seen: set[str] = set()

    def watch(game: Game, event: Any) -> None:
        seen.add(type(event).__name__)
        rulebook.evolve(game, event)

    for number in (*QUICK, *range(24, 40)):
        for game, prompt, _ in positions(number, watch):
            seen.update(offer.command.__name__ for offer in rulebook.legal(game, prompt.seat) if offer.rows)

    missing = {kind.__name__ for kind in (*rulebook.commands, *rulebook.events)} - seen
    assert missing == set()


# --- Offers -----------------------------------------------------------------------------------------------------------

PER_POSITION = 6


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_what_is_offered_is_accepted_and_what_is_not_is_refused(number: int) -> None:
    rng = Random(1000 + number)
    looked = 0
    for game, prompt, _ in positions(number):
        looked += 1
        if looked % 5:
            continue
        offers = [offer for offer in rulebook.legal(game, prompt.seat) if offer.rows]
        for offer in offers:
            assert _is_accepted(game, prompt.seat, offer.sample(rng))
        for name in prompt.commands:
            for _ in range(PER_POSITION):
                command = _any_command(rulebook.command_types[name], game, rng)
                offered = any(offer.contains(command) for offer in offers)
                assert offered == _is_accepted(game, prompt.seat, command), (prompt.kind, command)


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_small_offers_are_accepted_to_the_last(number: int) -> None:
    rng = Random(2000 + number)
    for game, prompt, _ in positions(number):
        offers = [offer for offer in rulebook.legal(game, prompt.seat) if offer.rows]
        if rng.random() < 0.05 and sum(offer.size for offer in offers) <= 150:
            for offer in offers:
                listed = list(offer.all())
                assert len(listed) >= 1
                assert all(offer.contains(command) and _is_accepted(game, prompt.seat, command) for command in listed)


def _is_accepted(game: Game, seat: int, command: Command) -> bool:
    twin = game.copy()
    try:
        for happening in rulebook.decide(twin, seat, command, Chance(Dealt(Random(0)), {})):
            rulebook.evolve(twin, event_of(happening))
    except Refusal:
        assert twin == game
        return False
    return True


def _any_command(kind: type[Command], game: Game, rng: Random) -> Command:
    """Any command of a type: often a sensible one, often with something wrong."""
    hints = get_type_hints(kind, include_extras=False)
    return kind(
        **{field.name: _any_value(field.name, hints[field.name], game, rng) for field in msgspec.structs.fields(kind)}
    )


def _any_value(name: str, hint: Any, game: Game, rng: Random) -> Any:
    seat = rng.randrange(game.seats)
    match name:
        case "card" | "payment":
            return _any_card(game, seat, rng)
        case "cards":
            pool = [*game.hands[seat], *game.play[seat]] or list(CARDS)
            return tuple(sorted(rng.sample(pool, min(rng.randrange(4), len(pool)))))
        case "clearings" | "wood":
            return tuple(sorted(rng.randint(1, 12) for _ in range(rng.randrange(4))))
        case "pieces":
            kinds = [*WORKS, *GARDENS.values(), "wood", "keep", "roost"]
            return tuple(sorted(rng.choice(kinds) for _ in range(rng.randrange(3))))
        case "additions":
            some = [Addition(_any_card(game, seat, rng), rng.choice(COLUMNS)) for _ in range(rng.randrange(4))]
            return tuple(sorted(some))
        case "target" | "owner" | "first":
            return rng.randrange(game.seats + 1)
        case "defender":
            return rng.choice([*range(game.seats + 1), *([None] if type(None) in get_args(hint) else [])])
        case "warriors":
            return rng.randrange(5)
        case "leader":
            return rng.choice(list(LEADERS))
        case "suit":
            return rng.choice(list(GARDENS))
        case "building":
            return rng.choice(WORKS)
        case _:
            return rng.randrange(14)


def _any_card(game: Game, seat: int, rng: Random) -> str:
    pool = [*game.hands[seat], *game.available, *game.play[seat]]
    if game.eyrie is not None:
        pool += [card for column in game.eyrie.decree.values() for card in column]
    return rng.choice(pool) if pool and rng.random() < 0.9 else rng.choice(list(CARDS))
