"""Positions for tests: a game of Root at a given point, built by events as a log would hold them, and commands given to it.

    game = position(
        "rituals",
        '''
        cult      8 warrior*2 garden-fox
        marquise  8 warrior sawmill
        marquise  1 keep
        ''',
        hands={CULT: ["anvil#1", "armorers#1"]},
        outcast="fox",
        acolytes=3,
    )
    events = give(game, CULT, RitualScore("anvil#1"))

Pieces are written as faction, clearing, and what stands there. Seats are `CULT`, `MARQUISE`, `EYRIE` (0, 1, 2) unless
`factions` says otherwise; whose turn it is follows from the step unless `active` names a seat. Whatever is not named is not
there: no pieces, no cards, no points.

`give` decides and applies a command and returns the events, or the Refusal. It lets pass nothing that breaks the law: a
command is accepted if and only if it is offered, nothing is refused after the first event, and the counts of core-15 hold
after every event. `go_on` lets happen what happens by itself. Dice and picks are dictated: ``dice=[3, 1]`` for one battle,
``fear=["anvil#1"]`` for random discards, ``take=[...]`` for Stand and Deliver!, ``deck=[...]`` for cards drawn (by default the
first of the deck, which is sorted). Several commands in a row are given by `play`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from domain.root import invariants
from domain.root.cards import CARDS, SUIT_OF
from domain.root.cult.events import AcolytesGained, LostSoulsEmptied, OutcastAdjusted, OutcastChosen
from domain.root.events import (
    CardCrafted,
    CardPiled,
    CardsDrawn,
    DominanceActivated,
    FactionSetUp,
    FirstSeatDrawn,
    ItemGained,
    PhaseStarted,
    PiecesPlaced,
    Placed,
    PointsScored,
    StepStarted,
    TurnStarted,
)
from domain.root.eyrie.commands import Addition
from domain.root.eyrie.events import DecreeExtended, LeaderChosen
from domain.root.factions import COLUMNS, LEADERS
from domain.root.flow import proceed
from domain.root.options import GameOptions
from domain.root.roster import stages_of
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.root.steps import STEPS
from domain.table.chance import Chance, Dictated
from domain.table.messages import Command, Term
from domain.table.refusals import Refusal
from domain.table.rulebook import Under, event_of

CULT, MARQUISE, EYRIE = 0, 1, 2
FACTIONS = ("cult", "marquise", "eyrie")
Cards = Mapping[int, Sequence[str]]
NONE: Cards = {}


# --- Building ---------------------------------------------------------------------------------------------------------


def position(
    step: str,
    pieces: str = "",
    *,
    active: int | None = None,
    phase: str | None = None,
    factions: tuple[str, ...] = FACTIONS,
    hands: Cards = NONE,
    play: Cards = NONE,
    lost_souls: Sequence[str] = (),
    discard: Sequence[str] = (),
    available: Sequence[str] = (),
    outcast: str = "fox",
    hated: bool = False,
    acolytes: int = 0,
    leader: str = "despot",
    decree: Mapping[str, Sequence[str]] | None = None,
    items: Cards = NONE,
    scores: Sequence[int] = (),
    dominance: Mapping[int, str] | None = None,
    first_turn: bool = False,
    **options: Any,
) -> Game:
    """A game at the beginning of a step.

    A `step` that is called "" is the beginning of a turn, before the first thing that happens in it (give `active`); one
    that is the name of a stage without a prompt, such as "take_back" or "draw", is the point right after it.
    `play` are crafted cards in front of seats, `items` the items crafted, `decree` cards by column. `hated` also tells that
    the Outcast has been adjusted before; else this is the Cult's first Birdsong if `first_turn` says so.
    """
    game: Game = rulebook.start(GameOptions(factions=factions, **options), len(factions), rulebook.editions[0])
    active = _whose(step, factions) if active is None else active
    _set_up(game, pieces)
    _outcast(game, outcast, hated, first_turn)
    _cards(game, hands, play, lost_souls, discard, available)
    _eyrie(game, leader, decree or {})
    for seat, gained in items.items():
        _apply(game, *(ItemGained(seat, item) for item in gained))
    if acolytes and game.cult is not None:
        _apply(game, AcolytesGained(game.cult.seat, acolytes, "sacrifice"))
    for seat, points in enumerate(scores):
        if points:
            _apply(game, PointsScored((seat,), (Term("test", 1, points, "core-12"),)))
    for seat, card in (dominance or {}).items():
        _apply(game, CardsDrawn(seat, 1, (card,)), DominanceActivated((seat,), (), card))
    _turn(game, active, step, phase)
    check_counts(game)
    return game


def _apply(game: Game, *events: Any) -> None:
    for event in events:
        rulebook.evolve(game, event)


def _whose(step: str, factions: tuple[str, ...]) -> int:
    """The seat whose turn has such a step; the first of them, if several have."""
    for seat, faction in enumerate(factions):
        if any(stage.name == step for stage in stages_of(faction, GameOptions())):
            return seat
    raise AssertionError(f"nobody has a step {step!r}: name the active seat")


def _set_up(game: Game, pieces: str) -> None:
    for line in filter(None, (line.split("#")[0].split() for line in pieces.splitlines())):
        faction, clearing, *words = line
        placed = tuple(
            Placed(kind, int(clearing), int(count or 1)) for kind, _, count in (word.partition("*") for word in words)
        )
        _apply(game, PiecesPlaced(game.factions.index(faction), placed))
    for seat, faction in enumerate(game.factions):
        _apply(game, FactionSetUp(seat, faction))


def _outcast(game: Game, outcast: str, hated: bool, first_turn: bool) -> None:
    if game.cult is None:
        return
    _apply(game, OutcastChosen(game.cult.seat, outcast))
    if hated or not first_turn:
        _apply(game, OutcastAdjusted(game.cult.seat, 0, 0, 0, 0, None, outcast, outcast, False, hated))


def _cards(
    game: Game, hands: Cards, play: Cards, lost_souls: Sequence[str], discard: Sequence[str], available: Sequence[str]
) -> None:
    """Every card is drawn first, and then goes where it belongs."""
    if game.cult is not None:
        _piled(game, [*discard, *available], "lost_souls")
        _apply(game, LostSoulsEmptied(game.cult.seat, tuple(discard), tuple(available)))
        _piled(game, lost_souls, "lost_souls")
    else:
        _piled(game, discard, "discard")
        _piled(game, available, "available")
    for seat, cards in play.items():
        _apply(game, CardsDrawn(seat, len(cards), tuple(cards)))
        _apply(game, *(CardCrafted(seat, card, (), True) for card in cards))
    for seat, cards in hands.items():
        _apply(game, CardsDrawn(seat, len(cards), tuple(cards)))


def _piled(game: Game, cards: Sequence[str], to: Any) -> None:
    _apply(game, CardsDrawn(0, len(cards), tuple(cards)), *(CardPiled(0, card, "discarded", to) for card in cards))


def _eyrie(game: Game, leader: str, decree: Mapping[str, Sequence[str]]) -> None:
    if game.eyrie is None:
        return
    seat = game.eyrie.seat
    _apply(game, LeaderChosen(seat, leader, LEADERS[leader]))
    for column, cards in decree.items():
        assert column in COLUMNS
        for card in cards:
            _apply(game, CardsDrawn(seat, 1, (card,)), DecreeExtended(seat, (Addition(card, column),)))  # type: ignore[arg-type]


def _turn(game: Game, active: int, step: str, phase: str | None) -> None:
    _apply(game, FirstSeatDrawn(active), TurnStarted(active, 2 * len(game.factions) + 1 + active))
    if step in STEPS:
        _apply(game, PhaseStarted(active, phase or STEPS[step][0]), StepStarted(active, step))  # type: ignore[arg-type]
    elif step:
        _apply(game, PhaseStarted(active, phase or "evening"))  # type: ignore[arg-type]
        # A stage without a prompt leaves no event behind.
        game.step = step


def begun(factions: tuple[str, ...], first: int = 0, **options: Any) -> tuple[Game, list[Any]]:
    """A game with its map, deck and hands, at the first decision of its set-up; and what happened."""
    game: Game = rulebook.start(GameOptions(factions=factions, **options), len(factions), rulebook.editions[0])
    chance = dictated({"first": [first]})
    return game, _happen(game, rulebook.setup(game, chance), chance)


def happen(game: Game, *events: Any) -> Game:
    """Apply events to a game, whatever led to them."""
    _apply(game, *events)
    check_counts(game)
    return game


def hand_of(*suits: str) -> list[str]:
    """So many different cards of these suits, in the deck's order: ``hand_of("fox", "fox", "bird")``.

    Ambush and dominance cards are not among them.
    """
    taken: list[str] = []
    for suit in suits:
        taken.append(next(card for card in CARDS if SUIT_OF[card] == suit and _plain(card) and card not in taken))
    return taken


def _plain(card: str) -> bool:
    return CARDS[card].kind not in ("ambush", "dominance")


# --- Giving commands --------------------------------------------------------------------------------------------------


def give(game: Game, seat: int, command: Command, **wanted: Sequence[object]) -> list[Any] | Refusal:
    """Give a command, with chance as dictated; the events that happen, or the Refusal."""
    awaited = any(type(command).__name__ in prompt.commands for prompt in game.prompts if prompt.seat == seat)
    if not awaited:
        return rulebook.unawaited(game, seat, command) or Refusal("WRONG_PHASE", "T-15", seat=seat)
    offered = any(offer.contains(command) for offer in rulebook.legal(game, seat))
    happenings = rulebook.decide(game, seat, command, chance := dictated(wanted))
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


def play(game: Game, seat: int, *commands: Command, **wanted: Sequence[object]) -> list[Any]:
    """Give commands that must be accepted, each with the same chance; all that happens."""
    return [event for command in commands for event in done(game, seat, command, **wanted)]


def refused(game: Game, seat: int, command: Command) -> str:
    """The code of the refusal of a command that must be refused; nothing has changed."""
    before = game.copy()
    answer = give(game, seat, command)
    assert isinstance(answer, Refusal), answer
    assert game == before
    return answer.code


def go_on(game: Game, **wanted: Sequence[object]) -> list[Any]:
    """Let happen what happens by itself."""
    chance = dictated(wanted)
    return _happen(game, proceed(game, chance), chance)


def _happen(game: Game, happenings: Iterable[Any], chance: Chance) -> list[Any]:
    events = []
    for happening in happenings:
        event = event_of(happening)
        clause = happening.clause if isinstance(happening, Under) else event.clause
        assert clause in {one.id for one in rulebook.law}, clause
        rulebook.evolve(game, event)
        chance.take()
        check_counts(game)
        events.append(event)
    return events


class _Said(Dictated):
    """Dictated values; cards of which nothing is said are drawn from the deck in its order."""

    lasting = True

    def __init__(self, wanted: Mapping[str, Sequence[object]]) -> None:
        super().__init__(wanted)
        self._said = wanted
        self._drawn: Counter[str] = Counter()

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None = None) -> int:
        if label == "deck" and label not in self._said:
            return 0
        # `Chance` counts the draws of one command only, since its draws are taken after each event.
        self._drawn[label] += 1
        return super().value(label, self._drawn[label] - 1, bound, items)


def dictated(wanted: Mapping[str, Sequence[object]]) -> Chance:
    """Chance that gives what is wanted, by label, in its order."""
    return Chance(_Said(wanted), {})


# --- Cases ------------------------------------------------------------------------------------------------------------


def rows(cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Rows of a parametrised test: each case begins with its clause and its sentence, and the test gets the rest."""
    return [
        pytest.param(*given, id=f"{clause}: {sentence}", marks=pytest.mark.clause(clause))
        for clause, sentence, *given in cases
    ]


# --- Looking ----------------------------------------------------------------------------------------------------------


def of(events: Iterable[Any], *kinds: type) -> list[Any]:
    """The events of some types."""
    return [event for event in events if isinstance(event, kinds)]


def kinds(events: Iterable[Any]) -> list[str]:
    """The names of the events' types, in their order."""
    return [type(event).__name__ for event in events]


def asked(game: Game) -> list[tuple[int, str]]:
    """Who is asked for what."""
    return [(prompt.seat, prompt.kind) for prompt in game.prompts]


def scored(events: Iterable[Any], seat: int) -> int:
    """The points that a seat scores by some events."""
    return sum(event.points for event in of(events, PointsScored) if seat in event.seats)


def offers(game: Game, seat: int, kind: type[Command]) -> list[Any]:
    """All commands of a type that a seat is offered."""
    return [command for offer in rulebook.legal(game, seat) if offer.command is kind for command in offer.all()]


def check_counts(game: Game) -> None:
    """core-15: cards, warriors, pieces, slots and items are conserved."""
    counted = (invariants.cards, invariants.warriors, invariants.pieces, invariants.slots, invariants.items)
    assert [refusal for check in counted for refusal in check(game)] == []
