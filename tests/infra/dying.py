"""A rulebook whose process ends as soon as it decides."""

import os
from collections.abc import Iterator
from typing import Any

from domain.table.chance import Chance
from domain.table.rulebook import Happening
from tests.infra.revised import Revised
from tests.table.toy import Trumps


class Dying(Revised):
    def decide(self, state: Trumps, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        os._exit(9)


dying = Dying()
