"""A prompt: a decision that the state of the game waits for."""

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
