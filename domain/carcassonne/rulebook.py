"""Carcassonne as a rulebook: where the kernel finds its rules, words and data."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from domain.carcassonne import scene as drawing
from domain.carcassonne.custom import fault_of
from domain.carcassonne.estimate import estimate
from domain.carcassonne.invariants import invariants
from domain.carcassonne.messages import (
    COMMANDS,
    EVENTS,
    AnswerRuling,
    Deploy,
    Escape,
    EscapeAwaited,
    PlaceTile,
    ProposeRuling,
    Recall,
    SkipDeploy,
    SkipEscape,
    TurnEnded,
)
from domain.carcassonne.options import SETS, GameOptions
from domain.carcassonne.places import called
from domain.carcassonne.recorded import RecordedCarcassonne, read_recorded
from domain.carcassonne.remedies import CORRECTIONS, after_remedy
from domain.carcassonne.rulings import answer_offer, answer_ruling, propose_ruling, ruling_offer, why_no_ruling
from domain.carcassonne.siege import legal_escapes, why_no_escape
from domain.carcassonne.state import EVOLVE, RIVER_SETS, Game, new_game
from domain.carcassonne.tiles import tile_types
from domain.carcassonne.turns import (
    deploy,
    escape,
    legal_deployments,
    legal_placements,
    legal_recalls,
    place_tile,
    recall,
    set_up,
    skip_deploy,
    skip_escape,
    why_no_deployment,
    why_no_recall,
)
from domain.carcassonne.view import GameView
from domain.carcassonne.viewing import view_of
from domain.table.catalogue import Catalogue, load_texts
from domain.table.chance import Chance
from domain.table.clauses import Edition
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Rulebook
from domain.table.scene import Scene

_DECIDE: dict[type, Callable[[Game, int, Any, Chance], Iterator[Happening]]] = {
    PlaceTile: place_tile,
    Deploy: deploy,
    SkipDeploy: skip_deploy,
    Recall: recall,
    Escape: escape,
    SkipEscape: skip_escape,
    ProposeRuling: propose_ruling,
    AnswerRuling: answer_ruling,
}
# Why a command that is not awaited cannot be given, where more can be said than whose turn it is.
_UNAWAITED: dict[type, Callable[[Game, int, Any], Refusal | None]] = {
    Deploy: why_no_deployment,
    Recall: why_no_recall,
    Escape: why_no_escape,
    ProposeRuling: why_no_ruling,
    AnswerRuling: why_no_ruling,
}
_LARGEST_BASE_TABLE = 5


class Carcassonne(Rulebook):
    """The base game with Cult, Siege & Creativity, and the big expansions that they speak of; third-edition farms."""

    game = "carcassonne"
    title = "Carcassonne"
    seats = range(2, 7)
    seat_names = ("red", "blue", "green", "yellow", "black", "pink")
    editions = (Edition("1"),)
    options = GameOptions
    data = "domain.carcassonne.data"
    commands = COMMANDS
    events = EVENTS
    steps = (TurnEnded, EscapeAwaited)
    corrections = CORRECTIONS

    def check_options(self, options: GameOptions, seats: int) -> None:  # type: ignore[override]
        unknown = tuple(name for name in options.sets if name not in SETS)
        if unknown:
            raise Refusal("UNKNOWN_SET", "B-2", unknown=unknown, known=tuple(SETS))
        if "base" not in options.sets or len(set(options.sets)) != len(options.sets):
            raise Refusal("BASE_SET_REQUIRED", "B-2")
        if seats > _LARGEST_BASE_TABLE and "inns_cathedrals" not in options.sets:
            raise Refusal("SIXTH_SEAT_NEEDS_SET", "B-1", seats=seats)
        if sum(name in RIVER_SETS for name in options.sets) > 1:
            raise Refusal("ONE_RIVER", "R-1")
        _check_own_tiles(options)

    def start(self, options: GameOptions, seats: int, edition: Edition) -> Game:
        return new_game(options, seats, edition)

    def setup(self, state: Game, chance: Chance) -> Iterator[Happening]:
        return set_up(state, chance)

    def decide(self, state: Game, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        return _DECIDE[type(command)](state, seat, command, chance)

    def unawaited(self, state: Game, seat: int, command: Any) -> Refusal | None:
        why = _UNAWAITED.get(type(command))
        return why(state, seat, command) if why else None

    @cached_property
    def catalogue(self) -> Catalogue:
        """The sentences, with the names of the tiles from their data."""
        texts = load_texts(self.data)
        named = {f"called.{tile.id}": f"{tile.name} ({tile.id})" for tile in tile_types(tuple(SETS)).values()}
        return Catalogue(msgspec.structs.replace(texts, words={**named, **texts.words}), self.seat_names)

    def called(self, state: Game | None, *thing: Any) -> str | None:
        return None if state is None else called(state, *thing)

    def evolve(self, state: Game, event: Any) -> None:
        EVOLVE[type(event)](state, event)

    def legal(self, state: Game, seat: int) -> list[Offer]:
        kinds = [prompt.kind for prompt in state.prompts if prompt.seat == seat]
        return [offer for kind in kinds for offer in _OFFERS[kind](state, seat)]

    def copy(self, state: Game) -> Game:
        return state.copy()

    def view(self, state: Game, seat: int | None) -> GameView:
        """Everything is public but the order of the stack, which the state does not hold (the law's section 3.5)."""
        return view_of(state)

    def scene(self, view: GameView) -> Scene:
        return drawing.scene(view)

    def estimate(self, state: Game, seat: int) -> int:
        return estimate(state, seat)

    def invariants(self, state: Game) -> Iterator[Refusal]:
        return invariants(state)

    def after_remedy(self, state: Game, chance: Chance) -> Iterator[Happening]:
        return after_remedy(state, chance)

    def recorded(self, data: bytes) -> RecordedCarcassonne:
        return read_recorded(data)


def _check_own_tiles(options: GameOptions) -> None:
    """CSC-24: played with own tiles, there are exactly two, each as sound as a tile of the catalogue."""
    if options.blank_mode == "custom" and len(options.custom_tiles) != 2:
        raise Refusal("TWO_OWN_TILES_NEEDED", "CSC-24", given=len(options.custom_tiles))
    if options.blank_mode == "joker" and options.custom_tiles:
        raise Refusal("OWN_TILES_NOT_USED", "CSC-24")
    for own in options.custom_tiles:
        fault = fault_of(own, options.sets)
        if fault is not None:
            raise Refusal("OWN_TILE_UNSOUND", "CSC-24", name=own.name, fault=fault)


def _placing(state: Game, seat: int) -> list[Offer]:
    fields = ("tile", "x", "y", "rot") if state.drawn_face else ("tile", "x", "y", "rot", "as_")
    return [Offer(PlaceTile, fields, legal_placements(state))]


def _deploying(state: Game, seat: int) -> list[Offer]:
    return [Offer(SkipDeploy), Offer(Deploy, ("piece", "segment"), legal_deployments(state, seat))]


def _recalling(state: Game, seat: int) -> list[Offer]:
    return [*_deploying(state, seat), Offer(Recall, ("x", "y", "segment", "piece"), legal_recalls(state, seat))]


def _escaping(state: Game, seat: int) -> list[Offer]:
    return [Offer(SkipEscape), Offer(Escape, ("x", "y", "segment", "piece"), legal_escapes(state, seat))]


# What a seat is offered, by the kind of prompt it has.
_OFFERS: dict[str, Callable[[Game, int], list[Offer]]] = {
    "place": _placing,
    "deploy": _deploying,
    "recall": _recalling,
    "escape": _escaping,
    "propose": lambda state, seat: [ruling_offer(state)],
    "answer": lambda state, seat: [answer_offer()],
}

rulebook = Carcassonne()
