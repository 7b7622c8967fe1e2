"""How the piles became what they are: a walk along the history that counts, past nothing but what everybody sees."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from domain.root.cards import CARDS, count_suits
from domain.root.cult.events import LostSoulsEmptied, OutcastAdjusted, OutcastChosen
from domain.root.cult.outcast import designate
from domain.root.events import CardPiled, Cause, DeckReshuffled, DominanceTaken, TurnStarted
from domain.root.options import GameOptions
from domain.table.records import Record
from domain.table.seeing import seen_record
from domain.table.table import Table
from projections.lost_souls.sheet import (
    Counts,
    Emptying,
    LostSoulsSheet,
    PiledCard,
    Reshuffle,
    Verdict,
    Zone,
    counts_of,
)

ZONES: dict[Cause, Zone] = {
    "spent": "hand",
    "discarded": "hand",
    "played": "battle",
    "crafted": "hand",
    "hand_limit": "hand",
    "random": "hand",
    "used_up": "play",
    "purged": "decree",
}
"""Where a card lay that goes to a pile."""
REVEALED = "10.5.3"
"""A card that the Cult scores with is spent where it lies revealed."""


@dataclass(slots=True)
class _Piles:
    """The piles at one point of the walk."""

    souls: list[PiledCard] = field(default_factory=list)
    discard: list[PiledCard] = field(default_factory=list)
    available: list[PiledCard] = field(default_factory=list)
    turn: int = 0
    active: int | None = None
    outcast: str | None = None
    hated: bool = False
    adjusted: tuple[int, OutcastAdjusted] | None = None
    emptyings: list[Emptying] = field(default_factory=list)
    reshuffles: list[Reshuffle] = field(default_factory=list)


def sheet_of(table: Table) -> LostSoulsSheet:
    """The piles of a table of Root, with all their past."""
    piles = _Piles()
    for version in table.history.line():
        record = table.records[version - 1]
        step = _STEPS.get(type(record.event))
        # Only what a spectator may see is looked at, so nothing that anybody hides can come out here.
        seen = seen_record(table, record, None) if step else None
        if step and seen:
            step(piles, version, seen, seen.event)
    options = table.options
    assert isinstance(options, GameOptions)
    factions = options.factions_of(len(table.seats))
    cult = factions.index("cult") if "cult" in factions else None
    souls = tuple(piles.souls)
    return LostSoulsSheet(
        table.id,
        table.version,
        cult,
        "everybody",
        "core-1.4" if cult is None else "10.2.6",
        piles.turn,
        piles.active,
        piles.outcast,
        piles.hated,
        souls,
        counts_of(souls),
        _next(piles, options),
        tuple(piles.discard),
        tuple(piles.available),
        tuple(piles.emptyings),
        tuple(piles.reshuffles),
    )


def _next(piles: _Piles, options: GameOptions) -> Verdict | None:
    """10.4.1: what the adjustment would give now; None before there is an Outcast."""
    if piles.outcast is None:
        return None
    first = piles.adjusted is None and not options.setup_is_previous
    counts = count_suits(one.card for one in piles.souls)
    return Verdict(*designate(piles.outcast, piles.hated, counts, first=first))


# --- Steps of the walk ------------------------------------------------------------------------------------------------


def _turn(piles: _Piles, version: int, record: Record[Any], event: TurnStarted) -> None:
    piles.turn, piles.active = event.number, event.seat


def _piled(piles: _Piles, version: int, record: Record[Any], event: CardPiled) -> None:
    face = CARDS[event.card]
    card = PiledCard(
        event.card,
        face.name,
        face.suit,
        face.kind,
        event.seat,
        "revealed" if event.why == REVEALED else ZONES[event.cause],
        event.cause,
        event.why,
        version,
        record.at,
        piles.turn,
        piles.active,
        version,
    )
    {"lost_souls": piles.souls, "discard": piles.discard, "available": piles.available}[event.to].append(card)


def _reshuffled(piles: _Piles, version: int, record: Record[Any], event: DeckReshuffled) -> None:
    piles.reshuffles.append(Reshuffle(version, record.at, piles.turn, event.size))
    piles.discard.clear()


def _taken(piles: _Piles, version: int, record: Record[Any], event: DominanceTaken) -> None:
    piles.available = [one for one in piles.available if one.card != event.card]


def _chosen(piles: _Piles, version: int, record: Record[Any], event: OutcastChosen) -> None:
    piles.outcast = event.suit


def _adjusted(piles: _Piles, version: int, record: Record[Any], event: OutcastAdjusted) -> None:
    piles.outcast, piles.hated = event.after, event.hated_after
    piles.adjusted = version, event


def _emptied(piles: _Piles, version: int, record: Record[Any], event: LostSoulsEmptied) -> None:
    assert piles.adjusted is not None
    adjusted, given = piles.adjusted
    piles.emptyings.append(
        Emptying(
            version,
            adjusted,
            record.at,
            piles.turn,
            tuple(piles.souls),
            Counts(given.fox, given.rabbit, given.mouse, given.birds),
            given.winner,
            given.before,
            given.after,
            given.hated_before,
            given.hated_after,
            event.to_discard,
            event.to_available,
        )
    )
    moved = {one.card: msgspec.structs.replace(one, since=version) for one in piles.souls}
    piles.discard += [moved[card] for card in event.to_discard]
    piles.available += [moved[card] for card in event.to_available]
    piles.souls.clear()


_STEPS: dict[type, Callable[[_Piles, int, Record[Any], Any], None]] = {
    TurnStarted: _turn,
    CardPiled: _piled,
    DeckReshuffled: _reshuffled,
    DominanceTaken: _taken,
    OutcastChosen: _chosen,
    OutcastAdjusted: _adjusted,
    LostSoulsEmptied: _emptied,
}
