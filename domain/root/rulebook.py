"""Root as a rulebook: where the kernel finds its rules, words and data."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.root import battle, dominance, effects
from domain.root.changes import EVOLVE
from domain.root.commands import (
    COMMANDS,
    AddToDecree,
    AdjustOutcast,
    ChooseHits,
    ChooseLeader,
    ChooseOutcast,
    ChooseStart,
    Craft,
    DeclineFieldHospitals,
    DiscardToLimit,
    EndStep,
    PlaceKeep,
    PlaceRoost,
    PlaceStartingBuildings,
    PlaceWood,
    UseFieldHospitals,
)
from domain.root.crafting import craft, legal_crafts
from domain.root.cult import conspiracies, rituals
from domain.root.cult import turn as cult
from domain.root.events import EVENTS
from domain.root.eyrie import birdsong, decree, leaders
from domain.root.factions import NAMES
from domain.root.flow import discard_to_limit, end_step, legal_discards, proceed
from domain.root.marquise import actions, hospitals, wood
from domain.root.marquise import turn as marquise
from domain.root.options import FACTIONS, GameOptions
from domain.root.setting_up import begin, choose_start, legal_starts
from domain.root.state import Game, new_game
from domain.root.view import GameView
from domain.root.viewing import redact, view_of
from domain.table.catalogue import Catalogue, load_texts
from domain.table.chance import Chance
from domain.table.clauses import Ambiguity, Edition, Law, load_law, load_register
from domain.table.messages import Command
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Rulebook

_DATA = "domain.root.data"

_DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    PlaceKeep: marquise.place_keep,
    PlaceStartingBuildings: marquise.place_starting_buildings,
    ChooseStart: choose_start,
    ChooseLeader: leaders.choose_leader,
    ChooseOutcast: cult.choose_outcast,
    EndStep: end_step,
    Craft: craft,
    DiscardToLimit: discard_to_limit,
    PlaceWood: wood.place_wood,
    UseFieldHospitals: hospitals.use_hospitals,
    DeclineFieldHospitals: hospitals.decline_hospitals,
    AddToDecree: birdsong.add_to_decree,
    PlaceRoost: birdsong.place_roost,
    AdjustOutcast: cult.begin_adjusting,
    **battle.DECIDE,
    **effects.DECIDE,
    **dominance.DECIDE,
    **actions.DECIDE,
    **decree.DECIDE,
    **conspiracies.DECIDE,
    **rituals.DECIDE,
}

_OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    PlaceKeep: marquise.legal_keeps,
    PlaceStartingBuildings: marquise.legal_starts,
    ChooseStart: legal_starts,
    ChooseLeader: leaders.legal_leaders,
    ChooseOutcast: cult.legal_outcasts,
    EndStep: lambda game, seat: [Offer(EndStep)],
    Craft: legal_crafts,
    DiscardToLimit: legal_discards,
    PlaceWood: wood.legal_placements,
    UseFieldHospitals: hospitals.legal_hospitals,
    DeclineFieldHospitals: lambda game, seat: [Offer(DeclineFieldHospitals)],
    AddToDecree: birdsong.legal_additions,
    PlaceRoost: birdsong.legal_roosts,
    AdjustOutcast: lambda game, seat: [Offer(AdjustOutcast)],
    **battle.OFFERS,
    **effects.OFFERS,
    **dominance.OFFERS,
    **actions.OFFERS,
    **decree.OFFERS,
    **conspiracies.OFFERS,
    **rituals.OFFERS,
}
_OFFERS_BY_NAME = {command.__name__: offers for command, offers in _OFFERS.items()}


class Root(Rulebook):
    """The Lizard Cult by its own document, the Marquise and the Eyrie, on the autumn map with the standard deck."""

    game = "root"
    title = "Root"
    seats = range(2, len(FACTIONS) + 1)
    seat_names = tuple(f"seat {seat}" for seat in range(len(FACTIONS)))
    editions = (Edition("1"),)
    options = GameOptions
    commands = COMMANDS
    events = EVENTS

    @property
    def law(self) -> Law:
        return load_law(_DATA)

    @property
    def catalogue(self) -> Catalogue:
        return Catalogue(load_texts(_DATA), self.seat_names)

    @property
    def register(self) -> tuple[Ambiguity, ...]:
        return load_register(_DATA)

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
        EVOLVE[type(event)](state, event)

    def legal(self, state: Game, seat: int) -> list[Offer]:
        names = [name for prompt in state.prompts if prompt.seat == seat for name in prompt.commands]
        return [offer for name in names for offer in _OFFERS_BY_NAME[name](state, seat)]

    def copy(self, state: Game) -> Game:
        return state.copy()

    def view(self, state: Game, seat: int | None) -> GameView:
        return view_of(state, seat)

    def redact(self, event: Any, seat: int | None) -> Any:
        return redact(event, seat)

    def redact_command(self, command: Any, seat: int | None, by: int) -> Any:
        """core-8.6: chosen hits are nobody else's to see; every other command is as public as what follows from it."""
        return None if isinstance(command, ChooseHits) and seat != by else command


rulebook = Root()
