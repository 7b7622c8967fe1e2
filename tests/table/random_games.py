"""Random games of a rulebook alone, without a table, for whoever looks at every state on the way."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from domain.table.chance import Chance
from domain.table.messages import Command, Event
from domain.table.prompts import Prompt
from domain.table.rulebook import Rulebook, event_of

LONGEST = 6_000
"""Commands that no random game comes near."""

# Looks at the game before and after an event, and lets it happen.
Watch = Callable[[Any, Event], None]


class Dealt:
    """Chance from a random source of the test's own."""

    lasting = True

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None = None) -> int:
        return self._rng.randrange(bound)


def positions(
    rulebook: Rulebook,
    game: Any,
    rng: Random,
    asked: Callable[[Any, Random], Prompt],
    chosen: Callable[[Any, Prompt, Random], Command],
    watch: Watch | None = None,
) -> Iterator[tuple[Any, Prompt]]:
    """A game from its start, decision by decision. The state yielded goes on changing."""
    chance = Chance(Dealt(rng), {})

    def happen(happenings: Iterator[Any]) -> None:
        for happening in happenings:
            event = event_of(happening)
            if watch is None:
                rulebook.evolve(game, event)
            else:
                watch(game, event)
        chance.take()

    happen(rulebook.setup(game, chance))
    for _ in range(LONGEST):
        if not game.prompts:
            return
        prompt = asked(game, rng)
        yield game, prompt
        happen(rulebook.decide(game, prompt.seat, chosen(game, prompt, rng), chance))
    raise AssertionError("the game does not end")
