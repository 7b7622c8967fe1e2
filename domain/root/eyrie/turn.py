"""The Eyrie's turn, and its Evening (7.6)."""

from collections.abc import Iterator

from domain.root import effects
from domain.root.crafting import can_craft
from domain.root.events import FactionSetUp, StepStarted
from domain.root.eyrie import birdsong, decree, leaders
from domain.root.eyrie.changes import EVOLVE
from domain.root.eyrie.commands import COMMANDS, ChooseLeader
from domain.root.eyrie.events import EVENTS
from domain.root.faction import Faction
from domain.root.factions import COLUMNS, ROOST_POINTS, ROOSTS_FOR_CARD
from domain.root.options import GameOptions
from domain.root.scoring import score
from domain.root.setting_up import start_at_a_corner, starts
from domain.root.stages import (
    BIRDSONG,
    DAYLIGHT,
    EVENING,
    Stage,
    last_stages,
    no_effect_in_birdsong,
    nothing_in_daylight,
    window,
)
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Term
from domain.table.rulebook import Happening, Under

CARDS_DRAWN = 1


def score_roosts(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.6.1: the number over the rightmost empty space of the roost track, also after turmoil."""
    points = ROOST_POINTS[game.on_map(game.active, "roost")]
    yield from score(game, game.active, "7.6.1", Term("roosts", 1, points, "7.6.1"))


def cards_to_draw(game: Game, seat: int) -> int:
    """7.6.2: one, one more from three roosts on the map, and one more from six."""
    return CARDS_DRAWN + sum(game.on_map(seat, "roost") >= needed for needed in ROOSTS_FOR_CARD)


def set_up(game: Game, seat: int) -> Iterator[Happening]:
    """7.3: first the corner, then the leader."""
    assert game.eyrie is not None
    if not game.on_map(seat, "roost"):
        corners = birdsong.legal_corners(game, starts(game))
        yield from start_at_a_corner(game, seat, "roost_corner", "7.3", corners, birdsong.set_up_at)
    elif game.eyrie.leader is None:
        yield Under("7.3", StepStarted(seat, "first_leader"))
    else:
        yield Under("7.3", FactionSetUp(seat, "eyrie"))


def _effects_before_orders(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.4.1, core-6: a card gained before Emergency Orders changes them, so effects are asked for where the hand is empty."""
    if not game.hands[game.active] and not no_effect_in_birdsong(game, game.active):
        yield StepStarted(game.active, "birdsong")


def _rule_unchanged(game: Game, seat: int) -> bool:
    """7.4.3, core-6: a new roost changes what Royal Claim would score, so that is the window to ask again."""
    return effects.unused(game, seat, "royal-claim") is None


def _crafting_over(game: Game, seat: int) -> bool:
    """7.5.1: no card or no roost is left to craft with; core-6: nor an effect to use before the Decree can fail."""
    return not can_craft(game, seat) and nothing_in_daylight(game, seat)


def _rest(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.7.4: where a turn goes on after turmoil; nothing of its own happens here."""
    yield from ()


def stages(options: GameOptions) -> tuple[Stage, ...]:
    """7.4 to 7.7."""
    return (
        *BIRDSONG,
        Stage("birdsong", _effects_before_orders, no_effect_in_birdsong),
        Stage("orders", birdsong.emergency_orders),
        Stage("decree", birdsong.begin_decree),
        Stage("new_roost", birdsong.new_roost),
        window("new_rule", _rule_unchanged),
        *DAYLIGHT,
        window("eyrie_craft", _crafting_over, "7.5.1"),
        *(decree.column_stage(column) for column in COLUMNS),
        window("after_decree", nothing_in_daylight),
        Stage("turmoil", _rest),
        *EVENING,
        Stage("roosts", score_roosts),
        *last_stages("7.6.2", cards_to_draw),
    )


EYRIE = Faction(
    "B",
    "7.3",
    set_up,
    birdsong.legal_corners,
    birdsong.set_up_at,
    stages,
    COMMANDS,
    EVENTS,
    {ChooseLeader: leaders.choose_leader, **birdsong.DECIDE, **decree.DECIDE},
    {ChooseLeader: leaders.legal_leaders, **birdsong.OFFERS, **decree.OFFERS},
    EVOLVE,
    decree.turmoil_at_once,
)
