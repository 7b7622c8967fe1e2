"""A rulebook that, where it first decides in a process, says so in one pipe and waits for a word in another."""

import os
from collections.abc import Iterator
from typing import Any

from domain.table.chance import Chance
from domain.table.rulebook import Happening
from tests.table.toy import Toy, Trumps

SAYS, WAITS = "TESTS_PIPE_OUT", "TESTS_PIPE_IN"


class Waiting(Toy):
    has_waited = False

    def decide(self, state: Trumps, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        if not Waiting.has_waited:
            Waiting.has_waited = True
            with open(os.environ[SAYS], "wb") as out:
                out.write(b"!")
            with open(os.environ[WAITS], "rb", buffering=0) as word:
                word.read(1)
        return super().decide(state, seat, command, chance)


waiting = Waiting()
