"""Random full games in both modes: what always holds, and that offers are what is accepted."""

from random import Random
from typing import Any, get_type_hints

import msgspec
import pytest

from domain.flick_of_faith.cards import DEITIES, LAWS
from domain.flick_of_faith.commands import Build, Report, Shot, Spot, Wall
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.refusals import Refusal
from domain.table.rulebook import event_of
from tests.rules.flick_of_faith.games import offered, play_out, positions
from tests.rules.flick_of_faith.invariants import WholeGame
from tests.table.random_games import Dealt

QUICK = range(12)
ALL = range(len(QUICK), 500)
BATCH = 34


@pytest.mark.clause("S-2", "FF-6.4", "P-5")
@pytest.mark.parametrize("number", QUICK)
def test_all_invariants_hold_after_every_event_of_a_random_game(number: int) -> None:
    watch = WholeGame()
    game = play_out(number, watch)

    assert game.over
    assert min(game.ranking) == 1
    assert game.generation == game.generations
    assert watch.sealed or not game.options.laws


@pytest.mark.slow
@pytest.mark.parametrize("first", range(ALL.start, ALL.stop, BATCH))
def test_all_invariants_hold_in_five_hundred_random_games(first: int) -> None:
    for number in range(first, min(first + BATCH, ALL.stop)):
        assert play_out(number, WholeGame()).over


@pytest.mark.slow
def test_every_command_event_law_and_deity_occurs_in_random_games() -> None:
    seen: set[str] = set()

    def watch(game: Game, event: Any) -> None:
        seen.add(type(event).__name__)
        seen.update(game.laws)
        seen.update(deity for deity in game.deities if deity)
        rulebook.evolve(game, event)

    for number in (*range(24), *range(100, 130)):
        for game, prompt, _ in positions(number, watch):
            seen.update(offer.command.__name__ for offer in rulebook.legal(game, prompt.seat) if offer.rows)

    wanted = {kind.__name__ for kind in (*rulebook.commands, *rulebook.events)} | set(LAWS) | set(DEITIES)
    assert wanted - seen == set()


# --- Offers -----------------------------------------------------------------------------------------------------------

PER_POSITION = 6


@pytest.mark.parametrize("number", [*range(6), *range(200, 206)])
def test_what_is_offered_is_accepted_and_what_is_not_is_refused(number: int) -> None:
    rng = Random(1000 + number)
    for looked, (game, prompt, _) in enumerate(positions(number)):
        if looked % 4:
            continue
        offers = offered(game, prompt)
        for offer in offers:
            assert _is_accepted(game, prompt.seat, offer.sample(rng))
        for name in prompt.commands:
            for _ in range(PER_POSITION):
                command = _any_command(rulebook.command_types[name], game, rng)
                is_offered = any(offer.contains(command) for offer in offers)
                assert is_offered == _is_accepted(game, prompt.seat, command), (prompt.kind, command)


def _is_accepted(game: Game, seat: int, command: Command) -> bool:
    twin = game.copy()
    try:
        for happening in rulebook.decide(twin, seat, command, Chance(Dealt(Random(0)), {})):
            rulebook.evolve(twin, event_of(happening))
    except Refusal:
        assert twin == game
        return False
    return True


def _any_command(kind: type[Any], game: Game, rng: Random) -> Any:
    """Any command of a type: often a sensible one, often with something wrong."""
    hints = get_type_hints(kind, include_extras=False)
    return kind(
        **{field.name: _any_value(field.name, hints[field.name], game, rng) for field in msgspec.structs.fields(kind)}
    )


def _any_value(name: str, hint: Any, game: Game, rng: Random) -> Any:
    where = rng.choice((rng.randrange(-5_000, 485_000), rng.randrange(-5_000, 485_000), 240_000, 40_000, 0))
    match name:
        case "shot":
            return _any_command(Shot, game, rng)
        case "second" if "Shot" in str(hint):
            return rng.choice((None, None, _any_command(Shot, game, rng)))
        case "second" | "on":
            return rng.choice((None, None, None, _any_disc(game, rng)))
        case "hand":
            return rng.choice((None, None, _any_command(Wall, game, rng), Wall(200_000, where, 260_000, where)))
        case "report" | "counter" if "Report" in str(hint):
            return _any_command(Report, game, rng)
        case "moved" | "spots":
            return tuple(_any_command(Spot, game, rng) for _ in range(1 + rng.randrange(2)))
        case "builds":
            return tuple(_any_command(Build, game, rng) for _ in range(rng.randrange(3)))
        case "off" | "discs" | "taken":
            return tuple(_any_disc(game, rng) for _ in range(rng.randrange(2)))
        case "prophet" | "temple" | "disc":
            return _any_disc(game, rng)
        case "islands":
            return rng.choice(((), (), ("south",), ("east",), ("north", "west"), ("south", "south")))
        case "city":
            return rng.choice(("south-city", "north-city", "east-city", "west-city", "x"))
        case "dx" | "dy":
            return rng.choice((0, 1, rng.randrange(-40_000, 40_000)))
        case "speed":
            return rng.choice((0, 500, rng.randrange(-100, 4_000)))
        case "deity":
            return rng.choice([*DEITIES, "loki"])
        case "law":
            return rng.choice([*LAWS, *(law for law in game.council or () if law)])
        case "thumb":
            return rng.choice(("up", "down"))
        case "agree" | "navel" | "own_corner":
            return rng.random() < 0.3
        case "photo":
            return rng.choice(("", "https://example.org/1.jpg", "as I saw it"))
        case "first" | "choice" | "counter":
            return rng.randrange(game.seats + 1)
        case _:
            return rng.choice((where, where, where, None)) if "None" in str(hint) else where


def _any_disc(game: Game, rng: Random) -> str:
    """Often a disc of the active player's, often one on the map."""
    on_map = [disc for disc, at in game.discs.items() if at.on_map]
    own = [disc for disc, at in game.discs.items() if at.owner == game.active]
    return rng.choice(rng.choice((on_map or own, own, [*game.discs, "x"])))
