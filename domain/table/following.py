"""Following: what a seat has ordered in advance is done for it when the game waits for it (T-26)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.table.chance import Chance
from domain.table.lifecycle import OrderFollowed
from domain.table.messages import Command
from domain.table.prompts import Prompt
from domain.table.refusals import EngineFault
from domain.table.rulebook import Happening, Rulebook
from domain.table.table import Table

# More than any game needs for one command: orders that go on answering each other would go on for ever.
MOST_ANSWERS = 1_000


def follow(table: Table, chance: Chance) -> Iterator[Happening]:
    """T-26: as long as a standing order answers what the game waits for, the answer happens; the first prompt first."""
    for answered in range(MOST_ANSWERS + 1):
        found = next(_answers(table), None)
        if found is None:
            return
        if answered == MOST_ANSWERS:
            raise EngineFault(f"standing orders were followed {MOST_ANSWERS} times, and it goes on")
        chance.check_taken()
        prompt, command = found
        yield OrderFollowed(prompt.seat, prompt.kind)
        yield from table.rulebook.decide(table.game, prompt.seat, command, chance)


def _answers(table: Table) -> Iterator[tuple[Prompt, Command]]:
    """Each prompt that a standing order answers with what is offered, and the answer."""
    if table.edition not in table.rulebook.editions:
        return
    for prompt in table.prompts:
        command = None if prompt.optional else answered(table, prompt)
        if command is not None:
            yield prompt, command


def answered(table: Table, prompt: Prompt) -> Command | None:
    """What the seat's standing order answers to its prompt, None where it has none, or nothing that is offered."""
    text = table.seats[prompt.seat].orders.get(prompt.kind)
    order = None if text is None else _order(table.rulebook, prompt.kind, text)
    command = None if order is None else table.rulebook.answer(table.game, prompt, order)
    return command if command is not None and _is_offered(table, prompt, command) else None


def _order(rulebook: Rulebook, kind: str, text: str) -> Any:
    # What these rules do not know any more, an earlier version of them has accepted: it is not followed.
    try:
        return msgspec.json.decode(text, type=rulebook.orders[kind])
    except (KeyError, msgspec.MsgspecError):
        return None


def _is_offered(table: Table, prompt: Prompt, command: Command) -> bool:
    return any(offer.contains(command) for offer in table.rulebook.legal(table.game, prompt.seat))
