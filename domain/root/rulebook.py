"""Root as a rulebook: where the kernel finds its rules, words and data."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.root import changes, commands, crafting, dominance, effects, events, remedies, stages
from domain.root import scene as drawing
from domain.root.battle import changes as battle_changes
from domain.root.battle import steps as battle
from domain.root.commands import ChooseStart, Craft, DiscardToLimit
from domain.root.corners import choose_start, legal_starts
from domain.root.estimate import estimate
from domain.root.eyrie.commands import AddToDecree
from domain.root.factions import NAMES
from domain.root.flow import ending_of_step, proceed
from domain.root.imagining import imagined
from domain.root.invariants import invariants
from domain.root.options import FACTIONS, GameOptions
from domain.root.orders import ORDERS, answer, check_order, orders_for
from domain.root.roster import ROSTER, changes_of_all
from domain.root.setting_up import begin
from domain.root.state import Game, new_game
from domain.root.unawaited import unawaited
from domain.root.view import GameView
from domain.root.viewing import binds, redact, redact_command, view_of
from domain.table.chance import Chance
from domain.table.clauses import Edition
from domain.table.messages import Command
from domain.table.offers import Offer, Random
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Rulebook
from domain.table.scene import Scene

_DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    ChooseStart: choose_start,
    Craft: crafting.craft,
    **stages.DECIDE,
    **battle.DECIDE,
    **effects.DECIDE,
    **dominance.DECIDE,
    **{command: decide for faction in ROSTER.values() for command, decide in faction.decide.items()},
}

_OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    ChooseStart: legal_starts,
    Craft: crafting.legal_crafts,
    **stages.OFFERS,
    **battle.OFFERS,
    **effects.OFFERS,
    **dominance.OFFERS,
    **{command: offers for faction in ROSTER.values() for command, offers in faction.offers.items()},
}
_OFFERS_BY_NAME = {command.__name__: offers for command, offers in _OFFERS.items()}

_EVOLVE: dict[type, Callable[[Game, Any], None]] = changes_of_all(changes.EVOLVE, battle_changes.EVOLVE)


class Root(Rulebook):
    """The Lizard Cult by its own document, the Marquise and the Eyrie, on the autumn map with the standard deck."""

    game = "root"
    title = "Root"
    seats = range(2, len(FACTIONS) + 1)
    # However many factions there are.
    usual_seats = 3
    seat_names = tuple(f"seat {seat}" for seat in range(len(FACTIONS)))
    editions = (Edition("1"),)
    # A turn has many decisions, and each has many moves.
    looks = 200
    options = GameOptions
    data = "domain.root.data"
    orders = ORDERS
    commands = (*commands.COMMANDS, *(command for faction in ROSTER.values() for command in faction.commands))
    steps = (events.PhaseStarted, events.StepStarted, events.StepEnded, events.TurnEnded, events.DecisionRequested)
    events = (*events.EVENTS, *(event for faction in ROSTER.values() for event in faction.events))
    left_to_chance = (DiscardToLimit, AddToDecree)
    corrections = remedies.corrections_of(events)

    def names(self, options: Any, seats: int) -> tuple[str, ...]:
        """Seats are called by the factions they play."""
        return tuple(NAMES[faction] for faction in options.factions_of(seats))

    def check_options(self, options: GameOptions, seats: int) -> None:  # type: ignore[override]
        """core-13: each seat plays another faction."""
        factions = options.factions_of(seats)
        if len(factions) != seats or len(set(factions)) != seats:
            raise Refusal("FACTIONS_DO_NOT_FIT", "core-13", seats=seats, factions=factions)

    def start(self, options: GameOptions, seats: int, edition: Edition) -> Game:
        return new_game(options, seats, edition)

    def setup(self, state: Game, chance: Chance) -> Iterator[Happening]:
        yield from begin(state, chance)
        yield from proceed(state, chance)

    def decide(self, state: Game, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        yield from _DECIDE[type(command)](state, seat, command, chance)
        yield from proceed(state, chance)

    def evolve(self, state: Game, event: Any) -> None:
        _EVOLVE[type(event)](state, event)

    def legal(self, state: Game, seat: int) -> list[Offer]:
        names = [name for prompt in state.prompts if prompt.seat == seat for name in prompt.commands]
        return [offer for name in names for offer in _OFFERS_BY_NAME[name](state, seat)]

    def answer(self, state: Game, prompt: Prompt, order: Any) -> Command | None:
        return answer(state, prompt, order)

    def orders_for(self, state: Game, seat: int) -> Mapping[str, Any]:
        return orders_for(state, seat)

    def check_order(self, state: Game, seat: int, kind: str, order: Any) -> None:
        check_order(state, seat, order)

    def unawaited(self, state: Game, seat: int, command: Any) -> Refusal | None:
        return unawaited(state, seat, command)

    def copy(self, state: Game) -> Game:
        return state.copy()

    def aims(self, state: Game) -> tuple[str | None, ...]:
        """core-11: a seat that plays for dominance has no score marker any more."""
        return tuple(state.dominance)

    def view(self, state: Game, seat: int | None) -> GameView:
        return view_of(state, seat)

    def invariants(self, state: Game) -> Iterator[Refusal]:
        found = list(invariants(state))
        yield from found or _stuck(state)

    def standings(self, state: Game) -> tuple[int, ...]:
        return remedies.standings(state)

    def after_remedy(self, state: Game, chance: Chance) -> Iterator[Happening]:
        yield from remedies.after_remedy(state, chance)

    def scene(self, view: GameView) -> Scene:
        return drawing.scene(view)

    def redact(self, event: Any, seat: int | None) -> Any:
        return redact(event, seat)

    def binds(self, event: Any, seat: int) -> bool:
        return binds(event, seat)

    def redact_command(self, command: Any, seat: int | None, by: int) -> Any:
        return redact_command(command, seat, by)

    def imagined(self, state: Game, seat: int | None, rng: Random) -> Game:
        return imagined(state, seat, rng)

    def estimate(self, state: Game, seat: int) -> int:
        return estimate(state, seat)


def _stuck(state: Game) -> Iterator[Refusal]:
    """core-1.1: whoever is awaited has something to choose from, unless the step ends by itself."""
    for prompt in state.prompts:
        ends = not state.decisions and ending_of_step(state) is not None
        # What ends a step stands last, and is always offered.
        names = () if ends else reversed(prompt.commands)
        if not ends and not any(offer.rows for name in names for offer in _OFFERS_BY_NAME[name](state, prompt.seat)):
            yield Refusal("NOTHING_TO_DECIDE", "core-1.1", seat=prompt.seat, kind=prompt.kind)


rulebook = Root()
