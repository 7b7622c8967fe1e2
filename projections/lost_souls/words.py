"""The piles in words: what lies in them, from whom, why and since when, and what the pile has decided turn by turn."""

from collections.abc import Iterable, Iterator, Sequence

from domain.root.cards import SUITS
from domain.root.events import Cause
from domain.table.table import Table
from projections.lost_souls.sheet import Counts, Emptying, LostSoulsSheet, PiledCard, Verdict, Zone

CAUSES: dict[Cause, str] = {
    "spent": "spent",
    "discarded": "discarded",
    "played": "played",
    "crafted": "crafted",
    "hand_limit": "over the hand limit",
    "random": "at random",
    "used_up": "used up",
    "purged": "purged",
}
ZONES: dict[Zone, str] = {
    "hand": "hand",
    "revealed": "revealed cards",
    "play": "play area",
    "decree": "Decree",
    "battle": "battle",
}
Row = tuple[str, ...]


def told(table: Table, sheet: LostSoulsSheet) -> Iterator[str]:
    """The piles as they lie."""
    if sheet.cult is not None:
        yield f"Lost Souls, which {sheet.seen_by} may look through at any time [{sheet.law}]: {counted(sheet.cards)}"
        yield from _listed(table, sheet.cards)
        yield f"By suit: {suits_said(sheet.counts)}."
        yield from _forecast(sheet)
    yield f"Dominance cards that can be taken [core-11]: {counted(sheet.available)}"
    yield from _listed(table, sheet.available)
    yield f"Discard pile: {counted(sheet.discard)}"
    yield from _listed(table, sheet.discard)
    if sheet.reshuffles:
        turns = ", ".join(str(one.turn) for one in sheet.reshuffles)
        yield f"The discard pile became the deck in turn {turns}."


def past_told(table: Table, sheet: LostSoulsSheet) -> Iterator[str]:
    """What came to Lost Souls and left it, turn by turn of the Cult."""
    for emptying in sheet.emptyings:
        yield f"Until turn {emptying.turn} came {counted(emptying.cards)}"
        yield from _listed(table, emptying.cards)
        yield f"  Turn {emptying.turn}, version {emptying.adjusted}: {_decided(emptying)} [10.4.1]"
        yield f"  Version {emptying.version}: {_moved(emptying)} [10.4.2]"
    if sheet.cult is not None:
        yield f"Since then came {counted(sheet.cards)}" if sheet.emptyings else f"There came {counted(sheet.cards)}"
        yield from _listed(table, sheet.cards)


def counted(cards: Sequence[object]) -> str:
    """How many cards there are."""
    return "no card" if not cards else "1 card" if len(cards) == 1 else f"{len(cards)} cards"


def suits_said(counts: Counts) -> str:
    """The counts by suit, birds apart."""
    suited = ", ".join(f"{suit} {getattr(counts, suit)}" for suit in SUITS)
    return f"{suited}; birds {counts.bird}, not counted"


def outcast_said(outcast: str, hated: bool) -> str:
    """The Outcast, and whether it is Hated."""
    return f"{outcast}, Hated" if hated else outcast


def winner_said(winner: str | None, counts: Counts) -> str:
    """Which suit has most, or why none has, in a word or two."""
    if winner is not None:
        return winner
    return "tie" if any(getattr(counts, suit) for suit in SUITS) else "no suit"


def most_said(winner: str | None, counts: Counts) -> str:
    """Which suit has most, or why none has."""
    return {"tie": "no suit has most", "no suit": "no card counts"}.get(
        winner_said(winner, counts), f"{winner} has most"
    )


def _forecast(sheet: LostSoulsSheet) -> Iterator[str]:
    if sheet.next is None or sheet.outcast is None:
        yield "No Outcast has been chosen yet."
        return
    yield f"The Outcast is {outcast_said(sheet.outcast, sheet.hated)}. {_would(sheet.next, sheet.counts)} [10.4.1]"


def _would(verdict: Verdict, counts: Counts) -> str:
    said = outcast_said(verdict.outcast, verdict.hated)
    return f"Adjusted now, it would be {said}: {most_said(verdict.winner, counts)}."


def _decided(emptying: Emptying) -> str:
    before = outcast_said(emptying.outcast_before, emptying.hated_before)
    after = outcast_said(emptying.outcast_after, emptying.hated_after)
    won = most_said(emptying.winner, emptying.counts)
    return f"{suits_said(emptying.counts)}: {won}. Outcast before: {before}; after: {after}."


def _moved(emptying: Emptying) -> str:
    if not emptying.cards:
        return "the pile is empty, and nothing goes anywhere."
    names = {one.card: f"{one.name} ({one.suit})" for one in emptying.cards}
    available = ", ".join(names[card] for card in emptying.to_available)
    taken = f"; {available} can be taken" if available else ""
    return f"{counted(emptying.to_discard)} to the discard pile{taken}."


def _listed(table: Table, cards: Sequence[PiledCard]) -> Iterator[str]:
    """Cards in the pile's order, one a line, in columns."""
    return _columns([(str(number), *_row(table, card)) for number, card in enumerate(cards, 1)])


def _row(table: Table, card: PiledCard) -> Row:
    law = table.rulebook.law
    why = f"{law[card.clause].title} [{card.clause}]" if card.clause in law else f"[{card.clause}]"
    turn = f"turn {card.turn}" if card.turn else "set-up"
    return (
        f"{card.name} ({card.suit})",
        table.catalogue.seat(card.seat),
        f"{CAUSES[card.cause]}, from the {ZONES[card.zone]}",
        why,
        f"{turn}, version {card.version}",
    )


def _columns(rows: Sequence[Row]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield _line(row, widths)


def _line(row: Row, widths: Iterable[int]) -> str:
    number, *words = row
    first, *others = widths
    return (f"  {number:>{first}}  " + "  ".join(map(str.ljust, words, others))).rstrip()
