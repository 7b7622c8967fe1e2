"""Positions for tests: a game of Flick of Faith at a given point, built by events, and commands given to it.

    game = position(
        '''
        0-p01 240 100
        1-p01 240 40
        1-t01 240 15 on 1-p01
        ''',
        deities={0: "zeus"},
        laws=["pride"],
        ready={0: 2},
    )
    events = give(game, 0, flick("0-p02", (60, 30), (1, 0), 1000))

Lengths are millimetres; a fraction is written as a string: ``"240.001"``. Discs are ``<seat>-p01`` to ``p07`` (Prophets),
``m01``, ``m02`` (Templars) and ``t01`` to ``t04`` (Temples), ``sphinx`` and ``king-ape``. Instead of coordinates a real
board's zones may stand: ``0-p01 @ south south-city``. The game is at the first turn of seat `active`, or at the step named;
Prophets that are not on the map are ready, if `ready` says nothing else. There is no scatter, nobody has a deity, and there
are no Laws but those named.

`give` decides and applies a command and returns the events, or the Refusal. It lets pass nothing that breaks the law: a command
is accepted if and only if it is offered, nothing is refused after the first event, and what always holds holds after every
event. Chance is dictated: ``scatter=[...]`` as drawn from 0, ``tie=[1]``, ``laws=["pride", "humility"]``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import pytest

from domain.flick_of_faith.commands import Build, BuildTemples, Flick, Report, Shot, Spot, Wall
from domain.flick_of_faith.events import (
    DecisionRequested,
    DeityChosen,
    FirstPlayerDetermined,
    GenerationStarted,
    LawEnacted,
    LawsDrawn,
    MissionEnded,
    PieceGained,
    PiecesTakenByLaw,
    PieceSwapped,
    PointsAwarded,
    TurnStarted,
)
from domain.flick_of_faith.flow import proceed
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.parts import Moved
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import SPHINX, Game
from domain.table.chance import Chance, Dictated
from domain.table.messages import Command, Term
from domain.table.refusals import Refusal
from domain.table.rulebook import Under, event_of
from tests.rules.flick_of_faith.invariants import Invariants, check_discs

Millimetres = int | str
Point = tuple[Millimetres, Millimetres]


# --- Building ---------------------------------------------------------------------------------------------------------


def position(
    discs: str = "",
    *,
    seats: int = 2,
    active: int = 0,
    first: int | None = None,
    step: str = "flick",
    generation: int = 1,
    deities: Mapping[int, str] | None = None,
    laws: Sequence[str] = (),
    ready: Mapping[int, int] | None = None,
    scores: Sequence[int] = (),
    **options: Any,
) -> Game:
    """A game at a step: `flick`, where seat `active` is to flick, `council`, `worship`, or `navel`, the end of its turn."""
    given = {"scatter": "none", "laws": bool(laws), "deity_powers": bool(deities), **options}
    game: Game = rulebook.start(GameOptions(**given), seats, rulebook.editions[0])
    for seat, deity in sorted((deities or {}).items()):
        happen(game, DeityChosen(seat, deity, "choice"))
        if deity == "ra":
            happen(game, PieceSwapped(seat, game.owned(seat, "ready")[-1], SPHINX))
    start = active if first is None else first
    happen(game, FirstPlayerDetermined(start, "chance"), GenerationStarted(generation, start))
    for law in laws:
        happen(game, LawsDrawn(law, None), LawEnacted(law, None, "last_card"))
    _lay(game, discs)
    _spend(game, ready or {})
    for seat, points in enumerate(scores):
        happen(game, PointsAwarded((seat,), (Term("test", points, 1, "P-5"),)))
    _begin(game, step, active)
    check_discs(game)
    return game


def happen(game: Game, *events: Any) -> Game:
    """Apply events to a game, whatever led to them."""
    for event in events:
        rulebook.evolve(game, event)
    return game


def lay(game: Game, discs: str) -> Game:
    """Put more discs on the map, as in `position`."""
    _lay(game, discs)
    check_discs(game)
    return game


def _lay(game: Game, discs: str) -> None:
    for disc, *place in filter(None, (line.split("#")[0].split() for line in discs.splitlines())):
        if game.discs[disc].zone == "box" and disc != "king-ape":
            happen(game, PieceGained(game.discs[disc].owner, disc))
        if place[0] == "@":
            at = game.discs[disc]
            at.zone, at.spot = "map", zones(disc, *place[1:])
        else:
            on = place[3] if len(place) > 2 else None
            happen(game, _moved(Moved(disc, um(place[0]), um(place[1]), on)))


def _moved(*moved: Moved) -> PiecesTakenByLaw:
    return PiecesTakenByLaw("test", (), "reserve", moved)


def _spend(game: Game, ready: Mapping[int, int]) -> None:
    for seat, number in ready.items():
        happen(game, PiecesTakenByLaw("test", tuple(game.owned(seat, "ready")[number:]), "reserve"))


def _begin(game: Game, step: str, active: int) -> None:
    match step:
        case "flick":
            happen(game, TurnStarted(active))
            happen(game, DecisionRequested(active, "flick" if game.digital else "report"))
            if not game.digital:
                happen(game, *(DecisionRequested(seat, "correct") for seat in range(game.seats)))
        case "navel":
            happen(game, TurnStarted(active))
            game.stage = "navel"
        case "worship":
            happen(game, MissionEnded())
        case _:
            assert step == "council"


def begun(
    seats: int = 2, chance: Mapping[str, Sequence[object]] | None = None, **options: Any
) -> tuple[Game, list[Any]]:
    """A game at the first decision of its set-up, and what happened."""
    game: Game = rulebook.start(GameOptions(**options), seats, rulebook.editions[0])
    dictated = Chance(Dictated(chance or {}), {})
    return game, _happen(game, rulebook.setup(game, dictated), dictated)


# --- Lengths, flicks, reports -----------------------------------------------------------------------------------------


def um(length: Millimetres) -> int:
    """Micrometres."""
    exact = Decimal(length) * 1000
    assert exact == int(exact)
    return int(exact)


def shot(prophet: str, start: Point, direction: tuple[int, int], speed: int) -> Shot:
    return Shot(prophet, um(start[0]), um(start[1]), *direction, speed)


def flick(prophet: str, start: Point, direction: tuple[int, int], speed: int, hand: Wall | None = None) -> Flick:
    return Flick(shot(prophet, start, direction, speed), hand=hand)


def wall(x1: Millimetres, y1: Millimetres, x2: Millimetres, y2: Millimetres) -> Wall:
    return Wall(um(x1), um(y1), um(x2), um(y2))


def build(prophet: str, city: str, temple: str, x: Millimetres, y: Millimetres, on: str | None = None) -> Build:
    return Build(prophet, city, temple, um(x), um(y), on)


def builds(*each: Build) -> BuildTemples:
    return BuildTemples(each)


def zones(disc: str, *touched: str, on: str | None = None) -> Spot:
    """What a disc touches on a real board: ``zones("0-p01", "south", "south-city")``; also ``navel`` and ``corner``."""
    islands = tuple(one for one in touched if one not in ("navel", "corner") and not one.endswith("-city"))
    city = next((one for one in touched if one.endswith("-city")), None)
    return Spot(disc, None, None, islands, city, "navel" in touched, "corner" in touched, on)


def at(disc: str, x: Millimetres, y: Millimetres, on: str | None = None) -> Spot:
    return Spot(disc, um(x), um(y), on=on)


def report(prophet: str, *moved: Spot, off: Iterable[str] = (), second: str | None = None) -> Report:
    return Report(prophet, moved, tuple(off), second)


# --- Giving commands --------------------------------------------------------------------------------------------------


def give(game: Game, seat: int, command: Command, **wanted: Sequence[object]) -> list[Any] | Refusal:
    """Give a command, with chance as dictated; the events that happen, or the Refusal."""
    awaited = any(type(command).__name__ in prompt.commands for prompt in game.prompts if prompt.seat == seat)
    if not awaited:
        return rulebook.unawaited(game, seat, command) or Refusal("WRONG_PHASE", "T-15", seat=seat)
    offered = any(offer.contains(command) for offer in rulebook.legal(game, seat))
    chance = Chance(Dictated(wanted), {})
    happenings = rulebook.decide(game, seat, command, chance)
    first = _first(happenings)
    accepted = not isinstance(first, Refusal)
    assert accepted == offered, f"{command} is offered: {offered}; it gives {first}"
    return first if isinstance(first, Refusal) else _happen(game, [first], chance) + _happen(game, happenings, chance)


def _first(happenings: Iterator[Any]) -> Any:
    try:
        return next(happenings)
    except Refusal as refusal:
        return refusal


def done(game: Game, seat: int, command: Command, **wanted: Sequence[object]) -> list[Any]:
    """Give a command that must be accepted; the events that happen."""
    events = give(game, seat, command, **wanted)
    assert isinstance(events, list), events
    return events


def refused(game: Game, seat: int, command: Command) -> str:
    """The code of the refusal of a command that must be refused; nothing has changed, and its clause is in the law."""
    before = game.copy()
    answer = give(game, seat, command)
    assert isinstance(answer, Refusal), answer
    assert game == before
    assert answer.clause.startswith("T-") or answer.clause in rulebook.law
    return answer.code


def go_on(game: Game, **wanted: Sequence[object]) -> list[Any]:
    """Let happen what happens by itself."""
    chance = Chance(Dictated(wanted), {})
    return _happen(game, proceed(game, chance), chance)


def _happen(game: Game, happenings: Iterable[Any], chance: Chance) -> list[Any]:
    watch, events = Invariants(), []
    for happening in happenings:
        event = event_of(happening)
        assert not isinstance(happening, Under) or happening.clause in rulebook.law
        watch(game, event)
        events.append(event)
    return events


# --- Looking ----------------------------------------------------------------------------------------------------------


def of(events: Iterable[Any], *kinds: type) -> list[Any]:
    """The events of some types."""
    return [event for event in events if isinstance(event, kinds)]


def kinds(events: Iterable[Any]) -> list[str]:
    """The names of the events' types, in their order."""
    return [type(event).__name__ for event in events]


def asked(game: Game) -> list[tuple[int, str]]:
    """Who is asked for what, rights that nobody waits for left out."""
    return [(prompt.seat, prompt.kind) for prompt in game.prompts if not prompt.optional]


def places(game: Game, *discs: str) -> list[tuple[int, int] | str]:
    """Where discs lie on the map, in micrometres, or the zone they are in."""
    return [(at.x, at.y) if (at := game.discs[disc]).on_map else at.zone for disc in discs]


def rows(cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Rows of a parametrised test: each case begins with its clause and its sentence, and the test gets the rest."""
    return [
        pytest.param(*given, id=f"{clause}: {sentence}", marks=pytest.mark.clause(clause))
        for clause, sentence, *given in cases
    ]
