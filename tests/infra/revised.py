"""The toy with editions that decide otherwise: the first is played, the others are asked what they would have decided.

Edition 2: a six counts double, and a marker may go four steps. Edition 3: a marker goes one step; two dice are rolled; drawing
follows from another clause; nobody plans a card; the deal ends with seat 1's turn; after a vote no turn passes; who leaves
keeps the hand; no order of a turn is followed.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from domain.table.chance import Chance
from domain.table.clauses import Edition
from domain.table.messages import Command
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under
from tests.table.toy import DrawCard, Nudge, Nudged, Plan, RollDie, Toy, Trumps, TurnPassed, Vote

OTHERWISE = "all-otherwise"


class Revised(Toy):
    editions = (
        Edition("1"),
        Edition("2", frozenset({"double-sixes", "long-nudges"})),
        Edition("3", frozenset({OTHERWISE})),
    )

    def setup(self, state: Trumps, chance: Chance) -> Iterator[Happening]:
        for happening in super().setup(state, chance):
            yield TurnPassed(1) if state.edition.has(OTHERWISE) and isinstance(happening, TurnPassed) else happening

    def decide(self, state: Trumps, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        if isinstance(command, Nudge) and state.edition.has("long-nudges") and command.steps == 4 and not state.nudged:
            return iter((Nudged(seat, 4),))
        decided = super().decide(state, seat, command, chance)
        return _otherwise(command, decided, chance) if state.edition.has(OTHERWISE) else decided

    def retire(self, state: Trumps, seat: int, chance: Chance) -> Iterator[Happening]:
        return iter(()) if state.edition.has(OTHERWISE) else super().retire(state, seat, chance)

    def answer(self, state: Trumps, prompt: Prompt, order: Any) -> Command | None:
        if state.edition.has(OTHERWISE) and prompt.kind == "turn":
            return None
        return super().answer(state, prompt, order)


def _otherwise(command: Any, decided: Iterator[Happening], chance: Chance) -> Iterator[Happening]:
    match command:
        case Nudge(steps) if steps != 1:
            raise Refusal("TOO_FAR", "TOY-5", steps=steps)
        case Plan(card):
            raise Refusal("CARDS_NOT_IN_HAND", "TOY-6", cards=(card,))
        case RollDie():
            chance.below("second die", 6)
            yield from decided
        case DrawCard():
            yield Under("TOY-1", next(decided))  # type: ignore[arg-type]
            yield from decided
        case Vote():
            yield from takewhile(lambda happening: not isinstance(happening, TurnPassed), decided)
        case _:
            yield from decided


revised = Revised()
