"""Bots: seats that play by themselves. A bot sees a game only through its rulebook, as its seat may imagine it, and never draws
from a table's chance."""

import secrets
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.offers import Offer, RuledOffer
from domain.table.refusals import EngineFault
from domain.table.robots import bot_of as bot_of
from domain.table.rulebook import Rulebook, event_of
from domain.table.table import Table

# Of what no list can hold, such as a flick, a bot tries so many at random; with the best of them again and again where chance
# has a say, until it knows how it fares with each.
SAMPLES, FINALISTS, TRIES = 48, 6, 4

Bot = Callable[[Table, int, Random], Command]


class _Guess:
    """Chance as a bot imagines it: what will really be drawn is not for it to know."""

    lasting = False

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None) -> int:
        return self._rng.randrange(bound)


def random_legal(table: Table, seat: int, rng: Random) -> Command:
    """Any offered command; every row of every offer is as likely as any other."""
    offers = _offers(table.rulebook, table.game, seat)
    at = rng.randrange(sum(len(offer.rows) for offer in offers))
    for offer in offers:
        if at < len(offer.rows):
            return offer.sample(rng)
        at -= len(offer.rows)
    raise EngineFault("a seat is awaited and nothing is offered to it")


def greedy(table: Table, seat: int, rng: Random) -> Command:
    """The command after which the rulebook's estimate is best, thinking on as long as it is the seat's own turn."""
    return best_command(table.rulebook, table.game, seat, rng)


def best_command(rulebook: Rulebook, state: Any, seat: int, rng: Random) -> Command:
    """What `greedy` gives in a state, of which it uses nothing that the seat does not know."""
    return _best(rulebook, rulebook.imagined(state, seat, rng), seat, rng, rulebook.looks)[1]


BOTS: dict[str, Bot] = {"random": random_legal, "greedy": greedy}


def new_bot_id(kind: str) -> str:
    """The person id of a new bot: it says which kind of bot it is, so that it can go on playing later."""
    return f"{kind}-bot-{secrets.token_hex(4)}"


def _best(rulebook: Rulebook, state: Any, seat: int, rng: Random, budget: int) -> tuple[int, Command]:
    offers = _offers(rulebook, state, seat)
    if any(isinstance(offer, RuledOffer) for offer in offers):
        return _best_tried(rulebook, state, seat, _tried(offers, rng, budget), rng, budget)
    considered = _considered(offers, rng, budget)
    # Also where there is only one thing to do, or a game of such things would be thought through to its end.
    share = budget // max(len(considered), 2)
    best: tuple[int, Command] | None = None
    for command in considered:
        worth = _worth(rulebook, state, seat, command, rng, share)
        if best is None or worth > best[0]:
            best = worth, command
    if best is None:
        raise EngineFault("a seat is awaited and nothing is offered to it")
    return best


def _best_tried(
    rulebook: Rulebook, state: Any, seat: int, commands: list[Command], rng: Random, budget: int
) -> tuple[int, Command]:
    """Each command is tried once, and those that look best then several times more, since chance may have flattered them."""
    share = max(budget // (len(commands) + FINALISTS * TRIES), 1)

    def worth(command: Command) -> int:
        return _worth(rulebook, state, seat, command, rng, share)

    first = [(worth(command), command) for command in commands]
    first.sort(key=lambda one: -one[0])
    again = [
        ((sum(worth(command) for _ in range(TRIES)) + found) // (TRIES + 1), command)
        for found, command in first[:FINALISTS]
    ]
    return max(again, key=lambda one: one[0])


def _worth(rulebook: Rulebook, state: Any, seat: int, command: Command, rng: Random, budget: int) -> int:
    twin = rulebook.copy(state)
    chance = Chance(_Guess(rng), {})
    for happening in rulebook.decide(twin, seat, command, chance):
        rulebook.evolve(twin, event_of(happening))
    # What chance has shown is a guess: only a decision that follows without any is worth thinking on.
    if budget > 1 and not chance.take() and _is_awaited(twin, seat):
        return _best(rulebook, twin, seat, rng, budget)[0]
    return rulebook.estimate(twin, seat)


def _considered(offers: list[Offer], rng: Random, budget: int) -> list[Command]:
    """All that is offered, or as many different samples of it as there may be."""
    if sum(offer.size for offer in offers) <= budget:
        return [command for offer in offers for command in offer.all()]
    return list(dict.fromkeys(offers[rng.randrange(len(offers))].sample(rng) for _ in range(min(budget, 400))))


def _tried(offers: list[Offer], rng: Random, budget: int) -> list[Command]:
    """What to try where some of it cannot be listed: samples of that, and all else as far as there is room."""
    few = max(min(budget // 2, SAMPLES), 1)
    found = [
        command
        for offer in offers
        for command in (offer.all() if offer.size <= few else [offer.sample(rng) for _ in range(few)])
    ]
    return list(dict.fromkeys(found))


def _offers(rulebook: Rulebook, state: Any, seat: int) -> list[Offer]:
    """What the game waits for from the seat; rights that it merely has are left to people."""
    awaited = {
        name for prompt in state.prompts if prompt.seat == seat and not prompt.optional for name in prompt.commands
    }
    return [offer for offer in rulebook.legal(state, seat) if offer.rows and offer.command.__name__ in awaited]


def _is_awaited(state: Any, seat: int) -> bool:
    return any(prompt.seat == seat and not prompt.optional for prompt in state.prompts)
