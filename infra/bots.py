"""Bots: seats that play by themselves. A bot sees a game only through its rulebook, and never draws from a table's chance."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.refusals import EngineFault
from domain.table.rulebook import Rulebook, event_of
from domain.table.table import Table

# More offers than this are sampled, so that a bot's time stays bounded.
CONSIDERED = 400

Bot = Callable[[Table, int, Random], Command]


class _Guess:
    """Chance as a bot imagines it: what will really be drawn is not for it to know."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None) -> int:
        return self._rng.randrange(bound)


def random_legal(table: Table, seat: int, rng: Random) -> Command:
    """Any offered command; every row of every offer is as likely as any other."""
    offers = [offer for offer in table.rulebook.legal(table.game, seat) if offer.rows]
    at = rng.randrange(sum(len(offer.rows) for offer in offers))
    for offer in offers:
        if at < len(offer.rows):
            return offer.sample(rng)
        at -= len(offer.rows)
    raise EngineFault("a seat is awaited and nothing is offered to it")


def greedy(table: Table, seat: int, rng: Random) -> Command:
    """The command after which the rulebook's estimate is best, thinking on as long as it is the seat's own turn."""
    return _best(table.rulebook, table.game, seat, rng)[1]


BOTS: dict[str, Bot] = {"random": random_legal, "greedy": greedy}


def _best(rulebook: Rulebook, state: Any, seat: int, rng: Random) -> tuple[int, Command]:
    best: tuple[int, Command] | None = None
    for command in _considered(rulebook, state, seat, rng):
        worth = _worth(rulebook, state, seat, command, rng)
        if best is None or worth > best[0]:
            best = worth, command
    if best is None:
        raise EngineFault("a seat is awaited and nothing is offered to it")
    return best


def _worth(rulebook: Rulebook, state: Any, seat: int, command: Command, rng: Random) -> int:
    twin = rulebook.copy(state)
    chance = Chance(_Guess(rng), {})
    for happening in rulebook.decide(twin, seat, command, chance):
        rulebook.evolve(twin, event_of(happening))
    # What chance has shown is a guess: only a decision that follows without any is worth thinking on.
    if not chance.take() and any(prompt.seat == seat for prompt in twin.prompts):
        return _best(rulebook, twin, seat, rng)[0]
    return rulebook.estimate(twin, seat)


def _considered(rulebook: Rulebook, state: Any, seat: int, rng: Random) -> list[Command]:
    offers = [offer for offer in rulebook.legal(state, seat) if offer.rows]
    if all(not offer.free for offer in offers) and sum(len(offer.rows) for offer in offers) <= CONSIDERED:
        return [command for offer in offers for command in offer.all()]
    return [offers[rng.randrange(len(offers))].sample(rng) for _ in range(CONSIDERED)]
