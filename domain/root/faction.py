"""What the game needs to know of a faction. A new one is a folder of its own, and a line in the roster."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.root.options import GameOptions
from domain.root.outlook import Outlook
from domain.root.stages import Stage
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command, GameEvent
from domain.table.offers import Offer
from domain.table.rulebook import Happening

Change = Callable[[Game, Any], None]
Pending = Callable[[Game, Chance], Iterator[Happening] | None]


class Faction(NamedTuple):
    """A faction's part in the game.

    `set_up` yields the next thing of its set-up, until it has said that it is ready. `stages` are those of its turn, in their
    order, and `drawn` the cards of its Evening. `prospects` judges for a bot what the position promises.

    `evolve` tells how its events change the state. It may name events that all share, too: what they change on the
    faction's own board then comes after what they change for everybody. It is asked at every table, the faction's or not.

    Where it has them: `corners` are where it may begin, given those that are taken, and `start_at` begins there. `pending`
    is what it does, or has somebody decide, before anything else goes on, None where nothing is due; it comes to an end by
    what it yields. `stranded` is what happens at once when the present step of its turn cannot go on.
    """

    letter: str
    clause: str
    set_up: Callable[[Game, int], Iterator[Happening]]
    stages: Callable[[GameOptions], tuple[Stage, ...]]
    commands: tuple[type[Command], ...]
    events: tuple[type[GameEvent], ...]
    decide: Mapping[type[Command], Callable[..., Iterator[Happening]]]
    offers: Mapping[type[Command], Callable[[Game, int], list[Offer]]]
    evolve: Mapping[type, Change]
    drawn: Callable[[Game, int], int]
    prospects: Callable[[Outlook, int], int]
    corners: Callable[[Game, list[int]], list[int]] | None = None
    start_at: Callable[[Game, int, int], Iterator[Happening]] | None = None
    pending: Pending | None = None
    stranded: Callable[[Game], Iterator[Happening] | None] | None = None
