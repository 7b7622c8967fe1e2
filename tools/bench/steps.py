"""The smallest game: one seat takes steps, for ever. A command causes one event, so that what is around it is measured."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.table.catalogue import Catalogue, Texts
from domain.table.chance import Chance
from domain.table.clauses import Clause, Edition, Law
from domain.table.messages import Command, GameEvent, SeatNumber
from domain.table.offers import Between, Offer
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Options, Rulebook

LONGEST = 9
PROMPTS = (Prompt(0, "step", "STEP-1", ("TakeStep",)),)


Length = Annotated[int, Meta(ge=-99, le=99)]


class TakeStep(Command, frozen=True):
    clause = "STEP-1"
    length: Length


class StepTaken(GameEvent, frozen=True, tag="step"):
    clause = "STEP-1"
    seat: SeatNumber
    length: Length


@dataclass(slots=True)
class Walk:
    """How far the walker is."""

    edition: Edition
    distance: int = 0
    prompts: tuple[Prompt, ...] = PROMPTS


class WalkView(msgspec.Struct, frozen=True):
    distance: int


class Steps(Rulebook):
    """A game without an end."""

    game = "steps"
    title = "Steps"
    seats = range(1, 2)
    seat_names = ("walker",)
    editions = (Edition("1"),)
    commands = (TakeStep,)
    events = (StepTaken,)

    @cached_property
    def law(self) -> Law:
        return Law([Clause("STEP-1", "Steps", "The walker takes steps of 1 to 9.")])

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(Texts("en", {}, {}), self.seat_names)

    def start(self, options: Options, seats: int, edition: Edition) -> Walk:
        return Walk(edition)

    def setup(self, state: Walk, chance: Chance) -> Iterator[Happening]:
        yield StepTaken(0, 0)

    def decide(self, state: Walk, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        if not 1 <= command.length <= LONGEST:
            raise Refusal("TOO_LONG", "STEP-1", length=command.length)
        yield StepTaken(seat, command.length)

    def evolve(self, state: Walk, event: Any) -> None:
        if type(event) is StepTaken:
            state.distance += event.length

    def legal(self, state: Walk, seat: int) -> list[Offer]:
        return [Offer(TakeStep, free={"length": Between(1, LONGEST)})]

    def view(self, state: Walk, seat: int | None) -> WalkView:
        return WalkView(state.distance)

    def copy(self, state: Walk) -> Walk:
        return replace(state)

    def scores(self, state: Walk) -> tuple[int, ...]:
        return (state.distance,)


rulebook = Steps()
