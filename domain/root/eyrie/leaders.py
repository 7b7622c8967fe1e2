"""The Eyrie's leaders and viziers (7.3, 7.8.1 to 7.8.4)."""

from collections.abc import Iterator

from domain.root.events import StepEnded
from domain.root.eyrie.commands import ChooseLeader
from domain.root.eyrie.events import LeaderChosen
from domain.root.factions import LEADERS
from domain.root.state import Eyrie, Game
from domain.table.chance import Chance
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def eyrie_of(game: Game) -> Eyrie:
    """The Eyrie's board, at a table where it plays."""
    assert game.eyrie is not None
    return game.eyrie


def is_led_by(game: Game, seat: int, leader: str) -> bool:
    """Whether the seat is the Eyrie under that leader."""
    return game.eyrie is not None and game.eyrie.seat == seat and game.eyrie.leader == leader


def warriors_recruited(game: Game, seat: int) -> int:
    """7.5.2: each Recruit places one warrior; 7.8.2: under the Charismatic it must place two."""
    return 2 if is_led_by(game, seat, "charismatic") else 1


def appoint(game: Game, leader: str, clause: str) -> Iterator[Happening]:
    """7.3, 7.7.3: the leader takes charge, and its viziers go to the columns that it names."""
    yield Under(clause, LeaderChosen(eyrie_of(game).seat, leader, LEADERS[leader]))


def legal_leaders(game: Game, seat: int) -> list[Offer]:
    return [Offer(ChooseLeader, ("leader",), [(leader,) for leader in eyrie_of(game).leaders])]


def choose_leader(game: Game, seat: int, command: ChooseLeader, chance: Chance) -> Iterator[Happening]:
    """7.3, 7.7.3: one of the leaders that lie face up."""
    if command.leader not in eyrie_of(game).leaders:
        raise Refusal("LEADER_NOT_FACE_UP", "7.7.3", leader=command.leader, leaders=tuple(eyrie_of(game).leaders))
    setting_up = game.phase == "setup"
    yield from appoint(game, command.leader, "7.3" if setting_up else "7.7.3")
    if setting_up:
        yield Under("7.3", StepEnded(seat, "first_leader"))
