"""Dry runs: what a remedy, or an undo that is asked for, would do, and nothing of it is done.

What chance would decide anew is not told: it will be seen when it happens.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from domain.table.disputes.messages import NOTHING, AnswerSettlement, PutToVote, Reapplied, VoteOnRuling
from domain.table.kernel import Accepted
from domain.table.lifecycle import Undone
from domain.table.messages import ARBITER, Command, GameEvent
from domain.table.reapplying import Move, moves_in
from domain.table.records import Draw, Record
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.table import Table
from domain.table.undoing import undone_by
from infra.trials import Trial, is_knowable
from infra.wiring import Souls
from projections.disputes import may_read_whole
from tools.cli.common import CommandError, RefusedError, say, say_json, seat_names

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


def outlook_of(trial: Trial, by: int, command: Command) -> Outlook:
    """What a ruling would do, or a settlement or a vote if all agree to it; `RefusedError` where it cannot be so."""
    before = trial.table.copy()
    tried(trial, by, command)
    if isinstance(command, PutToVote):
        for voter, held in enumerate(before.seats):
            if not held.vacant:
                tried(trial, voter, VoteOnRuling(command.contest, "yes"))
    contest = trial.table.disputes.contests[getattr(command, "contest", 1) - 1]
    if contest.settlement is not None:
        for seat in sorted(contest.settlement.asked):
            tried(trial, seat, AnswerSettlement(contest.number, True))
    return seen_ahead(before, trial.table)


def show_outlook(souls: Souls, table: Table, by: int, command: Command, as_json: bool) -> None:
    """Tell what a command would do about a contest; nothing is done."""
    neutral = by == ARBITER and may_read_whole(table)
    if not neutral and not is_knowable(table, by if by >= 0 else None, getattr(command, "remedy", NOTHING)):
        raise CommandError(
            f"Whether this can be done depends on what is hidden from {table.catalogue.seat(by)}: it is tried when it is ruled."
        )
    outlook = outlook_of(souls.ledger.trial(table.id), by, command)
    if as_json:
        say_json({"table": table.id, "version": table.version, "outlook": outlook})
    else:
        tell_outlook(table, outlook)


def tried(trial: Trial, by: int, command: Command) -> Accepted:
    """A command at the trial, which must be accepted."""
    outcome = trial.submit(by, command)
    if isinstance(outcome, Refusal):
        raise RefusedError(trial.table.catalogue, outcome)
    return outcome


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


def tell_outlook(table: Table, outlook: Outlook) -> None:
    """An outlook for people."""
    for sentence in outlook.events:
        say(sentence)
    for move in outlook.moves:
        kept = "made again" if move.again else "taken back"
        say(
            f"{move.version:>5}  {table.catalogue.seat(move.seat)}, {kept}: {move.sentence}",
            None if move.again else "dim",
        )
    names = seat_names(table)
    if outlook.after is None:
        say("How it changes the scores depends on chance.")
    elif outlook.after == outlook.before:
        say("The scores stay as they are.")
    else:
        changes = zip(names, outlook.before, outlook.after, strict=True)
        say("Scores: " + ", ".join(f"{name} {old} → {new} ({new - old:+})" for name, old, new in changes))
    say("Nothing has been done.")


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
