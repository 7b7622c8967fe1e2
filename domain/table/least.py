"""The least that a seat can do where it must do something (T-72)."""

from collections.abc import Sequence

from domain.table.messages import Command
from domain.table.offers import Offer, RuledOffer
from domain.table.prompts import Prompt

# What the names of commands begin with by which a seat forgoes what it could do, where they have no fields.
FORGOING = ("Skip", "Pass", "Decline", "End", "Forgo", "Keep", "Forfeit")


def least_of(offers: Sequence[Offer], prompt: Prompt) -> Command | None:
    """To forgo, where that is offered; else the first of the first command that the prompt awaits and that can be listed."""
    offered = {offer.command.__name__: offer for offer in offers if offer.rows and not isinstance(offer, RuledOffer)}
    awaited = [offered[name] for name in prompt.commands if name in offered]
    forgoing = [offer for offer in awaited if _forgoes(offer.command)]
    for offer in (*forgoing, *awaited):
        found = next(offer.all(), None)
        if found is not None:
            return found
    return None


def _forgoes(command: type[Command]) -> bool:
    return command.__name__.startswith(FORGOING) and not command.__struct_fields__
