"""A prompt: a decision that the state of the game waits for; a standing order: an answer that is given in advance."""

import msgspec


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """Seat `seat` is to give one of `commands` (names of command types). `kind` is a word for the catalogue.

    An `optional` one is a right that the seat has meanwhile: nobody waits for it. Prompts live in the game's state and
    rewind with it.
    """

    seat: int
    kind: str
    clause: str
    commands: tuple[str, ...]
    optional: bool = False


class StandingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True, tag_field="order"):
    """Base of what a seat may order in advance for a kind of prompt (T-25)."""
