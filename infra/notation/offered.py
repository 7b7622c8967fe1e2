"""What is offered, for people: of every kind of command some, so that a short list shows all that can be done."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random

from domain.table.messages import Command
from domain.table.offers import Offer, RuledOffer
from domain.table.refusals import Refusal
from infra.notation.scope import Scope

# A kind with more ways is drawn from, instead of listed; where a rule decides what fits, only so often, since that takes long.
MOST_LISTED = 2_000
TRIES = 3
MOST_DRAWN = 3


def counted(offers: Sequence[Offer]) -> int:
    """How many commands are offered: exactly where they can be listed, else roughly."""
    size = sum(offer.size for offer in offers)
    if size > MOST_LISTED or any(isinstance(offer, RuledOffer) for offer in offers):
        return size
    return len({command for offer in offers for command in offer.all()})


def sampled(offers: Sequence[Offer], most: int) -> Iterator[Command]:
    """At most so many offered commands, the same for the same offers: each kind in its turn, those of a kind far apart."""
    kinds: dict[type[Command], list[Offer]] = {}
    for offer in offers:
        kinds.setdefault(offer.command, []).append(offer)
    room = -(-most // max(len(kinds), 1))
    chosen = [_of_kind(group, room) for group in kinds.values()]
    yield from islice((group[n] for n in range(room) for group in chosen if n < len(group)), most)


def _of_kind(offers: Sequence[Offer], most: int) -> list[Command]:
    if not any(isinstance(offer, RuledOffer) for offer in offers) and sum(o.size for o in offers) <= MOST_LISTED:
        every = list(dict.fromkeys(command for offer in offers for command in offer.all()))
        return [every[n * len(every) // most] for n in range(most)] if len(every) > most else every
    rng, drawn = Random(len(offers)), dict[Command, None]()
    times = MOST_DRAWN if any(isinstance(offer, RuledOffer) for offer in offers) else most * TRIES
    for n in range(times):
        # Where hardly anything fits, nothing may be found.
        with suppress(LookupError):
            drawn[offers[n % len(offers)].sample(rng)] = None
    return list(drawn)[:most]


def refused(scope: Scope, refusal: Refusal) -> str:
    """Why a speaker's command was turned down, with its clause. Of what the game waits for, that is told which is offered."""
    awaited = refusal.arguments.get("awaited")
    told = refusal
    if refusal.code == "WRONG_PHASE" and isinstance(awaited, tuple):
        offered = tuple(str(name) for name in awaited if name in scope.offered)
        told = Refusal(refusal.code, refusal.clause, **{**refusal.arguments, "awaited": offered or awaited})
    return f"{scope.table.catalogue.refusal(told)} [{refusal.clause}]"
