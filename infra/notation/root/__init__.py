"""Root in words: clearings by their numbers, seats by faction, cards by their names."""

from domain.table.messages import Command
from infra.notation.forms import Wording
from infra.notation.notation import Notation
from infra.notation.root.factions import CULT, EYRIE, FACTIONS, MARQUISE
from infra.notation.root.shared import SHARED
from infra.notation.scope import Scope

HELP = """Clearings go by their numbers, seats by faction, name or number, cards by their names, or by as much of one as tells
it from your others; of alike ones it is the first, or ambush-bird#2. What can only mean one thing may be left out: craft anvil.
"""


class RootNotation(Notation):
    """The words of Root."""

    def game_forms(self) -> tuple[Wording, ...]:
        return (*SHARED, *CULT, *MARQUISE, *EYRIE)

    def is_own(self, scope: Scope, command: type[Command]) -> bool:
        if scope.game is None or scope.speaker < 0:
            return True
        faction = scope.game.faction(scope.speaker)
        return all(
            faction == name for name, forms in FACTIONS.items() if any(form.command is command for form in forms)
        )

    @property
    def help(self) -> str:
        return HELP + super().help
