"""The least that a seat can do where it must do something (T-72)."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from domain.table.messages import Command
from domain.table.offers import Choice, Offer, Random, RuledOffer, SomeOf
from domain.table.prompts import Prompt
from domain.table.seeded import Seeded

# What the names of commands begin with by which a seat forgoes what it could do, where they have no fields.
FORGOING = ("Skip", "Pass", "Decline", "End", "Forgo", "Keep", "Forfeit")
_SEED = bytes(32)


def least_of(offers: Sequence[Offer], prompt: Prompt) -> Command | None:
    """To forgo, where that is offered; else, of what the prompt awaits first: to say no, or the first that is listed; and where
    nothing can be listed one of what is offered, always the same. None where nothing is found."""
    offered = {offer.command.__name__: offer for offer in offers if offer.rows}
    awaited = [offered[name] for name in prompt.commands if name in offered]
    forgoing = [offer for offer in awaited if _forgoes(offer.command)]
    listed = [offer for offer in awaited if not isinstance(offer, RuledOffer)]
    for offer in (*forgoing, *listed):
        found = _first_of(offer)
        if found is not None:
            return found
    return next((command for offer in awaited if (command := _drawn(offer)) is not None), None)


def another_as_little(offers: Sequence[Offer], least: Command, rng: Random) -> Command:
    """One of those that are offered of the type of the least answer, and name no more things than it, each as likely as any
    other: for what a seat must part with, where others do not see between what."""
    offer = next(offer for offer in offers if offer.contains(least))
    wanted = _size([getattr(least, name) for name in offer.fields])
    rows = [row for row in offer.rows if _size(row) == wanted]
    chosen = {name: _as_few(choice, getattr(least, name)).sample(rng) for name, choice in offer.free.items()}
    return offer.command(**dict(zip(offer.fields, rows[rng.randrange(len(rows))], strict=True)), **chosen)


def _as_few(choice: Choice, least: Any) -> Choice:
    return SomeOf(choice.values, len(least), len(least)) if isinstance(choice, SomeOf) else choice


def _size(row: Sequence[Any]) -> int:
    return sum(len(value) if isinstance(value, tuple) else 1 for value in row)


def _forgoes(command: type[Command]) -> bool:
    return command.__name__.startswith(FORGOING) and not command.__struct_fields__


def _first_of(offer: Offer) -> Command | None:
    # Two are enough to see whether it is yes or no that is asked.
    first = list(islice(offer.all(), 2))
    return next((command for command in first if _says_no(command)), first[0] if first else None)


def _says_no(command: Command) -> bool:
    values = [getattr(command, field) for field in command.__struct_fields__]
    return bool(values) and all(value is False for value in values)


def _drawn(offer: Offer) -> Command | None:
    try:
        return offer.sample(Seeded(_SEED)) if isinstance(offer, RuledOffer) else None
    except LookupError:
        # What is offered by rules alone need not be found by drawing.
        return None
