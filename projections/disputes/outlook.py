"""Outlooks: what has happened between a table and the same table after a trial, as everybody may know of it.

What chance would decide anew is not told: it will be seen when it happens.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from domain.table.disputes.messages import Reapplied
from domain.table.lifecycle import Undone
from domain.table.messages import GameEvent
from domain.table.reapplying import Move, moves_in
from domain.table.records import Draw, Record
from domain.table.seeing import seen_record
from domain.table.table import Table
from domain.table.undoing import undone_by

CHANCE = "Chance decides what follows here"


class MoveTold(msgspec.Struct, frozen=True):
    """A move that is taken back: where it stands, whose it was, what it did; whether it is made again, or counts again where it
    was first made."""

    version: int
    seat: int
    sentence: str
    again: bool


class Outlook(msgspec.Struct, frozen=True):
    """What would happen: in words with clauses, the scores before and after, and the moves that are taken back. `after` is
    None where chance has a say in it."""

    events: tuple[str, ...]
    before: tuple[int, ...]
    after: tuple[int, ...] | None
    moves: tuple[MoveTold, ...]


def seen_ahead(before: Table, after: Table) -> Outlook:
    """What has happened between two tables, one of which the other has become."""
    records = after.records[before.version :]
    drawn = {draw for record in before.records for draw in record.draws}
    anew = any(_is_new(record, drawn) for record in records)
    undone = next((record.event.to_version for record in records if isinstance(record.event, Undone)), None)
    lost = [] if undone is None else undone_by(before, undone)
    again = {record.event.version for record in records if isinstance(record.event, Reapplied)}
    if undone is not None:
        # Where what made moves again is taken back itself, they count where they first were.
        again |= {before.command_span(version)[0] for version in after.history.line(undone)}
    scores = before.rulebook.scores
    return Outlook(
        tuple(_said(after, _at_once(records), drawn)),
        scores(before.game),
        None if anew else scores(after.game),
        tuple(_move(before, move, again) for move in moves_in(before, lost)) if lost else (),
    )


def _at_once(records: Sequence[Record[Any]]) -> Sequence[Record[Any]]:
    """The records of the game, or of its history, before moves are made again."""
    kept = []
    for record in records:
        if isinstance(record.event, Reapplied):
            break
        if isinstance(record.event, GameEvent | Undone):
            kept.append(record)
    return kept


def _said(table: Table, records: Iterable[Record[Any]], drawn: set[Draw]) -> Iterable[str]:
    for record in records:
        if _is_new(record, drawn):
            yield CHANCE
            return
        seen = seen_record(table, record, None)
        if seen is not None and not table.rulebook.is_aside(seen.event):
            yield f"{table.catalogue.event(seen.event)} [{seen.law}]"


def _is_new(record: Record[Any], drawn: set[Draw]) -> bool:
    return any(draw not in drawn for draw in record.draws)


def _move(table: Table, move: Move, again: set[int]) -> MoveTold:
    seen = (seen_record(table, table.records[version - 1], None) for version in move.records)
    shown = [one.event for one in seen if one is not None and not isinstance(one.event, Reapplied)]
    sentence = table.catalogue.event(shown[0]) if shown else "What is not shown"
    return MoveTold(move.version, move.seat, sentence, move.version in again)
