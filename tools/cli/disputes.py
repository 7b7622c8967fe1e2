"""`souls disputes`: what is contested at a table, how each contest stands, and what can be done next."""

from collections.abc import Iterator
from typing import Annotated

import typer

from domain.table.phrases import joined
from domain.table.seeing import seen_record
from domain.table.table import Table
from infra.cases import contests_of
from infra.wiring import Souls
from projections.disputes.contested import ContestTold, Remedied, Text
from tools.cli.common import (
    DataOption,
    JsonOption,
    RulebookOption,
    SeatOption,
    TableArgument,
    installation,
    printable,
    say,
    say_json,
    viewer_of,
)
from tools.cli.steps import step_line
from tools.cli.writing import time_text

ContestArgument = Annotated[
    int, typer.Argument(metavar="CONTEST", min=1, max=10_000, help="A contest's number at the table.")
]
WhoOption = Annotated[str, typer.Option("--by", metavar="WHO", help="Who speaks: a seat, host or arbiter.")]


def disputes(
    table: TableArgument,
    contest: Annotated[
        int | None, typer.Argument(metavar="CONTEST", min=1, max=10_000, help="Only the contest of this number.")
    ] = None,
    seat: SeatOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell the contests of a table: what is contested, what was said, proposed, voted and ruled, and what can be done next."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        contests = contests_of(souls.writings, found, viewer_of(found, seat))
        told = list(contests.all()) if contest is None else [contests.contest(contest)]
        if as_json:
            say_json({"table": found.id, "version": found.version, "phase": found.phase.value, "contests": told})
            return
        if not told:
            say(f"Nothing is contested at table {found.id}.")
        for one in told:
            tell_contest(found, one)


def tell_contest(table: Table, told: ContestTold) -> None:
    """A contest for people, whole."""
    name = table.catalogue.seat
    title = f", {told.cited.title}" if told.cited.title else ""
    say(f"Contest {told.number}, by {name(told.by)}, {time_text(told.at)}: {told.status}", "bold")
    what = "The refusal at version" if told.contested.refused else "Record"
    clause = f" [{told.contested.clause}]" if told.contested.clause else ""
    say(f"  {what} {told.contested.version}: {told.contested.sentence}{clause}")
    if told.contested.command is not None:
        say(f"  asked for: {printable(told.contested.command)}")
    changed = " (it reads otherwise now)" if told.cited.changed else ""
    say(f"  under {told.cited.clause}{title}{changed}")
    for line in _said(table, told):
        say(line)
    for step in told.next:
        say(f"  {step_line(table, told.number, step)}", "dim")


def _said(table: Table, told: ContestTold) -> Iterator[str]:
    name, word = table.catalogue.seat, table.catalogue.word
    yield from _text_lines(f"  {name(told.by)} says", told.argument)
    for one in told.evidence:
        word_for = "record" if len(one.records) == 1 else "records"
        records = f", {word_for} {joined(map(str, one.records))}" if one.records else ""
        if one.text is None:
            yield f"  {name(one.by)} adds evidence{records}"
        yield from _text_lines(f"  {name(one.by)} adds evidence{records}", one.text)
    if told.accepted:
        yield f"  {joined(map(name, told.accepted))} accept that the arbiter rules"
    if told.settlement is not None:
        agreed = f"; {joined(map(name, told.settlement.agreed))} agreed" if told.settlement.agreed else ""
        yield f"  {name(told.settlement.by)} proposes to settle: {told.settlement.remedy.sentence}{agreed}"
    if told.settled is not None:
        yield f"  settled: {told.settled.sentence}"
    for ruling in told.rulings:
        final = ", and that is final" if ruling.final else ""
        judge = word(f"judge.{ruling.judge}")
        yield f"  ruled by {judge} at {ruling.version}: {ruling.outcome}, {ruling.remedy.sentence}{final}"
        yield from _corrected(ruling.remedy)
        yield from _text_lines("  reasons", ruling.reasons)
        if told.appealed and ruling is told.rulings[0]:
            yield "  appealed against"
            yield from _text_lines("  because", told.appeal)
    if told.vote is not None:
        yield f"  {name(told.vote.by)} puts to the vote: {told.vote.outcome}, {told.vote.remedy.sentence}"
        yield from _corrected(told.vote.remedy)
        yield from _text_lines("  reasons", told.vote.reasons)
        for seat, choice in told.vote.votes.items():
            yield f"    {name(seat)} has voted" + (f": {word(f'choice.{choice}')}" if choice else ", sealed")


def _corrected(remedy: Remedied) -> Iterator[str]:
    for sentence in remedy.events:
        yield f"    correction: {sentence}"


def _text_lines(who: str, text: Text | None) -> Iterator[str]:
    if text is None:
        return
    if text.text is None:
        yield f"{who}: (a text that is {text.missing})"
        return
    yield f"{who}:"
    for line in text.text.split("\n"):
        yield f"    {printable(line)}"


def tell_done(souls: Souls, before: Table, contest: int, viewer: int | None, as_json: bool) -> None:
    """Tell what a command has done about a contest since the table was as it is in `before`, and what can be done next."""
    table = souls.ledger.current(before.id)
    told = contests_of(souls.writings, table, viewer).contest(contest)
    if as_json:
        say_json({"table": table.id, "version": table.version, "phase": table.phase.value, "contest": told})
        return
    for record in table.records[before.version :]:
        seen = seen_record(table, record, viewer)
        if seen is not None and not table.rulebook.is_aside(seen.event):
            say(f"{table.catalogue.event(seen.event)} [{seen.law}]")
    for step in told.next:
        say(f"  {step_line(table, contest, step)}", "dim")
