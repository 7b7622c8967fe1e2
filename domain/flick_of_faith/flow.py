"""The sequence of play: what happens by itself until somebody is to decide (P-1, P-2)."""

from collections.abc import Callable, Iterator

from domain.flick_of_faith import council, mission, opening, reporting, worship
from domain.flick_of_faith.state import Game
from domain.table.chance import Chance
from domain.table.rulebook import Happening

Stage = Callable[[Game, Chance], Iterator[Happening]]


def proceed(game: Game, chance: Chance) -> Iterator[Happening]:
    """P-1: all that happens by itself now."""
    while not game.over and not game.prompts:
        yield from _STAGES[game.stage](game, chance)


def _council(game: Game, chance: Chance) -> Iterator[Happening]:
    """P-1, FF-3: the Council comes first, where there are Laws left."""
    if game.deck or game.council is not None:
        yield from council.hold_council(game, chance)
    else:
        yield from mission.next_turn(game, None)


def _alone(step: Callable[[Game], Iterator[Happening]]) -> Stage:
    """A step that needs no chance."""
    return lambda game, chance: step(game)


_STAGES: dict[str, Stage] = {
    "setup": opening.set_up_next,
    "generation": worship.begin_generation,
    "council": _council,
    "law": council.count_votes,
    "mission": lambda game, chance: mission.next_turn(game, None),
    "flick": _alone(mission.ask_for_flick),
    "reported": reporting.ask_about_report,
    "settled": _alone(mission.settle_flick),
    "reflick": _alone(mission.look_at_corner),
    "temples": _alone(mission.look_at_cities),
    "navel": _alone(mission.look_at_navel),
    "next": _alone(mission.after_turn),
    "worship": worship.begin_worship,
    "scoring": _alone(worship.score_worship),
}
